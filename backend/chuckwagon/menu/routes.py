"""Menus for everybody."""

from typing import Annotated

from litestar import Response, get
from litestar.params import Parameter

from chuckwagon.core.db import Database
from chuckwagon.core.errors import InvalidInput, NotFound
from chuckwagon.core.http import StrictRequest, errors, public_json
from chuckwagon.core.ids import is_id
from chuckwagon.menu import queries
from chuckwagon.menu.schemas import MenuItemOut, menu_items
from chuckwagon.trucks.queries import find_public

IsAvailable = Annotated[bool | None, Parameter(query="isAvailable", required=False)]
TruckId = Annotated[str | None, Parameter(query="truckId", required=False)]


def _menu(db: Database, truck_id: str, is_available: bool | None = None) -> list[MenuItemOut]:
    with db.reading() as session:
        if find_public(session, truck_id=truck_id) is None:
            raise NotFound("We couldn't find this truck's menu.")
        return menu_items(*queries.list_menu(session, truck_id, is_available=is_available))


@get(
    "/api/menu-items/public/{truck_id:str}",
    sync_to_thread=True,
    summary="A truck's menu",
    responses=errors(404, 503),
)
def get_public_menu(request: StrictRequest, db: Database, truck_id: str) -> Response[list[MenuItemOut]]:
    """Every dish, sold out or not, in the menu's order."""
    return public_json(request, _menu(db, truck_id))


@get(
    "/api/menu-items/truck/{truck_id:str}",
    sync_to_thread=True,
    summary="A truck's menu, filtered",
    responses=errors(400, 404, 503),
)
def get_truck_menu(
    request: StrictRequest, db: Database, truck_id: str, is_available: IsAvailable = None
) -> Response[list[MenuItemOut]]:
    """As the public menu, optionally only what can or cannot be had."""
    return public_json(request, _menu(db, truck_id, is_available))


@get("/api/menu-items", sync_to_thread=True, summary="A truck's menu", responses=errors(400, 404, 503))
def list_menu_items(
    request: StrictRequest, db: Database, truck_id: TruckId = None
) -> Response[list[MenuItemOut]]:
    """The menu of the truck named in the query."""
    if not truck_id:
        raise InvalidInput("Say which truck: truckId is missing.", fields={"truckId": "truckId is missing."})
    return public_json(request, _menu(db, truck_id))


@get("/api/menu-items/{item_id:str}", sync_to_thread=True, summary="One dish", responses=errors(404, 503))
def get_menu_item(request: StrictRequest, db: Database, item_id: str) -> Response[MenuItemOut]:
    """A dish of a truck on show."""
    with db.reading() as session:
        rows = queries.find_item_rows(session, item_id) if is_id(item_id) else ([], [], [])
        found = menu_items(*rows)
        if not found or find_public(session, truck_id=found[0].truck_id) is None:
            raise NotFound("We couldn't find this dish.")
    return public_json(request, found[0])


routes = [get_public_menu, get_truck_menu, list_menu_items, get_menu_item]
