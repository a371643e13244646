"""Routes for staff: places and stops, series of stops, and the pickup slots of a stop."""

from datetime import date
from typing import Annotated, Literal

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import IdempotencyKey
from chuckwagon.schedule import places_service, queries, series_service, stops_service
from chuckwagon.schedule import slots as slot_queries
from chuckwagon.schedule.models import Place as PlaceRow
from chuckwagon.schedule.queries import choose_truck, get_stop_for
from chuckwagon.schedule.schemas import (
    Archived,
    Instant,
    ListedSeries,
    OfferedSlots,
    Place,
    PlaceRequest,
    Series,
    SeriesDeleted,
    SeriesRequest,
    SlotLoads,
    StaffStop,
    Stop,
    StopDeleted,
    StopRequest,
)
from chuckwagon.schedule.stops_service import StopProposal
from chuckwagon.schedule.usage import StopUsage
from chuckwagon.settings import Settings
from chuckwagon.web.requests import AnyRequest, public_json
from chuckwagon.web.routing import delete, get, get_public, post, put

TruckId = Annotated[str | None, QueryParameter(name="truckId", max_length=100, required=False)]


@get("/api/places", summary="List places", errors=[400, 401, 403, 503])
def list_places(actor: NamedDependency[Actor], db: NamedDependency[Database], truck_id: TruckId = None) -> list[Place]:
    """The truck's places by name, archived ones last. An admin need not name the truck."""
    chosen = queries.choose_truck(actor, truck_id)
    with db.reading() as session:
        return queries.list_places(session, chosen)


@post("/api/places", summary="Add a place", errors=[400, 401, 403, 404, 409, 413, 415, 422, 503])
def create_place(
    data: JSONBody[PlaceRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    idempotency_key: IdempotencyKey = None,
) -> Place:
    """Time zone and tax rate default to those of the truck."""
    return places_service.create_place(db, actor, data, idempotency_key)


@put("/api/places/{place_id:str}", summary="Change a place", errors=[400, 401, 403, 404, 409, 413, 415, 503])
def change_place(
    data: JSONBody[PlaceRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    stop_usage: NamedDependency[StopUsage],
    place_id: FromPath[str],
) -> Place:
    """A stale `version` is 409 with the current place. Orders keep their tax rate.

    With another time zone the coming stops keep their time of day; 409 `place_has_orders` with the first `stop` that
    customers have ordered for.
    """
    return places_service.change_place(db, stop_usage, actor, place_id, data)


@delete("/api/places/{place_id:str}", summary="Archive a place", errors=[401, 403, 404, 409, 503], status_code=200)
def archive_place(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    stop_usage: NamedDependency[StopUsage],
    place_id: FromPath[str],
) -> Archived:
    """409 `place_in_use` while a coming stop uses it."""
    places_service.archive_place(db, stop_usage, actor, place_id)
    return Archived()


@get("/api/stops", summary="List stops", errors=[400, 401, 403, 503])
def list_stops(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    stop_usage: NamedDependency[StopUsage],
    truck_id: TruckId = None,
    since: Annotated[Instant | None, QueryParameter(name="from", required=False)] = None,
    until: Annotated[Instant | None, QueryParameter(name="to", required=False)] = None,
) -> list[StaffStop]:
    """The truck's stops that overlap the period, by start, with their orders and revenue."""
    chosen = queries.choose_truck(actor, truck_id)
    with db.reading() as session:
        return queries.list_stops(session, stop_usage, chosen, since, until)


@get("/api/stops/proposal", summary="Propose a new stop", errors=[400, 401, 403, 404, 503])
def propose_stop(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: TruckId = None,
    place_id: Annotated[str | None, QueryParameter(name="placeId", max_length=100, required=False)] = None,
    first: Annotated[date | None, QueryParameter(name="from", required=False)] = None,
) -> StopProposal:
    """A stop like the latest one, at the place if one is named, on the first free day from `from`, or tomorrow, on.

    It can be sent to `POST /stops` as it is. A place that does not exist yet is added with `POST /places` before.
    """
    chosen = queries.choose_truck(actor, truck_id)
    with db.reading() as session:
        return stops_service.propose_stop(session, chosen, place_id, first)


@post("/api/stops", summary="Add a stop", errors=[400, 401, 403, 404, 409, 413, 415, 422, 503])
def create_stop(
    data: JSONBody[StopRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    idempotency_key: IdempotencyKey = None,
) -> Stop:
    """409 `stop_overlaps` with the other `stop` when the truck has one at that time."""
    return stops_service.create_stop(db, actor, data, idempotency_key)


@put("/api/stops/{stop_id:str}", summary="Change a stop", errors=[400, 401, 403, 404, 409, 413, 415, 503])
def change_stop(
    data: JSONBody[StopRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    stop_usage: NamedDependency[StopUsage],
    stop_id: FromPath[str],
) -> Stop:
    """409 `stop_has_orders` for what customers have relied on.

    A stop that has begun accepts a note, more capacity and a later end; one that is over accepts a note.
    """
    return stops_service.change_stop(db, stop_usage, actor, stop_id, data)


@delete("/api/stops/{stop_id:str}", summary="Delete a stop", errors=[400, 401, 403, 404, 409, 503], status_code=200)
def delete_stop(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    stop_usage: NamedDependency[StopUsage],
    stop_id: FromPath[str],
) -> StopDeleted:
    """A stop that is over, or for which customers have ordered, cannot be deleted."""
    stops_service.delete_stop(db, stop_usage, actor, stop_id)
    return StopDeleted()


StopId = Annotated[str | None, QueryParameter(name="stopId", max_length=100, required=False)]
Scope = Annotated[Literal["one", "later"], QueryParameter(name="scope", required=False)]


@get("/api/stop-series", summary="List series of stops", errors=[400, 401, 403, 503])
def list_series(
    actor: NamedDependency[Actor], db: NamedDependency[Database], truck_id: TruckId = None
) -> list[ListedSeries]:
    """The truck's series that are not over, by their first day.

    `skipped` names the days without a stop because the truck has another one at that time.
    """
    return series_service.list_series(db, queries.choose_truck(actor, truck_id))


@post("/api/stop-series", summary="Add a series of stops", errors=[400, 401, 403, 404, 409, 413, 415, 422, 503])
def create_series(
    data: JSONBody[SeriesRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    idempotency_key: IdempotencyKey = None,
) -> Series:
    """Its stops of the next eight weeks exist at once. 409 `stop_overlaps` with the other `stop`."""
    return series_service.create_series(db, actor, data, idempotency_key)


@put(
    "/api/stop-series/{series_id:str}",
    summary="Change a series of stops",
    errors=[400, 401, 403, 404, 409, 413, 415, 503],
)
def change_series(
    data: JSONBody[SeriesRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    stop_usage: NamedDependency[StopUsage],
    series_id: FromPath[str],
    reach: Scope = "later",
    stop_id: StopId = None,
) -> Series:
    """Changes the stop `stopId`, or it and all later ones without orders; without a stop, those from today on."""
    change = series_service.change_occurrence if reach == "one" else series_service.change_series
    return change(db, stop_usage, actor, series_id, data, stop_id)


@delete(
    "/api/stop-series/{series_id:str}",
    summary="Delete a series of stops",
    errors=[400, 401, 403, 404, 409, 503],
    status_code=200,
)
def delete_series(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    stop_usage: NamedDependency[StopUsage],
    series_id: FromPath[str],
    reach: Scope = "later",
    stop_id: StopId = None,
) -> SeriesDeleted:
    """Removes the stop `stopId`, or it and all later ones; those with orders are kept."""
    remove = series_service.delete_occurrence if reach == "one" else series_service.end_series
    return remove(db, stop_usage, actor, series_id, stop_id)


MAX_UNITS = 100_000


@get_public("/api/trucks/{slug:str}/slots", summary="List pickup slots", errors=[400, 404, 503])
def list_slots(
    request: AnyRequest,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    slug: FromPath[str],
    stop_id: Annotated[str | None, QueryParameter(name="stopId", max_length=64, required=False)] = None,
    units: Annotated[int, QueryParameter(ge=0, le=MAX_UNITS, required=False)] = 1,
) -> Response[OfferedSlots]:
    """The slots of a stop for an order of so many units. Without a stop, those of the present or next one."""
    with db.reading() as session:
        offered = slot_queries.list_offered_slots(session, slug, stop_id, units, settings.min_pickup_lead_minutes)
    return public_json(request, offered)


@get("/api/stops/{stop_id:str}/slots", summary="List the load of a stop's slots", errors=[401, 403, 404, 503])
def list_slot_loads(actor: NamedDependency[Actor], db: NamedDependency[Database], stop_id: FromPath[str]) -> SlotLoads:
    """Every slot with the units that are taken, those that have begun included."""
    with db.reading() as session:
        stop = get_stop_for(session, actor, stop_id)
        return slot_queries.list_slot_loads(session, stop, session.get_one(PlaceRow, stop.place_id).timezone)


@get(
    "/api/trucks/{truck_id:str}/slot-loads",
    summary="List the load of a truck's slots",
    errors=[400, 401, 403, 404, 503],
)
def list_always_loads(
    actor: NamedDependency[Actor], db: NamedDependency[Database], truck_id: FromPath[str]
) -> SlotLoads:
    """The slots of the next three hours of a truck that is always open, none without a capacity."""
    with db.reading() as session:
        return slot_queries.list_always_loads(session, choose_truck(actor, truck_id))
