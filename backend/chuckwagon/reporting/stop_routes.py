"""Routes of the numbers by stop, and of the prep sheet of a stop."""

from typing import Annotated

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from chuckwagon.accounts.permissions import Action, Actor
from chuckwagon.db.database import Database
from chuckwagon.orders.queries import resolve_truck_scope
from chuckwagon.reporting import stop_analytics
from chuckwagon.reporting.csv_export import STOP_COLUMNS, build_csv_response, stop_csv_rows
from chuckwagon.reporting.periods import FirstDay, LastDay, TruckId, parse_period
from chuckwagon.reporting.prep_sheet import PrepItem, PrepSheet, build_prep_sheet
from chuckwagon.reporting.stop_schemas import GroupBy, StopAnalytics, StopResult
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
    return build_csv_response(STOP_COLUMNS, stop_csv_rows(found), name)


@get("/api/stops/{stop_id:str}/result", summary="Get the result of a stop", errors=[401, 403, 404, 503])
def get_stop_result(actor: NamedDependency[Actor], db: NamedDependency[Database], stop_id: FromPath[str]) -> StopResult:
    """What the stop brought in, beside the average of the place's other stops in the 90 days before it."""
    with db.reading() as session:
        return stop_analytics.get_stop_result(session, actor, stop_id)


def _analyze(
    actor: Actor, db: Database, truck_id: str | None, first: str | None, last: str | None, group_by: GroupBy
) -> tuple[Truck | None, StopAnalytics]:
    with db.reading() as session:
        truck = resolve_truck_scope(session, actor, Action.VIEW_ANALYTICS, truck_id)
        period = parse_period(first, last, truck.timezone if truck else DEFAULT_TIMEZONE)
        return truck, stop_analytics.analyze_stops(session, truck, period, group_by)


COLUMNS = ("section", "item", "expected", "low", "high", "preordered", "counted", "soldOutStops", "basis", "stops")


@get("/api/stops/{stop_id:str}/prep-sheet", summary="Get the prep sheet of a stop", errors=[401, 403, 404, 503])
def get_prep_sheet(actor: NamedDependency[Actor], db: NamedDependency[Database], stop_id: FromPath[str]) -> PrepSheet:
    """What to prepare of each menu item, judged by the last six comparable stops."""
    with db.reading() as session:
        return build_prep_sheet(session, actor, stop_id)


@get(
    "/api/stops/{stop_id:str}/prep-sheet/export",
    summary="Export the prep sheet of a stop as CSV",
    errors=[401, 403, 404, 503],
    media_type="text/csv",
)
def export_prep_sheet(
    actor: NamedDependency[Actor], db: NamedDependency[Database], stop_id: FromPath[str]
) -> Response[str]:
    """The same as CSV: a row for each menu item."""
    with db.reading() as session:
        sheet = build_prep_sheet(session, actor, stop_id)
    name = f"prep-sheet-{sheet.date.isoformat()}-{sheet.start_time.replace(':', '')}.csv"
    return build_csv_response(COLUMNS, [_to_row(sheet, item) for item in sheet.items], name)


def _to_row(sheet: PrepSheet, item: PrepItem) -> tuple[object, ...]:
    expected = (item.expected, item.low, item.high, item.preordered, item.counted, item.sold_out_stops)
    return (item.section, item.name, *expected, sheet.basis.kind, len(sheet.basis.stops))
