"""Routes of the books, the tax report, and the exports of orders."""

from typing import Annotated

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor
from chuckwagon.db.database import Database
from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.sentences import choose_one_of
from chuckwagon.orders.queries import TRUCK_REQUIRED, resolve_truck_scope
from chuckwagon.reporting.books import exports, tax_report
from chuckwagon.reporting.books.accounts import BookSettings, change_names, read_names
from chuckwagon.reporting.books.day_book import Booking, DaySums, build_day_book, list_entries
from chuckwagon.reporting.books.overview import Books, build_books
from chuckwagon.reporting.books.tax_report import TaxReport, build_tax_report
from chuckwagon.reporting.csv_export import build_csv_response, render_csv
from chuckwagon.reporting.periods import FirstDay, LastDay, Period, TruckId, parse_period
from chuckwagon.trucks.models import DEFAULT_TIMEZONE, Truck
from chuckwagon.web import pagination
from chuckwagon.web.routing import file_operation, get, put

CSV, QUICKBOOKS, XERO, JOURNAL = FORMATS = ("csv", "quickbooks", "xero", "journal")
FileFormat = Annotated[
    str | None, QueryParameter(name="format", max_length=20, required=False, description=f"One of {', '.join(FORMATS)}")
]


def _resolve(
    session: Session, actor: Actor, truck_id: str | None, first: str | None, last: str | None
) -> tuple[Truck | None, Period]:
    truck = resolve_truck_scope(session, actor, Action.MANAGE_BOOKS, truck_id)
    return truck, parse_period(first, last, truck.timezone if truck else DEFAULT_TIMEZONE)


def _file_name(what: str, truck: Truck | None, period: Period, extension: str) -> str:
    return f"{what}-{truck.slug if truck else 'all'}-{period.first}-{period.last}.{extension}"


@get("/api/tax-report", summary="Get the tax report", errors=[400, 401, 403, 404, 503])
def get_tax_report(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: TruckId = None,
    first: FirstDay = None,
    last: LastDay = None,
) -> TaxReport:
    """Sales tax by place and rate, of one truck, or for superadmins of all of them. The last 30 days by default."""
    with db.reading() as session:
        truck, period = _resolve(session, actor, truck_id, first, last)
        return build_tax_report(session, truck, period)


@get(
    "/api/tax-report/export",
    summary="Export the tax report as CSV",
    errors=[400, 401, 403, 404, 503],
    media_type="text/csv",
)
def export_tax_report(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: TruckId = None,
    first: FirstDay = None,
    last: LastDay = None,
) -> Response[str]:
    """The same as CSV: a row for each place and rate, and the totals last."""
    with db.reading() as session:
        truck, period = _resolve(session, actor, truck_id, first, last)
        report = build_tax_report(session, truck, period)
    rows = tax_report.tax_csv_rows(report)
    return build_csv_response(tax_report.COLUMNS, rows, _file_name("tax", truck, period, "csv"))


@get("/api/books", summary="Get the books", errors=[400, 401, 403, 404, 503])
def get_books(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: TruckId = None,
    first: FirstDay = None,
    last: LastDay = None,
    limit: pagination.Limit = None,
    cursor: pagination.Cursor = None,
) -> Books:
    """What was booked on each day: sales, refunds, disputes and cash movements. The last 30 days by default.

    A closed day never changes: what is recorded later is booked on the day on which it was recorded.
    """
    with db.reading() as session:
        truck, period = _resolve(session, actor, truck_id, first, last)
        return build_books(session, truck, period, (limit, cursor), shows_platform=actor.is_superadmin)


@get(
    "/api/books/export",
    summary="Export the books",
    errors=[400, 401, 403, 404, 503],
    operation_class=file_operation("text/csv", "application/zip", "text/plain"),
)
def export_books(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    file_format: FileFormat = None,
    truck_id: TruckId = None,
    first: FirstDay = None,
    last: LastDay = None,
) -> Response[bytes]:
    """The books as `csv` (entries), `quickbooks` (bank lines, a zip), `xero` (manual journals) or `journal` (text).

    Several files come as a zip. A period that is closed has the same bytes whenever it is exported.
    """
    chosen = file_format or CSV
    if chosen not in FORMATS:
        sentence = choose_one_of(FORMATS)
        raise InvalidInput(sentence, fields={"format": sentence})
    with db.reading() as session:
        truck, period = _resolve(session, actor, truck_id, first, last)
        if chosen == CSV:
            rows = exports.entry_csv_rows(list_entries(session, truck, period))
            files = {"entries.csv": render_csv(exports.ENTRY_COLUMNS, rows)}
        else:
            files = _render(session, chosen, build_day_book(session, truck, period))
    return _to_download(files, f"books-{chosen}", truck, period, always_zipped=chosen == QUICKBOOKS)


def _render(session: Session, chosen: str, book: dict[Booking, DaySums]) -> dict[str, str]:
    names = {truck_id: read_names(session, truck_id) for truck_id in {at.truck_id for at in book}}
    if chosen == QUICKBOOKS:
        return exports.build_quickbooks(book)
    if chosen == XERO:
        return exports.build_xero(book, names)
    return {"books.journal": exports.render_journal(book, names)}


def _to_download(
    files: dict[str, str], what: str, truck: Truck | None, period: Period, *, always_zipped: bool
) -> Response[bytes]:
    [(name, text), *others] = files.items()
    if others or always_zipped:
        content, extension, kind = exports.pack(files), "zip", "application/zip"
    else:
        content, extension = text.encode(), name.rpartition(".")[2]
        kind = "text/csv" if extension == "csv" else "text/plain"
    disposition = f'attachment; filename="{_file_name(what, truck, period, extension)}"'
    return Response(content, media_type=kind, headers={"Content-Disposition": disposition})


@get("/api/books/accounts", summary="Get the accounts of the books", errors=[400, 401, 403, 404, 503])
def get_accounts(
    actor: NamedDependency[Actor], db: NamedDependency[Database], truck_id: TruckId = None
) -> BookSettings:
    """Account names, codes and names of tax rates of the truck; the usual ones until its bookkeeper sets others."""
    with db.reading() as session:
        return read_names(session, _get_truck(session, actor, truck_id).id)


@put("/api/books/accounts", summary="Set the accounts of the books", errors=[400, 401, 403, 404, 409, 413, 415, 503])
def set_accounts(
    data: JSONBody[BookSettings],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: TruckId = None,
) -> BookSettings:
    """Set all names. A `version` that is not the present one is 409 with the present names."""
    with db.reading() as session:
        truck = _get_truck(session, actor, truck_id)
    return change_names(db, actor, truck.id, data)


def _get_truck(session: Session, actor: Actor, truck_id: str | None) -> Truck:
    truck = resolve_truck_scope(session, actor, Action.MANAGE_BOOKS, truck_id)
    if truck is None:
        raise InvalidInput(TRUCK_REQUIRED, fields={"truckId": TRUCK_REQUIRED})
    return truck


@get("/api/orders/export", summary="Export orders as CSV", errors=[400, 401, 403, 404, 503], media_type="text/csv")
def export_orders(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: TruckId = None,
    first: FirstDay = None,
    last: LastDay = None,
) -> Response[str]:
    """One row for each order that was made in the period, without names and phone numbers."""
    with db.reading() as session:
        truck, period = _resolve(session, actor, truck_id, first, last)
        rows = exports.order_csv_rows(session, truck, period)
        return build_csv_response(exports.ORDER_COLUMNS, rows, _file_name("orders", truck, period, "csv"))


@get(
    "/api/orders/lines/export",
    summary="Export the lines of orders as CSV",
    errors=[400, 401, 403, 404, 503],
    media_type="text/csv",
)
def export_order_lines(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: TruckId = None,
    first: FirstDay = None,
    last: LastDay = None,
) -> Response[str]:
    """One row for each line of the orders that were made in the period."""
    with db.reading() as session:
        truck, period = _resolve(session, actor, truck_id, first, last)
        rows = exports.line_csv_rows(session, truck, period)
        return build_csv_response(exports.LINE_COLUMNS, rows, _file_name("order-lines", truck, period, "csv"))
