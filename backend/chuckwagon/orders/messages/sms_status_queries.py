"""Delivery status of an order's SMS, for staff. `notifications` sends the SMS and keeps the status."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

import sqlalchemy as sa
from msgspec import Struct, field
from sqlalchemy.orm import Session

from chuckwagon.customers.models import OptOut
from chuckwagon.db.database import table_of
from chuckwagon.db.id_lists import join_list
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit.clock import to_iso
from chuckwagon.orders.models import Order, OrderRow, OrderSms, refund_notice_suffix

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
    for message in session.execute(_OUTBOX_MESSAGES, {"keys": list(keys)}):
        order_id, kind, shown_kind = keys[message.key]
        by_order[order_id].append((kind, shown_kind, message))
    return by_order


def _find_sent_messages(session: Session, orders: Sequence[Order | OrderRow]) -> dict[tuple[str, str], Any]:
    rows = session.execute(_SMS, {"ids": [one.id for one in orders]})
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
