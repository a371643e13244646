"""Failed sign-ins slow down the next ones; successful ones never count and end the row of failures.

Counted per account and address, with long waits; per account over all addresses, with short ones; and per
address over all accounts. After a hundred in a row only those places get in that the account was signed in
from before. Such a place never waits for what was done elsewhere: who hammers an account must not shut its
owner out. An unknown e-mail counts like a known one.
"""

import math
from collections.abc import Sequence
from datetime import timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import SignInAddress, SignInFailure, User
from chuckwagon.core import clock, limits
from chuckwagon.core.db import insert_if_absent
from chuckwagon.core.errors import TooManyRequests
from chuckwagon.core.ids import digest

EVERYWHERE = ""
FIRST_WAIT_SECONDS = 2
FORGOTTEN_AFTER = timedelta(days=1)
SHUT_AFTER = 100
ADDRESS_KNOWN_FOR = timedelta(days=180)
ADDRESS_SEEN_EVERY = timedelta(days=1)
MOST_A_MINUTE = 30  # failures from one address, whatever the accounts
MINUTE_SECONDS = 60


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


class SignInShut(TooManyRequests):
    code = "sign_in_shut"
    sentence = (
        "Too many failed sign-ins with this email address. Please sign in from a place where you have signed "
        "in before, or ask an administrator for a new password."
    )


def refuse_waiting(
    session: Session, email: str, address: str, *, most_a_minute: int = MOST_A_MINUTE, lock: bool = False
) -> None:
    """Raise SignInPaused or SignInShut, with the seconds left, while this account or address has to wait."""
    rows = sa.select(SignInFailure).where(
        SignInFailure.account == digest(email), SignInFailure.address.in_((address, EVERYWHERE))
    )
    if lock:  # waits for failures that are being counted right now; SQLite's writers queue anyway
        limits.queue_up(session, _minute_key(address))
        rows = rows.with_for_update().execution_options(populate_existing=True)
    failures = [row for row in session.scalars(rows) if _concerns(session, row, email, address)]
    _refuse_shut(failures)
    ends = [row.blocked_until for row in failures if row.blocked_until is not None]
    left = math.ceil((max(ends) - clock.now()).total_seconds()) if ends else 0
    key, seconds = _minute_key(address), MINUTE_SECONDS
    left = max(left, limits.seconds_until_room(session, key, limit=most_a_minute, seconds=seconds))
    if left > 0:
        raise SignInPaused(left)


def _concerns(session: Session, row: SignInFailure, email: str, address: str) -> bool:
    """What was done elsewhere is nothing to a known place; asked only once it would hold somebody up."""
    is_elsewhere = row.address == EVERYWHERE and row.count > ALL_ADDRESSES.free
    return not is_elsewhere or not _is_known(session, email, address)


def _refuse_shut(failures: Sequence[SignInFailure]) -> None:
    for row in failures:
        left = (row.last_at + FORGOTTEN_AFTER - clock.now()).total_seconds()
        if row.address == EVERYWHERE and row.count >= SHUT_AFTER and left > 0:
            raise SignInShut(math.ceil(left))


def _is_known(session: Session, email: str, address: str) -> bool:
    known = sa.select(sa.literal(1)).join_from(SignInAddress, User, User.id == SignInAddress.user_id)
    return session.scalar(known.where(User.email == email, SignInAddress.address == address)) is not None


def count_failure(session: Session, email: str, address: str, *, most_a_minute: int = MOST_A_MINUTE) -> None:
    """One more failure in a row, here and everywhere, and one more of this address."""
    for place, rule in ((address, ONE_ADDRESS), (EVERYWHERE, ALL_ADDRESSES)):
        key = {"account": digest(email), "address": place}
        instant = clock.now()
        insert_if_absent(session, SignInFailure, {**key, "count": 0, "last_at": instant})
        row = (SignInFailure.account == key["account"], SignInFailure.address == place)
        is_forgotten = SignInFailure.last_at < instant - FORGOTTEN_AFTER
        more = sa.case((is_forgotten, 1), else_=SignInFailure.count + 1)
        counted = sa.update(SignInFailure).where(*row).values(count=more, last_at=instant)
        failures = session.execute(counted.returning(SignInFailure.count)).scalar_one()
        until = instant + timedelta(seconds=rule.wait_seconds(failures))
        session.execute(sa.update(SignInFailure).where(*row).values(blocked_until=until))
    limits.take(session, _minute_key(address), limit=most_a_minute, seconds=MINUTE_SECONDS)


def note_success(session: Session, user: User, address: str) -> None:
    """End the row of failures here and everywhere, and know the address from now on."""
    forget_failures(session, user.email, address)
    instant = clock.now()
    key = {"user_id": user.id, "address": address}
    if not insert_if_absent(session, SignInAddress, {**key, "seen_at": instant}):
        row = (SignInAddress.user_id == user.id, SignInAddress.address == address)
        is_old = SignInAddress.seen_at < instant - ADDRESS_SEEN_EVERY
        session.execute(sa.update(SignInAddress).where(*row, is_old).values(seen_at=instant))


def forget_failures(session: Session, email: str, address: str | None = None) -> None:
    """End the row of failures: here and everywhere, or without an address at every single one."""
    rows = sa.delete(SignInFailure).where(SignInFailure.account == digest(email))
    if address is not None:
        rows = rows.where(SignInFailure.address.in_((address, EVERYWHERE)))
    session.execute(rows)


def forget_old(session: Session) -> None:
    """Drop what has been quiet for a day, and places that nobody has signed in from for half a year."""
    instant = clock.now()
    session.execute(sa.delete(SignInFailure).where(SignInFailure.last_at < instant - FORGOTTEN_AFTER))
    session.execute(sa.delete(SignInAddress).where(SignInAddress.seen_at < instant - ADDRESS_KNOWN_FOR))


def _minute_key(address: str) -> str:
    return f"sign-in:{address}"
