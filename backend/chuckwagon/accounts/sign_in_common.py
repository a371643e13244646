"""What the ways to sign in share: where a try comes from, the throttle, and the opening of the session."""

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.accounts import audit_events, queries, sessions, throttle
from chuckwagon.accounts.models import User
from chuckwagon.accounts.schemas import SignInAnswer
from chuckwagon.audit.log import RequestSource


class SignInSource(msgspec.Struct, frozen=True):
    """Source of a check of a password or second factor.

    `address` is the client's key for rate limits, and `max_failures_per_minute` its limit. `origin` is the request
    source for the audit log. `user_agent` is the text with which the browser names itself, and
    `site_origin` the origin of our own pages.
    """

    address: str
    max_failures_per_minute: int = throttle.MAX_FAILURES_PER_MINUTE
    origin: RequestSource = RequestSource()
    user_agent: str = ""
    site_origin: str = ""


def refuse_throttled(session: Session, email: str, source: SignInSource, *, lock: bool = False) -> None:
    """Raise SignInPaused or SignInLocked while this account or address must wait."""
    throttle.refuse_throttled(
        session, email, source.address, max_failures_per_minute=source.max_failures_per_minute, lock=lock
    )


def count_failure(session: Session, email: str, source: SignInSource) -> None:
    """Count a wrong password or second factor of this account."""
    throttle.count_failure(session, email, source.address, max_failures_per_minute=source.max_failures_per_minute)


def open_user_session(
    session: Session, user: User, source: SignInSource, *, is_remembered: bool, method: str = ""
) -> SignInAnswer:
    """Open a session after all checks. `method` is the kind of the second factor. The caller holds the user's lock."""
    throttle.record_success(session, user, source.address)
    device = sessions.Device(source.user_agent, source.origin.address)
    token = sessions.open_session(session, user.id, is_remembered=is_remembered, device=device)
    audit_events.record_sign_in(session, user, source.origin, is_remembered=is_remembered, method=method)
    return SignInAnswer(token, queries.get_user_answer(session, user.id))
