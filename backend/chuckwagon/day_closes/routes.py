"""Routes of the drawer and of day closes, for the staff of a truck."""

from typing import Annotated

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from chuckwagon.accounts.permissions import Actor
from chuckwagon.day_closes import queries, service
from chuckwagon.day_closes.schemas import DayClose, DayClosePage
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import IdempotencyKey
from chuckwagon.drawer import queries as drawers
from chuckwagon.drawer import service as drawer_service
from chuckwagon.drawer.queries import CloseRequest, Drawer, DrawerPage, DrawerRequest, MovementRequest
from chuckwagon.reporting.csv_export import build_csv_response
from chuckwagon.reporting.periods import parse_period
from chuckwagon.web import pagination
from chuckwagon.web.routing import get, post

TruckId = Annotated[str | None, QueryParameter(name="truckId", required=False, description="Usually one's own truck")]
COLUMNS = ("section", "label", *(f"value{number}" for number in range(1, 8)))
FirstDay = Annotated[str | None, QueryParameter(name="from", required=False, description="A day on the truck's clock")]
LastDay = Annotated[
    str | None, QueryParameter(name="to", required=False, description="A day on the truck's clock, inclusive")
]


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
        return drawers.list_drawers(session, drawers.get_truck_for(session, actor, truck_id), limit, cursor)


@post("/api/drawer-sessions", summary="Open the drawer", errors=[400, 401, 403, 404, 409, 413, 415, 422, 503])
def open_drawer(
    data: JSONBody[DrawerRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    idempotency_key: IdempotencyKey = None,
) -> Drawer:
    """409 `drawer_open` has the open `drawer`. Cash that was recorded before is listed as before opening."""
    return drawer_service.open_drawer(db, actor, data, idempotency_key)


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
    return drawer_service.move_cash(db, actor, session_id, data, idempotency_key)


@post(
    "/api/drawer-sessions/{session_id:str}/close",
    summary="Count the drawer and close the day",
    errors=[400, 401, 403, 404, 409, 413, 415, 422, 503],
    status_code=200,
)
def close_drawer(
    data: JSONBody[CloseRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    session_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> DayClose:
    """The sheet. 409 `version_conflict` has the new `expected` sum, `version` and `drawer`: cash was recorded since."""
    return service.close_drawer(db, actor, session_id, data, idempotency_key)


@get("/api/day-closes", summary="List day closes", errors=[400, 401, 403, 404, 503])
def list_day_closes(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: TruckId = None,
    first: FirstDay = None,
    last: LastDay = None,
    limit: pagination.Limit = None,
    cursor: pagination.Cursor = None,
) -> DayClosePage:
    """Newest first; with `from` or `to`, those that were made on these days."""
    with db.reading() as session:
        truck = drawers.get_truck_for(session, actor, truck_id)
        period = parse_period(first, last, truck.timezone) if first or last else None
        return queries.list_closes(
            session, truck, (period.begins_at, period.ends_at) if period else None, limit, cursor
        )


@get("/api/day-closes/{close_id:str}", summary="Get a day close", errors=[401, 403, 404, 503])
def get_day_close(actor: NamedDependency[Actor], db: NamedDependency[Database], close_id: FromPath[str]) -> DayClose:
    """The sheet, which never changes."""
    with db.reading() as session:
        return queries.load_close(session, queries.get_close_for(session, actor, close_id))


@get(
    "/api/day-closes/{close_id:str}/export",
    summary="Export a day close as CSV",
    errors=[401, 403, 404, 503],
    media_type="text/csv",
)
def export_day_close(
    actor: NamedDependency[Actor], db: NamedDependency[Database], close_id: FromPath[str]
) -> Response[str]:
    """The sheet as CSV."""
    with db.reading() as session:
        sheet = queries.load_close(session, queries.get_close_for(session, actor, close_id))
    name = f"close-{sheet.close_number}-{sheet.until:%Y-%m-%d}.csv"
    return build_csv_response(COLUMNS, queries.sheet_rows(sheet), name)
