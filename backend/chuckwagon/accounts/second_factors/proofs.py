"""Recent proof: whether a session has shown within ten minutes that its user is there; and who must have a factor.

A sign-in is a proof. Afterwards a user with a second factor proves it again, one without enters the password.

Why: docs/decisions/0047-second-factor.md
"""

from datetime import datetime, timedelta
from typing import Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import SUPERADMIN, UserSession, user_has_factor
from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.schemas import UserAnswer
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict, NotAllowed

LIFETIME = timedelta(minutes=10)


class ReauthenticationRequired(NotAllowed):
    """The session has no recent proof. The same request succeeds after POST /api/auth/proof."""

    code = "reauthentication_required"
    sentence = "Please confirm that it is you."


def require_proof(session: Session, actor: Actor) -> None:
    """Raise ReauthenticationRequired unless the actor's session has a recent proof."""
    proven_at = session.scalar(sa.select(UserSession.proven_at).where(UserSession.token_digest == actor.session_id))
    if proven_at is None or proven_at <= clock.now() - LIFETIME:
        raise ReauthenticationRequired


def require_proof_of_factor(session: Session, actor: Actor) -> None:
    """Raise ReauthenticationRequired if the actor has a second factor but no recent proof.

    Only for a request that has the user's password in it, which is the proof of a user without a factor.
    """
    if user_has_factor(session, actor.user_id):
        require_proof(session, actor)


def require_proof_above(session: Session, actor: Actor, cents: int, free_cents: int) -> None:
    """Raise ReauthenticationRequired as `require_proof`, if more than `free_cents` is refunded."""
    if cents > free_cents:
        require_proof(session, actor)


def record_proof(session: Session, session_id: str) -> datetime:
    """Record that the session's user was there just now. Returns until when that counts."""
    instant = clock.now()
    own = sa.update(UserSession).where(UserSession.token_digest == session_id)
    session.execute(own.values(proven_at=instant).execution_options(synchronize_session=False))
    return instant + LIFETIME


Requirement = Literal["none", "superadmins", "everyone"]


class SecondFactorRequired(NotAllowed):
    """The user has to set up a second factor before anything else."""

    code = "second_factor_required"
    sentence = "Your account needs a second factor. Set one up in your profile, under Security."


class LastFactorRequired(Conflict):
    code = "last_factor_required"
    sentence = "Your account needs a second factor. Add another one before you remove this one."


def is_required(requirement: Requirement, role: str) -> bool:
    """Whether users with this role must have a second factor."""
    return requirement == "everyone" or (requirement == "superadmins" and role == SUPERADMIN)


def mark_requirement(user: UserAnswer, requirement: Requirement) -> UserAnswer:
    """Return the user with `needs_second_factor` set if one is required and missing, for the user's own screens."""
    is_missing = is_required(requirement, user.role) and user.has_second_factor is not True
    return msgspec.structs.replace(user, needs_second_factor=True) if is_missing else user
