"""Records how an unpaid counter order was paid: in cash, or by card on another device.

It is one conditional UPDATE from `unpaid`: a second payment gets a conflict, and a cancelled order cannot be paid.
"""

from functools import partial
from typing import Annotated, Any

import msgspec
import sqlalchemy as sa
from msgspec import Meta, Struct
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database, try_update_one
from chuckwagon.db.idempotency import parse_idempotency_key, write_once
from chuckwagon.drawer import service as day_events
from chuckwagon.drawer.models import SALE, DayEvent
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict, InvalidInput
from chuckwagon.kit.money import to_cents
from chuckwagon.kit.sentences import Sentence, choose_one_of
from chuckwagon.orders import audit_events, queries
from chuckwagon.orders import status as statuses
from chuckwagon.orders.counts import update_spent
from chuckwagon.orders.models import CASH, ONLINE, Order
from chuckwagon.orders.placement.counter_drafts import refuse_kept_draft
from chuckwagon.orders.schemas import COUNTER_PAYMENT_METHODS, StaffOrder
from chuckwagon.printers.enqueue import list_truck_printers, open_drawers
from chuckwagon.realtime import change_log
from chuckwagon.schedule.models import Place
from chuckwagon.trucks.models import Truck


class PaymentConflict(Conflict):
    """The order is paid or cancelled already; `order` is its current state."""

    code = "payment_conflict"


class PaymentRequest(Struct):
    """How a customer paid an unpaid counter order; the body of POST /orders/{id}/payment. No card is charged."""

    payment: Annotated[str, Meta(max_length=20)] | None = None


def record_payment(
    db: Database, actor: Actor, order_id: str, request: PaymentRequest, idempotency_key: str | None
) -> StaffOrder:
    """Record the payment of an unpaid counter order, once for each idempotency key, and return the order for staff.

    Raises NotFound, NotAllowed for another truck's order, InvalidInput for an unknown method, PaymentConflict for an
    order that is paid, cancelled or not from the counter, PaymentRunning while a card is asked for, and
    IdempotencyKeyReused.
    """
    with db.reading() as session:
        order = queries.get_order_for(session, actor, order_id)
    method = request.payment
    if method not in COUNTER_PAYMENT_METHODS:
        sentence = choose_one_of(COUNTER_PAYMENT_METHODS)
        raise InvalidInput(sentence, fields={"payment": sentence})
    repeat = parse_idempotency_key(actor.user_id, idempotency_key, "take_payment", order.id, request)
    return write_once(db, repeat, StaffOrder, lambda session: _record(session, actor, order.id, method))


def _record(session: Session, actor: Actor, order_id: str, method: str) -> StaffOrder:
    values = {
        "tender": method,
        "window_method": method,
        "window_paid_at": clock.now(),
        "window_paid_to": queries.get_staff_name(session, actor.user_id),
    }
    shown = mark_paid(session, order_id, values)
    if shown is None:
        raise payment_conflict(session, order_id)
    refuse_kept_draft(session, shown.truck_id, order_id)
    audit_events.record_counter_payment(session, actor, shown, method)
    return shown


def mark_paid(session: Session, order_id: str, values: dict[str, Any]) -> StaffOrder | None:
    """Pay an unpaid counter order as the values say, and book its sale. None for one that is paid or cancelled."""
    is_unpaid = (
        Order.id == order_id,
        Order.source == "counter",
        Order.payment_status == statuses.UNPAID,
        Order.status != statuses.CANCELLED,
    )
    kept = {"payment_status": statuses.PAID, "version": Order.version + 1, "updated_at": clock.now()}
    if not try_update_one(session, sa.update(Order).where(*is_unpaid).values(values | kept)):
        return None
    shown, tender = queries.get_staff_order(session, order_id), str(values["tender"])
    drawer_id = day_events.find_cash_session(session, shown.truck_id, tender)
    day_events.record_sale(session, shown.truck_id, order_id, tender, to_cents(shown.total), drawer_id)
    if tender == CASH:
        open_drawers(session, list_truck_printers(session, shown.truck_id), shown.truck_id, order_id)
    update_spent(session, shown.truck_id, shown.customer_id)
    change_log.publish_change(session, shown.truck_id, change_log.ORDER, order_id)
    return shown


def payment_conflict(session: Session, order_id: str) -> PaymentConflict:
    """The error for an order that is paid or cancelled already, with its present state."""
    shown = queries.get_staff_order(session, order_id)
    still_unpaid = shown.payment_status == statuses.UNPAID
    words, reason = ("was cancelled", "order_cancelled") if still_unpaid else ("is paid already", "order_paid")
    sentence = Sentence(f"Order #{shown.order_number} {words}.", reason, number=shown.order_number)
    return PaymentConflict(sentence, order=msgspec.to_builtins(shown))


def repair_sales(db: Database) -> int:
    """Complete what a server of the release before wrote during a rolling restart. Returns how many orders it was.

    It knew neither the tender of a counter order nor the events of the day. Their cash counts in the drawer that is
    open now; the books keep the sales on their days.
    """
    tender = sa.func.coalesce(Order.window_method, statuses.UNPAID)
    wrong = sa.update(Order).where(Order.source == "counter", Order.tender == ONLINE).values(tender=tender)
    has_sale = sa.exists().where(DayEvent.order_id == Order.id, DayEvent.kind == SALE)
    since = sa.select(sa.func.min(DayEvent.at)).scalar_subquery()
    missing = sa.select(Order.id).where(Order.payment_status != statuses.UNPAID, Order.created_at >= since, ~has_sale)
    changed = db.write(lambda session: set(session.scalars(wrong.returning(Order.id))))
    with db.reading() as session:
        unrecorded = list(session.scalars(missing.order_by(Order.created_at, Order.id)))
    for order_id in unrecorded:
        db.write(partial(_record_missing_sale, order_id=order_id, missing=missing))
    return len(changed.union(unrecorded, complete_sold_places(db)))


# The columns that say where and on which clock an order was sold, for an order that has none.
SOLD_AT: dict[str, Any] = {
    "sold_place_id": sa.func.coalesce(
        Order.sold_place_id,
        sa.select(sa.func.min(Place.id))
        .where(Place.truck_id == Order.truck_id, Place.name == Order.place_name)
        .correlate(Order)
        .scalar_subquery(),
    ),
    "sold_place_name": sa.func.coalesce(Order.sold_place_name, Order.place_name),
    "sold_timezone": sa.func.coalesce(
        Order.sold_timezone,
        Order.place_timezone,
        sa.select(Truck.timezone).where(Truck.id == Order.truck_id).correlate(Order).scalar_subquery(),
    ),
}


def complete_sold_places(db: Database) -> list[str]:
    """Keep where orders were sold that a server of the release before has taken. Returns the orders."""
    is_without = Order.sold_timezone.is_(None)
    with db.reading() as session:
        if session.scalar(sa.select(Order.id).where(is_without).limit(1)) is None:
            return []
    complete = sa.update(Order).where(is_without).values(SOLD_AT).returning(Order.id)
    options = {"synchronize_session": False}
    return db.write(lambda session: list(session.scalars(complete, execution_options=options)))


def _record_missing_sale(session: Session, order_id: str, missing: sa.Select[str]) -> None:
    order = session.get_one(Order, order_id, with_for_update=True)
    drawer_id = day_events.find_cash_session(session, order.truck_id, order.tender)
    if session.scalar(missing.where(Order.id == order_id)) is not None:
        day_events.record_sale(session, order.truck_id, order.id, order.tender, order.total_cents, drawer_id)
