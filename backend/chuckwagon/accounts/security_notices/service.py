"""Enqueues the e-mails that tell users of a change to how they sign in. If it was not them, they can act at once."""

from enum import StrEnum

from sqlalchemy.orm import Session

from chuckwagon.accounts.models import User
from chuckwagon.jobs import outbox
from chuckwagon.kit.ids import new_id

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
