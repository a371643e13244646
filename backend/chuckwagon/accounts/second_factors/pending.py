"""Sign-ins that wait for a second factor: random tokens of one user, stored as digests, that work once."""

from datetime import datetime, timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import User
from chuckwagon.accounts.second_factors.models import AuthenticatorSetup, PendingSignIn
from chuckwagon.accounts.second_factors.passkeys import purge_challenges
from chuckwagon.accounts.second_factors.queries import list_methods
from chuckwagon.accounts.second_factors.schemas import Method, PendingAnswer, SecondFactorNeeded
from chuckwagon.db.database import try_update_one
from chuckwagon.kit import clock
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.ids import hash_secret, new_secret

LIFETIME = timedelta(minutes=10)
MAX_PENDING = 20  # per user; who knows the password must not fill the table


class PendingUser(msgspec.Struct, frozen=True):
    """The user of a sign-in that waits, and whether its session will be a remembered one."""

    user_id: str
    email: str
    is_remembered: bool


def open_pending(session: Session, user_id: str, *, is_remembered: bool) -> tuple[str, datetime]:
    """Return (token, expires_at) of a new sign-in that waits.

    From MAX_PENDING on, the user's oldest ones are deleted. The caller holds the user's row lock, which makes the
    number exact.
    """
    token, expires_at = new_secret(), clock.now() + LIFETIME
    of_user = PendingSignIn.user_id == user_id
    newest = sa.select(PendingSignIn.token_digest).where(of_user).order_by(PendingSignIn.expires_at.desc())
    kept = session.scalars(newest.limit(MAX_PENDING - 1)).all()
    session.execute(sa.delete(PendingSignIn).where(of_user, PendingSignIn.token_digest.not_in(kept)))
    row = {"token_digest": hash_secret(token), "user_id": user_id, "is_remembered": is_remembered}
    session.execute(sa.insert(PendingSignIn).values(**row, expires_at=expires_at))
    return token, expires_at


def find_pending(session: Session, token: str) -> PendingUser | None:
    """The active user whose sign-in waits for this token; None for a token that is unknown, used or over."""
    query = sa.select(User.id, User.email, PendingSignIn.is_remembered).join(User, User.id == PendingSignIn.user_id)
    row = session.execute(query.where(*_works(token), User.is_active.is_(True))).one_or_none()
    return None if row is None else PendingUser(*row)


def claim_pending(session: Session, token: str, user_id: str) -> bool:
    """Delete the sign-in that waits, so that its token works once.

    Returns False if the token is unknown, used or over, or belongs to another user.
    """
    used = sa.delete(PendingSignIn).where(*_works(token), PendingSignIn.user_id == user_id)
    return try_update_one(session, used)


def _works(token: str) -> tuple[sa.ColumnElement[bool], ...]:
    return (PendingSignIn.token_digest == hash_secret(token), PendingSignIn.expires_at > clock.now())


def ask_for_second_factor(session: Session, user_id: str, *, is_remembered: bool) -> SecondFactorNeeded:
    """Store a sign-in that waits, after the right password, and return the answer that asks for a second factor.

    The caller holds the user's row lock.
    """
    token, expires_at = open_pending(session, user_id, is_remembered=is_remembered)
    methods: list[Method] = list_methods(session, user_id)  # type: ignore[assignment]
    return SecondFactorNeeded(PendingAnswer(token, methods, to_iso(expires_at)))


def purge_pending(session: Session) -> None:
    """Delete sign-ins, set-ups and challenges whose time is over."""
    for table in (PendingSignIn, AuthenticatorSetup):
        session.execute(sa.delete(table).where(table.expires_at <= clock.now()))
    purge_challenges(session)
