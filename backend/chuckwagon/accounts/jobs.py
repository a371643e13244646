"""Worker jobs of links by e-mail: finds the account, makes the link and sends it."""

from datetime import timedelta
from typing import Any

from sqlalchemy.orm import Session

from chuckwagon.accounts import queries
from chuckwagon.accounts.email_change import CONFIRMATION_EMAIL
from chuckwagon.accounts.models import (
    EMAIL_LIFETIME,
    INVITATION_LIFETIME,
    NO_PASSWORD,
    RESET_LIFETIME,
    SIGN_IN,
    SUPERADMIN,
    PasswordLink,
    User,
)
from chuckwagon.accounts.password_links import INVITATION_EMAIL, RESET_EMAIL
from chuckwagon.accounts.schemas import UserAnswer
from chuckwagon.db.database import Database
from chuckwagon.integrations.smtp import Email, smtp_gateway
from chuckwagon.jobs.outbox import JobHandler, OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.kit.ids import hash_secret, new_secret
from chuckwagon.kit.sentences import Language
from chuckwagon.mail.service import CATALOGS, RenderedEmail, render_email, send_email
from chuckwagon.settings import Settings

NO_ACCOUNT, WITHDRAWN = "no_account", "withdrawn"
SET_PASSWORD_PATH = "/admin/set-password"  # noqa: S105 - a page
CONFIRM_EMAIL_PATH = "/admin/confirm-email"


def send_reset_link(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
    """Send the link of a request for a new password, or for a sign-in in a browser that is not known.

    Without an active account of the address, the request is deleted and nothing is sent. The same goes for an invited
    account, which has no password yet: its invitation can be withdrawn.
    """

    def compose(session: Session) -> Email | str:
        link = session.get(PasswordLink, str(claimed.payload["linkId"]))
        user = queries.find_user_by_email(session, link.email) if link else None
        if link is None or user is None or not user.is_active or user.password_hash == NO_PASSWORD:
            if link is not None:
                session.delete(link)
            return NO_ACCOUNT
        render = _render_sign_in if link.kind == SIGN_IN else _render_reset
        parts = render(_language_of(user, link), make_link(link, user, settings, RESET_LIFETIME))
        return Email(claimed.key, user.email, parts.subject, parts.text, parts.html)

    send_email(db, settings, lambda: smtp_gateway(settings), claimed, compose)


def send_confirmation(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
    """Send the link that confirms a new address, to that address, unless the wish was taken back or replaced."""

    def compose(session: Session) -> Email | str:
        link = session.get(PasswordLink, str(claimed.payload["linkId"]))
        user = session.get(User, link.user_id) if link else None
        if link is None or user is None or not user.is_active:
            return WITHDRAWN
        url = make_link(link, user, settings, EMAIL_LIFETIME, CONFIRM_EMAIL_PATH)
        parts = _render_confirmation(_language_of(user, link), user, url)
        return Email(claimed.key, link.email, parts.subject, parts.text, parts.html)

    send_email(db, settings, lambda: smtp_gateway(settings), claimed, compose)


def make_link(
    link: PasswordLink, user: User, settings: Settings, lifetime: timedelta, path: str = SET_PASSWORD_PATH
) -> str:
    """Store a new token and the end of the link, and return its URL.

    The token is behind #, which browsers send to no server.
    """
    token = new_secret()
    link.user_id, link.token_digest = user.id, hash_secret(token)
    link.expires_at = clock.now() + lifetime
    return f"{settings.origin}{path}#{token}"


def _language_of(user: User, link: PasswordLink) -> Language:
    """The language that the user has chosen, else the one of the browser that asked."""
    found: Language = user.language if user.has_chosen_language else link.language  # type: ignore[assignment]
    return found


def _render_reset(language: Language, link: str) -> RenderedEmail:
    words = CATALOGS[language]
    sentences = {"summary": words.reset_sentence, "wait": words.reset_wait, "why": words.why_reset}
    return render_email("password", language, words.reset_subject, link=link, label=words.reset_button, **sentences)


def _render_sign_in(language: Language, link: str) -> RenderedEmail:
    words = CATALOGS[language]
    sentences = {"summary": words.sign_in_link_sentence, "wait": words.sign_in_link_wait, "why": words.why_sign_in_link}
    label = words.sign_in_link_button
    return render_email("password", language, words.sign_in_link_subject, link=link, label=label, **sentences)


def _render_confirmation(language: Language, user: User, link: str) -> RenderedEmail:
    words = CATALOGS[language]
    summary = words.confirm_email_sentence.format(name=user.name)
    sentences = {"summary": summary, "wait": words.confirm_email_wait, "why": words.why_confirm_email}
    label = words.confirm_email_button
    return render_email("password", language, words.confirm_email_subject, link=link, label=label, **sentences)


def send_invitation(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
    """Send the link of an invitation, unless it was withdrawn, replaced or made needless by a password."""

    def compose(session: Session) -> Email | str:
        link = session.get(PasswordLink, str(claimed.payload["linkId"]))
        user = session.get(User, link.user_id) if link else None
        if link is None or user is None or not user.is_active or user.password_hash != NO_PASSWORD:
            return WITHDRAWN
        inviter = session.get(User, str(claimed.payload["by"]))
        url = make_link(link, user, settings, INVITATION_LIFETIME)
        parts = _render(link.language, queries.get_user_answer(session, user.id), inviter, url)
        return Email(claimed.key, user.email, parts.subject, parts.text, parts.html)

    send_email(db, settings, lambda: smtp_gateway(settings), claimed, compose)


def _render(language: Any, user: UserAnswer, inviter: User | None, url: str) -> RenderedEmail:
    words = CATALOGS[language]
    if user.role == SUPERADMIN:
        task = words.invitation_all_trucks
    else:
        task = words.invitation_truck.format(truck=user.truck_name) if user.truck_name else words.invitation_staff
    by = words.invitation_by.format(name=user.name, inviter=inviter.name) if inviter else user.name
    sentences = {"summary": f"{by} {task}", "wait": words.invitation_wait, "why": words.why_invitation}
    return render_email(
        "password", language, words.invitation_subject, link=url, label=words.invitation_button, **sentences
    )


jobs: dict[str, JobHandler] = {
    RESET_EMAIL: send_reset_link,
    CONFIRMATION_EMAIL: send_confirmation,
    INVITATION_EMAIL: send_invitation,
}
