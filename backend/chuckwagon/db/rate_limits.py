"""What one client may take: actions in fixed time windows, and a share of what unpaid checkouts hold.

The actions are counted in the database, so that all processes share the counts.
"""

import asyncio
import ipaddress
import math
import re
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from functools import lru_cache
from http import HTTPStatus
from typing import NamedTuple, TypeVar

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, Session, mapped_column

from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import Base, Database, table_of
from chuckwagon.kit import clock
from chuckwagon.kit.errors import AppError, TooManyRequests

T = TypeVar("T")
HOUR_SECONDS = 60 * 60
DAY_SECONDS = 24 * HOUR_SECONDS
UNPAID_RETRY_SECONDS = 10  # the page tries again by itself then: customers pay within a minute, one after the other
NETWORK_FACTOR = 8  # so many times the limit of an IPv6 /64 is the limit of its /48
MEMORY_SECONDS = 1.0
MAX_REMEMBERED = 10_000
# A limit of a minute that a crowd must not meet is averaged over ten: 200 customers behind one address come at once.
CROWD_MINUTES = 10
FREE_REFUSALS, REFUSAL_PAUSE_SECONDS = 20, 1.0  # so many in a second are answered at once
_OF_NETWORK = re.compile(r"(.*?[:@])([0-9a-f:]+/64)")  # the address key is the end of its limit's key


class TooManyUnpaid(TooManyRequests):
    """The unpaid checkouts of one network hold its share. What they pay for, or give back, no longer counts."""

    code = "too_many_unpaid"
    sentence = "Too many checkouts from your network are not paid yet. Please try again in a minute."

    def __init__(self) -> None:
        super().__init__(retry_after_seconds=UNPAID_RETRY_SECONDS)


class TooManyReads(TooManyRequests):
    """One network reads more than its part of a process. It may go on as fast as its limit refills."""

    reason = "too_many_reads"
    sentence = "Too many requests are coming from your network. Please wait a moment and try again."


class _Refusal(NamedTuple):
    """A key that is refused until then. Instants are seconds since 1970."""

    at: float
    until: float
    forgotten_at: float
    error: type[TooManyRequests]


class RateLimitWindow(Base):
    """How often a key was counted in one window. `window` is the number of the window since 1970."""

    __tablename__ = "limit_windows"

    key: Mapped[str] = mapped_column(sa.String(120), primary_key=True)
    window: Mapped[int] = mapped_column(primary_key=True)
    seconds: Mapped[int]
    count: Mapped[int]


_windows = table_of(RateLimitWindow)
_refused: dict[str, _Refusal] = {}
_counting = threading.Lock()
_counted_here: dict[str, float] = {}  # when nothing of it is used any more, by key
_refusals: dict[str, tuple[int, int]] = {}  # (second, count) by key; only the event loop changes it
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
_COUNTS = CompiledStatement(
    sa.select(_windows.c.key, _windows.c.count).where(
        _windows.c.key.in_([sa.bindparam("key", type_=sa.String), sa.bindparam("network_key", type_=sa.String)]),
        _windows.c.window == sa.bindparam("window"),
    )
)


def consume(session: Session, key: str, *, limit: int, seconds: int) -> None:
    """Count one action under `key`. A refused action is not counted; a limit of 0 switches the rule off.

    Raises TooManyRequests with the seconds until the window ends.
    """
    if not try_consume(session, key, limit=limit, seconds=seconds):
        left = seconds - int(clock.now().timestamp()) % seconds
        remember_refusal(key, TooManyRequests, left)
        raise TooManyRequests(left)


def remember_refusal(
    key: str, error: type[TooManyRequests], seconds_left: float, memory_seconds: float = MEMORY_SECONDS
) -> None:
    """Remember in this process that `key` is refused, so that `refuse_remembered` needs neither thread nor database.

    For a second only where another process may lift the refusal.
    """
    now = clock.now().timestamp()
    if len(_refused) >= MAX_REMEMBERED:
        _refused.clear()
    _refused[key] = _Refusal(now, now + seconds_left, now + min(memory_seconds, seconds_left), error)


def refuse_remembered(*keys: str) -> None:
    """Raise the error with which one of these keys was refused a moment ago. Cheap: for the event loop."""
    now = clock.now().timestamp()
    for key in keys:
        known = _refused.get(key)
        # One from after now is of a clock that was set back.
        if known is not None and known.at <= now < known.forgotten_at:
            raise known.error(math.ceil(round(known.until - now, 3)))


async def refuse_remembered_slowly(*keys: str) -> None:
    """Raise as `refuse_remembered` does. More than a few in a second are raised after a pause.

    A flood sends its next request when it has the answer, so it waits instead of keeping the event loop busy. The first
    key is that of the client's address. For the event loop.
    """
    try:
        refuse_remembered(*keys)
    except TooManyRequests:
        await pause_flood(keys[0])
        raise


async def pause_flood(key: str) -> None:
    """Count a refusal of `key`, and wait if more than a few came in this second."""
    second, (known, count) = int(time.monotonic()), _refusals.get(key, (0, 0))
    count = count + 1 if known == second else 1
    if len(_refusals) >= MAX_REMEMBERED:
        _refusals.clear()
    _refusals[key] = (second, count)
    if count > FREE_REFUSALS:
        await asyncio.sleep(REFUSAL_PAUSE_SECONDS)


def count_here(key: str, *, limit: int, seconds: int, error: type[TooManyRequests] = TooManyRequests) -> None:
    """Count one action in this process alone: for what must not enter the database. At the limit it is remembered.

    `limit` may come at once. It refills evenly in `seconds`, so a flood gets no new burst with each window. A limit of
    0 switches the rule off.
    """
    if limit <= 0:
        return
    now, is_over, left = clock.now().timestamp(), False, 0.0
    with _counting:
        if len(_counted_here) >= MAX_REMEMBERED:
            _counted_here.clear()
        for one, most in _list_counted(key, limit):
            each = seconds / most
            # Not further ahead, whatever was under way when the limit was reached, or if the clock was set back.
            unused_at = min(max(_counted_here.get(one, 0.0), now), now + 2 * seconds) + each
            _counted_here[one] = unused_at
            is_over = is_over or unused_at - now > seconds - each / 2  # the half is for rounding
            left = max(left, unused_at - now - seconds + each)
    if is_over:
        remember_refusal(key, error, left, memory_seconds=left)


def forget_refusals(prefix: str = "") -> None:
    """Forget the refusals of keys that begin so, in this process."""
    for key in [known for known in list(_refused) if known.startswith(prefix)]:
        _refused.pop(key, None)
    if not prefix:
        _counted_here.clear()


def try_consume(session: Session, key: str, *, limit: int, seconds: int) -> bool:
    """Count one action under `key`. Return False, and count nothing, if the limit of this window is reached."""
    if limit <= 0:
        return True
    window = int(clock.now().timestamp()) // seconds
    return all(
        _INCREMENT.first(session, {"key": one, "window": window, "seconds": seconds, "count": 1, "limit": most})
        for one, most in _list_counted(key, limit)
    )


def uncount(session: Session, key: str, *, seconds: int) -> None:
    """Take back one action of the present window, because it took the place of one that was counted before."""
    window = int(clock.now().timestamp()) // seconds
    for one, _ in _list_counted(key, 1):
        counted = (RateLimitWindow.key == one, RateLimitWindow.window == window, RateLimitWindow.count > 0)
        less = sa.update(RateLimitWindow).where(*counted).values(count=RateLimitWindow.count - 1)
        session.execute(less.execution_options(synchronize_session=False))


def _list_counted(key: str, limit: int) -> list[tuple[str, int]]:
    """The keys under which an action counts, with their limits: an IPv6 /64 counts for its /48, too.

    Their rows are locked in this order, which is not the one of an index.
    """
    found = _OF_NETWORK.fullmatch(key) if key.endswith("/64") else None
    if found is None:
        return [(key, limit)]
    return [(key, limit), (found[1] + client_network_key(found[2]), limit * NETWORK_FACTOR)]


def get_retry_after_seconds(session: Session, key: str, *, limit: int, seconds: int) -> int:
    """Seconds until `key` may be counted again; 0 while the limit is not reached. Counts nothing."""
    now = int(clock.now().timestamp())
    limits = dict(_list_counted(key, limit))
    counted = _COUNTS.all(session, {"key": key, "network_key": [*limits][-1], "window": now // seconds})
    if limit <= 0 or all(count < limits[one] for one, count in counted):
        return 0
    return seconds - now % seconds


def refuse_used_up(session: Session, key: str, *, limit: int, seconds: int) -> None:
    """Raise TooManyRequests if the limit of `key` is reached. Counts nothing."""
    left = get_retry_after_seconds(session, key, limit=limit, seconds=seconds)
    if left > 0:
        raise TooManyRequests(left)


def count_unless(is_good: Callable[[T], object], work: Callable[[], T], db: Database, key: str, a_minute: int) -> T:
    """Run `work`, and count it under `key` unless its result is good: so many in a minute, averaged over ten.

    Raises TooManyRequests if the limit is reached, and what `work` raises. A refusal is counted; a failure that is
    not the caller's is not, because in an outage a crowd would use up its limit by that.
    """
    limit, seconds = a_minute * CROWD_MINUTES, 60 * CROWD_MINUTES
    if limit <= 0:
        return work()
    with db.reading() as session:
        refuse_used_up(session, key, limit=limit, seconds=seconds)
    is_counted = False
    try:
        result = work()
    except AppError as refused:
        is_counted = refused.status < HTTPStatus.INTERNAL_SERVER_ERROR
        raise
    else:
        is_counted = not is_good(result)
        return result
    finally:
        if is_counted:
            db.write(lambda session: try_consume(session, key, limit=limit, seconds=seconds))


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
    """Delete the counts of these keys, alone and with an address."""
    with_address = [RateLimitWindow.key.startswith(f"{key}@", autoescape=True) for key in keys]
    found = sa.or_(RateLimitWindow.key.in_(keys), *with_address)
    for is_wide in (False, True):  # in the order of `_list_counted`
        gone = sa.delete(RateLimitWindow).where(found, RateLimitWindow.key.endswith("/48") == is_wide)
        session.execute(gone.execution_options(synchronize_session=False))


@lru_cache(MAX_REMEMBERED)
def client_ip_key(address: str) -> str:
    """The key of a client IP address; "unknown" for any other text.

    IPv6 is reduced to its /64, because one household owns all of it. Its /48, which a tunnel may give to one client,
    is counted too, with a larger limit.
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is None:
        return str(ipaddress.ip_network(f"{parsed}/64", strict=False))
    return str(parsed)


@lru_cache(MAX_REMEMBERED)
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
