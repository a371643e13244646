"""Browsers and addresses from which users are known, so that guesses elsewhere do not slow their owners down.

A browser is known by a random token in a cookie, which it gets with a complete sign-in or a link by e-mail; only its
digest is stored. A program without the cookie is known by its address, after a complete sign-in only. Both end half a
year after the last sign-in, and with all sessions of the user: a new password, signing out everywhere else and
disabling forget them. The kept session keeps its browser.
Why: docs/decisions/0054-known-browsers.md
"""

from datetime import timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import KnownDevice, KnownSignInAddress, User, UserSession
from chuckwagon.db.database import insert_if_absent
from chuckwagon.kit import clock

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
