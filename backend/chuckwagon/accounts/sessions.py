"""Where a user is signed in: random tokens, kept as digests, each with an end."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import User, UserSession
from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.queries import TRUCKS
from chuckwagon.core import clock
from chuckwagon.core.ids import digest, new_secret

LIFETIME = timedelta(hours=24)
REMEMBERED_LIFETIME = timedelta(days=30)
IDLE_LIMIT = timedelta(hours=8)
SEEN_EVERY = timedelta(minutes=5)
MOST_SESSIONS = 500  # far more devices than a crew has; a script must not fill the table


def open_session(session: Session, user_id: str, *, is_remembered: bool) -> str:
    """Sign the user in and give the token. The caller holds the user's row, so that the bound holds."""
    token, instant = new_secret(), clock.now()
    mine = UserSession.user_id == user_id
    newest = (
        sa.select(UserSession.token_digest)
        .where(mine, *_alive())
        .order_by(UserSession.seen_at.desc(), UserSession.token_digest)
        .limit(MOST_SESSIONS - 1)
    )
    kept = session.scalars(newest).all()
    session.execute(sa.delete(UserSession).where(mine, UserSession.token_digest.not_in(kept)))
    session.add(
        UserSession(
            token_digest=digest(token),
            user_id=user_id,
            is_remembered=is_remembered,
            created_at=instant,
            seen_at=instant,
            expires_at=instant + (REMEMBERED_LIFETIME if is_remembered else LIFETIME),
        )
    )
    session.flush()
    return token


def find_actor(session: Session, token: str) -> tuple[Actor, bool] | None:
    """Who the token belongs to, with role and truck of this moment, and whether to note that it was seen."""
    row = session.execute(_signed_in().where(UserSession.token_digest == digest(token))).one_or_none()
    if row is None:
        return None
    return _actor(row), clock.now() - row.seen_at > SEEN_EVERY


def list_actors(session: Session, session_ids: Collection[str]) -> dict[str, Actor]:
    """Whose these sessions are, with role and truck of this moment; without those that have ended."""
    rows = session.execute(_signed_in().where(UserSession.token_digest.in_(session_ids)))
    return {row.token_digest: _actor(row) for row in rows}


def _actor(row: Any) -> Actor:
    return Actor(row.id, row.role, row.truck_id, row.token_digest, row.name)


def _signed_in() -> sa.Select[Any]:
    """An archived truck is nobody's any more: its staff are without a truck until they get another."""
    of_own_truck = sa.and_(TRUCKS.c.id == User.truck_id, TRUCKS.c.archived_at.is_(None))
    return (
        sa.select(
            User.id,
            User.role,
            User.name,
            TRUCKS.c.id.label("truck_id"),
            UserSession.token_digest,
            UserSession.seen_at,
        )
        .join(UserSession, UserSession.user_id == User.id)
        .outerjoin(TRUCKS, of_own_truck)
        .where(User.is_active.is_(True), *_alive())
    )


def note_seen(session: Session, actor: Actor) -> None:
    """The session was used; it is idle from now on."""
    row = UserSession.token_digest == actor.session_id
    session.execute(sa.update(UserSession).where(row).values(seen_at=clock.now()))


def end_session(session: Session, token: str) -> None:
    """Sign out; a token that is already dead stays so."""
    session.execute(sa.delete(UserSession).where(UserSession.token_digest == digest(token)))


def end_other_sessions(session: Session, user_id: str, kept_id: str) -> int:
    """End every session of the user but the one that asks (it is kept only if it is the user's own).

    Says how many there were.
    """
    rows = (UserSession.user_id == user_id, UserSession.token_digest != kept_id)
    ended = sa.delete(UserSession).where(*rows).returning(UserSession.token_digest)
    return len(session.scalars(ended, execution_options={"synchronize_session": False}).all())


def forget_old(session: Session) -> None:
    """Drop what can no longer be used."""
    session.execute(sa.delete(UserSession).where(sa.not_(sa.and_(*_alive()))))


def _alive() -> tuple[sa.ColumnElement[bool], ...]:
    instant = clock.now()
    return (
        UserSession.expires_at > instant,
        sa.or_(UserSession.is_remembered.is_(True), UserSession.seen_at > instant - IDLE_LIMIT),
    )
