"""The stop that an order at the counter is for, and what the counter's screen needs to price and take one.

Screen and orders read the same list, so that they mean the same stop, its tax rate and its slots.
"""

import msgspec
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.kit import clock
from chuckwagon.kit.errors import NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.money import to_rate_percent
from chuckwagon.schedule.checkout_view import CheckoutStop, find_checkout_stop, list_counter_stops
from chuckwagon.schedule.queries import STOP_NOT_FOUND, find_stop, find_stops
from chuckwagon.schedule.refusals import StopChanged, StopClosed
from chuckwagon.schedule.schemas import Stop
from chuckwagon.schedule.slots.queries import list_slots_left
from chuckwagon.schedule.slots.schemas import SlotLoad
from chuckwagon.trucks.models import STOPS, Truck


class CounterStop(Stop, rename="camel", kw_only=True):
    """A stop that orders at the counter can be for, with the tax rate of its place, in percent.

    `slots` are the running one and those after it; none of a stop that has ended, whose orders are for right away.
    """

    tax_rate: float
    slots: list[SlotLoad]


class Counter(Struct, rename="camel"):
    """What the counter needs in one read. The first stop is meant unless another is chosen.

    `tax_rate` is the truck's own, in percent, for orders without a stop.
    """

    tax_rate: float
    stops: list[CounterStop]
    takes_tips: bool
    tip_presets: list[int]


class ChosenStop(Struct, frozen=True):
    """The stop that an order names, and the version of it for which the screen has priced; None for what it leaves."""

    id: str | None = None
    version: int | None = None


def read_counter(session: Session, truck: Truck) -> Counter:
    """Read the counter of a truck; one that is always open has no stops."""
    stops = _list_stops(session, truck)
    return Counter(to_rate_percent(truck.tax_rate_units), _show(session, stops), truck.takes_tips, truck.tip_presets)


def choose_counter_stop(session: Session, truck: Truck, chosen: ChosenStop) -> CheckoutStop | None:
    """The stop that the order names, else the first one at which the counter sells; None without one.

    Raises NotFound for an unknown stop and one of another truck, StopClosed for one at which the counter does not sell
    now, and StopChanged for another version, with the stop as the counter reads it.
    """
    stops = _list_stops(session, truck)
    if chosen.id is None:
        return stops[0] if stops else None
    stop = next((one for one in stops if one.id == chosen.id), None)
    if stop is None:
        known = find_checkout_stop(session, chosen.id) if is_id(chosen.id) else None
        if known is None or known.truck_id != truck.id:
            raise NotFound(STOP_NOT_FOUND)
        raise StopClosed(stop=find_stop(session, known.id))
    if chosen.version not in (None, stop.version):
        raise StopChanged(stop=_show(session, [stop])[0])
    return stop


def _list_stops(session: Session, truck: Truck) -> list[CheckoutStop]:
    return list_counter_stops(session, truck.id, clock.now()) if truck.schedule_mode == STOPS else []


def _show(session: Session, stops: list[CheckoutStop]) -> list[CounterStop]:
    shown, instant = find_stops(session, [stop.id for stop in stops]), clock.now()
    return [
        CounterStop(
            **msgspec.structs.asdict(shown[stop.id]),
            tax_rate=to_rate_percent(stop.tax_rate_units),
            slots=list_slots_left(session, stop, instant),
        )
        for stop in stops
    ]
