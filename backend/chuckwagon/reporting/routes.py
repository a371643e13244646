"""Customers and figures for the people who run a truck, and the ledger for who runs them all."""

from typing import Annotated

from litestar import Response, get
from litestar.datastructures import ResponseHeader
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, QueryParameter

from chuckwagon.accounts.guards import BEARER
from chuckwagon.accounts.permissions import Action, Actor
from chuckwagon.core import paging
from chuckwagon.core.db import Database
from chuckwagon.core.http import errors
from chuckwagon.insights import customers, figures_file, ledger
from chuckwagon.insights.activity_routes import routes as activity_routes
from chuckwagon.insights.analytics import Analytics, analyse
from chuckwagon.insights.customers import CustomerEntry, CustomerPage
from chuckwagon.insights.periods import read_period
from chuckwagon.insights.spreadsheet import csv_answer
from chuckwagon.orders.queries import find_scope
from chuckwagon.trucks.models import DEFAULT_TIMEZONE, Truck

NO_STORE = [ResponseHeader(name="Cache-Control", documentation_only=True, description="no-store")]
TruckId = Annotated[
    str | None, QueryParameter(name="truckId", required=False, description="Usually one's own truck")
]
Search = Annotated[str | None, QueryParameter(name="q", required=False, description="Name, phone or e-mail")]

FirstDay = Annotated[
    str | None, QueryParameter(name="from", required=False, description="A day on the truck's clock")
]
LastDay = Annotated[
    str | None, QueryParameter(name="to", required=False, description="A day on the truck's clock, inclusive")
]


@get(
    "/api/customers",
    summary="The customers of a truck",
    sync_to_thread=True,
    security=BEARER,
    responses=errors(400, 401, 403, 404, 503),
    response_headers=NO_STORE,
)
def list_customers(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: TruckId = None,
    q: Search = None,
    limit: paging.Limit = None,
    cursor: paging.Cursor = None,
) -> CustomerPage:
    """One row per phone number, whoever ordered last first; every figure is of the asked truck's orders."""
    with db.reading() as session:
        truck = find_scope(session, actor, Action.SEE_FIGURES, truck_id)
        return customers.list_customers(session, truck, q, limit, cursor)


@get(
    "/api/customers/export",
    summary="The customers of a truck as a file",
    sync_to_thread=True,
    security=BEARER,
    media_type="text/csv",
    responses=errors(400, 401, 403, 404, 503),
    response_headers=NO_STORE,
)
def export_customers(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: TruckId = None,
    q: Search = None,
) -> Response[str]:
    """The whole list as CSV; a cell that a spreadsheet would run as a formula starts with an apostrophe."""
    with db.reading() as session:
        truck = find_scope(session, actor, Action.SEE_FIGURES, truck_id)
        found = customers.list_all_customers(session, truck, q)
    name = f"customers-{truck.slug if truck else 'all'}.csv"
    return csv_answer(customers.COLUMNS, map(customers.file_row, found), name)


@get(
    "/api/customers/{customer_id:str}",
    summary="One customer",
    sync_to_thread=True,
    security=BEARER,
    responses=errors(401, 404, 503),
    response_headers=NO_STORE,
)
def get_customer(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    customer_id: FromPath[str],
    truck_id: TruckId = None,
) -> CustomerEntry:
    """To an admin whoever never ordered at the own truck does not exist."""
    with db.reading() as session:
        truck = find_scope(session, actor, Action.SEE_CUSTOMER, truck_id)
        return customers.get_customer(session, truck, customer_id)


@get(
    "/api/analytics",
    summary="The figures of a truck",
    sync_to_thread=True,
    security=BEARER,
    responses=errors(400, 401, 403, 404, 503),
    response_headers=NO_STORE,
)
def get_analytics(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: TruckId = None,
    first: FirstDay = None,
    last: LastDay = None,
) -> Analytics:
    """Of the last 30 days unless asked otherwise, beside as many days before."""
    return _analyse(actor, db, truck_id, first, last)[1]


@get(
    "/api/analytics/export",
    summary="The figures of a truck as a file",
    sync_to_thread=True,
    security=BEARER,
    media_type="text/csv",
    responses=errors(400, 401, 403, 404, 503),
    response_headers=NO_STORE,
)
def export_analytics(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: TruckId = None,
    first: FirstDay = None,
    last: LastDay = None,
) -> Response[str]:
    """The same as CSV: a row for each total, day, hour and dish."""
    truck, found = _analyse(actor, db, truck_id, first, last)
    name = f"analytics-{truck.slug if truck else 'all'}-{found.first}-{found.last}.csv"
    return csv_answer(figures_file.COLUMNS, figures_file.file_rows(found), name)


def _analyse(
    actor: Actor, db: Database, truck_id: str | None, first: str | None, last: str | None
) -> tuple[Truck | None, Analytics]:
    with db.reading() as session:
        truck = find_scope(session, actor, Action.SEE_FIGURES, truck_id)
        period = read_period(first, last, truck.timezone if truck else DEFAULT_TIMEZONE)
        return truck, analyse(session, truck, period)


@get(
    "/api/ledger",
    summary="Where the money of card payments went",
    sync_to_thread=True,
    security=BEARER,
    responses=errors(400, 401, 403, 404, 503),
    response_headers=NO_STORE,
)
def get_ledger(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: TruckId = None,
    first: FirstDay = None,
    last: LastDay = None,
    limit: paging.Limit = None,
    cursor: paging.Cursor = None,
) -> ledger.Ledger:
    """Of the last 30 days unless asked otherwise; the sums are over all of them, not only this page."""
    with db.reading() as session:
        truck = find_scope(session, actor, Action.MANAGE_MONEY, truck_id)
        period = read_period(first, last, truck.timezone if truck else DEFAULT_TIMEZONE)
        return ledger.read_ledger(session, truck, period, limit, cursor)


@get(
    "/api/ledger/export",
    summary="The ledger as a file",
    sync_to_thread=True,
    security=BEARER,
    media_type="text/csv",
    responses=errors(400, 401, 403, 404, 503),
    response_headers=NO_STORE,
)
def export_ledger(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: TruckId = None,
    first: FirstDay = None,
    last: LastDay = None,
) -> Response[str]:
    """Every order of the period as CSV."""
    with db.reading() as session:
        truck = find_scope(session, actor, Action.MANAGE_MONEY, truck_id)
        period = read_period(first, last, truck.timezone if truck else DEFAULT_TIMEZONE)
        rows = list(map(ledger.file_row, ledger.list_entries(session, truck, period)))
    name = f"ledger-{truck.slug if truck else 'all'}-{period.first}-{period.last}.csv"
    return csv_answer(ledger.COLUMNS, rows, name)


routes: list[HTTPRouteHandler] = [
    list_customers,
    export_customers,
    get_customer,
    get_analytics,
    export_analytics,
    get_ledger,
    export_ledger,
    *activity_routes,
]
