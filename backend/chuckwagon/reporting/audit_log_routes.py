"""Routes of the audit log, read-only and for superadmins."""

from typing import Annotated

from litestar import Response
from litestar.di import NamedDependency, Provide
from litestar.params import QueryParameter

from chuckwagon.accounts.guards import needs_proof
from chuckwagon.accounts.permissions import Action, Actor
from chuckwagon.audit.log import record
from chuckwagon.db.database import Database
from chuckwagon.kit import clock
from chuckwagon.orders.queries import resolve_truck_scope
from chuckwagon.reporting import audit_log
from chuckwagon.reporting.csv_response import build_csv_response
from chuckwagon.web import pagination
from chuckwagon.web.routing import get

AUDIT_EXPORTED = "audit.exported"
TruckId = Annotated[
    str | None, QueryParameter(name="truckId", required=False, description="Only what concerns this truck")
]


def read_activity_filter(
    actor_id: Annotated[
        str | None, QueryParameter(name="actorId", max_length=100, required=False, description="Who")
    ] = None,
    action: Annotated[
        str | None,
        QueryParameter(name="action", max_length=60, required=False, description="`order.refunded`, or all of `order`"),
    ] = None,
    first: Annotated[
        str | None, QueryParameter(name="from", required=False, description="A day on the truck's clock")
    ] = None,
    last: Annotated[
        str | None,
        QueryParameter(name="to", required=False, description="A day on the truck's clock, inclusive"),
    ] = None,
) -> audit_log.ActivityFilter:
    """Dependency `asked`: the filters of the query string."""
    return audit_log.ActivityFilter(actor_id=actor_id, action=action, first=first, last=last)


FILTER_DEPENDENCIES = {"asked": Provide(read_activity_filter, sync_to_thread=False)}


@get("/api/audit", summary="List the audit log", errors=[400, 401, 403, 404, 503], dependencies=FILTER_DEPENDENCIES)
def list_activity(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    asked: NamedDependency[audit_log.ActivityFilter],
    truck_id: TruckId = None,
    limit: pagination.Limit = None,
    cursor: pagination.Cursor = None,
) -> audit_log.ActivityPage:
    """Newest first. Read-only; entries are deleted after a year."""
    with db.reading() as session:
        truck = resolve_truck_scope(session, actor, Action.VIEW_AUDIT_LOG, truck_id)
        return audit_log.list_activity_page(session, truck, asked, limit, cursor)


@get(
    "/api/audit/export",
    summary="Export the audit log as CSV",
    errors=[400, 401, 403, 404, 503],
    media_type="text/csv",
    guards=[needs_proof],
    dependencies=FILTER_DEPENDENCIES,
)
def export_activity(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    asked: NamedDependency[audit_log.ActivityFilter],
    truck_id: TruckId = None,
) -> Response[str]:
    """The same as CSV, up to 50,000 rows, with a recent proof and an entry in the log.

    A cell that would run as a formula starts with an apostrophe.
    """
    with db.reading() as session:  # a report's replica may not have the latest entries, or still have deleted ones
        truck = resolve_truck_scope(session, actor, Action.VIEW_AUDIT_LOG, truck_id)
        rows = [*map(audit_log.activity_csv_row, audit_log.list_all_activity(session, truck, asked))]
    of_truck, told = truck.id if truck else None, {"entries": len(rows)}
    db.write(lambda session: record(session, actor.author, AUDIT_EXPORTED, None, truck_id=of_truck, details=told))
    name = f"activity-{truck.slug if truck else 'all'}-{clock.now():%Y-%m-%d}.csv"
    return build_csv_response(audit_log.COLUMNS, rows, name)
