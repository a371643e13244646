"""Listing and ending the user's own sessions.

A session is named by an ID that is derived from the digest of its token. Neither the token nor its digest can be
computed from it, and it opens nothing. Live streams of an ended session close with their next check.
"""

from sqlalchemy.orm import Session

from chuckwagon.accounts import audit_events, queries, sessions
from chuckwagon.accounts.models import UserSession
from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.schemas import SessionAnswer
from chuckwagon.db.database import Database
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.errors import NotFound
from chuckwagon.kit.ids import hash_secret
from chuckwagon.kit.sentences import Sentence

ID_LENGTH = 24
SESSION_OVER = Sentence("This session has ended already.", "session_not_found")


def list_own(session: Session, actor: Actor) -> list[SessionAnswer]:
    """The actor's sessions, the own one first, then those used last."""
    found = [_describe(row, actor) for row in sessions.list_sessions(session, actor.user_id)]
    return sorted(found, key=lambda one: not one.is_current)


def end_one(db: Database, actor: Actor, session_id: str) -> None:
    """End one of the actor's sessions. Raises NotFound, also for a session of another user."""

    def end(session: Session) -> None:
        rows = sessions.list_sessions(session, actor.user_id)
        digest = next((row.token_digest for row in rows if public_id(row.token_digest) == session_id), None)
        if digest is None or not sessions.end_session_of(session, actor.user_id, digest):
            raise NotFound(SESSION_OVER)
        _record(session, actor, 1)

    db.write(end)


def end_others(db: Database, actor: Actor) -> int:
    """End all of the actor's sessions except the one of the request. Returns how many were ended."""

    def end(session: Session) -> int:
        ended = sessions.end_other_sessions(session, actor.user_id, actor.session_id)
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
