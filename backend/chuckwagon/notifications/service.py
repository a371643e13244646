"""Sends SMS about orders: one per order and kind, to the order's own phone.

An SMS is saved before Twilio is called, and updated after. A retry first asks Twilio for the result of the earlier
try. A failed SMS never affects its order, and no call happens inside a transaction.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta

import msgspec
import sqlalchemy as sa
from prometheus_client import Counter
from sqlalchemy.orm import Session

from chuckwagon.db import rate_limits
from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import Database, table_of
from chuckwagon.db.transaction_callbacks import after_commit
from chuckwagon.integrations.twilio import (
    OPTED_OUT_CODE,
    SmsReceipt,
    SmsRejected,
    SmsUnavailable,
    TwilioGateway,
    twilio_gateway,
)
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.kit.errors import NotFound
from chuckwagon.kit.ids import new_id
from chuckwagon.kit.sentences import Sentence
from chuckwagon.notifications import daily_sms_limit, delivery_status, opt_outs, queries
from chuckwagon.notifications.queries import OrderSmsFacts, StoredSms
from chuckwagon.notifications.schemas import OrderSmsAnswer, OrderSmsRequest
from chuckwagon.notifications.templates import CONFIRMED, PREPARING, READY, render_sms
from chuckwagon.orders import status as statuses
from chuckwagon.orders.messages import confirmation_sms_key, sms_key
from chuckwagon.orders.models import OrderSms, PickupChange
from chuckwagon.orders.pickup_changes import is_overtaken, record_notified
from chuckwagon.orders.queries import get_confirmation_sms_status
from chuckwagon.orders.service import publish_order_change
from chuckwagon.realtime import change_log
from chuckwagon.settings import Settings

SMS_RESULTS = Counter(
    "chuckwagon_sms_total",
    "Tries to send an order's SMS by result: sent, refused, skipped, or unanswered (retried).",
    ("result",),
)


# The statuses of an order of which an SMS is no longer true. A receipt and a refund are true of a cancelled order too.
OVERTAKEN_BY = {
    PREPARING: (statuses.READY, statuses.COMPLETED, statuses.CANCELLED),
    READY: (statuses.COMPLETED, statuses.CANCELLED),
}
EARLIER_WAIT = timedelta(seconds=1)
MAX_EARLIER_WAIT = timedelta(minutes=1)  # after that the newer SMS is worth more in time than in order
PAYMENT_WITHOUT_ORDER = Sentence("No order was found for this payment.", "payment_without_order")
_messages = table_of(OrderSms)
_INSERT = CompiledStatement(
    sa.insert(_messages),
    ("id", "order_id", "kind", "to_phone", "body", "status", "reason", "created_at", "updated_at"),
)
_UPDATE = CompiledStatement(
    sa.update(_messages)
    .where(
        _messages.c.id == sa.bindparam("message"),
        _messages.c.provider_sid.is_(None),
        _messages.c.status == delivery_status.SENDING,
    )
    .values(
        {name: sa.bindparam(name) for name in ("status", "reason", "error_code", "provider_sid")}
        | {"updated_at": sa.bindparam("now")}
    )
)


class SmsToSend(msgspec.Struct, frozen=True):
    """An SMS to send now, about an order of this truck.

    `was_tried`: an earlier call may have reached Twilio. `refusal` is why it must not be sent any more.
    """

    message_id: str
    truck_id: str
    to: str
    body: str
    begun_at: datetime
    was_tried: bool
    refusal: str | None


class SmsObsolete(Exception):
    """The SMS must not be sent any more: the customer opted out or it ceased to be true. The message says which.

    Twilio knows no earlier try of it.
    """


def send_queued_sms(db: Database, settings: Settings, twilio: TwilioGateway, kind: str, claimed: OutboxMessage) -> None:
    """Send the SMS of this kind for the claimed message's order, and finish or reschedule the message.

    `kind` is the one under which the SMS is stored.
    """
    sms = db.write(lambda session: _prepare_sms(session, settings, kind, claimed))
    if sms is None:
        return
    if not outbox.has_time_left(claimed):
        # Saving has waited for the database. If the lease ended during the call, another worker would claim the
        # message, find nothing at Twilio yet, and send the SMS too.
        db.write(lambda session: outbox.release_messages(session, [claimed]))
        return
    try:
        sent = _find_or_send(twilio, settings, sms)
    except SmsObsolete as change:
        reason = str(change)
        db.write(lambda session: _record_skipped(session, sms, claimed, reason))
    except SmsRejected as refusal:
        code = refusal.code
        db.write(lambda session: _record_refusal(session, sms, claimed, code))
    except SmsUnavailable as outage:
        reason = str(outage)
        db.write(lambda session: _record_outage(session, settings, sms, claimed, reason))
    else:
        db.write(lambda session: _record_sent(session, sms, claimed, sent))


def ensure_confirmation_sms(db: Database, settings: Settings, request: OrderSmsRequest, address: str) -> OrderSmsAnswer:
    """Return the status of the order's confirmation SMS, after making sure that it is enqueued. Does not send it.

    Raises NotFound for an unknown order, and TooManyRequests for an address that keeps guessing.
    """
    with db.reading() as session:
        order = queries.find_order_by_reference(session, request.intent_id, request.order_id)
        is_queued = order is not None and outbox.find_message(session, confirmation_sms_key(order.id)) is not None
    if order is None:
        db.write(lambda session: _count_unknown_order(session, settings, address))
        raise NotFound(PAYMENT_WITHOUT_ORDER)
    if not is_queued and order.source == "online":
        db.write(lambda session: _enqueue_confirmation(session, order.id))
    with db.reading() as session:
        message = queries.find_message(session, order.id, CONFIRMED)
        return OrderSmsAnswer(get_confirmation_sms_status(session, order.id), message.provider_sid if message else None)


def _count_unknown_order(session: Session, settings: Settings, address: str) -> None:
    limit = settings.limit_verifications_per_address
    rate_limits.consume(session, f"unknown-order:{address}", limit=limit, seconds=60)


def _enqueue_confirmation(session: Session, order_id: str) -> None:
    outbox.enqueue(session, f"order_{CONFIRMED}_sms", confirmation_sms_key(order_id), {"orderId": order_id})
    publish_order_change(session, order_id)


def _prepare_sms(session: Session, settings: Settings, kind: str, claimed: OutboxMessage) -> SmsToSend | None:
    """Save the SMS before it is sent, counted toward the daily limit.

    None when nothing is sent now: the lease was lost, the message was put back behind an earlier SMS of the order, or
    it was finished, because the SMS was skipped or has a result.
    """
    order_id = str(claimed.payload["orderId"])
    found = queries.find_claimed_sms(session, claimed, order_id, kind)
    if found is None:
        return None
    truck_id, stored = found.truck_id, found.stored
    if _is_too_early(session, kind, order_id, claimed):
        outbox.put_back(session, claimed, EARLIER_WAIT)
        return None
    was_tried = claimed.attempts > 1  # not whenever it is saved: it may have been released before any call
    message = stored or _insert_message(session, settings, claimed, kind, truck_id or "")
    if message is None or truck_id is None or message.status == delivery_status.SKIPPED or message.to_phone is None:
        outbox.finish(session, claimed.id, outbox.SKIPPED)
        _publish_change(session, truck_id, claimed)
        after_commit(session, lambda: SMS_RESULTS.labels("skipped").inc())
        return None
    if message.status != delivery_status.SENDING or message.provider_sid:
        outbox.finish(session, claimed.id, _outbox_status(message.status))
        _publish_change(session, truck_id, claimed)
        return None
    # Of a new SMS it was read with the facts. A STOP since then is like one that arrives during the call to Twilio.
    has_opted_out = stored is not None and opt_outs.has_opted_out(session, message.to_phone)
    refusal = delivery_status.OPTED_OUT if has_opted_out else _find_staleness(session, kind, claimed)
    return SmsToSend(message.id, truck_id, message.to_phone, message.body, claimed.created_at, was_tried, refusal)


def _is_too_early(session: Session, kind: str, order_id: str, claimed: OutboxMessage) -> bool:
    """Whether an earlier SMS of the order goes first. It may be in another thread or process, or wait for a retry."""
    if kind == CONFIRMED or clock.now() - claimed.created_at >= MAX_EARLIER_WAIT:
        return False
    return queries.has_earlier_waiting(session, order_id, claimed.id)


def _find_staleness(session: Session, kind: str, claimed: OutboxMessage) -> str | None:
    """Why an SMS that has waited for its turn is not true any more, or None."""
    order_id, change_id = str(claimed.payload["orderId"]), claimed.payload.get("changeId")
    if change_id is not None:
        is_stale = is_overtaken(session, str(change_id))
    elif kind == CONFIRMED:
        # The other SMS wait for it that long, so only then the customer may have been told of the cancellation.
        is_late = clock.now() - claimed.created_at >= MAX_EARLIER_WAIT
        is_stale = is_late and queries.has_cancellation_sms(session, order_id)
    else:
        is_stale = kind in OVERTAKEN_BY and queries.has_status(session, order_id, OVERTAKEN_BY[kind])
    return delivery_status.OVERTAKEN if is_stale else None


def _insert_message(
    session: Session, settings: Settings, claimed: OutboxMessage, kind: str, truck_id: str
) -> StoredSms | None:
    order_id = str(claimed.payload["orderId"])
    found = queries.find_sms_facts(session, order_id, settings.origin, kind, claimed.payload)
    if found is None:
        return None
    reason = _reason_to_skip(session, settings, found, claimed, truck_id)
    status = delivery_status.SKIPPED if reason else delivery_status.SENDING
    message = StoredSms(new_id(), found.phone, render_sms(kind, found.facts), status)
    instant = clock.now()
    row = {"order_id": order_id, "kind": kind, "reason": reason, "created_at": instant, "updated_at": instant}
    _INSERT.run_later(session, row | msgspec.structs.asdict(message))
    return message


def _reason_to_skip(
    session: Session, settings: Settings, found: OrderSmsFacts, claimed: OutboxMessage, truck_id: str
) -> str | None:
    """Return why nothing is sent; None after one SMS was counted toward the limits."""
    if found.phone is None:
        return delivery_status.NO_PHONE
    if not settings.twilio_account_sid:
        return delivery_status.NOT_SET_UP
    if found.has_opted_out:
        return delivery_status.OPTED_OUT
    if not _may_write_to_number(session, settings, found, claimed, truck_id):
        return delivery_status.OVER_NEW_NUMBERS
    return daily_sms_limit.claim_daily_sms(session, settings, truck_id, is_paid=found.is_online, is_owed=found.is_owed)


def _may_write_to_number(
    session: Session, settings: Settings, found: OrderSmsFacts, claimed: OutboxMessage, truck_id: str
) -> bool:
    """Whether the order's phone is no new number that staff typed, has an SMS about it already, or was counted now."""
    phone, order_id = found.phone or "", str(claimed.payload["orderId"])
    typed_by = found.typed_by or claimed.payload.get("typedBy")
    if found.is_online and typed_by is None:
        return True
    if queries.has_sms(session, order_id, phone) or queries.has_proven_number(session, phone):
        return True
    return daily_sms_limit.claim_new_number(session, settings, truck_id, typed_by)


def _find_or_send(twilio: TwilioGateway, settings: Settings, sms: SmsToSend) -> SmsReceipt:
    if sms.was_tried:
        found = twilio.find_sent_sms(sms.to, sms.body, sms.begun_at)
        if found is not None:
            return found
    if sms.refusal is not None:
        raise SmsObsolete(sms.refusal)
    return twilio.send_sms(sms.to, sms.body, delivery_status.status_callback_url(settings, sms.message_id))


def _record_sent(session: Session, sms: SmsToSend, claimed: OutboxMessage, sent: SmsReceipt) -> None:
    status = delivery_status.normalize_status(sent.status) or "queued"
    reason = delivery_status.describe_error_code(sent.error_code) if status in delivery_status.UNSUCCESSFUL else None
    after_commit(session, lambda: SMS_RESULTS.labels("sent").inc())
    values = {"provider_sid": sent.sid, "error_code": sent.error_code, "reason": reason}
    _update_message(session, sms, {"status": status, **values})
    outbox.finish(session, claimed.id, _outbox_status(status))
    _publish_change(session, sms.truck_id, claimed)


def _record_refusal(session: Session, sms: SmsToSend, claimed: OutboxMessage, code: int) -> None:
    """Record a permanent refusal; a refusal because of STOP is stored as an opt-out."""
    after_commit(session, lambda: SMS_RESULTS.labels("refused").inc())
    if code == OPTED_OUT_CODE:
        opt_outs.record_opt_out(session, sms.to)
    _update_message(
        session,
        sms,
        {"status": delivery_status.FAILED, "error_code": code, "reason": delivery_status.describe_error_code(code)},
    )
    outbox.finish(session, claimed.id, outbox.FAILED, f"refused with code {code}")
    _publish_change(session, sms.truck_id, claimed)


def _record_skipped(session: Session, sms: SmsToSend, claimed: OutboxMessage, reason: str) -> None:
    after_commit(session, lambda: SMS_RESULTS.labels("skipped").inc())
    _update_message(session, sms, {"status": delivery_status.SKIPPED, "reason": reason})
    outbox.finish(session, claimed.id, outbox.SKIPPED)
    _publish_change(session, sms.truck_id, claimed)


def _record_outage(session: Session, settings: Settings, sms: SmsToSend, claimed: OutboxMessage, reason: str) -> None:
    if not outbox.has_claim(session, claimed):
        return
    after_commit(session, lambda: SMS_RESULTS.labels("unanswered").inc())
    first_delay = _get_first_delay_seconds(settings, claimed)
    if outbox.is_last_attempt(claimed, first_delay):
        _update_message(session, sms, {"status": delivery_status.FAILED, "reason": delivery_status.NO_ANSWER})
        outbox.finish(session, claimed.id, outbox.FAILED, reason[:300])
        _publish_change(session, sms.truck_id, claimed)
    else:
        outbox.postpone(session, claimed, reason, outbox.get_retry_delay(claimed, first_delay))
        change_log.publish_change(session, sms.truck_id, change_log.ORDER, str(claimed.payload["orderId"]))


def _get_first_delay_seconds(settings: Settings, claimed: OutboxMessage) -> float:
    """The seconds before the second try. Staff wait for the result of an SMS about a disruption, and then call."""
    return settings.disruption_retry_seconds if "changeId" in claimed.payload else settings.sms_retry_seconds


def is_signature_valid(settings: Settings, url: str, form: Mapping[str, str], signature: str) -> bool:
    """Whether Twilio signed this form for this URL; False without an auth token."""
    return twilio_gateway(settings).is_signature_valid(url, form, signature)


def _publish_change(session: Session, truck_id: str | None, claimed: OutboxMessage) -> None:
    """Publish the order, because its SMS was sent or given up; for an SMS about a change, record that too.

    Publishes nothing without a truck, which is an order that is not there any more.
    """
    if truck_id is not None:
        change_log.publish_change(session, truck_id, change_log.ORDER, str(claimed.payload["orderId"]))
    if "changeId" in claimed.payload:
        record_notified(session, str(claimed.payload["changeId"]))


def _update_message(session: Session, sms: SmsToSend, values: dict[str, object]) -> None:
    """Update the SMS if it has no result yet; otherwise a status callback was faster. Runs later (`run_later`)."""
    marked = {"error_code": None, "provider_sid": None, **values}
    _UPDATE.run_later(session, {**marked, "now": clock.now(), "message": sms.message_id})


def _outbox_status(status: str) -> str:
    return outbox.FAILED if status in delivery_status.UNSUCCESSFUL else outbox.DONE


def retry_change_sms(session: Session, order_id: str, kind: str) -> bool:
    """Make the SMS about a change of plan due again; returns False unless it has failed or was skipped.

    One that was skipped is composed and checked again. One that failed keeps its words, by which its job looks for an
    earlier result. The customer's time to choose counts from this try.
    """
    message = outbox.find_message(session, sms_key(order_id, kind))
    if message is None or message.status not in (outbox.FAILED, outbox.SKIPPED):
        return False
    mine = (OrderSms.order_id == order_id, OrderSms.kind == kind, OrderSms.provider_sid.is_(None))
    session.execute(sa.delete(OrderSms).where(*mine, OrderSms.status == delivery_status.SKIPPED))
    again = {"status": delivery_status.SENDING, "reason": None, "error_code": None, "updated_at": clock.now()}
    session.execute(sa.update(OrderSms).where(*mine).values(again).execution_options(synchronize_session=False))
    untold = sa.update(PickupChange).where(PickupChange.id == message.payload["changeId"]).values(told_at=None)
    session.execute(untold.execution_options(synchronize_session=False))
    outbox.reopen(session, message.kind, message.key, message.payload)
    return True
