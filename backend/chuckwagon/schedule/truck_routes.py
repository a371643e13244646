"""Routes for customers: trucks with their schedule, coming stops, and the live stream of a truck's changes."""

from collections.abc import Collection, Sequence
from typing import Annotated, Any

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.kit import clock
from chuckwagon.kit.errors import NotFound
from chuckwagon.realtime import change_log
from chuckwagon.realtime.broker import Broker, EncodedEvent, Grant, Topic
from chuckwagon.realtime.change_log import ChangeEvent
from chuckwagon.realtime.change_watcher import ALL_TRUCKS
from chuckwagon.schedule import truck_queries
from chuckwagon.schedule.calendar_feed import build_feed
from chuckwagon.schedule.schemas import ScheduledStaffTruck, ScheduledTruck, Stop
from chuckwagon.settings import Settings
from chuckwagon.trucks import queries
from chuckwagon.trucks.queries import get_truck_for
from chuckwagon.web.requests import AnyRequest, public_content, public_json
from chuckwagon.web.routing import get, get_public, get_public_or_staff
from chuckwagon.web.sse import EventStream, LastEventId, encode_event, stream_responses


def open_truck(db: Database, truck_id: str) -> Topic:
    """The topic of an active truck. Raises NotFound, also for an inactive or archived truck."""
    with db.reading() as session:
        if not queries.is_public_truck(session, truck_id):
            raise NotFound(queries.TRUCK_NOT_FOUND)
    return Topic(truck_id, render_truck, filter_public_grants)


def render_truck(session: Session, topic: Topic, changes: Sequence[ChangeEvent]) -> list[EncodedEvent]:
    """Encoded events: the truck with its public fields and schedule, everything else with the ID of what changed.

    Changes of orders are left out. Raises NotFound for a truck that is not public.
    """
    events = []
    for change in changes:
        if change.kind == change_log.MENU:
            events.append(encode_event(change.id, "menu", {"menuItemId": change.subject_id}))
        elif change.kind == change_log.STOP:
            events.append(encode_event(change.id, "stop", {"stopId": change.subject_id}))
        elif change.kind == change_log.SLOTS:
            events.append(encode_event(change.id, "slots", {"stopId": change.subject_id}))
        elif change.kind == change_log.TRUCK:
            truck, _end = truck_queries.get_scheduled_truck(session, clock.now(), truck_id=topic.truck_id)
            events.append(encode_event(change.id, "truck", truck))
    return events


def filter_public_grants(session: Session, grants: Collection[Grant]) -> set[Grant]:
    """The grants whose truck is still public."""
    public_ids = queries.list_public_ids(session, {truck_id for truck_id, _session_id in grants})
    return {grant for grant in grants if grant[0] in public_ids}


CALENDAR = "text/calendar"


@get_public("/api/trucks/public", summary="List public trucks", errors=[503])
def list_public_trucks(request: AnyRequest, db: NamedDependency[Database]) -> Response[list[ScheduledTruck]]:
    """All active trucks."""
    with db.reading() as session:
        trucks, until = truck_queries.list_scheduled_trucks(session, clock.now())
        return public_json(request, trucks, cache_key=ALL_TRUCKS, until=until)


@get_public_or_staff("/api/trucks/by-slug/{slug:str}", summary="Get a truck by slug", errors=[404, 503])
def get_truck_by_slug(
    request: AnyRequest,
    current_actor: NamedDependency[Actor | None],
    db: NamedDependency[Database],
    slug: FromPath[str],
) -> Response[ScheduledTruck | ScheduledStaffTruck]:
    """An active truck; other trucks are answered with 404. Its own staff always get it, with all fields."""
    with db.reading() as session:
        return _respond(request, session, current_actor, slug=slug)


@get_public_or_staff("/api/trucks/{truck_id:str}", summary="Get a truck", errors=[404, 503])
def get_truck(
    request: AnyRequest,
    current_actor: NamedDependency[Actor | None],
    db: NamedDependency[Database],
    truck_id: FromPath[str],
) -> Response[ScheduledTruck | ScheduledStaffTruck]:
    """An active truck; other trucks are answered with 404. Its own staff always get it, with all fields."""
    with db.reading() as session:
        return _respond(request, session, current_actor, truck_id=truck_id)


def _respond(request: AnyRequest, session: Session, actor: Actor | None, **named: str) -> Response[Any]:
    """The response. For the truck's staff it is not cached, and caches keep responses apart by `Authorization`."""
    truck, until = truck_queries.get_scheduled_truck_for(session, actor, clock.now(), **named)
    if isinstance(truck, ScheduledStaffTruck):
        return Response(truck, headers={"Cache-Control": "no-store", "Vary": "Authorization"})
    response = public_json(request, truck, cache_key=truck.id, until=until)
    response.set_header("Vary", "Authorization")
    return response


@get(
    "/api/trucks/{truck_id:str}/stream",
    summary="Stream changes of a truck and its menu",
    errors=[400, 404, 503],
    responses=stream_responses(
        "`hello`, `menu` with a `menuItemId`, `stop` and `slots` with a `stopId`, `truck` with its public side."
    ),
)
def follow_truck(
    db: NamedDependency[Database],
    broker: NamedDependency[Broker],
    truck_id: FromPath[str],
    last_event_id: LastEventId = None,
) -> EventStream:
    """Server-sent events of an active truck. The stream ends when the truck is deactivated or archived.

    `resumed` in `hello` is true when every event since `Last-Event-ID` follows.
    """
    return EventStream(broker, db, open_truck(db, truck_id), last_event_id)


@get_public("/api/trucks/{slug:str}/stops", summary="List coming stops of a truck", errors=[400, 404, 503])
def list_stops(
    request: AnyRequest,
    db: NamedDependency[Database],
    slug: FromPath[str],
    days: Annotated[int, QueryParameter(ge=1, le=60, required=False)] = 14,
) -> Response[list[Stop]]:
    """The open and coming stops of an active truck, by start. A cancelled one is listed until its planned end."""
    with db.reading() as session:
        truck = get_truck_for(session, None, slug=slug)
        stops, until = truck_queries.list_coming_stops(session, truck, days, clock.now())
        return public_json(request, stops, cache_key=truck.id, until=until)


@get_public(
    "/api/trucks/{slug:str}/stops.ics",
    summary="Get the calendar feed of a truck",
    errors=[404, 503],
    media_type=CALENDAR,
)
def get_calendar_feed(
    request: AnyRequest, db: NamedDependency[Database], settings: NamedDependency[Settings], slug: FromPath[str]
) -> Response[bytes]:
    """The stops of an active truck as iCalendar, to subscribe to. Cancelled ones say so."""
    with db.reading() as session:
        truck = get_truck_for(session, None, slug=slug)
        stops, until = truck_queries.list_feed_stops(session, truck, clock.now())
    feed = build_feed(truck.name, f"{settings.origin}/{truck.slug}", stops)
    return public_content(request, feed, CALENDAR, cache_key=truck.id, until=until)
