"""Locks that a transaction holds until it ends. Only PostgreSQL needs them: SQLite has a single writer."""

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.compiled import CompiledStatement
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
