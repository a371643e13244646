"""Routes of menus, for customers and staff, of the counted stock of a stop, and of the trucks of today.

The home page's trucks of today are here, because their search reads menus and schedules.
"""

import asyncio
from typing import Annotated, Any

from litestar import Response
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, JSONBody, QueryParameter

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import IdempotencyKey
from chuckwagon.db.rate_limits import client_ip_key
from chuckwagon.kit import clock
from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu import csv_files, queries, service, stock
from chuckwagon.menu.diets import Diet
from chuckwagon.menu.schemas import (
    AdjustRequest,
    AvailabilityRequest,
    ItemRequest,
    MenuEntry,
    OrderRequest,
    StaffMenuEntry,
    StockRequest,
    StopStockAnswer,
)
from chuckwagon.menu.today import GeoPosition, TodayTruck, list_today
from chuckwagon.realtime.change_watcher import ALL_TRUCKS
from chuckwagon.schedule.usage import StopUsage
from chuckwagon.settings import Settings
from chuckwagon.web.executors import READS
from chuckwagon.web.read_limit import count_search
from chuckwagon.web.requests import AnyRequest, client_address, public_json
from chuckwagon.web.routing import delete, get, get_public, get_public_or_staff, patch, post, put

AvailabilityFilter = Annotated[bool | None, QueryParameter(name="isAvailable", required=False)]
StopChoice = Annotated[str | None, QueryParameter(name="stopId", required=False)]
TruckChoice = Annotated[str | None, QueryParameter(name="truckId", required=False)]
CSV = "text/csv"  # the framework adds the charset
TRUCK_REQUIRED = Sentence("truckId is missing.", "parameter_missing", name="truckId")


@get_public("/api/menu-items/public/{truck_id:str}", summary="Get a truck's public menu", errors=[404, 503])
def list_public_menu(
    request: AnyRequest, db: NamedDependency[Database], truck_id: FromPath[str], stop_id: StopChoice = None
) -> Response[list[MenuEntry]]:
    """All items of an active truck, sold-out ones included.

    Counted stock is that of the stop `stopId`, without one of the present or next stop.
    """
    with db.reading() as session:
        menu = queries.list_public_menu(session, truck_id, stop_id=stop_id)
        return public_json(request, menu, cache_key=truck_id, until=queries.find_next_change(session, truck_id, menu))


@get_public_or_staff("/api/menu-items/truck/{truck_id:str}", summary="Get a truck's menu", errors=[400, 404, 503])
def list_menu(
    request: AnyRequest,
    current_actor: NamedDependency[Actor | None],
    db: NamedDependency[Database],
    truck_id: FromPath[str],
    is_available: AvailabilityFilter = None,
) -> Response[list[MenuEntry | StaffMenuEntry]]:
    """All items, or only the available or the unavailable ones. Staff also see the menu of an inactive truck."""
    return _menu_response(request, db, (current_actor, truck_id, is_available))


@get_public_or_staff("/api/menu-items", summary="Get a truck's menu (alias)", errors=[400, 404, 503])
def list_menu_of(
    request: AnyRequest,
    current_actor: NamedDependency[Actor | None],
    db: NamedDependency[Database],
    truck_id: TruckChoice = None,
    is_available: AvailabilityFilter = None,
) -> Response[list[MenuEntry | StaffMenuEntry]]:
    """Same as `GET /api/menu-items/truck/{truck_id}`. Without `truckId`, an admin gets their own truck's menu."""
    chosen = truck_id if truck_id is not None else (current_actor.truck_id if current_actor else None)
    if chosen is None:
        raise InvalidInput(TRUCK_REQUIRED, fields={"truckId": Sentence("Required.", "required")})
    return _menu_response(request, db, (current_actor, chosen, is_available))


def _menu_response(request: AnyRequest, db: Database, wanted: tuple[Actor | None, str, bool | None]) -> Response[Any]:
    current_actor, truck_id, is_available = wanted
    is_staff = queries.is_staff_of(current_actor, truck_id)
    load = queries.list_staff_menu if is_staff else queries.list_public_menu
    with db.reading() as session:
        return _respond(request, load(session, truck_id, is_available), is_staff=is_staff)


def _respond(request: AnyRequest, content: Any, *, is_staff: bool) -> Response[Any]:
    """The response; what staff see is not cached, and caches keep responses apart by `Authorization`."""
    if is_staff:
        return Response(content, headers={"Cache-Control": "no-store", "Vary": "Authorization"})
    response = public_json(request, content)
    response.set_header("Vary", "Authorization")
    return response


@get_public_or_staff("/api/menu-items/{item_id:str}", summary="Get a menu item", errors=[404, 503])
def get_menu_item(
    request: AnyRequest,
    current_actor: NamedDependency[Actor | None],
    db: NamedDependency[Database],
    item_id: FromPath[str],
) -> Response[MenuEntry | StaffMenuEntry]:
    """An item of an active truck; other items are answered with 404. Staff also see items of an inactive truck."""
    with db.reading() as session:
        is_staff = queries.is_staff_of(current_actor, queries.find_truck_of_item(session, item_id))
        load = queries.get_staff_item if is_staff else queries.get_public_item
        return _respond(request, load(session, item_id), is_staff=is_staff)


async def may_change_item(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Guard: check access before the body is read, so that its validation errors reach only the truck's staff."""
    db, item_id = connection.app.state.db, connection.path_params["item_id"]
    await asyncio.to_thread(service.require_item_access, db, connection.scope["user"], item_id)


@post(
    "/api/menu-items",
    summary="Add a menu item",
    errors=[400, 401, 403, 409, 413, 415, 422, 503],
    opt={"max_body_bytes": "max_menu_item_bytes"},
)
def create_menu_item(
    data: JSONBody[ItemRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    idempotency_key: IdempotencyKey = None,
) -> Response[StaffMenuEntry]:
    """Adds the item at the end of the menu unless `position` is sent. Superadmins name the truck."""
    return _private(service.create_item(db, actor, data, idempotency_key), status=201)


@put("/api/menu-items/order", summary="Reorder a menu", errors=[400, 401, 403, 404, 409, 413, 415, 503])
def arrange_menu(
    data: JSONBody[OrderRequest], actor: NamedDependency[Actor], db: NamedDependency[Database]
) -> Response[list[StaffMenuEntry]]:
    """409 `menu_changed` unless the ids are exactly those of the current menu."""
    return _private(service.arrange_menu(db, actor, data))


@put(
    "/api/menu-items/{item_id:str}",
    summary="Change a menu item",
    errors=[400, 401, 403, 404, 409, 413, 415, 503],
    guards=[may_change_item],
    opt={"max_body_bytes": "max_menu_item_bytes"},
)
def change_menu_item(
    data: JSONBody[ItemRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    item_id: FromPath[str],
) -> Response[StaffMenuEntry]:
    """Changes the fields that are sent. A stale `version` is 409 `changed_meanwhile` with the current `item`."""
    return _private(service.change_item(db, actor, item_id, data))


@delete(
    "/api/menu-items/{item_id:str}",
    summary="Archive a menu item",
    errors=[401, 403, 404, 503],
    status_code=200,
    guards=[may_change_item],
    headers=(),
)
def delete_menu_item(
    actor: NamedDependency[Actor], db: NamedDependency[Database], item_id: FromPath[str]
) -> dict[str, bool]:
    """Removes the item from every list. Orders and carts that refer to it stay readable."""
    service.archive_item(db, actor, item_id)
    return {"deleted": True}


@patch(
    "/api/menu-items/{item_id:str}/toggle-availability",
    summary="Change availability of a menu item",
    errors=[400, 401, 403, 404, 413, 415, 503],
    guards=[may_change_item],
)
def toggle_availability(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    item_id: FromPath[str],
    data: JSONBody[AvailabilityRequest | None] = None,
) -> Response[StaffMenuEntry]:
    """Sets `isAvailable`, or sells out until `until`. Without both, the availability is toggled."""
    return _private(service.set_availability(db, actor, item_id, data))


@patch(
    "/api/menu-items/{item_id:str}/options/{option_id:str}/availability",
    summary="Change availability of an option",
    errors=[400, 401, 403, 404, 413, 415, 503],
    guards=[may_change_item],
)
def set_option_availability(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    item_id: FromPath[str],
    option_id: FromPath[str],
    data: JSONBody[AvailabilityRequest | None] = None,
) -> Response[StaffMenuEntry]:
    """Like `toggle-availability`, for one option. The item gets a new version."""
    return _private(service.set_option_availability(db, actor, item_id, option_id, data))


@post(
    "/api/menu-items/{item_id:str}/duplicate",
    summary="Copy a menu item",
    errors=[400, 401, 403, 404, 409, 422, 503],
    guards=[may_change_item],
)
def duplicate_menu_item(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    item_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> Response[StaffMenuEntry]:
    """The copy gets the next position and copies of the options."""
    return _private(service.duplicate_item(db, actor, item_id, idempotency_key), status=201)


@get("/api/menu-items/export", summary="Export a menu", errors=[400, 401, 403, 404, 503], media_type=CSV)
def export_menu(
    actor: NamedDependency[Actor], db: NamedDependency[Database], truck_id: TruckChoice = None
) -> Response[bytes]:
    """CSV in UTF-8 with one row for each item, in the order of the menu."""
    name, content = csv_files.export_menu(db, service.choose_truck(actor, truck_id))
    headers = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, headers=headers, media_type=CSV)


def _private(content: Any, *, status: int = 200) -> Response[Any]:
    return Response(content, status_code=status, headers={"Cache-Control": "no-store"})


BOTH_OR_NEITHER = Sentence("Give both lat and lng, or neither.", "position_incomplete")
Latitude = Annotated[float | None, QueryParameter(ge=-90, le=90, required=False)]
Longitude = Annotated[float | None, QueryParameter(ge=-180, le=180, required=False)]


@get_public("/api/stops/today", summary="List the trucks of today", errors=[400, 429, 503])
async def list_trucks_of_today(
    request: AnyRequest,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    lat: Latitude = None,
    lng: Longitude = None,
    is_open: Annotated[bool, QueryParameter(name="open", required=False)] = False,
    q: Annotated[str, QueryParameter(max_length=100, required=False)] = "",
    diet: Annotated[Diet | None, QueryParameter(required=False)] = None,
) -> Response[list[TodayTruck]]:
    """Active trucks with their current or next stop. `q` searches trucks, menu items, cuisines and places.

    With `diet` only trucks with an item that is stated to be for it. Open ones come first, then by the next opening,
    then by name. With a position the nearest come first.
    """
    if (lat is None) != (lng is None):
        raise InvalidInput(BOTH_OR_NEITHER, fields={"lat" if lat is None else "lng": BOTH_OR_NEITHER})
    position = None if lat is None or lng is None else GeoPosition(lat, lng)
    client = client_ip_key(client_address(request))
    if position is not None or is_open or q or diet:
        await count_search(settings, client)

    def read() -> Response[list[TodayTruck]]:
        with db.reading() as session:
            trucks, until = list_today(session, clock.now(), position, only_open=is_open, text=q, diet=diet)
            return public_json(request, trucks, cache_key=ALL_TRUCKS, until=until)

    return await READS.call(read, client=client)


@get("/api/stops/{stop_id:str}/stock", summary="Get the counted stock of a stop", errors=[401, 403, 404, 503])
def get_stock(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    stop_usage: NamedDependency[StopUsage],
    stop_id: FromPath[str],
) -> StopStockAnswer:
    """The counts in the order of the menu, what is ordered, and the counts of the last stop at the same place."""
    return stock.get_stock(db, stop_usage, actor, stop_id)


@put(
    "/api/stops/{stop_id:str}/stock",
    summary="Set the counted stock of a stop",
    errors=[400, 401, 403, 404, 409, 413, 415, 503],
    opt={"max_body_bytes": "max_menu_item_bytes"},
)
def set_stock(
    data: JSONBody[StockRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    stop_usage: NamedDependency[StopUsage],
    stop_id: FromPath[str],
) -> StopStockAnswer:
    """What is left out is unlimited again. No count goes below what is ordered."""
    return stock.set_stock(db, stop_usage, actor, stop_id, data)


@post(
    "/api/stops/{stop_id:str}/stock/adjust",
    summary="Correct one count",
    errors=[400, 401, 403, 404, 409, 413, 415, 422, 503],
    status_code=200,
)
def adjust_stock(
    data: JSONBody[AdjustRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    stop_usage: NamedDependency[StopUsage],
    stop_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> StopStockAnswer:
    """Adds or removes pieces (`by`), or sets how many are left. 409 `stock_taken` below what is ordered."""
    return stock.adjust_stock(db, stop_usage, actor, stop_id, data, idempotency_key)
