"""The facts of the sales that the books are derived from, with the day of each. Those of refunds: `refund_facts.py`.

- A sale is booked when its money was taken: online with the order, at the counter when staff took the payment. An
  unpaid order is no sale. One that was recorded later is booked on the day on which it was recorded, if the day on
  which it was made is closed.
- An order that was moved to another place stays booked at the place at which it was sold.

Sums of many sales are made by the database; only what was recorded late or moved is looked at one by one.
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
from chuckwagon.orders.models import MOVED, Order, OrderLine, PickupChange
from chuckwagon.payments.models import Checkout
from chuckwagon.reporting.books.book_days import Closes, local_day_number, to_day, to_number, widen
from chuckwagon.reporting.periods import Period, at_truck
from chuckwagon.schedule.models import Place, Stop
from chuckwagon.trucks.models import Truck

# When the money of an order was taken.
PAID_AT = sa.func.coalesce(Order.window_paid_at, Order.created_at)
ZONE = sa.func.coalesce(Order.place_timezone, Truck.timezone)
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
    conditions = (at_truck(truck), IS_PAID, begin <= PAID_AT, end > PAID_AT, Order.id.not_in(_list_special(truck)))
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
    for sale in _list_special_sales(session, truck, period):
        sold = sale.sold if by_day else replace(sale.sold, day=period.first)
        found.setdefault(sold, SaleSums()).add(sale.sums)
    return found


def _select_sums(truck: Truck | None, day: Any, conditions: Sequence[Any], *, with_shares: bool) -> sa.Select[Any]:
    at = (Stop.place_id, Order.place_name, Order.tax_rate_units, Order.reduced_tax_rate_units, Order.tender)
    # SQLite sorts the keys of all orders: a number comes first, and the one truck is no key.
    truck_id: Any = Order.truck_id if truck is None else sa.func.min(Order.truck_id)
    sums = [sa.func.sum(column) for column in (*_amounts(), *(_shares() if with_shares else ()))]
    query = sa.select(sa.func.min(Truck.name), truck_id, day.label("day"), *at, sa.func.count(), *sums, ZONE)
    query = query.select_from(Order).join(Truck, Truck.id == Order.truck_id)
    query = query.outerjoin(Stop, Stop.id == Order.stop_id).where(*conditions)
    if with_shares:
        query = query.outerjoin(Checkout, Checkout.id == Order.checkout_id)
    # The day by its name, because PostgreSQL takes a repeated expression with parameters for another one.
    others: list[Any] = [Stop.place_id, Order.place_name, Order.reduced_tax_rate_units, Order.tender, ZONE]
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


def _list_special(truck: Truck | None) -> sa.CompoundSelect[Any]:
    """SQL: the orders that were recorded later than they were paid, or moved to another place."""
    late = sa.select(DayEvent.order_id).where(DayEvent.kind == SALE, DayEvent.taken_at.is_not(None))
    if truck is not None:
        late = late.where(DayEvent.truck_id == truck.id)
    return sa.union(late, _select_moved(truck, PickupChange.order_id))


def _select_moved(truck: Truck | None, *columns: Any) -> sa.Select[Any]:
    """SQL: columns of the changes that moved orders of the truck to another place."""
    moved = sa.select(*columns).where(PickupChange.kind == MOVED)
    if truck is None:
        return moved
    # No join, because SQLite then looks for a change of every order of the truck.
    truck_id = sa.select(Order.truck_id).where(Order.id == PickupChange.order_id).correlate(PickupChange)
    return moved.where(truck_id.scalar_subquery() == truck.id)


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
    special = _list_special(truck)
    usual = (at_truck(truck), IS_PAID, begin <= PAID_AT, end > PAID_AT, Order.id.not_in(special))
    for row in session.execute(_select_sales(usual)):
        sale = _to_sale(row, row.zone, row.at, row.place_name, row.place_id)
        if period.first <= sale.sold.day <= period.last:
            yield sale
    yield from _list_special_sales(session, truck, period)


def _select_sales(conditions: Sequence[Any]) -> sa.Select[Any]:
    amounts = zip(SaleSums.__struct_fields__[1:], _amounts() + _shares(), strict=True)
    columns: list[Any] = [
        Order.id, Order.truck_id, Truck.name.label("truck_name"), Order.order_number, Order.place_name,
        Order.tax_rate_units, Order.reduced_tax_rate_units, Order.tender, Order.payment_intent_id, Stop.place_id,
        PAID_AT.label("at"), ZONE.label("zone"), *(column.label(name) for name, column in amounts),
    ]  # fmt: skip
    return (
        sa.select(*columns)
        .select_from(Order)
        .join(Truck, Truck.id == Order.truck_id)
        .outerjoin(Stop, Stop.id == Order.stop_id)
        .outerjoin(Checkout, Checkout.id == Order.checkout_id)
        .where(*conditions)
    )


def _list_special_sales(session: Session, truck: Truck | None, period: Period) -> Iterator[SaleFact]:
    events = sa.select(DayEvent.order_id, DayEvent.taken_at, DayEvent.at).where(
        DayEvent.kind == SALE, DayEvent.taken_at.is_not(None), DayEvent.order_id.in_(_list_special(truck))
    )
    late: dict[Any, Any] = {row.order_id: row for row in session.execute(events)}
    query = _select_sales((at_truck(truck), IS_PAID, Order.id.in_(_list_special(truck))))
    first_places = list_first_places(session, truck)
    place_ids = {(place.truck_id, place.name): place.id for place in session.scalars(sa.select(Place))}
    closes = Closes(session, truck)
    for row in session.execute(query):
        event = late.get(row.id)
        at = event.taken_at if event else row.at
        booked_at = closes.book(row.truck_id, at, event.at, row.zone) if event else at
        place_name, place_id = row.place_name, row.place_id
        if row.id in first_places:
            place_name = first_places[row.id]
            place_id = place_ids.get((row.truck_id, place_name or ""))
        sale = _to_sale(row, row.zone, booked_at, place_name, place_id, at)
        if period.first <= sale.sold.day <= period.last:
            yield sale


def list_first_places(session: Session, truck: Truck | None) -> dict[str, str | None]:
    """The name of the place at which an order was sold, of those that were moved since."""
    moved = _select_moved(truck, PickupChange.order_id, PickupChange.before)
    found: dict[str, str | None] = {}
    for order_id, before in session.execute(moved.order_by(PickupChange.number)):
        found.setdefault(order_id, before)
    return found


def _to_sale(
    row: Any, zone: str, booked_at: datetime, place_name: str | None, place_id: str | None, at: datetime | None = None
) -> SaleFact:
    day = booked_at.astimezone(ZoneInfo(zone)).date()
    place = (place_id, place_name)
    sold = SoldAt(row.truck_id, row.truck_name, day, *place, row.tax_rate_units, row.reduced_tax_rate_units, row.tender)
    sums = SaleSums(1, *(int(getattr(row, name)) for name in SaleSums.__struct_fields__[1:]))
    return SaleFact(sold, at or booked_at, booked_at, zone, row.order_number, row.payment_intent_id or row.id, sums)
