"""The books and orders as files.

The books: entries as CSV, bank lines for QuickBooks, manual journals for Xero, and a plain-text journal. Each file is
made of what is stored, with no time of its making in it, so a closed month has the same bytes for ever.

Orders and their lines: CSV with one row for each, on the clock of the place, unpaid ones too.
"""

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.drawer.models import REFUND, SALE
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.money import to_rate_percent
from chuckwagon.kit.sentences import count_name
from chuckwagon.kit.validation import escape_formulas
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import CASH, LineModifier, Order, OrderLine, Refund
from chuckwagon.reporting.books.accounts import Account, BookNames
from chuckwagon.reporting.books.book_days import widen
from chuckwagon.reporting.books.day_book import (
    DISPUTE,
    KINDS,
    MOVEMENT,
    Booking,
    DaySums,
    Entry,
    Posting,
)
from chuckwagon.reporting.periods import Period, at_truck
from chuckwagon.schedule.wall_clock import to_local
from chuckwagon.trucks.models import Truck

ENTRY_COLUMNS = (
    "date", "time", "place", "order", "kind", "tender", "gross", "discount", "taxable", "exempt", "tax", "tip",
    "total", "fee", "transfer", "reference", "instant",
)  # fmt: skip
MONEY = ("gross", "discount", "taxable", "exempt", "tax", "tip", "total", "fee", "transfer")
QUICKBOOKS_COLUMNS, MAX_QUICKBOOKS_ROWS = ("Date", "Description", "Amount"), 1000
XERO_COLUMNS = ("*Narration", "*Date", "Description", "*AccountCode", "*TaxRate", "*Amount")
MAX_XERO_LINES = 300
_TAXED_ACCOUNTS = ("sales", "discounts", "refunds")
LABELS = {SALE: "Sales", REFUND: "Refunds", DISPUTE: "Disputes", MOVEMENT: "Cash movements"}
_ZONE = sa.func.coalesce(Order.place_timezone, Order.sold_timezone, Truck.timezone)
DayBook = Mapping[Booking, DaySums]
Names = Mapping[str, BookNames]  # by the ID of the truck


def entry_csv_rows(entries: Iterable[Entry]) -> Iterator[tuple[object, ...]]:
    """Yield the rows, in the order of ENTRY_COLUMNS. The time of what was booked on a later day has its true date."""
    for entry in entries:
        local = to_local(entry.at, entry.zone)
        time = f"{local:%H:%M}" if local.date() == entry.day else f"{local:%Y-%m-%d %H:%M}"
        money = [to_decimal(getattr(entry, name)) for name in MONEY]
        about = (entry.place_name, entry.order_number, entry.kind, entry.tender)
        yield (entry.day.isoformat(), time, *about, *money, entry.reference, to_iso(entry.at))


def to_decimal(cents: int) -> Decimal:
    """Dollars with two decimals, as a number: a text that starts with a minus would be taken for a formula."""
    return Decimal(cents).scaleb(-2)


def render_journal(book: DayBook, names: Names) -> str:
    """The plain-text journal: a transaction for each day and kind, and the accounts that it uses."""
    lines: list[str] = []
    accounts: set[str] = set()
    with_truck = len({at.truck_id for at in book}) > 1
    for at, sums in book.items():
        of_truck = names[at.truck_id]
        lines.append("")
        lines.append(f"{at.day.isoformat()} * {_describe(at, sums, with_truck)}")
        for posting, cents in _sorted(sums):
            name = _plain(_account(of_truck, posting).name).lstrip("([*!= ") or posting.account
            accounts.add(name)
            rate = f"  ; {to_rate_percent(posting.rate):g}%" if posting.rate is not None else ""
            lines.append(f"    {name}  ${to_decimal(cents)}{rate}")
    head = ["commodity $1000.00", *(f"account {name}" for name in sorted(accounts))]
    return "\n".join([*head, *lines]) + "\n"


def _sorted(sums: DaySums) -> list[tuple[Posting, int]]:
    """The postings that are not zero, in the order of the accounts."""
    found = [(posting, cents) for posting, cents in sums.postings.items() if cents]
    return sorted(found, key=lambda one: (one[0].account, one[0].rate is None, -(one[0].rate or 0)))


def _account(names: BookNames, posting: Posting) -> Account:
    account: Account = getattr(names.accounts, posting.account)
    return account


def _describe(at: Booking, sums: DaySums, with_truck: bool) -> str:
    kind = KINDS[at.kind]
    count = f", {sums.count} order{'' if sums.count == 1 else 's'}" if kind == SALE else ""
    truck = f", {_plain(at.truck_name)}" if with_truck else ""
    return f"{LABELS[kind]}{count}{truck}"


def _plain(text: str) -> str:
    """The text without what ends a description or an account in a plain-text journal."""
    return text.replace(";", ",").replace("|", "/")


def build_quickbooks(book: DayBook) -> dict[str, str]:
    """Files of three columns for the import of bank lines, by name: one series for cash, one for card money."""
    files: dict[str, str] = {}
    for series, rows in (("cash", _cash_lines(book)), ("card", _card_lines(book))):
        found = [row for row in rows if row[2]]
        for number, start in enumerate(range(0, max(len(found), 1), MAX_QUICKBOOKS_ROWS), 1):
            some = found[start : start + MAX_QUICKBOOKS_ROWS]
            table = [(f"{day:%m/%d/%Y}", text, to_decimal(cents)) for day, text, cents in some]
            files[f"{series}-{number}.csv"] = render_plain(QUICKBOOKS_COLUMNS, table)
    return files


_Line = tuple[date, str, int]


def _cash_lines(book: DayBook) -> Iterator[_Line]:
    with_truck = len({at.truck_id for at in book}) > 1
    for at, sums in book.items():
        label = {SALE: "Cash sales", REFUND: "Cash refunds", MOVEMENT: "Cash in and out of the drawer"}
        if KINDS[at.kind] in label:
            truck = f", {at.truck_name}" if with_truck else ""
            yield at.day, f"{label[KINDS[at.kind]]}{truck}", sums.postings.get(Posting(CASH), 0)


def _card_lines(book: DayBook) -> Iterator[_Line]:
    """What cards brought, with the platform's fee as a line of its own."""
    with_truck = len({at.truck_id for at in book}) > 1
    label = {SALE: "Card sales", REFUND: "Card refunds", DISPUTE: "Disputed card payments"}
    for at, sums in book.items():
        if KINDS[at.kind] not in label:
            continue
        truck = f", {at.truck_name}" if with_truck else ""
        fee = sums.postings.get(Posting("fees"), 0)
        money = sum(sums.postings.get(Posting(name), 0) for name in ("card", "processor", "platform")) + fee
        yield at.day, f"{label[KINDS[at.kind]]}{truck}", money
        yield at.day, f"Platform fees{truck}", -fee


def build_xero(book: DayBook, names: Names) -> dict[str, str]:
    """Files of manual journals, by name. A journal has the lines of a day and kind, and is in one file."""
    files: list[list[tuple[object, ...]]] = [[]]
    with_truck = len({at.truck_id for at in book}) > 1
    for at, sums in book.items():
        of_truck = names[at.truck_id]
        narration = f"{at.day.isoformat()} {_describe(at, sums, with_truck)}"
        lines: list[tuple[object, ...]] = []
        for posting, cents in _sorted(sums):
            account = _account(of_truck, posting)
            percent = None if posting.rate is None else to_rate_percent(posting.rate)
            is_taxed = percent is not None and posting.account in _TAXED_ACCOUNTS
            tax = of_truck.name_rate(percent or 0) if is_taxed else of_truck.no_tax
            about = account.name if percent is None else f"{account.name} {percent:g}%"
            lines.append((narration, f"{at.day:%m/%d/%Y}", about, account.code, tax, to_decimal(cents)))
        if len(files[-1]) + len(lines) > MAX_XERO_LINES:
            files.append([])
        files[-1] += lines
    return {f"journal-{number}.csv": render_plain(XERO_COLUMNS, rows) for number, rows in enumerate(files, 1)}


def render_plain(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """CSV for the import of another program: without a byte order mark, which some of them take for a name."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(header)
    writer.writerows([escape_formulas(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return text.getvalue()


def pack(files: Mapping[str, str]) -> bytes:
    """The files as a zip whose bytes depend on nothing but them."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text.encode(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


_ABOUT = ("date", "time", "truck", "order", "place", "source", "tender")
ORDER_COLUMNS = (
    *_ABOUT, "status", "paymentStatus", "items", "subtotal", "discount", "offerCode", "exempt", "taxRate", "tax", "tip",
    "total", "refunded", "pickupDate", "pickupTime", "instant",
)  # fmt: skip
LINE_COLUMNS = (
    *_ABOUT, "line", "item", "options", "quantity", "unitPrice", "lineTotal", "taxClass", "instant",
)  # fmt: skip


def _select(truck: Truck | None, period: Period, *columns: Any) -> sa.Select[Any]:
    begin, end = widen(period)
    return (
        sa.select(
            Order.id, Order.order_number, Order.created_at, Order.place_name, Order.source, Order.tender,
            Truck.name.label("truck_name"), _ZONE.label("zone"), *columns,
        )
        .select_from(Order)
        .join(Truck, Truck.id == Order.truck_id)
        .where(at_truck(truck), Order.created_at >= begin, Order.created_at < end)
        .order_by(Order.created_at, Order.id)
    )  # fmt: skip


def _about(row: Any, local: Any) -> tuple[object, ...]:
    about = (row.truck_name, row.order_number, row.place_name, row.source, row.tender)
    return (f"{local:%Y-%m-%d}", f"{local:%H:%M}", *about)


def order_csv_rows(session: Session, truck: Truck | None, period: Period) -> Iterator[tuple[object, ...]]:
    """Yield the orders that were made in the period, in the order of ORDER_COLUMNS, oldest first."""
    columns = (
        Order.status, Order.payment_status, Order.pieces, Order.subtotal_cents, Order.discount_cents, Order.offer_code,
        Order.exempt_cents, Order.tax_rate_units, Order.tax_cents, Order.tip_cents, Order.total_cents,
        _refunded_cents().label("refunded"), Order.pickup_at, Order.estimated_pickup_at,
    )  # fmt: skip
    for row in session.execute(_select(truck, period, *columns)):
        local = to_local(row.created_at, row.zone)
        if not period.first <= local.date() <= period.last:
            continue
        pickup_at = row.estimated_pickup_at or row.pickup_at
        pickup = to_local(pickup_at, row.zone) if pickup_at else None
        yield (
            *_about(row, local), row.status, row.payment_status, row.pieces, to_decimal(row.subtotal_cents),
            to_decimal(row.discount_cents), row.offer_code, to_decimal(row.exempt_cents),
            f"{to_rate_percent(row.tax_rate_units):g}", to_decimal(row.tax_cents), to_decimal(row.tip_cents),
            to_decimal(row.total_cents), to_decimal(int(row.refunded)), f"{pickup:%Y-%m-%d}" if pickup else None,
            f"{pickup:%H:%M}" if pickup else None, to_iso(row.created_at),
        )  # fmt: skip


def line_csv_rows(session: Session, truck: Truck | None, period: Period) -> Iterator[tuple[object, ...]]:
    """Yield the lines of the orders that were made in the period, in the order of LINE_COLUMNS."""
    begin, end = widen(period)
    chosen: dict[str, list[str]] = {}
    options = (
        sa.select(LineModifier.line_id, LineModifier.name, LineModifier.quantity)
        .join(OrderLine, OrderLine.id == LineModifier.line_id)
        .join(Order, Order.id == OrderLine.order_id)
        .where(at_truck(truck), Order.created_at >= begin, Order.created_at < end)
        .order_by(LineModifier.line_id, LineModifier.position)
    )
    for line_id, name, quantity in session.execute(options):
        chosen.setdefault(line_id, []).append(count_name(quantity, name))
    columns = (
        OrderLine.id.label("line_id"), OrderLine.position, OrderLine.name, OrderLine.quantity,
        OrderLine.unit_price_cents, OrderLine.total_cents.label("line_cents"), OrderLine.tax_class,
    )  # fmt: skip
    query = _select(truck, period, *columns).join(OrderLine, OrderLine.order_id == Order.id)
    for row in session.execute(query.order_by(OrderLine.position)):
        local = to_local(row.created_at, row.zone)
        if period.first <= local.date() <= period.last:
            yield (
                *_about(row, local), row.position + 1, row.name, "; ".join(chosen.get(row.line_id, ())), row.quantity,
                to_decimal(row.unit_price_cents), to_decimal(row.line_cents), row.tax_class, to_iso(row.created_at),
            )  # fmt: skip


def _refunded_cents() -> Any:
    """SQL: what was refunded of an order in cents, without what failed and what is still to be paid out."""
    total = sa.select(sa.func.coalesce(sa.func.sum(Refund.amount_cents), 0))
    return total.where(Refund.order_id == Order.id, statuses.COUNTS_AS_REFUND).correlate(Order).scalar_subquery()
