"""Sessions of signed-in users: random tokens, stored as digests, that expire."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import User, UserSession
from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.truck_port import truck_columns
from chuckwagon.kit import clock
from chuckwagon.kit.ids import hash_secret, new_secret

LIFETIME = timedelta(hours=24)
REMEMBERED_LIFETIME = timedelta(days=30)
IDLE_LIMIT = timedelta(hours=8)
TOUCH_INTERVAL = timedelta(minutes=5)
MAX_SESSIONS = 500  # per user; far more than one person's devices, but a script must not fill the table


def open_session(session: Session, user_id: str, *, is_remembered: bool) -> str:
    """Open a session and return its token. The caller holds the user's row lock, which makes MAX_SESSIONS exact."""
    token, instant = new_secret(), clock.now()
    of_user = UserSession.user_id == user_id
    newest = (
        sa.select(UserSession.token_digest)
        .where(of_user, *_not_expired())
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
        )
    )
    session.flush()
    return token


def find_actor_by_token(session: Session, token: str) -> tuple[Actor, bool] | None:
    """Return (actor, is_touch_due): the token's user with current role and truck, and whether to update `seen_at`."""
    row = session.execute(_select_actors().where(UserSession.token_digest == hash_secret(token))).one_or_none()
    if row is None:
        return None
    return _actor(row), clock.now() - row.seen_at > TOUCH_INTERVAL


def list_actors(session: Session, session_ids: Collection[str]) -> dict[str, Actor]:
    """Users of the sessions that are still valid, keyed by session ID, with current role and truck."""
    rows = session.execute(_select_actors().where(UserSession.token_digest.in_(session_ids)))
    return {row.token_digest: _actor(row) for row in rows}


def _actor(row: Any) -> Actor:
    return Actor(row.id, row.role, row.truck_id, row.token_digest, row.name)


def _select_actors() -> sa.Select[Any]:
    """Select the users of valid sessions. Staff of an archived truck have no truck."""
    truck = truck_columns()
    columns: tuple[Any, ...] = (
        User.id,
        User.role,
        User.name,
        truck.id.label("truck_id"),
        UserSession.token_digest,
        UserSession.seen_at,
    )
    return (
        sa.select(*columns)
        .join(UserSession, UserSession.user_id == User.id)
        .outerjoin(truck.id.class_, truck.is_own())
        .where(User.is_active.is_(True), *_not_expired())
    )


def touch_session(session: Session, actor: Actor) -> None:
    """Record that the session was used just now."""
    row = UserSession.token_digest == actor.session_id
    session.execute(sa.update(UserSession).where(row).values(seen_at=clock.now()))


def end_session(session: Session, token: str) -> None:
    """End the session of the token, if there is one."""
    session.execute(sa.delete(UserSession).where(UserSession.token_digest == hash_secret(token)))


def end_other_sessions(session: Session, user_id: str, kept_id: str) -> int:
    """End every session of the user except `kept_id`, the caller's. Returns how many were ended.

    The caller may be another user; then all sessions of the user end.
    """
    rows = (UserSession.user_id == user_id, UserSession.token_digest != kept_id)
    ended = sa.delete(UserSession).where(*rows).returning(UserSession.token_digest)
    return len(session.scalars(ended, execution_options={"synchronize_session": False}).all())


def purge_expired(session: Session) -> None:
    """Delete expired sessions."""
    session.execute(sa.delete(UserSession).where(sa.not_(sa.and_(*_not_expired()))))


def _not_expired() -> tuple[sa.ColumnElement[bool], ...]:
    instant = clock.now()
    return (
        UserSession.expires_at > instant,
        sa.or_(UserSession.is_remembered.is_(True), UserSession.seen_at > instant - IDLE_LIMIT),
    )
