"""Locks that a transaction holds until it ends. Only PostgreSQL needs them: SQLite has a single writer."""

from collections.abc import Callable
from typing import Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import Database
from chuckwagon.db.raw_driver import driver_of

_NAMESPACE = 0x4C494D54  # keeps these advisory locks apart from all others
_LOCK = CompiledStatement(
    sa.select(sa.func.pg_advisory_xact_lock(_NAMESPACE, sa.func.hashtext(sa.bindparam("key", type_=sa.String))))
)


def lock_transaction(session: Session, key: str) -> None:
    """Take the lock `key` until the transaction ends; wait while another transaction holds it.

    For rules that read first and then write. The lock is requested with the next statement that returns a result
    (`CompiledStatement.run_later`).
    """
    if driver_of(session).dialect.name == "postgresql":
        _LOCK.run_later(session, {"key": key})


def lock_tables(session: Session, *names: str) -> None:
    """Keep all other transactions from changing rows of these tables until the transaction ends."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(sa.text(f"LOCK TABLE {', '.join(names)} IN SHARE ROW EXCLUSIVE MODE"))


class Findings(Protocol):
    """What a check of kept figures has found."""

    @property
    def is_consistent(self) -> bool: ...


FindingsT = TypeVar("FindingsT", bound=Findings)


def check_twice(db: Database, find: Callable[[Session], FindingsT], *tables: str) -> FindingsT:
    """Compare without a lock, and if something differs, again with the tables locked. Returns the last result.

    The second comparison is needed because a transaction between two reads of the first looks like a difference.
    """
    with db.reading() as session:
        found = find(session)
    if found.is_consistent:
        return found

    def find_again(session: Session) -> FindingsT:
        lock_tables(session, *tables)
        return find(session)

    return db.write(find_again)
