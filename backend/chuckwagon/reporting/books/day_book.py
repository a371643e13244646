"""The day book: what was booked on each day, as sums that balance, and entry by entry.

A posting adds an amount to an account. The postings of each day and kind add up to zero:

- a sale: what was taken, to where the money went, against sales, tax and tips; discounts and the platform's fee are
  its costs. Of a card payment the truck's account receives the transfer less the fee; the platform holds the rest;
- a refund takes the same back, and what it gave back of the price is posted to refunds;
- a dispute takes money from what the platform holds, until it is won;
- a movement is cash that was put into the drawer or taken out of it, or that was over or short when it was counted.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.drawer.models import PAY_IN, PAY_OUT, REFUND, SALE, DayClose, DayEvent, DrawerSession
from chuckwagon.orders.models import CASH, OTHER_CARD, Dispute, Order
from chuckwagon.reporting.books import book_days
from chuckwagon.reporting.books.book_days import Closes, widen
from chuckwagon.reporting.books.facts import SaleFact, SaleSums, SoldAt, list_sales, sum_sales
from chuckwagon.reporting.books.refund_facts import RefundFact, list_refunds
from chuckwagon.reporting.periods import Period, at_truck
from chuckwagon.trucks.models import Truck

DISPUTE, MOVEMENT = "dispute", "movement"
KINDS = (SALE, REFUND, DISPUTE, MOVEMENT)
OVER_SHORT = "over_short"


class Booking(Struct, frozen=True, order=True):
    """Where the sums of a day book belong: the day, the truck, and the kind by its place in `KINDS`."""

    day: date
    truck_name: str
    truck_id: str
    kind: int


class Posting(Struct, frozen=True, order=True):
    """An account by its field in `AccountNames`, and for sales, discounts, refunds and tax the rate in units.

    What is not taxed has no rate.
    """

    account: str
    rate: int | None = None


class DaySums(Struct):
    """The facts of a day and kind: how many, their sums in cents, and the postings, which add up to zero."""

    count: int
    sums: SaleSums
    postings: dict[Posting, int]


class Entry(Struct, frozen=True):
    """One dated fact of the books, amounts in cents; what leaves the truck is negative.

    `at` is when it happened, `booked_at` the instant that gives it its day, on the clock of `zone`.
    """

    kind: str
    truck_id: str
    truck_name: str
    day: date
    at: datetime
    booked_at: datetime
    zone: str
    place_name: str | None
    order_number: int | None
    tender: str | None
    gross: int
    discount: int
    taxable: int
    exempt: int
    tax: int
    tip: int
    total: int
    fee: int
    transfer: int
    reference: str


class MovementFact(Struct, frozen=True):
    """Cash that moved without a sale: paid in (positive) or out, or over and short when the drawer was counted."""

    truck_id: str
    truck_name: str
    at: datetime
    zone: str
    kind: str
    cents: int
    reason: str

    @property
    def day(self) -> date:
        return self.at.astimezone(ZoneInfo(self.zone)).date()


class DisputeFact(Struct, frozen=True):
    """Money that a bank took (negative) or returned."""

    truck_id: str
    truck_name: str
    at: datetime
    booked_at: datetime
    zone: str
    place_name: str | None
    order_number: int
    tender: str
    cents: int
    reference: str

    @property
    def day(self) -> date:
        return self.booked_at.astimezone(ZoneInfo(self.zone)).date()


def build_day_book(session: Session, truck: Truck | None, period: Period) -> dict[Booking, DaySums]:
    """The sums of each day of the period, by truck and kind, in the order of the days."""
    kept, rest = book_days.read(session, truck, period)
    book = _start_book()
    for day in kept:
        for kind, (count, sums, postings) in day.figures["book"].items():
            at = Booking(day.day, day.truck.name, day.truck.id, KINDS.index(kind))
            book[at] = DaySums(count, SaleSums(*sums), {Posting(name, rate): cents for name, rate, cents in postings})
    if rest is not None:
        sales = sum_sales(session, truck, rest, with_shares=True)
        book |= sum_days(sales, list_refunds(session, truck, rest))
    for dispute in list_disputes(session, truck, period):
        sums = SaleSums(total=dispute.cents)
        _add(book, dispute, DISPUTE, 1, sums, {"platform": dispute.cents, "disputes": -dispute.cents})
    for move in list_movements(session, truck, period):
        other = "over_short" if move.kind == OVER_SHORT else "drawer"
        _add(book, move, MOVEMENT, 1, SaleSums(total=move.cents), {"cash": move.cents, other: -move.cents})
    return dict(sorted(book.items()))


def _start_book() -> dict[Booking, DaySums]:
    return defaultdict(lambda: DaySums(0, SaleSums(), defaultdict(int)))


def sum_days(sales: Mapping[SoldAt, SaleSums], refunds: Iterable[RefundFact]) -> dict[Booking, DaySums]:
    """The sums of these sales and refunds by day, truck and kind."""
    book = _start_book()
    for sold, sums in sales.items():
        _add(book, sold, SALE, sums.orders, sums, post_sale(sold, sums))
    for refund in refunds:
        _add(book, refund.sold, REFUND, 1, refund_sums(refund), post_refund(refund))
    return book


def _add(
    book: dict[Booking, DaySums],
    at: SoldAt | MovementFact | DisputeFact,
    kind: str,
    count: int,
    sums: SaleSums,
    postings: dict[Any, int],
) -> None:
    found = book[Booking(at.day, at.truck_name, at.truck_id, KINDS.index(kind))]
    found.count += count
    found.sums.add(sums)
    for account, cents in postings.items():
        if cents:
            found.postings[account if isinstance(account, Posting) else Posting(account)] += cents


def post_sale(sold: SoldAt, sums: SaleSums) -> dict[Any, int]:
    """The postings of sales of one tender and rates."""
    postings: dict[Any, int] = defaultdict(int)
    for account, cents in _money(sold.tender, sums.total, sums.transfer, sums.fee).items():
        postings[account] += cents
    postings["tips"] -= sums.tip
    exempt_discount = sums.exempt_gross - sums.exempt
    reduced_discount = sums.reduced_gross - sums.reduced_taxable
    parts = [
        (None, sums.exempt_gross, exempt_discount, 0),
        (
            sold.rate,
            sums.gross - sums.reduced_gross - sums.exempt_gross,
            sums.discount - reduced_discount - exempt_discount,
            sums.tax - sums.reduced_tax,
        ),
    ]
    if sold.reduced_rate is not None:
        parts.append((sold.reduced_rate, sums.reduced_gross, reduced_discount, sums.reduced_tax))
    for rate, gross, discount, tax in parts:
        postings[Posting("sales", rate)] -= gross
        postings[Posting("discounts", rate)] += discount
        postings[Posting("tax", rate)] -= tax
    return postings


def _money(tender: str, total: int, transfer: int, fee: int) -> dict[str, int]:
    """To which accounts money of this tender goes, in cents."""
    if tender in (CASH, OTHER_CARD):
        return {tender: total}
    return {"processor": transfer - fee, "platform": total - transfer, "fees": fee}


def refund_sums(refund: RefundFact) -> SaleSums:
    """A refund as negative sums; what a discount took off the price was not paid and is not given back."""
    parts, sign = refund.parts, refund.sign
    return SaleSums(
        gross=-sign * parts.net,
        exempt=-sign * parts.exempt,
        tax=-sign * parts.tax,
        tip=-sign * parts.tip,
        total=-sign * parts.total,
        fee=-sign * refund.fee,
        transfer=-sign * refund.transfer,
    )


def post_refund(refund: RefundFact) -> dict[Any, int]:
    """The postings of a refund."""
    sums = refund_sums(refund)
    postings: dict[Any, int] = dict(_money(refund.sold.tender, sums.total, sums.transfer, sums.fee))
    postings[Posting("refunds")] = refund.sign * refund.parts.exempt
    postings["tips"] = -sums.tip
    for rate, part in refund.parts.rates.items():
        postings[Posting("refunds", rate)] = refund.sign * part.net
        postings[Posting("tax", rate)] = refund.sign * part.tax
    return postings


def list_disputes(session: Session, truck: Truck | None, period: Period) -> list[DisputeFact]:
    """The disputes that were opened in the period, and those that were won in it.

    A payment that was held for review may be disputed before it has an order.
    """
    begin, end = widen(period)
    query = (
        sa.select(Dispute, Order, Truck)
        .join(Order, Order.id == Dispute.order_id)
        .join(Truck, Truck.id == Order.truck_id)
        .where(at_truck(truck), Dispute.withdrawn_at.is_not(None))
        .where(sa.or_(*(_between(one, begin, end) for one in (
            Dispute.created_at, Dispute.withdrawn_at, Dispute.returned_at, Order.created_at))))
        .order_by(Dispute.created_at, Dispute.id)
        .options(sa.orm.lazyload(Order.lines))
    )  # fmt: skip
    rows = session.execute(query).all()
    closes = Closes(session, truck)
    found = []
    for dispute, order, of in rows:
        zone = order.sold_timezone or order.place_timezone or of.timezone
        about = (zone, order.sold_place_name or order.place_name, order.order_number, order.tender)
        cents = dispute.amount_cents if dispute.withdrawn_cents is None else dispute.withdrawn_cents
        moves = [(dispute.created_at, dispute.withdrawn_at, -cents), (dispute.returned_at, dispute.returned_at, cents)]
        for at, read_at, moved in moves:
            if at is not None and read_at is not None:
                booked_at = closes.book(of.id, at, max(read_at, order.created_at), zone)
                found.append(DisputeFact(of.id, of.name, at, booked_at, *about, moved, dispute.id))
    return [one for one in found if period.first <= one.day <= period.last]


def _between(column: Any, begin: datetime, end: datetime) -> Any:
    return sa.and_(column >= begin, column < end)


def list_movements(session: Session, truck: Truck | None, period: Period) -> list[MovementFact]:
    """Pay-ins, pay-outs, and what was over or short when a drawer was counted, of the period."""
    begin, end = widen(period)
    zone_of_day = sa.func.coalesce(DayClose.timezone, Truck.timezone)
    moves = sa.select(DayEvent, Truck.name, zone_of_day).join(Truck, Truck.id == DayEvent.truck_id)
    moves = moves.outerjoin(DayClose, DayClose.id == DayEvent.close_id)
    moves = moves.where(DayEvent.kind.in_((PAY_IN, PAY_OUT)), _between(DayEvent.at, begin, end))
    counts = sa.select(DrawerSession, Truck.name, zone_of_day).join(Truck, Truck.id == DrawerSession.truck_id)
    counts = counts.outerjoin(DayClose, DayClose.session_id == DrawerSession.id).where(
        _between(DrawerSession.closed_at, begin, end), DrawerSession.counted_cents != DrawerSession.expected_cents
    )
    if truck is not None:
        moves, counts = moves.where(DayEvent.truck_id == truck.id), counts.where(DrawerSession.truck_id == truck.id)
    found = [
        MovementFact(
            event.truck_id, name, event.at, zone, event.kind,
            event.amount_cents if event.kind == PAY_IN else -event.amount_cents, event.reason or "",
        )
        for event, name, zone in session.execute(moves.order_by(DayEvent.id))
    ]  # fmt: skip
    for drawer, name, zone in session.execute(counts.order_by(DrawerSession.closed_at)):
        off, at = (drawer.counted_cents or 0) - (drawer.expected_cents or 0), drawer.closed_at or drawer.opened_at
        found.append(MovementFact(drawer.truck_id, name, at, zone, OVER_SHORT, off, ""))
    return [one for one in found if period.first <= one.day <= period.last]


def list_entries(session: Session, truck: Truck | None, period: Period) -> list[Entry]:
    """Every entry of the period, by day and in the order in which it was booked."""
    entries = [
        *map(_sale_entry, list_sales(session, truck, period)),
        *map(_refund_entry, list_refunds(session, truck, period)),
        *map(_dispute_entry, list_disputes(session, truck, period)),
        *map(_movement_entry, list_movements(session, truck, period)),
    ]
    return sorted(entries, key=lambda one: (one.day, one.truck_name, one.truck_id, one.booked_at, one.kind,
                                            one.order_number or 0, one.reference))  # fmt: skip


def _sale_entry(sale: SaleFact) -> Entry:
    sums = sale.sums
    net = sums.gross - sums.discount
    amounts = (sums.gross, sums.discount, net - sums.exempt, sums.exempt, sums.tax, sums.tip, sums.total)
    return _entry(SALE, sale.sold, (sale.at, sale.booked_at, sale.zone), sale.order_number,
                  (*amounts, sums.fee, sums.transfer), sale.reference)  # fmt: skip


def _refund_entry(refund: RefundFact) -> Entry:
    sums = refund_sums(refund)
    amounts = (sums.gross, 0, sums.gross - sums.exempt, sums.exempt, sums.tax, sums.tip, sums.total)
    return _entry(REFUND, refund.sold, (refund.at, refund.at, refund.zone), refund.order_number,
                  (*amounts, sums.fee, sums.transfer), refund.reference)  # fmt: skip


def _entry(
    kind: str, sold: SoldAt, when: tuple[datetime, datetime, str], number: int, amounts: Iterable[int], reference: str
) -> Entry:
    about = (kind, sold.truck_id, sold.truck_name, sold.day, *when, sold.place_name, number, sold.tender)
    values: list[Any] = [*about, *amounts, reference]
    return Entry(*values)


def _dispute_entry(one: DisputeFact) -> Entry:
    about = (DISPUTE, one.truck_id, one.truck_name, one.day, one.at, one.booked_at, one.zone)
    return Entry(*about, one.place_name, one.order_number, one.tender, *(0,) * 6, one.cents, 0, 0, one.reference)


def _movement_entry(one: MovementFact) -> Entry:
    about = (MOVEMENT, one.truck_id, one.truck_name, one.day, one.at, one.at, one.zone)
    reason = f"{one.kind}: {one.reason}" if one.reason else one.kind
    return Entry(*about, None, None, CASH, *(0,) * 6, one.cents, 0, 0, reason)
