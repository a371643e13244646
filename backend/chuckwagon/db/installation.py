"""What the database says of this installation, in two tables of one row: its ID and its minimum revision.

The ID marks the installation's own payments on a Stripe account that others share. It is stored in the database, so a
backup that is restored on another host keeps it. The minimum revision is what a newer release tells older code.
"""

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, Session, mapped_column

from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import Base, insert_if_absent, table_of
from chuckwagon.kit.ids import new_id

_ROW_NAME = "id"


class Installation(Base):
    """The ID, as the value of one row."""

    __tablename__ = "installation"

    name: Mapped[str] = mapped_column(sa.String(10), primary_key=True)
    value: Mapped[str] = mapped_column(sa.String(24))


class MinimumRevision(Base):
    """The oldest schema revision whose code still works with the current tables.

    `chuckwagon.db.migrations` writes it after the migrations. A migration that older code cannot work with sets
    `breaks_older_code = True`. The newest of those migrations is the minimum revision.
    """

    __tablename__ = "schema_compatibility"

    minimum_revision: Mapped[str] = mapped_column(sa.String(32), primary_key=True)


_FIND = CompiledStatement(sa.select(table_of(Installation).c.value))


def find_installation_id(session: Session) -> str | None:
    """The id; None before the first checkout created it."""
    row = _FIND.first(session)
    return None if row is None else str(row[0])


def ensure_installation_id(session: Session) -> str:
    """Return the id and create it at the first call. Needs a write session."""
    existing = find_installation_id(session)
    if existing is not None:
        return existing
    store_installation_id(session, new_id())
    return find_installation_id(session) or ""


def store_installation_id(session: Session, value: str) -> None:
    """Store `value` as the id, unless there is one."""
    insert_if_absent(session, Installation, {"name": _ROW_NAME, "value": value})
