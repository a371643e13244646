"""Everything that is kept of one person, put together for that person to take home."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import clock
from chuckwagon.core.clock import to_iso
from chuckwagon.core.errors import NotFound
from chuckwagon.core.ids import is_id
from chuckwagon.core.money import to_dollars
from chuckwagon.notifications.models import Message, OptOut, StaffText
from chuckwagon.orders import forgetting as orders
from chuckwagon.orders.models import Customer, Dispute, Order, OrderEvent, OrderLine, Refund
from chuckwagon.orders.pricing import Line
from chuckwagon.payments import forgetting as payments
from chuckwagon.payments.models import Checkout
from chuckwagon.privacy import schemas
from chuckwagon.privacy.service import UNKNOWN, find_erased_at
from chuckwagon.trucks.models import Truck


def export_customer(session: Session, customer_id: str) -> schemas.PersonFile:
    """The file of one customer. Raises NotFound."""
    customer = session.get(Customer, customer_id) if is_id(customer_id) else None
    if customer is None:
        raise NotFound(UNKNOWN)
    return _write(session, customer, customer.phone)


def export_phone(session: Session, phone: str) -> schemas.PersonFile:
    """The file of whoever has this phone, who may never have ordered."""
    customer_id = orders.find_customer_by_phone(session, phone)
    return _write(session, session.get(Customer, customer_id) if customer_id else None, phone)


def _write(session: Session, customer: Customer | None, phone: str) -> schemas.PersonFile:
    refs = orders.list_orders_of(session, customer.id) if customer else []
    paid = [order.checkout_id for order in refs if order.checkout_id]
    trucks = {truck.id: truck.name for truck in session.scalars(sa.select(Truck))}
    erased_at = find_erased_at(session, customer.id) if customer else None
    no_texts = session.get(OptOut, phone)
    return schemas.PersonFile(
        exported_at=to_iso(clock.now()),
        customer_id=customer.id if customer else None,
        phone=orders.known_phone(phone),
        name=customer.name if customer else None,
        email=customer.email if customer else None,
        known_since=to_iso(customer.created_at) if customer else None,
        erased_at=to_iso(erased_at) if erased_at else None,
        asked_for_no_texts_at=to_iso(no_texts.opted_out_at) if no_texts else None,
        orders=_orders(session, [order.id for order in refs], trucks),
        checkouts=_checkouts(session, payments.list_checkouts_of(session, phone, paid), trucks),
        texts_by_staff=_staff_texts(session, phone),
    )


def _orders(session: Session, ids: Sequence[str], trucks: dict[str, str]) -> list[schemas.ExportedOrder]:
    found: list[schemas.ExportedOrder] = []
    for piece in orders.in_pieces(ids):
        beside = {model: _by_order(session, model, piece) for model in (OrderEvent, Refund, Dispute, Message)}
        query = sa.select(Order).where(Order.id.in_(piece))
        for order in session.scalars(query):
            traces = {model: rows[order.id] for model, rows in beside.items()}
            found.append(_order(order, trucks[order.truck_id], traces))
    return sorted(found, key=lambda order: order.created_at)


def _by_order(session: Session, model: Any, ids: list[str]) -> dict[str, list[Any]]:
    rows: dict[str, list[Any]] = defaultdict(list)
    for row in session.scalars(sa.select(model).where(model.order_id.in_(ids)).order_by(model.id)):
        rows[row.order_id].append(row)
    return rows


def _order(order: Order, truck: str, traces: dict[Any, list[Any]]) -> schemas.ExportedOrder:
    return schemas.ExportedOrder(
        truck=truck,
        order_number=order.order_number,
        status=order.status,
        payment_status=order.payment_status,
        source=order.source,
        name=order.customer_name,
        phone=order.customer_phone,
        email=order.customer_email,
        special_instructions=order.special_instructions,
        lines=[_line(line) for line in order.lines],
        subtotal=to_dollars(order.subtotal_cents),
        tax=to_dollars(order.tax_cents),
        total=to_dollars(order.total_cents),
        pickup_at=to_iso(order.pickup_at) if order.pickup_at else None,
        payment_intent_id=order.payment_intent_id,
        created_at=to_iso(order.created_at),
        steps=[schemas.ExportedStep(step.status, to_iso(step.at)) for step in traces[OrderEvent]],
        refunds=_money(traces[Refund]),
        disputes=_money(traces[Dispute]),
        texts=[_text(text, text.kind) for text in traces[Message]],
    )


def _line(line: OrderLine | Line) -> schemas.ExportedLine:
    options = [option.name for option in line.modifiers]
    total = to_dollars(line.total_cents)
    return schemas.ExportedLine(line.name, line.quantity, options, total, line.special_instructions)


def _money(rows: Iterable[Any]) -> list[schemas.ExportedRefund]:
    return [
        schemas.ExportedRefund(to_dollars(row.amount_cents), row.reason, row.status, to_iso(row.created_at))
        for row in rows
    ]


def _text(text: Any, kind: str) -> schemas.ExportedText:
    return schemas.ExportedText(kind, text.to_phone or None, text.body, text.status, to_iso(text.created_at))


def _checkouts(
    session: Session, found: Sequence[Checkout], trucks: dict[str, str]
) -> list[schemas.ExportedCheckout]:
    held = {review.checkout_id: review.reason for review in payments.list_reviews_of(session, found)}
    return [
        schemas.ExportedCheckout(
            truck=trucks[one.truck_id],
            status=one.status,
            name=one.customer_name,
            phone=one.customer_phone,
            email=one.customer_email,
            special_instructions=one.special_instructions,
            lines=[_line(msgspec.convert(line, Line)) for line in one.lines],
            total=to_dollars(one.total_cents),
            pickup_at=to_iso(one.pickup_at),
            payment_intent_id=one.payment_intent_id,
            held_for_review=held.get(one.id),
            created_at=to_iso(one.created_at),
        )
        for one in sorted(found, key=lambda one: (one.created_at, one.id))
    ]


def _staff_texts(session: Session, phone: str) -> list[schemas.ExportedText]:
    query = sa.select(StaffText).where(StaffText.to_phone == phone)
    rows = session.scalars(query.order_by(StaffText.created_at, StaffText.id))
    return [_text(text, "by_staff") for text in rows]
