"""Erasure of a customer's data, and of a staff account.

An erasure is one transaction. Amounts, menu items and times stay for the books; everything that identifies the
customer goes. The metadata at Stripe is erased by an outbox message. An erasure is refused while the customer
waits for food or money, and repeating it changes nothing.

The name of staff goes from what stays, too: orders, refunds, disruptions and the audit log. Who did something stays
countable: a neutral name such as "Former user 12" replaces the person's in every row.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import InstrumentedAttribute, Session

from chuckwagon.accounts.models import SUPERADMIN, User
from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.queries import IS_NOT_ERASED, lock_other_superadmins, lock_user
from chuckwagon.accounts.service import LastSuperadmin, OwnAccount, erase_account, next_former_name
from chuckwagon.audit import hash_chain, log
from chuckwagon.customers.models import Customer
from chuckwagon.db import idempotency
from chuckwagon.db.database import Database, change_rows, insert_if_absent
from chuckwagon.db.idempotency import parse_idempotency_key, rewrite_responses, write_once
from chuckwagon.disruptions.models import Disruption
from chuckwagon.drawer.models import DayEvent, DrawerSession
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.errors import Conflict, InvalidInput, NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.money import format_usd
from chuckwagon.kit.sentences import CUSTOMER_UNKNOWN, Sentence
from chuckwagon.kit.validation import collapse_whitespace, has_control_characters, mask_phone
from chuckwagon.notifications import erasure as texts
from chuckwagon.orders import erasure as orders
from chuckwagon.orders.erasure import ERASED_NAME, ERASED_TEXT, OrderRef
from chuckwagon.orders.models import Order, OrderEvent, Refund
from chuckwagon.payments import erasure as payments
from chuckwagon.payments.counter.models import CounterPayment
from chuckwagon.payments.models import Checkout, PaymentReview
from chuckwagon.privacy.models import ErasedCustomer
from chuckwagon.privacy.schemas import MAX_REASON_LENGTH, ErasedPerson, ErasedStaff, StaffErasureRequest

CUSTOMER_ERASED = "customer.erased"
_PERSONAL_FIELDS = {
    "customerName": ERASED_NAME,
    "customerPhone": None,
    "customerEmail": None,
    "specialInstructions": None,
}
_STAFF_FIELDS = ("reason", "note")


class CustomerBusy(Conflict):
    """The customer has an open order, payment or SMS that needs the data."""

    code = "customer_busy"
    sentence = "This customer has an open order. Erase the data once it is completed or cancelled."


class CustomerRecords(Struct, frozen=True):
    """A customer's orders, checkouts and phone."""

    phone: str
    orders: Sequence[OrderRef]
    checkouts: Sequence[Checkout]


def erase_customer(db: Database, actor: Actor, customer_id: str, key: str | None) -> ErasedPerson:
    """Erase a customer on a superadmin's request, in a transaction of its own.

    Raises InvalidInput for an invalid key, NotFound, CustomerBusy, and IdempotencyKeyReused if the key was used for
    another customer.
    """
    repeat = parse_idempotency_key(actor.user_id, key, "erase_customer", customer_id)
    erased = write_once(
        db, repeat, ErasedPerson, lambda session: erase_in_transaction(session, actor.author, customer_id)
    )
    db.empty_log()
    return erased


def erase_in_transaction(session: Session, by: log.AuditActor, customer_id: str) -> ErasedPerson:
    """Erase a customer, or return the time of an earlier erasure. Locks the customer's row.

    Raises NotFound, CustomerBusy.
    """
    customer = orders.find_customer_for_update(session, customer_id) if is_id(customer_id) else None
    if customer is None:
        raise NotFound(CUSTOMER_UNKNOWN)
    known = session.get(ErasedCustomer, customer.id)
    if known is None:
        data = find_customer_records(session, customer)
        _refuse_while_busy(session, customer, data)
        erase_personal_data(session, customer, data)
        log.record(session, by, CUSTOMER_ERASED, customer.id, details={"orders": len(data.orders)})
        known = session.get_one(ErasedCustomer, customer.id)
    count = len(orders.list_order_refs(session, customer.id))
    return ErasedPerson(customer.id, to_iso(known.erased_at), count)


def erase_by_phone(session: Session, phone: str) -> int | None:
    """Erase all data of a phone. Returns the number of orders; None if there was no customer and no checkout.

    SMS that staff wrote to the phone are erased in every case. Raises CustomerBusy.
    """
    customer_id = orders.find_customer_id_by_phone(session, phone)
    if customer_id is not None:
        return erase_in_transaction(session, log.SYSTEM_ACTOR, customer_id).orders
    checkouts = payments.list_customer_checkouts(session, phone, [])
    if payments.has_open_checkout(checkouts):
        raise CustomerBusy(_PAYING)
    refuse_while_money_waits(session, CustomerRecords(phone, [], checkouts))
    payments.anonymize_checkouts(session, checkouts, orders.phone_spellings(phone))
    _redact_stored_responses(session, [phone], orders.phone_spellings(phone))
    texts.lock_manual_sms(session, phone)
    texts.erase_phone(session, phone)
    if not checkouts:
        return None
    log.record(session, log.SYSTEM_ACTOR, CUSTOMER_ERASED, None, details={"phone": mask_phone(phone)})
    return 0


def find_customer_records(session: Session, customer: Customer) -> CustomerRecords:
    """Find the orders and checkouts of a customer whose row is locked."""
    found = orders.list_order_refs(session, customer.id)
    paid = [order.checkout_id for order in found if order.checkout_id]
    return CustomerRecords(customer.phone, found, payments.list_customer_checkouts(session, customer.phone, paid))


def erase_personal_data(
    session: Session, customer: Customer, data: CustomerRecords, at: datetime | None = None
) -> None:
    """Erase the data without any check. The caller holds the customer's row lock and has made the checks.

    `at` is the time of an earlier erasure that is repeated; None for now.
    """
    ids = [order.id for order in data.orders]
    identifiers = orders.list_identifiers(session, customer, data.orders)
    texts.lock_manual_sms(session, data.phone)
    texts.cancel_order_messages(session, ids)
    texts.anonymize_order_sms(session, ids)
    texts.erase_phone(session, data.phone)
    payments.anonymize_checkouts(session, data.checkouts, identifiers)
    for order in data.orders:
        if order.payment_intent_id is not None:
            payments.request_payment_erasure(session, order.payment_intent_id)
    _redact_stored_responses(session, [customer.id, data.phone], identifiers)
    orders.anonymize_orders(session, data.orders, identifiers)
    orders.anonymize_customer(session, customer)
    erased = {"customer_id": customer.id, "erased_at": at or clock.now()}
    insert_if_absent(session, ErasedCustomer, erased)


_PAYING = Sentence("This customer may be paying right now. Please try again in two hours.", "customer_paying")
_HELD = Sentence(
    "A payment of this customer waits for a decision under Held payments. Decide about it first.",
    "customer_payment_held",
)
_DISPUTED = Sentence(
    "A bank has questioned a payment of this customer. Erase the data once that is decided.",
    "customer_payment_disputed",
)
_SENDING_SMS = Sentence(
    "A message to this customer is being sent right now. Please try again in a minute.", "customer_sms_sending"
)


def _refuse_while_busy(session: Session, customer: Customer, data: CustomerRecords) -> None:
    """Raise CustomerBusy. The reason that staff can resolve comes first.

    Skips the waiting SMS and e-mails of the orders, except one that is being sent right now.
    """
    if orders.has_open_order(session, customer.id):
        raise CustomerBusy
    if payments.has_open_checkout(data.checkouts):
        raise CustomerBusy(_PAYING)
    refuse_while_money_waits(session, data)
    if not texts.cancel_order_messages(session, [order.id for order in data.orders]):
        raise CustomerBusy(_SENDING_SMS)


def refuse_while_money_waits(session: Session, data: CustomerRecords) -> None:
    """Raise CustomerBusy while a superadmin or a bank decides about a payment, or staff owe one, however old it is."""
    due = orders.find_due_pay_out(session, data.orders)
    if due is not None:
        number, cents = due
        text = f"The refund of {format_usd(cents)} for order #{number} is not paid out yet. Pay it out first."
        raise CustomerBusy(Sentence(text, "customer_pay_out_due", number=number, cents=cents))
    held = payments.list_checkout_reviews(session, data.checkouts)
    if any(review.decision is None for review in held):
        raise CustomerBusy(_HELD)
    if orders.has_open_dispute(session, data.orders, [review.payment_intent_id for review in held]):
        raise CustomerBusy(_DISPUTED)


def _redact_stored_responses(session: Session, known_by: list[str], identifiers: set[str]) -> None:
    idempotency.rewrite_responses(session, known_by, lambda answer: _redact(answer, identifiers))


def _redact(value: Any, identifiers: set[str]) -> Any:
    """Redact a stored response at any depth, also in a reason or a note that names the customer."""
    if isinstance(value, list):
        return [_redact(one, identifiers) for one in value]
    if not isinstance(value, dict):
        return value
    inner = {name: _redact(one, identifiers) for name, one in value.items()}
    redacted = {name for name in _STAFF_FIELDS if name in inner and orders.mentions(inner[name], identifiers)}
    blank = {name: blank for name, blank in _PERSONAL_FIELDS.items() if name in inner}
    return inner | blank | dict.fromkeys(redacted, ERASED_TEXT)


def find_erased_at(session: Session, customer_id: str) -> datetime | None:
    """Return when the customer was erased (UTC), or None."""
    query = sa.select(ErasedCustomer.erased_at).where(ErasedCustomer.customer_id == customer_id)
    return session.scalar(query)


_NAME_COLUMNS: tuple[InstrumentedAttribute[Any], ...] = (
    OrderEvent.by,
    Order.window_paid_to,
    Refund.asked_by,
    Refund.paid_out_by,
    PaymentReview.decided_by,
    DrawerSession.opened_by,
    DrawerSession.closed_by,
    DayEvent.by,
    CounterPayment.taken_by,
)
_NAME_FIELDS = ("by", "paidTo", "askedBy", "paidOutBy", "decidedBy", "openedBy", "closedBy", "actorName")
"""The fields of answers that hold nothing but the name of a member of staff."""
_REASON_INVALID = Sentence(
    f"Say why in at most {MAX_REASON_LENGTH} characters.", "erasure_reason_required", max=MAX_REASON_LENGTH
)


def erase_staff(db: Database, actor: Actor, user_id: str, given: StaffErasureRequest, key: str | None) -> ErasedStaff:
    """Erase a staff account on another superadmin's request, in a transaction of its own.

    Raises InvalidInput, NotFound for an unknown or erased account, OwnAccount, LastSuperadmin, and
    IdempotencyKeyReused.
    """
    reason = collapse_whitespace(given.reason)
    if not reason or len(reason) > MAX_REASON_LENGTH or has_control_characters(reason):
        raise InvalidInput(_REASON_INVALID, fields={"reason": _REASON_INVALID})

    def erase(session: Session) -> ErasedStaff:
        user = lock_user(session, user_id)
        if user.id == actor.user_id:
            raise OwnAccount
        # Locked for every erasure: that of the last superadmin is refused, and no two get one number.
        if not lock_other_superadmins(session, user.id) and user.role == SUPERADMIN:
            raise LastSuperadmin
        name = erase_user(session, actor.author, user, next_former_name(session), reason)
        return ErasedStaff(user.id, name, to_iso(clock.now()))

    repeat = parse_idempotency_key(actor.user_id, key, "erase_staff", [user_id, reason])
    erased = write_once(db, repeat, ErasedStaff, erase)
    db.empty_log()
    return erased


def erase_user(session: Session, by: log.AuditActor, user: User, new_name: str, reason: str) -> str:
    """Erase the account, replace the person's names everywhere, and record it. Returns the new name.

    A name that another account has too stays where nothing but the name is written: it may be the other's.
    """
    email = user.email
    names = {user.name} | hash_chain.list_names(session, user.id)
    shared = session.scalars(sa.select(User.name).where(User.id != user.id, User.name.in_(names), IS_NOT_ERASED))
    unshared = names - set(shared)
    erase_account(session, user, new_name)
    for column in _NAME_COLUMNS:
        change_rows(session, sa.update(column.class_).where(column.in_(unshared)).values({column.key: new_name}))
    change_rows(session, sa.update(Disruption).where(Disruption.actor_id == user.id).values(actor_name=new_name))
    # Rewritten and not deleted: without its answer a repeated request would refund or take the order a second time.
    rewrite_responses(session, [*unshared, user.id], lambda answer: _redact_name(answer, user.id, unshared, new_name))
    _rewrite_messages(session, user.id, email, new_name)
    digests = hash_chain.redact_events(session, user.id, new_name)
    details = {
        "name": new_name,
        "reason": reason,
        "rows": len(digests),
        hash_chain.REDACTIONS: hash_chain.digest_redactions(digests),
    }
    hash_chain.store_redactions(
        session, log.record(session, by, hash_chain.USER_ERASED, user.id, details=details), digests
    )
    return new_name


def _redact_name(value: Any, user_id: str, names: Collection[str], new_name: str) -> Any:
    """Replace the person in plain JSON data: in the user with the ID, and where a field is exactly one of the names."""
    if isinstance(value, list):
        return [_redact_name(one, user_id, names, new_name) for one in value]
    if not isinstance(value, dict):
        return value
    inner = {key: _redact_name(one, user_id, names, new_name) for key, one in value.items()}
    fields = {key for key in _NAME_FIELDS if isinstance(inner.get(key), str) and inner[key] in names}
    if inner.get("_id") == user_id:
        fields |= {"name", "email"} & inner.keys()
    return inner | dict.fromkeys(fields, new_name)


def _rewrite_messages(session: Session, user_id: str, email: str, new_name: str) -> None:
    """Replace the person in messages: the author is an ID, a name and a role, and a notice has an address.

    The worker gives up a notice that waits for an account that is not active.
    """
    text = sa.cast(OutboxMessage.payload, sa.Text)
    of_user = sa.or_(text.contains(user_id), text.contains(email, autoescape=True))
    for message in session.scalars(sa.select(OutboxMessage).where(of_user)):
        by = message.payload.get("by")
        changed: dict[str, Any] = {}
        if isinstance(by, list) and by[0] == user_id:
            changed["by"] = [user_id, new_name, *by[2:]]
        if message.payload.get("email") == email:
            changed["email"] = new_name
        message.payload = message.payload | changed
    session.flush()
