"""The stops of the past: where each demo truck stood, by a weekly routine."""

from datetime import date, datetime, time, timedelta

from msgspec import Struct

from chuckwagon.demo.history.demo_trucks import Shop
from chuckwagon.demo.history.seeded_random import SeededRandom
from chuckwagon.demo.stops import KITCHEN
from chuckwagon.schedule.models import CANCELLED, SCHEDULED, Place, Stop
from chuckwagon.schedule.slots.allocation import Load, SlotCalendar
from chuckwagon.schedule.slots.calendars import build_calendar
from chuckwagon.schedule.validation import DEFAULT_SETTINGS
from chuckwagon.schedule.wall_clock import to_local, to_span

PLANNED_AHEAD = timedelta(days=7)
TUESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = 1, 3, 4, 5, 6
LUNCH, DINNER = (time(11), time(14)), (time(17), time(20))
CANCELLED_SHARE, LATE_SHARE, EARLY_SHARE = 0.03, 0.06, 0.03
CANCELLED_NOTE, LATE_MINUTES, EARLY = "Engine trouble. Sorry!", 20, timedelta(minutes=40)
# Two more places of each truck, near its usual one: name and address, and how well it sells at such a place.
MARKETS = (("Farmers Market", "Market Square"), ("Riverside Market", "12 Water Street"), ("Flea Market", "Old Depot"))
OFFICES = (("Office Park", "1200 Commerce Way"), ("Tech Campus", "40 Foundry Road"), ("City Hall", "1 Civic Plaza"))
OTHER_PLACES = ((MARKETS, 1.35), (OFFICES, 0.75))
USUAL_FACTOR = 1.0


class Spot(Struct, frozen=True):
    """A place, and how well a truck sells there; 1 is usual."""

    place: Place
    factor: float


class Visit(Struct):
    """A stop of the past with the load of its slots, while orders are made for it."""

    stop: Stop
    spot: Spot
    calendar: SlotCalendar
    loads: dict[int, Load]


def make_spots(rng: SeededRandom, shop: Shop, usual: Place, since: datetime) -> list[Spot]:
    """The usual place of a truck and two more, which are new and not yet in a session."""
    spots = [Spot(usual, USUAL_FACTOR)]
    for names, factor in OTHER_PLACES:
        name, address = rng.choice(names)
        place = Place(
            id=rng.new_id(),
            truck_id=shop.truck.id,
            name=name,
            address=f"{address}, {shop.truck.city}".rstrip(", "),
            timezone=usual.timezone,
            tax_rate_units=usual.tax_rate_units,
            created_at=since,
        )
        spots.append(Spot(place, factor))
    return spots


def plan_visits(rng: SeededRandom, shop: Shop, spots: list[Spot], now: datetime, days: int) -> list[Visit]:
    """The stops of the last `days` days before today, without Sundays and without stops that have not ended.

    On Fridays and Saturdays they are at dinner, else at lunch. Some are cancelled.
    """
    today = to_local(now, spots[0].place.timezone).date()
    dates = (today - timedelta(days=ago) for ago in range(days, 0, -1))
    visits = [_plan_visit(rng, shop, _choose_spot(spots, day), day) for day in dates if day.weekday() != SUNDAY]
    return [visit for visit in visits if visit.stop.ends_at < now]


def _choose_spot(spots: list[Spot], day: date) -> Spot:
    return spots[1] if day.weekday() == SATURDAY else spots[2] if day.weekday() in (TUESDAY, THURSDAY) else spots[0]


def _plan_visit(rng: SeededRandom, shop: Shop, spot: Spot, day: date) -> Visit:
    starts_at, ends_at = to_span(day, *(DINNER if day.weekday() in (FRIDAY, SATURDAY) else LUNCH), spot.place.timezone)
    stop = Stop(
        id=rng.new_id(),
        truck_id=shop.truck.id,
        place_id=spot.place.id,
        starts_at=starts_at,
        ends_at=ends_at,
        status=SCHEDULED,
        created_at=starts_at - PLANNED_AHEAD,
        delay_minutes=LATE_MINUTES if rng.happens(LATE_SHARE) else 0,
        **DEFAULT_SETTINGS | KITCHEN,
    )
    if rng.happens(CANCELLED_SHARE):
        stop.status, stop.note = CANCELLED, CANCELLED_NOTE
    elif rng.happens(EARLY_SHARE):
        stop.ended_early_at = ends_at - EARLY
    return Visit(stop, spot, build_calendar(stop), {})
