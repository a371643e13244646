"""The slots that an order may move to: those of its stop, with its own units counted as free."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.kit import clock
from chuckwagon.orders.models import Order
from chuckwagon.orders.reservations import rows, service
from chuckwagon.orders.reservations.models import CONFIRMED
from chuckwagon.orders.reservations.rows import ReservationRow
from chuckwagon.schedule import checkout_view, states
from chuckwagon.schedule.checkout_view import find_checkout_stop
from chuckwagon.schedule.models import CANCELLED
from chuckwagon.schedule.queries import find_stop
from chuckwagon.schedule.refusals import StopChanged, StopClosed
from chuckwagon.schedule.slots.allocation import Load, SlotCalendar
from chuckwagon.schedule.slots.calendars import build_calendar
from chuckwagon.schedule.slots.offers import find_asap, list_offers
from chuckwagon.schedule.slots.rows import lock_truck_slots, read_loads
from chuckwagon.schedule.slots.schemas import OfferedSlots
from chuckwagon.trucks.checkout_view import find_checkout_truck


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
    own = rows.find_reservation(session, order.checkout_id or order.id)
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
    locked = checkout_view.lock_slots(session, stop, exclusive=exclusive) if lock else None
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
    """The slots that the customer may choose from, those that are full included.

    Raises StopClosed and StopChanged as `read_own_slots`.
    """
    slots = read_own_slots(session, order)
    earliest = read_earliest(session, order.truck_id, min_lead_minutes)
    offers = list_offers(slots.calendar, slots.loads, slots.units, earliest, clock.now())
    return OfferedSlots(slots.own.stop_id, timezone, find_asap(offers), offers)
