"""Throttling of failed sign-ins.

Failures are counted per account and address, with long waits; per account over all addresses, with short waits; and
per address over all accounts. A successful sign-in resets the count of its account. After a hundred consecutive
failures an account is locked, except for addresses from which it was signed in before. Failures elsewhere never delay
such a known address, because an attacker must not lock the owner out. Unknown e-mail addresses are counted like known
ones.
"""

import math
from collections.abc import Sequence
from datetime import timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import KnownSignInAddress, SignInFailure, User
from chuckwagon.db import locks, rate_limits
from chuckwagon.db.database import insert_if_absent
from chuckwagon.kit import clock
from chuckwagon.kit.errors import TooManyRequests
from chuckwagon.kit.ids import hash_secret

ANY_ADDRESS = ""
FIRST_WAIT_SECONDS = 2
RESET_AFTER = timedelta(days=1)
LOCK_AFTER_FAILURES = 100
KNOWN_ADDRESS_RETENTION = timedelta(days=180)
TOUCH_INTERVAL = timedelta(days=1)
MAX_FAILURES_PER_MINUTE = 30  # from one address, over all accounts
MINUTE_SECONDS = 60


class BackoffRule(msgspec.Struct, frozen=True):
    """Number of failures without a wait, and the longest wait after that."""

    free_failures: int
    max_wait_seconds: int

    def wait_seconds(self, failures: int) -> int:
        """Wait in seconds after consecutive failures: none at first, then doubling up to the maximum."""
        beyond = failures - self.free_failures
        return 0 if beyond <= 0 else min(self.max_wait_seconds, FIRST_WAIT_SECONDS * 2 ** min(beyond - 1, 20))


ONE_ADDRESS = BackoffRule(free_failures=5, max_wait_seconds=15 * 60)
ALL_ADDRESSES = BackoffRule(free_failures=20, max_wait_seconds=60)


class SignInPaused(TooManyRequests):
    code = "sign_in_paused"
    sentence = "Too many failed sign-ins. Please wait a moment and try again."


class SignInLocked(TooManyRequests):
    code = "sign_in_shut"
    sentence = (
        "Too many failed sign-ins with this email address. Please sign in from a place where you have signed "
        "in before, or ask an administrator for a new password."
    )


def refuse_remembered(email: str, address: str) -> None:
    """Raise as `refuse_throttled` did a moment ago for this account and address. For the event loop."""
    rate_limits.refuse_remembered(_minute_key(address), _account_key(email, address))


def refuse_throttled(
    session: Session,
    email: str,
    address: str,
    *,
    max_failures_per_minute: int = MAX_FAILURES_PER_MINUTE,
    lock: bool = False,
) -> None:
    """Raise SignInPaused while this account or address must wait, or SignInLocked while the account is locked.

    Both name the seconds left. `lock` locks the counters until the transaction ends.
    """
    rows = sa.select(SignInFailure).where(
        SignInFailure.account == hash_secret(email), SignInFailure.address.in_((address, ANY_ADDRESS))
    )
    if lock:  # so that failures being counted right now are included; SQLite's writers are serialized anyway
        locks.lock_transaction(session, _minute_key(address))
        rows = rows.with_for_update().execution_options(populate_existing=True)
    failures = [row for row in session.scalars(rows) if _applies(session, row, email, address)]
    _refuse_locked(failures, _account_key(email, address))
    latest = clock.now() + timedelta(
        seconds=ONE_ADDRESS.max_wait_seconds
    )  # beyond it: by a clock that was set back since
    ends = [row.blocked_until for row in failures if row.blocked_until is not None and row.blocked_until <= latest]
    left = math.ceil((max(ends) - clock.now()).total_seconds()) if ends else 0
    key, seconds = _minute_key(address), MINUTE_SECONDS
    of_address = rate_limits.get_retry_after_seconds(session, key, limit=max_failures_per_minute, seconds=seconds)
    if of_address > 0:
        rate_limits.remember_refusal(key, SignInPaused, max(left, of_address))
    if left > 0:
        rate_limits.remember_refusal(_account_key(email, address), SignInPaused, left)
    if max(left, of_address) > 0:
        raise SignInPaused(max(left, of_address))


def _applies(session: Session, row: SignInFailure, email: str, address: str) -> bool:
    """Whether the row makes this address wait. Failures elsewhere do not delay a known address.

    Known addresses are looked up only if the row would cause a wait.
    """
    is_elsewhere = row.address == ANY_ADDRESS and row.count > ALL_ADDRESSES.free_failures
    return not is_elsewhere or not _is_known_address(session, email, address)


def _refuse_locked(failures: Sequence[SignInFailure], key: str) -> None:
    for row in failures:
        left = (row.last_at + RESET_AFTER - clock.now()).total_seconds()
        if row.address == ANY_ADDRESS and row.count >= LOCK_AFTER_FAILURES and left > 0:
            rate_limits.remember_refusal(key, SignInLocked, math.ceil(left))
            raise SignInLocked(math.ceil(left))


def _is_known_address(session: Session, email: str, address: str) -> bool:
    known = sa.select(sa.literal(1)).join_from(KnownSignInAddress, User, User.id == KnownSignInAddress.user_id)
    return session.scalar(known.where(User.email == email, KnownSignInAddress.address == address)) is not None


def count_failure(
    session: Session, email: str, address: str, *, max_failures_per_minute: int = MAX_FAILURES_PER_MINUTE
) -> None:
    """Count a failure of the account at this address, of the account overall, and of the address overall.

    The first two set the time until which the account is blocked there. The third uses up one of the address's failures
    per minute.
    """
    for counted_address, rule in ((address, ONE_ADDRESS), (ANY_ADDRESS, ALL_ADDRESSES)):
        key = {"account": hash_secret(email), "address": counted_address}
        instant = clock.now()
        insert_if_absent(session, SignInFailure, {**key, "count": 0, "last_at": instant})
        row = (SignInFailure.account == key["account"], SignInFailure.address == counted_address)
        is_forgotten = SignInFailure.last_at < instant - RESET_AFTER
        more = sa.case((is_forgotten, 1), else_=SignInFailure.count + 1)
        counted = sa.update(SignInFailure).where(*row).values(count=more, last_at=instant)
        failures = session.execute(counted.returning(SignInFailure.count)).scalar_one()
        until = instant + timedelta(seconds=rule.wait_seconds(failures))
        session.execute(sa.update(SignInFailure).where(*row).values(blocked_until=until))
    rate_limits.try_consume(session, _minute_key(address), limit=max_failures_per_minute, seconds=MINUTE_SECONDS)


def record_success(session: Session, user: User, address: str) -> None:
    """Reset the account's failures of this address and overall, and remember the address as known."""
    clear_failures(session, user.email, address)
    instant = clock.now()
    key = {"user_id": user.id, "address": address}
    if not insert_if_absent(session, KnownSignInAddress, {**key, "seen_at": instant}):
        row = (KnownSignInAddress.user_id == user.id, KnownSignInAddress.address == address)
        is_old = KnownSignInAddress.seen_at < instant - TOUCH_INTERVAL
        session.execute(sa.update(KnownSignInAddress).where(*row, is_old).values(seen_at=instant))


def clear_failures(session: Session, email: str, address: str | None = None) -> None:
    """Reset the account's failures of this address and overall, or of every address if none is given."""
    rate_limits.forget_refusals(_account_key(email, ""))
    rows = sa.delete(SignInFailure).where(SignInFailure.account == hash_secret(email))
    if address is not None:
        rows = rows.where(SignInFailure.address.in_((address, ANY_ADDRESS)))
    session.execute(rows)


def purge_failures_and_addresses(session: Session) -> None:
    """Delete failures older than a day and addresses without a sign-in for half a year."""
    instant = clock.now()
    session.execute(sa.delete(SignInFailure).where(SignInFailure.last_at < instant - RESET_AFTER))
    session.execute(sa.delete(KnownSignInAddress).where(KnownSignInAddress.seen_at < instant - KNOWN_ADDRESS_RETENTION))


def _minute_key(address: str) -> str:
    return f"sign-in:{address}"


def _account_key(email: str, address: str) -> str:
    return f"sign-in-of:{hash_secret(email)}@{address}"
