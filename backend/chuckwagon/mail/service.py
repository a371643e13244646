"""Renders e-mails, and sends the e-mail of an outbox message at most once.

For each kind there are a text and an HTML template, with the words of the reader's language. Values are escaped in
HTML. There are no images, and links lead to the product only.

A caller says what to send with a function that reads the address and renders the content. It is called for each try,
so neither is stored, except an address that must not change meanwhile: the message carries it (`email`) until it is
finished. No call happens inside a transaction.

Why: docs/decisions/0046-email.md
"""

from collections.abc import Callable
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa
from prometheus_client import Counter
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database, insert_if_absent, try_update_one
from chuckwagon.db.transaction_callbacks import after_commit
from chuckwagon.integrations.circuit_breaker import OPEN_SECONDS
from chuckwagon.integrations.smtp import (
    AddressUnusable,
    Email,
    EmailRejected,
    EmailUnavailable,
    EmailUncertain,
    MailServerDown,
    SmtpGateway,
)
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.kit.sentences import ENGLISH, SPANISH, Language
from chuckwagon.mail import models
from chuckwagon.mail.catalog import ENGLISH_CATALOG, EmailCatalog
from chuckwagon.mail.catalog_es import SPANISH_CATALOG
from chuckwagon.mail.models import EmailRecord
from chuckwagon.observability.logging import log
from chuckwagon.settings import Settings

if TYPE_CHECKING:
    from jinja2 import Environment


CATALOGS: dict[Language, EmailCatalog] = {ENGLISH: ENGLISH_CATALOG, SPANISH: SPANISH_CATALOG}


class RenderedEmail(msgspec.Struct, frozen=True):
    """The rendered e-mail."""

    subject: str
    text: str
    html: str


def render_email(template: str, language: Language, subject: str, **values: Any) -> RenderedEmail:
    """Render `template` in text and HTML. The templates know `words`, `language`, `subject` and `values`."""
    known = {"words": CATALOGS[language], "language": language, "subject": subject, **values}
    text, html = (_environment().get_template(f"{template}.{kind}").render(known) for kind in ("txt", "html"))
    return RenderedEmail(subject, text, html)


@cache
def _environment() -> "Environment":
    """Build the environment with the first e-mail, because most processes send none."""
    from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

    return Environment(
        loader=PackageLoader("chuckwagon.mail"),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


EMAIL_RESULTS = Counter(
    "chuckwagon_emails_total",
    "Tries to send an e-mail by result: sent, failed, skipped, uncertain (no reply), or unanswered (retried).",
    ("result",),
)


NOT_SET_UP, RESTORED = "not_set_up", "restored"
CLOSED = (models.SENT, models.FAILED, models.SKIPPED, models.UNCERTAIN)
Compose = Callable[[Session], Email | str]
"""Returns the e-mail, or why none is sent: a word for the table. May write, such as the digest of a token."""


class ClaimLost(Exception):
    """Another worker has the message now, or its e-mail was handed over before."""


def send_email(
    db: Database, settings: Settings, gateway: Callable[[], SmtpGateway], claimed: OutboxMessage, compose: Compose
) -> None:
    """Send the e-mail of the claimed message, and finish or reschedule the message.

    Runs several transactions of its own. Returns without a result if another worker has the message.
    """
    email = db.write(lambda session: _prepare(session, settings, claimed, compose))
    if email is None:
        return
    try:
        gateway().send(email, lambda: db.write(lambda session: _claim_handover(session, claimed)))
    except ClaimLost:
        return
    except (AddressUnusable, EmailRejected) as refusal:
        reason = str(refusal) if isinstance(refusal, EmailRejected) else "address_unusable"
        db.write(lambda session: _finish(session, claimed, models.FAILED, reason))
    except EmailUncertain:
        db.write(lambda session: _finish(session, claimed, models.UNCERTAIN, "no_reply"))
    except MailServerDown:
        db.write(lambda session: outbox.postpone(session, claimed, "circuit open", timedelta(seconds=OPEN_SECONDS)))
    except EmailUnavailable as outage:
        reason = str(outage)
        db.write(lambda session: _retry_or_give_up(session, settings, claimed, reason))
    else:
        db.write(lambda session: _finish(session, claimed, models.SENT))


def _prepare(session: Session, settings: Settings, claimed: OutboxMessage, compose: Compose) -> Email | None:
    if not outbox.has_claim(session, claimed):
        return None
    known = session.get(EmailRecord, claimed.key)
    if known is not None and known.status != models.WAITING:
        # HANDING_OVER: the process that handed it over has died before it stored the reply.
        status = known.status if known.status in CLOSED else models.UNCERTAIN
        _finish(session, claimed, status, known.reason)
        return None
    _insert_waiting(session, claimed)
    composed = compose(session) if settings.has_mail else NOT_SET_UP
    if isinstance(composed, str):
        _finish(session, claimed, models.SKIPPED, composed)
        return None
    return composed


def _insert_waiting(session: Session, claimed: OutboxMessage) -> None:
    instant = clock.now()
    values = {"status": models.WAITING, "reason": None, "created_at": instant, "updated_at": instant}
    insert_if_absent(session, EmailRecord, {"key": claimed.key, "kind": claimed.kind, **values})


def _claim_handover(session: Session, claimed: OutboxMessage) -> None:
    """Record that the content is handed over now. Raises ClaimLost unless it is this caller's to send."""
    waiting = (EmailRecord.key == claimed.key, EmailRecord.status == models.WAITING)
    values = {"status": models.HANDING_OVER, "updated_at": clock.now()}
    is_ours = outbox.has_claim(session, claimed)
    if not is_ours or not try_update_one(session, sa.update(EmailRecord).where(*waiting).values(values)):
        raise ClaimLost


def _finish(session: Session, claimed: OutboxMessage, status: str, reason: str | None = None) -> None:
    """Store the final status of the e-mail and of its outbox message."""
    _set_status(session, claimed, status, reason)
    outcome = {models.SENT: outbox.DONE, models.SKIPPED: outbox.SKIPPED}.get(status, outbox.FAILED)
    outbox.finish(session, claimed.id, outcome, reason)
    outbox.forget_address(session, claimed)
    after_commit(session, lambda: EMAIL_RESULTS.labels(status).inc())
    if outcome == outbox.FAILED:
        after_commit(session, lambda: log.error("email_not_sent", kind=claimed.kind, status=status, reason=reason))


def _retry_or_give_up(session: Session, settings: Settings, claimed: OutboxMessage, reason: str) -> None:
    if not outbox.has_claim(session, claimed):
        return
    if outbox.is_last_attempt(claimed, settings.mail_retry_seconds):
        _finish(session, claimed, models.FAILED, reason[:60])
        return
    _set_status(session, claimed, models.WAITING, reason[:60])
    outbox.retry_later(session, claimed, reason, settings.mail_retry_seconds)
    after_commit(session, lambda: EMAIL_RESULTS.labels("unanswered").inc())


def _set_status(session: Session, claimed: OutboxMessage, status: str, reason: str | None) -> None:
    values = {"status": status, "reason": reason, "updated_at": clock.now()}
    session.execute(
        sa.update(EmailRecord)
        .where(EmailRecord.key == claimed.key)
        .values(values)
        .execution_options(synchronize_session=False)
    )


def skip_waiting(session: Session) -> None:
    """Give up the outbox messages of all waiting e-mails after a restore, and forget the addresses that they carry.

    They may have been sent since the backup; no server can tell.
    """
    waiting = (OutboxMessage.kind.endswith("_email", autoescape=True), OutboxMessage.status == outbox.WAITING)
    has_address = OutboxMessage.payload["email"].as_string().is_not(None)
    for message in session.scalars(sa.select(OutboxMessage).where(*waiting, has_address)).all():
        outbox.forget_address(session, message)
    values = {"status": outbox.SKIPPED, "finished_at": clock.now(), "last_error": RESTORED, "leased_until": None}
    session.execute(sa.update(OutboxMessage).where(*waiting).values(values))
