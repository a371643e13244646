"""Inviting staff by e-mail, sending an invitation again and withdrawing it.

An invited account has no password, so no sign-in fits it. Its link sets the first one. An account that was never
used is deleted with its invitation, so that the address can be invited again. `jobs.py` writes the e-mail.
"""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts import audit_events, queries, service
from chuckwagon.accounts.models import INVITATION, INVITATION_LIFETIME, NO_PASSWORD, PasswordLink, User
from chuckwagon.accounts.password_links.queries import delete_links
from chuckwagon.accounts.password_links.schemas import InvitationRequest
from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.schemas import UserAnswer, read_email, read_name
from chuckwagon.db import rate_limits
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import parse_idempotency_key, write_once
from chuckwagon.jobs import outbox
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict
from chuckwagon.kit.ids import hash_secret, new_id
from chuckwagon.kit.sentences import Sentence
from chuckwagon.settings import Settings

INVITATION_EMAIL = "invitation_email"
MAX_PER_ADDRESS, MAX_PER_SENDER = 3, 50  # an hour
NEEDS_EMAIL = Sentence("No email can be sent from here. Give the account a password instead.", "invitation_no_email")


class InvitationOver(Conflict):
    code = "invitation_over"
    sentence = "This account is not waiting for an invitation any more."


def invite(db: Database, settings: Settings, by: Actor, given: InvitationRequest, key: str | None) -> UserAnswer:
    """Create an account without a password and enqueue its link, once per Idempotency-Key.

    Raises Conflict without a mail server, InvalidInput, EmailTaken, TooManyRequests after too many invitations by the
    actor or to the address, and IdempotencyKeyReused if the key was used with a different request.
    """
    _require_mail(settings)
    values: dict[str, Any] = {
        "id": new_id(),
        "email": read_email(given.email),
        "name": read_name(given.name),
        "role": given.role,
        "is_active": True,
        "password_hash": NO_PASSWORD,
        "language": given.language,
    }

    def add(session: Session) -> UserAnswer:
        service.insert_user(session, by, values, given.truck_id)
        return _send(session, by, queries.lock_user(session, values["id"]))

    return write_once(db, parse_idempotency_key(by.user_id, key, "invite", given), UserAnswer, add)


def send_again(db: Database, settings: Settings, by: Actor, user_id: str) -> UserAnswer:
    """Enqueue a new link; the earlier one stops working.

    Raises NotFound, InvitationOver if the account has a password or is disabled, TooManyRequests, and Conflict without
    a mail server.
    """
    _require_mail(settings)
    return db.write(lambda session: _send(session, by, _lock_invited(session, user_id)))


def withdraw(db: Database, by: Actor, user_id: str) -> None:
    """Delete the invited account with its link.

    Raises NotFound, and InvitationOver if the account has a password or is disabled.
    """

    def delete(session: Session) -> None:
        user = _lock_invited(session, user_id)
        audit_events.record_account_event(session, by, user, audit_events.INVITATION_WITHDRAWN)
        session.execute(sa.delete(User).where(User.id == user.id))

    db.write(delete)


def _require_mail(settings: Settings) -> None:
    if not settings.has_mail:
        raise Conflict(NEEDS_EMAIL)


def _lock_invited(session: Session, user_id: str) -> User:
    user = queries.lock_user(session, user_id)
    if not user.is_active or user.password_hash != NO_PASSWORD:
        raise InvitationOver
    return user


def _send(session: Session, by: Actor, user: User) -> UserAnswer:
    """Replace the user's link by a new one, and enqueue its e-mail."""
    for key, limit in ((f"invite-by:{by.user_id}", MAX_PER_SENDER), (_key_of(user), MAX_PER_ADDRESS)):
        rate_limits.consume(session, key, limit=limit, seconds=rate_limits.HOUR_SECONDS)
    delete_links(session, user.id)
    link = PasswordLink(id=new_id(), kind=INVITATION, email=user.email, language=user.language, user_id=user.id)
    link.created_at = clock.now()
    link.expires_at = link.created_at + INVITATION_LIFETIME
    session.add(link)
    outbox.enqueue_new(session, INVITATION_EMAIL, f"password_link:{link.id}", {"linkId": link.id, "by": by.user_id})
    audit_events.record_account_event(session, by, user, audit_events.INVITED)
    session.flush()
    return queries.get_user_answer(session, user.id)


def _key_of(user: User) -> str:
    return f"invite-of:{hash_secret(user.email)}"
