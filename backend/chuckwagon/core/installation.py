"""The id of this installation, by which it knows its own payments on an account that others use as well.

It stands in the database, so that a backup that is restored elsewhere is still the same installation.
"""

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, Session, mapped_column

from chuckwagon.core.db import Base, insert_if_absent, table_of
from chuckwagon.core.ids import new_id
from chuckwagon.core.prepared import Prepared

_NAME = "id"


class Installation(Base):
    """One row."""

    __tablename__ = "installation"

    name: Mapped[str] = mapped_column(sa.String(10), primary_key=True)
    value: Mapped[str] = mapped_column(sa.String(24))


_FIND = Prepared(sa.select(table_of(Installation).c.value))


def find_installation_id(session: Session) -> str | None:
    """The id; None before the first checkout."""
    found = _FIND.first(session)
    return None if found is None else str(found[0])


def ensure_installation_id(session: Session) -> str:
    """The id, drawn at the first call. Needs a session that writes."""
    found = find_installation_id(session)
    if found is not None:
        return found
    keep_installation_id(session, new_id())
    return find_installation_id(session) or ""


def keep_installation_id(session: Session, value: str) -> None:
    """Make this the id, unless there is one."""
    insert_if_absent(session, Installation, {"name": _NAME, "value": value})
