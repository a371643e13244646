"""The addresses of menus: what everybody reads, and what the staff of a truck read and change."""

import asyncio
from functools import partial
from typing import Annotated, Any

from litestar import Response, delete, get, patch, post, put
from litestar.connection import ASGIConnection
from litestar.datastructures import ResponseHeader
from litestar.di import NamedDependency
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, JSONBody, QueryParameter

from chuckwagon.accounts.guards import BEARER
from chuckwagon.accounts.permissions import Actor
from chuckwagon.core.db import Database
from chuckwagon.core.errors import InvalidInput
from chuckwagon.core.http import PUBLIC_HEADERS, AnyRequest, errors, public_answers, public_json
from chuckwagon.core.idempotency import IdempotencyKey
from chuckwagon.menu import exchange, queries, service, sold_out
from chuckwagon.menu.import_form import TakesMenuFile, read_menu_form
from chuckwagon.menu.schemas import (
    AvailabilityRequest,
    ImportAnswer,
    ItemRequest,
    MenuEntry,
    OrderRequest,
    StaffMenuEntry,
)
from chuckwagon.settings import Settings

NO_STORE = [ResponseHeader(name="Cache-Control", documentation_only=True, description="no-store")]
VARY = ResponseHeader(name="Vary", documentation_only=True, description="Authorization")
OnlyAvailable = Annotated[bool | None, QueryParameter(name="isAvailable", required=False)]
TruckChoice = Annotated[str | None, QueryParameter(name="truckId", required=False)]
CSV = "text/csv"  # the framework adds the charset
WHICH_TRUCK = "truckId is missing."


@get(
    "/api/menu-items/public/{truck_id:str}",
    sync_to_thread=True,
    summary="The menu of a truck",
    responses=public_answers(404, 503),
    response_headers=PUBLIC_HEADERS,
)
def list_public_menu(
    request: AnyRequest, db: NamedDependency[Database], truck_id: FromPath[str]
) -> Response[list[MenuEntry]]:
    """Every item of an active truck, sold-out ones included."""
    with db.reading() as session:
        menu = queries.list_public_menu(session, truck_id)
        return public_json(request, menu, shows=truck_id, until=queries.next_return(menu))


@get(
    "/api/menu-items/truck/{truck_id:str}",
    sync_to_thread=True,
    summary="The menu of a truck, by availability",
    responses=public_answers(400, 404, 503),
    response_headers=[*PUBLIC_HEADERS, VARY],
)
def list_menu(
    request: AnyRequest,
    visitor: NamedDependency[Actor | None],
    db: NamedDependency[Database],
    truck_id: FromPath[str],
    is_available: OnlyAvailable = None,
) -> Response[list[MenuEntry | StaffMenuEntry]]:
    """The same menu, all of it or only what is (or is not) available. Its staff see it always."""
    return _show_menu(request, db, (visitor, truck_id, is_available))


@get(
    "/api/menu-items",
    sync_to_thread=True,
    summary="The menu of the truck that the query names",
    responses=public_answers(400, 404, 503),
    response_headers=[*PUBLIC_HEADERS, VARY],
)
def list_menu_of(
    request: AnyRequest,
    visitor: NamedDependency[Actor | None],
    db: NamedDependency[Database],
    truck_id: TruckChoice = None,
    is_available: OnlyAvailable = None,
) -> Response[list[MenuEntry | StaffMenuEntry]]:
    """The same menu under its other address; an admin's own without `truckId`."""
    chosen = truck_id if truck_id is not None else (visitor.truck_id if visitor else None)
    if chosen is None:
        raise InvalidInput(WHICH_TRUCK, fields={"truckId": "Required."})
    return _show_menu(request, db, (visitor, chosen, is_available))


def _show_menu(
    request: AnyRequest, db: Database, wanted: tuple[Actor | None, str, bool | None]
) -> Response[Any]:
    visitor, truck_id, is_available = wanted
    is_staff = queries.is_staff_of(visitor, truck_id)
    show = queries.list_staff_menu if is_staff else queries.list_public_menu
    with db.reading() as session:
        return _answer(request, show(session, truck_id, is_available), is_staff=is_staff)


def _answer(request: AnyRequest, shown: Any, *, is_staff: bool) -> Response[Any]:
    """What staff see is kept nowhere, and nobody else gets it out of a cache."""
    if is_staff:
        return Response(shown, headers={"Cache-Control": "no-store", "Vary": "Authorization"})
    answer = public_json(request, shown)
    answer.set_header("Vary", "Authorization")
    return answer


@get(
    "/api/menu-items/{item_id:str}",
    sync_to_thread=True,
    summary="One menu item",
    responses=public_answers(404, 503),
    response_headers=[*PUBLIC_HEADERS, VARY],
)
def get_menu_item(
    request: AnyRequest,
    visitor: NamedDependency[Actor | None],
    db: NamedDependency[Database],
    item_id: FromPath[str],
) -> Response[MenuEntry | StaffMenuEntry]:
    """An item of an active truck; any other is answered like an absent one. Its staff see it always."""
    with db.reading() as session:
        is_staff = queries.is_staff_of(visitor, queries.find_truck_of_item(session, item_id))
        show = queries.get_staff_item if is_staff else queries.get_public_item
        return _answer(request, show(session, item_id), is_staff=is_staff)


async def may_change_item(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Whose item it is decides before the body is read, so that a stranger learns nothing from it."""
    db, item_id = connection.app.state.db, connection.path_params["item_id"]
    await asyncio.to_thread(service.check_access, db, connection.scope["user"], item_id)


@post(
    "/api/menu-items",
    sync_to_thread=True,
    summary="Add a menu item",
    security=BEARER,
    responses=errors(400, 401, 403, 409, 413, 415, 422, 503),
    response_headers=NO_STORE,
    opt={"max_body_bytes": "max_menu_item_bytes"},
)
def create_menu_item(
    data: JSONBody[ItemRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    idempotency_key: IdempotencyKey = None,
) -> Response[StaffMenuEntry]:
    """Last on the menu unless `position` is sent. Superadmins name the truck; an admin's is its own."""
    return _private(service.create_item(db, actor, data, idempotency_key), status=201)


@put(
    "/api/menu-items/order",
    sync_to_thread=True,
    summary="Put a menu in order",
    security=BEARER,
    responses=errors(400, 401, 403, 404, 409, 413, 415, 503),
    response_headers=NO_STORE,
)
def arrange_menu(
    data: JSONBody[OrderRequest], actor: NamedDependency[Actor], db: NamedDependency[Database]
) -> Response[list[StaffMenuEntry]]:
    """409 `menu_changed` unless the ids are exactly those of the present menu."""
    return _private(service.arrange_menu(db, actor, data))


@put(
    "/api/menu-items/{item_id:str}",
    sync_to_thread=True,
    summary="Change a menu item",
    security=BEARER,
    guards=[may_change_item],
    responses=errors(400, 401, 403, 404, 409, 413, 415, 503),
    response_headers=NO_STORE,
    opt={"max_body_bytes": "max_menu_item_bytes"},
)
def change_menu_item(
    data: JSONBody[ItemRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    item_id: FromPath[str],
) -> Response[StaffMenuEntry]:
    """Changes what is sent. A stale `version` is 409 `changed_meanwhile` with the present `item`."""
    return _private(service.change_item(db, actor, item_id, data))


@delete(
    "/api/menu-items/{item_id:str}",
    sync_to_thread=True,
    status_code=200,
    summary="Take an item off the menu",
    security=BEARER,
    guards=[may_change_item],
    responses=errors(401, 403, 404, 503),
)
def delete_menu_item(
    actor: NamedDependency[Actor], db: NamedDependency[Database], item_id: FromPath[str]
) -> dict[str, bool]:
    """It disappears from every list; orders and carts that name it stay readable."""
    service.archive_item(db, actor, item_id)
    return {"deleted": True}


@patch(
    "/api/menu-items/{item_id:str}/toggle-availability",
    sync_to_thread=True,
    summary="Sell out an item, or bring it back",
    security=BEARER,
    guards=[may_change_item],
    responses=errors(400, 401, 403, 404, 413, 415, 503),
    response_headers=NO_STORE,
)
def toggle_availability(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    item_id: FromPath[str],
    data: JSONBody[AvailabilityRequest | None] = None,
) -> Response[StaffMenuEntry]:
    """`isAvailable` sets, with `until` for so long; without either the item changes to the other state."""
    return _private(sold_out.set_availability(db, actor, item_id, data))


@patch(
    "/api/menu-items/{item_id:str}/options/{option_id:str}/availability",
    sync_to_thread=True,
    summary="Sell out an option, or bring it back",
    security=BEARER,
    guards=[may_change_item],
    responses=errors(400, 401, 403, 404, 413, 415, 503),
    response_headers=NO_STORE,
)
def set_option_availability(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    item_id: FromPath[str],
    option_id: FromPath[str],
    data: JSONBody[AvailabilityRequest | None] = None,
) -> Response[StaffMenuEntry]:
    """Like `toggle-availability`, for one option of the item, which becomes a new version."""
    return _private(sold_out.set_option_availability(db, actor, item_id, option_id, data))


@post(
    "/api/menu-items/{item_id:str}/duplicate",
    sync_to_thread=True,
    summary="Copy a menu item",
    security=BEARER,
    guards=[may_change_item],
    responses=errors(400, 401, 403, 404, 409, 422, 503),
    response_headers=NO_STORE,
)
def duplicate_menu_item(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    item_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> Response[StaffMenuEntry]:
    """The copy comes right after the item, with options of its own."""
    return _private(service.duplicate_item(db, actor, item_id, idempotency_key), status=201)


@get(
    "/api/menu-items/export",
    sync_to_thread=True,
    summary="The menu as a file",
    security=BEARER,
    media_type=CSV,
    responses=errors(400, 401, 403, 404, 503),
    response_headers=NO_STORE,
)
def export_menu(
    actor: NamedDependency[Actor], db: NamedDependency[Database], truck_id: TruckChoice = None
) -> Response[bytes]:
    """CSV in UTF-8, one row for each item, in the order of the menu."""
    name, content = exchange.export_menu(db, service.choose_truck(actor, truck_id))
    headers = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, headers=headers, media_type=CSV)


@post(
    "/api/menu-items/import",
    status_code=200,
    summary="Take a menu from a file",
    security=BEARER,
    operation_class=TakesMenuFile,
    responses=errors(400, 401, 403, 404, 413, 415, 422, 503),
    response_headers=NO_STORE,
    opt={"max_body_bytes": "max_menu_form_bytes"},
)
async def import_menu(
    request: AnyRequest,
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    truck_id: TruckChoice = None,
    idempotency_key: IdempotencyKey = None,
) -> Response[ImportAnswer]:
    """Says what the file would do; with `confirm` it is done, all of it or nothing.

    Confirmed with problems: 400 `import_invalid` with the same fields, and nothing was written.
    """
    chosen = service.choose_truck(actor, truck_id)
    raw, is_confirmed = await read_menu_form(request, settings.max_menu_file_bytes)
    if is_confirmed:
        work = partial(exchange.import_menu, db, actor, chosen, raw, idempotency_key)
    else:
        work = partial(exchange.preview_import, db, chosen, raw)
    return _private(await asyncio.to_thread(work))


def _private(shown: Any, *, status: int = 200) -> Response[Any]:
    return Response(shown, status_code=status, headers={"Cache-Control": "no-store"})


routes = [
    list_public_menu,
    list_menu,
    list_menu_of,
    get_menu_item,
    create_menu_item,
    arrange_menu,
    change_menu_item,
    delete_menu_item,
    toggle_availability,
    set_option_availability,
    duplicate_menu_item,
    export_menu,
    import_menu,
]
