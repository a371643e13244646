"""Analytics of a period. An order belongs to the period in which it was created.

- A sale is a paid order that was not cancelled, fully refunded or disputed. Unpaid counter orders are no sales.
- Revenue is the sum of the sales' totals, tax and tips included, less their refunds. Tips are the part of it that
  was given as a tip; a refund returns the price and the tax first.
- Orders is the number of sales; the average order is revenue divided by orders; items sold is a quantity.
- The cancelled share is cancelled orders divided by all orders, paid or not.
- The refunded share is orders with a full or partial refund divided by all orders that were ever paid.
- Minutes to ready run from the creation of a paid order, which is its payment, to the status "ready"; the median
  is over the orders that became ready.
- Top items are ranked by quantity sold; their revenue is at the price sold, before discounts, tax and refunds.
- By day and by hour are revenue and orders again, on the truck's clock; by tender too, in a fixed order.

The quarter hour of an instant, as SQL for both databases.
"""

from collections import defaultdict
from statistics import median
from typing import Any, Literal
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from msgspec import Struct, field
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import Session

from chuckwagon.kit.money import to_dollars
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import CARD, CASH, ONLINE, READER, Order, OrderEvent, OrderLine
from chuckwagon.orders.status import DISCOUNT_CENTS, IS_SALE, REVENUE_CENTS, TIPS_CENTS
from chuckwagon.reporting.periods import QUARTER_SECONDS, Period, at_truck, local_time
from chuckwagon.trucks.models import Truck


class QuarterHour(sa.sql.functions.FunctionElement[int]):
    """The number of whole quarter hours between 1970 and an instant."""

    name = "quarter_hour"
    type = sa.BigInteger()
    inherit_cache = True


@compiles(QuarterHour, "sqlite")
def _in_sqlite(element: QuarterHour, compiler: sa.sql.compiler.SQLCompiler, **more: Any) -> str:
    instant = compiler.process(element.clauses, **more)
    return f"(CAST(strftime('%s', {instant}) AS INTEGER) / {QUARTER_SECONDS})"


@compiles(QuarterHour, "postgresql")
def _in_postgresql(element: QuarterHour, compiler: sa.sql.compiler.SQLCompiler, **more: Any) -> str:
    instant = compiler.process(element.clauses, **more)
    return f"CAST(floor(extract(epoch FROM {instant}) / {QUARTER_SECONDS}) AS BIGINT)"


TOP_ITEMS = 10
REFUNDED_STATUSES = (statuses.REFUNDED, statuses.PARTIALLY_REFUNDED)


class Totals(Struct, rename="camel"):
    """Money in dollars, shares from 0 to 1, the median in minutes (null: no order became ready)."""

    revenue: float
    orders: int
    average_order: float
    items_sold: int
    cancelled_share: float
    refunded_share: float
    median_minutes_to_ready: float | None
    tips: float
    discounts: float


class DayFigures(Struct):
    """A day on the truck's clock; revenue in dollars."""

    date: str
    revenue: float
    orders: int


class HourFigures(Struct):
    """An hour on the truck's clock, over all days of the period; revenue in dollars."""

    hour: int
    revenue: float
    orders: int


class TenderFigures(Struct):
    """What was paid in one way; revenue in dollars. `card` was taken on a device that is not the truck's reader."""

    tender: Literal["online", "reader", "cash", "card"]
    revenue: float
    orders: int


class TopItem(Struct, rename="camel"):
    """A menu item under the name that it was last sold by; revenue in dollars."""

    menu_item_id: str | None
    name: str
    quantity: int
    revenue: float


class Analytics(Struct, rename="camel"):
    """The analytics of a period, and the totals of the same number of days before."""

    first: str = field(name="from")
    last: str = field(name="to")
    timezone: str
    totals: Totals
    previous: Totals
    by_day: list[DayFigures]
    by_hour: list[HourFigures]
    top_items: list[TopItem]
    by_tender: list[TenderFigures] = field(default_factory=list)


def analyze(session: Session, truck: Truck | None, period: Period) -> Analytics:
    """Compute the analytics of the truck's period (None: all trucks), on the clock of `period.zone`."""
    by_day, by_hour = _sum_by_time(session, truck, period)
    return Analytics(
        first=period.first.isoformat(),
        last=period.last.isoformat(),
        timezone=period.zone,
        totals=_totals(session, truck, period),
        previous=_totals(session, truck, period.previous),
        by_day=by_day,
        by_hour=by_hour,
        top_items=_list_top_items(session, truck, period),
        by_tender=_sum_by_tender(session, truck, period),
    )


def _created_in(truck: Truck | None, period: Period) -> tuple[sa.ColumnElement[bool], ...]:
    return at_truck(truck), Order.created_at >= period.begins_at, Order.created_at < period.ends_at


def _count_if(condition: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
    return sa.func.coalesce(sa.func.sum(sa.case((condition, 1), else_=0)), 0)


def _totals(session: Session, truck: Truck | None, period: Period) -> Totals:
    created = _created_in(truck, period)
    row = session.execute(
        sa.select(
            sa.func.coalesce(sa.func.sum(REVENUE_CENTS), 0).label("revenue"),
            sa.func.coalesce(sa.func.sum(TIPS_CENTS), 0).label("tips"),
            sa.func.coalesce(sa.func.sum(DISCOUNT_CENTS), 0).label("discounts"),
            _count_if(IS_SALE).label("sales"),
            sa.func.count().label("made"),
            _count_if(Order.status == statuses.CANCELLED).label("cancelled"),
            _count_if(Order.payment_status != statuses.UNPAID).label("paid"),
            _count_if(Order.payment_status.in_(REFUNDED_STATUSES)).label("given_back"),
            sa.func.coalesce(sa.func.sum(sa.case((IS_SALE, Order.pieces))), 0).label("pieces"),
        ).where(*created)
    ).one()
    # Orders of an older release do not know their pieces.
    counted = sa.select(sa.func.coalesce(sa.func.sum(OrderLine.quantity), 0)).join(Order)
    more_pieces = session.scalar(counted.where(*created, IS_SALE, Order.pieces.is_(None)))
    revenue, sales = int(row.revenue), int(row.sales)
    return Totals(
        revenue=to_dollars(revenue),
        orders=sales,
        average_order=to_dollars((2 * revenue + sales) // (2 * sales) if sales else 0),
        items_sold=int(row.pieces) + int(more_pieces or 0),
        cancelled_share=_share(row.cancelled, row.made),
        refunded_share=_share(row.given_back, row.paid),
        median_minutes_to_ready=_median_minutes(session, created),
        tips=to_dollars(int(row.tips)),
        discounts=to_dollars(int(row.discounts)),
    )


def _share(part: int, whole: int) -> float:
    return int(part) / int(whole) if whole else 0.0


def _median_minutes(session: Session, created: tuple[sa.ColumnElement[bool], ...]) -> float | None:
    was_paid = (*created, Order.payment_status != statuses.UNPAID)
    known = sa.select(Order.seconds_to_ready).where(*was_paid, Order.seconds_to_ready.is_not(None))
    # Orders that do not know when they were ready: those that are not yet, and those of an older release.
    in_history = (
        sa.select(Order.created_at, sa.func.min(OrderEvent.at))
        .join(OrderEvent, OrderEvent.order_id == Order.id)
        .where(*was_paid, Order.seconds_to_ready.is_(None), OrderEvent.status == statuses.READY)
        .group_by(Order.id, Order.created_at)
    )
    seconds = [float(one) for one in session.scalars(known) if one is not None]
    seconds += [(ready_at - paid_at).total_seconds() for paid_at, ready_at in session.execute(in_history)]
    return round(median(seconds) / 60, 2) if seconds else None


def _sum_by_time(session: Session, truck: Truck | None, period: Period) -> tuple[list[DayFigures], list[HourFigures]]:
    """Return (by day, by hour): every day of the period and all 24 hours, also those without a sale."""
    quarter = QuarterHour(Order.created_at)
    sums = (
        sa.select(quarter, sa.func.sum(REVENUE_CENTS), sa.func.count())
        .where(*_created_in(truck, period), IS_SALE)
        .group_by(quarter)
    )
    zone = ZoneInfo(period.zone)
    days: dict[Any, list[int]] = defaultdict(lambda: [0, 0])
    hours: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    for quarter_hour, cents, count in session.execute(sums):
        local = local_time(int(quarter_hour), zone)
        for bucket in (days[local.date()], hours[local.hour]):
            bucket[0] += int(cents)
            bucket[1] += count
    return (
        [DayFigures(day.isoformat(), to_dollars(days[day][0]), days[day][1]) for day in period.days],
        [HourFigures(hour, to_dollars(hours[hour][0]), hours[hour][1]) for hour in range(24)],
    )


def _sum_by_tender(session: Session, truck: Truck | None, period: Period) -> list[TenderFigures]:
    """Every way to pay, also one without a sale."""
    sums = sa.select(Order.tender, sa.func.sum(REVENUE_CENTS), sa.func.count())
    rows = session.execute(sums.where(*_created_in(truck, period), IS_SALE).group_by(Order.tender))
    known = {tender: (int(cents), count) for tender, cents, count in rows}
    found = [(tender, *known.get(tender, (0, 0))) for tender in (ONLINE, READER, CASH, CARD)]
    return [TenderFigures(tender, to_dollars(cents), count) for tender, cents, count in found]  # type: ignore[arg-type]


def _list_top_items(session: Session, truck: Truck | None, period: Period) -> list[TopItem]:
    """The best-selling items, at most TOP_ITEMS. Grouped by menu item, under its latest name.

    A line item without a menu item is grouped by its name.
    """
    query = (
        sa.select(
            OrderLine.menu_item_id,
            OrderLine.name,
            sa.func.sum(OrderLine.quantity),
            sa.func.sum(OrderLine.total_cents),
        )
        .join(Order)
        .where(*_created_in(truck, period), IS_SALE)
        .group_by(OrderLine.menu_item_id, OrderLine.name)
        .order_by(sa.func.max(Order.created_at), OrderLine.name)
    )
    found: dict[str, TopItem] = {}
    for item_id, name, quantity, cents in session.execute(query):
        item = found.setdefault(item_id or f"name:{name}", TopItem(item_id, name, 0, 0))
        item.name = name
        item.quantity += int(quantity)
        item.revenue += int(cents)
    top = sorted(found.values(), key=lambda item: (-item.quantity, -item.revenue, item.name))[:TOP_ITEMS]
    for item in top:
        item.revenue = to_dollars(int(item.revenue))
    return top
