"""Computes what a day close says of the orders, from the events that it has and the orders as they are now."""

from collections import defaultdict
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.day_closes.schemas import DayFigures, OrderSum, PlaceTax, TenderFigures, TenderTable
from chuckwagon.db.database import fetch_named_rows, table_of
from chuckwagon.drawer.models import CANCELLED, REFUND, REFUND_FAILED, SALE, DayEvent
from chuckwagon.kit.money import to_dollars, to_rate_percent
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import Order, OrderCounter
from chuckwagon.orders.purchase import list_tax_parts

_NOT_OVER = (statuses.PENDING, statuses.CONFIRMED, statuses.PREPARING, statuses.READY)
_events, _orders = table_of(DayEvent), table_of(Order)
_SALES = (
    sa.select(
        _events.c.tender, _events.c.amount_cents, _orders.c.subtotal_cents, _orders.c.tax_cents, _orders.c.tip_cents,
        sa.func.coalesce(_orders.c.sold_place_name, _orders.c.place_name).label("place_name"),
        _orders.c.discount_cents, _orders.c.tax_rate_units, _orders.c.exempt_cents,
        _orders.c.reduced_tax_rate_units, _orders.c.reduced_taxable_cents, _orders.c.reduced_tax_cents,
        _orders.c.prices_include_tax,
    )
    .join(_orders, _orders.c.id == _events.c.order_id)
    .where(_events.c.close_id == sa.bindparam("close"), _events.c.kind == SALE)
)  # fmt: skip


def read_last_number(session: Session, truck_id: str) -> int:
    """The number of the truck's newest order; 0 before the first."""
    query = sa.select(OrderCounter.last_number).where(OrderCounter.truck_id == truck_id)
    return session.scalar(query) or 0


def compute_figures(session: Session, truck_id: str, close_id: str, numbers: tuple[int, int]) -> DayFigures:
    """The figures of a close. `numbers` are those of the last order of the close before, and of the newest order."""
    cents: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    taxes: dict[tuple[str | None, int], list[int]] = defaultdict(lambda: [0, 0])
    for sale in fetch_named_rows(session.execute(_SALES, {"close": close_id})):
        _add_sale(cents[sale.tender], sale)
        for part in list_tax_parts(sale):
            sums = taxes[sale.place_name, part.rate_units]
            sums[0] += part.taxable_cents
            sums[1] += part.tax_cents
    _add_refunds(session, close_id, cents)
    tenders = {name: _to_tender(cents[name]) for name in TenderTable.__struct_fields__}
    first, last = numbers
    return DayFigures(
        tenders=TenderTable(**tenders),
        taxes=[
            PlaceTax(place, to_rate_percent(rate), to_dollars(taxable), to_dollars(tax))
            for (place, rate), (taxable, tax) in sorted(taxes.items(), key=lambda one: (one[0][0] or "", -one[0][1]))
        ],
        tips=to_dollars(sum(of["tip"] for of in cents.values())),
        discounts=to_dollars(sum(of["discounts"] for of in cents.values())),
        refunds=to_dollars(sum(of["refunds"] for of in cents.values())),
        cancelled=_sum_cancelled(session, close_id),
        first_order_number=str(first + 1) if last > first else None,
        last_order_number=str(last) if last > first else None,
        open=_sum_open(session, truck_id),
    )


def _add_sale(cents: dict[str, int], sale: Any) -> None:
    cents["orders"] += 1
    cents["tax"] += sale.tax_cents
    cents["tip"] += sale.tip_cents
    cents["discounts"] += sale.discount_cents
    cents["total"] += sale.amount_cents
    # Also where prices include the tax, which is a part of the subtotal there.
    cents["gross"] += sale.amount_cents - sale.tip_cents - sale.tax_cents + sale.discount_cents


def _add_refunds(session: Session, close_id: str, cents: dict[str, dict[str, int]]) -> None:
    columns = (_events.c.tender, _events.c.kind)
    sums = sa.select(*columns, sa.func.sum(_events.c.amount_cents)).group_by(*columns)
    is_refund = (_events.c.close_id == close_id, _events.c.kind.in_((REFUND, REFUND_FAILED)))
    for tender, kind, amount in session.execute(sums.where(*is_refund)):
        cents[tender]["refunds"] += int(amount) * (1 if kind == REFUND else -1)


def _to_tender(cents: dict[str, int]) -> TenderFigures:
    money = {name: to_dollars(cents[name]) for name in TenderFigures.__struct_fields__ if name != "orders"}
    return TenderFigures(orders=cents["orders"], **money)


def _sum_cancelled(session: Session, close_id: str) -> OrderSum:
    is_cancelled = (_events.c.close_id == close_id, _events.c.kind == CANCELLED)
    query = sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(_events.c.amount_cents), 0))
    count, cents = session.execute(query.where(*is_cancelled)).one()
    return OrderSum(count, to_dollars(int(cents)))


def _sum_open(session: Session, truck_id: str) -> OrderSum:
    is_unpaid = sa.and_(_orders.c.payment_status == statuses.UNPAID, _orders.c.status == statuses.COMPLETED)
    count, total = 0, 0
    for condition in (_orders.c.status.in_(_NOT_OVER), is_unpaid):  # one index each
        query = sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(_orders.c.total_cents), 0))
        found, cents = session.execute(query.where(_orders.c.truck_id == truck_id, condition)).one()
        count, total = count + found, total + int(cents)
    return OrderSum(count, to_dollars(total))
