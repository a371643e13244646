"""The addresses of trucks: what everybody sees, and what staff see and change."""

from typing import Annotated, Any

from litestar import Response, delete, get, patch, post, put
from litestar.connection import ASGIConnection
from litestar.datastructures import ResponseHeader
from litestar.di import NamedDependency
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, JSONBody, QueryParameter
from sqlalchemy.orm import Session

from chuckwagon.accounts.guards import BEARER
from chuckwagon.accounts.permissions import Action, Actor, require
from chuckwagon.core.db import Database
from chuckwagon.core.event_stream import STREAM_HEADERS, EventStream, LastEventId, stream_answers
from chuckwagon.core.freshness import ALL_TRUCKS
from chuckwagon.core.http import PUBLIC_HEADERS, AnyRequest, errors, public_answers, public_json
from chuckwagon.core.hub import Hub
from chuckwagon.core.idempotency import IdempotencyKey
from chuckwagon.trucks import live, queries, service
from chuckwagon.trucks.schemas import (
    Deleted,
    PublicTruck,
    SettingsRequest,
    SlugAnswer,
    StaffTruck,
    ToggleRequest,
    TruckRequest,
)

NO_STORE = [ResponseHeader(name="Cache-Control", documentation_only=True, description="no-store")]
VARY = ResponseHeader(name="Vary", documentation_only=True, description="Authorization")
Word = Annotated[str | None, QueryParameter(max_length=100, required=False)]


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
        trucks, until = queries.list_public_trucks(session), queries.find_next_end(session)
        return public_json(request, trucks, shows=ALL_TRUCKS, until=until)


@get(
    "/api/trucks/by-slug/{slug:str}",
    sync_to_thread=True,
    summary="One truck by its slug",
    responses=public_answers(404, 503),
    response_headers=[*PUBLIC_HEADERS, VARY],
)
def get_truck_by_slug(
    request: AnyRequest,
    visitor: NamedDependency[Actor | None],
    db: NamedDependency[Database],
    slug: FromPath[str],
) -> Response[PublicTruck | StaffTruck]:
    """An active truck; any other is answered like an absent one. Its own staff see all of it, always."""
    with db.reading() as session:
        return _shown(request, session, queries.get_truck_for(session, visitor, slug=slug))


@get(
    "/api/trucks/{truck_id:str}",
    sync_to_thread=True,
    summary="One truck",
    responses=public_answers(404, 503),
    response_headers=[*PUBLIC_HEADERS, VARY],
)
def get_truck(
    request: AnyRequest,
    visitor: NamedDependency[Actor | None],
    db: NamedDependency[Database],
    truck_id: FromPath[str],
) -> Response[PublicTruck | StaffTruck]:
    """An active truck; any other is answered like an absent one. Its own staff see all of it, always."""
    with db.reading() as session:
        return _shown(request, session, queries.get_truck_for(session, visitor, truck_id=truck_id))


def _shown(request: AnyRequest, session: Session, truck: PublicTruck | StaffTruck) -> Response[Any]:
    """What staff see is kept nowhere, and nobody else gets it out of a cache."""
    if isinstance(truck, StaffTruck):
        return Response(truck, headers={"Cache-Control": "no-store", "Vary": "Authorization"})
    until = queries.find_next_end(session, truck.id)
    answer = public_json(request, truck, shows=truck.id, until=until)
    answer.set_header("Vary", "Authorization")
    return answer


@get(
    "/api/trucks/{truck_id:str}/stream",
    sync_to_thread=True,
    summary="Follow a truck and its menu as they change",
    responses=stream_answers(
        "`hello`, `menu` with a `menuItemId`, `truck` with its public side.", 400, 404, 503
    ),
    response_headers=STREAM_HEADERS,
)
def follow_truck(
    db: NamedDependency[Database],
    hub: NamedDependency[Hub],
    truck_id: FromPath[str],
    last_event_id: LastEventId = None,
) -> EventStream:
    """Server-sent events of an active truck; the stream ends when it leaves the street.

    `hello` says with `resumed` whether all since `Last-Event-ID` follows.
    """
    return EventStream(hub, db, live.open_window(db, truck_id), last_event_id)


@get(
    "/api/trucks",
    sync_to_thread=True,
    summary="The trucks one looks after",
    security=BEARER,
    responses=errors(400, 401, 503),
    response_headers=NO_STORE,
)
def list_trucks(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    is_active: Annotated[bool | None, QueryParameter(name="isActive", required=False)] = None,
    q: Word = None,
    cuisine: Word = None,
) -> list[StaffTruck]:
    """All trucks for a superadmin, the own one for an admin. `q` looks in name, slug, owner and city."""
    with db.reading() as session:
        return queries.list_staff_trucks(
            session, actor, is_active=is_active, text=q or "", cuisine=cuisine or ""
        )


@get(
    "/api/trucks/slug-check",
    sync_to_thread=True,
    summary="Whether a slug is free",
    security=BEARER,
    responses=errors(400, 401, 403, 503),
    response_headers=NO_STORE,
)
def check_slug(
    db: NamedDependency[Database],
    slug: Word = None,
    name: Word = None,
    truck_id: Annotated[str | None, QueryParameter(name="truckId", max_length=100, required=False)] = None,
) -> SlugAnswer:
    """Superadmin only. With `name` alone it proposes a free one; `truckId` is the truck being edited."""
    with db.reading() as session:
        return service.check_slug(session, slug or "", name or "", truck_id)


@post(
    "/api/trucks",
    sync_to_thread=True,
    summary="Add a truck",
    security=BEARER,
    responses=errors(400, 401, 403, 409, 413, 415, 422, 503),
    response_headers=NO_STORE,
)
def create_truck(
    data: JSONBody[TruckRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    idempotency_key: IdempotencyKey = None,
) -> StaffTruck:
    """Superadmin only. Without a slug it is made from the name."""
    return service.create_truck(db, actor, data, idempotency_key)


@put(
    "/api/trucks/{truck_id:str}",
    sync_to_thread=True,
    summary="Change a truck",
    security=BEARER,
    responses=errors(400, 401, 403, 404, 409, 413, 415, 503),
    response_headers=NO_STORE,
)
def change_truck(
    data: JSONBody[TruckRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: FromPath[str],
) -> StaffTruck:
    """Superadmin only. With a `version` that is no longer the present one: 409 and the truck as it is."""
    return service.change_truck(db, actor, truck_id, data)


@delete(
    "/api/trucks/{truck_id:str}",
    status_code=200,
    sync_to_thread=True,
    summary="Archive a truck",
    security=BEARER,
    responses=errors(401, 403, 404, 503),
    response_headers=NO_STORE,
)
def archive_truck(
    actor: NamedDependency[Actor], db: NamedDependency[Database], truck_id: FromPath[str]
) -> Deleted:
    """Superadmin only. It is gone everywhere but in its orders, and its slug stays taken."""
    service.archive_truck(db, actor, truck_id)
    return Deleted()


def _toggle(address: str) -> Any:
    """Both addresses do the same; with `sync_to_thread` a handler has one."""

    @patch(
        f"/api/trucks/{{truck_id:str}}/{address}",
        sync_to_thread=True,
        summary="Activate or deactivate a truck",
        security=BEARER,
        responses=errors(400, 401, 403, 404, 413, 415, 503),
        response_headers=NO_STORE,
    )
    def toggle(
        actor: NamedDependency[Actor],
        db: NamedDependency[Database],
        truck_id: FromPath[str],
        data: JSONBody[ToggleRequest | None] = None,
    ) -> StaffTruck:
        """Superadmin only. `isActive` sets; without a body it flips."""
        return service.switch_truck(db, actor, truck_id, data)

    return toggle


async def own_truck_only(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """The address names the truck, so that its admin is known before the body is read."""
    require(connection.scope.get("user"), Action.RUN_TRUCK, str(connection.path_params["truck_id"]))


@patch(
    "/api/trucks/{truck_id:str}/settings",
    sync_to_thread=True,
    summary="Pause, resume, and set the lead time",
    guards=[own_truck_only],
    security=BEARER,
    responses=errors(400, 401, 403, 404, 413, 415, 503),
    response_headers=NO_STORE,
)
def change_settings(
    data: JSONBody[SettingsRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: FromPath[str],
) -> StaffTruck:
    """The superadmin, and the truck's own admin."""
    return service.change_settings(db, actor, truck_id, data)


routes = [
    list_public_trucks,
    get_truck_by_slug,
    get_truck,
    follow_truck,
    list_trucks,
    check_slug,
    create_truck,
    change_truck,
    archive_truck,
    _toggle("toggle-active"),
    _toggle("toggle-status"),
    change_settings,
]
