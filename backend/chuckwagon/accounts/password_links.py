"""Links by e-mail that set a password: a forgotten one, or the first one of an account that staff invite.

Another kind sets none, but makes the browser known, so that its user can sign in there while strangers guess. A program
that is no browser of ours is not made known, because it would be known by its address.

A request does the same work and gets the same response for every address. Whether an account has it is looked up by
the worker. The link is made when it is sent, so its token exists only in the e-mail; the table holds the digest.

An invited account has no password, so no sign-in fits it. Its link sets the first one. An account that was never
used is deleted with its invitation, so that the address can be invited again. `jobs.py` writes the e-mail.
"""

from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts import audit_events, passwords, queries, service, sessions, throttle
from chuckwagon.accounts.models import (
    INVITATION,
    INVITATION_LIFETIME,
    NO_PASSWORD,
    RESET,
    SIGN_IN,
    PasswordLink,
    User,
    user_has_factor,
)
from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.queries import LinkTarget, delete_links
from chuckwagon.accounts.schemas import InvitationRequest, UserAnswer, read_email, read_name
from chuckwagon.accounts.security_notices import Notice, enqueue_notice
from chuckwagon.accounts.sign_in import SignInSource
from chuckwagon.accounts.throttle import remember_device
from chuckwagon.audit.log import RequestSource
from chuckwagon.db import rate_limits
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import parse_idempotency_key, write_once
from chuckwagon.jobs import outbox
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict, InvalidInput, NotFound
from chuckwagon.kit.ids import hash_secret, new_id
from chuckwagon.kit.sentences import Language, Sentence
from chuckwagon.settings import Settings

LINK_INVALID = Sentence("This link does not work any more. Please ask for a new one.", "password_link_invalid")
NEEDS_BROWSER = Sentence("Open this link in the browser that you want to sign in with.", "device_link_needs_browser")
RESET_EMAIL = "password_reset_email"


class EmailNotSetUp(Conflict):
    code = "email_not_set_up"
    sentence = "No email can be sent from here. Please ask an administrator for a new password."


class LinkRequestSource(msgspec.Struct, frozen=True):
    """Source of a request about a link: the client's key for rate limits, and what the audit log stores."""

    address: str
    origin: RequestSource = RequestSource()


def request_reset(
    db: Database,
    settings: Settings,
    email: str,
    language: Language,
    source: LinkRequestSource,
    *,
    keep_password: bool = False,
) -> None:
    """Enqueue a link to this address. The worker sends it if an active account has the address.

    Raises EmailNotSetUp without a mail server, InvalidInput for an invalid address, and TooManyRequests after too many
    requests of the client or for the address.
    """
    if not settings.has_mail:
        raise EmailNotSetUp
    kind = SIGN_IN if keep_password else RESET
    link = PasswordLink(id=new_id(), kind=kind, email=read_email(email), language=language)
    db.write(lambda session: _enqueue(session, settings, link, source))


def _enqueue(session: Session, settings: Settings, link: PasswordLink, source: LinkRequestSource) -> None:
    per_source, per_email = settings.limit_resets_per_address, settings.limit_resets_per_email
    rate_limits.consume(session, f"reset-from:{source.address}", limit=per_source, seconds=rate_limits.HOUR_SECONDS)
    of_email = f"{link.kind}-of:{hash_secret(link.email)}"  # a stranger's requests for one kind leave the other
    rate_limits.consume(session, of_email, limit=per_email, seconds=rate_limits.HOUR_SECONDS)
    link.created_at = clock.now()
    session.add(link)
    outbox.enqueue_new(session, RESET_EMAIL, f"password_link:{link.id}", {"linkId": link.id})
    audit_events.record_link_request(session, link.email, link.kind, source.origin)


def read_link(db: Database, token: str) -> LinkTarget:
    """What the link of this token is for. Raises NotFound for one that does not work.

    Guesses are not limited: a token has 256 bits, and a wrong one costs no more than the read of a row.
    """
    with db.reading() as session:
        found = queries.find_target(session, token)
    if found is None:
        raise NotFound(LINK_INVALID)
    return found


def set_password(db: Database, token: str, password: str, source: SignInSource) -> None:
    """Set the password of the link's user, once. All sessions and other links of the user end.

    The browser is known then, because the mailbox vouches for it. Raises InvalidInput for a weak password, and NotFound
    for a link that does not work.
    """
    passwords.refuse_weak(password, "password")
    link = read_link(db, token)  # before the hash, which is expensive
    new_hash = passwords.make_hash(password)
    db.write(lambda session: _store_password(session, link.user_id, token, new_hash, source))


def _store_password(session: Session, user_id: str, token: str, new_hash: str, source: SignInSource) -> None:
    user = queries.lock_user(session, user_id)
    if not user.is_active or not queries.claim_link(session, token, user.id, (RESET, INVITATION)):
        raise NotFound(LINK_INVALID)
    is_first = user.password_hash == NO_PASSWORD
    action = audit_events.INVITATION_ACCEPTED if is_first else audit_events.PASSWORD_SET_BY_LINK
    user.password_hash = new_hash
    if not is_first:
        enqueue_notice(session, user, Notice.PASSWORD_CHANGED)
    queries.delete_links(session, user.id)
    if not user_has_factor(session, user.id):  # the mailbox alone must not allow more guesses of codes
        throttle.clear_failures(session, user.email)
    _record_and_end_sessions(session, user, action, source.origin)
    _vouch_for_device(session, user, source)


def open_device(db: Database, token: str, source: SignInSource) -> None:
    """Make the browser known to the link's user, once: it no longer waits for what strangers guess elsewhere.

    It signs no one in. Raises NotFound for a link that does not work, and InvalidInput for a program without a device,
    which leaves the link as it is.
    """
    if not source.device:
        raise InvalidInput(NEEDS_BROWSER)
    link = read_link(db, token)

    def open_(session: Session) -> None:
        user = queries.lock_user(session, link.user_id)
        if not user.is_active or not queries.claim_link(session, token, user.id, (SIGN_IN,)):
            raise NotFound(LINK_INVALID)
        _vouch_for_device(session, user, source)
        audit_events.record_account_event(session, _actor(user, source.origin), user, audit_events.DEVICE_OPENED)

    db.write(open_)


def _vouch_for_device(session: Session, user: User, source: SignInSource) -> None:
    if source.device:  # never for an address: each one would allow more guesses
        remember_device(session, user.id, source.device, is_proven=False)
    throttle.forget_refusals(user.email)


def _actor(user: User, origin: RequestSource) -> Actor:
    return Actor(user.id, user.role, user.truck_id, "", user.name, origin)


def _record_and_end_sessions(session: Session, user: User, action: str, origin: RequestSource) -> None:
    by = _actor(user, origin)
    audit_events.record_account_event(session, by, user, action)
    ended = sessions.end_other_sessions(session, user.id, "")
    audit_events.record_ended_sessions(session, by.author, user, ended)


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


def resend_invitation(db: Database, settings: Settings, by: Actor, user_id: str) -> UserAnswer:
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
