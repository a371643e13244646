"""`GET /books`: the sums of each day of a period, and its entries page by page."""

from typing import Any

from msgspec import Struct, field
from sqlalchemy.orm import Session

from chuckwagon.drawer.models import REFUND, SALE
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.money import to_dollars
from chuckwagon.reporting.books.book_days import to_day
from chuckwagon.reporting.books.day_book import (
    DISPUTE,
    KINDS,
    MOVEMENT,
    Booking,
    DaySums,
    Entry,
    Posting,
    build_day_book,
    list_entries,
)
from chuckwagon.reporting.periods import Period
from chuckwagon.schedule.wall_clock import to_local
from chuckwagon.trucks.models import Truck
from chuckwagon.web import pagination

CURSOR_ORDER = "books"
_EPOCH = to_day(0)
_MAX_PER_DAY = 10**6
_NO_ID = "0" * 24


class BookFigures(Struct, rename="camel", kw_only=True):
    """Sums in dollars. `sales` is what was taken: gross − discounts + tax + tips. What was given back is positive.

    `cash` and `card` are the change of the truck's cash and card money. `platform` is what stays with the platform,
    for superadmins only.
    """

    orders: int
    gross: float
    discounts: float
    exempt: float
    taxable: float
    tax: float
    tips: float
    sales: float
    refunds: float
    refunded_tax: float
    disputes: float
    movements: float
    fees: float
    transfer: float
    cash: float
    card: float
    platform: float | None


class BookDay(BookFigures, rename="camel", kw_only=True):
    """The sums of a day."""

    date: str


class BookEntry(Struct, rename="camel", kw_only=True):
    """One dated fact of the books, in dollars; what leaves the truck is negative.

    `date` is the day on which it is booked, `time` and `instant` when it happened. `kind` is sale, refund, dispute or
    movement.
    """

    truck_id: str
    truck_name: str
    date: str
    time: str
    place: str | None
    order: str | None
    kind: str
    tender: str | None
    gross: float
    discount: float
    taxable: float
    exempt: float
    tax: float
    tip: float
    total: float
    fee: float
    transfer: float
    reference: str
    instant: str


class Books(Struct, rename="camel", kw_only=True):
    """The days from `from` to `to` on which something was booked, the sums, and a page of entries, oldest first."""

    first: str = field(name="from")
    last: str = field(name="to")
    timezone: str
    totals: BookFigures
    days: list[BookDay]
    entries: list[BookEntry]
    next_cursor: str | None


def build_books(
    session: Session, truck: Truck | None, period: Period, page: tuple[int | None, str | None], *, shows_platform: bool
) -> Books:
    """Build the books of the truck (None: all trucks). Raises InvalidInput for another list's cursor."""
    book = build_day_book(session, truck, period)
    entries, next_cursor = _list_page(session, truck, period, book, page)
    by_day: dict[str, list[tuple[Booking, DaySums]]] = {}
    for at, sums in book.items():
        by_day.setdefault(at.day.isoformat(), []).append((at, sums))
    return Books(
        first=period.first.isoformat(),
        last=period.last.isoformat(),
        timezone=period.zone,
        totals=BookFigures(**_figures(list(book.items()), shows_platform)),
        days=[BookDay(date=day, **_figures(of_day, shows_platform)) for day, of_day in by_day.items()],
        entries=[_to_entry(entry) for entry in entries],
        next_cursor=next_cursor,
    )


def _figures(found: list[tuple[Booking, DaySums]], shows_platform: bool) -> dict[str, Any]:
    sums = {kind: [one for at, one in found if KINDS[at.kind] == kind] for kind in KINDS}

    def add(kind: str, name: str) -> int:
        return sum(getattr(one.sums, name) for one in sums[kind])

    def post(*names: str) -> int:
        return sum(one.postings.get(Posting(name), 0) for _, one in found for name in names)

    total = sum(one.sums.total for at, one in found if KINDS[at.kind] != MOVEMENT)
    gross, discount, exempt = (add(SALE, name) for name in ("gross", "discount", "exempt"))
    card_total = post("processor", "platform", "fees")
    cents = {
        "gross": gross,
        "discounts": discount,
        "exempt": exempt,
        "taxable": gross - discount - exempt,
        "tax": add(SALE, "tax"),
        "tips": add(SALE, "tip"),
        "sales": add(SALE, "total"),
        "refunds": -add(REFUND, "total"),
        "refunded_tax": -add(REFUND, "tax"),
        "disputes": -add(DISPUTE, "total"),
        "movements": add(MOVEMENT, "total"),
        "fees": add(SALE, "fee") + add(REFUND, "fee"),
        "transfer": add(SALE, "transfer") + add(REFUND, "transfer"),
        "cash": post("cash"),
        "card": total - (post("cash") - add(MOVEMENT, "total")),
    }
    dollars = {name: to_dollars(value) for name, value in cents.items()}
    platform = to_dollars(card_total - cents["transfer"] + cents["fees"]) if shows_platform else None
    return dollars | {"orders": sum(one.count for one in sums[SALE]), "platform": platform}


def _list_page(
    session: Session,
    truck: Truck | None,
    period: Period,
    book: dict[Booking, DaySums],
    page: tuple[int | None, str | None],
) -> tuple[list[Entry], str | None]:
    """Return (entries, next cursor). Reads only the days of the page, which the counts of the days tell."""
    size, after = pagination.clamp_limit(page[0]), pagination.decode_cursor(page[1], CURSOR_ORDER)
    day_number, skipped = divmod(after.sort_key, _MAX_PER_DAY) if after else ((period.first - _EPOCH).days, 0)
    counts: dict[int, int] = {}
    for at, sums in book.items():
        number = (at.day - _EPOCH).days
        counts[number] = counts.get(number, 0) + sums.count
    wanted, days = skipped + size + 1, [number for number in sorted(counts) if number >= day_number]
    if not days:
        return [], None
    last, found = days[0], 0
    for last in days:
        found += counts[last]
        if found >= wanted:
            break
    entries = list_entries(session, truck, Period(to_day(days[0]), to_day(last), period.zone))
    if days[0] != day_number:
        skipped = 0
    shown = entries[skipped : skipped + size]
    if len(entries) <= skipped + size:
        return shown, None
    following = entries[skipped + size]
    offset = sum(1 for one in entries[: skipped + size] if one.day == following.day)
    key = (following.day - _EPOCH).days * _MAX_PER_DAY + offset
    return shown, pagination.encode_cursor(pagination.KeysetCursor(CURSOR_ORDER, key, _NO_ID))


def _to_entry(entry: Entry) -> BookEntry:
    local = to_local(entry.at, entry.zone)
    money = ("gross", "discount", "taxable", "exempt", "tax", "tip", "total", "fee", "transfer")
    return BookEntry(
        truck_id=entry.truck_id,
        truck_name=entry.truck_name,
        date=entry.day.isoformat(),
        time=f"{local:%H:%M}",
        place=entry.place_name,
        order=None if entry.order_number is None else str(entry.order_number),
        kind=entry.kind,
        tender=entry.tender,
        reference=entry.reference,
        instant=to_iso(entry.at),
        **{name: to_dollars(getattr(entry, name)) for name in money},
    )
