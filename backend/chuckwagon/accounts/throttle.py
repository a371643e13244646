"""Throttling of failed sign-ins, and the browsers and addresses that guesses elsewhere do not slow down.

Failures are counted per account and address, with long waits; per account over all addresses, with short waits; and
per address over all accounts. A successful sign-in resets the count of its account. After a hundred consecutive
failures an account is locked. Unknown e-mail addresses are counted like known ones.

A browser that the account knows is counted for itself alone: it neither waits for failures elsewhere nor adds to them,
because an attacker must not lock the owner out. Neither does a known address wait for them. A browser is known by a
random token in a cookie, which it gets with a complete sign-in or a link by e-mail; only its digest is stored. A
program without the cookie is known by its address, after a complete sign-in only. Both end half a year after the last
sign-in, and with all sessions of the user: a new password, signing out everywhere else and disabling forget them. The
kept session keeps its browser.
Why: docs/decisions/0054-known-browsers.md
"""

import math
from collections.abc import Sequence
from datetime import timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import KnownDevice, KnownSignInAddress, SignInFailure, User, UserSession
from chuckwagon.db import database, rate_limits
from chuckwagon.db.database import insert_if_absent
from chuckwagon.kit import clock
from chuckwagon.kit.errors import TooManyRequests
from chuckwagon.kit.ids import hash_secret

RETENTION = timedelta(days=180)
TOUCH_INTERVAL = timedelta(days=1)
MAX_DEVICES = 50  # per user; those that were used longest ago are forgotten first
# Links by e-mail vouch for any number of browsers. They share one counter until a sign-in there is complete, because
# the mailbox alone must not allow more guesses. For the same reason a link vouches for no address.
VOUCHED = "link"
_PROOF = "proof:"


def proof_account(user_id: str) -> str:
    """The name under which wrong proofs in sessions of the user are counted, apart from sign-ins by strangers."""
    return f"{_PROOF}{user_id}"


def _owns(account: str) -> sa.ColumnElement[bool]:
    """Whether a user is the one of an account: an e-mail address, or a `proof_account`."""
    return User.id == account.removeprefix(_PROOF) if account.startswith(_PROOF) else User.email == account


def find_device_counter(session: Session, account: str, device: str) -> str | None:
    """The name under which failures of this browser count; None if the account does not know it."""
    if not device:
        return None
    query = sa.select(KnownDevice.is_proven).join(User, User.id == KnownDevice.user_id)
    is_row = (_owns(account), KnownDevice.token_digest == device, KnownDevice.seen_at > clock.now() - RETENTION)
    is_proven = session.scalar(query.where(*is_row))
    if is_proven is None:
        return None
    return f"device:{device[:40]}" if is_proven else VOUCHED


def is_known_address(session: Session, account: str, address: str) -> bool:
    """Whether a program has signed in to the account from this address."""
    known = sa.select(sa.literal(1)).join_from(KnownSignInAddress, User, User.id == KnownSignInAddress.user_id)
    is_row = (KnownSignInAddress.address == address, KnownSignInAddress.seen_at > clock.now() - RETENTION)
    return session.scalar(known.where(_owns(account), *is_row)) is not None


def remember_place(session: Session, user_id: str, *, device: str, address: str) -> None:
    """Remember where a sign-in was complete: the browser, or without one the address. The caller holds the user's lock.

    `remember_device` alone is for a browser that only a link vouches for.
    """
    if device:
        remember_device(session, user_id, device, is_proven=True)
        return
    instant = clock.now()
    if not insert_if_absent(session, KnownSignInAddress, {"user_id": user_id, "address": address, "seen_at": instant}):
        row = (KnownSignInAddress.user_id == user_id, KnownSignInAddress.address == address)
        is_old = KnownSignInAddress.seen_at < instant - TOUCH_INTERVAL
        session.execute(sa.update(KnownSignInAddress).where(*row, is_old).values(seen_at=instant))


def remember_device(session: Session, user_id: str, device: str, *, is_proven: bool) -> None:
    """Remember the browser; it is proven once a sign-in there was complete. The caller holds the user's lock."""
    instant = clock.now()
    values = {"user_id": user_id, "token_digest": device, "is_proven": is_proven, "seen_at": instant}
    own = KnownDevice.user_id == user_id
    if not insert_if_absent(session, KnownDevice, values):
        is_due = sa.or_(KnownDevice.seen_at < instant - TOUCH_INTERVAL, KnownDevice.is_proven.is_(False))
        change = {"seen_at": instant} | ({"is_proven": True} if is_proven else {})
        session.execute(sa.update(KnownDevice).where(own, KnownDevice.token_digest == device, is_due).values(change))
        return
    newest = sa.select(KnownDevice.token_digest).where(own).order_by(KnownDevice.seen_at.desc()).limit(MAX_DEVICES)
    kept = session.scalars(newest).all()
    session.execute(sa.delete(KnownDevice).where(own, KnownDevice.token_digest.not_in(kept)))


def forget_places(session: Session, user_id: str, kept_session: str) -> None:
    """Forget all addresses of the user, and all browsers except the one of the session that stays."""
    is_kept = (UserSession.token_digest == kept_session, UserSession.user_id == user_id)
    kept = session.scalar(sa.select(UserSession.device).where(*is_kept)) or ""
    session.execute(sa.delete(KnownSignInAddress).where(KnownSignInAddress.user_id == user_id))
    others = (KnownDevice.user_id == user_id, KnownDevice.token_digest != kept)
    session.execute(sa.delete(KnownDevice).where(*others).execution_options(synchronize_session=False))


def forget_unused_device(session: Session, user_id: str, device: str) -> None:
    """Forget a browser whose session the user has ended, unless another session is open in it."""
    is_used = sa.exists().where(UserSession.user_id == user_id, UserSession.device == device)
    own = (KnownDevice.user_id == user_id, KnownDevice.token_digest == device)
    session.execute(sa.delete(KnownDevice).where(*own, ~is_used).execution_options(synchronize_session=False))


def purge_places(session: Session) -> None:
    """Delete places without a sign-in for half a year."""
    for table in (KnownDevice, KnownSignInAddress):
        session.execute(sa.delete(table).where(table.seen_at < clock.now() - RETENTION))


ANY_ADDRESS = ""
FIRST_WAIT_SECONDS = 2
RESET_AFTER = timedelta(days=1)
LOCK_AFTER_FAILURES = 100
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
    reason = "sign_in_shut"
    sentence = (
        "Too many failed sign-ins with this email address. Use your passkey, or the link we can send you by email."
    )


class SignInLockedWithoutMail(SignInLocked):
    """The same where no e-mail can be sent."""

    reason = "sign_in_shut_no_email"
    sentence = (
        "Too many failed sign-ins with this email address. Use your passkey, or ask an administrator for a new "
        "password."
    )


async def refuse_remembered_sign_in(account: str, *, address: str = "", device: str = "") -> None:
    """Raise as `refuse_throttled` did a moment ago for this account and place. For the event loop.

    `device` is one that the account knows, which waits for nothing but its own failures.
    """
    keys = (_account_key(account, device),) if device else (_minute_key(address), _account_key(account, address))
    await rate_limits.refuse_remembered_slowly(*keys)


def refuse_throttled(
    session: Session,
    account: str,
    address: str,
    *,
    device: str = "",
    max_failures_per_minute: int = MAX_FAILURES_PER_MINUTE,
    sends_email: bool = True,
    lock: bool = False,
) -> None:
    """Raise SignInPaused while this account or place must wait, or SignInLocked while the account is locked.

    Both name the seconds left. `lock` locks the counters until the transaction ends.
    """
    counter = find_device_counter(session, account, device)
    if counter is not None:
        left = _seconds_left(_list_failures(session, account, (counter,), lock=lock and _account_key(account, counter)))
        _refuse_for(left, (_account_key(account, device), left))
        return
    key = _minute_key(address)
    counted = _list_failures(session, account, (address, ANY_ADDRESS), lock=lock and key)
    failures = [row for row in counted if _applies(session, row, account, address)]
    _refuse_locked(failures, _account_key(account, address), SignInLocked if sends_email else SignInLockedWithoutMail)
    left = _seconds_left(failures)
    of_address = rate_limits.get_retry_after_seconds(
        session, key, limit=max_failures_per_minute, seconds=MINUTE_SECONDS
    )
    _refuse_for(
        max(left, of_address), (key, of_address and max(left, of_address)), (_account_key(account, address), left)
    )


def _list_failures(
    session: Session, account: str, places: tuple[str, ...], *, lock: str | bool
) -> Sequence[SignInFailure]:
    """The account's failures at these places; with the name of a lock, locked."""
    rows = sa.select(SignInFailure).where(
        SignInFailure.account == hash_secret(account), SignInFailure.address.in_(places)
    )
    if lock:  # so that failures being counted right now are included; SQLite's writers are serialized anyway
        database.lock_transaction(session, str(lock))
        rows = rows.with_for_update().execution_options(populate_existing=True)
    return session.scalars(rows).all()


def _seconds_left(failures: Sequence[SignInFailure]) -> int:
    """Seconds until the last of the waits is over. One beyond the longest is by a clock that was set back since."""
    latest = clock.now() + timedelta(seconds=ONE_ADDRESS.max_wait_seconds)
    ends = [row.blocked_until for row in failures if row.blocked_until is not None and row.blocked_until <= latest]
    return math.ceil((max(ends) - clock.now()).total_seconds()) if ends else 0


def _refuse_for(left: int, *remembered: tuple[str, int]) -> None:
    """Remember each key for its seconds, and raise SignInPaused if any are left."""
    for key, seconds in remembered:
        if seconds > 0:
            rate_limits.remember_refusal(key, SignInPaused, seconds)
    if left > 0:
        raise SignInPaused(left)


def _applies(session: Session, row: SignInFailure, account: str, address: str) -> bool:
    """Whether the row makes this address wait. Failures elsewhere do not delay a known address.

    Known addresses are looked up only if the row would cause a wait.
    """
    is_elsewhere = row.address == ANY_ADDRESS and row.count > ALL_ADDRESSES.free_failures
    return not is_elsewhere or not is_known_address(session, account, address)


def _refuse_locked(failures: Sequence[SignInFailure], key: str, error: type[SignInLocked]) -> None:
    for row in failures:
        left = (row.last_at + RESET_AFTER - clock.now()).total_seconds()
        if row.address == ANY_ADDRESS and row.count >= LOCK_AFTER_FAILURES and left > 0:
            rate_limits.remember_refusal(key, error, math.ceil(left))
            raise error(math.ceil(left))


def count_failure(
    session: Session,
    account: str,
    address: str,
    *,
    device: str = "",
    max_failures_per_minute: int = MAX_FAILURES_PER_MINUTE,
) -> None:
    """Count a failure of the account at this address, of the account overall, and of the address overall.

    The first two set the time until which the account is blocked there. The third uses up one of the address's failures
    per minute. A device that the account knows is counted alone.
    """
    counter = find_device_counter(session, account, device)
    if counter is not None:
        _count_at(session, account, counter, ONE_ADDRESS)
        return
    _count_at(session, account, address, ONE_ADDRESS)
    _count_at(session, account, ANY_ADDRESS, ALL_ADDRESSES)
    rate_limits.try_consume(session, _minute_key(address), limit=max_failures_per_minute, seconds=MINUTE_SECONDS)


def _count_at(session: Session, account: str, place: str, rule: BackoffRule) -> None:
    key = {"account": hash_secret(account), "address": place}
    instant = clock.now()
    insert_if_absent(session, SignInFailure, {**key, "count": 0, "last_at": instant})
    row = (SignInFailure.account == key["account"], SignInFailure.address == place)
    is_forgotten = SignInFailure.last_at < instant - RESET_AFTER
    more = sa.case((is_forgotten, 1), else_=SignInFailure.count + 1)
    counted = sa.update(SignInFailure).where(*row).values(count=more, last_at=instant)
    failures = session.execute(counted.returning(SignInFailure.count)).scalar_one()
    until = instant + timedelta(seconds=rule.wait_seconds(failures))
    session.execute(sa.update(SignInFailure).where(*row).values(blocked_until=until))


def record_success(session: Session, user: User, address: str, device: str) -> None:
    """Reset the account's failures of this place, and remember it as known. The caller holds the user's lock."""
    clear_failures_at(session, user.email, address, device)
    remember_place(session, user.id, device=device, address=address)


def clear_failures_at(session: Session, account: str, address: str, device: str) -> None:
    """Reset the account's failures of this address and overall; of a known device its own alone."""
    counter = find_device_counter(session, account, device)
    forget_refusals(account)
    places = (address, ANY_ADDRESS) if counter is None else (counter,)
    of_account = SignInFailure.account == hash_secret(account)
    session.execute(sa.delete(SignInFailure).where(of_account, SignInFailure.address.in_(places)))


def clear_failures(session: Session, account: str) -> None:
    """Reset the account's failures of every place."""
    forget_refusals(account)
    session.execute(sa.delete(SignInFailure).where(SignInFailure.account == hash_secret(account)))


def forget_refusals(account: str) -> None:
    """Forget, in this process, where the account was refused a moment ago."""
    rate_limits.forget_refusals(_account_key(account, ""))


def purge_failures_and_places(session: Session) -> None:
    """Delete failures older than a day, and devices and addresses without a sign-in for half a year."""
    session.execute(sa.delete(SignInFailure).where(SignInFailure.last_at < clock.now() - RESET_AFTER))
    purge_places(session)


def _minute_key(address: str) -> str:
    return f"sign-in:{address}"


def _account_key(account: str, place: str) -> str:
    return f"sign-in-of:{hash_secret(account)}@{place}"
