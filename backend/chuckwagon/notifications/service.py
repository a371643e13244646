"""Texts to customers: one per order and kind, ever, to the order's own phone.

A text is saved before the provider is called and marked after it; a try that follows another first asks the
provider what became of that one. A text that fails never touches its order, and no call happens inside a
transaction.
"""

from datetime import datetime

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import clock, limits, outbox
from chuckwagon.core.db import Database, table_of
from chuckwagon.core.errors import NotFound
from chuckwagon.core.ids import new_id
from chuckwagon.core.outbox import OutboxMessage
from chuckwagon.core.prepared import Prepared
from chuckwagon.core.transaction_callbacks import after_commit
from chuckwagon.gateways.twilio_api import OPTED_OUT, SentText, TextRefused, TextUnavailable, TwilioGateway
from chuckwagon.notifications import budget, delivery, opt_outs, queries, reports
from chuckwagon.notifications.metrics import TEXTS
from chuckwagon.notifications.models import Message
from chuckwagon.notifications.queries import KnownText
from chuckwagon.notifications.schemas import OrderSmsAnswer, OrderSmsRequest
from chuckwagon.notifications.templates import CONFIRMED, write_text
from chuckwagon.orders.queries import get_sms_status
from chuckwagon.orders.service import announce_order, confirmation_key
from chuckwagon.settings import Settings

_messages = table_of(Message)
_INSERT = Prepared(
    sa.insert(_messages),
    ("id", "order_id", "kind", "to_phone", "body", "status", "reason", "created_at", "updated_at"),
)
_MARK = Prepared(
    sa.update(_messages)
    .where(
        _messages.c.id == sa.bindparam("message"),
        _messages.c.provider_sid.is_(None),
        _messages.c.status == delivery.SENDING,
    )
    .values(
        {name: sa.bindparam(name) for name in ("status", "reason", "error_code", "provider_sid")}
        | {"updated_at": sa.bindparam("now")}
    )
)


class Ready(msgspec.Struct, frozen=True):
    """A text to hand over now."""

    message_id: str
    to: str
    body: str
    begun_at: datetime
    was_tried: bool
    may_send: bool


class NoLongerWanted(Exception):
    """The customer opted out between two tries, and none of them had arrived."""


def send_order_text(
    db: Database, settings: Settings, twilio: TwilioGateway, kind: str, claimed: OutboxMessage
) -> None:
    """Send the text of this kind for the order of the claimed message, and close or return the message."""
    ready = db.write(lambda session: _prepare(session, settings, kind, claimed))
    if ready is None:
        return
    try:
        sent = _hand_over(twilio, settings, ready)
    except NoLongerWanted:
        db.write(lambda session: _record_opt_out(session, ready, claimed))
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
    announce_order(session, order_id)


def _prepare(session: Session, settings: Settings, kind: str, claimed: OutboxMessage) -> Ready | None:
    """Save the text before it is handed over; None when there is nothing to send."""
    if not outbox.holds(session, claimed):
        return None
    order_id = str(claimed.payload["orderId"])
    message = queries.find_message(session, order_id, kind)
    was_tried = message is not None or claimed.attempts > 1
    message = message or _write_message(session, settings, order_id, kind)
    if message is None or message.status == delivery.SKIPPED or message.to_phone is None:
        outbox.finish(session, claimed.id, outbox.SKIPPED)
        announce_order(session, order_id)
        after_commit(session, lambda: TEXTS.add("skipped"))
        return None
    if message.status != delivery.SENDING or message.provider_sid:
        outbox.finish(session, claimed.id, _outcome(message.status))
        announce_order(session, order_id)
        return None
    may_send = not opt_outs.has_opted_out(session, message.to_phone)
    return Ready(message.id, message.to_phone, message.body, claimed.created_at, was_tried, may_send)


def _write_message(session: Session, settings: Settings, order_id: str, kind: str) -> KnownText | None:
    found = queries.find_order_facts(session, order_id, settings.origin)
    if found is None:
        return None
    phone, facts = found
    reason = _reason_to_skip(session, settings, phone)
    status = delivery.SKIPPED if reason else delivery.SENDING
    text = KnownText(new_id(), phone, write_text(kind, facts), status)
    instant = clock.now()
    row = {"order_id": order_id, "kind": kind, "reason": reason, "created_at": instant, "updated_at": instant}
    _INSERT.write(session, row | msgspec.structs.asdict(text))
    return text


def _reason_to_skip(session: Session, settings: Settings, phone: str | None) -> str | None:
    """Why nothing is sent; the budget is asked last, because asking spends."""
    if phone is None:
        return delivery.NO_PHONE
    if not settings.twilio_account_sid:
        return delivery.NOT_SET_UP
    if opt_outs.has_opted_out(session, phone):
        return delivery.OPTED_OUT
    return None if budget.take_one(session, settings) else delivery.OVER_BUDGET


def _hand_over(twilio: TwilioGateway, settings: Settings, ready: Ready) -> SentText:
    if ready.was_tried:
        found = twilio.find_sent_text(ready.to, ready.body, ready.begun_at)
        if found is not None:
            return found
    if not ready.may_send:
        raise NoLongerWanted
    return twilio.send_text(ready.to, ready.body, reports.report_address(settings, ready.message_id))


def _record_sent(session: Session, ready: Ready, claimed: OutboxMessage, sent: SentText) -> None:
    status = delivery.our_status(sent.status) or "queued"
    reason = delivery.reason_for(sent.error_code) if status in delivery.UNSUCCESSFUL else None
    after_commit(session, lambda: TEXTS.add("sent"))
    values = {"provider_sid": sent.sid, "error_code": sent.error_code, "reason": reason}
    _mark(session, ready, {"status": status, **values})
    outbox.finish(session, claimed.id, _outcome(status))
    _tell(session, claimed)


def _record_refusal(session: Session, ready: Ready, claimed: OutboxMessage, code: int) -> None:
    """For good: a number that cannot be reached stays so; one that said STOP is remembered."""
    after_commit(session, lambda: TEXTS.add("refused"))
    if code == OPTED_OUT:
        opt_outs.opt_out(session, ready.to)
    _mark(
        session, ready, {"status": delivery.FAILED, "error_code": code, "reason": delivery.reason_for(code)}
    )
    outbox.finish(session, claimed.id, outbox.FAILED, f"refused with code {code}")
    _tell(session, claimed)


def _record_opt_out(session: Session, ready: Ready, claimed: OutboxMessage) -> None:
    after_commit(session, lambda: TEXTS.add("skipped"))
    _mark(session, ready, {"status": delivery.SKIPPED, "reason": delivery.OPTED_OUT})
    outbox.finish(session, claimed.id, outbox.SKIPPED)
    _tell(session, claimed)


def _record_outage(
    session: Session, settings: Settings, ready: Ready, claimed: OutboxMessage, reason: str
) -> None:
    if not outbox.holds(session, claimed):
        return
    after_commit(session, lambda: TEXTS.add("unanswered"))
    if outbox.is_last_try(claimed, settings.sms_retry_seconds):
        _mark(session, ready, {"status": delivery.FAILED, "reason": delivery.NO_ANSWER})
        outbox.finish(session, claimed.id, outbox.FAILED, reason[:300])
    else:
        outbox.put_off(session, claimed, reason, outbox.next_wait(claimed, settings.sms_retry_seconds))
    _tell(session, claimed)


def _tell(session: Session, claimed: OutboxMessage) -> None:
    """The order shows what became of its texts."""
    announce_order(session, str(claimed.payload["orderId"]))


def _mark(session: Session, ready: Ready, values: dict[str, object]) -> None:
    """Only a text still in our hands; whoever was first has marked it already."""
    marked = {"error_code": None, "provider_sid": None, **values}
    _MARK.write(session, {**marked, "now": clock.now(), "message": ready.message_id})


def _outcome(status: str) -> str:
    return outbox.FAILED if status in delivery.UNSUCCESSFUL else outbox.DONE
