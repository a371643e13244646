"""Trucks with their schedule and stops, and the instant from which such a result changes by itself."""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any, Protocol

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.schedule import models, states
from chuckwagon.schedule.calendar_feed import FeedStop
from chuckwagon.schedule.queries import SELECT_STOPS, ShownStop, show_stops
from chuckwagon.schedule.schemas import ScheduledStaffTruck, ScheduledTruck, ScheduleState, Stop, TruckSchedule
from chuckwagon.schedule.wall_clock import find_next_edge, is_within
from chuckwagon.trucks import queries as trucks
from chuckwagon.trucks.models import STOPS
from chuckwagon.trucks.queries import find_next_end
from chuckwagon.trucks.schemas import PublicTruck, ScheduleMode, StaffTruck

SHOWN_STOPS = 2  # the current and the next one, or the next two


class TruckScheduleFields(Protocol):
    """What of a truck decides its schedule at an instant; `accepting_orders` at that instant."""

    @property
    def id(self) -> str: ...
    @property
    def schedule_mode(self) -> ScheduleMode: ...
    @property
    def accepting_orders(self) -> bool: ...


def list_scheduled_trucks(session: Session, instant: datetime) -> tuple[list[ScheduledTruck], datetime | None]:
    """Return (trucks, until): the public trucks by name with their schedule.

    From the instant `until`, None without one, the result reads differently.
    """
    found = trucks.list_public_trucks(session)
    shown_stops = _read_shown_stops(session, _list_moving(found), instant)
    meal_end = _apply_meal_times(session, found, instant)
    shown = [ScheduledTruck(**_fields(truck), schedule=_describe(truck, shown_stops)) for truck in found]
    return shown, _find_end([trucks.find_next_end(session), meal_end], shown_stops, instant)


def get_scheduled_truck(session: Session, instant: datetime, **named: str) -> tuple[ScheduledTruck, datetime | None]:
    """Return (truck, until): one active truck by `slug` or `truck_id`, with its schedule.

    From the instant `until`, None without one, it reads differently. Raises NotFound, also for an inactive or archived
    truck.
    """
    truck = trucks.get_truck_for(session, None, **named)
    schedule, end = _read_schedule(session, truck, instant)
    return ScheduledTruck(**_fields(truck), schedule=schedule), end


def get_scheduled_truck_for(
    session: Session, actor: Actor | None, instant: datetime, **named: str
) -> tuple[ScheduledTruck | ScheduledStaffTruck, datetime | None]:
    """Return (truck, until): the truck by `slug` or `truck_id`, with its schedule, as the actor may see it.

    Its staff get all fields, active or not; all others the public fields of an active truck. From the instant `until`,
    None without one, it reads differently. Raises NotFound, also for a truck that the actor may not see.
    """
    truck = trucks.get_truck_for(session, actor, **named)
    schedule, end = _read_schedule(session, truck, instant)
    if isinstance(truck, StaffTruck):
        return ScheduledStaffTruck(**_fields(truck), schedule=schedule), end
    return ScheduledTruck(**_fields(truck), schedule=schedule), end


def get_scheduled_staff_truck(
    session: Session, truck_id: str, instant: datetime, *, with_archived: bool = False
) -> ScheduledStaffTruck:
    """The truck with all fields and its schedule. Raises NotFound, for an archived truck too unless it is allowed."""
    truck = trucks.get_staff_truck(session, truck_id, with_archived=with_archived)
    schedule, _end = _read_schedule(session, truck, instant)
    return ScheduledStaffTruck(**_fields(truck), schedule=schedule)


def read_schedules(
    session: Session, found: Collection[TruckScheduleFields], instant: datetime
) -> dict[str, TruckSchedule]:
    """The schedule of each of these trucks at an instant, keyed by truck ID."""
    shown_stops = _read_shown_stops(session, _list_moving(found), instant)
    return {truck.id: _describe(truck, shown_stops) for truck in found}


def _list_moving(found: Iterable[TruckScheduleFields]) -> list[str]:
    return [truck.id for truck in found if truck.schedule_mode == STOPS]


def _read_schedule(session: Session, truck: PublicTruck, instant: datetime) -> tuple[TruckSchedule, datetime | None]:
    shown_stops = _read_shown_stops(session, _list_moving([truck]), instant)
    ends = [trucks.find_next_end(session, truck.id), _apply_meal_times(session, [truck], instant, truck.id)]
    return _describe(truck, shown_stops), _find_end(ends, shown_stops, instant)


def _apply_meal_times(
    session: Session, found: Iterable[PublicTruck], instant: datetime, truck_id: str | None = None
) -> datetime | None:
    """Change `orderable` in place where nothing on sale is sold at this time of day; return when that may change."""
    by_truck = trucks.list_sale_times(session, truck_id)
    edges: list[datetime | None] = []
    for truck in found if by_truck else ():
        items = by_truck.get(truck.id, [])
        if items:
            truck.orderable = any(is_within(times, truck.timezone, instant) for times in items)
            edges += (find_next_edge(times, truck.timezone, instant) for times in items)
    return min((edge for edge in edges if edge is not None), default=None)


def _fields(truck: PublicTruck) -> dict[str, Any]:
    return msgspec.structs.asdict(truck)


def _read_shown_stops(session: Session, truck_ids: Collection[str], instant: datetime) -> list[ShownStop]:
    """At most the two next stops of each truck that are neither over nor cancelled, by start."""
    if not truck_ids:
        return []
    stop = models.Stop
    rank = sa.func.row_number().over(partition_by=stop.truck_id, order_by=(stop.starts_at, stop.id))
    ranked = (
        sa.select(stop.id, rank.label("rank"))
        .where(
            stop.truck_id.in_(truck_ids),
            stop.status == models.SCHEDULED,
            sa.func.coalesce(stop.ended_early_at, stop.ends_at) > instant,
        )
        .subquery()
    )
    first = SELECT_STOPS.join(ranked, ranked.c.id == stop.id).where(ranked.c.rank <= SHOWN_STOPS)
    return show_stops(session, session.execute(first).all(), instant)


def is_open(schedule: TruckSchedule, orderable: bool) -> bool:
    """Whether a truck may be called open: it takes orders at this instant, and something on its menu is on sale."""
    return schedule.state == "open" and orderable


def _describe(truck: TruckScheduleFields, shown: Iterable[ShownStop]) -> TruckSchedule:
    if truck.schedule_mode != STOPS:
        return TruckSchedule(truck.schedule_mode, "open" if truck.accepting_orders else "paused", None, None)
    stops = [one.stop for one in shown if one.stop.truck_id == truck.id]
    current = stops[0] if stops and stops[0].state == states.OPEN else None
    coming = stops[1:] if current else stops
    state = _get_state(truck, current, coming)
    return TruckSchedule(truck.schedule_mode, state, current, coming[0] if coming else None)


def _get_state(truck: TruckScheduleFields, current: Stop | None, coming: list[Stop]) -> ScheduleState:
    if current is not None:
        return "open" if truck.accepting_orders else "paused"
    return "opens_later" if coming else "closed"


def _find_end(ends: Iterable[datetime | None], shown: Iterable[ShownStop], instant: datetime) -> datetime | None:
    boundaries = [at for one in shown for at in one.list_boundaries(instant)]
    return min([*boundaries, *(end for end in ends if end is not None)], default=None)


FEED_HISTORY = timedelta(days=7)  # a stop that is over stays in calendars for so long


def list_coming_stops(
    session: Session, truck: PublicTruck, days: int, instant: datetime
) -> tuple[list[Stop], datetime | None]:
    """Return (stops, until): the open and coming stops that start within `days`, by start.

    From the instant `until`, None without one, the list reads differently. A cancelled stop is listed until its planned
    end, one that ended early is left out.
    """
    stop, window = models.Stop, timedelta(days=days)
    coming = (stop.truck_id == truck.id, stop.ends_at > instant)
    rows = session.execute(SELECT_STOPS.where(*coming, stop.starts_at <= instant + window)).all()
    shown = [one for one in show_stops(session, rows, instant) if one.stop.state != states.ENDED]
    next_start = session.scalar(
        sa.select(sa.func.min(stop.starts_at)).where(*coming, stop.starts_at > instant + window)
    )
    ends = [at for one in shown for at in one.list_boundaries(instant)]
    ends += [next_start - window] if next_start else []
    pause_end = find_next_end(session, truck.id)
    return [one.stop for one in shown], min([*ends, *([pause_end] if pause_end else [])], default=None)


def list_feed_stops(session: Session, truck: PublicTruck, instant: datetime) -> tuple[list[FeedStop], datetime | None]:
    """Return (stops, until): the stops that are not over for FEED_HISTORY, cancelled ones included, by start.

    `until` is the instant at which the first of them leaves the feed, None without stops.
    """
    stop = models.Stop
    query = sa.select(stop, models.Place).join(models.Place, models.Place.id == stop.place_id)
    shown = query.where(stop.truck_id == truck.id, stop.ends_at > instant - FEED_HISTORY)
    rows = session.execute(shown.order_by(stop.starts_at, stop.id)).all()
    end = min((row.ends_at + FEED_HISTORY for row, _place in rows), default=None)
    return [_to_feed_stop(row, place) for row, place in rows], end


def _to_feed_stop(stop: models.Stop, place: models.Place) -> FeedStop:
    return FeedStop(
        id=stop.id,
        status=stop.status,
        starts_at=states.opens_at(stop),
        ends_at=max(states.closes_at(stop), states.opens_at(stop)),
        note=stop.note,
        change=stop.change_sentence,
        place_name=place.name,
        address=place.address,
        directions=place.directions,
        latitude=place.latitude,
        longitude=place.longitude,
        version=stop.version,
        changed_at=max(stop.updated_at, place.updated_at),
    )
