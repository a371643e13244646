"""The time by which leases are judged: on PostgreSQL the database's, because several hosts share it.

Hosts whose clocks differ by more than a lease lasts would take each other's work. SQLite has one host.
"""

import time
from datetime import timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import clock

MEASURED_FOR_SECONDS = 60.0
_NOTHING = timedelta()
_measured: dict[sa.URL, tuple[float, timedelta]] = {}


def ahead_of_host(session: Session) -> timedelta:
    """By how much the database's clock is ahead of this host's; measured once a minute."""
    engine = session.get_bind().engine
    if engine.dialect.name != "postgresql":
        return _NOTHING
    known = _measured.get(engine.url)
    if known is None or time.monotonic() - known[0] > MEASURED_FOR_SECONDS:
        known = _measured[engine.url] = (time.monotonic(), _measure(session))
    return known[1]


def forget_measurements() -> None:
    """Measure again at the next call."""
    _measured.clear()


def _measure(session: Session) -> timedelta:
    """The difference of the clocks; none if the time that the answer took explains it.

    On one host, or on hosts that agree, a slow answer must not move a lease or make a message due later.
    """
    before = clock.system_now()
    theirs = session.scalars(sa.select(sa.func.clock_timestamp())).one()
    after = clock.system_now()
    uncertainty = (after - before) / 2
    found: timedelta = theirs - (before + uncertainty)
    return found if abs(found) > uncertainty else _NOTHING
