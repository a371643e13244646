"""Worker job of security notices: finds the user and sends the e-mail."""

from sqlalchemy.orm import Session

from chuckwagon.accounts.models import User
from chuckwagon.accounts.security_notices.service import NOTICE_EMAIL, Notice
from chuckwagon.db.database import Database
from chuckwagon.integrations.smtp.client import smtp_gateway
from chuckwagon.integrations.smtp.message import Email
from chuckwagon.jobs.outbox import JobHandler, OutboxMessage
from chuckwagon.kit.languages import Language
from chuckwagon.mail.service import send_email
from chuckwagon.mail.templates import CATALOGS, RenderedEmail, render_email
from chuckwagon.settings import Settings

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
