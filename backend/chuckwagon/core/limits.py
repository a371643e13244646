"""Limits on costly acts, counted in the database so that every process shares them."""

import ipaddress
from datetime import timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, Session, mapped_column

from chuckwagon.core import clock
from chuckwagon.core.db import Base, changed_one, insert_if_absent
from chuckwagon.core.errors import TooManyRequests

DAY_SECONDS = 24 * 60 * 60
MANY = 2**31


class LimitWindow(Base):
    """How often a key was counted in one window of time."""

    __tablename__ = "limit_windows"

    key: Mapped[str] = mapped_column(sa.String(120), primary_key=True)
    window: Mapped[int] = mapped_column(primary_key=True)
    seconds: Mapped[int]
    count: Mapped[int]


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
    insert_if_absent(session, LimitWindow, {"key": key, "window": window, "seconds": seconds, "count": 0})
    row = (LimitWindow.key == key) & (LimitWindow.window == window)
    below = sa.update(LimitWindow).where(row, LimitWindow.count < limit).values(count=LimitWindow.count + 1)
    return changed_one(session, below)


def queue_up(session: Session, key: str) -> None:
    """Wait until no other transaction that queued up under `key` is open: for rules that look, then act.

    SQLite has one writer anyway; PostgreSQL holds the row until the end of the transaction.
    """
    take(session, key, limit=MANY, seconds=DAY_SECONDS)


def forget_old(session: Session) -> None:
    """Drop windows that ended a day ago."""
    limit = int((clock.now() - timedelta(days=1)).timestamp())
    session.execute(sa.delete(LimitWindow).where((LimitWindow.window + 1) * LimitWindow.seconds < limit))


def address_key(address: str) -> str:
    """The address as it is counted: IPv6 by its /64, because one household owns all of it."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is None:
        return str(ipaddress.ip_network(f"{parsed}/64", strict=False))
    return str(parsed)
