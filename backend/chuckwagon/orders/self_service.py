"""Customers change their own orders by the tracking token: another slot, or a cancellation with a refund.

Both are conditional updates from the statuses before the kitchen starts. A kitchen that starts the order at the same
instant wins or loses: never both, and never a refund of started food. Until when, and which slots:
`self_service_slots.py`.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.audit.log import AuditActor, FieldChange
from chuckwagon.db import rate_limits
from chuckwagon.db.database import Database, try_update_one
from chuckwagon.db.idempotency import parse_idempotency_key, write_once
from chuckwagon.kit import clock
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.errors import Conflict, NotAllowed
from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu.cart_items import MenuItemState
from chuckwagon.orders import audit_events
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import CANCELLED_BY_CUSTOMER, CUSTOMER, SLOT_CHANGED, Order
from chuckwagon.orders.pickup_changes import NewPickupChange, add_change, find_last_disruption
from chuckwagon.orders.placement.counter_drafts import is_draft_kept
from chuckwagon.orders.reservations import errors, statements
from chuckwagon.orders.reservations import service as reservations
from chuckwagon.orders.reservations.models import CONFIRMED
from chuckwagon.orders.self_service_slots import (
    OwnSlots,
    find_unserved,
    list_own_offers,
    load_ordered_items,
    may_cancel_unconfirmed,
    read_change_window,
    read_earliest,
    read_own_slots,
)
from chuckwagon.orders.service import enqueue_sms
from chuckwagon.orders.status import NOT_STARTED
from chuckwagon.orders.status_changes import try_cancel
from chuckwagon.orders.tracking import TrackedOrder, get_order_by_token, load_tracked_order
from chuckwagon.realtime import change_log
from chuckwagon.schedule.errors import StopChanged
from chuckwagon.schedule.queries import find_stop
from chuckwagon.schedule.schemas import OfferedSlots
from chuckwagon.schedule.slot_allocation import allocate_units, list_fitting
from chuckwagon.schedule.slots import list_alternatives
from chuckwagon.settings import Settings
from chuckwagon.trucks.models import Truck

CUSTOMER_AUTHOR = AuditActor(None, "Customer", CUSTOMER)
By = tuple[str, AuditActor]  # the order's token, and whom the audit log names
HOUR_SECONDS = 60 * 60


class TooLate(Conflict):
    """The kitchen has started the order, or its pickup is too near."""

    code = "too_late"
    sentence = "It is too late to change this order. Please call the truck."


class SelfServiceOff(NotAllowed):
    """Customers of this truck cannot change their orders, or not this one."""

    code = "self_service_off"
    sentence = "This order cannot be changed here. Please ask at the truck."


class ItemNotServed(Conflict):
    """A menu item of the order is not sold at the time of the new slot."""

    code = "item_not_served"
    sentence = "This is not sold at that time."


def list_slots(db: Database, settings: Settings, token: str) -> OfferedSlots:
    """The slots that the customer may choose from.

    Raises NotFound, TooLate when the kitchen has started or the order is closed, and StopClosed or StopChanged as
    `read_own_slots`.
    """
    with db.reading() as session:
        order = get_order_by_token(session, token)
        _require_unstarted(order)
        zone = order.place_timezone or session.get_one(Truck, order.truck_id).timezone
        return list_own_offers(session, order, zone, settings.min_pickup_lead_minutes)


def change_slot(db: Database, settings: Settings, by: By, slot_at: datetime, key: str | None) -> TrackedOrder:
    """Move the order to another slot, once for each idempotency key, and return it for its customer.

    Raises NotFound, SelfServiceOff, TooLate when the kitchen has started or the change window is over, ItemNotServed
    for a time at which the menu does not sell what was ordered, SlotFull, SlotTooSoon, StopClosed, StopChanged when the
    time starts no slot of the stop, TooManyRequests, InvalidInput for a malformed key, and IdempotencyKeyReused.
    """
    token, author = by
    order_id = _find_order(db, settings, token)
    repeat = parse_idempotency_key(order_id, key, "change_slot", slot_at)
    move = partial(_move, author=author, order_id=order_id, at=slot_at, lead=settings.min_pickup_lead_minutes)
    return reservations.retry_on_conflict(
        lambda exclusive: write_once(db, repeat, TrackedOrder, partial(move, exclusive=exclusive))
    )


def cancel_order(db: Database, settings: Settings, by: By, key: str | None) -> TrackedOrder:
    """Cancel the order, request its refund and enqueue the SMS, once for each idempotency key.

    Returns the order for its customer. A cancelled order stays as it is. Raises NotFound, SelfServiceOff, TooLate when
    the kitchen has started or the change window is over, TooManyRequests, InvalidInput for a malformed key, and
    IdempotencyKeyReused.
    """
    token, author = by
    order_id = _find_order(db, settings, token)
    repeat = parse_idempotency_key(order_id, key, "cancel_order")
    return write_once(db, repeat, TrackedOrder, lambda session: _cancel(session, author, order_id))


def _find_order(db: Database, settings: Settings, token: str) -> str:
    with db.reading() as session:
        order_id = get_order_by_token(session, token).id
    limit = settings.limit_self_service_per_order
    consume: Callable[[Session], None] = lambda session: rate_limits.consume(  # noqa: E731 - one call
        session, f"self-service:{order_id}", limit=limit, seconds=HOUR_SECONDS
    )
    db.write(consume)
    return order_id


def _require_unstarted(order: Order) -> None:
    """Raise TooLate for an order that the kitchen has started, or that is closed. It may have no slot any more."""
    if order.status not in NOT_STARTED:
        raise TooLate


def _require_open_window(session: Session, order: Order) -> None:
    """Check the time; the conditional update checks the status.

    Raises SelfServiceOff when the order can never be changed, and TooLate after the end of its change window.
    """
    truck = session.get_one(Truck, order.truck_id)
    window = read_change_window(order, truck, find_last_disruption(session, order.id))
    if window.until is None:
        raise SelfServiceOff
    if window.is_closed(clock.now()):
        raise TooLate


def _move(
    session: Session, author: AuditActor, order_id: str, at: datetime, lead: int, *, exclusive: bool
) -> TrackedOrder:
    # Lock order: the stop, then the order, then its slots.
    seen = session.get_one(Order, order_id)
    _require_unstarted(seen)
    slots = read_own_slots(session, seen, lock=True, exclusive=exclusive)
    order = session.get_one(Order, order_id, with_for_update=True, populate_existing=True)
    _require_open_window(session, order)
    if at != order.slot_at:
        items = load_ordered_items(session, order)
        _require_served(items, at)
        _reserve_slot(session, slots, at, read_earliest(session, order.truck_id, lead), items)
        _record_move(session, author, order, at)
    return load_tracked_order(session, session.get_one(Order, order_id, populate_existing=True))


def _require_served(items: Sequence[MenuItemState], at: datetime) -> None:
    """Raise ItemNotServed where the meal times of a menu item leave out the time."""
    if item := find_unserved(items, at):
        raise ItemNotServed(Sentence(f"{item.name} is not sold at that time.", "item_not_served", item=item.name))


def _reserve_slot(
    session: Session, slots: OwnSlots, at: datetime, earliest: datetime, items: Sequence[MenuItemState]
) -> None:
    """Take the new slot and release the old one at once. A refusal offers slots at which the items are served.

    Raises StopChanged when no slot starts at the time, SlotTooSoon, SlotFull, TooLate when the reservation was
    released, or one of `CONFLICT_ERRORS` when another order was faster.
    """
    calendar, loads, now = slots.calendar, slots.loads, clock.now()
    position = calendar.find_position(at)
    if position is None:
        raise StopChanged(stop=find_stop(session, calendar.id))

    def is_served(start: datetime) -> bool:
        return find_unserved(items, start) is None

    instead = partial(list_alternatives, calendar, loads, position, slots.units, earliest, now, is_served=is_served)
    if at < earliest:
        raise errors.refuse_too_soon(instead())
    allocation = allocate_units(calendar, loads, position, slots.units, now)
    if allocation is None:
        fitting = map(calendar.start_of, list_fitting(calendar, loads, slots.units, earliest, now))
        raise errors.refuse_full(instead(), next(filter(is_served, fitting), None))
    gone = statements.try_release(session, slots.own.id)
    if gone is None:
        raise TooLate
    kept = msgspec.structs.replace(  # of the row as it is now: a refund may have changed its stock meanwhile
        gone,
        status=CONFIRMED,
        position=position,
        slots=sorted(allocation.items()),
        is_over_capacity=gone.is_over_capacity,  # its stock moves with it
        updated_at=now,
    )
    reservations.reserve(session, kept, calendar, [gone])
    statements.replace_reservation(session, kept)


def _record_move(session: Session, author: AuditActor, order: Order, at: datetime) -> None:
    before = order.slot_at
    moved = {"slot_at": at, "pickup_at": at, "estimated_pickup_at": at}
    values = {**moved, "version": Order.version + 1, "updated_at": clock.now()}
    is_unstarted = (Order.id == order.id, Order.status.in_(NOT_STARTED))
    if not try_update_one(session, sa.update(Order).where(*is_unstarted).values(values)):
        raise TooLate
    instants = (to_iso(before) if before else None, to_iso(at))
    add_change(
        session, order.id, NewPickupChange(kind=SLOT_CHANGED, by=CUSTOMER, before=instants[0], after=instants[1])
    )
    audit_events.record_plan_change(session, author, order, {"slotAt": FieldChange(before, at)})
    change_log.publish_change(session, order.truck_id, change_log.ORDER, order.id)


def _cancel(session: Session, author: AuditActor, order_id: str) -> TrackedOrder:
    order = session.get_one(Order, order_id, with_for_update=True, populate_existing=True)
    if order.status != statuses.CANCELLED:
        is_unconfirmed = may_cancel_unconfirmed(order, session.get_one(Truck, order.truck_id))
        if not is_unconfirmed:
            _require_open_window(session, order)
        if is_draft_kept(session, order.truck_id, order.id):  # a card is being asked for it on a reader
            raise TooLate
        if not try_cancel(session, order_id, (statuses.PENDING,) if is_unconfirmed else NOT_STARTED, author, CUSTOMER):
            raise TooLate
        add_change(session, order_id, NewPickupChange(kind=CANCELLED_BY_CUSTOMER, by=CUSTOMER))
        enqueue_sms(session, order, statuses.CANCELLED)
    return load_tracked_order(session, session.get_one(Order, order_id, populate_existing=True))
