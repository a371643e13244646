"""Every value of the analytics equals one computed from the raw rows, on days of 23, 24 and 25 hours."""

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from chuckwagon.kit.ids import new_id, new_secret
from chuckwagon.orders.models import Order, OrderEvent, OrderLine, Refund
from chuckwagon.orders.status import NEXT_STATUSES
from chuckwagon.trucks.models import Truck
from tests.suites import first_on_both

pytestmark = pytest.mark.dialect

TENDERS = ("online", "reader", "cash", "card")
PAYMENTS = ("paid", "partially_refunded", "refunded", "disputed", "unpaid")
MENU_ITEMS = (("a" * 24, "Taco"), ("b" * 24, "Bun"), (None, "Off the menu"))
# Each clock change is in the middle of its period.
CHANGES = [
    ("America/Los_Angeles", date(2026, 3, 8)),  # 23 hours
    ("America/Los_Angeles", date(2026, 11, 1)),  # 25 hours
    ("America/Santiago", date(2026, 9, 6)),  # without midnight
    ("America/Santiago", date(2026, 4, 4)),  # with 23:00 twice
    ("Australia/Lord_Howe", date(2026, 4, 5)),  # by half an hour
    ("Asia/Kathmandu", date(2026, 5, 1)),  # 5:45 from UTC: sums are of quarter hours
    # 3:30 and then 2:30 from UTC: half hours, as in the case of Lord Howe.
    pytest.param("America/St_Johns", date(2026, 3, 8), marks=pytest.mark.proof),
]


@dataclass(frozen=True)
class SoldOrder:
    """One order as the test knows it, amounts in cents."""

    at: datetime
    status: str
    payment: str
    lines: tuple[tuple[int, int, int], ...]  # menu item, quantity, unit price in cents
    tax: int
    tip: int
    off: int  # the discount, if it is not more than the subtotal
    refunded: int
    ready_after: int | None  # seconds
    tender: str

    @property
    def subtotal(self) -> int:
        return sum(quantity * cents for _, quantity, cents in self.lines)

    @property
    def total(self) -> int:
        return self.subtotal - self.discount + self.tax + self.tip

    @property
    def discount(self) -> int:
        return min(self.off, self.subtotal)

    @property
    def is_sale(self) -> bool:
        return self.payment in ("paid", "partially_refunded") and self.status != "cancelled"

    @property
    def kept(self) -> int:
        back = self.refunded if self.payment == "partially_refunded" else 0
        return self.total - back if self.is_sale else 0


def sold(middle):
    """Generate orders within four days of the middle, mostly around local midnight and clock changes."""
    start = datetime(middle.year, middle.month, middle.day, tzinfo=UTC) - timedelta(days=4)
    anywhere = st.integers(0, 8 * 86400 - 1).map(lambda seconds: start + timedelta(seconds=seconds))
    on_quarters = st.integers(0, 8 * 96 - 1).map(lambda quarter: start + timedelta(minutes=15 * quarter))
    just_before = on_quarters.map(lambda instant: instant - timedelta(microseconds=1))
    line = st.tuples(st.integers(0, 2), st.integers(1, 9), st.integers(0, 2000))
    return st.builds(
        SoldOrder,
        at=st.one_of(anywhere, on_quarters, just_before),
        status=st.sampled_from(list(NEXT_STATUSES)),
        payment=st.sampled_from(PAYMENTS) | st.just("paid"),
        lines=st.lists(line, min_size=1, max_size=3).map(tuple),
        tax=st.integers(1, 500),
        tip=st.just(0) | st.integers(1, 900),
        off=st.just(0) | st.integers(1, 900),
        refunded=st.integers(1, 400),
        ready_after=st.none() | st.integers(0, 7200),
        tender=st.sampled_from(TENDERS),
    )


def write(db, truck_id, zone, orders):
    def replace(session):
        for model in (OrderEvent, OrderLine, Refund, Order):
            session.execute(sa.delete(model))
        session.execute(sa.update(Truck).where(Truck.id == truck_id).values(timezone=zone))
        session.add_all(row(truck_id, number, order) for number, order in enumerate(orders))

    db.write(replace)


def row(truck_id, number, order):
    made = Order(
        id=new_id(), order_number=number, truck_id=truck_id, status=order.status, source="online",
        payment_status=order.payment, customer_name="x", subtotal_cents=order.subtotal, tax_cents=order.tax,
        tip_cents=order.tip, discount_cents=order.discount, total_cents=order.total, tax_rate_units=0, flags=[],
        tracking_token=new_secret(), created_at=order.at, updated_at=order.at, tender=order.tender,
    )  # fmt: skip
    made.lines = [
        OrderLine(
            id=new_id(), position=place, menu_item_id=MENU_ITEMS[menu_item][0], name=MENU_ITEMS[menu_item][1],
            quantity=quantity, unit_price_cents=cents, total_cents=quantity * cents,
        )
        for place, (menu_item, quantity, cents) in enumerate(order.lines)
    ]  # fmt: skip
    if number % 2:  # the others are of a release that did not keep these
        made.pieces, made.seconds_to_ready = sum(line.quantity for line in made.lines), order.ready_after
    return made


def follow(db, orders):
    """Insert the history and the refunds of the orders."""

    def add(session):
        ids = dict(session.execute(sa.select(Order.order_number, Order.id)).all())
        for number, order in enumerate(orders):
            session.add(OrderEvent(order_id=ids[number], status="pending", at=order.at, by="x"))
            if order.ready_after is not None:
                ready = order.at + timedelta(seconds=order.ready_after)
                session.add(OrderEvent(order_id=ids[number], status="ready", at=ready, by="x"))
            if order.payment in ("partially_refunded", "refunded"):
                session.add(refund(ids[number], order, "succeeded"))
                session.add(refund(ids[number], order, "failed"))
                session.add(refund(ids[number], order, "due"))

    db.write(add)


def refund(order_id, order, status):
    return Refund(
        id=new_id(), order_id=order_id, key=new_id(), amount_cents=order.refunded, reason="", status=status,
        created_at=order.at, updated_at=order.at,
    )  # fmt: skip


def days_of(first, last):
    return [first + timedelta(days=number) for number in range((last - first).days + 1)]


def expected_totals(orders, zone, first, last):
    mine = [order for order in orders if first <= order.at.astimezone(zone).date() <= last]
    sales = [order for order in mine if order.is_sale]
    revenue = sum(order.kept for order in sales)
    paid = [order for order in mine if order.payment != "unpaid"]
    ready = sorted(order.ready_after for order in paid if order.ready_after is not None)
    half = len(ready) // 2
    middle = None if not ready else Fraction(ready[half] + ready[~half], 2)
    return {
        "revenue": revenue / 100,
        "orders": len(sales),
        "averageOrder": int(Fraction(revenue, len(sales)) + Fraction(1, 2)) / 100 if sales else 0,
        "itemsSold": sum(quantity for order in sales for _, quantity, _ in order.lines),
        "cancelledShare": share([order.status == "cancelled" for order in mine]),
        "refundedShare": share([order.payment in ("refunded", "partially_refunded") for order in paid]),
        "tips": sum(min(order.tip, order.kept) for order in sales) / 100,
        "discounts": sum(order.discount for order in sales) / 100,
        "medianMinutesToReady": None if middle is None else pytest.approx(float(middle / 60), abs=0.0051),
    }


def share(hits):
    return pytest.approx(sum(hits) / len(hits) if hits else 0)


def expected_times(orders, zone, first, last):
    days, hours = {day: [0, 0] for day in days_of(first, last)}, {hour: [0, 0] for hour in range(24)}
    for order in orders:
        local = order.at.astimezone(zone)
        if order.is_sale and local.date() in days:
            for place in (days[local.date()], hours[local.hour]):
                place[0] += order.kept
                place[1] += 1
    return (
        [{"date": str(day), "revenue": cents / 100, "orders": count} for day, (cents, count) in days.items()],
        [{"hour": hour, "revenue": cents / 100, "orders": count} for hour, (cents, count) in hours.items()],
    )


def expected_tenders(orders, zone, first, last):
    mine = [one for one in orders if one.is_sale and first <= one.at.astimezone(zone).date() <= last]
    kept = {tender: [one.kept for one in mine if one.tender == tender] for tender in TENDERS}
    return [{"tender": tender, "revenue": sum(kept[tender]) / 100, "orders": len(kept[tender])} for tender in TENDERS]


def expected_items(orders, zone, first, last):
    pieces, cents = Counter(), Counter()
    for order in orders:
        if order.is_sale and first <= order.at.astimezone(zone).date() <= last:
            for menu_item, quantity, price in order.lines:
                pieces[menu_item] += quantity
                cents[menu_item] += quantity * price
    best = sorted(pieces, key=lambda menu_item: (-pieces[menu_item], -cents[menu_item], MENU_ITEMS[menu_item][1]))
    return [
        {
            "menuItemId": MENU_ITEMS[menu_item][0],
            "name": MENU_ITEMS[menu_item][1],
            "quantity": pieces[menu_item],
            "revenue": cents[menu_item] / 100,
        }
        for menu_item in best
    ]


@pytest.mark.parametrize(("zone", "middle"), first_on_both(CHANGES, 2))
def test_every_figure_equals_its_recomputation(db, call, cast, zone, middle):
    call("/analytics")  # signs in before the examples begin

    # Without shrinking, because each try writes and requests, and a failure would take minutes to report.
    @settings(max_examples=20, phases=[Phase.generate])
    @given(orders=st.lists(sold(middle), max_size=25))
    def check(orders):
        write(db, cast.truck.id, zone, orders)
        follow(db, orders)
        first, last, clock = middle - timedelta(days=1), middle + timedelta(days=1), ZoneInfo(zone)
        answer = call("/analytics", **{"from": str(first), "to": str(last)})
        by_day, by_hour = expected_times(orders, clock, first, last)
        assert answer.json() == {
            "from": str(first),
            "to": str(last),
            "timezone": zone,
            "totals": expected_totals(orders, clock, first, last),
            "previous": expected_totals(orders, clock, first - timedelta(days=3), last - timedelta(days=3)),
            "byDay": by_day,
            "byHour": by_hour,
            "byTender": expected_tenders(orders, clock, first, last),
            "topItems": expected_items(orders, clock, first, last),
        }

    check()
