"""Routes of places and stops for staff."""

from typing import Annotated

from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import IdempotencyKey
from chuckwagon.schedule import places_service, queries, stops_service
from chuckwagon.schedule.schemas import (
    Archived,
    Instant,
    Place,
    PlaceRequest,
    StaffStop,
    Stop,
    StopDeleted,
    StopRequest,
)
from chuckwagon.schedule.usage import StopUsage
from chuckwagon.web.routing import delete, get, post, put

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
