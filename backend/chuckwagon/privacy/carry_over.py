"""What a restore carries over from the database that it replaces.

A backup knows neither who was erased after it nor which accounts were disabled. One from before the first
checkout does not know the id of its installation. All of it is read from the present database, kept in a file
until the restore has succeeded, and applied to the restored tables.
"""

import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TypeVar

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import User, UserSession
from chuckwagon.core import changes, outbox
from chuckwagon.core.db import Writer
from chuckwagon.core.installation import find_installation_id, keep_installation_id
from chuckwagon.menu import models as _menu  # noqa: F401 - tables that others refer to
from chuckwagon.privacy.again import Erasures, erase_again, read_erasures
from chuckwagon.trucks import models as _trucks  # noqa: F401

T = TypeVar("T")

OWNER_ONLY = 0o600


class CarryOver(Struct, frozen=True):
    """Ids only: customers, payments, users and the installation.

    `is_complete` says whether the database could be asked for the erasures and the accounts.
    """

    customers: dict[str, datetime] = {}
    payments: dict[str, datetime] = {}
    disabled_users: list[str] = []
    installation: str = ""
    is_complete: bool = False

    def merge(self, other: "CarryOver") -> "CarryOver":
        """Both; where both know an instant, the other's."""
        return CarryOver(
            self.customers | other.customers,
            self.payments | other.payments,
            sorted({*self.disabled_users, *other.disabled_users}),
            other.installation or self.installation,
            self.is_complete or other.is_complete,
        )


def read_carry_over(session: Session) -> CarryOver:
    """What the present database knows. It may be older than some of the tables, or damaged."""
    erasures = _ask(session, read_erasures)
    disabled = _ask(session, _list_disabled)
    installation = _ask(session, find_installation_id)
    known = erasures or Erasures()
    return CarryOver(
        known.customers,
        known.payments,
        disabled or [],
        installation or "",
        is_complete=erasures is not None and disabled is not None,
    )


def _ask(session: Session, read: Callable[[Session], T]) -> T | None:
    """The answer of the present database; None where it has no such table, or one that it cannot read."""
    try:
        with session.begin_nested():
            return read(session)
    except sa.exc.DBAPIError:
        return None


def _list_disabled(session: Session) -> list[str]:
    return list(session.scalars(sa.select(User.id).where(~User.is_active)))


def adapt_restored(writer: Writer, carried: CarryOver) -> int:
    """Make restored tables safe to work with; returns how many customers were erased again.

    Sessions end, because they may have been ended since. Accounts disabled since stay disabled. Waiting
    messages may have been sent since, so their providers are asked first. An installation that the backup
    does not know keeps its id, else what was paid since would be taken for the payments of another one.
    """
    writer.write(lambda session: session.execute(sa.delete(UserSession)))
    writer.write(lambda session: _disable(session, carried.disabled_users))
    writer.write(outbox.expect_earlier_tries)
    writer.write(changes.begin_anew)
    if carried.installation:
        writer.write(lambda session: keep_installation_id(session, carried.installation))
    return erase_again(writer, Erasures(carried.customers, carried.payments))


def _disable(session: Session, user_ids: list[str]) -> None:
    if user_ids:
        session.execute(sa.update(User).where(User.id.in_(user_ids)).values(is_active=False))


def save_carry_over(file: Path, carried: CarryOver) -> CarryOver:
    """Keep it on the disk, with what an earlier restore that did not succeed has left there."""
    whole = load_carry_over(file).merge(carried)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    partial = file.with_name(f".{file.name}.part")
    partial.touch(mode=OWNER_ONLY)
    with partial.open("wb") as sink:
        sink.write(msgspec.json.encode(whole))
        sink.flush()
        os.fsync(sink.fileno())
    partial.rename(file)
    return whole


def load_carry_over(file: Path) -> CarryOver:
    """What an earlier restore has left; nothing where there is no such file."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=CarryOver)
    except FileNotFoundError:
        return CarryOver()
