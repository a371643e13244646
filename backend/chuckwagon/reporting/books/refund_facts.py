"""The facts of the refunds that the books are derived from, with the day of each, and what each gives back.

A refund is booked when Stripe accepted it, or when it was paid out at the counter; one that failed is taken back when
it failed. It belongs to the place at which its order was sold.

What it gives back: the price and the tax at each rate, what is not taxed, and the tip.

- A refund of items has the price of the items, less their discount, and the tax at their own rate.
- A refund of an amount has tax in proportion to the order without its tip, half up, divided among the rates by largest
  remainder, higher rates first; the tip comes last.

Both are cumulative: a part is what is given back up to now, less what earlier refunds have given back. So the parts of
a refund are its amount, and a full refund gives back the whole tax.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.orm import Session

from chuckwagon.drawer.models import REFUND, REFUND_FAILED, DayEvent
from chuckwagon.kit.money import divide_cents
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import SUCCEEDED, Order, OrderLine, Refund
from chuckwagon.orders.purchase import find_line_rate, list_tax_parts
from chuckwagon.reporting.books.book_days import widen
from chuckwagon.reporting.books.facts import PLACE_NAME, ZONE, SoldAt
from chuckwagon.reporting.periods import Period, at_truck
from chuckwagon.trucks.models import Truck


class NetAndTax(NamedTuple):
    """What an order or a refund has at one rate, in cents: the price without tax, and the tax on it."""

    net: int
    tax: int


class PaidParts(Struct, frozen=True):
    """Where the total of an order, or the amount of a refund, belongs, in cents. `rates` is keyed by rate in units."""

    rates: Mapping[int, NetAndTax]
    exempt: int
    tip: int
    prices_include_tax: bool = False

    @property
    def tax(self) -> int:
        return sum(part.tax for part in self.rates.values())

    @property
    def net(self) -> int:
        """The price without tax, taxed or not."""
        return self.exempt + sum(part.net for part in self.rates.values())

    @property
    def total(self) -> int:
        return self.net + self.tax + self.tip


class SoldLine(NamedTuple):
    """A line item: the shown price of one piece in cents, how many, and its rate in units (None: not taxed)."""

    unit_cents: int
    quantity: int
    rate: int | None


class GivenBack(NamedTuple):
    """A refund: its amount in cents, and the pieces by the index of the line item; empty for an amount."""

    cents: int
    pieces: Mapping[int, int]


def paid_parts(order: Any) -> PaidParts:
    """Where the total of an order belongs."""
    rates = {part.rate_units: NetAndTax(part.taxable_cents, part.tax_cents) for part in list_tax_parts(order)}
    return PaidParts(rates, order.exempt_cents, order.tip_cents, order.prices_include_tax)


def split_refunds(paid: PaidParts, lines: Sequence[SoldLine], refunds: Iterable[GivenBack]) -> list[PaidParts]:
    """The parts of each refund of an order, in the order in which they were made."""
    state = _Returned(paid, lines)
    return [state.add(refund) for refund in refunds]


class _Returned:
    """What is left of an order, part by part. `None` is the key of what is not taxed."""

    def __init__(self, paid: PaidParts, lines: Sequence[SoldLine]) -> None:
        self._keys: list[int | None] = [*sorted(paid.rates, reverse=True), None]
        self._paid_net = {key: paid.rates[key].net if key is not None else paid.exempt for key in self._keys}
        self._paid_tax = {key: paid.rates[key].tax if key is not None else 0 for key in self._keys}
        self._left_net, self._left_tax, self._left_tip = dict(self._paid_net), dict(self._paid_tax), paid.tip
        # What is open to refunds of an amount: the order, less what refunds of items have given back.
        self._open_net, self._open_tax, self._by_amount = dict(self._paid_net), dict(self._paid_tax), 0
        self._lines, self._includes_tax = lines, paid.prices_include_tax
        self._gross = {key: sum(line.unit_cents * line.quantity for line in lines if line.rate == key)
                       for key in self._keys}  # fmt: skip
        self._gross_back = dict.fromkeys(self._keys, 0)

    def add(self, refund: GivenBack) -> PaidParts:
        before = dict(self._left_net), dict(self._left_tax), self._left_tip
        rest = refund.cents
        if refund.pieces:
            rest -= self._take_items(refund.pieces, rest)
        if rest > 0:
            self._take_amount(rest)
        net = {key: before[0][key] - self._left_net[key] for key in self._keys}
        tax = {key: before[1][key] - self._left_tax[key] for key in self._keys}
        rates = {key: NetAndTax(net[key], tax[key]) for key in self._keys if key is not None}
        return PaidParts(rates, net[None], before[2] - self._left_tip)

    def _take_items(self, pieces: Mapping[int, int], limit: int) -> int:
        """Take the price and the tax of the pieces, at most `limit` and what is left; returns how much it was."""
        for index, count in pieces.items():
            if index < len(self._lines):
                line = self._lines[index]
                self._gross_back[line.rate] = self._gross_back.get(line.rate, 0) + line.unit_cents * count
        taken = 0
        for key in self._keys:
            gross, gross_back, tax = self._gross[key], self._gross_back[key], self._paid_tax[key]
            inner_tax = tax if self._includes_tax else 0
            discount = gross - self._paid_net[key] - inner_tax
            tax_back = _share(tax, gross_back, gross)
            net_back = gross_back - _share(discount, gross_back, gross) - (tax_back if self._includes_tax else 0)
            for back, paid, left, still_open in (
                (tax_back, self._paid_tax, self._left_tax, self._open_tax),
                (net_back, self._paid_net, self._left_net, self._open_net),
            ):
                cents = max(0, min(back - (paid[key] - still_open[key]), left[key], limit - taken))
                left[key] -= cents
                still_open[key] -= cents
                taken += cents
        return taken

    def _take_amount(self, cents: int) -> None:
        base = sum(self._open_net.values()) + sum(self._open_tax.values())
        left = sum(self._left_net.values()) + sum(self._left_tax.values())
        of_order = min(cents, left)
        self._left_tip -= cents - of_order
        self._by_amount += of_order
        is_all = of_order == left
        taxes = sum(self._open_tax.values())
        tax_back = taxes if is_all else _share(taxes, self._by_amount, base)
        tax_target = divide_cents(tax_back, [self._open_tax[key] for key in self._keys])
        net_target = divide_cents(self._by_amount - tax_back, [self._open_net[key] for key in self._keys])
        cells = [
            (kept, key, 0 if is_all else still_open[key] - target[index])
            for kept, still_open, target in (
                (self._left_tax, self._open_tax, tax_target),
                (self._left_net, self._open_net, net_target),
            )
            for index, key in enumerate(self._keys)
        ]
        # What is given back stays so: where the target is below it, the other parts give less now.
        taken = [max(0, kept[key] - aim) for kept, key, aim in cells]
        excess = divide_cents(sum(taken) - of_order, taken)
        for (kept, key, _aim), cents, too_much in zip(cells, taken, excess, strict=True):
            kept[key] -= cents - too_much


def _share(amount: int, part: int, whole: int) -> int:
    """The part of the amount that belongs to `part` of `whole`, half up; all of it for the whole."""
    return (2 * amount * part + whole) // (2 * whole) if whole else 0


MAX_IDS = 500
# What a refund needs of its order. Entities of thousands of orders cost more than all sums of a year.
REFUNDED_COLUMNS = (
    "truck_id", "order_number", "sold_place_id", "tender", "subtotal_cents", "discount_cents", "exempt_cents",
    "tax_cents", "tip_cents", "total_cents", "tax_rate_units", "reduced_tax_rate_units", "reduced_taxable_cents",
    "reduced_tax_cents", "prices_include_tax",
)  # fmt: skip


class RefundFact(Struct, frozen=True):
    """A refund of an order and what it gives back in cents, or with `sign` -1 that it failed after all.

    `transfer` is what came back from the truck's account, and `fee` what of the platform's fee came back with it.
    """

    sold: SoldAt
    at: datetime
    zone: str
    order_number: int
    reference: str
    parts: PaidParts
    transfer: int
    fee: int
    sign: int = 1


def list_refunds(session: Session, truck: Truck | None, period: Period) -> list[RefundFact]:
    """The refunds that are booked in the period, and those that failed in it, in the order in which it happened."""
    by_order: dict[str, list[Any]] = defaultdict(list)
    for row in session.execute(_select_refunds(truck, period)):
        by_order[row.order_id].append(row)
    with_lines = [order_id for order_id, rows in by_order.items() if any(row.lines for row in rows)]
    lines = _load_lines(session, with_lines)
    found = [fact for rows in by_order.values() for fact in _to_refunds(rows, lines)]
    found = [fact for fact in found if period.first <= fact.sold.day <= period.last]
    return sorted(found, key=lambda fact: (fact.at, fact.reference, -fact.sign))


def _select_refunds(truck: Truck | None, period: Period) -> sa.Select[Any]:
    """All refunds of the orders of which something was refunded, or failed, about the period; oldest first.

    One without an event is of before there were events, and is booked when it was requested or paid out.
    """
    begin, end = widen(period)
    made, failed = sa.orm.aliased(DayEvent), sa.orm.aliased(DayEvent)
    old_at = sa.func.coalesce(Refund.paid_out_at, Refund.created_at)
    made_at = sa.func.coalesce(made.at, old_at)
    is_old = sa.and_(statuses.COUNTS_AS_REFUND, sa.or_(Refund.status == SUCCEEDED, Refund.provider_id.is_not(None)))
    recorded = sa.select(DayEvent.order_id).where(
        DayEvent.kind.in_((REFUND, REFUND_FAILED)), DayEvent.at >= begin, DayEvent.at < end
    )
    if truck is not None:
        recorded = recorded.where(DayEvent.truck_id == truck.id)
    old = sa.select(Refund.order_id).where(is_old, old_at >= begin, old_at < end)
    columns: list[Any] = [
        Order.id.label("order_id"), *(getattr(Order, name) for name in REFUNDED_COLUMNS),
        Truck.name.label("truck_name"), ZONE.label("zone"), PLACE_NAME.label("place_name"),
        Refund.id.label("refund_id"), Refund.amount_cents, Refund.lines,
        sa.func.coalesce(Refund.provider_id, Refund.id).label("reference"),
        sa.func.coalesce(Refund.transfer_back_cents, Refund.reversed_cents).label("transfer_back"),
        sa.func.coalesce(Refund.fee_back_cents, 0).label("fee_back"), made_at.label("at"),
        failed.at.label("failed_at"),
    ]  # fmt: skip
    return (
        sa.select(*columns)
        .join(Refund, Refund.order_id == Order.id)
        .join(Truck, Truck.id == Order.truck_id)
        .outerjoin(made, sa.and_(made.refund_id == Refund.id, made.kind == REFUND))
        .outerjoin(failed, sa.and_(failed.refund_id == Refund.id, failed.kind == REFUND_FAILED))
        .where(at_truck(truck), sa.or_(made.at.is_not(None), is_old), Order.id.in_(sa.union(recorded, old)))
        .order_by(made_at, Refund.id)
    )  # fmt: skip


def _load_lines(session: Session, order_ids: Sequence[str]) -> dict[str, list[Any]]:
    lines: dict[str, list[Any]] = defaultdict(list)
    columns = (OrderLine.order_id, OrderLine.unit_price_cents, OrderLine.quantity, OrderLine.tax_class)
    for start in range(0, len(order_ids), MAX_IDS):
        some = OrderLine.order_id.in_(order_ids[start : start + MAX_IDS])
        query = sa.select(*columns).where(some).order_by(OrderLine.order_id, OrderLine.position)
        for row in session.execute(query):
            lines[row.order_id].append(row)
    return lines


def _to_refunds(rows: Sequence[Any], lines: dict[str, list[Any]]) -> Iterator[RefundFact]:
    """The facts of the refunds of one order. What failed is taken back as it was, and counts no more for later ones."""
    order = rows[0]
    sold_lines = [
        SoldLine(line.unit_price_cents, line.quantity, find_line_rate(order, line.tax_class))
        for line in lines[order.order_id]
    ]
    steps = [(row.at, 1, row) for row in rows] + [(row.failed_at, -1, row) for row in rows if row.failed_at]
    active: list[Any] = []
    facts: dict[str, RefundFact] = {}
    for at, sign, row in sorted(steps, key=lambda step: (step[0], -step[1], step[2].refund_id)):
        if sign < 0:
            active.remove(row)
        else:
            active.append(row)
            backs = [
                GivenBack(one.amount_cents, {line["index"]: line["quantity"] for line in one.lines or ()})
                for one in active
            ]
            parts = split_refunds(paid_parts(order), sold_lines, backs)[-1]
            facts[row.refund_id] = _to_refund(row, parts)
        fact = facts[row.refund_id]
        day = at.astimezone(ZoneInfo(fact.zone)).date()
        yield replace(fact, sold=replace(fact.sold, day=day), at=at, sign=sign)


def _to_refund(row: Any, parts: PaidParts) -> RefundFact:
    place, rates = (row.sold_place_id, row.place_name), (row.tax_rate_units, row.reduced_tax_rate_units)
    sold = SoldAt(row.truck_id, row.truck_name, row.at.date(), *place, *rates, row.tender)
    about = (row.at, row.zone, row.order_number, row.reference)
    return RefundFact(sold, *about, parts, int(row.transfer_back), int(row.fee_back))
