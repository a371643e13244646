"""Routes of dashboards, customers, analytics, numbers by stop, prep sheets, ledger, comparisons and audit log."""

from typing import Annotated

from litestar import Response
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, QueryParameter
from sqlalchemy.orm import Session

from chuckwagon.accounts.guards import needs_proof
from chuckwagon.accounts.permissions import Action, Actor
from chuckwagon.audit.log import record
from chuckwagon.db.database import Database
from chuckwagon.kit import clock
from chuckwagon.kit.errors import NotFound
from chuckwagon.orders.queries import resolve_truck_scope
from chuckwagon.reporting import audit_log, csv_export, customer_search, dashboard, ledger, stop_analytics
from chuckwagon.reporting.analytics import Analytics, analyze
from chuckwagon.reporting.csv_export import STOP_COLUMNS, build_csv_response, stop_csv_rows
from chuckwagon.reporting.customer_search import CustomerEntry, CustomerPage
from chuckwagon.reporting.dashboard import PlatformDashboard, TruckDashboard
from chuckwagon.reporting.periods import FirstDay, LastDay, Period, TruckId, local_today, parse_period
from chuckwagon.reporting.prep_sheet import PrepItem, PrepSheet, build_prep_sheet
from chuckwagon.reporting.stop_queries import GroupBy, StopAnalytics, StopResult
from chuckwagon.reporting.truck_comparison import TruckComparison, compare_trucks
from chuckwagon.schedule.usage import StopUsage
from chuckwagon.trucks.models import DEFAULT_TIMEZONE, Truck
from chuckwagon.trucks.queries import TRUCK_NOT_FOUND
from chuckwagon.web import pagination
from chuckwagon.web.routing import get

Search = Annotated[str | None, QueryParameter(name="q", required=False, description="Name, phone or e-mail")]
CUSTOMERS_EXPORTED = "customer.list_exported"


@get("/api/customers", summary="List customers", errors=[400, 401, 403, 404, 503])
def list_customers(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: TruckId = None,
    q: Search = None,
    limit: pagination.Limit = None,
    cursor: pagination.Cursor = None,
) -> CustomerPage:
    """One row per phone number, newest order first. All values are from the requested truck's orders."""
    with db.reading() as session:
        truck = resolve_truck_scope(session, actor, Action.VIEW_ANALYTICS, truck_id)
        return customer_search.list_customer_page(session, truck, q, limit, cursor)


@get(
    "/api/customers/export",
    summary="Export customers as CSV",
    errors=[400, 401, 403, 404, 503],
    media_type="text/csv",
    guards=[needs_proof],
)
def export_customers(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: TruckId = None,
    q: Search = None,
) -> Response[str]:
    """All customers as CSV, with a recent proof and an entry in the audit log.

    A cell that would run as a formula starts with an apostrophe.
    """
    with db.reading() as session:
        truck = resolve_truck_scope(session, actor, Action.VIEW_ANALYTICS, truck_id)
        found = list(customer_search.list_all_customers(session, truck, q))
    of_truck = truck.id if truck else None
    told = {"customers": len(found), "search": bool(q)}  # not for what: it may be a name or a phone
    db.write(lambda session: record(session, actor.author, CUSTOMERS_EXPORTED, None, truck_id=of_truck, details=told))
    name = f"customers-{truck.slug if truck else 'all'}.csv"
    zone = truck.timezone if truck else DEFAULT_TIMEZONE
    rows = (customer_search.customer_csv_row(customer, zone) for customer in found)
    return build_csv_response(customer_search.COLUMNS, rows, name)


@get("/api/customers/{customer_id:str}", summary="Get a customer", errors=[401, 404, 503])
def get_customer(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    customer_id: FromPath[str],
    truck_id: TruckId = None,
) -> CustomerEntry:
    """For an admin, a customer who never ordered at the admin's truck does not exist."""
    with db.reading() as session:
        truck = resolve_truck_scope(session, actor, Action.VIEW_CUSTOMER, truck_id)
        return customer_search.get_customer(session, truck, customer_id)


@get("/api/analytics", summary="Get analytics", errors=[400, 401, 403, 404, 503])
def get_analytics(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: TruckId = None,
    first: FirstDay = None,
    last: LastDay = None,
) -> Analytics:
    """The last 30 days by default, with the totals of the same number of days before."""
    return _analyze(actor, db, truck_id, first, last)[1]


@get(
    "/api/analytics/export", summary="Export analytics as CSV", errors=[400, 401, 403, 404, 503], media_type="text/csv"
)
def export_analytics(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: TruckId = None,
    first: FirstDay = None,
    last: LastDay = None,
) -> Response[str]:
    """The same as CSV: a row for each total, day, hour and menu item."""
    truck, found = _analyze(actor, db, truck_id, first, last)
    name = f"analytics-{truck.slug if truck else 'all'}-{found.first}-{found.last}.csv"
    return build_csv_response(csv_export.ANALYTICS_COLUMNS, csv_export.analytics_csv_rows(found), name)


def _analyze(
    actor: Actor, db: Database, truck_id: str | None, first: str | None, last: str | None
) -> tuple[Truck | None, Analytics]:
    with db.reading() as session:
        truck, period = _resolve(session, actor, Action.VIEW_ANALYTICS, truck_id, first, last)
        return truck, analyze(session, truck, period)


def _resolve(
    session: Session, actor: Actor, action: Action, truck_id: str | None, first: str | None, last: str | None
) -> tuple[Truck | None, Period]:
    """Return (truck, period) of a report: the truck, None for all of them, and its days on the truck's clock.

    Raises NotAllowed, NotFound, and InvalidInput for malformed days.
    """
    truck = resolve_truck_scope(session, actor, action, truck_id)
    return truck, parse_period(first, last, truck.timezone if truck else DEFAULT_TIMEZONE)


@get("/api/ledger", summary="Get the ledger of card payments", errors=[400, 401, 403, 404, 503])
def get_ledger(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: TruckId = None,
    first: FirstDay = None,
    last: LastDay = None,
    limit: pagination.Limit = None,
    cursor: pagination.Cursor = None,
) -> ledger.Ledger:
    """The last 30 days by default. The sums are over the whole period, not only this page."""

    with db.reading() as session:
        truck, period = _resolve(session, actor, Action.MANAGE_PAYMENTS, truck_id, first, last)
        return ledger.build_ledger(session, truck, period, limit, cursor)


@get("/api/ledger/export", summary="Export the ledger as CSV", errors=[400, 401, 403, 404, 503], media_type="text/csv")
def export_ledger(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: TruckId = None,
    first: FirstDay = None,
    last: LastDay = None,
) -> Response[str]:
    """Every order of the period as CSV: its day and time on the clock of its place first, the UTC instant last."""

    with db.reading() as session:
        truck, period = _resolve(session, actor, Action.MANAGE_PAYMENTS, truck_id, first, last)
        rows = ledger.list_csv_rows(session, truck, period)
        name = f"ledger-{truck.slug if truck else 'all'}-{period.first}-{period.last}.csv"
        return build_csv_response(ledger.COLUMNS, rows, name)


AUDIT_EXPORTED = "audit.exported"
AuditedTruckId = Annotated[
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
    truck_id: AuditedTruckId = None,
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
    truck_id: AuditedTruckId = None,
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


MAX_DAYS = 31


@get("/api/trucks/{truck_id:str}/dashboard", summary="Get the dashboard of a truck", errors=[401, 403, 404, 503])
def get_truck_dashboard(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    stop_usage: NamedDependency[StopUsage],
    truck_id: FromPath[str],
) -> TruckDashboard:
    """Today against the same weekday a week ago, the present and the next stop, and what needs someone at the truck.

    `needs` and `orders` have the counts of the navigation.
    """
    with db.reading() as session:
        truck = resolve_truck_scope(session, actor, Action.VIEW_ANALYTICS, truck_id)
        if truck is None:
            raise NotFound(TRUCK_NOT_FOUND)
        return dashboard.read_truck_dashboard(session, stop_usage, actor, truck)


@get("/api/dashboard", summary="Get the dashboard of the platform", errors=[401, 403, 503])
def get_platform_dashboard(db: NamedDependency[Database]) -> PlatformDashboard:
    """Superadmin only: held payments, disputes, failed texts, late orders, and trucks that are open without orders."""
    with db.reading() as session:
        return dashboard.read_platform_dashboard(session)


@get("/api/analytics/trucks", summary="Compare all trucks", errors=[400, 401, 403, 503])
def get_truck_comparison(
    db: NamedDependency[Database], first: FirstDay = None, last: LastDay = None
) -> TruckComparison:
    """Sales and changed stops of the days, by default today, and how each truck stands now."""
    today = local_today(DEFAULT_TIMEZONE).isoformat()
    period = parse_period(first or last or today, last or first or today, DEFAULT_TIMEZONE, MAX_DAYS)
    with db.reading() as session:
        return compare_trucks(session, period)


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
    return _analyze_stops(actor, db, truck_id, first, last, group_by)[1]


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
    truck, found = _analyze_stops(actor, db, truck_id, first, last, group_by)
    name = f"stops-{truck.slug if truck else 'all'}-{found.first}-{found.last}.csv"
    return build_csv_response(STOP_COLUMNS, stop_csv_rows(found), name)


@get("/api/stops/{stop_id:str}/result", summary="Get the result of a stop", errors=[401, 403, 404, 503])
def get_stop_result(actor: NamedDependency[Actor], db: NamedDependency[Database], stop_id: FromPath[str]) -> StopResult:
    """What the stop brought in, beside the average of the place's other stops in the 90 days before it."""
    with db.reading() as session:
        return stop_analytics.get_stop_result(session, actor, stop_id)


def _analyze_stops(
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
