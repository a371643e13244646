"""Trucks for everybody."""

from litestar import Response, get

from chuckwagon.core.db import Database
from chuckwagon.core.errors import NotFound
from chuckwagon.core.http import StrictRequest, errors, public_json
from chuckwagon.trucks import queries
from chuckwagon.trucks.schemas import PublicTruck, public_truck

NO_TRUCK = "We couldn't find this truck."


@get("/api/trucks/public", sync_to_thread=True, summary="The trucks on show", responses=errors(503))
def list_trucks(request: StrictRequest, db: Database) -> Response[list[PublicTruck]]:
    """Active trucks with a name and an address, by name."""
    with db.reading() as session:
        return public_json(request, [public_truck(row) for row in queries.list_public(session)])


@get("/api/trucks/by-slug/{slug:str}", sync_to_thread=True, summary="One truck", responses=errors(404, 503))
def get_truck_by_slug(request: StrictRequest, db: Database, slug: str) -> Response[PublicTruck]:
    """By the name in its address; inactive trucks are absent."""
    with db.reading() as session:
        row = queries.find_public(session, slug=slug)
    if row is None:
        raise NotFound(NO_TRUCK)
    return public_json(request, public_truck(row))


@get("/api/trucks/{truck_id:str}", sync_to_thread=True, summary="One truck by id", responses=errors(404, 503))
def get_truck(request: StrictRequest, db: Database, truck_id: str) -> Response[PublicTruck]:
    """A malformed id is answered like an absent one."""
    with db.reading() as session:
        row = queries.find_public(session, truck_id=truck_id)
    if row is None:
        raise NotFound(NO_TRUCK)
    return public_json(request, public_truck(row))


routes = [list_trucks, get_truck_by_slug, get_truck]
