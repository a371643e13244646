"""Twilio's delivery statuses and their order, and its reports, which update our own SMS only, and only forward."""

from urllib.parse import urlsplit

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import table_of, try_update_one
from chuckwagon.jobs import outbox
from chuckwagon.kit import clock
from chuckwagon.notifications.models import ManualSms
from chuckwagon.notifications.schemas import DeliveryReport
from chuckwagon.orders.messages import SMS_REASONS, sms_key
from chuckwagon.orders.models import Order, OrderSms
from chuckwagon.realtime import change_log
from chuckwagon.settings import Settings

SENDING, FAILED, SKIPPED, REFUSED = "sending", "failed", "skipped", "refused"
_ALIASES = {
    "accepted": "queued", "scheduled": "queued", "sending": "queued", "read": "delivered", "canceled": "failed",
}  # fmt: skip
_RANK = {"queued": 0, "sending": 1, "sent": 2, "delivered": 3, "undelivered": 3, "failed": 3}
UNSUCCESSFUL = frozenset({"undelivered", "failed"})
OPTED_OUT = SMS_REASONS["opted_out"]
NO_PHONE = SMS_REASONS["no_phone"]
NOT_SET_UP = SMS_REASONS["not_set_up"]
OVER_DAILY_LIMIT = SMS_REASONS["over_day"]
OVER_TRUCK_SHARE = SMS_REASONS["over_share"]
OVER_NEW_NUMBERS = SMS_REASONS["over_new_numbers"]
OVERTAKEN = SMS_REASONS["overtaken"]
NO_ANSWER = SMS_REASONS["no_answer"]
_REASONS = {
    21211: SMS_REASONS["number_invalid"],
    21214: SMS_REASONS["number_unreachable"],
    21217: SMS_REASONS["number_invalid"],
    21408: SMS_REASONS["region"],
    21610: OPTED_OUT,
    21612: SMS_REASONS["no_sms"],
    21614: SMS_REASONS["no_mobile"],
    21635: SMS_REASONS["landline"],
    30003: SMS_REASONS["phone_off"],
    30004: SMS_REASONS["blocked"],
    30005: SMS_REASONS["number_off"],
    30006: SMS_REASONS["landline_or_network"],
    30007: SMS_REASONS["spam"],
    30034: SMS_REASONS["sender_unknown"],
}


def describe_error_code(code: int | None) -> str:
    """Return a sentence for staff about Twilio's error code."""
    if code in _REASONS:
        return _REASONS[code]
    return f"{SMS_REASONS['provider'][:-1]} (code {code})." if code else SMS_REASONS["undelivered"]


def normalize_status(reported: str) -> str | None:
    """Map Twilio's status to one of ours; None for a status that is not about an outgoing SMS."""
    status = _ALIASES.get(reported, reported)
    return status if status in _RANK else None


def list_earlier_statuses(status: str) -> list[str]:
    """List the statuses that `status` may replace, so that a late report never moves an SMS back."""
    return [earlier for earlier, rank in _RANK.items() if rank < _RANK[status]]


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
    status = normalize_status(report.reported)
    if status is None or not report.sid:
        return
    is_bad = status in UNSUCCESSFUL
    values = {
        "status": status,
        "error_code": report.error_code,
        "reason": describe_error_code(report.error_code) if is_bad else None,
        "updated_at": clock.now(),
    }
    earlier = list_earlier_statuses(status)
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
    was_given_up = sa.and_(model.status == FAILED, model.reason == NO_ANSWER)
    is_open = sa.or_(model.status == SENDING, was_given_up)
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
