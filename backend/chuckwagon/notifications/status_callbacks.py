"""Stores Twilio's delivery reports. They update our own SMS only, and only forward."""

from urllib.parse import urlsplit

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import table_of, try_update_one
from chuckwagon.jobs import outbox
from chuckwagon.kit import clock
from chuckwagon.notifications import delivery_status
from chuckwagon.notifications.models import ManualSms
from chuckwagon.notifications.schemas import DeliveryReport
from chuckwagon.orders.messages import sms_key
from chuckwagon.orders.models import Order, OrderSms
from chuckwagon.realtime import change_log
from chuckwagon.settings import Settings

LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "::1")
_messages, _orders = table_of(OrderSms), table_of(Order)
_ORDER = CompiledStatement(
    sa.select(_orders.c.truck_id, _orders.c.id)
    .join(_messages, _messages.c.order_id == _orders.c.id)
    .where(_messages.c.provider_sid == sa.bindparam("sid"))
)
SMS_MODELS: tuple[type[OrderSms] | type[ManualSms], ...] = (OrderSms, ManualSms)


def record_delivery_report(session: Session, report: DeliveryReport) -> None:
    """Store a delivery report. A late report, or one about an unknown SMS, changes nothing."""
    status = delivery_status.normalize_status(report.reported)
    if status is None or not report.sid:
        return
    is_bad = status in delivery_status.UNSUCCESSFUL
    values = {
        "status": status,
        "error_code": report.error_code,
        "reason": delivery_status.describe_error_code(report.error_code) if is_bad else None,
        "updated_at": clock.now(),
    }
    earlier = delivery_status.list_earlier_statuses(status)
    for model in SMS_MODELS:
        is_ours = model.provider_sid == report.sid
        if try_update_one(session, sa.update(model).where(is_ours, model.status.in_(earlier)).values(values)):
            _publish_change(session, report)
            return
        if session.scalar(sa.select(model.id).where(is_ours)) is not None:
            return
    if report.message_id:
        # The report arrived before the response to our call, or that response was lost.
        for model in SMS_MODELS:
            adopted = sa.update(model).where(*_is_unanswered(model, report.message_id))
            if try_update_one(session, adopted.values({**values, "provider_sid": report.sid})) and not is_bad:
                _correct_outbox(session, report.message_id)
        _publish_change(session, report)


def _publish_change(session: Session, report: DeliveryReport) -> None:
    """Publish the order whose SMS has changed; nothing for a manual SMS."""
    row = _ORDER.first(session, {"sid": report.sid})
    if row is not None:
        truck_id, order_id = row
        change_log.publish_change(session, truck_id, change_log.ORDER, order_id)


def _is_unanswered(model: type[OrderSms] | type[ManualSms], sms_id: str) -> tuple[sa.ColumnElement[bool], ...]:
    """SQL conditions: no response of Twilio about the SMS has arrived, or it was given up for that reason alone.

    The ID comes from the callback URL of this SMS, and Twilio has signed it.
    """
    was_given_up = sa.and_(model.status == delivery_status.FAILED, model.reason == delivery_status.NO_ANSWER)
    is_open = sa.or_(model.status == delivery_status.SENDING, was_given_up)
    return model.id == sms_id, model.provider_sid.is_(None), is_open


def _correct_outbox(session: Session, sms_id: str) -> None:
    """Correct the outbox message, because the confirmation page reads the SMS status from it."""
    message = session.get(OrderSms, sms_id)
    if message is not None:
        outbox.correct_failed_status(session, sms_key(message.order_id, message.kind), outbox.DONE)


def status_callback_url(settings: Settings, sms_id: str) -> str | None:
    """Return the callback URL of this SMS; None when Twilio cannot reach this installation."""
    host = urlsplit(settings.public_url).hostname
    is_reachable = bool(settings.twilio_api_base) or (host is not None and host not in LOOPBACK_HOSTS)
    return f"{settings.origin}/api/sms/status?message={sms_id}" if is_reachable else None
