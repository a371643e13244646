"""Queries of SMS and of the orders that they are about."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, cast

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.audit.log import AuditEvent
from chuckwagon.customers.models import OptOut
from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import table_of
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import WAITING, OutboxMessage
from chuckwagon.kit.sentences import Language
from chuckwagon.notifications.delivery_status import REFUSED
from chuckwagon.notifications.models import ManualSms
from chuckwagon.notifications.templates import (
    CANCELLED,
    CONFIRMED,
    PREPARING,
    READY,
    REFUNDED,
    PaidWith,
    PlanChangeFacts,
    RefundFacts,
    SmsFacts,
)
from chuckwagon.orders.audit_events import CONTACT_CORRECTED
from chuckwagon.orders.late.models import say_number
from chuckwagon.orders.messages import IS_REPLY, SMS_KINDS, sms_key
from chuckwagon.orders.models import COUNTER, STOP_CANCELLED, Order, OrderSms, PickupChange, cancellation_key
from chuckwagon.orders.queries import find_order_by_intent, list_effective_refunds
from chuckwagon.orders.schemas import tracking_url
from chuckwagon.orders.status import DISPUTED, UNPAID
from chuckwagon.orders.status_changes import NOT_COMPLETED
from chuckwagon.trucks.models import Truck

WITHOUT_MONEY = (CONFIRMED, PREPARING, READY)
_messages, _orders, _trucks = table_of(OrderSms), table_of(Order), table_of(Truck)
_outbox, _opt_outs = table_of(OutboxMessage), table_of(OptOut)
_audit = table_of(AuditEvent)
# The user of the staff who typed the order's phone over that of its customer; None once the customer corrected it. Not
# looked for at an order that was never changed, because that would be a third of the cost of its confirmation's facts.
_TYPED_BY = sa.case(
    (
        _orders.c.version > 1,
        sa.select(_audit.c.actor_id)
        .where(
            _audit.c.truck_id == _orders.c.truck_id,
            _audit.c.at >= _orders.c.created_at,
            _audit.c.subject_id == _orders.c.id,
            _audit.c.action == CONTACT_CORRECTED,
            _audit.c.details["phone"].as_string().is_not(None),
        )
        .order_by(_audit.c.at.desc(), _audit.c.id.desc())
        .limit(1)
        .correlate(_orders)
        .scalar_subquery(),
    )
)
_STORED = [_messages.c[name] for name in ("id", "to_phone", "body", "status", "provider_sid")]
_OF_ORDER = sa.and_(_messages.c.order_id == sa.bindparam("order_id"), _messages.c.kind == sa.bindparam("kind"))
_MESSAGE = CompiledStatement(sa.select(*_STORED).where(_OF_ORDER))
_CLAIMED = CompiledStatement(
    sa.select(_orders.c.truck_id, *_STORED)
    .select_from(_outbox.outerjoin(_orders, _orders.c.id == sa.bindparam("order_id")).outerjoin(_messages, _OF_ORDER))
    .where(*outbox.CLAIMED_BY_CALLER)
)
_FACTS = CompiledStatement(
    sa.select(
        _orders.c.customer_phone,
        _orders.c.offline_number,
        _orders.c.order_number,
        _trucks.c.name,
        _orders.c.total_cents,
        sa.func.coalesce(_orders.c.place_timezone, _trucks.c.timezone),
        _orders.c.created_at,
        sa.func.coalesce(_orders.c.estimated_pickup_at, _orders.c.pickup_at),
        _orders.c.payment_status != UNPAID,
        _orders.c.payment_status == DISPUTED,
        _trucks.c.sms_signature,
        sa.func.coalesce(_orders.c.place_name, ""),
        _orders.c.language,
        _trucks.c.slug,
        _orders.c.tracking_token,
        sa.func.coalesce(_orders.c.place_address, ""),
        _opt_outs.c.phone.is_not(None),
        _orders.c.source == "online",
        _TYPED_BY,
    )
    .join(_trucks, _trucks.c.id == _orders.c.truck_id)
    .outerjoin(_opt_outs, _opt_outs.c.phone == _orders.c.customer_phone)
    .where(_orders.c.id == sa.bindparam("order_id"))
    # Lock the order now: inserting the message locks it too, but then the daily limit's row would be locked as well.
    .with_for_update(read=True, key_share=True, of=_orders)
)

_EARLIER_WAITS = CompiledStatement(
    sa.select(_outbox.c.id)
    .where(
        _outbox.c.key.in_([sa.bindparam(kind, type_=sa.String) for kind in SMS_KINDS]),
        _outbox.c.id < sa.bindparam("message"),
        _outbox.c.status == WAITING,
    )
    .limit(1)
)


class StoredSms(msgspec.Struct, frozen=True):
    """What sending reads of an order's stored SMS. `provider_sid` is Twilio's ID, once Twilio has accepted it."""

    id: str
    to_phone: str | None
    body: str
    status: str
    provider_sid: str | None = None


class ClaimedSms(msgspec.Struct, frozen=True):
    """What is stored of the SMS that a claimed message asks for.

    `truck_id` is that of the order, None if the order does not exist. `stored` is None before the SMS is stored.
    """

    truck_id: str | None
    stored: StoredSms | None


class OrderSmsFacts(msgspec.Struct, frozen=True):
    """What an SMS about an order says, the order's phone, or None, and whether the customer has sent STOP.

    `is_online`: the order was paid online. `is_owed`: its payer must know what the SMS says. `typed_by` is the user of
    the staff who corrected the phone.
    """

    phone: str | None
    has_opted_out: bool
    is_online: bool
    is_owed: bool
    typed_by: str | None
    facts: SmsFacts


class HelpReplyFacts(msgspec.Struct, frozen=True):
    """What the answer to HELP says about the customer's newest order."""

    truck_name: str
    truck_phone: str
    language: Language


def find_message(session: Session, order_id: str, kind: str) -> StoredSms | None:
    """Return the order's SMS of this kind, or None."""
    row = _MESSAGE.first(session, {"order_id": order_id, "kind": kind})
    return None if row is None else StoredSms(*row)


def find_claimed_sms(session: Session, claimed: OutboxMessage, order_id: str, kind: str) -> ClaimedSms | None:
    """Return what is stored of the SMS of a claimed message; None if the caller has lost the claim."""
    row = _CLAIMED.first(session, {**outbox.claim_parameters(claimed), "order_id": order_id, "kind": kind})
    if row is None:
        return None
    truck_id, *stored = row
    return ClaimedSms(truck_id, None if stored[0] is None else StoredSms(*stored))


def has_earlier_waiting(session: Session, order_id: str, message_id: int) -> bool:
    """Whether an SMS of the order that was enqueued before this outbox message has no result yet.

    SMS about changes of plan are not considered.
    """
    keys = {kind: sms_key(order_id, kind) for kind in SMS_KINDS}
    return _EARLIER_WAITS.first(session, {**keys, "message": message_id}) is not None


def has_status(session: Session, order_id: str, statuses: Collection[str]) -> bool:
    """Whether the order has one of these statuses; reads it now."""
    mine = (Order.id == order_id, Order.status.in_(statuses))
    return session.scalar(sa.select(Order.id).where(*mine)) is not None


def has_cancellation_sms(session: Session, order_id: str) -> bool:
    """Whether Twilio has accepted an SMS that the order, or its stop, is cancelled."""
    says_so = sa.or_(OrderSms.kind == CANCELLED, OrderSms.kind.startswith(f"{STOP_CANCELLED}_", autoescape=True))
    sent = sa.select(OrderSms.id).where(OrderSms.order_id == order_id, says_so, OrderSms.provider_sid.is_not(None))
    return session.scalar(sent.limit(1)) is not None


def find_sms_facts(
    session: Session, order_id: str, origin: str, kind: str, payload: Mapping[str, Any]
) -> OrderSmsFacts | None:
    """Return the facts of an order's SMS, and lock the order's row against deletion; None for an unknown order.

    `origin` is the site's. `payload` names the change of plan or the refund that the SMS is about.
    """
    row = _FACTS.first(session, {"order_id": order_id})
    if row is None:
        return None
    phone, offline_number, number, *facts, language, slug, token, address, has_opted_out, is_online, typed_by = row
    link = tracking_url(origin, slug, token)
    change = _find_change_facts(session, payload["changeId"]) if payload.get("changeId") else None
    is_about_money = kind not in WITHOUT_MONEY
    refund = _find_refund_facts(session, order_id, kind, payload.get("refundId")) if is_about_money else None
    is_owed = is_online and kind not in (PREPARING, READY)
    said = SmsFacts(say_number(number, offline_number), *[*facts, link, language, change, refund, address])
    return OrderSmsFacts(phone, has_opted_out, is_online, is_owed, typed_by, said)


def _find_change_facts(session: Session, change_id: str) -> PlanChangeFacts | None:
    change = session.get(PickupChange, change_id)
    if change is None:
        return None
    return PlanChangeFacts(change.kind, change.minutes or 0, change.sentence)


def _find_refund_facts(session: Session, order_id: str, kind: str, refund_id: str | None) -> RefundFacts | None:
    """What goes back: by this refund; without one, by staff at the counter or by the cancellation. None for nothing."""
    effective = sorted(list_effective_refunds(session, order_id), key=lambda refund: (refund.created_at, refund.id))
    cancels = cancellation_key(order_id)
    if refund_id is not None:
        told = [refund for refund in effective if refund.id == refund_id]
    elif kind.startswith(REFUNDED):
        told = [one for one in effective if one.method == COUNTER and not one.key.startswith(cancels)]
    else:
        told = [refund for refund in effective if refund.key.startswith(cancels)]
    cents = sum(refund.amount_cents for refund in told)
    if not cents:
        return None
    order = session.get_one(Order, order_id)
    sum_cents = sum(refund.amount_cents for refund in effective[: effective.index(told[-1]) + 1])
    stands = order.status in NOT_COMPLETED and sum_cents < order.total_cents
    by_staff = told[-1].method == COUNTER and order.window_method
    return RefundFacts(cents, sum_cents, stands, cast("PaidWith", order.window_method) if by_staff else "online")


def find_order_by_reference(session: Session, intent_id: str | None, order_id: str | None) -> Order | None:
    """Return the order of this payment or, without a payment, the order with this ID; None if there is none."""
    return find_order_by_intent(session, intent_id) if intent_id else session.get(Order, order_id)


def has_proven_number(session: Session, phone: str, *conditions: sa.ColumnElement[bool]) -> bool:
    """Whether a customer has paid online with this phone, or has answered an SMS, at an order of these conditions.

    A phone that staff wrote into a paid order proves nothing: it is as new as one that they type at the counter.
    """
    is_paid = sa.and_(Order.source == "online", Order.payment_status != UNPAID, _TYPED_BY.is_(None))
    is_answered = sa.exists().where(OrderSms.order_id == Order.id, IS_REPLY)
    return has_order(session, phone, sa.or_(is_paid, is_answered), *conditions)


def has_order(session: Session, phone: str, *conditions: sa.ColumnElement[bool]) -> bool:
    """Whether this phone has an order of these conditions."""
    mine = sa.select(Order.id).where(Order.customer_phone == phone, *conditions)
    return session.scalar(mine.limit(1)) is not None


def has_sms(session: Session, order_id: str, phone: str) -> bool:
    """Whether Twilio has accepted an SMS about the order to this phone."""
    sent = (OrderSms.order_id == order_id, OrderSms.to_phone == phone, OrderSms.provider_sid.is_not(None))
    return session.scalar(sa.select(OrderSms.id).where(*sent).limit(1)) is not None


def find_help_reply_facts(session: Session, phone: str) -> HelpReplyFacts | None:
    """Return the truck and the language of the newest order of this phone, or None."""
    query = sa.select(Truck.name, Truck.phone, Order.language).join(Order, Order.truck_id == Truck.id)
    newest = query.where(Order.customer_phone == phone).order_by(Order.created_at.desc()).limit(1)
    row = session.execute(newest).one_or_none()
    return HelpReplyFacts(row.name, row.phone, row.language) if row else None


def find_manual_sms(session: Session, user_id: str, key: str) -> ManualSms | None:
    """Return the SMS that the user sent under this idempotency key, or None."""
    mine = sa.select(ManualSms).where(ManualSms.user_id == user_id, ManualSms.idempotency_key == key)
    return session.scalars(mine).one_or_none()


def find_unanswered_sms(session: Session, user_id: str, phone: str, body: str, since: datetime) -> ManualSms | None:
    """Return the user's newest SMS with the same phone and body whose response was never delivered, or None.

    SMS that Twilio has refused are left out.
    """
    query = sa.select(ManualSms).where(
        ManualSms.user_id == user_id,
        ManualSms.to_phone == phone,
        ManualSms.body == body,
        ManualSms.status != REFUSED,
        ManualSms.held_until.is_not(None),
        ManualSms.created_at > since,
    )
    return session.scalars(query.order_by(ManualSms.created_at.desc()).limit(1)).one_or_none()


def list_created_at(session: Session, *conditions: sa.ColumnElement[bool]) -> list[datetime]:
    """List when the SMS that match the conditions were created (UTC), newest first. Refused SMS do not count."""
    query = sa.select(ManualSms.created_at).where(ManualSms.status != REFUSED, *conditions)
    return list(session.scalars(query.order_by(ManualSms.created_at.desc())))
