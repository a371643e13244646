"""The ledger of card payments: what each order brought, where the money went, and what was returned.

An order belongs to the period in which it was created, whenever it was refunded. A card on a reader of the truck is a
card payment; cash, and cards on other devices, never pass through the platform and are in no ledger. In each row, in
cents:

- items + tax + tip = total is what the card paid;
- refunds is what was refunded to the card, disputed is what the bank has taken back;
- transfer is what the truck's account received and kept, the tip included, fee is what the platform kept of that;
- net = total - refunds - disputed - transfer + fee stays with the platform, before Stripe's own charges.
"""

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

import sqlalchemy as sa
from msgspec import Struct, field
from sqlalchemy.orm import Session

from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.decoding import copy_fields
from chuckwagon.kit.money import to_dollars
from chuckwagon.orders.models import CARD, Dispute, Order, Refund
from chuckwagon.orders.status import FUNDS_WITHDRAWN
from chuckwagon.payments.models import Checkout
from chuckwagon.reporting.periods import Period, at_truck
from chuckwagon.schedule.wall_clock import to_local
from chuckwagon.trucks.models import Truck
from chuckwagon.web import pagination

CURSOR_ORDER = "ledger"
SUM_NAMES = ("items", "tax", "tip", "discount", "total", "refunds", "disputed", "transfer", "fee", "net")
COLUMNS = ("date", "time", "order", "truck", "paymentStatus", *SUM_NAMES, "paymentIntentId", "createdAt", "tender")


class LedgerAmounts(Struct, kw_only=True):
    """Amounts in dollars."""

    items: float
    tax: float
    tip: float
    discount: float
    total: float
    refunds: float
    disputed: float
    transfer: float
    fee: float
    net: float


class LedgerEntry(LedgerAmounts, rename="camel", kw_only=True):
    """An order that was paid by card online or on a reader, with its amounts in dollars.

    Not a booking: refunds are part of their order.
    """

    id: str = field(name="_id")
    order_number: str
    truck_id: str
    truck_name: str
    created_at: str
    payment_status: str
    payment_intent_id: str
    tender: Literal["online", "reader"] = "online"


class LedgerTotals(LedgerAmounts, rename="camel", kw_only=True):
    """The sums of all orders of a period, in dollars."""

    orders: int


class TruckTotals(LedgerTotals, rename="camel", kw_only=True):
    """The sums of one truck, in dollars."""

    truck_id: str
    truck_name: str


class Ledger(Struct, rename="camel"):
    """The report on orders that were paid by card: a page of them, newest first, and the sums of the whole period."""

    first: str = field(name="from")
    last: str = field(name="to")
    timezone: str
    totals: LedgerTotals
    by_truck: list[TruckTotals]
    entries: list[LedgerEntry]
    next_cursor: str | None


def build_ledger(
    session: Session, truck: Truck | None, period: Period, limit: int | None, cursor: str | None
) -> Ledger:
    """Build a page of the ledger of the truck's period (None: all trucks), with the sums of the whole period.

    Raises InvalidInput for another list's cursor.
    """
    after, page_size = pagination.decode_cursor(cursor, CURSOR_ORDER), pagination.clamp_limit(limit)
    query = _select_entries(truck, period)
    if after is not None:
        position = sa.tuple_(
            sa.literal(pagination.from_sort_key(after.sort_key), Order.created_at.type), sa.literal(after.id)
        )
        query = query.where(sa.tuple_(Order.created_at, Order.id) < position)
    rows = session.execute(query.limit(page_size + 1)).all()
    by_truck = _sum_by_truck(session, truck, period)
    return Ledger(
        first=period.first.isoformat(),
        last=period.last.isoformat(),
        timezone=period.zone,
        totals=_to_totals(by_truck),
        by_truck=[_to_truck_totals(row) for row in by_truck],
        entries=[_to_entry(row) for row in rows[:page_size]],
        next_cursor=_write_cursor(rows[page_size - 1]) if len(rows) > page_size else None,
    )


def list_csv_rows(session: Session, truck: Truck | None, period: Period) -> Iterator[tuple[object, ...]]:
    """Iterate over the rows of the CSV, in the order of COLUMNS, while the session is open: one for each order paid by
    card in the period, newest first. Its day and time are on the clock of its place, else of the truck.
    """
    for row in session.execute(_select_entries(truck, period)):
        yield _csv_row(_to_entry(row), to_local(row.created_at, row.zone))


def _sum_of(column: Any, *conditions: Any) -> Any:
    total = sa.select(sa.func.coalesce(sa.func.sum(column), 0)).where(*conditions)
    return total.correlate(Order).scalar_subquery()


_IS_SENT = (Refund.order_id == Order.id, Refund.method == CARD, Refund.provider_id.is_not(None))
_REFUNDS = _sum_of(Refund.amount_cents, *_IS_SENT, Refund.status != "failed")
# A refund that failed later has still returned the truck's share.
_REVERSED = _sum_of(Refund.reversed_cents, *_IS_SENT)
_DISPUTED = _sum_of(Dispute.amount_cents, Dispute.order_id == Order.id, Dispute.status.in_(FUNDS_WITHDRAWN))
_SHARED = sa.case((Checkout.destination_account.is_not(None), Order.total_cents), else_=0)
_TRANSFER = _SHARED - _REVERSED
_FEE = Checkout.application_fee_cents - Checkout.fee_back_cents

_CENTS = (
    (Order.subtotal_cents - sa.case((Order.prices_include_tax, Order.tax_cents), else_=0)).label("items"),
    Order.tax_cents.label("tax"),
    Order.tip_cents.label("tip"),
    Order.discount_cents.label("discount"),
    Order.total_cents.label("total"),
    _REFUNDS.label("refunds"),
    _DISPUTED.label("disputed"),
    _TRANSFER.label("transfer"),
    _FEE.label("fee"),
)


def _select_rows(truck: Truck | None, period: Period) -> sa.Select[Any]:
    return (
        sa.select(
            Order.id, Order.order_number, Order.truck_id, Truck.name.label("truck_name"), Order.created_at,
            Order.payment_status, Order.payment_intent_id, Order.tender,
            sa.func.coalesce(Order.place_timezone, Truck.timezone).label("zone"), *_CENTS,
        )
        .join(Checkout, Checkout.id == Order.checkout_id)
        .join(Truck, Truck.id == Order.truck_id)
        .where(
            at_truck(truck),
            Order.payment_intent_id.is_not(None),
            Order.created_at >= period.begins_at,
            Order.created_at < period.ends_at,
        )
    )  # fmt: skip


def _select_entries(truck: Truck | None, period: Period) -> sa.Select[Any]:
    return _select_rows(truck, period).order_by(Order.created_at.desc(), Order.id.desc())


def _sum_by_truck(session: Session, truck: Truck | None, period: Period) -> list[Any]:
    rows = _select_rows(truck, period).subquery()
    sums = [sa.func.sum(rows.c[name]).label(name) for name in SUM_NAMES[:-1]]
    query = sa.select(rows.c.truck_id, rows.c.truck_name, sa.func.count().label("orders"), *sums)
    query = query.group_by(rows.c.truck_id, rows.c.truck_name).order_by(rows.c.truck_name, rows.c.truck_id)
    return list(session.execute(query))


def _to_totals(by_truck: list[Any]) -> LedgerTotals:
    rows = [_cents(row) for row in by_truck]
    cents = {name: sum(row[name] for row in rows) for name in SUM_NAMES[:-1]}
    return LedgerTotals(orders=sum(row.orders for row in by_truck), **_dollars(cents))


def _cents(row: Any) -> dict[str, int]:
    return {name: int(getattr(row, name)) for name in SUM_NAMES[:-1]}


def _to_truck_totals(row: Any) -> TruckTotals:
    return TruckTotals(truck_id=row.truck_id, truck_name=row.truck_name, orders=row.orders, **_dollars(_cents(row)))


def _to_entry(row: Any) -> LedgerEntry:
    return copy_fields(
        LedgerEntry, row, order_number=str(row.order_number), created_at=to_iso(row.created_at), **_dollars(_cents(row))
    )


def _dollars(cents: dict[str, int]) -> dict[str, float]:
    outgoing = cents["refunds"] + cents["disputed"] + cents["transfer"]
    sums = {**cents, "net": cents["total"] - outgoing + cents["fee"]}
    return {name: to_dollars(value) for name, value in sums.items()}


def _write_cursor(row: Any) -> str:
    return pagination.encode_cursor(
        pagination.KeysetCursor(CURSOR_ORDER, pagination.to_sort_key(row.created_at), row.id)
    )


def _csv_row(entry: LedgerEntry, local: datetime) -> tuple[object, ...]:
    money = [Decimal(f"{getattr(entry, name):.2f}") for name in SUM_NAMES]
    about = (f"{local:%Y-%m-%d}", f"{local:%H:%M}", entry.order_number, entry.truck_name, entry.payment_status)
    return (*about, *money, entry.payment_intent_id, entry.created_at, entry.tender)
