"""Worker jobs of password links: finds the account, makes the link and sends it."""

from datetime import timedelta

from sqlalchemy.orm import Session

from chuckwagon.accounts import queries
from chuckwagon.accounts.models import NO_PASSWORD, User
from chuckwagon.accounts.password_links.models import RESET_LIFETIME, PasswordLink
from chuckwagon.accounts.password_links.service import RESET_EMAIL
from chuckwagon.db.database import Database
from chuckwagon.integrations.smtp.client import smtp_gateway
from chuckwagon.integrations.smtp.message import Email
from chuckwagon.jobs.outbox import JobHandler, OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.kit.ids import hash_secret, new_secret
from chuckwagon.kit.languages import Language
from chuckwagon.mail.service import send_email
from chuckwagon.mail.templates import CATALOGS, RenderedEmail, render_email
from chuckwagon.settings import Settings

NO_ACCOUNT = "no_account"
SET_PASSWORD_PATH = "/admin/set-password"  # noqa: S105 - a page


def send_reset_link(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
    """Send the link of a request for a new password.

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
        parts = _render_reset(_language_of(user, link), make_link(link, user, settings, RESET_LIFETIME))
        return Email(claimed.key, user.email, parts.subject, parts.text, parts.html)

    send_email(db, settings, lambda: smtp_gateway(settings), claimed, compose)


def make_link(link: PasswordLink, user: User, settings: Settings, lifetime: timedelta) -> str:
    """Store a new token and the end of the link, and return its URL.

    The token is behind #, which browsers send to no server.
    """
    token = new_secret()
    link.user_id, link.token_digest = user.id, hash_secret(token)
    link.expires_at = clock.now() + lifetime
    return f"{settings.origin}{SET_PASSWORD_PATH}#{token}"


def _language_of(user: User, link: PasswordLink) -> Language:
    """The language that the user has chosen, else the one of the browser that asked."""
    found: Language = user.language if user.has_chosen_language else link.language  # type: ignore[assignment]
    return found


def _render_reset(language: Language, link: str) -> RenderedEmail:
    words = CATALOGS[language]
    sentences = {"summary": words.reset_sentence, "wait": words.reset_wait, "why": words.why_reset}
    return render_email("password", language, words.reset_subject, link=link, label=words.reset_button, **sentences)


jobs: dict[str, JobHandler] = {RESET_EMAIL: send_reset_link}
