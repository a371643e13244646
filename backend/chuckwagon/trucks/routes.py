"""Routes of trucks for staff, and the web app manifest. What customers read comes with the schedule."""

from typing import Annotated, Any

from litestar import Response
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, JSONBody, QueryParameter

from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import IdempotencyKey
from chuckwagon.settings import Settings
from chuckwagon.trucks import queries, service
from chuckwagon.trucks.schemas import (
    MANIFEST,
    Deleted,
    ListedTruck,
    OpenOrders,
    SettingsRequest,
    SlugAnswer,
    StaffTruck,
    ToggleRequest,
    TruckRequest,
    WebAppManifest,
    build_manifest,
)
from chuckwagon.trucks.service import TruckUsage
from chuckwagon.web.requests import AnyRequest, public_json
from chuckwagon.web.routing import delete, get, get_public, patch, post, put

FilterText = Annotated[str | None, QueryParameter(max_length=100, required=False)]


@get_public(
    "/api/trucks/by-slug/{slug:str}/manifest",
    summary="Get the web app manifest of a truck",
    errors=[404, 503],
    media_type=MANIFEST,
)
def get_manifest(request: AnyRequest, db: NamedDependency[Database], slug: FromPath[str]) -> Response[WebAppManifest]:
    """What a phone installs from the page of an active truck: an app with the truck's name that opens this page."""
    with db.reading() as session:
        truck = queries.get_truck_for(session, None, slug=slug)
        return public_json(request, build_manifest(truck), cache_key=truck.id, media_type=MANIFEST)


@get("/api/trucks", summary="List my trucks", errors=[400, 401, 503])
def list_trucks(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    is_active: Annotated[bool | None, QueryParameter(name="isActive", required=False)] = None,
    q: FilterText = None,
    cuisine: FilterText = None,
    deleted: Annotated[bool, QueryParameter(required=False)] = False,
) -> list[ListedTruck]:
    """All trucks for a superadmin, their own truck for an admin. `q` searches name, slug, owner and city.

    With `deleted`, superadmins get deleted trucks too, which have `archivedAt`, to end what is left of their orders.
    """
    with db.reading() as session:
        return queries.list_staff_trucks(
            session, actor, is_active=is_active, text=q or "", cuisine=cuisine or "", with_archived=deleted
        )


@get("/api/trucks/slug-check", summary="Check a slug", errors=[400, 401, 403, 503])
def check_slug(
    db: NamedDependency[Database],
    slug: FilterText = None,
    name: FilterText = None,
    truck_id: Annotated[str | None, QueryParameter(name="truckId", max_length=100, required=False)] = None,
) -> SlugAnswer:
    """Superadmin only. With only a `name`, proposes a free slug. `truckId` is the truck that is edited."""
    with db.reading() as session:
        return service.check_slug(session, slug or "", name or "", truck_id)


@post("/api/trucks", summary="Add a truck", errors=[400, 401, 403, 409, 413, 415, 422, 503])
def create_truck(
    data: JSONBody[TruckRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    idempotency_key: IdempotencyKey = None,
) -> StaffTruck:
    """Superadmin only. Without a slug, one is made from the name. With `isDraft`, customers see it once published."""
    return service.create_truck(db, actor, data, idempotency_key)


@put("/api/trucks/{truck_id:str}", summary="Change a truck", errors=[400, 401, 403, 404, 409, 413, 415, 503])
def change_truck(
    data: JSONBody[TruckRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: FromPath[str],
) -> StaffTruck:
    """Superadmin only. A stale `version` is 409 with the current truck."""
    return service.change_truck(db, actor, truck_id, data)


@delete("/api/trucks/{truck_id:str}", summary="Archive a truck", errors=[400, 401, 403, 404, 409, 503], status_code=200)
def archive_truck(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    truck_usage: NamedDependency[TruckUsage],
    truck_id: FromPath[str],
    orders: Annotated[int | None, QueryParameter(ge=0, required=False)] = None,
) -> Deleted:
    """Superadmin only. Its open orders are cancelled and refunded, and their customers told.

    The truck disappears everywhere except in its orders, and its slug stays used. `orders` is how many open orders the
    user has agreed to cancel: 409 `truck_has_orders` with `openOrders` if there are more or fewer.
    """
    service.archive_truck(db, truck_usage, actor, truck_id, orders, settings.refund_proof_dollars * 100)
    return Deleted()


def _toggle(address: str) -> Any:
    """Build the handler of one of two paths, because a handler that runs in a thread can have only one path."""

    @patch(
        f"/api/trucks/{{truck_id:str}}/{address}",
        summary="Activate or deactivate a truck",
        errors=[400, 401, 403, 404, 409, 413, 415, 503],
    )
    def toggle(
        actor: NamedDependency[Actor],
        db: NamedDependency[Database],
        truck_id: FromPath[str],
        data: JSONBody[ToggleRequest | None] = None,
    ) -> StaffTruck:
        """Superadmin only. Sets `isActive`; without a body, toggles it. 409 `truck_is_draft` for a draft."""
        return service.set_active(db, actor, truck_id, data)

    return toggle


toggle_active, toggle_status = _toggle("toggle-active"), _toggle("toggle-status")


async def own_truck_only(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Guard: check access to the truck before the body is read. Superadmins have access to every truck."""
    authorize(connection.scope.get("user"), Action.OPERATE_TRUCK, str(connection.path_params["truck_id"]))


@get(
    "/api/trucks/{truck_id:str}/open-orders",
    summary="Get what customers have ordered at a truck",
    errors=[401, 403, 404, 503],
    guards=[own_truck_only],
)
def get_open_orders(
    db: NamedDependency[Database], truck_usage: NamedDependency[TruckUsage], truck_id: FromPath[str]
) -> OpenOrders:
    """What a deletion of the truck would cancel and refund. For superadmins and the truck's own admins."""
    with db.reading() as session:
        queries.get_staff_truck(session, truck_id)
        return truck_usage.read(session, truck_id)


@patch(
    "/api/trucks/{truck_id:str}/settings",
    summary="Change settings of a truck",
    errors=[400, 401, 403, 404, 409, 413, 415, 503],
    guards=[own_truck_only],
)
def change_settings(
    data: JSONBody[SettingsRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_usage: NamedDependency[TruckUsage],
    truck_id: FromPath[str],
) -> StaffTruck:
    """Pauses and resumes ordering, sets lead time, tips, tax and self-service, and what customers read about the truck.

    For superadmins and the truck's own admins. A stale `version` is 409 with the current truck.
    """
    return service.change_settings(db, truck_usage, actor, truck_id, data)
