"""Exports of orders and of their lines as CSV: one row for each, on the clock of the place, unpaid ones too."""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.money import to_rate_percent
from chuckwagon.orders.models import LineModifier, Order, OrderLine
from chuckwagon.reporting.books.book_days import widen
from chuckwagon.reporting.books.exports import to_decimal
from chuckwagon.reporting.books.facts import ZONE, refunded_cents
from chuckwagon.reporting.periods import Period, at_truck
from chuckwagon.schedule.wall_clock import to_local
from chuckwagon.trucks.models import Truck

_ABOUT = ("date", "time", "truck", "order", "place", "source", "tender")
ORDER_COLUMNS = (
    *_ABOUT, "status", "paymentStatus", "items", "subtotal", "discount", "offerCode", "exempt", "taxRate", "tax", "tip",
    "total", "refunded", "pickupDate", "pickupTime", "instant",
)  # fmt: skip
LINE_COLUMNS = (
    *_ABOUT, "line", "item", "options", "quantity", "unitPrice", "lineTotal", "taxClass", "instant",
)  # fmt: skip


def _select(truck: Truck | None, period: Period, *columns: Any) -> sa.Select[Any]:
    begin, end = widen(period)
    return (
        sa.select(
            Order.id, Order.order_number, Order.created_at, Order.place_name, Order.source, Order.tender,
            Truck.name.label("truck_name"), ZONE.label("zone"), *columns,
        )
        .select_from(Order)
        .join(Truck, Truck.id == Order.truck_id)
        .where(at_truck(truck), Order.created_at >= begin, Order.created_at < end)
        .order_by(Order.created_at, Order.id)
    )  # fmt: skip


def _about(row: Any, local: Any) -> tuple[object, ...]:
    about = (row.truck_name, row.order_number, row.place_name, row.source, row.tender)
    return (f"{local:%Y-%m-%d}", f"{local:%H:%M}", *about)


def order_csv_rows(session: Session, truck: Truck | None, period: Period) -> Iterator[tuple[object, ...]]:
    """Yield the orders that were made in the period, in the order of ORDER_COLUMNS, oldest first."""
    columns = (
        Order.status, Order.payment_status, Order.pieces, Order.subtotal_cents, Order.discount_cents, Order.offer_code,
        Order.exempt_cents, Order.tax_rate_units, Order.tax_cents, Order.tip_cents, Order.total_cents,
        refunded_cents().label("refunded"), Order.pickup_at, Order.estimated_pickup_at,
    )  # fmt: skip
    for row in session.execute(_select(truck, period, *columns)):
        local = to_local(row.created_at, row.zone)
        if not period.first <= local.date() <= period.last:
            continue
        pickup_at = row.estimated_pickup_at or row.pickup_at
        pickup = to_local(pickup_at, row.zone) if pickup_at else None
        yield (
            *_about(row, local), row.status, row.payment_status, row.pieces, to_decimal(row.subtotal_cents),
            to_decimal(row.discount_cents), row.offer_code, to_decimal(row.exempt_cents),
            f"{to_rate_percent(row.tax_rate_units):g}", to_decimal(row.tax_cents), to_decimal(row.tip_cents),
            to_decimal(row.total_cents), to_decimal(int(row.refunded)), f"{pickup:%Y-%m-%d}" if pickup else None,
            f"{pickup:%H:%M}" if pickup else None, to_iso(row.created_at),
        )  # fmt: skip


def line_csv_rows(session: Session, truck: Truck | None, period: Period) -> Iterator[tuple[object, ...]]:
    """Yield the lines of the orders that were made in the period, in the order of LINE_COLUMNS."""
    begin, end = widen(period)
    chosen: dict[str, list[str]] = {}
    options = (
        sa.select(LineModifier.line_id, LineModifier.name)
        .join(OrderLine, OrderLine.id == LineModifier.line_id)
        .join(Order, Order.id == OrderLine.order_id)
        .where(at_truck(truck), Order.created_at >= begin, Order.created_at < end)
        .order_by(LineModifier.line_id, LineModifier.position)
    )
    for line_id, name in session.execute(options):
        chosen.setdefault(line_id, []).append(name)
    columns = (
        OrderLine.id.label("line_id"), OrderLine.position, OrderLine.name, OrderLine.quantity,
        OrderLine.unit_price_cents, OrderLine.total_cents.label("line_cents"), OrderLine.tax_class,
    )  # fmt: skip
    query = _select(truck, period, *columns).join(OrderLine, OrderLine.order_id == Order.id)
    for row in session.execute(query.order_by(OrderLine.position)):
        local = to_local(row.created_at, row.zone)
        if period.first <= local.date() <= period.last:
            yield (
                *_about(row, local), row.position + 1, row.name, "; ".join(chosen.get(row.line_id, ())), row.quantity,
                to_decimal(row.unit_price_cents), to_decimal(row.line_cents), row.tax_class, to_iso(row.created_at),
            )  # fmt: skip
