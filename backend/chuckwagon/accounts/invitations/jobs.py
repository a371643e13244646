"""Worker job of invitations: makes the link and sends it."""

from typing import Any

from sqlalchemy.orm import Session

from chuckwagon.accounts import queries
from chuckwagon.accounts.invitations.service import INVITATION_EMAIL
from chuckwagon.accounts.models import NO_PASSWORD, SUPERADMIN, User
from chuckwagon.accounts.password_links.jobs import make_link
from chuckwagon.accounts.password_links.models import INVITATION_LIFETIME, PasswordLink
from chuckwagon.accounts.schemas import UserAnswer
from chuckwagon.db.database import Database
from chuckwagon.integrations.smtp.client import smtp_gateway
from chuckwagon.integrations.smtp.message import Email
from chuckwagon.jobs.outbox import JobHandler, OutboxMessage
from chuckwagon.mail.service import send_email
from chuckwagon.mail.templates import CATALOGS, RenderedEmail, render_email
from chuckwagon.settings import Settings

WITHDRAWN = "withdrawn"


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


jobs: dict[str, JobHandler] = {INVITATION_EMAIL: send_invitation}
