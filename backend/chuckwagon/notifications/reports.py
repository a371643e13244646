"""Delivery reports: for texts of ours only, and only forward."""

from urllib.parse import urlsplit

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import clock, outbox
from chuckwagon.core.db import changed_one
from chuckwagon.notifications import delivery
from chuckwagon.notifications.models import Message, StaffText
from chuckwagon.notifications.schemas import Report
from chuckwagon.orders.service import announce_order
from chuckwagon.orders.texts import text_key
from chuckwagon.settings import Settings

LOOPBACK = ("localhost", "127.0.0.1", "::1")
TEXTS: tuple[type[Message] | type[StaffText], ...] = (Message, StaffText)


def record_report(session: Session, report: Report) -> None:
    """Take a delivery report. One that comes late, or is about nobody's text, changes nothing."""
    status = delivery.our_status(report.reported)
    if status is None or not report.sid:
        return
    is_bad = status in delivery.UNSUCCESSFUL
    values = {
        "status": status,
        "error_code": report.error_code,
        "reason": delivery.reason_for(report.error_code) if is_bad else None,
        "updated_at": clock.now(),
    }
    earlier = delivery.statuses_before(status)
    for kind in TEXTS:
        is_ours = kind.provider_sid == report.sid
        if session.scalar(sa.select(kind.id).where(is_ours)) is not None:
            changed_one(session, sa.update(kind).where(is_ours, kind.status.in_(earlier)).values(values))
            _tell(session, report)
            return
    if report.message_id:
        # The report overtook the answer to our own call, or that answer was lost.
        for kind in TEXTS:
            adopted = sa.update(kind).where(*_unheard(kind, report.message_id))
            if changed_one(session, adopted.values({**values, "provider_sid": report.sid})) and not is_bad:
                _correct_outbox(session, report.message_id)
        _tell(session, report)


def _tell(session: Session, report: Report) -> None:
    """The order shows what became of its texts."""
    order_id = session.scalar(sa.select(Message.order_id).where(Message.provider_sid == report.sid))
    if order_id is not None:
        announce_order(session, order_id)


def _unheard(kind: type[Message] | type[StaffText], text_id: str) -> tuple[sa.ColumnElement[bool], ...]:
    """The text, if no answer of the provider has come: also one that was given up for that reason alone.

    The id is from the address that went out with this very text, and the provider has signed it.
    """
    was_given_up = sa.and_(kind.status == delivery.FAILED, kind.reason == delivery.NO_ANSWER)
    is_open = sa.or_(kind.status == delivery.SENDING, was_given_up)
    return kind.id == text_id, kind.provider_sid.is_(None), is_open


def _correct_outbox(session: Session, text_id: str) -> None:
    """The customer's page reads there whether the text went out."""
    text = session.get(Message, text_id)
    if text is not None:
        outbox.correct(session, text_key(text.order_id, text.kind), outbox.DONE)


def report_address(settings: Settings, text_id: str) -> str | None:
    """Where the provider reports on this text; None when it could not reach us there."""
    host = urlsplit(settings.public_url).hostname
    is_reachable = bool(settings.twilio_api_base) or (host is not None and host not in LOOPBACK)
    return f"{settings.origin}/api/sms/status?message={text_id}" if is_reachable else None
