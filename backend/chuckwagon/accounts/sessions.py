"""Sessions of signed-in users: random tokens that expire, stored as digests; how users end them; and recent proof.

In lists a session is named by an ID that is derived from the digest of its token. Neither the token nor its digest can
be computed from it, and it opens nothing. Live streams of an ended session close with their next check.

A proof is recent for ten minutes: it shows that the session's user is there. A sign-in is one. Afterwards a user with a
second factor proves it again, one without enters the password. Who must have a factor is decided here, too.

Why: docs/decisions/0047-second-factor.md
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts import audit_events, queries
from chuckwagon.accounts.models import SUPERADMIN, PendingSignIn, User, UserSession, user_has_factor
from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.queries import is_own_truck, truck_columns, truck_table
from chuckwagon.accounts.schemas import SessionAnswer, UserAnswer
from chuckwagon.accounts.throttle import forget_places, forget_unused_device
from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import Database, UtcDateTime, try_update_one
from chuckwagon.kit import clock
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.errors import Conflict, NotAllowed, NotFound
from chuckwagon.kit.ids import hash_secret, new_secret
from chuckwagon.kit.sentences import Sentence

LIFETIME = timedelta(hours=24)
REMEMBERED_LIFETIME = timedelta(days=30)
IDLE_LIMIT = timedelta(hours=8)
TOUCH_INTERVAL = timedelta(minutes=5)
PROOF_LIFETIME = timedelta(minutes=10)
MAX_SESSIONS = 500  # per user; far more than one person's devices, but a script must not fill the table


class Device(msgspec.Struct, frozen=True):
    """What the list of sessions says about the sign-in: the browser's name for itself, and the network.

    `digest` is that of the browser's token.
    """

    user_agent: str = ""
    network: str = ""
    digest: str = ""


NO_DEVICE = Device()


def open_session(session: Session, user_id: str, *, is_remembered: bool, device: Device = NO_DEVICE) -> str:
    """Open a session and return its token. The caller holds the user's row lock, which makes MAX_SESSIONS exact.

    Deletes the user's expired sessions and, from MAX_SESSIONS on, those that were used longest ago.
    """
    token, instant = new_secret(), clock.now()
    of_user = UserSession.user_id == user_id
    newest = (
        sa.select(UserSession.token_digest)
        .where(of_user, *_not_expired(*_limits()))
        .order_by(UserSession.seen_at.desc(), UserSession.token_digest)
        .limit(MAX_SESSIONS - 1)
    )
    kept = session.scalars(newest).all()
    session.execute(sa.delete(UserSession).where(of_user, UserSession.token_digest.not_in(kept)))
    session.add(
        UserSession(
            token_digest=hash_secret(token),
            user_id=user_id,
            is_remembered=is_remembered,
            created_at=instant,
            seen_at=instant,
            expires_at=instant + (REMEMBERED_LIFETIME if is_remembered else LIFETIME),
            proven_at=instant,
            user_agent=device.user_agent or None,
            network=device.network or None,
            device=device.digest or None,
        )
    )
    session.flush()
    return token


def find_actor_by_token(session: Session, token: str) -> tuple[Actor, bool] | None:
    """Return (actor, is_touch_due): the token's user, and whether to update `seen_at`.

    The actor has the current role and truck. None for an unknown or expired token and for a disabled user.
    """
    now, idle_since = _limits()
    row = _find_actor().first(session, {"digest": hash_secret(token), "now": now, "idle_since": idle_since})
    if row is None:
        return None
    *actor, seen_at = row
    return Actor(*actor), now - seen_at > TOUCH_INTERVAL


def list_actors(session: Session, session_ids: Collection[str]) -> dict[str, Actor]:
    """Active users of the sessions that are still valid, keyed by session ID, with current role and truck."""
    query = _select_actors().where(*_not_expired(*_limits()), UserSession.token_digest.in_(session_ids))
    actors = [Actor(*row[:-1]) for row in session.execute(query)]
    return {str(actor.session_id): actor for actor in actors}


@cache
def _find_actor() -> CompiledStatement:
    """The statement of every request of the staff, built once the tables are imported."""
    limits = (sa.bindparam(name, type_=UtcDateTime) for name in ("now", "idle_since"))
    is_asked_for = UserSession.token_digest == sa.bindparam("digest")
    return CompiledStatement(_select_actors().where(is_asked_for, *_not_expired(*limits)))


def _select_actors() -> sa.Select[Any]:
    """Select the fields of Actor and `seen_at` for the sessions of active users, expired sessions included.

    Staff of an archived truck have no truck.
    """
    truck = truck_columns()
    columns: tuple[Any, ...] = (
        User.id,
        User.role,
        truck.id.label("truck_id"),
        UserSession.token_digest,
        User.name,
        UserSession.seen_at,
    )
    return (
        sa.select(*columns)
        .join(UserSession, UserSession.user_id == User.id)
        .outerjoin(truck_table(), is_own_truck())
        .where(User.is_active.is_(True))
    )


def touch_session(session: Session, actor: Actor) -> None:
    """Record that the session was used just now."""
    row = UserSession.token_digest == actor.session_id
    session.execute(sa.update(UserSession).where(row).values(seen_at=clock.now()))


def end_session(session: Session, token: str) -> None:
    """End the session of the token, if there is one."""
    session.execute(sa.delete(UserSession).where(UserSession.token_digest == hash_secret(token)))


def list_sessions(session: Session, user_id: str) -> list[UserSession]:
    """The user's sessions that are not over, those used last first; at most MAX_SESSIONS."""
    query = sa.select(UserSession).where(UserSession.user_id == user_id, *_not_expired(*_limits()))
    return list(session.scalars(query.order_by(UserSession.seen_at.desc(), UserSession.token_digest)))


def end_session_of(session: Session, user_id: str, session_id: str) -> bool:
    """End this session of this user and forget its browser. Returns False if it has ended, or is another user's."""
    row = (UserSession.user_id == user_id, UserSession.token_digest == session_id)
    device = session.scalar(sa.select(UserSession.device).where(*row))
    has_ended = try_update_one(session, sa.delete(UserSession).where(*row))
    if has_ended and device:
        forget_unused_device(session, user_id, device)
    return has_ended


def end_other_sessions(session: Session, user_id: str, kept_id: str) -> int:
    """End every session of the user except `kept_id`, the caller's. Returns how many were ended.

    For a caller who is another user, or with an empty `kept_id`, all sessions of the user end. Sign-ins that wait for a
    second factor end too, and no place is known any more but the browser of `kept_id`.
    """
    forget_places(session, user_id, kept_id)
    session.execute(sa.delete(PendingSignIn).where(PendingSignIn.user_id == user_id))
    rows = (UserSession.user_id == user_id, UserSession.token_digest != kept_id)
    ended = sa.delete(UserSession).where(*rows).returning(UserSession.token_digest)
    return len(session.scalars(ended, execution_options={"synchronize_session": False}).all())


def purge_expired(session: Session) -> None:
    """Delete the rows of expired sessions, in the caller's transaction."""
    session.execute(sa.delete(UserSession).where(sa.not_(sa.and_(*_not_expired(*_limits())))))


def select_living() -> sa.Select[Any]:
    """Select the digests of the sessions that are not over. The row of an expired one is deleted some time later."""
    return sa.select(UserSession.token_digest).where(*_not_expired(*_limits()))


def _limits() -> tuple[datetime, datetime]:
    """Return (now, idle_since). A session that is not remembered has expired if last used before `idle_since`."""
    now = clock.now()
    return now, now - IDLE_LIMIT


def _not_expired(now: Any, idle_since: Any) -> tuple[sa.ColumnElement[bool], ...]:
    return (
        UserSession.expires_at > now,
        sa.or_(UserSession.is_remembered.is_(True), UserSession.seen_at > idle_since),
    )


ID_LENGTH = 24
SESSION_OVER = Sentence("This session has ended already.", "session_not_found")


def list_own(session: Session, actor: Actor) -> list[SessionAnswer]:
    """The actor's sessions, the own one first, then those used last."""
    found = [_describe(row, actor) for row in list_sessions(session, actor.user_id)]
    return sorted(found, key=lambda one: not one.is_current)


def end_one(db: Database, actor: Actor, session_id: str) -> None:
    """End one of the actor's sessions. Raises NotFound, also for a session of another user."""

    def end(session: Session) -> None:
        rows = list_sessions(session, actor.user_id)
        digest = next((row.token_digest for row in rows if public_id(row.token_digest) == session_id), None)
        if digest is None or not end_session_of(session, actor.user_id, digest):
            raise NotFound(SESSION_OVER)
        _record(session, actor, 1)

    db.write(end)


def end_others(db: Database, actor: Actor) -> int:
    """End all of the actor's sessions except the one of the request. Returns how many were ended."""

    def end(session: Session) -> int:
        ended = end_other_sessions(session, actor.user_id, actor.session_id)
        _record(session, actor, ended)
        return ended

    return db.write(end)


def public_id(token_digest: str) -> str:
    """ID of the session with this digest, which users may see."""
    return hash_secret(token_digest)[:ID_LENGTH]


def _record(session: Session, actor: Actor, count: int) -> None:
    audit_events.record_ended_sessions(session, actor.author, queries.lock_user(session, actor.user_id), count)


def _describe(row: UserSession, actor: Actor) -> SessionAnswer:
    return SessionAnswer(
        id=public_id(row.token_digest),
        user_agent=row.user_agent,
        network=row.network,
        is_remembered=row.is_remembered,
        is_current=row.token_digest == actor.session_id,
        signed_in_at=to_iso(row.created_at),
        last_used_at=to_iso(row.seen_at),
    )


class ReauthenticationRequired(NotAllowed):
    """The session has no recent proof. The same request succeeds after POST /api/auth/proof."""

    code = "reauthentication_required"
    sentence = "Please confirm that it is you."


def require_proof(session: Session, actor: Actor) -> None:
    """Raise ReauthenticationRequired unless the actor's session has a recent proof."""
    proven_at = session.scalar(sa.select(UserSession.proven_at).where(UserSession.token_digest == actor.session_id))
    if proven_at is None or proven_at <= clock.now() - PROOF_LIFETIME:
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
    return instant + PROOF_LIFETIME


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
