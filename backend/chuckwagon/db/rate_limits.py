"""What one client may take: actions in fixed time windows, and a share of what unpaid checkouts hold.

The actions are counted in the database, so that all processes share the counts.
"""

import ipaddress
from datetime import timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, Session, mapped_column

from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import Base, table_of
from chuckwagon.kit import clock
from chuckwagon.kit.errors import TooManyRequests

HOUR_SECONDS = 60 * 60
DAY_SECONDS = 24 * HOUR_SECONDS


class TooManyUnpaid(TooManyRequests):
    """The unpaid checkouts of one network hold its share. What they pay for, or give back, no longer counts."""

    code = "too_many_unpaid"
    sentence = "Too many checkouts from your network are not paid yet. Please try again in a minute."

    def __init__(self) -> None:
        super().__init__(retry_after_seconds=60)


class RateLimitWindow(Base):
    """How often a key was counted in one window. `window` is the number of the window since 1970."""

    __tablename__ = "limit_windows"

    key: Mapped[str] = mapped_column(sa.String(120), primary_key=True)
    window: Mapped[int] = mapped_column(primary_key=True)
    seconds: Mapped[int]
    count: Mapped[int]


_windows = table_of(RateLimitWindow)
# Inserts the window or increments its count, and returns a row unless the limit is reached: one round trip.
_INCREMENT = CompiledStatement(
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


def consume(session: Session, key: str, *, limit: int, seconds: int) -> None:
    """Count one action under `key`. A refused action is not counted; a limit of 0 switches the rule off.

    Raises TooManyRequests with the seconds until the window ends.
    """
    if not try_consume(session, key, limit=limit, seconds=seconds):
        raise TooManyRequests(seconds - int(clock.now().timestamp()) % seconds)


def try_consume(session: Session, key: str, *, limit: int, seconds: int) -> bool:
    """Count one action under `key`. Return False, and count nothing, if the limit of this window is reached."""
    if limit <= 0:
        return True
    window = int(clock.now().timestamp()) // seconds
    values = {"key": key, "window": window, "seconds": seconds, "count": 1, "limit": limit}
    return _INCREMENT.first(session, values) is not None


def get_retry_after_seconds(session: Session, key: str, *, limit: int, seconds: int) -> int:
    """Seconds until `key` may be counted again; 0 while the limit is not reached. Counts nothing."""
    now = int(clock.now().timestamp())
    is_row = (RateLimitWindow.key == key, RateLimitWindow.window == now // seconds)
    if limit <= 0 or (session.scalar(sa.select(RateLimitWindow.count).where(*is_row)) or 0) < limit:
        return 0
    return seconds - now % seconds


def get_consumed(session: Session, key: str, *, seconds: int) -> int:
    """How often `key` was counted in the current window."""
    window = int(clock.now().timestamp()) // seconds
    is_row = (RateLimitWindow.key == key, RateLimitWindow.window == window)
    return session.scalar(sa.select(RateLimitWindow.count).where(*is_row)) or 0


def delete_old_windows(session: Session) -> None:
    """Delete windows that ended more than a day ago."""
    limit = int((clock.now() - timedelta(days=1)).timestamp())
    session.execute(sa.delete(RateLimitWindow).where((RateLimitWindow.window + 1) * RateLimitWindow.seconds < limit))


def delete_counts(session: Session, keys: list[str]) -> None:
    """Delete the counts of these keys."""
    session.execute(sa.delete(RateLimitWindow).where(RateLimitWindow.key.in_(keys)))


def client_ip_key(address: str) -> str:
    """The key of a client IP address; "unknown" for any other text.

    IPv6 is reduced to its /64, because one household owns all of it.
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is None:
        return str(ipaddress.ip_network(f"{parsed}/64", strict=False))
    return str(parsed)


def client_network_key(address_key: str) -> str:
    """The key of the widest network that one client may own: the /48 of an IPv6 /64, else the key itself."""
    if not address_key.endswith("/64"):
        return address_key
    return str(ipaddress.ip_network(address_key).supernet(new_prefix=48))


def refuse_large_share(held: int, needed: int, left: int, percent: int) -> None:
    """Raise TooManyUnpaid if a network, of which `held` is unpaid, would hold too much with `needed` more.

    `left` is what the others have left. A network may hold `percent` of it, and one whatever is left; 0 switches the
    rule off. The caller has locked what is counted, or the network.
    """
    if needed and percent > 0 and held + needed > max(1, left * percent // 100):
        raise TooManyUnpaid
