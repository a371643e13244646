"""Routes of the numbers by stop."""

from typing import Annotated

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from chuckwagon.accounts.permissions import Action, Actor
from chuckwagon.db.database import Database
from chuckwagon.orders.queries import resolve_truck_scope
from chuckwagon.reporting.csv_response import build_csv_response
from chuckwagon.reporting.parameters import FirstDay, LastDay, TruckId
from chuckwagon.reporting.periods import parse_period
from chuckwagon.reporting.stops import service
from chuckwagon.reporting.stops.csv_rows import COLUMNS, stop_csv_rows
from chuckwagon.reporting.stops.schemas import GroupBy, StopAnalytics, StopResult
from chuckwagon.trucks.models import DEFAULT_TIMEZONE, Truck
from chuckwagon.web.routing import get

Grouping = Annotated[GroupBy, QueryParameter(name="groupBy", required=False)]


@get("/api/analytics/stops", summary="Get the numbers by stop", errors=[400, 401, 403, 404, 503])
def get_stop_analytics(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: TruckId = None,
    first: FirstDay = None,
    last: LastDay = None,
    group_by: Grouping = "stop",
) -> StopAnalytics:
    """The stops that start in the period, by default the last 30 days, with what was lost in it."""
    return _analyze(actor, db, truck_id, first, last, group_by)[1]


@get(
    "/api/analytics/stops/export",
    summary="Export the numbers by stop as CSV",
    errors=[400, 401, 403, 404, 503],
    media_type="text/csv",
)
def export_stop_analytics(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: TruckId = None,
    first: FirstDay = None,
    last: LastDay = None,
    group_by: Grouping = "stop",
) -> Response[str]:
    """The same as CSV: a row for each group, then the sales without a stop, and the totals."""
    truck, found = _analyze(actor, db, truck_id, first, last, group_by)
    name = f"stops-{truck.slug if truck else 'all'}-{found.first}-{found.last}.csv"
    return build_csv_response(COLUMNS, stop_csv_rows(found), name)


@get("/api/stops/{stop_id:str}/result", summary="Get the result of a stop", errors=[401, 403, 404, 503])
def get_stop_result(actor: NamedDependency[Actor], db: NamedDependency[Database], stop_id: FromPath[str]) -> StopResult:
    """What the stop brought in, beside the average of the place's other stops in the 90 days before it."""
    with db.reading() as session:
        return service.get_stop_result(session, actor, stop_id)


def _analyze(
    actor: Actor, db: Database, truck_id: str | None, first: str | None, last: str | None, group_by: GroupBy
) -> tuple[Truck | None, StopAnalytics]:
    with db.reading() as session:
        truck = resolve_truck_scope(session, actor, Action.VIEW_ANALYTICS, truck_id)
        period = parse_period(first, last, truck.timezone if truck else DEFAULT_TIMEZONE)
        return truck, service.analyze_stops(session, truck, period, group_by)
