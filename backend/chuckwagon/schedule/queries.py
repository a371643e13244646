"""Queries of places, stops and series, for staff and for the worker, and what a series sets on one of its stops."""

from collections.abc import Sequence, Set
from datetime import date, datetime, time, timedelta
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.kit import clock
from chuckwagon.kit.decoding import copy_fields
from chuckwagon.kit.errors import InvalidInput, NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.money import to_dollars, to_optional_percent, to_rate_percent
from chuckwagon.kit.sentences import Sentence
from chuckwagon.schedule import models, states
from chuckwagon.schedule.schemas import Place, Series, StaffStop, Stop, StopChange, StopPlace
from chuckwagon.schedule.slot_allocation import Load, build_calendar, find_last_free
from chuckwagon.schedule.slot_rows import read_loads_by_stop, sum_used_units
from chuckwagon.schedule.usage import UNUSED, StopUsage
from chuckwagon.schedule.validation import MAX_DURATION
from chuckwagon.schedule.wall_clock import to_local, to_span
from chuckwagon.trucks.models import Truck, current_extra_lead, is_accepting_orders
from chuckwagon.trucks.queries import NOT_ARCHIVED

PLACE_NOT_FOUND = Sentence("We couldn't find this place.", "place_not_found")
STOP_NOT_FOUND = Sentence("We couldn't find this stop.", "stop_not_found")
TRUCK_REQUIRED = Sentence("Choose the truck.", "truck_required")
SELECT_STOPS = (
    sa.select(
        models.Stop,
        models.Place,
        Truck.accepting_orders,
        Truck.paused_until,
        Truck.lead_minutes,
        Truck.extra_lead_minutes,
        Truck.extra_lead_until,
    )
    .join(models.Place, models.Place.id == models.Stop.place_id)
    .join(Truck, Truck.id == models.Stop.truck_id)
    .order_by(models.Stop.starts_at, models.Stop.id)
)


def choose_truck(actor: Actor, truck_id: str | None) -> str:
    """The ID of the named truck, else of an admin's own. Whether the truck exists is not checked.

    Raises NotAllowed for another admin's truck, and InvalidInput without a truck or for a malformed ID.
    """
    chosen = truck_id or actor.truck_id
    authorize(actor, Action.MANAGE_SCHEDULE, chosen)
    if chosen is None or not is_id(chosen):
        raise InvalidInput(TRUCK_REQUIRED, fields={"truckId": TRUCK_REQUIRED})
    return chosen


def get_place_for(session: Session, actor: Actor, place_id: str) -> models.Place:
    """A place that is not archived, for staff of its truck.

    Raises NotFound, and NotAllowed for another truck's place.
    """
    place = session.get(models.Place, place_id) if is_id(place_id) else None
    if place is None or place.archived_at is not None:
        raise NotFound(PLACE_NOT_FOUND)
    authorize(actor, Action.MANAGE_SCHEDULE, place.truck_id)
    return place


def list_places(session: Session, truck_id: str) -> list[Place]:
    """The truck's places by name, archived ones last."""
    rows = session.scalars(sa.select(models.Place).where(models.Place.truck_id == truck_id))
    places = [to_place(row) for row in rows]
    return sorted(places, key=lambda place: (place.archived_at is not None, place.name.casefold(), place.id))


def is_place_in_use(session: Session, place_id: str) -> bool:
    """True while a scheduled stop at the place is coming or open, or a series will produce one."""
    stop, series, instant = models.Stop, models.StopSeries, clock.now()
    coming = (stop.place_id == place_id, stop.status == models.SCHEDULED, stop.ends_at > instant)
    is_running = sa.or_(series.until_date.is_(None), series.until_date > instant.date())
    producing = (series.place_id == place_id, is_running)
    return session.scalar(sa.select(sa.or_(sa.exists().where(*coming), sa.exists().where(*producing)))) is True


def get_stop_for(session: Session, actor: Actor, stop_id: str, *, lock: bool = False) -> models.Stop:
    """The row of a stop in any status, for staff of its truck. With `lock`, its row is locked and read again.

    Raises NotFound, and NotAllowed for another truck's stop.
    """
    options: dict[str, Any] = {"with_for_update": True, "populate_existing": True} if lock else {}
    stop = session.get(models.Stop, stop_id, **options) if is_id(stop_id) else None
    if stop is None:
        raise NotFound(STOP_NOT_FOUND)
    authorize(actor, Action.MANAGE_SCHEDULE, stop.truck_id)
    return stop


def get_stop(session: Session, stop_id: str) -> Stop:
    """The JSON of a stop, with its state at this instant. Raises NotFound."""
    stop = find_stop(session, stop_id)
    if stop is None:
        raise NotFound(STOP_NOT_FOUND)
    return stop


def find_stop(session: Session, stop_id: str) -> Stop | None:
    """The JSON of a stop, with its state at this instant, or None."""
    return find_stops(session, [stop_id]).get(stop_id)


def find_stops(session: Session, stop_ids: Sequence[str]) -> dict[str, Stop]:
    """The JSON of several stops by ID, with their states at this instant; unknown ones are missing."""
    rows = session.execute(SELECT_STOPS.where(models.Stop.id.in_(stop_ids))).all()
    return {shown.stop.id: shown.stop for shown in show_stops(session, rows, clock.now())}


def list_stops(
    session: Session, usage: StopUsage, truck_id: str, since: datetime | None, until: datetime | None
) -> list[StaffStop]:
    """The truck's stops that overlap the period, by start, with their orders, revenue and taken units.

    Cancelled and ended ones are included; without bounds, all stops.
    """
    query = SELECT_STOPS.where(models.Stop.truck_id == truck_id)
    if since is not None:
        query = query.where(models.Stop.ends_at > since)
    if until is not None:
        query = query.where(models.Stop.starts_at < until)
    stops = [shown.stop for shown in show_stops(session, session.execute(query).all(), clock.now())]
    ids = [stop.id for stop in stops]
    used, units = usage.read(session, ids), sum_used_units(session, ids)
    series = models.StopSeries
    of_truck = sa.select(series.id, series.version).where(series.truck_id == truck_id)
    versions = {row.id: row.version for row in session.execute(of_truck)}

    def to_staff(stop: Stop) -> StaffStop:
        counted = used.get(stop.id, UNUSED)
        return StaffStop(
            **msgspec.structs.asdict(stop),
            orders=counted.orders,
            revenue=to_dollars(counted.revenue_cents),
            units_used=units.get(stop.id, 0),
            series_version=versions.get(stop.series_id or ""),
        )

    return [to_staff(stop) for stop in stops]


def find_overlap(
    session: Session, truck_id: str, starts_at: datetime, ends_at: datetime, except_id: str | None
) -> models.Stop | None:
    """The first scheduled stop of the truck that overlaps the span, other than `except_id`; None without one.

    The caller holds the truck's lock.
    """
    stop = models.Stop
    query = sa.select(stop).where(
        stop.truck_id == truck_id,
        stop.status == models.SCHEDULED,
        stop.starts_at < ends_at,
        sa.func.coalesce(stop.ended_early_at, stop.ends_at) > starts_at,
    )
    if except_id is not None:
        query = query.where(stop.id != except_id)
    return session.scalars(query.order_by(stop.starts_at).limit(1)).first()


def to_place(row: models.Place) -> Place:
    """The JSON of a place's row, with the tax rates in percent."""
    return copy_fields(Place, row, **_rates(row))


def _rates(place: models.Place) -> dict[str, float | None]:
    reduced = to_optional_percent(place.reduced_tax_rate_units)
    return {"tax_rate": to_rate_percent(place.tax_rate_units), "reduced_tax_rate": reduced}


class ShownStop(msgspec.Struct, frozen=True):
    """The row of a stop, its JSON, and the last instant at which its last free slot can be ordered.

    `last_slot_at` is None for a stop that takes no orders or has no free slot.
    """

    row: models.Stop
    stop: Stop
    last_slot_at: datetime | None

    def list_boundaries(self, instant: datetime) -> list[datetime]:
        """The later instants from which the stop reads differently."""
        last = [] if self.last_slot_at is None else [self.last_slot_at + states.AFTER]
        return [at for at in (*states.list_boundaries(self.row), *last) if at > instant]


def show_stops(session: Session, rows: Sequence[Any], instant: datetime) -> list[ShownStop]:
    """The rows of `SELECT_STOPS` with the JSON of their stops at an instant, in the order of the rows.

    Reads how full the slots are of stops that take orders then and have a limited capacity.
    """
    limited = [row[0].id for row in rows if row[0].slot_capacity is not None and states.takes_orders(row[0], instant)]
    loads = read_loads_by_stop(session, limited)
    return [_show_stop(row, loads.get(row[0].id, {}), instant) for row in rows]


def _show_stop(row: Any, loads: dict[int, Load], instant: datetime) -> ShownStop:
    stop, place, accepting, paused_until, lead_minutes, extra_minutes, extra_until = row
    starts, ends = (to_local(at, place.timezone) for at in (stop.starts_at, stop.ends_at))
    lead = timedelta(minutes=lead_minutes + current_extra_lead(extra_minutes, extra_until, instant))
    in_time = states.takes_orders(stop, instant)
    last_slot_at = find_last_free(build_calendar(stop), loads) if in_time else None
    last_order_at = None if last_slot_at is None else last_slot_at - lead
    has_slots = last_order_at is not None and instant <= last_order_at
    accepts = is_accepting_orders(accepting, paused_until, instant)
    shown = copy_fields(
        Stop,
        stop,
        place=to_stop_place(place),
        date=starts.date(),
        start_time=f"{starts:%H:%M}",
        end_time=f"{ends:%H:%M}",
        state=states.get_state(stop, instant),
        takes_orders=accepts and has_slots,
        change=_to_change(stop),
        booked_out=in_time and not has_slots,
    )
    return ShownStop(stop, shown, last_order_at)


def _to_change(stop: models.Stop) -> StopChange | None:
    if stop.change_kind is None or stop.change_at is None:
        return None
    return StopChange(stop.change_kind, stop.change_minutes, stop.change_sentence, stop.change_at)  # type: ignore[arg-type]


def to_stop_place(place: models.Place) -> StopPlace:
    """The place of a stop as customers read it."""
    return copy_fields(StopPlace, place, **_rates(place))


SERIES_NOT_FOUND = Sentence("We couldn't find this series.", "series_not_found")
SETTINGS = ("note", "preorder_minutes", "last_order_minutes", "slot_minutes", "slot_capacity", "walk_up_share")
DAYS_AHEAD = 8 * 7 + 1  # eight whole weeks in every time zone
DAY = timedelta(days=1)


def get_series_for(session: Session, actor: Actor, series_id: str) -> models.StopSeries:
    """The row of a series, also of one that is over, for staff of its truck.

    Raises NotFound, and NotAllowed for another truck's series.
    """
    series = session.get(models.StopSeries, series_id) if is_id(series_id) else None
    if series is None:
        raise NotFound(SERIES_NOT_FOUND)
    authorize(actor, Action.MANAGE_SCHEDULE, series.truck_id)
    return series


def list_series(session: Session, truck_id: str) -> Sequence[models.StopSeries]:
    """The truck's series that are not over, by their first day."""
    series = models.StopSeries
    is_running = sa.or_(series.until_date.is_(None), series.until_date >= clock.now().date())
    query = sa.select(series).where(series.truck_id == truck_id, is_running)
    return session.scalars(query.order_by(series.from_date, series.id)).all()


def list_generated_days(session: Session, series_id: str, first: date) -> set[date]:
    """The days from `first` on for which the series has its stop, also a cancelled or moved one; not those deleted."""
    stop = models.Stop
    query = sa.select(stop.series_date).where(stop.series_id == series_id, stop.series_date >= first)
    return {day for day in session.scalars(query) if day is not None}


def find_horizon() -> date:
    """The day up to which every series has its stops."""
    return clock.now().date() + timedelta(days=DAYS_AHEAD)


def has_due_series(session: Session) -> bool:
    """Whether a series lacks stops before the horizon. Takes no write lock."""
    return session.scalar(sa.select(sa.exists().where(*_lacks_stops()))) is True


def list_due_series(session: Session) -> Sequence[models.StopSeries]:
    """The series that lack stops before the horizon, by ID; none of archived trucks."""
    return session.scalars(sa.select(models.StopSeries).where(*_lacks_stops()).order_by(models.StopSeries.id)).all()


def _lacks_stops() -> tuple[sa.ColumnElement[bool], ...]:
    """SQL conditions for the series that lack stops before the horizon, none of archived trucks."""
    series = models.StopSeries
    last = sa.func.coalesce(series.until_date, find_horizon())
    is_driving = series.truck_id.in_(sa.select(Truck.id).where(NOT_ARCHIVED))
    return series.produced_until < find_horizon(), series.produced_until < last, is_driving


def list_coming(session: Session, series_id: str, day: date) -> Sequence[models.Stop]:
    """Lock and return the stops of the series for this day and later that have not begun, by their day.

    Cancelled stops are included.
    """
    stop = models.Stop
    query = sa.select(stop).where(stop.series_id == series_id, stop.series_date >= day, stop.starts_at > clock.now())
    return session.scalars(query.order_by(stop.series_date).with_for_update()).all()


def to_series(session: Session, row: models.StopSeries) -> Series:
    """The JSON of a series, with its place and its weekdays as a list."""
    place = to_stop_place(session.get_one(models.Place, row.place_id))
    return copy_fields(Series, row, place=place, weekdays=row.weekdays.split(","))


def list_columns(session: Session, series: models.StopSeries, day: date) -> dict[str, Any]:
    """The columns of the stop that the series produces for this day."""
    place = session.get_one(models.Place, series.place_id)
    starts_at, ends_at = to_span(day, *_parse_times(series), place.timezone)
    span = {"starts_at": starts_at, "ends_at": ends_at}
    return {"place_id": place.id, **span, **{name: getattr(series, name) for name in SETTINGS}}


def list_changes(session: Session, series: models.StopSeries, stop: models.Stop, sent: Set[str]) -> dict[str, Any]:
    """The columns that get another value when the `sent` columns of the series are set on one of its stops.

    What was not sent stays, because staff may have changed this stop alone.
    """
    columns: dict[str, Any] = {name: getattr(series, name) for name in sent if name in SETTINGS}
    if "place_id" in sent:
        columns["place_id"] = series.place_id
    if sent & {"place_id", "start_time", "end_time"}:
        place = session.get_one(models.Place, columns.get("place_id", stop.place_id))
        columns["starts_at"], columns["ends_at"] = _find_span(session, series, stop, sent, place.timezone)
    return {name: value for name, value in columns.items() if value != getattr(stop, name)}


def _find_span(
    session: Session, series: models.StopSeries, stop: models.Stop, sent: Set[str], timezone: str
) -> tuple[datetime, datetime]:
    """The stop's own day with the times of day that were sent; the others stay as they are on the clock of its place.

    Both are those of the series where a stop would last too long otherwise.
    """
    zone = session.get_one(models.Place, stop.place_id).timezone
    start, end = to_local(stop.starts_at, zone), to_local(stop.ends_at, zone)
    rule_start, rule_end = _parse_times(series)
    span = to_span(
        start.date(),
        rule_start if "start_time" in sent else start.time(),
        rule_end if "end_time" in sent else end.time(),
        timezone,
    )
    is_valid = span[0] < span[1] <= span[0] + MAX_DURATION
    return span if is_valid else to_span(start.date(), rule_start, rule_end, timezone)


def _parse_times(series: models.StopSeries) -> tuple[time, time]:
    return time.fromisoformat(series.start_time), time.fromisoformat(series.end_time)
