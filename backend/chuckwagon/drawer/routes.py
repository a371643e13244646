"""Routes of the drawer, for the staff of a truck. Counting it is a route of `day_closes`."""

from typing import Annotated

from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import IdempotencyKey
from chuckwagon.drawer import queries, service
from chuckwagon.drawer.queries import Drawer, DrawerPage, DrawerRequest, MovementRequest
from chuckwagon.web import pagination
from chuckwagon.web.routing import get, post

TruckId = Annotated[str | None, QueryParameter(name="truckId", required=False, description="Usually one's own truck")]


@get("/api/drawer-sessions", summary="List drawer sessions", errors=[400, 401, 403, 404, 503])
def list_drawer_sessions(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: TruckId = None,
    limit: pagination.Limit = None,
    cursor: pagination.Cursor = None,
) -> DrawerPage:
    """Newest first, each with what should be in the drawer."""
    with db.reading() as session:
        return queries.list_drawers(session, queries.get_truck_for(session, actor, truck_id), limit, cursor)


@post("/api/drawer-sessions", summary="Open the drawer", errors=[400, 401, 403, 404, 409, 413, 415, 422, 503])
def open_drawer(
    data: JSONBody[DrawerRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    idempotency_key: IdempotencyKey = None,
) -> Drawer:
    """409 `drawer_open` has the open `drawer`. Cash that was recorded before is listed as before opening."""
    return service.open_drawer(db, actor, data, idempotency_key)


@post(
    "/api/drawer-sessions/{session_id:str}/movements",
    summary="Move cash",
    errors=[400, 401, 403, 404, 409, 413, 415, 422, 503],
)
def move_cash(
    data: JSONBody[MovementRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    session_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> Drawer:
    """Cash that is put into the open drawer or taken out of it. 409 `drawer_closed` has the `drawer`."""
    return service.move_cash(db, actor, session_id, data, idempotency_key)
