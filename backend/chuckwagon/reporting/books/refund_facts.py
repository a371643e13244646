"""The facts of the refunds that the books are derived from, with the day of each.

A refund is booked when Stripe accepted it, or when it was paid out at the counter; one that failed is taken back when
it failed. It belongs to the place at which its order was sold.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.orm import Session

from chuckwagon.drawer.models import REFUND, REFUND_FAILED, DayEvent
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import SUCCEEDED, Order, OrderLine, Refund
from chuckwagon.orders.purchase import find_line_rate
from chuckwagon.reporting.books.book_days import widen
from chuckwagon.reporting.books.facts import PLACE_NAME, ZONE, SoldAt
from chuckwagon.reporting.books.refund_parts import GivenBack, PaidParts, SoldLine, paid_parts, split_refunds
from chuckwagon.reporting.periods import Period, at_truck
from chuckwagon.trucks.models import Truck

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
