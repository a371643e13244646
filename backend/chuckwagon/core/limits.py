"""Limits on costly acts, counted in the database so that every process shares them."""

import ipaddress
from datetime import timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, Session, mapped_column

from chuckwagon.core import clock
from chuckwagon.core.db import Base, table_of
from chuckwagon.core.drivers import driver_of
from chuckwagon.core.errors import TooManyRequests
from chuckwagon.core.prepared import Prepared

DAY_SECONDS = 24 * 60 * 60
_LOCK_SPACE = 0x4C494D54  # keeps these advisory locks apart from anybody else's
_QUEUE = Prepared(
    sa.select(
        sa.func.pg_advisory_xact_lock(_LOCK_SPACE, sa.func.hashtext(sa.bindparam("key", type_=sa.String)))
    )
)


class LimitWindow(Base):
    """How often a key was counted in one window of time."""

    __tablename__ = "limit_windows"

    key: Mapped[str] = mapped_column(sa.String(120), primary_key=True)
    window: Mapped[int] = mapped_column(primary_key=True)
    seconds: Mapped[int]
    count: Mapped[int]


_windows = table_of(LimitWindow)
# Begins the window or counts in it, and gives a row if there was room: one statement, one trip.
_COUNT = Prepared(
    lambda insert: (
        insert(_windows)
        .on_conflict_do_update(
            index_elements=[_windows.c.key, _windows.c.window],
            set_={"count": _windows.c.count + 1},
            where=_windows.c.count < sa.bindparam("limit", type_=sa.Integer),
        )
        .returning(_windows.c.window)
    ),
    ("key", "window", "seconds", "count"),
)


def count(session: Session, key: str, *, limit: int, seconds: int) -> None:
    """Count one act under `key`. A refused act is not counted; a limit of 0 switches the rule off.

    Raises TooManyRequests with the seconds until the window ends.
    """
    if not take(session, key, limit=limit, seconds=seconds):
        raise TooManyRequests(seconds - int(clock.now().timestamp()) % seconds)


def take(session: Session, key: str, *, limit: int, seconds: int) -> bool:
    """Count one act under `key` and say whether there was room for it in this window of time."""
    if limit <= 0:
        return True
    window = int(clock.now().timestamp()) // seconds
    given = {"key": key, "window": window, "seconds": seconds, "count": 1, "limit": limit}
    return _COUNT.first(session, given) is not None


def seconds_until_room(session: Session, key: str, *, limit: int, seconds: int) -> int:
    """How long `key` has no room left in its window of time; 0 while it has. Counts nothing."""
    instant = int(clock.now().timestamp())
    row = (LimitWindow.key == key, LimitWindow.window == instant // seconds)
    if limit <= 0 or (session.scalar(sa.select(LimitWindow.count).where(*row)) or 0) < limit:
        return 0
    return seconds - instant % seconds


def taken(session: Session, key: str, *, seconds: int) -> int:
    """How often `key` was counted in this window of time."""
    window = int(clock.now().timestamp()) // seconds
    row = (LimitWindow.key == key, LimitWindow.window == window)
    return session.scalar(sa.select(LimitWindow.count).where(*row)) or 0


def queue_up(session: Session, key: str) -> None:
    """Wait until no other transaction that queued up under `key` is open: for rules that look, then act.

    SQLite has one writer anyway; PostgreSQL holds the lock until the end of the transaction.
    """
    if driver_of(session).dialect.name == "postgresql":
        _QUEUE.write(session, {"key": key})


def forget_old(session: Session) -> None:
    """Drop windows that ended a day ago."""
    limit = int((clock.now() - timedelta(days=1)).timestamp())
    session.execute(sa.delete(LimitWindow).where((LimitWindow.window + 1) * LimitWindow.seconds < limit))


def forget(session: Session, keys: list[str]) -> None:
    """Drop what was counted under these keys."""
    session.execute(sa.delete(LimitWindow).where(LimitWindow.key.in_(keys)))


def address_key(address: str) -> str:
    """The address as it is counted: IPv6 by its /64, because one household owns all of it."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is None:
        return str(ipaddress.ip_network(f"{parsed}/64", strict=False))
    return str(parsed)
