"""Exports all data of one customer, for that customer."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import urlsplit

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.audit.log import AuditActor, record
from chuckwagon.customers.models import Customer, OptOut
from chuckwagon.kit import clock
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.decoding import convert, copy_fields
from chuckwagon.kit.errors import NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.money import to_dollars
from chuckwagon.kit.sentences import CUSTOMER_UNKNOWN, count_name
from chuckwagon.mail.models import EmailRecord
from chuckwagon.notifications.models import ManualSms
from chuckwagon.orders import erasure as orders
from chuckwagon.orders.messages import list_email_keys
from chuckwagon.orders.models import Dispute, Order, OrderEvent, OrderLine, OrderSms, Refund, make_view_token
from chuckwagon.orders.placement.pricing import PricedLine
from chuckwagon.orders.purchase import describe_taxes
from chuckwagon.orders.schemas import to_order_reader
from chuckwagon.payments import erasure as payments
from chuckwagon.payments.models import Checkout, PaymentReview
from chuckwagon.privacy import schemas
from chuckwagon.privacy.service import find_erased_at
from chuckwagon.push.models import OrderDevice
from chuckwagon.trucks.models import Truck

CUSTOMER_EXPORTED = "customer.data_exported"


def export_customer(session: Session, customer_id: str) -> schemas.PersonFile:
    """Export the data of a customer. Raises NotFound."""
    customer = session.get(Customer, customer_id) if is_id(customer_id) else None
    if customer is None:
        raise NotFound(CUSTOMER_UNKNOWN)
    return _build_export(session, customer, customer.phone)


def export_phone(session: Session, phone: str) -> schemas.PersonFile:
    """Export the data of a phone, which may belong to no customer."""
    customer_id = orders.find_customer_id_by_phone(session, phone)
    return _build_export(session, session.get(Customer, customer_id) if customer_id else None, phone)


def record_export(session: Session, by: AuditActor, found: schemas.PersonFile) -> None:
    """Record that someone took the file, in the audit log. It names no person."""
    record(session, by, CUSTOMER_EXPORTED, found.customer_id, details={"orders": len(found.orders)})


def _build_export(session: Session, customer: Customer | None, phone: str) -> schemas.PersonFile:
    refs = orders.list_order_refs(session, customer.id) if customer else []
    paid = [order.checkout_id for order in refs if order.checkout_id]
    trucks = {truck.id: truck.name for truck in session.scalars(sa.select(Truck))}
    erased_at = find_erased_at(session, customer.id) if customer else None
    no_texts = session.get(OptOut, phone)
    return schemas.PersonFile(
        exported_at=to_iso(clock.now()),
        customer_id=customer.id if customer else None,
        phone=orders.phone_unless_erased(phone),
        name=customer.name if customer else None,
        email=customer.email if customer else None,
        known_since=to_iso(customer.created_at) if customer else None,
        erased_at=to_iso(erased_at) if erased_at else None,
        asked_for_no_texts_at=to_iso(no_texts.opted_out_at) if no_texts else None,
        orders=_export_orders(session, [order.id for order in refs], trucks),
        checkouts=_export_checkouts(session, payments.list_customer_checkouts(session, phone, paid), trucks),
        texts_by_staff=_export_manual_sms(session, phone),
    )


def _export_orders(session: Session, ids: Sequence[str], trucks: dict[str, str]) -> list[schemas.ExportedOrder]:
    found: list[schemas.ExportedOrder] = []
    for batch in orders.in_batches(ids):
        rows_by_model: dict[Any, dict[str, list[Any]]] = {
            model: _list_by_order(session, model, batch)
            for model in (OrderEvent, Refund, Dispute, OrderSms, OrderDevice)
        }
        rows_by_model[EmailRecord] = _list_emails(session, batch)
        query = sa.select(Order).where(Order.id.in_(batch))
        for order in session.scalars(query):
            related = {model: rows[order.id] for model, rows in rows_by_model.items()}
            found.append(_export_order(order, trucks[order.truck_id], related))
    return sorted(found, key=lambda order: order.created_at)


def _list_by_order(session: Session, model: Any, ids: list[str]) -> dict[str, list[Any]]:
    rows: dict[str, list[Any]] = defaultdict(list)
    for row in session.scalars(sa.select(model).where(model.order_id.in_(ids)).order_by(model.id)):
        rows[row.order_id].append(row)
    return rows


def _list_emails(session: Session, order_ids: list[str]) -> dict[str, list[Any]]:
    keys = list_email_keys(session, order_ids)
    rows: dict[str, list[Any]] = defaultdict(list)
    for row in session.scalars(
        sa.select(EmailRecord).where(EmailRecord.key.in_(keys)).order_by(EmailRecord.created_at)
    ):
        rows[keys[row.key]].append(row)
    return rows


def _export_order(order: Order, truck: str, related: dict[Any, list[Any]]) -> schemas.ExportedOrder:
    return copy_fields(
        schemas.ExportedOrder,
        order,
        truck=truck,
        name=order.customer_name,
        phone=order.customer_phone,
        email=order.customer_email,
        lines=[_export_line(line) for line in order.lines],
        subtotal=to_dollars(order.subtotal_cents),
        tax=to_dollars(order.tax_cents),
        tip=to_dollars(order.tip_cents),
        discount=to_dollars(order.discount_cents),
        total=to_dollars(order.total_cents),
        pickup_at=to_iso(order.pickup_at) if order.pickup_at else None,
        reader=to_order_reader(order),
        created_at=to_iso(order.created_at),
        steps=[schemas.ExportedStep(step.status, to_iso(step.at)) for step in related[OrderEvent]],
        refunds=[_export_refund(refund) for refund in related[Refund]],
        disputes=_export_amounts(related[Dispute]),
        texts=[_export_sms(text, text.kind, order) for text in related[OrderSms]],
        emails=[schemas.ExportedEmail(one.kind, one.status, to_iso(one.updated_at)) for one in related[EmailRecord]],
        devices=[_export_device(device) for device in related[OrderDevice]],
        **describe_taxes(order),
    )


def _export_device(device: OrderDevice) -> schemas.ExportedDevice:
    """Never the endpoint: who has it, and the keys, could write to the browser."""
    service = urlsplit(device.endpoint).hostname or ""
    return schemas.ExportedDevice(to_iso(device.created_at), device.is_instead, service)


def _export_line(line: OrderLine | PricedLine) -> schemas.ExportedLine:
    options = [count_name(option.quantity, option.name) for option in line.modifiers]
    total = to_dollars(line.total_cents)
    return schemas.ExportedLine(line.name, line.quantity, options, total, line.special_instructions)


def _export_refund(refund: Refund) -> schemas.ExportedRefund:
    """The reason as it was typed, else its code."""
    reason = refund.reason or refund.reason_code or ""
    return schemas.ExportedRefund(to_dollars(refund.amount_cents), reason, refund.status, to_iso(refund.created_at))


def _export_amounts(rows: Iterable[Any]) -> list[schemas.ExportedRefund]:
    return [
        schemas.ExportedRefund(to_dollars(row.amount_cents), row.reason, row.status, to_iso(row.created_at))
        for row in rows
    ]


def _export_sms(text: Any, kind: str, order: Order | None = None) -> schemas.ExportedText:
    """The link of an order's SMS leads to the order and no more: the file passes through the hands of staff."""
    words = text.body
    if order is not None:
        words = words.replace(order.tracking_token, make_view_token(order.id, order.tracking_token))
    return schemas.ExportedText(kind, text.to_phone or None, words, text.status, to_iso(text.created_at))


def _export_checkouts(
    session: Session, checkouts: Sequence[Checkout], trucks: dict[str, str]
) -> list[schemas.ExportedCheckout]:
    reviews = payments.list_checkout_reviews(session, checkouts)
    held = {review.checkout_id: review.reason for review in reviews}
    disputes = _list_held_disputes(session, reviews)
    return [
        copy_fields(
            schemas.ExportedCheckout,
            one,
            truck=trucks[one.truck_id],
            name=one.customer_name,
            phone=one.customer_phone,
            email=one.customer_email,
            lines=[_export_line(convert(line, PricedLine)) for line in one.lines],
            tip=to_dollars(one.tip_cents),
            discount=to_dollars(one.discount_cents),
            total=to_dollars(one.total_cents),
            pickup_at=to_iso(one.pickup_at),
            held_for_review=held.get(one.id),
            disputes=_export_amounts(disputes[one.id]),
            created_at=to_iso(one.created_at),
        )
        for one in sorted(checkouts, key=lambda one: (one.created_at, one.id))
    ]


def _list_held_disputes(session: Session, reviews: Sequence[PaymentReview]) -> dict[str | None, list[Dispute]]:
    """The disputes of held payments by their checkout. Those of orders are among the order's."""
    checkouts = {review.payment_intent_id: review.checkout_id for review in reviews}
    found: dict[str | None, list[Dispute]] = defaultdict(list)
    for dispute in orders.list_held_disputes(session, list(checkouts)):
        found[checkouts[dispute.payment_intent_id or ""]].append(dispute)
    return found


def _export_manual_sms(session: Session, phone: str) -> list[schemas.ExportedText]:
    query = sa.select(ManualSms).where(ManualSms.to_phone == phone)
    rows = session.scalars(query.order_by(ManualSms.created_at, ManualSms.id))
    return [_export_sms(text, "by_staff") for text in rows]
