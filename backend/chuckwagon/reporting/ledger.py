"""The ledger of card payments: what every order brought, where it went, and what came back.

An order belongs to the period in which it was made, whenever its money went back. Money taken at the window
never passes the platform and is in no ledger. In each row, in cents:

- items + tax = total is what the card paid;
- refunds is what went back to it, disputed what the bank has taken back;
- transfer is what the truck's account got and kept, fee what the platform kept of that;
- net = total - refunds - disputed - transfer + fee stays with the platform, before the provider's charges.
"""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import sqlalchemy as sa
from msgspec import Struct, field
from sqlalchemy.orm import Session

from chuckwagon.core import paging
from chuckwagon.core.clock import to_iso
from chuckwagon.core.money import to_dollars
from chuckwagon.insights.periods import Period
from chuckwagon.insights.scope import at_truck
from chuckwagon.orders.models import CARD, Dispute, Order, Refund
from chuckwagon.orders.status import TAKEN_BY_BANK
from chuckwagon.payments.models import Checkout
from chuckwagon.trucks.models import Truck

ORDER = "ledger"
FIGURES = ("items", "tax", "total", "refunds", "disputed", "transfer", "fee", "net")
COLUMNS = ("order", "truck", "createdAt", "paymentStatus", *FIGURES, "paymentIntentId")


class Figures(Struct, kw_only=True):
    """Sums in dollars."""

    items: float
    tax: float
    total: float
    refunds: float
    disputed: float
    transfer: float
    fee: float
    net: float


class LedgerEntry(Figures, rename="camel", kw_only=True):
    """One order's money in dollars."""

    id: str = field(name="_id")
    order_number: str
    truck_id: str
    truck_name: str
    created_at: str
    payment_status: str
    payment_intent_id: str


class LedgerTotals(Figures, rename="camel", kw_only=True):
    """The sums of the orders of a period."""

    orders: int


class TruckTotals(LedgerTotals, rename="camel", kw_only=True):
    """The sums of one truck."""

    truck_id: str
    truck_name: str


class Ledger(Struct, rename="camel"):
    """A page of entries, newest first, and the sums over all of the period."""

    first: str = field(name="from")
    last: str = field(name="to")
    timezone: str
    totals: LedgerTotals
    by_truck: list[TruckTotals]
    entries: list[LedgerEntry]
    next_cursor: str | None


def read_ledger(
    session: Session, truck: Truck | None, period: Period, limit: int | None, cursor: str | None
) -> Ledger:
    """The period's ledger of the truck (None: of all). Raises InvalidInput for a cursor of another list."""
    mark, most = paging.read_cursor(cursor, ORDER), paging.clamp(limit)
    query = _entries(truck, period)
    if mark is not None:
        place = sa.tuple_(
            sa.literal(paging.instant_at(mark.place), Order.created_at.type), sa.literal(mark.id)
        )
        query = query.where(sa.tuple_(Order.created_at, Order.id) < place)
    rows = session.execute(query.limit(most + 1)).all()
    by_truck = _by_truck(session, truck, period)
    return Ledger(
        first=period.first.isoformat(),
        last=period.last.isoformat(),
        timezone=period.zone,
        totals=_sum_up(by_truck),
        by_truck=[_truck_totals(row) for row in by_truck],
        entries=[_entry(row) for row in rows[:most]],
        next_cursor=_cursor(rows[most - 1]) if len(rows) > most else None,
    )


def list_entries(session: Session, truck: Truck | None, period: Period) -> Iterator[LedgerEntry]:
    """Every entry of the period, newest first."""
    return map(_entry, session.execute(_entries(truck, period)))


def _sum_of(column: Any, *conditions: Any) -> Any:
    total = sa.select(sa.func.coalesce(sa.func.sum(column), 0)).where(*conditions)
    return total.correlate(Order).scalar_subquery()


_SENT = (Refund.order_id == Order.id, Refund.method == CARD, Refund.provider_id.is_not(None))
_REFUNDS = _sum_of(Refund.amount_cents, *_SENT, Refund.status != "failed")
# A refund that failed later has taken the truck's share back all the same.
_REVERSED = _sum_of(Refund.reversed_cents, *_SENT)
_DISPUTED = _sum_of(Dispute.amount_cents, Dispute.order_id == Order.id, Dispute.status.in_(TAKEN_BY_BANK))
_SHARED = sa.case((Checkout.destination_account.is_not(None), Order.total_cents), else_=0)
_TRANSFER = _SHARED - _REVERSED
_FEE = Checkout.application_fee_cents - Checkout.fee_back_cents

_CENTS = (
    Order.subtotal_cents.label("items"),
    Order.tax_cents.label("tax"),
    Order.total_cents.label("total"),
    _REFUNDS.label("refunds"),
    _DISPUTED.label("disputed"),
    _TRANSFER.label("transfer"),
    _FEE.label("fee"),
)


def _rows(truck: Truck | None, period: Period) -> sa.Select[Any]:
    return (
        sa.select(
            Order.id, Order.order_number, Order.truck_id, Truck.name.label("truck_name"), Order.created_at,
            Order.payment_status, Order.payment_intent_id, *_CENTS,
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


def _entries(truck: Truck | None, period: Period) -> sa.Select[Any]:
    return _rows(truck, period).order_by(Order.created_at.desc(), Order.id.desc())


def _by_truck(session: Session, truck: Truck | None, period: Period) -> list[Any]:
    rows = _rows(truck, period).subquery()
    sums = [sa.func.sum(rows.c[name]).label(name) for name in FIGURES[:-1]]
    query = sa.select(rows.c.truck_id, rows.c.truck_name, sa.func.count().label("orders"), *sums)
    query = query.group_by(rows.c.truck_id, rows.c.truck_name).order_by(rows.c.truck_name, rows.c.truck_id)
    return list(session.execute(query))


def _sum_up(by_truck: list[Any]) -> LedgerTotals:
    rows = [_cents(row) for row in by_truck]
    cents = {name: sum(row[name] for row in rows) for name in FIGURES[:-1]}
    return LedgerTotals(orders=sum(row.orders for row in by_truck), **_dollars(cents))


def _cents(row: Any) -> dict[str, int]:
    return {name: int(getattr(row, name)) for name in FIGURES[:-1]}


def _truck_totals(row: Any) -> TruckTotals:
    return TruckTotals(
        truck_id=row.truck_id, truck_name=row.truck_name, orders=row.orders, **_dollars(_cents(row))
    )


def _entry(row: Any) -> LedgerEntry:
    return LedgerEntry(
        id=row.id,
        order_number=str(row.order_number),
        truck_id=row.truck_id,
        truck_name=row.truck_name,
        created_at=to_iso(row.created_at),
        payment_status=row.payment_status,
        payment_intent_id=row.payment_intent_id,
        **_dollars(_cents(row)),
    )


def _dollars(cents: dict[str, int]) -> dict[str, float]:
    gone = cents["refunds"] + cents["disputed"] + cents["transfer"]
    whole = {**cents, "net": cents["total"] - gone + cents["fee"]}
    return {name: to_dollars(value) for name, value in whole.items()}


def _cursor(row: Any) -> str:
    return paging.write_cursor(paging.Mark(ORDER, paging.place_of(row.created_at), row.id))


def file_row(entry: LedgerEntry) -> tuple[object, ...]:
    """An entry as a line of a spreadsheet, in the order of COLUMNS."""
    money = [Decimal(f"{getattr(entry, name):.2f}") for name in FIGURES]
    about = (entry.order_number, entry.truck_name, entry.created_at, entry.payment_status)
    return (*about, *money, entry.payment_intent_id)
