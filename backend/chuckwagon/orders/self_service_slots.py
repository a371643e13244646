"""What a customer may still change in an order, until when, and the slots of its stop.

The order's own units count as free. Until when is pure rules.
"""

import datetime as dt
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Annotated

from msgspec import Meta, Struct
from sqlalchemy.orm import Session

from chuckwagon.kit import clock
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.money import to_dollars
from chuckwagon.menu.cart_items import MenuItemState, load_cart_items
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import LATE, MOVED, Order, PickupChange
from chuckwagon.orders.queries import refunded_cents
from chuckwagon.orders.reservations import service, statements
from chuckwagon.orders.reservations.models import CONFIRMED
from chuckwagon.orders.reservations.statements import ReservationRow
from chuckwagon.orders.status import NOT_STARTED
from chuckwagon.schedule import checkout_stop, states
from chuckwagon.schedule.checkout_stop import find_checkout_stop
from chuckwagon.schedule.errors import StopChanged, StopClosed
from chuckwagon.schedule.models import CANCELLED
from chuckwagon.schedule.queries import find_stop
from chuckwagon.schedule.schemas import OfferedSlots, Stop
from chuckwagon.schedule.slot_allocation import Load, SlotCalendar, build_calendar
from chuckwagon.schedule.slot_rows import lock_truck_slots, read_loads
from chuckwagon.schedule.slots import find_asap, list_offers
from chuckwagon.schedule.wall_clock import is_within
from chuckwagon.trucks.models import Truck
from chuckwagon.trucks.queries import CHANGE_MINUTES, find_checkout_truck

BEFORE_SLOT = timedelta(minutes=CHANGE_MINUTES)
AFTER_SMS = timedelta(minutes=15)
CONTACT_AFTER_ORDER = timedelta(minutes=15)
UNCONFIRMED_AFTER = timedelta(minutes=5)
UNCONFIRMED_BEFORE_DUE = timedelta(minutes=10)


def unconfirmed_from(created_at: datetime, due: datetime) -> datetime:
    """From when an order that no one has confirmed is escalated: when it is nearly due, and has waited a little."""
    return max(created_at + UNCONFIRMED_AFTER, due - UNCONFIRMED_BEFORE_DUE)


def contact_ends_at(created_at: datetime) -> datetime:
    """Until when the customer of an order may correct their phone or e-mail address themselves."""
    return created_at + CONTACT_AFTER_ORDER


class ChangeWindow(Struct, frozen=True):
    """When the customer may change or cancel until; None for never."""

    until: datetime | None

    def is_closed(self, instant: datetime) -> bool:
        """True when the customer may no longer choose; at the very end they may."""
        return self.until is None or instant > self.until


def get_change_window(
    pickup_at: datetime | None, notified_at: datetime | None, *, is_switched_on: bool
) -> ChangeWindow:
    """The change window of an order that the kitchen has not started.

    It ends ten minutes before the pickup, and never less than fifteen minutes after the SMS about a disruption
    (`notified_at`), which opens it even where the truck has switched self-service off.
    """
    if pickup_at is None or not (is_switched_on or notified_at):
        return ChangeWindow(None)
    ends = [pickup_at - BEFORE_SLOT, *([notified_at + AFTER_SMS] if notified_at else [])]
    return ChangeWindow(max(ends))


class Choices(Struct):
    """What the customer may still do: take another slot, or cancel and get `refund` dollars back. Ends at `until`.

    While no one has confirmed the order (`unconfirmed`), cancelling does not end.
    """

    slot: bool
    cancel: bool
    until: str
    refund: float
    unconfirmed: bool = False


class SlotRequest(Struct, rename="camel"):
    """The start of the slot that the customer wants."""

    slot_at: Annotated[dt.datetime, Meta(tz=True)]


class OwnSlots(Struct, frozen=True):
    """The slots of an order's stop or truck, what others have taken of them, and what the order itself has."""

    calendar: SlotCalendar
    loads: Mapping[int, Load]
    own: ReservationRow

    @property
    def units(self) -> int:
        """The units that the order takes, over all of its slots."""
        return sum(units for _position, units in self.own.slots)


def read_own_slots(session: Session, order: Order, *, lock: bool = False, exclusive: bool = False) -> OwnSlots:
    """The slots of the order's stop or truck. With `lock`, staff cannot change the stop until the commit.

    With `exclusive` other orders at the stop wait too. Raises StopClosed when the order has no slot or its stop is over
    or cancelled, and StopChanged when the stop was changed meanwhile or a disruption is moving it.
    """
    own = statements.find_reservation(session, order.checkout_id or order.id)
    if own is None or own.status != CONFIRMED or order.slot_at is None:
        raise StopClosed(stop=find_stop(session, order.stop_id) if order.stop_id else None)
    found = _read_loads(session, own, lock=lock, exclusive=exclusive)
    calendar, loads = found
    if calendar.start_of(own.position) != order.slot_at:
        # A disruption has moved the stop just now, and the order follows in a moment.
        raise StopChanged(stop=find_stop(session, order.stop_id) if order.stop_id else None)
    return OwnSlots(calendar, service.subtract_reservations(loads, calendar.id, [own]), own)


def _read_loads(
    session: Session, own: ReservationRow, *, lock: bool, exclusive: bool
) -> tuple[SlotCalendar, dict[int, Load]]:
    if own.stop_id is None:
        if lock:
            lock_truck_slots(session, own.truck_id)
        calendar = service.find_calendar(session, own)
        if calendar is None:
            raise StopClosed(stop=None)
        return calendar, read_loads(session, calendar)
    stop = find_checkout_stop(session, own.stop_id)
    if stop is None or stop.status == CANCELLED or clock.now() >= states.closes_at(stop):
        raise StopClosed(stop=find_stop(session, own.stop_id))
    locked = checkout_stop.lock_slots(session, stop, exclusive=exclusive) if lock else None
    if lock and locked is None:
        raise StopChanged(stop=find_stop(session, own.stop_id))
    if locked is not None:
        return build_calendar(locked[0]), locked[1]
    calendar = build_calendar(stop)
    return calendar, read_loads(session, calendar)


def read_earliest(session: Session, truck_id: str, min_lead_minutes: int) -> datetime:
    """The earliest start of a slot: now and the lead time of the truck, at least `min_lead_minutes`."""
    truck, now = find_checkout_truck(session, truck_id=truck_id), clock.now()
    return now + timedelta(minutes=max(truck.lead_at(now) if truck else 0, min_lead_minutes))


def list_own_offers(session: Session, order: Order, timezone: str, min_lead_minutes: int) -> OfferedSlots:
    """The slots that the customer may choose from, with those that are full and those outside of meal times.

    Raises StopClosed and StopChanged as `read_own_slots`.
    """
    slots = read_own_slots(session, order)
    earliest = read_earliest(session, order.truck_id, min_lead_minutes)
    offers = list_offers(slots.calendar, slots.loads, slots.units, earliest, clock.now())
    items = load_ordered_items(session, order)
    for offer in offers:
        if find_unserved(items, offer.at):
            offer.is_served = False
    asap = find_asap(offer for offer in offers if offer.is_served is not False)
    return OfferedSlots(slots.own.stop_id, timezone, asap, offers)


def load_ordered_items(session: Session, order: Order) -> list[MenuItemState]:
    """The menu items of the order, without what has left the menu."""
    return list(load_cart_items(session, [line.menu_item_id for line in order.lines if line.menu_item_id]).values())


def find_unserved(items: Iterable[MenuItemState], instant: datetime) -> MenuItemState | None:
    """An item whose meal times leave out the instant; None where all are sold then."""
    return next((item for item in items if not is_within(item.sale_times, item.timezone, instant)), None)


def read_change_window(order: Order, truck: Truck, change: PickupChange | None) -> ChangeWindow:
    """Until when the customer may change an order that was paid online, whatever its status.

    Never for a counter order. `change` is the order's last disruption.
    """
    if order.payment_intent_id is None:
        return ChangeWindow(None)
    pickup_at = order.slot_at or order.estimated_pickup_at or order.pickup_at
    return get_change_window(pickup_at, _notified_at(change), is_switched_on=truck.self_service)


def _notified_at(change: PickupChange | None) -> datetime | None:
    """When the customer was told of a disruption that left the order alive; while the SMS is being sent, now."""
    if change is None or change.kind not in (LATE, MOVED):
        return None
    return change.told_at or clock.now()


def read_choices(
    session: Session, order: Order, truck: Truck, stop: Stop | None, change: PickupChange | None
) -> Choices | None:
    """What the customer may choose now; None for nothing."""
    window, is_unconfirmed = read_change_window(order, truck, change), may_cancel_unconfirmed(order, truck)
    is_open = not window.is_closed(clock.now())
    if order.status not in NOT_STARTED or not (is_open or is_unconfirmed):
        return None
    can_move = is_open and (stop is None or stop.state in (states.OPEN, states.UPCOMING))
    held = order.total_cents - refunded_cents(session, order.id) if order.payment_status in statuses.HOLDS_MONEY else 0
    until = to_iso(window.until or order.created_at)
    return Choices(can_move and order.slot_at is not None, True, until, to_dollars(held), is_unconfirmed)


def read_contact_end(status: str, created_at: datetime) -> str | None:
    """Until when the customer may correct their phone or e-mail address; None when that is over."""
    ends_at = contact_ends_at(created_at)
    is_over = status in (statuses.COMPLETED, statuses.CANCELLED) or clock.now() > ends_at
    return None if is_over else to_iso(ends_at)


def may_cancel_unconfirmed(order: Order, truck: Truck) -> bool:
    """Whether the customer may cancel because no one has confirmed the order, whatever the time.

    Where the truck has switched self-service off, only from when the order is escalated.
    """
    if order.status != statuses.PENDING or order.payment_intent_id is None:
        return False
    due = order.estimated_pickup_at or order.pickup_at or order.created_at
    return truck.self_service or clock.now() >= unconfirmed_from(order.created_at, due)
