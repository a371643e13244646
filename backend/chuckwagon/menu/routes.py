"""The public addresses of menus."""

from typing import Annotated

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from chuckwagon.core.db import Database
from chuckwagon.core.http import PUBLIC_HEADERS, AnyRequest, public_answers, public_json
from chuckwagon.menu import queries
from chuckwagon.menu.schemas import MenuEntry

OnlyAvailable = Annotated[bool | None, QueryParameter(name="isAvailable", required=False)]


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
        return public_json(request, queries.list_public_menu(session, truck_id))


@get(
    "/api/menu-items/truck/{truck_id:str}",
    sync_to_thread=True,
    summary="The menu of a truck, by availability",
    responses=public_answers(400, 404, 503),
    response_headers=PUBLIC_HEADERS,
)
def list_menu(
    request: AnyRequest,
    db: NamedDependency[Database],
    truck_id: FromPath[str],
    is_available: OnlyAvailable = None,
) -> Response[list[MenuEntry]]:
    """The same menu, all of it or only what is (or is not) available."""
    with db.reading() as session:
        return public_json(request, queries.list_public_menu(session, truck_id, is_available))


@get(
    "/api/menu-items",
    sync_to_thread=True,
    summary="The menu of the truck that the query names",
    responses=public_answers(400, 404, 503),
    response_headers=PUBLIC_HEADERS,
)
def list_menu_of(
    request: AnyRequest,
    db: NamedDependency[Database],
    truck_id: Annotated[str, QueryParameter(name="truckId")],
    is_available: OnlyAvailable = None,
) -> Response[list[MenuEntry]]:
    """The same menu under its other address."""
    with db.reading() as session:
        return public_json(request, queries.list_public_menu(session, truck_id, is_available))


@get(
    "/api/menu-items/{item_id:str}",
    sync_to_thread=True,
    summary="One menu item",
    responses=public_answers(404, 503),
    response_headers=PUBLIC_HEADERS,
)
def get_menu_item(
    request: AnyRequest, db: NamedDependency[Database], item_id: FromPath[str]
) -> Response[MenuEntry]:
    """An item of an active truck; any other is answered like an absent one."""
    with db.reading() as session:
        return public_json(request, queries.get_public_item(session, item_id))


routes = [list_public_menu, list_menu, list_menu_of, get_menu_item]
