"""Texts to customers: one per order and kind, ever, to the order's own phone.

A text is saved before the provider is called and marked after it; a try that follows another first asks the
provider what became of that one. A text that fails never touches its order, and no call happens inside a
transaction.
"""

from datetime import datetime
from urllib.parse import urlsplit

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import clock, limits, outbox
from chuckwagon.core.db import Database, changed_one
from chuckwagon.core.errors import NotFound
from chuckwagon.core.ids import new_id
from chuckwagon.core.outbox import OutboxMessage
from chuckwagon.gateways.twilio_api import OPTED_OUT, SentText, TextRefused, TextUnavailable, TwilioGateway
from chuckwagon.notifications import delivery, opt_outs, queries
from chuckwagon.notifications.models import Message
from chuckwagon.notifications.schemas import OrderSmsAnswer, OrderSmsRequest, Report
from chuckwagon.notifications.templates import CONFIRMED, write_text
from chuckwagon.orders.queries import get_sms_status
from chuckwagon.orders.service import confirmation_key
from chuckwagon.settings import Settings

LOOPBACK = ("localhost", "127.0.0.1", "::1")


class Ready(msgspec.Struct, frozen=True):
    """A text to hand over now."""

    message_id: str
    to: str
    body: str
    begun_at: datetime
    was_tried: bool


def send_order_text(
    db: Database, settings: Settings, twilio: TwilioGateway, kind: str, claimed: OutboxMessage
) -> None:
    """Send the text of this kind for the order of the claimed message, and close or return the message."""
    ready = db.write(lambda session: _prepare(session, settings, kind, claimed))
    if ready is None:
        return
    try:
        sent = _hand_over(twilio, settings, ready)
    except TextRefused as refusal:
        code = refusal.code
        db.write(lambda session: _record_refusal(session, ready, claimed, code))
    except TextUnavailable as outage:
        reason = str(outage)
        db.write(lambda session: _record_outage(session, settings, ready, claimed, reason))
    else:
        db.write(lambda session: _record_sent(session, ready, claimed, sent))


def confirm_by_text(
    db: Database, settings: Settings, wanted: OrderSmsRequest, address: str
) -> OrderSmsAnswer:
    """Where the order's confirmation is, after making sure that it is queued.

    Raises NotFound for an unknown order, TooManyRequests for an address that goes on guessing.
    """
    with db.reading() as session:
        order = queries.find_order(session, wanted.intent_id, wanted.order_id)
        is_queued = order is not None and outbox.find(session, confirmation_key(order.id)) is not None
    if order is None:
        db.write(lambda session: _count_guess(session, settings, address))
        raise NotFound("No order was found for this payment.")
    if not is_queued and order.source == "online":
        db.write(lambda session: _queue_confirmation(session, order.id))
    with db.reading() as session:
        message = queries.find_message(session, order.id, CONFIRMED)
        return OrderSmsAnswer(get_sms_status(session, order.id), message.provider_sid if message else None)


def _count_guess(session: Session, settings: Settings, address: str) -> None:
    limit = settings.limit_verifications_per_address
    limits.count(session, f"unknown-order:{address}", limit=limit, seconds=60)


def _queue_confirmation(session: Session, order_id: str) -> None:
    outbox.leave(session, f"order_{CONFIRMED}_sms", confirmation_key(order_id), {"orderId": order_id})


def record_report(session: Session, report: Report) -> None:
    """Take a delivery report: our own texts only, and only forward."""
    status = delivery.our_status(report.reported)
    if status is None:
        return
    values = {"status": status, "error_code": report.error_code, "updated_at": clock.now()}
    is_ours = Message.provider_sid == report.sid
    if queries.has_sid(session, report.sid):
        earlier = Message.status.in_(delivery.statuses_before(status))
        changed_one(session, sa.update(Message).where(is_ours, earlier).values(values))
    elif report.message_id and report.sid:
        # The report overtook the answer to our own call, or that answer was lost.
        in_hand = _in_hand(report.message_id)
        changed_one(
            session, sa.update(Message).where(*in_hand).values({**values, "provider_sid": report.sid})
        )


def report_address(settings: Settings, message_id: str) -> str | None:
    """Where the provider reports on this text; None when it could not reach us there."""
    host = urlsplit(settings.public_url).hostname
    is_reachable = bool(settings.twilio_api_base) or (host is not None and host not in LOOPBACK)
    return f"{settings.origin}/api/sms/status?message={message_id}" if is_reachable else None


def _prepare(session: Session, settings: Settings, kind: str, claimed: OutboxMessage) -> Ready | None:
    """Save the text before it is handed over; None when there is nothing to send."""
    if not outbox.holds(session, claimed):
        return None
    order_id = str(claimed.payload["orderId"])
    message = queries.find_message(session, order_id, kind)
    was_tried = message is not None
    message = message or _write_message(session, settings, order_id, kind)
    if message is None or message.status == delivery.SKIPPED or message.to_phone is None:
        outbox.finish(session, claimed.id, outbox.SKIPPED)
        return None
    if message.status != delivery.SENDING or message.provider_sid:
        outbox.finish(session, claimed.id, _outcome(message.status))
        return None
    return Ready(message.id, message.to_phone, message.body, message.created_at, was_tried)


def _write_message(session: Session, settings: Settings, order_id: str, kind: str) -> Message | None:
    found = queries.find_order_facts(session, order_id)
    if found is None:
        return None
    phone, facts = found
    may_send = (
        phone is not None and settings.twilio_account_sid and not opt_outs.has_opted_out(session, phone)
    )
    instant = clock.now()
    message = Message(
        id=new_id(),
        order_id=order_id,
        kind=kind,
        to_phone=phone,
        body=write_text(kind, facts),
        status=delivery.SENDING if may_send else delivery.SKIPPED,
        created_at=instant,
        updated_at=instant,
    )
    session.add(message)
    session.flush()
    return message


def _hand_over(twilio: TwilioGateway, settings: Settings, ready: Ready) -> SentText:
    if ready.was_tried:
        found = twilio.find_sent_text(ready.to, ready.body, ready.begun_at)
        if found is not None:
            return found
    return twilio.send_text(ready.to, ready.body, report_address(settings, ready.message_id))


def _record_sent(session: Session, ready: Ready, claimed: OutboxMessage, sent: SentText) -> None:
    status = delivery.our_status(sent.status) or "queued"
    _mark(session, ready, {"status": status, "provider_sid": sent.sid, "error_code": sent.error_code})
    outbox.finish(session, claimed.id, _outcome(status))


def _record_refusal(session: Session, ready: Ready, claimed: OutboxMessage, code: int) -> None:
    """For good: a number that cannot be reached stays so; one that said STOP is remembered."""
    if code == OPTED_OUT:
        opt_outs.opt_out(session, ready.to)
    _mark(session, ready, {"status": delivery.FAILED, "error_code": code})
    outbox.finish(session, claimed.id, outbox.FAILED, f"refused with code {code}")


def _record_outage(
    session: Session, settings: Settings, ready: Ready, claimed: OutboxMessage, reason: str
) -> None:
    if not outbox.holds(session, claimed):
        return
    if claimed.attempts >= outbox.MAX_ATTEMPTS:
        _mark(session, ready, {"status": delivery.FAILED})
    outbox.retry_later(session, claimed, reason, settings.sms_retry_seconds)


def _mark(session: Session, ready: Ready, values: dict[str, object]) -> None:
    """Only a text still in our hands; whoever was first has marked it already."""
    update = sa.update(Message).where(*_in_hand(ready.message_id))
    changed_one(session, update.values({**values, "updated_at": clock.now()}))


def _in_hand(message_id: str) -> tuple[sa.ColumnElement[bool], ...]:
    return Message.id == message_id, Message.provider_sid.is_(None), Message.status == delivery.SENDING


def _outcome(status: str) -> str:
    return outbox.FAILED if status in delivery.UNSUCCESSFUL else outbox.DONE
