"""Delivery reports: for texts of ours only, and only forward."""

from urllib.parse import urlsplit

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import clock
from chuckwagon.core.db import changed_one
from chuckwagon.notifications import delivery
from chuckwagon.notifications.models import Message, StaffText
from chuckwagon.notifications.schemas import Report
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
            return
    if report.message_id:
        # The report overtook the answer to our own call, or that answer was lost.
        for kind in TEXTS:
            adopted = sa.update(kind).where(*in_hand(kind, report.message_id))
            changed_one(session, adopted.values({**values, "provider_sid": report.sid}))


def in_hand(kind: type[Message] | type[StaffText], text_id: str) -> tuple[sa.ColumnElement[bool], ...]:
    """The text, as long as the provider has not been heard about it."""
    return kind.id == text_id, kind.provider_sid.is_(None), kind.status == delivery.SENDING


def report_address(settings: Settings, text_id: str) -> str | None:
    """Where the provider reports on this text; None when it could not reach us there."""
    host = urlsplit(settings.public_url).hostname
    is_reachable = bool(settings.twilio_api_base) or (host is not None and host not in LOOPBACK)
    return f"{settings.origin}/api/sms/status?message={text_id}" if is_reachable else None
