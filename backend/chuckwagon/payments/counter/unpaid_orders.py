"""An unpaid counter order that is paid with a card later: ordered by phone, paid at pickup.

Its payment has a checkout of its own, without slot or stock, because the order has them. While a card is asked for, the
order's ID is kept as a draft, so that cash for it, or its cancellation, is refused at the same instant.
"""

from datetime import datetime, timedelta
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.integrations.stripe.payment_intents import Intent
from chuckwagon.kit import clock
from chuckwagon.kit.decoding import copy_fields
from chuckwagon.kit.ids import is_id
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import CASH, READER, Order, OrderLine
from chuckwagon.orders.placement.counter_drafts import release_draft
from chuckwagon.orders.placement.options import PricedModifier
from chuckwagon.orders.placement.pricing import OrderTotals, PricedLine, max_tip_cents
from chuckwagon.orders.placement.record_payment import mark_paid, payment_conflict
from chuckwagon.payments.checkout.intent_metadata import ORDER_KEY
from chuckwagon.payments.checkout.save import list_transfer_values
from chuckwagon.payments.checkout.statements import CheckoutRow
from chuckwagon.payments.counter import states
from chuckwagon.payments.counter.models import CANCELLED, PAID, CardReader, CounterPayment
from chuckwagon.payments.fulfillment.reviews import hold_for_review
from chuckwagon.payments.models import OPEN
from chuckwagon.settings import Settings
from chuckwagon.trucks.models import Truck

COPIED = ("offer_code", "tax_rate_units", "customer_name", "customer_email", "language")


def lock_unpaid_order(session: Session, order_id: str) -> Order:
    """The order, locked until the commit. Raises PaymentConflict for one that is paid, cancelled or was made online."""
    order = session.get_one(Order, order_id, with_for_update=True, populate_existing=True)
    is_open = order.payment_status == statuses.UNPAID and order.status != statuses.CANCELLED
    if not is_open or order.source != states.COUNTER_SOURCE:
        raise payment_conflict(session, order_id)
    return order


def to_checkout(settings: Settings, truck: Truck, order: Order, checkout_id: str, now: datetime) -> CheckoutRow:
    """The checkout that collects the order's total."""
    paid_to: Any = truck
    total = copy_fields(OrderTotals, order)
    lines = [msgspec.to_builtins(_to_line(line)) for line in order.lines]
    return CheckoutRow(
        id=checkout_id,
        truck_id=truck.id,
        truck_name=truck.name,
        attempt=None,
        sequence=1,
        idempotency_key=None,
        source=states.COUNTER_SOURCE,
        request_hash="",
        status=OPEN,
        intent_try=1,
        lines=lines,
        currency="usd",
        fee_back_cents=0,
        customer_phone=order.customer_phone or "",
        special_instructions=None,
        pickup_at=now,
        created_at=now,
        expires_at=now + timedelta(seconds=settings.hold_seconds),
        **{name: getattr(order, name) for name in COPIED},
        **{name: getattr(total, name) for name in OrderTotals.__struct_fields__},
        **list_transfer_values(paid_to, total, settings),
    )


def _to_line(line: OrderLine) -> PricedLine:
    """What the payment's metadata keeps of a line item, should the order be lost."""
    options = tuple(
        PricedModifier(one.option_id or "", one.group_name, one.name, one.additional_price_cents, quantity=one.quantity)
        for one in line.modifiers
    )
    return PricedLine(
        menu_item_id=line.menu_item_id or "",
        name=line.name,
        quantity=line.quantity,
        base_price_cents=line.unit_price_cents - sum(one.additional_price_cents for one in options),
        unit_price_cents=line.unit_price_cents,
        total_cents=line.total_cents,
        modifiers=options,
        tax_class=line.tax_class,  # type: ignore[arg-type]
    )


def find_order_to_pay(session: Session, checkout: CheckoutRow, intent: Intent) -> Order | None:
    """The order that the checkout collects, placed before; None for a checkout that becomes an order itself.

    Of one that was recovered, the intent's metadata names the order; if that is lost, too, the checkout becomes it.
    """
    payment = states.find_of_checkout(session, checkout.id)
    named = payment.pays_order_id if payment is not None else str(intent.metadata.get(ORDER_KEY, ""))
    order = session.get(Order, named, populate_existing=True) if named and is_id(named) else None
    return order if order is not None and order.truck_id == checkout.truck_id else None


def pay(session: Session, checkout: CheckoutRow, order: Order, intent: Intent) -> Order | None:
    """Pay the order with the charge and the tip of the reader.

    One that was paid or cancelled meanwhile stays as it is: the charge is held for review, and the result is None.
    """
    payment = states.find_of_checkout(session, checkout.id)
    if not _try_pay_by_card(session, checkout, order, payment, intent):
        hold_for_review(session, intent, "the order was paid or cancelled meanwhile")
        return None
    paid = session.get_one(Order, order.id, populate_existing=True)
    states.finish(session, checkout, paid, PAID)
    release_draft(session, order.truck_id, order.id)
    return paid


def _try_pay_by_card(
    session: Session, checkout: CheckoutRow, order: Order, payment: CounterPayment | None, intent: Intent
) -> bool:
    tip = checkout.tip_cents + intent.tip_cents
    is_over = tip > max_tip_cents(checkout.subtotal_cents)
    values = {
        "tender": READER,
        "reader": {"label": session.get_one(CardReader, payment.reader_id).label if payment else ""},
        "payment_intent_id": intent.id,
        "checkout_id": checkout.id,
        "tip_cents": tip,
        "total_cents": checkout.total_cents + intent.tip_cents,
        "flags": [*order.flags, states.TIP_OVER_LIMIT] if is_over else order.flags,
    }
    return mark_paid(session, order.id, values) is not None


def mark_paid_in_cash(session: Session, payment: CounterPayment, staff_name: str) -> Order | None:
    """Pay the order in cash instead. None for one that was paid or cancelled meanwhile."""
    values = {"tender": CASH, "window_method": CASH, "window_paid_at": clock.now(), "window_paid_to": staff_name}
    if mark_paid(session, str(payment.pays_order_id), values) is None:
        return None
    return session.get_one(Order, payment.pays_order_id, populate_existing=True)


def end_unpaid_order(session: Session, payment: CounterPayment) -> None:
    """End a payment that was to be cash, because its order was paid or cancelled meanwhile."""
    values = {"state": CANCELLED, "reason": None, "updated_at": clock.now()}
    session.execute(sa.update(CounterPayment).where(CounterPayment.id == payment.id).values(values))
    release_draft(session, payment.truck_id, payment.kept_draft)
    states.publish(session, payment)
