"""Data that a restore carries over from the database that it replaces.

A backup does not know which customers were erased, what became of the accounts and who asked for no SMS after it. One
from before the first checkout does not know its installation's ID. All of this is read from the current database, kept
in a file until the restore has succeeded, and applied to the restored tables. Erasures of customers that the backup
brings back are repeated; only the IDs of customers and payments are needed for it, and when they were erased.
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

from chuckwagon.accounts.models import PasswordLink, PendingSignIn, User, UserSession
from chuckwagon.audit.log import AuditEvent
from chuckwagon.db.database import Writer
from chuckwagon.db.installation import find_installation_id, store_installation_id
from chuckwagon.jobs import outbox
from chuckwagon.kit.decoding import decode_json
from chuckwagon.mail import service as mail
from chuckwagon.menu import models as _menu  # noqa: F401 - tables that foreign keys refer to
from chuckwagon.orders import erasure as orders
from chuckwagon.payments import erasure as payments
from chuckwagon.payments.models import ErasedPayment
from chuckwagon.printers.enqueue import hold_back_jobs
from chuckwagon.privacy.models import ErasedCustomer
from chuckwagon.privacy.restored_accounts import (
    AccountCounts,
    CarriedAccount,
    apply_accounts,
    apply_opt_outs,
    read_accounts,
    read_opt_outs,
    replay_staff_erasures,
)
from chuckwagon.privacy.service import erase_personal_data, find_customer_records
from chuckwagon.realtime import change_log
from chuckwagon.trucks import models as _trucks  # noqa: F401


class ErasedIds(Struct, frozen=True):
    """The erased customers and payments of a database: ID to instant in UTC."""

    customers: dict[str, datetime] = {}
    payments: dict[str, datetime] = {}


def read_erased_ids(session: Session) -> ErasedIds:
    """Read the IDs of all erased customers and payments, each with the instant of its erasure."""
    customers, paid = session.scalars(sa.select(ErasedCustomer)), session.scalars(sa.select(ErasedPayment))
    return ErasedIds(
        {one.customer_id: one.erased_at for one in customers},
        {one.payment_intent_id: one.erased_at for one in paid},
    )


def replay_erasures(db: Writer, erasures: ErasedIds) -> int:
    """Erase the customers and payments that the database still contains, each in a transaction.

    Returns the number of customers that were not erased yet.
    """
    found = 0
    for customer_id, at in erasures.customers.items():
        found += db.write(lambda session, who=customer_id, at=at: _replay_customer(session, who, at))  # type: ignore[misc]
    for intent_id, at in erasures.payments.items():
        db.write(lambda session, paid=intent_id, at=at: payments.erase_restored_payment(session, paid, at))  # type: ignore[misc]
    return found


def _replay_customer(session: Session, customer_id: str, at: datetime) -> bool:
    customer = orders.find_customer_for_update(session, customer_id)
    if customer is None or session.get(ErasedCustomer, customer_id) is not None:
        return False
    erase_personal_data(session, customer, find_customer_records(session, customer), at)
    return True


T = TypeVar("T")
OWNER_ONLY_MODE = 0o600  # the mode of files with personal data or password hashes


class RestoreCarryOver(Struct, frozen=True):
    """IDs of erased customers, payments and disabled users, all accounts, opt-outs, and the ID of the installation.

    `is_complete`: the current database could be asked for the erasures and the accounts. `used_at`: its newest trace of
    staff.
    """

    customers: dict[str, datetime] = {}
    payments: dict[str, datetime] = {}
    disabled_users: list[str] = []
    installation: str = ""
    is_complete: bool = False
    accounts: dict[str, CarriedAccount] = {}
    opt_outs: dict[str, datetime] = {}
    used_at: datetime | None = None

    def merge(self, other: "RestoreCarryOver") -> "RestoreCarryOver":
        """Combine both; what is in both is as the other has it."""
        return RestoreCarryOver(
            self.customers | other.customers,
            self.payments | other.payments,
            sorted({*self.disabled_users, *other.disabled_users}),
            other.installation or self.installation,
            self.is_complete or other.is_complete,
            self.accounts | other.accounts,
            self.opt_outs | other.opt_outs,
            max(filter(None, (self.used_at, other.used_at)), default=None),
        )


class CarriedCounts(Struct):
    """What was carried over: how many customers and staff were erased again, what became of accounts and opt-outs.

    `is_backup_newer`: the replaced database was not used since the backup was made at `taken_at`, so its accounts are
    not carried over. `used_at` is None where none of its accounts could be read.
    """

    erased: int
    erased_staff: int
    accounts: AccountCounts
    is_backup_newer: bool
    used_at: datetime | None
    taken_at: datetime


def read_carry_over(session: Session) -> RestoreCarryOver:
    """Read what the current database knows. It may lack some of the tables, or be damaged."""
    erasures = _read_or_none(session, read_erased_ids)
    disabled = _read_or_none(session, _list_disabled_users)
    accounts = _read_or_none(session, read_accounts)
    opt_outs = _read_or_none(session, read_opt_outs)
    installation = _read_or_none(session, find_installation_id)
    known = erasures or ErasedIds()
    return RestoreCarryOver(
        known.customers,
        known.payments,
        disabled or [],
        installation or "",
        is_complete=None not in (erasures, disabled, accounts, opt_outs),
        accounts=accounts or {},
        opt_outs=opt_outs or {},
        used_at=_find_last_use(session),
    )


def _read_or_none(session: Session, read: Callable[[Session], T]) -> T | None:
    """Read from the current database; None where a table is missing or unreadable."""
    try:
        with session.begin_nested():
            return read(session)
    except (sa.exc.DBAPIError, sa.exc.NoSuchTableError):
        return None


def _find_last_use(session: Session) -> datetime | None:
    """The instant of the newest audit row or session. Every change of an account leaves an audit row."""
    columns = (AuditEvent.at, UserSession.seen_at)
    found = [_read_or_none(session, lambda _, column=column: session.scalar(sa.func.max(column))) for column in columns]  # type: ignore[misc]
    return max(filter(None, found), default=None)


def _list_disabled_users(session: Session) -> list[str]:
    return list(session.scalars(sa.select(User.id).where(~User.is_active)))


def prepare_restored(writer: Writer, carried: RestoreCarryOver, taken_at: datetime) -> CarriedCounts:
    """Make restored tables of a backup taken at `taken_at` safe to use. Returns what was carried over.

    Sessions and links end, because they may have been ended since the backup. Accounts are as they were if the replaced
    database was used since, and those that it had disabled stay disabled in any case. Waiting messages may have been
    sent since, so their providers are asked first; e-mails are given up, and staff decide about print jobs that wait.
    An installation that the backup does not know
    keeps its ID, because otherwise later payments would look like those of another one.
    """
    writer.write(lambda session: session.execute(sa.delete(UserSession)))
    writer.write(lambda session: session.execute(sa.delete(PasswordLink)))
    writer.write(lambda session: session.execute(sa.delete(PendingSignIn)))
    # Before the accounts, because another one may have the address of an erased one.
    erased_staff = replay_staff_erasures(writer, carried.accounts)
    is_backup_newer = carried.used_at is None or carried.used_at < taken_at
    since = {} if is_backup_newer else carried.accounts
    accounts = writer.write(lambda session: apply_accounts(session, since))
    writer.write(lambda session: _disable_users(session, carried.disabled_users))
    writer.write(mail.skip_waiting)
    writer.write(outbox.mark_waiting_as_attempted)
    writer.write(hold_back_jobs)
    writer.write(change_log.reset_after_restore)
    if carried.installation:
        writer.write(lambda session: store_installation_id(session, carried.installation))
    erased = replay_erasures(writer, ErasedIds(carried.customers, carried.payments))
    # After the erasures, which delete the opt-out of a phone that may have opted out again since.
    accounts.opt_outs = writer.write(lambda session: apply_opt_outs(session, carried.opt_outs))
    used_at = carried.used_at if carried.accounts else None
    is_newer = is_backup_newer and bool(carried.accounts)
    return CarriedCounts(erased, erased_staff, accounts, is_newer, used_at, taken_at)


def _disable_users(session: Session, user_ids: list[str]) -> None:
    if user_ids:
        session.execute(sa.update(User).where(User.id.in_(user_ids), User.is_active).values(is_active=False))


def save_carry_over(file: Path, carried: RestoreCarryOver) -> RestoreCarryOver:
    """Write the data to the disk, merged with the file of an earlier restore that failed. Returns what was written."""
    merged = load_carry_over(file).merge(carried)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    partial = file.with_name(f".{file.name}.part")
    partial.touch(mode=OWNER_ONLY_MODE)
    with partial.open("wb") as sink:
        sink.write(msgspec.json.encode(merged))
        sink.flush()
        os.fsync(sink.fileno())
    partial.rename(file)
    return merged


def load_carry_over(file: Path) -> RestoreCarryOver:
    """Read the file of an earlier restore that failed; empty without one."""
    try:
        return decode_json(file.read_bytes(), RestoreCarryOver)
    except FileNotFoundError:
        return RestoreCarryOver()
