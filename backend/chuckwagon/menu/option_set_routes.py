"""Routes of option sets, for a truck's staff."""

import asyncio
from typing import Any

from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, JSONBody

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import IdempotencyKey
from chuckwagon.menu import option_sets
from chuckwagon.menu.option_sets import OptionSetAnswer, OptionSetRequest, SetDeleted
from chuckwagon.menu.routes import TruckChoice
from chuckwagon.menu.service import choose_truck
from chuckwagon.web.routing import delete, get, post, put


async def may_change_set(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Guard: check access before the body is read, so that its validation errors reach only the truck's staff."""
    db, set_id = connection.app.state.db, connection.path_params["set_id"]
    await asyncio.to_thread(option_sets.require_set_access, db, connection.scope["user"], set_id)


@get("/api/option-sets", summary="List option sets", errors=[400, 401, 403, 503])
def list_option_sets(
    actor: NamedDependency[Actor], db: NamedDependency[Database], truck_id: TruckChoice = None
) -> list[OptionSetAnswer]:
    """The sets of a truck by name, with the items that use each. Superadmins name the truck."""
    chosen = choose_truck(actor, truck_id)
    with db.reading() as session:
        return option_sets.list_sets(session, chosen)


@post(
    "/api/option-sets",
    summary="Add an option set",
    errors=[400, 401, 403, 404, 409, 413, 415, 422, 503],
    opt={"max_body_bytes": "max_menu_item_bytes"},
)
def create_option_set(
    data: JSONBody[OptionSetRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    idempotency_key: IdempotencyKey = None,
) -> OptionSetAnswer:
    """A new set, or one made of an item's own option group, which then follows it. 409 `option_sets_full` above 100."""
    return option_sets.create_set(db, actor, data, idempotency_key)


@put(
    "/api/option-sets/{set_id:str}",
    summary="Change an option set",
    errors=[400, 401, 403, 404, 409, 413, 415, 503],
    guards=[may_change_set],
    opt={"max_body_bytes": "max_menu_item_bytes"},
)
def change_option_set(
    data: JSONBody[OptionSetRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    set_id: FromPath[str],
) -> OptionSetAnswer:
    """Replaces the set, and changes every item that uses it. A stale `version` is 409 with the current `optionSet`."""
    return option_sets.change_set(db, actor, set_id, data)


@delete(
    "/api/option-sets/{set_id:str}",
    summary="Delete an option set",
    errors=[401, 403, 404, 409, 503],
    status_code=200,
    guards=[may_change_set],
)
def delete_option_set(
    actor: NamedDependency[Actor], db: NamedDependency[Database], set_id: FromPath[str]
) -> SetDeleted:
    """409 `option_set_in_use` with the `items` that use it."""
    option_sets.delete_set(db, actor, set_id)
    return SetDeleted()
