"""The addresses of the audit log. Superadmin only, and only to read."""

from typing import Annotated

from litestar import Response, get
from litestar.datastructures import ResponseHeader
from litestar.di import NamedDependency, Provide
from litestar.params import QueryParameter

from chuckwagon.accounts.guards import BEARER
from chuckwagon.accounts.permissions import Action, Actor
from chuckwagon.core import clock, paging
from chuckwagon.core.db import Database
from chuckwagon.core.http import errors
from chuckwagon.insights import activity
from chuckwagon.insights.spreadsheet import csv_answer
from chuckwagon.orders.queries import find_scope

NO_STORE = [ResponseHeader(name="Cache-Control", documentation_only=True, description="no-store")]
TruckId = Annotated[
    str | None, QueryParameter(name="truckId", required=False, description="Only what concerns this truck")
]


def read_asked(
    actor_id: Annotated[
        str | None, QueryParameter(name="actorId", max_length=100, required=False, description="Who")
    ] = None,
    action: Annotated[
        str | None,
        QueryParameter(
            name="action", max_length=60, required=False, description="`order.refunded`, or all of `order`"
        ),
    ] = None,
    first: Annotated[
        str | None, QueryParameter(name="from", required=False, description="A day on the truck's clock")
    ] = None,
    last: Annotated[
        str | None,
        QueryParameter(name="to", required=False, description="A day on the truck's clock, inclusive"),
    ] = None,
) -> activity.Asked:
    """Dependency `asked`: what the address narrows the list by."""
    return activity.Asked(actor_id=actor_id, action=action, first=first, last=last)


ASKED = {"asked": Provide(read_asked, sync_to_thread=False)}


@get(
    "/api/audit",
    summary="What staff have done",
    sync_to_thread=True,
    security=BEARER,
    dependencies=ASKED,
    responses=errors(400, 401, 403, 404, 503),
    response_headers=NO_STORE,
)
def list_activity(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    asked: NamedDependency[activity.Asked],
    truck_id: TruckId = None,
    limit: paging.Limit = None,
    cursor: paging.Cursor = None,
) -> activity.ActivityPage:
    """Newest first. Nothing here can be changed or deleted; what is a year old goes by itself."""
    with db.reading() as session:
        truck = find_scope(session, actor, Action.SEE_AUDIT, truck_id)
        return activity.list_activity(session, truck, asked, limit, cursor)


@get(
    "/api/audit/export",
    summary="What staff have done as a file",
    sync_to_thread=True,
    security=BEARER,
    media_type="text/csv",
    dependencies=ASKED,
    responses=errors(400, 401, 403, 404, 503),
    response_headers=NO_STORE,
)
def export_activity(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    asked: NamedDependency[activity.Asked],
    truck_id: TruckId = None,
) -> Response[str]:
    """The same as CSV, up to 50,000 rows; a cell that would be run as a formula starts with an apostrophe."""
    with db.reading() as session:
        truck = find_scope(session, actor, Action.SEE_AUDIT, truck_id)
        found = activity.list_all_activity(session, truck, asked)
    name = f"activity-{truck.slug if truck else 'all'}-{clock.now():%Y-%m-%d}.csv"
    return csv_answer(activity.COLUMNS, map(activity.file_row, found), name)


routes = [list_activity, export_activity]
