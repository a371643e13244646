"""E-mails that tell users of a change to how they sign in. If it was not them, they can act at once."""

from enum import StrEnum

from sqlalchemy.orm import Session

from chuckwagon.accounts.models import User
from chuckwagon.db.database import Database
from chuckwagon.integrations.smtp import Email, smtp_gateway
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import JobHandler, OutboxMessage
from chuckwagon.kit.ids import new_id
from chuckwagon.kit.sentences import Language
from chuckwagon.mail.service import CATALOGS, RenderedEmail, render_email, send_email
from chuckwagon.settings import Settings

NOTICE_EMAIL = "security_notice_email"


class Notice(StrEnum):
    """What has happened."""

    FACTOR_ADDED = "factor_added"
    FACTOR_REMOVED = "factor_removed"
    RECOVERY_CODE_USED = "recovery_code_used"
    RECOVERY_CODES_RENEWED = "recovery_codes_renewed"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 - a name
    EMAIL_CHANGED = "email_changed"
    EMAIL_CHANGE_REQUESTED = "email_change_requested"


def enqueue_notice(session: Session, user: User, notice: Notice, *, former_email: str | None = None) -> None:
    """Have the user told in the caller's transaction; at `former_email` where that is not the account's any more.

    The address is named now, because a thief may change it before the e-mail is sent. Without a mail server the worker
    skips the message.
    """
    payload = {"userId": user.id, "notice": notice, "email": former_email or user.email}
    outbox.enqueue_new(session, NOTICE_EMAIL, f"security_notice:{new_id()}", payload)


NO_ACCOUNT = "no_account"
SECURITY_PATH = "/admin/profile#security"


def send_notice(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
    """Tell a user what was changed, unless the account is gone or was disabled meanwhile."""

    def compose(session: Session) -> Email | str:
        user = session.get(User, str(claimed.payload["userId"]))
        if user is None or not user.is_active:
            return NO_ACCOUNT
        language: Language = user.language  # type: ignore[assignment]
        parts = render_notice(language, Notice(claimed.payload["notice"]), user.name, settings.origin)
        address = str(claimed.payload.get("email") or user.email)
        return Email(claimed.key, address, parts.subject, parts.text, parts.html)

    send_email(db, settings, lambda: smtp_gateway(settings), claimed, compose)


def render_notice(language: Language, notice: Notice, name: str, origin: str) -> RenderedEmail:
    """Render the e-mail. Who reads it at a former address cannot sign in with that, so it has no link."""
    words = CATALOGS[language]
    subject, sentence = {
        Notice.FACTOR_ADDED: (words.factor_added_subject, words.factor_added),
        Notice.FACTOR_REMOVED: (words.factor_removed_subject, words.factor_removed),
        Notice.RECOVERY_CODE_USED: (words.code_used_subject, words.code_used),
        Notice.RECOVERY_CODES_RENEWED: (words.codes_renewed_subject, words.codes_renewed),
        Notice.PASSWORD_CHANGED: (words.password_changed_subject, words.password_changed),
        Notice.EMAIL_CHANGED: (words.email_changed_subject, words.email_changed),
        Notice.EMAIL_CHANGE_REQUESTED: (words.email_change_subject, words.email_change),
    }[notice]
    is_former = notice == Notice.EMAIL_CHANGED
    return render_email(
        "notice",
        language,
        subject,
        summary=sentence.format(name=name),
        advice=words.not_you_tell_someone if is_former else words.not_you_act,
        action=words.notice_button,
        why=words.why_notice,
        link=None if is_former else f"{origin}{SECURITY_PATH}",
    )


jobs: dict[str, JobHandler] = {NOTICE_EMAIL: send_notice}
