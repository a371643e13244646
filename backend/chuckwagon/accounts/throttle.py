"""Failed sign-ins slow down the next ones; successful ones never count and end the row of failures.

Counted per account and address, with long waits, and per account over all addresses, with short ones: who
hammers an account from elsewhere must not shut its owner out. An unknown e-mail counts like a known one.
"""

import math
from datetime import timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import SignInFailure
from chuckwagon.core import clock
from chuckwagon.core.db import insert_if_absent
from chuckwagon.core.errors import TooManyRequests
from chuckwagon.core.ids import digest

EVERYWHERE = ""
FIRST_WAIT_SECONDS = 2
FORGOTTEN_AFTER = timedelta(days=1)


class Rule(msgspec.Struct, frozen=True):
    """How many failures are free, and the longest wait after that."""

    free: int
    longest_seconds: int

    def wait_seconds(self, failures: int) -> int:
        """The wait after so many failures in a row: none, then doubling up to the longest."""
        beyond = failures - self.free
        return 0 if beyond <= 0 else min(self.longest_seconds, FIRST_WAIT_SECONDS * 2 ** min(beyond - 1, 20))


ONE_ADDRESS = Rule(free=5, longest_seconds=15 * 60)
ALL_ADDRESSES = Rule(free=20, longest_seconds=60)


class SignInPaused(TooManyRequests):
    code = "sign_in_paused"
    sentence = "Too many failed sign-ins. Please wait a moment and try again."


def refuse_waiting(session: Session, email: str, address: str, *, lock: bool = False) -> None:
    """Raise SignInPaused with the seconds left while a wait runs for this account here or everywhere."""
    rows = sa.select(SignInFailure.blocked_until).where(
        SignInFailure.account == digest(email), SignInFailure.address.in_((address, EVERYWHERE))
    )
    if lock:  # waits for failures that are being counted right now; SQLite's writers queue anyway
        rows = rows.with_for_update()
    ends = [until for until in session.scalars(rows) if until is not None and until > clock.now()]
    if ends:
        raise SignInPaused(math.ceil((max(ends) - clock.now()).total_seconds()))


def count_failure(session: Session, email: str, address: str) -> None:
    """One more failure in a row, here and everywhere."""
    for place, rule in ((address, ONE_ADDRESS), (EVERYWHERE, ALL_ADDRESSES)):
        key = {"account": digest(email), "address": place}
        instant = clock.now()
        insert_if_absent(session, SignInFailure, {**key, "count": 0, "last_at": instant})
        row = (SignInFailure.account == key["account"], SignInFailure.address == place)
        counted = sa.update(SignInFailure).where(*row).values(count=SignInFailure.count + 1, last_at=instant)
        failures = session.execute(counted.returning(SignInFailure.count)).scalar_one()
        until = instant + timedelta(seconds=rule.wait_seconds(failures))
        session.execute(sa.update(SignInFailure).where(*row).values(blocked_until=until))


def forget_failures(session: Session, email: str, address: str | None = None) -> None:
    """End the row of failures: here and everywhere, or without an address at every single one."""
    rows = sa.delete(SignInFailure).where(SignInFailure.account == digest(email))
    if address is not None:
        rows = rows.where(SignInFailure.address.in_((address, EVERYWHERE)))
    session.execute(rows)


def forget_old(session: Session) -> None:
    """Drop what has been quiet for a day."""
    limit = clock.now() - FORGOTTEN_AFTER
    session.execute(sa.delete(SignInFailure).where(SignInFailure.last_at < limit))
