"""The figures of a period. An order belongs to the period in which it was made.

- A sale is an order that was paid, whose money was not all given back or disputed, and that was not
  cancelled. Unpaid orders from the window are none.
- Revenue is what the sales brought: their totals, tax included, less what was refunded on them.
- Orders is the number of sales; the average order is revenue through orders; items sold are their pieces.
- The cancelled share is cancelled orders among all orders made, paid or not.
- The refunded share is orders with money given back, in whole or in part, among all that were ever paid.
- The minutes to ready lie between the making of a paid order, which is its payment, and the kitchen's
  "ready"; the median is over the orders that became ready.
- Top items are what sales consist of, by pieces; their revenue is at the price sold, before tax and refunds.
- By day and by hour are revenue and orders again, on the truck's clock.
"""

from collections import defaultdict
from statistics import median
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from msgspec import Struct, field
from sqlalchemy.orm import Session

from chuckwagon.core.money import to_dollars
from chuckwagon.insights.periods import Period, local_time
from chuckwagon.insights.quarters import QuarterHour
from chuckwagon.insights.scope import at_truck
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import Order, OrderEvent, OrderLine
from chuckwagon.orders.sales import IS_SALE, REVENUE_CENTS
from chuckwagon.trucks.models import Truck

TOP_ITEMS = 10
GIVEN_BACK = (statuses.REFUNDED, statuses.PARTIALLY_REFUNDED)


class Totals(Struct, rename="camel"):
    """Money in dollars, shares from 0 to 1, the median in minutes (null: nothing became ready)."""

    revenue: float
    orders: int
    average_order: float
    items_sold: int
    cancelled_share: float
    refunded_share: float
    median_minutes_to_ready: float | None


class DayFigures(Struct):
    """A day on the truck's clock."""

    date: str
    revenue: float
    orders: int


class HourFigures(Struct):
    """An hour of the day on the truck's clock, over all days of the period."""

    hour: int
    revenue: float
    orders: int


class TopItem(Struct, rename="camel"):
    """A dish under the name that it was last sold by."""

    menu_item_id: str | None
    name: str
    quantity: int
    revenue: float


class Analytics(Struct, rename="camel"):
    """The figures of a period beside those of as many days before it."""

    first: str = field(name="from")
    last: str = field(name="to")
    timezone: str
    totals: Totals
    previous: Totals
    by_day: list[DayFigures]
    by_hour: list[HourFigures]
    top_items: list[TopItem]


def analyse(session: Session, truck: Truck | None, period: Period) -> Analytics:
    """All figures of the truck's period (None: of all trucks)."""
    by_day, by_hour = _by_time(session, truck, period)
    return Analytics(
        first=period.first.isoformat(),
        last=period.last.isoformat(),
        timezone=period.zone,
        totals=_totals(session, truck, period),
        previous=_totals(session, truck, period.previous),
        by_day=by_day,
        by_hour=by_hour,
        top_items=_top_items(session, truck, period),
    )


def _made_in(truck: Truck | None, period: Period) -> tuple[sa.ColumnElement[bool], ...]:
    return at_truck(truck), Order.created_at >= period.begins_at, Order.created_at < period.ends_at


def _count_if(condition: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
    return sa.func.coalesce(sa.func.sum(sa.case((condition, 1), else_=0)), 0)


def _totals(session: Session, truck: Truck | None, period: Period) -> Totals:
    made = _made_in(truck, period)
    row = session.execute(
        sa.select(
            sa.func.coalesce(sa.func.sum(REVENUE_CENTS), 0).label("revenue"),
            _count_if(IS_SALE).label("sales"),
            sa.func.count().label("made"),
            _count_if(Order.status == statuses.CANCELLED).label("cancelled"),
            _count_if(Order.payment_status != statuses.UNPAID).label("paid"),
            _count_if(Order.payment_status.in_(GIVEN_BACK)).label("given_back"),
        ).where(*made)
    ).one()
    pieces = sa.select(sa.func.coalesce(sa.func.sum(OrderLine.quantity), 0)).join(Order).where(*made, IS_SALE)
    revenue, sales = int(row.revenue), int(row.sales)
    return Totals(
        revenue=to_dollars(revenue),
        orders=sales,
        average_order=to_dollars((2 * revenue + sales) // (2 * sales) if sales else 0),
        items_sold=int(session.scalar(pieces) or 0),
        cancelled_share=_share(row.cancelled, row.made),
        refunded_share=_share(row.given_back, row.paid),
        median_minutes_to_ready=_median_minutes(session, made),
    )


def _share(part: int, whole: int) -> float:
    return int(part) / int(whole) if whole else 0.0


def _median_minutes(session: Session, made: tuple[sa.ColumnElement[bool], ...]) -> float | None:
    ready = (
        sa.select(Order.created_at, sa.func.min(OrderEvent.at))
        .join(OrderEvent, OrderEvent.order_id == Order.id)
        .where(*made, OrderEvent.status == statuses.READY, Order.payment_status != statuses.UNPAID)
        .group_by(Order.id, Order.created_at)
    )
    seconds = [(ready_at - paid_at).total_seconds() for paid_at, ready_at in session.execute(ready)]
    return round(median(seconds) / 60, 2) if seconds else None


def _by_time(
    session: Session, truck: Truck | None, period: Period
) -> tuple[list[DayFigures], list[HourFigures]]:
    """Every day and all 24 hours, also those without a sale."""
    quarter = QuarterHour(Order.created_at)
    sums = (
        sa.select(quarter, sa.func.sum(REVENUE_CENTS), sa.func.count())
        .where(*_made_in(truck, period), IS_SALE)
        .group_by(quarter)
    )
    zone = ZoneInfo(period.zone)
    days: dict[Any, list[int]] = defaultdict(lambda: [0, 0])
    hours: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    for bucket, cents, count in session.execute(sums):
        local = local_time(int(bucket), zone)
        for place in (days[local.date()], hours[local.hour]):
            place[0] += int(cents)
            place[1] += count
    return (
        [DayFigures(day.isoformat(), to_dollars(days[day][0]), days[day][1]) for day in period.days],
        [HourFigures(hour, to_dollars(hours[hour][0]), hours[hour][1]) for hour in range(24)],
    )


def _top_items(session: Session, truck: Truck | None, period: Period) -> list[TopItem]:
    """A dish that was renamed is still one; a line without a dish counts by its name."""
    sold = (
        sa.select(
            OrderLine.menu_item_id,
            OrderLine.name,
            sa.func.sum(OrderLine.quantity),
            sa.func.sum(OrderLine.total_cents),
        )
        .join(Order)
        .where(*_made_in(truck, period), IS_SALE)
        .group_by(OrderLine.menu_item_id, OrderLine.name)
        .order_by(sa.func.max(Order.created_at), OrderLine.name)
    )
    found: dict[str, TopItem] = {}
    for item_id, name, quantity, cents in session.execute(sold):
        item = found.setdefault(item_id or f"name:{name}", TopItem(item_id, name, 0, 0))
        item.name = name
        item.quantity += int(quantity)
        item.revenue += int(cents)
    best = sorted(found.values(), key=lambda item: (-item.quantity, -item.revenue, item.name))[:TOP_ITEMS]
    for item in best:
        item.revenue = to_dollars(int(item.revenue))
    return best
