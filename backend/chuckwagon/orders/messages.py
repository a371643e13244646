"""The messages about an order: e-mails, push messages to staff and to the customer, and the delivery status of its SMS.

There is one e-mail for each kind, and for each refund, to the address that was given with the order.
A customer may ask for push messages instead of SMS. Then the SMS is enqueued too, but waits for HOLD. The job of the
push closes it when the push service has accepted, and makes it due at once when the push has failed for good. So
whatever happens to the push, the customer is told. `notifications` sends the SMS and keeps their status.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Literal

import sqlalchemy as sa
from msgspec import Struct, field
from sqlalchemy.orm import Session

from chuckwagon.customers.models import OptOut
from chuckwagon.db.compiled import join_list
from chuckwagon.db.database import fetch_named_rows, table_of, try_update_one
from chuckwagon.db.transaction_callbacks import after_commit
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.kit.clock import to_iso
from chuckwagon.orders.models import Order, OrderRow, OrderSms, Refund, refund_notice_suffix
from chuckwagon.push.models import has_staff_device, list_order_devices

RECEIPT, REFUND = "receipt", "refund"
MAX_SENT_RECEIPTS = 5
SENT_RECEIPTS = tuple(f"{RECEIPT}_{number}" for number in range(1, MAX_SENT_RECEIPTS + 1))
EMAIL_KINDS = (RECEIPT, REFUND, *SENT_RECEIPTS)


def email_key(order_id: str, kind: str) -> str:
    """The outbox key of an e-mail, of which there is one for each order and kind."""
    return f"order:{order_id}:{kind}_email"


def enqueue_receipt(session: Session, order_id: str) -> None:
    """Enqueue the receipt of an order that was inserted in this transaction.

    The row is written later in it (`run_later`).
    """
    outbox.enqueue_new(session, f"order_{RECEIPT}_email", email_key(order_id, RECEIPT), {"orderId": order_id})


def enqueue_sent_receipt(session: Session, order_id: str, email: str) -> bool:
    """Enqueue the receipt to an address that staff have typed, under the first free of its keys. False without one."""
    payload = {"orderId": order_id, "email": email}
    keys = (email_key(order_id, kind) for kind in SENT_RECEIPTS)
    return any(outbox.enqueue(session, f"order_{RECEIPT}_email", key, payload) for key in keys)


def refund_email_key(order_id: str, refund_id: str, key: str) -> str:
    """The outbox key of the notice of a refund, which has this key."""
    return email_key(order_id, f"{REFUND}{refund_notice_suffix(order_id, refund_id, key)}")


def list_email_keys(session: Session, order_ids: Sequence[str]) -> dict[str, str]:
    """The outbox keys of all e-mails that these orders may have, with the id of the order."""
    keys = {email_key(order_id, kind): order_id for order_id in order_ids for kind in EMAIL_KINDS}
    refunds = sa.select(Refund.order_id, Refund.id, Refund.key).where(Refund.order_id.in_(order_ids))
    for found, refund_id, key in session.execute(refunds):
        keys[refund_email_key(str(found), refund_id, key)] = str(found)
    return keys


def enqueue_refund_notice(session: Session, order: Order, refund: Refund) -> None:
    """Enqueue the notice of a refund, once. Orders without an e-mail address get none."""
    if order.customer_email is not None:
        key, payload = refund_email_key(order.id, refund.id, refund.key), {"orderId": order.id, "refundId": refund.id}
        outbox.enqueue(session, f"order_{REFUND}_email", key, payload)


def suppress_refund_notice(session: Session, order_id: str, refund: Refund, reason: str) -> None:
    """Record that the notice of a refund is never sent, and why. Does nothing when it was enqueued before."""
    key, payload = refund_email_key(order_id, refund.id, refund.key), {"orderId": order_id, "refundId": refund.id}
    outbox.enqueue_skipped(session, f"order_{REFUND}_email", key, payload, reason)


SMS_KINDS = ("confirmed", "preparing", "ready", "cancelled", "refunded")
SmsReason = Literal[
    "opted_out", "no_phone", "not_set_up", "over_day", "over_share", "over_new_numbers", "overtaken", "no_answer",
    "number_invalid", "number_unreachable", "region", "no_sms", "no_mobile", "landline", "phone_off", "blocked",
    "number_off", "landline_or_network", "spam", "sender_unknown", "provider", "undelivered", "job_failed", "retry",
    "told_by_push", "told_by_change", "told_refunds", "told_times",
]  # fmt: skip
# What is stored of an SMS that has not arrived is the sentence; screens word its key in their language.
SMS_REASONS: dict[SmsReason, str] = {
    "opted_out": "The customer asked for no texts (STOP).",
    "no_phone": "The order has no phone number.",
    "not_set_up": "No text provider is set up.",
    "over_day": "The day's limit for texts of this kind is reached.",
    "over_share": "The truck's share of the day's texts is used up.",
    "over_new_numbers": "Too many texts to new numbers in one hour.",
    "overtaken": "The order changed again before this text was sent.",
    "no_answer": "The text provider did not answer in time.",
    "number_invalid": "The phone number is not valid.",
    "number_unreachable": "The phone number cannot be reached.",
    "region": "Texts to this region are not allowed.",
    "no_sms": "The phone number cannot be reached by text.",
    "no_mobile": "The number is not a mobile phone.",
    "landline": "The number is a landline.",
    "phone_off": "The phone is switched off or out of reach.",
    "blocked": "The phone or its network blocks texts.",
    "number_off": "The phone number is not in service.",
    "landline_or_network": "The number is a landline or its network takes no texts.",
    "spam": "The network took the text for spam.",
    "sender_unknown": "The sender's number is not registered for texts in the United States.",
    "provider": "The text provider could not deliver it.",
    "undelivered": "It could not be delivered.",
    "job_failed": "It could not be sent. The log says why.",
    "retry": "The last try did not go through; it is tried again.",
    "told_by_push": "The customer was told on their device.",
    "told_by_change": "The SMS about the change of plan says it.",
    "told_refunds": "The customer was told of several refunds of this order already.",
    "told_times": "The customer was told of several new times of this order already.",
}
_REASON_OF: dict[str, SmsReason] = {sentence: reason for reason, sentence in SMS_REASONS.items()}
_REASON_OF["The day's budget for texts is used up."] = "over_day"  # as older releases have stored it
_PROVIDER_CODE = re.compile(r" \(code \d+\)\.$")
FAILED_REASON, RETRY_REASON = SMS_REASONS["job_failed"], SMS_REASONS["retry"]
_sms, _opt_outs, _outbox = table_of(OrderSms), table_of(OptOut), table_of(OutboxMessage)
REPLY, RECEIVED = "reply", "received"
IS_REPLY = OrderSms.kind.startswith(f"{REPLY}_", autoescape=True)
_SMS = sa.select(
    *(_sms.c.order_id, _sms.c.kind, _sms.c.status, _sms.c.reason, _sms.c.updated_at),
    sa.case((_sms.c.status == RECEIVED, _sms.c.body), else_="").label("words"),
).select_from(join_list(_sms.c.order_id, "ids"))
_OPT_OUTS = sa.select(_opt_outs.c.phone).select_from(join_list(_opt_outs.c.phone, "phones"))
_OUTBOX_MESSAGES = (
    sa.select(_outbox.c.key, _outbox.c.status, _outbox.c.last_error, _outbox.c.created_at, _outbox.c.finished_at)
    .select_from(join_list(_outbox.c.key, "keys"))
    .order_by(_outbox.c.id)
)
_SHOWN_STATUS = {
    "queued": "sent", "sent": "sent", "delivered": "delivered", "undelivered": "failed", "failed": "failed",
    "skipped": "skipped",
}  # fmt: skip


class OrderText(Struct):
    """An SMS to the customer, with its status; `reason` says why it has not arrived, `reasonCode` for other languages.

    A reason that older releases have stored in other words has no code.
    """

    kind: Literal[
        "confirmed",
        "preparing",
        "ready",
        "cancelled",
        "refunded",
        "late",
        "moved",
        "ends_early",
        "stop_cancelled",
        "time_changed",
    ]
    status: Literal["pending", "sent", "delivered", "failed", "skipped"]
    at: str
    reason: str | None
    reason_code: SmsReason | None = field(name="reasonCode", default=None)


class CustomerReply(Struct):
    """What the customer answered to an SMS about the order, and when."""

    text: str
    at: str


class OrderSmsStatuses(Struct, frozen=True):
    """What staff read about the SMS of one order: each SMS, the customer's replies, whether the phone has opted out."""

    messages: list[OrderText]
    replies: list[CustomerReply]
    has_opted_out: bool


def sms_key(order_id: str, kind: str) -> str:
    """The outbox key of an SMS, of which there is one for each order and kind."""
    return f"order:{order_id}:{kind}_sms"


def confirmation_sms_key(order_id: str) -> str:
    """The outbox key of the confirmation SMS, of which an order has one."""
    return sms_key(order_id, "confirmed")


def change_sms_kind(kind: str, number: int) -> str:
    """The kind under which the SMS about a change of plan is stored. An order may be late twice, and is told twice."""
    return f"{kind}_{number}"


def list_sms_statuses(
    session: Session,
    orders: Sequence[Order | OrderRow],
    changes: Mapping[str, Sequence[Any]],
    refunds: Mapping[str, Sequence[Any]],
) -> dict[str, OrderSmsStatuses]:
    """By order id: the SMS in the sequence they were enqueued. Three selects for any number of orders.

    `changes` are the rows of the changes of plan, and `refunds` those of the refunds, by order id.
    """
    related = [[row for order in orders for row in rows.get(order.id, ())] for rows in (changes, refunds)]
    outbox_messages = _list_outbox_messages(session, orders, *related)
    sent_messages = _find_sent_messages(session, orders)
    replies: dict[str, list[CustomerReply]] = defaultdict(list)
    for (order_id, _), row in sorted(sent_messages.items()):
        if row.status == RECEIVED and row.words:
            replies[order_id].append(CustomerReply(row.words, to_iso(row.updated_at)))
    phones = list({order.customer_phone for order in orders if order.customer_phone})
    opted_out = set(session.scalars(_OPT_OUTS, {"phones": phones}))
    return {
        order.id: OrderSmsStatuses(
            [
                _to_order_text(shown_kind, message, sent_messages.get((order.id, kind)))
                for kind, shown_kind, message in outbox_messages[order.id]
            ],
            replies[order.id],
            order.customer_phone in opted_out,
        )
        for order in orders
    }


def reply_kind(number: int) -> str:
    """The kind under which a reply of the customer is stored: the first of an order is 1."""
    return f"{REPLY}_{number}"


def refund_sms_kind(order_id: str, refund_id: str, key: str) -> str:
    """The kind under which the SMS about a refund is stored. An order may be refunded in parts, and each is told."""
    return f"refunded{refund_notice_suffix(order_id, refund_id, key)}"


def name_sms_keys(
    ids: Iterable[str], changes: Iterable[Any], refunds: Iterable[Any]
) -> dict[str, tuple[str, str, str]]:
    """By outbox key of each SMS that these orders may have: order id, kind as stored, kind as staff read it.

    `changes` are the changes of plan of these orders, and `refunds` their refunds.
    """
    keys = {sms_key(order_id, kind): (order_id, kind, kind) for order_id in ids for kind in SMS_KINDS}
    for change in changes:
        kind = change_sms_kind(change.kind, change.number)
        keys[sms_key(change.order_id, kind)] = (change.order_id, kind, change.kind)
    for refund in refunds:
        kind = refund_sms_kind(refund.order_id, refund.id, refund.key)
        keys[sms_key(refund.order_id, kind)] = (refund.order_id, kind, "refunded")
    return keys


def _list_outbox_messages(
    session: Session, orders: Sequence[Order | OrderRow], changes: Sequence[Any], refunds: Sequence[Any]
) -> dict[str, list[tuple[str, str, Any]]]:
    """By order id: the kind under which an SMS is stored, the kind that staff read, and its outbox message."""
    keys = name_sms_keys((order.id for order in orders), changes, refunds)
    by_order: dict[str, list[tuple[str, str, Any]]] = defaultdict(list)
    for message in fetch_named_rows(session.execute(_OUTBOX_MESSAGES, {"keys": list(keys)})):
        order_id, kind, shown_kind = keys[message.key]
        by_order[order_id].append((kind, shown_kind, message))
    return by_order


def _find_sent_messages(session: Session, orders: Sequence[Order | OrderRow]) -> dict[tuple[str, str], Any]:
    rows = fetch_named_rows(session.execute(_SMS, {"ids": [one.id for one in orders]}))
    return {(row.order_id, row.kind): row for row in rows}


def _to_order_text(kind: str, outbox_message: Any, message: Any) -> OrderText:
    status, at, reason = _state(outbox_message, message)
    code = _REASON_OF.get(_PROVIDER_CODE.sub(".", reason)) if reason else None
    return OrderText(kind, status, to_iso(at), reason, code)  # type: ignore[arg-type]


def _state(outbox_message: Any, message: Any) -> tuple[str, datetime, str | None]:
    """Status, time and reason: those of the sent SMS, or of its outbox message while it was not sent."""
    if message is not None and message.status in _SHOWN_STATUS:
        return _SHOWN_STATUS[message.status], message.updated_at, message.reason
    if outbox_message.status == outbox.FAILED:
        return "failed", outbox_message.finished_at or outbox_message.created_at, FAILED_REASON
    # Done without an SMS: the customer was told by push instead.
    if outbox_message.status in (outbox.SKIPPED, outbox.DONE):
        return "skipped", outbox_message.finished_at or outbox_message.created_at, outbox_message.last_error
    return "pending", outbox_message.created_at, RETRY_REASON if outbox_message.last_error else None


NEW_ORDER_PUSHES, STAFF_PUSH, ORDER_PUSH = "new_order_pushes", "staff_push", "order_push"
READY, CANCELLED = "ready", "cancelled"
HOLD = timedelta(seconds=60)  # more than the push's first three tries take
NO_HOLD = timedelta(0)
TOLD_BY_PUSH = SMS_REASONS["told_by_push"]


def push_key(order_id: str, kind: str, device_id: str) -> str:
    """The outbox key of a push, of which there is one for each order, kind and device."""
    return f"push:{order_id}:{kind}:{device_id}"


def enqueue_new_order_pushes(session: Session, order_id: str, truck_id: str) -> None:
    """Enqueue the job that enqueues a push to each staff device of the truck, about an order of this transaction.

    Nothing without a device. The row is written later in the transaction (`run_later`).
    """
    if has_staff_device(session, truck_id):
        outbox.enqueue_new(session, NEW_ORDER_PUSHES, f"order:{order_id}:{NEW_ORDER_PUSHES}", {"orderId": order_id})


def enqueue_dispute_pushes(session: Session, order_id: str, truck_id: str, dispute_id: str, key: str) -> None:
    """Enqueue the same job about a dispute of the order's payment, under this key. Nothing without a device."""
    if has_staff_device(session, truck_id):
        outbox.enqueue(session, NEW_ORDER_PUSHES, f"{key}:pushes", {"orderId": order_id, "disputeId": dispute_id})


def enqueue_order_pushes(
    session: Session,
    order_id: str,
    kind: str,
    sms_key: str,
    change_id: str | None = None,
    *,
    delay: timedelta = NO_HOLD,
) -> timedelta:
    """Enqueue a push to each device of the order, due after `delay`. Returns how long the SMS of that kind has to wait.

    `kind` is the one under which the SMS is stored, `change_id` the change of plan that it is about.
    """
    devices = list_order_devices(session, order_id)
    for device in devices:
        payload = {"orderId": order_id, "deviceId": device.id, "kind": kind, "changeId": change_id, "smsKey": sms_key}
        outbox.enqueue(session, ORDER_PUSH, push_key(order_id, kind, device.id), payload, delay=delay)
    return delay + (HOLD if any(device.is_instead for device in devices) else NO_HOLD)


def close_held_sms(session: Session, sms_key: str) -> bool:
    """Finish the SMS that waits for a push, because the push was accepted. False if it was tried or finished before."""
    instant = clock.now()
    closed = {"status": outbox.DONE, "finished_at": instant, "last_error": TOLD_BY_PUSH}
    return try_update_one(session, sa.update(OutboxMessage).where(*_is_held(sms_key)).values(closed))


def release_held_sms(session: Session, sms_key: str) -> None:
    """Make the SMS that waits for a push due now, because the push has failed for good.

    Does nothing if the SMS was tried before.
    """
    due = sa.update(OutboxMessage).where(*_is_held(sms_key)).values(available_at=clock.now())
    if try_update_one(session, due):
        after_commit(session, outbox.wake_event.set)


def has_other_instead(session: Session, order_id: str, kind: str, device_id: str) -> bool:
    """Whether a push of this kind to another device, one that replaces the SMS, waits or was accepted."""
    others = [one.id for one in list_order_devices(session, order_id) if one.is_instead and one.id != device_id]
    keys = [push_key(order_id, kind, other) for other in others]
    hopeful = (OutboxMessage.key.in_(keys), OutboxMessage.status.in_((outbox.WAITING, outbox.DONE)))
    return session.scalar(sa.select(OutboxMessage.id).where(*hopeful).limit(1)) is not None


def _is_held(sms_key: str) -> tuple[sa.ColumnElement[bool], ...]:
    is_untouched = (OutboxMessage.status == outbox.WAITING, OutboxMessage.attempts == 0)
    return (OutboxMessage.key == sms_key, *is_untouched, OutboxMessage.leased_until.is_(None))
