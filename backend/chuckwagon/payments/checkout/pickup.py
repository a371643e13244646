"""The truck that a checkout is for, its stop in the mode `stops`, and the pickup that the customer asks for.

A pickup is a slot, as soon as possible, or a time of day in the time zone of the truck or of the place.
"""

import re
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.kit.errors import InvalidInput, NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.sentences import Sentence
from chuckwagon.orders.schemas import parse_instant
from chuckwagon.payments.checkout.schemas import CustomerInfoIn, TruckInfoIn
from chuckwagon.schedule import checkout_stop, states
from chuckwagon.schedule.checkout_stop import CheckoutStop
from chuckwagon.schedule.errors import StopChanged, StopClosed
from chuckwagon.schedule.queries import STOP_NOT_FOUND, find_stop
from chuckwagon.trucks.models import STOPS
from chuckwagon.trucks.queries import CheckoutTruck, find_checkout_truck

TRUCK_NOT_LOADED = Sentence("Unable to load truck information. Please try again.", "truck_not_loaded")


def get_truck(session: Session, truck_info: TruckInfoIn) -> CheckoutTruck:
    """The truck with this ID or slug. Raises InvalidInput without either, and NotFound."""
    truck_id = truck_info.id or truck_info.truck_id
    if not truck_id and not truck_info.slug:
        raise InvalidInput(TRUCK_NOT_LOADED, fields={"truckInfo": TRUCK_NOT_LOADED})
    truck = find_checkout_truck(session, truck_id=truck_id, slug=None if truck_id else truck_info.slug)
    if truck is None:
        raise NotFound(TRUCK_NOT_LOADED)
    return truck


def choose_stop(
    session: Session, truck: CheckoutTruck, customer: CustomerInfoIn, instant: datetime
) -> CheckoutStop | None:
    """The stop that the customer named, else the one that is open; None for a truck that is always open.

    Raises NotFound for an unknown stop, StopClosed when it takes no orders now or none is open, and StopChanged when
    the page shows an older plan.
    """
    if truck.schedule_mode != STOPS:
        return None
    if isinstance(customer.stop_id, str) and customer.stop_id:
        stop = checkout_stop.find_checkout_stop(session, customer.stop_id) if is_id(customer.stop_id) else None
        if stop is None or stop.truck_id != truck.id:
            raise NotFound(STOP_NOT_FOUND)
    else:
        stop = checkout_stop.find_open_stop(session, truck.id, instant)
    if stop is None or not states.takes_orders(stop, instant):
        raise StopClosed(stop=find_stop(session, stop.id) if stop else None)
    if isinstance(customer.stop_version, int) and customer.stop_version < stop.plan_version:
        raise StopChanged(stop=find_stop(session, stop.id))
    return stop


def at_stop(truck: CheckoutTruck, stop: CheckoutStop | None) -> CheckoutTruck:
    """The truck with the tax and the time zone of the stop; unchanged without a stop."""
    if stop is None:
        return truck
    return msgspec.structs.replace(
        truck,
        tax_rate_units=stop.tax_rate_units,
        reduced_tax_rate_units=stop.reduced_tax_rate_units,
        prices_include_tax=stop.prices_include_tax,
        timezone=stop.timezone,
    )


def resolve_stop_pickup(wanted: str, stop: CheckoutStop, instant: datetime, lead_minutes: int) -> datetime:
    """The instant (UTC) of the pickup at the stop.

    Raises InvalidInput for a malformed time or one outside of the stop, PickupTooSoon, and StopClosed when `asap` is
    after its end.
    """
    hours = (states.opens_at(stop), states.closes_at(stop))
    pickup_at = resolve_pickup_at_stop(wanted, stop.timezone, hours, instant, lead_minutes)
    if pickup_at is None:
        raise StopClosed
    return pickup_at


def stop_columns(stop: CheckoutStop | None) -> dict[str, Any]:
    """The columns of a checkout that keep the stop, and its place as it is now; empty without a stop."""
    if stop is None:
        return {}
    return {
        "stop_id": stop.id,
        "stop_plan_version": stop.plan_version,
        "place_name": stop.place_name,
        "place_address": stop.place_address,
        "place_timezone": stop.timezone,
    }


SLOT_INVALID = Sentence("Choose one of the pickup times.", "slot_invalid")


class RequestedPickup(msgspec.Struct, frozen=True):
    """What was asked for: a slot by its start, the first that takes the order, or the slot of a time of day.

    `pickup_at` is that time of day in UTC; for `asap` without slots it is the first possible minute.
    """

    slot_at: datetime | None = None
    pickup_at: datetime | None = None
    is_asap: bool = False

    @property
    def chosen_at(self) -> datetime | None:
        """The time that the customer chose; None for "as soon as possible", which the held slot decides."""
        return None if self.is_asap else self.slot_at or self.pickup_at

    def settle(self, slot_at: datetime | None) -> datetime:
        """When the order is picked up that holds this slot, or none. A time of day may be later in its slot."""
        return max(at for at in (slot_at, self.pickup_at) if at is not None)


def read_requested_pickup(
    customer: CustomerInfoIn, truck: CheckoutTruck, stop: CheckoutStop | None, instant: datetime, lead_minutes: int
) -> RequestedPickup:
    """Read the slot, else the pickup time, which pages without slots send. Whether the slot is free is not checked.

    Raises InvalidInput for a malformed or impossible time, PickupTooSoon, and StopClosed when `asap` is after the
    stop's end.
    """
    slot_at, wanted = customer.slot_at, (customer.pickup_time or "").strip()
    has_slots = stop is not None or truck.units_per_ten_minutes is not None
    if has_slots and isinstance(slot_at, str) and slot_at:
        return (
            RequestedPickup(is_asap=True)
            if slot_at == AS_SOON_AS_POSSIBLE
            else RequestedPickup(_parse_instant(slot_at))
        )
    is_asap = wanted == AS_SOON_AS_POSSIBLE
    if stop is None:
        return RequestedPickup(None, resolve_pickup(wanted, truck.timezone, instant, lead_minutes), is_asap)
    if is_asap:
        return RequestedPickup(is_asap=True)
    return RequestedPickup(None, resolve_stop_pickup(wanted, stop, instant, lead_minutes))


def _parse_instant(text: str) -> datetime:
    instant = parse_instant(text)
    if instant is None:
        raise InvalidInput(SLOT_INVALID, fields={"customerInfo.slotAt": SLOT_INVALID})
    return instant


AS_SOON_AS_POSSIBLE = "asap"
PICKUP_TIME_INVALID = Sentence("Choose a pickup time like 18:30.", "pickup_time_invalid")
PICKUP_OUTSIDE_STOP = Sentence("Choose a pickup time while the truck is there.", "pickup_outside_stop")
_TIME_OF_DAY = re.compile(r"([01]\d|2[0-3]):([0-5]\d)")


class PickupTooSoon(InvalidInput):
    sentence = "Please allow at least 15 minutes for preparation"
    code = "pickup_too_soon"


def resolve_pickup(wanted: str, zone: str, now: datetime, lead_minutes: int) -> datetime:
    """The next instant (UTC) at which it is `HH:MM` in the time zone, at least `lead_minutes` from now.

    `asap` is the first whole minute after the lead time. The server resolves it, because a customer's clock may be
    wrong and a request may be sent again later.
    A time that has passed today means tomorrow. When the clocks go forward, a skipped time moves forward by the
    gap. When they go back, a repeated time means the first one that has not passed. Raises InvalidInput for a
    malformed time, PickupTooSoon for one before the lead time.
    """
    if wanted == AS_SOON_AS_POSSIBLE:
        minutes = -(-(now + timedelta(minutes=lead_minutes)).timestamp() // 60)
        return datetime.fromtimestamp(minutes * 60, UTC)
    local_time = _parse_time_of_day(wanted)
    tz = ZoneInfo(zone)
    today = now.astimezone(tz).date()
    candidates = (
        _to_utc(datetime.combine(today, local_time), tz),
        _to_utc(datetime.combine(today, local_time), tz, fold=1),
        _to_utc(datetime.combine(today + timedelta(days=1), local_time), tz),
    )
    pickup = next(candidate for candidate in candidates if candidate >= now)
    if pickup - now < timedelta(minutes=lead_minutes):
        raise _too_soon(lead_minutes)
    return pickup


def resolve_pickup_at_stop(
    wanted: str, zone: str, hours: tuple[datetime, datetime], now: datetime, lead_minutes: int
) -> datetime | None:
    """The pickup (UTC) while the truck is at its stop, from the first to the second of `hours`.

    `asap` is the first whole minute after the lead time at which the truck is there; None when it has left by then. A
    time of day is in the time zone of the place. Raises InvalidInput for a malformed time or one outside of the hours,
    and PickupTooSoon for one before the lead time.
    """
    opens_at, closes_at = hours
    earliest = max(now + timedelta(minutes=lead_minutes), opens_at)
    if wanted == AS_SOON_AS_POSSIBLE:
        pickup = datetime.fromtimestamp(-(-earliest.timestamp() // 60) * 60, UTC)
        return pickup if pickup <= closes_at else None
    local_time, tz = _parse_time_of_day(wanted), ZoneInfo(zone)
    first_day = opens_at.astimezone(tz).date()
    days = (first_day, first_day + timedelta(days=1))
    candidates = (_to_utc(datetime.combine(day, local_time), tz, fold) for day in days for fold in (0, 1))
    served = [candidate for candidate in candidates if opens_at <= candidate <= closes_at]
    if not served:
        raise InvalidInput(PICKUP_OUTSIDE_STOP, fields={"customerInfo.pickupTime": PICKUP_OUTSIDE_STOP})
    if served[-1] < earliest:
        raise _too_soon(lead_minutes)
    return next(candidate for candidate in served if candidate >= earliest)


def _parse_time_of_day(text: str) -> time:
    """Parse `HH:MM` on the 24-hour clock. Raises InvalidInput for any other text."""
    match = _TIME_OF_DAY.fullmatch(text)
    if not match:
        raise InvalidInput(PICKUP_TIME_INVALID, fields={"customerInfo.pickupTime": PICKUP_TIME_INVALID})
    return time(int(match[1]), int(match[2]))


def _too_soon(lead_minutes: int) -> PickupTooSoon:
    text = PickupTooSoon.sentence.replace("15", str(lead_minutes))
    sentence = Sentence(text, PickupTooSoon.code, minutes=lead_minutes)
    return PickupTooSoon(sentence, fields={"customerInfo.pickupTime": sentence})


def _to_utc(local: datetime, tz: ZoneInfo, fold: int = 0) -> datetime:
    """Of a repeated time, `fold` chooses the first (0) or the second (1). 0 moves a skipped time forward."""
    return local.replace(tzinfo=tz, fold=fold).astimezone(UTC)
