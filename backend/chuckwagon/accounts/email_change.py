"""Asking for a new e-mail address, confirming it by its link, and taking the wish back.

Until the link is opened the present address signs in, gets links for forgotten passwords and is told of changes. The
link works in a session of its user only: a mistyped address belongs to a stranger, who can open it too.
Why: docs/decisions/0054-known-browsers.md
"""

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts import audit_events, queries
from chuckwagon.accounts import queries as links
from chuckwagon.accounts.models import EMAIL, EMAIL_LIFETIME, PasswordLink, User
from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.schemas import UserAnswer
from chuckwagon.accounts.security_notices import Notice, enqueue_notice
from chuckwagon.db import rate_limits
from chuckwagon.db.database import Database
from chuckwagon.jobs import outbox
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict, NotFound
from chuckwagon.kit.ids import hash_secret, new_id
from chuckwagon.kit.sentences import Sentence

CONFIRMATION_EMAIL = "confirm_address_email"
MAX_PER_USER, MAX_PER_ADDRESS = 10, 3  # an hour
NO_EMAIL = Sentence(
    "No email can be sent from here, so a new address cannot be confirmed. Your address stays as it is.",
    "email_change_no_email",
)
LINK_INVALID = Sentence(
    "This link does not work for your account, or no longer. Ask for a new one in your profile.", "email_link_invalid"
)


class EmailTaken(Conflict):
    code = "email_taken"
    sentence = "There is already an account with this email address."

    def __init__(self) -> None:
        super().__init__(fields={"email": Sentence(self.sentence, self.code)})


class NoPendingEmail(Conflict):
    code = "no_pending_email"
    sentence = "No new email address is waiting to be confirmed."


def request_change(session: Session, actor: Actor, user: User, email: str) -> None:
    """Have a link sent to the new address and a notice to the present one, in the caller's transaction.

    The caller holds the user's lock and has checked the password. Raises EmailTaken, TooManyRequests.
    """
    if queries.find_user_by_email(session, email) is not None:
        raise EmailTaken
    _send(session, user, email)
    audit_events.record_account_event(session, actor, user, audit_events.EMAIL_CHANGE_REQUESTED)
    enqueue_notice(session, user, Notice.EMAIL_CHANGE_REQUESTED)


def send_again(db: Database, actor: Actor) -> UserAnswer:
    """Send another link to the address that waits; the earlier one ends. Raises NoPendingEmail, TooManyRequests."""

    def send(session: Session) -> UserAnswer:
        user = queries.lock_user(session, actor.user_id)
        _send(session, user, _require_pending(session, user))
        audit_events.record_account_event(session, actor, user, audit_events.EMAIL_CHANGE_REQUESTED)
        session.flush()
        return queries.get_user_answer(session, user.id)

    return db.write(send)


def cancel(db: Database, actor: Actor) -> UserAnswer:
    """Take the wish back; its link ends. Raises NoPendingEmail."""

    def delete(session: Session) -> UserAnswer:
        user = queries.lock_user(session, actor.user_id)
        _require_pending(session, user)
        links.delete_links(session, user.id, EMAIL)
        audit_events.record_account_event(session, actor, user, audit_events.EMAIL_CHANGE_CANCELLED)
        return queries.get_user_answer(session, user.id)

    return db.write(delete)


def confirm(db: Database, actor: Actor, token: str) -> UserAnswer:
    """Make the address of the link the actor's. All links of the actor end, and the former address is told.

    Raises NotFound for a link that does not work or is another user's, and EmailTaken if an account has the address by
    now.
    """

    def change(session: Session) -> UserAnswer:
        user = queries.lock_user(session, actor.user_id)
        email = links.claim_email(session, token, user.id)
        if email is None:
            raise NotFound(LINK_INVALID)
        before = audit_events.snapshot_user(session, user)
        user.email = email
        try:
            session.flush()
        except sa.exc.IntegrityError as error:
            raise EmailTaken from error
        links.delete_links(session, user.id)
        enqueue_notice(session, user, Notice.EMAIL_CHANGED, former_email=before["email"])
        audit_events.record_user_changes(session, actor, user, before)
        return queries.get_user_answer(session, user.id)

    return db.write(change)


def _require_pending(session: Session, user: User) -> str:
    pending = links.find_pending_email(session, user.id)
    if pending is None:
        raise NoPendingEmail
    return pending


def _send(session: Session, user: User, email: str) -> None:
    """Replace the link of the address that waits by a new one, and enqueue its e-mail."""
    of_address = f"email-change-to:{hash_secret(email)}"
    for key, limit in ((f"email-change-by:{user.id}", MAX_PER_USER), (of_address, MAX_PER_ADDRESS)):
        rate_limits.consume(session, key, limit=limit, seconds=rate_limits.HOUR_SECONDS)
    links.delete_links(session, user.id, EMAIL)
    link = PasswordLink(id=new_id(), kind=EMAIL, email=email, language=user.language, user_id=user.id)
    link.created_at = clock.now()
    link.expires_at = link.created_at + EMAIL_LIFETIME
    session.add(link)
    outbox.enqueue_new(session, CONFIRMATION_EMAIL, f"password_link:{link.id}", {"linkId": link.id})
