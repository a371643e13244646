"""The public addresses of trucks."""

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from chuckwagon.core.db import Database
from chuckwagon.core.http import PUBLIC_HEADERS, AnyRequest, public_answers, public_json
from chuckwagon.trucks import queries
from chuckwagon.trucks.schemas import PublicTruck


@get(
    "/api/trucks/public",
    sync_to_thread=True,
    summary="The trucks on the street",
    responses=public_answers(503),
    response_headers=PUBLIC_HEADERS,
)
def list_public_trucks(request: AnyRequest, db: NamedDependency[Database]) -> Response[list[PublicTruck]]:
    """Every active truck that has a name and a slug."""
    with db.reading() as session:
        return public_json(request, queries.list_public_trucks(session))


@get(
    "/api/trucks/by-slug/{slug:str}",
    sync_to_thread=True,
    summary="One truck by its slug",
    responses=public_answers(404, 503),
    response_headers=PUBLIC_HEADERS,
)
def get_truck_by_slug(
    request: AnyRequest, db: NamedDependency[Database], slug: FromPath[str]
) -> Response[PublicTruck]:
    """An active truck; any other is answered like an absent one."""
    with db.reading() as session:
        return public_json(request, queries.get_public_truck_by_slug(session, slug))


@get(
    "/api/trucks/{truck_id:str}",
    sync_to_thread=True,
    summary="One truck",
    responses=public_answers(404, 503),
    response_headers=PUBLIC_HEADERS,
)
def get_truck(
    request: AnyRequest, db: NamedDependency[Database], truck_id: FromPath[str]
) -> Response[PublicTruck]:
    """An active truck; any other is answered like an absent one."""
    with db.reading() as session:
        return public_json(request, queries.get_public_truck(session, truck_id))


routes = [list_public_trucks, get_truck_by_slug, get_truck]
