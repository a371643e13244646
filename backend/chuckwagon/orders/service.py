"""Orders: placed once from a paid checkout, then moved along by the kitchen.

An order is a copy of what was bought at the price that was paid; later edits never reach it. A status
changes with its history row and its outbox message in one transaction. Nothing here waits for a provider.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import clock, outbox
from chuckwagon.core.db import insert_if_absent
from chuckwagon.core.ids import new_id, new_secret
from chuckwagon.orders import status
from chuckwagon.orders.models import (
    CARD,
    WINDOW,
    Customer,
    Dispute,
    LineModifier,
    Order,
    OrderCounter,
    OrderEvent,
    OrderLine,
    Refund,
)
from chuckwagon.orders.pricing import Line
from chuckwagon.orders.texts import text_key

TWIN_WINDOW = timedelta(minutes=10)


class OrderDraft(msgspec.Struct, frozen=True, kw_only=True):
    """All that an order is made from; amounts in cents, instants in UTC, the phone in E.164.

    `placed_at` is now unless it was long ago; `withheld` says why the customer is not told of it any more.
    """

    truck_id: str
    checkout_id: str | None
    payment_intent_id: str | None
    payment_status: str
    source: str
    placed_by: str
    customer_name: str
    customer_phone: str | None
    customer_email: str | None
    lines: Sequence[Line]
    subtotal_cents: int
    tax_cents: int
    total_cents: int
    tax_rate_units: int
    pickup_at: datetime | None
    estimated_pickup_at: datetime | None
    special_instructions: str | None
    flags: Sequence[str] = ()
    placed_at: datetime | None = None
    withheld: str | None = None


def place_order(session: Session, draft: OrderDraft) -> Order:
    """Write the order, its lines, its first history row and the customer's text message, all or nothing."""
    instant = draft.placed_at or clock.now()
    customer_id = _remember_customer(session, draft) if draft.customer_phone else None
    flags = [*draft.flags, *(["possible_duplicate"] if _has_twin(session, draft) else [])]
    copied = msgspec.structs.asdict(draft)
    for name in ("lines", "placed_by", "flags", "placed_at", "withheld"):
        del copied[name]
    order = Order(
        id=new_id(),
        order_number=_next_number(session, draft.truck_id),
        customer_id=customer_id,
        status=status.PENDING,
        tracking_token=new_secret(),
        flags=flags,
        created_at=instant,
        updated_at=clock.now(),
        version=1,
        **copied,
    )
    order.lines = [_order_line(position, line) for position, line in enumerate(draft.lines)]
    session.add(order)
    session.flush()
    session.add(OrderEvent(order_id=order.id, status=order.status, at=instant, by=draft.placed_by))
    if draft.withheld is None:
        leave_text(session, order, "confirmed")
    else:
        withhold_text(session, order, "confirmed", draft.withheld)
    return order


def confirmation_key(order_id: str) -> str:
    """The outbox key of the confirmation text; it exists once per order, for ever."""
    return text_key(order_id, "confirmed")


def leave_text(session: Session, order: Order, kind: str) -> None:
    """Have the customer told, once per order and kind; one who left no phone is told at the window."""
    if order.source == "online" or order.customer_phone is not None:
        outbox.leave(session, f"order_{kind}_sms", text_key(order.id, kind), {"orderId": order.id})


def withhold_text(session: Session, order: Order, kind: str, reason: str) -> None:
    """Have the customer never told of this any more, unless the text has been left already."""
    key = text_key(order.id, kind)
    if outbox.leave(session, f"order_{kind}_sms", key, {"orderId": order.id}):
        left = outbox.find(session, key)
        if left is not None:
            outbox.finish(session, left.id, outbox.SKIPPED, reason)


def list_alive_refunds(session: Session, order_id: str) -> list[Refund]:
    """What has gone back, or is on its way; the caller holds the order's row."""
    alive = sa.select(Refund).where(Refund.order_id == order_id, Refund.status != "failed")
    return list(session.scalars(alive.execution_options(populate_existing=True)))


def refunded_cents(session: Session, order_id: str) -> int:
    """How much has gone back, or is on its way."""
    return sum(refund.amount_cents for refund in list_alive_refunds(session, order_id))


def add_refund(
    session: Session,
    order: Order,
    amount_cents: int,
    *,
    reason: str,
    asked_by: str,
    key: str | None = None,
    lines: list[dict[str, int]] | None = None,
) -> Refund:
    """Write a refund down. By card the worker sends it; what was paid at the window is given back there.

    The caller holds the order's row and has made sure that so much is left.
    """
    refund_id, instant = new_id(), clock.now()
    is_card = order.payment_intent_id is not None
    refund = Refund(
        id=refund_id,
        order_id=order.id,
        payment_intent_id=order.payment_intent_id,
        key=key or f"refund:{refund_id}",
        method=CARD if is_card else WINDOW,
        amount_cents=amount_cents,
        lines=lines,
        reason=reason,
        asked_by=asked_by,
        status="pending" if is_card else "succeeded",
        created_at=instant,
        updated_at=instant,
    )
    session.add(refund)
    session.flush()
    if is_card:
        outbox.leave(session, "refund_payment", refund.key, {"refundId": refund.id})
    note_money(session, order.id)
    return refund


def note_money(session: Session, order_id: str) -> None:
    """Bring the money's status in line with what was given back and what the bank has taken."""
    order = session.get_one(Order, order_id, with_for_update=True, populate_existing=True)
    wanted = _money_status(session, order)
    order.version += 1
    order.updated_at = clock.now()
    order.payment_status = wanted
    session.flush()


def _money_status(session: Session, order: Order) -> str:
    if order.payment_status == status.UNPAID:
        return status.UNPAID
    taken = sa.select(sa.literal(1)).where(
        Dispute.order_id == order.id, Dispute.status.in_(status.TAKEN_BY_BANK)
    )
    if session.scalar(taken.limit(1)) is not None:
        return status.DISPUTED
    is_sent = sa.or_(Refund.provider_id.is_not(None), Refund.method == WINDOW)
    sent = sa.select(sa.func.sum(Refund.amount_cents)).where(Refund.order_id == order.id, is_sent)
    cents = session.scalar(sent.where(Refund.status != "failed")) or 0
    if not cents:
        return status.PAID
    return status.REFUNDED if cents >= order.total_cents else status.PARTIALLY_REFUNDED


def _order_line(position: int, line: Line) -> OrderLine:
    return OrderLine(
        id=new_id(),
        position=position,
        menu_item_id=line.menu_item_id or None,
        name=line.name,
        quantity=line.quantity,
        unit_price_cents=line.unit_price_cents,
        total_cents=line.total_cents,
        special_instructions=line.special_instructions,
        modifiers=[
            LineModifier(
                id=new_id(),
                position=index,
                option_id=modifier.option_id,
                group_name=modifier.group_name,
                name=modifier.name,
                additional_price_cents=modifier.additional_price_cents,
            )
            for index, modifier in enumerate(line.modifiers)
        ],
    )


def _next_number(session: Session, truck_id: str) -> int:
    """Drawn inside the winning transaction, so that a truck's numbers have no gaps."""
    insert_if_absent(session, OrderCounter, {"truck_id": truck_id, "last_number": 100})
    drawn = session.execute(
        sa.update(OrderCounter)
        .where(OrderCounter.truck_id == truck_id)
        .values(last_number=OrderCounter.last_number + 1)
        .returning(OrderCounter.last_number)
        .execution_options(synchronize_session=False)
    )
    return drawn.scalar_one()


def _remember_customer(session: Session, draft: OrderDraft) -> str:
    """One customer per phone number; name and e-mail are those of the newest order."""
    values = {"id": new_id(), "phone": draft.customer_phone, "name": draft.customer_name}
    insert_if_absent(session, Customer, {**values, "created_at": clock.now()})
    customer = session.scalars(sa.select(Customer).where(Customer.phone == draft.customer_phone)).one()
    customer.name = draft.customer_name
    customer.email = draft.customer_email or customer.email
    session.flush()
    return customer.id


def _has_twin(session: Session, draft: OrderDraft) -> bool:
    """Whether the same phone paid for the same lines at this truck within ten minutes."""
    if draft.customer_phone is None:
        return False
    recent = session.scalars(
        sa.select(Order).where(
            Order.truck_id == draft.truck_id,
            Order.customer_phone == draft.customer_phone,
            Order.created_at >= clock.now() - TWIN_WINDOW,
            Order.total_cents == draft.total_cents,
        )
    )
    wanted = sorted((line.name, line.quantity, line.unit_price_cents) for line in draft.lines)
    return any(
        sorted((line.name, line.quantity, line.unit_price_cents) for line in order.lines) == wanted
        for order in recent
    )
