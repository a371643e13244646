"""The facts of the sales that the books are derived from, with the day of each. Those of refunds: `refund_facts.py`.

- A sale is booked when its money was taken: online with the order, at the counter when staff took the payment. An
  unpaid order is no sale. One that was recorded later is booked on the day on which it was recorded, if the day on
  which it was made is closed.
- A sale is booked at the place and on the clock that its order was sold at, wherever that is moved to, and whatever
  the truck's time zone is now.

Sums of many sales are made by the database; only what was recorded late is looked at one by one.
"""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.orm import Session

from chuckwagon.drawer.models import SALE, DayEvent
from chuckwagon.kit.money import EXEMPT, REDUCED
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import Order, OrderLine
from chuckwagon.payments.models import Checkout
from chuckwagon.reporting.books.book_days import Closes, local_day_number, to_day, to_number, widen
from chuckwagon.reporting.periods import Period, at_truck
from chuckwagon.schedule.models import Place
from chuckwagon.trucks.models import Truck

# When the money of an order was taken.
PAID_AT = sa.func.coalesce(Order.window_paid_at, Order.created_at)
# A server of the release before does not write where it sells.
ZONE = sa.func.coalesce(Order.sold_timezone, Order.place_timezone, Truck.timezone)
PLACE_NAME = sa.func.coalesce(Order.sold_place_name, Order.place_name)
IS_PAID = Order.payment_status != statuses.UNPAID
NEAR_END = timedelta(days=4)


class SoldAt(Struct, frozen=True):
    """Where, at which rates and for which tender something was sold. Rates are in units; a place may have no stop."""

    truck_id: str
    truck_name: str
    day: date
    place_id: str | None
    place_name: str | None
    rate: int
    reduced_rate: int | None
    tender: str


class SaleSums(Struct):
    """The sums of sales in cents. `gross` is without tax; `reduced_` is the part of them at the reduced rate.

    `exempt_gross` is `exempt` before its discount. `fee` and `transfer` are the platform's fee and what the truck's
    account received, the fee included.
    """

    orders: int = 0
    gross: int = 0
    discount: int = 0
    exempt: int = 0
    tax: int = 0
    tip: int = 0
    total: int = 0
    reduced_gross: int = 0
    reduced_taxable: int = 0
    reduced_tax: int = 0
    exempt_gross: int = 0
    fee: int = 0
    transfer: int = 0

    def add(self, other: "SaleSums") -> None:
        for name in SaleSums.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class SaleFact(Struct, frozen=True):
    """One sale. `at` is when its money was taken, `booked_at` when it was recorded if that is its day."""

    sold: SoldAt
    at: datetime
    booked_at: datetime
    zone: str
    order_number: int
    reference: str
    sums: SaleSums


def sum_sales(
    session: Session, truck: Truck | None, period: Period, *, with_shares: bool = False, by_day: bool = True
) -> dict[SoldAt, SaleSums]:
    """The sums of the sales that are booked in the period, of the truck or of all trucks for None.

    Without `by_day` all days of the period count as its first one.
    """
    begin, end = widen(period)
    conditions = (at_truck(truck), IS_PAID, begin <= PAID_AT, end > PAID_AT, Order.id.not_in(_select_late(truck)))
    zones, found = _list_zones(session, truck), dict[SoldAt, SaleSums]()
    rows = _read_sums(session, truck, period, zones, conditions, with_shares=with_shares, by_day=by_day)
    if unknown := {row[-1] for row in rows if row[2] is None}:  # of a place whose time zone has changed since
        rows = _read_sums(session, truck, period, zones | unknown, conditions, with_shares=with_shares, by_day=by_day)
    for row in rows:
        if period.first <= (booked := to_day(row[2])) <= period.last:
            sold, sums = SoldAt(row[1], row[0], booked, *row[3:8]), SaleSums(*map(int, row[8:-1]))
            if sold in found:
                found[sold].add(sums)
            else:
                found[sold] = sums
    for sale in _list_late_sales(session, truck, period):
        sold = sale.sold if by_day else replace(sale.sold, day=period.first)
        found.setdefault(sold, SaleSums()).add(sale.sums)
    return found


def _select_sums(truck: Truck | None, day: Any, conditions: Sequence[Any], *, with_shares: bool) -> sa.Select[Any]:
    at = (Order.sold_place_id, PLACE_NAME, Order.tax_rate_units, Order.reduced_tax_rate_units, Order.tender)
    # SQLite sorts the keys of all orders: a number comes first, and the one truck is no key.
    truck_id: Any = Order.truck_id if truck is None else sa.func.min(Order.truck_id)
    sums = [sa.func.sum(column) for column in (*_amounts(), *(_shares() if with_shares else ()))]
    query = sa.select(sa.func.min(Truck.name), truck_id, day.label("day"), *at, sa.func.count(), *sums, ZONE)
    query = query.select_from(Order).join(Truck, Truck.id == Order.truck_id).where(*conditions)
    if with_shares:
        query = query.outerjoin(Checkout, Checkout.id == Order.checkout_id)
    # The day by its name, because PostgreSQL takes a repeated expression with parameters for another one.
    others: list[Any] = [Order.sold_place_id, PLACE_NAME, Order.reduced_tax_rate_units, Order.tender, ZONE]
    truck_keys = [Order.truck_id] if truck is None else []
    return query.group_by(Order.tax_rate_units, sa.literal_column("day"), *others, *truck_keys)


def _read_sums(
    session: Session,
    truck: Truck | None,
    period: Period,
    zones: set[str],
    conditions: Sequence[Any],
    *,
    with_shares: bool,
    by_day: bool,
) -> Sequence[Any]:
    day: Any = local_day_number(PAID_AT, ZONE, zones, period)
    if not by_day:  # the day is computed only of what is near an end of the period; NULL stays NULL
        first, last = to_number(period.first), to_number(period.last)
        begin, end = (at + way for at, way in zip(widen(period), (NEAR_END, -NEAR_END), strict=True))
        is_inside = sa.and_(begin <= PAID_AT, end > PAID_AT)
        day = sa.case((is_inside, first), (day < first, first - 1), (day > last, first - 1), (day >= first, first))
    return session.execute(_select_sums(truck, day, conditions, with_shares=with_shares)).all()


def _list_zones(session: Session, truck: Truck | None) -> set[str]:
    """The time zones of the truck and of its places: to read those of all orders takes as long as to sum them."""
    of_places, of_trucks = sa.select(Place.timezone), sa.select(Truck.timezone)
    if truck is not None:
        of_places, of_trucks = of_places.where(Place.truck_id == truck.id), of_trucks.where(Truck.id == truck.id)
    return set(session.scalars(sa.union(of_places, of_trucks)))


def _select_late(truck: Truck | None, *columns: Any) -> sa.Select[Any]:
    """SQL: the orders that were recorded later than they were paid, with columns of their events."""
    late = sa.select(DayEvent.order_id, *columns).where(DayEvent.kind == SALE, DayEvent.taken_at.is_not(None))
    return late if truck is None else late.where(DayEvent.truck_id == truck.id)


def _sum_lines(tax_class: str) -> Any:
    """SQL: what the lines of the class cost before the discount."""
    lines = sa.select(sa.func.coalesce(sa.func.sum(OrderLine.total_cents), 0))
    of_class = lines.where(OrderLine.order_id == Order.id, OrderLine.tax_class == tax_class)
    return of_class.correlate(Order).scalar_subquery()


def _amounts() -> list[Any]:
    """SQL of an order's amounts, in the order of `SaleSums` from `gross` to `exempt_gross`."""
    inner_tax = sa.case((Order.prices_include_tax, Order.tax_cents), else_=0)
    reduced_inner_tax = sa.case((Order.prices_include_tax, Order.reduced_tax_cents), else_=0)
    # The lines are read only where the discount hides what they cost.
    reduced_gross = sa.case(
        (Order.reduced_tax_rate_units.is_(None), 0),
        (Order.discount_cents == 0, Order.reduced_taxable_cents),
        else_=_sum_lines(REDUCED) - reduced_inner_tax,
    )
    has_no_discount = sa.or_(Order.discount_cents == 0, Order.exempt_cents == 0)
    exempt_gross = sa.case((has_no_discount, Order.exempt_cents), else_=_sum_lines(EXEMPT))
    return [
        Order.subtotal_cents - inner_tax, Order.discount_cents, Order.exempt_cents, Order.tax_cents, Order.tip_cents,
        Order.total_cents, reduced_gross, Order.reduced_taxable_cents, Order.reduced_tax_cents, exempt_gross,
    ]  # fmt: skip


def _shares() -> list[Any]:
    """SQL of the fee and of the transfer of an order, of which there are none without a checkout."""
    return [
        sa.func.coalesce(Checkout.application_fee_cents, 0),
        sa.case((Checkout.destination_account.is_not(None), Order.total_cents), else_=0),
    ]


def list_sales(session: Session, truck: Truck | None, period: Period) -> Iterator[SaleFact]:
    """Each sale that is booked in the period, one by one. Needs no order."""
    begin, end = widen(period)
    usual = (at_truck(truck), IS_PAID, begin <= PAID_AT, end > PAID_AT, Order.id.not_in(_select_late(truck)))
    for row in session.execute(_select_sales(usual)):
        sale = _to_sale(row, row.at, row.at)
        if period.first <= sale.sold.day <= period.last:
            yield sale
    yield from _list_late_sales(session, truck, period)


def _select_sales(conditions: Sequence[Any]) -> sa.Select[Any]:
    amounts = zip(SaleSums.__struct_fields__[1:], _amounts() + _shares(), strict=True)
    columns: list[Any] = [
        Order.id, Order.truck_id, Truck.name.label("truck_name"), Order.order_number, PLACE_NAME.label("place_name"),
        Order.tax_rate_units, Order.reduced_tax_rate_units, Order.tender, Order.payment_intent_id,
        Order.sold_place_id, PAID_AT.label("at"), ZONE.label("zone"), *(column.label(name) for name, column in amounts),
    ]  # fmt: skip
    return (
        sa.select(*columns)
        .select_from(Order)
        .join(Truck, Truck.id == Order.truck_id)
        .outerjoin(Checkout, Checkout.id == Order.checkout_id)
        .where(*conditions)
    )


def _list_late_sales(session: Session, truck: Truck | None, period: Period) -> Iterator[SaleFact]:
    late: dict[Any, Any] = {
        row.order_id: row for row in session.execute(_select_late(truck, DayEvent.taken_at, DayEvent.at))
    }
    if not late:
        return
    closes = Closes(session, truck)
    for row in session.execute(_select_sales((at_truck(truck), IS_PAID, Order.id.in_(_select_late(truck))))):
        event = late[row.id]
        booked_at = closes.book(row.truck_id, event.taken_at, event.at, row.zone)
        sale = _to_sale(row, event.taken_at, booked_at)
        if period.first <= sale.sold.day <= period.last:
            yield sale


def _to_sale(row: Any, at: datetime, booked_at: datetime) -> SaleFact:
    day = booked_at.astimezone(ZoneInfo(row.zone)).date()
    place, rates = (row.sold_place_id, row.place_name), (row.tax_rate_units, row.reduced_tax_rate_units)
    sold = SoldAt(row.truck_id, row.truck_name, day, *place, *rates, row.tender)
    sums = SaleSums(1, *(int(getattr(row, name)) for name in SaleSums.__struct_fields__[1:]))
    return SaleFact(sold, at, booked_at, row.zone, row.order_number, row.payment_intent_id or row.id, sums)
