"""Corrects the phone or the e-mail address of an order, which was typed wrong: by staff, or soon by the customer.

The wrong one may be a stranger's, who got the link to the order. So the order gets another tracking token, which only
the new confirmations name, and nothing more is sent to where the old ones went. Lock order: the order, its outbox
messages, then its customers.
"""

import hashlib
from typing import Annotated, Any

import sqlalchemy as sa
from msgspec import UNSET, Meta, Struct, UnsetType
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.audit.log import AuditActor
from chuckwagon.customers.models import Customer
from chuckwagon.customers.service import OrderContribution, upsert_customer
from chuckwagon.db import idempotency, rate_limits
from chuckwagon.db.database import Database, change_rows
from chuckwagon.db.idempotency import IdempotentRequest, StoredResponse, parse_idempotency_key, write_once
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict, NotFound, raise_if_any
from chuckwagon.kit.ids import new_secret
from chuckwagon.kit.sentences import EMAIL_INVALID, REQUIRED_FIELDS
from chuckwagon.kit.validation import MAX_EMAIL_LENGTH, is_email, us_e164, why_no_us_phone
from chuckwagon.mail.models import EmailRecord
from chuckwagon.notifications import delivery_status
from chuckwagon.notifications.erasure import list_message_keys
from chuckwagon.notifications.templates import CONFIRMED
from chuckwagon.offers.uses import change_phone
from chuckwagon.orders import audit_events, queries
from chuckwagon.orders.counts import rebuild_customer_totals
from chuckwagon.orders.messages import IS_REPLY, RECEIPT, SENT_RECEIPTS, email_key, sms_key
from chuckwagon.orders.models import Order, OrderSms
from chuckwagon.orders.schemas import StaffOrder
from chuckwagon.orders.self_service import By, TooLate
from chuckwagon.orders.self_service_slots import contact_ends_at
from chuckwagon.orders.status_changes import NOT_COMPLETED
from chuckwagon.orders.tracking import ORDER_NOT_FOUND, get_order_by_token
from chuckwagon.payments.models import Checkout
from chuckwagon.push.models import OrderDevice
from chuckwagon.realtime import change_log

MAX_OWN_CORRECTIONS, MAX_CORRECTIONS, HOUR_SECONDS = 3, 30, 60 * 60  # each sends an SMS to any number


class OrderOver(Conflict):
    """The order is completed or cancelled."""

    code = "order_over"
    sentence = "This order is over, so its phone and email stay as they are."


class ContactBusy(Conflict):
    """A message is being sent to the old phone or address."""

    code = "contact_busy"
    sentence = "A message about this order is being sent right now. Please try again in a minute."


class ContactRequest(Struct):
    """The right phone, e-mail address, or both; what is left out stays. An empty address removes it."""

    phone: Annotated[str, Meta(max_length=40)] | UnsetType | None = UNSET
    email: Annotated[str, Meta(max_length=MAX_EMAIL_LENGTH)] | UnsetType | None = UNSET


class OwnContact(Struct, rename="camel"):
    """The order's tracking token from now on; the old one leads nowhere."""

    tracking_token: str


def correct_contact(db: Database, actor: Actor, order_id: str, request: ContactRequest, key: str | None) -> StaffOrder:
    """Correct the contact of an order for staff, once for each idempotency key.

    Raises NotFound, NotAllowed, InvalidInput, OrderOver, ContactBusy, TooManyRequests and IdempotencyKeyReused.
    """
    with db.reading() as session:
        queries.get_order_for(session, actor, order_id)
    wanted = _check(request)

    def correct(session: Session) -> StaffOrder:
        order = session.get_one(Order, order_id, with_for_update=True, populate_existing=True)
        rate_limits.consume(session, f"contact-by:{actor.user_id}", limit=MAX_CORRECTIONS, seconds=HOUR_SECONDS)
        _correct(session, order, wanted, actor.author)
        return queries.get_staff_order(session, order_id)

    return write_once(
        db, parse_idempotency_key(actor.user_id, key, "correct_contact", order_id, wanted), StaffOrder, correct
    )


def correct_own_contact(db: Database, by: By, request: ContactRequest, key: str | None) -> OwnContact:
    """Correct the contact of an order for its customer, once for each idempotency key.

    Raises NotFound, InvalidInput, TooLate, ContactBusy, TooManyRequests and IdempotencyKeyReused.
    """
    (token, author), wanted = by, _check(request)
    # By the token, because a repeat still has the old one.
    caller = hashlib.sha256(token.encode()).hexdigest()[:24]
    repeat = parse_idempotency_key(caller, key, "correct_own_contact", wanted)
    _require_known(db, token, repeat)

    def correct(session: Session) -> OwnContact:
        order_id = get_order_by_token(session, token).id
        order = session.get_one(Order, order_id, with_for_update=True, populate_existing=True)
        if order.tracking_token != token:
            raise NotFound(ORDER_NOT_FOUND)
        if order.status not in NOT_COMPLETED or clock.now() > contact_ends_at(order.created_at):
            raise TooLate
        rate_limits.consume(session, f"contact:{order_id}", limit=MAX_OWN_CORRECTIONS, seconds=HOUR_SECONDS)
        _correct(session, order, wanted, author)
        return OwnContact(order.tracking_token)

    return write_once(db, repeat, OwnContact, correct)


def _require_known(db: Database, token: str, repeat: IdempotentRequest | None) -> None:
    """Refuse a token of no order without a write, unless its answer is stored."""
    with db.reading() as session:
        if repeat is None or session.get(StoredResponse, (repeat.user_id, repeat.key)) is None:
            get_order_by_token(session, token)


def _check(request: ContactRequest) -> dict[str, str | None]:
    """The columns to change. Raises InvalidInput."""
    wanted: dict[str, str | None] = {}
    problems = {}
    if request.phone is not UNSET:
        wanted["customer_phone"] = us_e164(request.phone or "")
        if wanted["customer_phone"] is None:
            problems["phone"] = why_no_us_phone(request.phone or "")
    if request.email is not UNSET:
        wanted["customer_email"] = email = (request.email or "").strip() or None
        if email and not is_email(email):
            problems["email"] = EMAIL_INVALID
    if not wanted:
        problems["phone"] = REQUIRED_FIELDS
    raise_if_any(problems)
    return wanted


def _correct(session: Session, order: Order, wanted: dict[str, str | None], author: AuditActor) -> None:
    """Replace contact and token, and send the confirmations once more. The caller has locked the order's row.

    Changes nothing where all is so already. Raises OrderOver, ContactBusy.
    """
    if order.status not in NOT_COMPLETED:
        raise OrderOver
    before = {name: getattr(order, name) for name in wanted}
    if before == wanted:
        return
    _lock_messages(session, order.id)
    old_phone, old_customer_id = order.customer_phone, order.customer_id
    for name, value in wanted.items():
        setattr(order, name, value)
    order.tracking_token, order.updated_at = new_secret(), clock.now()
    order.version += 1
    if order.customer_phone != old_phone:
        order.customer_id = upsert_customer(session, _contribution_of(order))[0]
    session.flush()
    # A device may have been added by the stranger, and pushes name the link.
    change_rows(session, sa.delete(OrderDevice).where(OrderDevice.order_id == order.id))
    _forget_sms(session, order.id, is_other_phone=order.customer_phone != old_phone)
    _correct_copies(session, order)
    for customer_id in sorted({old_customer_id, order.customer_id} - {None}):  # type: ignore[type-var]
        rebuild_customer_totals(session, str(customer_id))
    if old_customer_id is not None and old_customer_id != order.customer_id:
        _delete_without_orders(session, old_customer_id, str(old_phone))
    _confirm_again(session, order)
    audit_events.record_contact_correction(session, author, order, before)
    change_log.publish_change(session, order.truck_id, change_log.ORDER, order.id)


def _lock_messages(session: Session, order_id: str) -> None:
    """Lock what waits to be sent, so that no worker claims it before the commit. Raises ContactBusy."""
    keys = OutboxMessage.key.in_(list_message_keys(session, [order_id]))
    waiting = sa.select(OutboxMessage.leased_until).where(keys, OutboxMessage.status == outbox.WAITING)
    leases = session.scalars(waiting.order_by(OutboxMessage.id).with_for_update()).all()
    if any(until is not None and until > clock.now() for until in leases):
        raise ContactBusy


def _forget_sms(session: Session, order_id: str, *, is_other_phone: bool) -> None:
    """Delete unsent SMS, which are composed again, and give the confirmation's kind free.

    Of what went to another phone, only that it was sent stays, and of its answers nothing: both are a stranger's.
    """
    about = OrderSms.order_id == order_id
    unsent = (OrderSms.status == delivery_status.SENDING, OrderSms.provider_sid.is_(None))
    change_rows(session, sa.delete(OrderSms).where(about, *unsent))
    if is_other_phone:
        change_rows(session, sa.delete(OrderSms).where(about, IS_REPLY))
        change_rows(session, sa.update(OrderSms).where(about).values(to_phone=None, body=""))
    earlier = (about, OrderSms.kind.startswith(f"{CONFIRMED}_", autoescape=True))
    count = session.scalar(sa.select(sa.func.count()).where(*earlier)) or 0
    renamed = sa.update(OrderSms).where(about, OrderSms.kind == CONFIRMED)
    change_rows(session, renamed.values(kind=f"{CONFIRMED}_{count + 1}"))


def _correct_copies(session: Session, order: Order) -> None:
    """Write the contact to the order's checkout, its offer's use, and the stored responses that show the order."""
    checkout = session.get(Checkout, order.checkout_id) if order.checkout_id else None
    if checkout is not None:
        checkout.customer_phone, checkout.customer_email = order.customer_phone or "", order.customer_email
    if order.offer_code is not None:
        change_phone(session, order.checkout_id or order.id, order.customer_phone or "")
    contact = {"customerPhone": order.customer_phone, "customerEmail": order.customer_email}

    def correct(answer: Any) -> Any:
        is_shown = isinstance(answer, dict) and answer.get("_id") == order.id and contact.keys() <= answer.keys()
        return answer | contact if is_shown else answer

    idempotency.rewrite_responses(session, [order.id], correct)
    session.flush()


def _delete_without_orders(session: Session, customer_id: str, phone: str) -> None:
    """Delete the customer of the wrong phone, whose row the caller has locked, and the phone's counts."""
    has_order = sa.select(Order.id).where(Order.customer_id == customer_id).limit(1)
    if session.scalar(has_order) is None:
        change_rows(session, sa.delete(Customer).where(Customer.id == customer_id))
        rate_limits.delete_counts(session, [f"checkout:{phone}", f"offer-used:{phone}"])


def _confirm_again(session: Session, order: Order) -> None:
    """Enqueue the confirmation SMS and the receipt with the new link. Without a phone or an address, none."""
    sms, receipt = sms_key(order.id, CONFIRMED), email_key(order.id, RECEIPT)
    # What waits for an address that staff have typed would bring the new link there.
    typed = OutboxMessage.key.in_([email_key(order.id, kind) for kind in SENT_RECEIPTS])
    change_rows(session, sa.delete(OutboxMessage).where(typed, OutboxMessage.status == outbox.WAITING))
    for kind, key, address in (
        (f"order_{CONFIRMED}_sms", sms, order.customer_phone),
        (f"order_{RECEIPT}_email", receipt, order.customer_email),
    ):
        change_rows(session, sa.delete(OutboxMessage).where(OutboxMessage.key == key))
        change_rows(session, sa.delete(EmailRecord).where(EmailRecord.key == key))
        if address is not None:
            outbox.enqueue(session, kind, key, {"orderId": order.id, "version": order.version})


def _contribution_of(order: Order) -> OrderContribution:
    """The order as a part of its new customer, whose totals are computed after it."""
    return OrderContribution(
        truck_id=order.truck_id,
        phone=order.customer_phone or "",
        name=order.customer_name,
        email=order.customer_email,
        at=order.created_at,
        cents=0,
    )
