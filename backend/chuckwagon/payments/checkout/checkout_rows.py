"""Checkout rows: compiled statements of the order path, without SQLAlchemy's ORM objects."""

from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import table_of
from chuckwagon.orders.models import Order
from chuckwagon.orders.purchase import Purchase
from chuckwagon.payments.models import CANCELLED, OPEN, PAID, Checkout, PaymentReview
from chuckwagon.trucks.models import Truck


class CheckoutRow(Purchase, frozen=True, kw_only=True):
    """The columns of a checkout; amounts in cents, instants in UTC."""

    id: str
    truck_name: str | None = None
    attempt: str | None
    sequence: int
    idempotency_key: str | None
    request_hash: str
    status: str
    payment_intent_id: str | None = None
    client_secret_hash: str | None = None
    intent_try: int
    lines: list[dict[str, Any]]
    offer_id: str | None = None
    currency: str
    destination_account: str | None
    application_fee_cents: int
    fee_back_cents: int
    customer_phone: str
    pickup_at: datetime
    stop_plan_version: int | None = None
    created_at: datetime
    expires_at: datetime


class FulfillmentTruck(msgspec.Struct, frozen=True):
    """The columns of the truck that fulfilling a payment needs."""

    id: str
    name: str
    slug: str
    timezone: str
    is_active: bool
    archived_at: datetime | None


class Fulfillment(msgspec.Struct, frozen=True):
    """What is needed to turn a payment into an order: its checkout, in any status, and the truck.

    `order_id` is the order that the payment has already, or None. `review_id` is its payment review, open or decided,
    or None.
    """

    checkout: CheckoutRow
    truck: FulfillmentTruck
    review_id: str | None
    order_id: str | None


_checkouts, _trucks, _reviews = table_of(Checkout), table_of(Truck), table_of(PaymentReview)
_orders, _of_attempt = table_of(Order), _checkouts.alias("of_attempt")
_COLUMN_NAMES = CheckoutRow.__struct_fields__
_COLUMNS = [_checkouts.c[name] for name in _COLUMN_NAMES]
_TRUCK_COLUMNS = [_trucks.c[name] for name in FulfillmentTruck.__struct_fields__]
_BY_ID = CompiledStatement(sa.select(*_COLUMNS).where(_checkouts.c.id == sa.bindparam("checkout_id")))
_LOCK_OPEN = CompiledStatement(
    sa.select(*_COLUMNS)
    .where(_checkouts.c.id == sa.bindparam("checkout_id"), _checkouts.c.status == OPEN)
    .with_for_update()
)
_BY_KEY = CompiledStatement(sa.select(*_COLUMNS).where(_checkouts.c.idempotency_key == sa.bindparam("key")))
_REVIEW_ID = sa.select(_reviews.c.id).where(_reviews.c.payment_intent_id == sa.bindparam("intent_id"))
_ORDER_ID = sa.select(_orders.c.id).where(_orders.c.payment_intent_id == sa.bindparam("intent_id"))
_FOR_FULFILLMENT = CompiledStatement(
    sa.select(*_COLUMNS, *_TRUCK_COLUMNS, _REVIEW_ID.scalar_subquery(), _ORDER_ID.scalar_subquery())
    .join(_trucks, _trucks.c.id == _checkouts.c.truck_id)
    .where(_checkouts.c.id == sa.bindparam("checkout_id"))
)
_EARLIER = CompiledStatement(
    sa.select(*_COLUMNS)
    .where(
        _checkouts.c.truck_id == sa.bindparam("truck_id"),
        _checkouts.c.attempt == sa.bindparam("attempt"),
        _checkouts.c.sequence < sa.bindparam("sequence"),
        _checkouts.c.status != "cancelled",
        _checkouts.c.payment_intent_id.is_not(None),
    )
    .order_by(_checkouts.c.sequence)
)
_INSERT = CompiledStatement(sa.insert(_checkouts), _COLUMN_NAMES)
_CLAIM = CompiledStatement(
    sa.update(_checkouts)
    .where(_checkouts.c.id == sa.bindparam("checkout_id"), _checkouts.c.status != PAID)
    .values(status=PAID, payment_intent_id=sa.bindparam("intent_id"))
)
# Parameters in place of columns of `_checkouts`, because SQLAlchemy leaves out table names in RETURNING on SQLite.
_IS_NEWER = sa.and_(
    _of_attempt.c.truck_id == sa.bindparam("truck_id"),
    _of_attempt.c.attempt == sa.bindparam("attempt"),
    _of_attempt.c.sequence > sa.bindparam("sequence"),
)
_STORE_INTENT = CompiledStatement(
    sa.update(_checkouts)
    .where(_checkouts.c.id == sa.bindparam("checkout_id"), _checkouts.c.status != CANCELLED)
    .values(payment_intent_id=sa.bindparam("intent_id"), client_secret_hash=sa.bindparam("secret_hash"))
    .returning(sa.exists().where(_IS_NEWER))
)


def find_checkout(session: Session, checkout_id: str) -> CheckoutRow | None:
    """Return the checkout with this ID, or None."""
    return _from_optional_row(_BY_ID.first(session, {"checkout_id": checkout_id}))


def lock_open_checkout(session: Session, checkout_id: str) -> CheckoutRow | None:
    """Lock the checkout until the commit, and return its current row; None when it is paid, cancelled or unknown."""
    return _from_optional_row(_LOCK_OPEN.first(session, {"checkout_id": checkout_id}))


def find_checkout_by_key(session: Session, idempotency_key: str) -> CheckoutRow | None:
    """Return the checkout with this idempotency key, or None."""
    return _from_optional_row(_BY_KEY.first(session, {"key": idempotency_key}))


def find_for_fulfillment(session: Session, checkout_id: str, intent_id: str) -> Fulfillment | None:
    """Return what a payment needs to become an order; None for an unknown checkout."""
    row = _FOR_FULFILLMENT.first(session, {"checkout_id": checkout_id, "intent_id": intent_id})
    if row is None:
        return None
    *columns, review_id, order_id = row
    checkout, truck = columns[: len(_COLUMN_NAMES)], columns[len(_COLUMN_NAMES) :]
    return Fulfillment(_from_row(tuple(checkout)), FulfillmentTruck(*truck), review_id, order_id)


def list_earlier_checkouts(session: Session, checkout: CheckoutRow) -> list[CheckoutRow]:
    """List older checkouts of the same attempt that have a payment intent and are not cancelled, oldest first."""
    return [_from_row(row) for row in _EARLIER.all(session, _place_in_attempt(checkout))]


def insert_checkout(session: Session, checkout: CheckoutRow) -> None:
    """Insert a checkout. The statement runs later in the caller's transaction (`run_later`)."""
    _INSERT.run_later(session, msgspec.structs.asdict(checkout))


def claim_checkout(session: Session, checkout_id: str, intent_id: str) -> bool:
    """Mark the checkout as paid by this payment, also a cancelled one. Returns False when it is paid already."""
    return _CLAIM.run(session, {"checkout_id": checkout_id, "intent_id": intent_id}) == 1


def store_intent(session: Session, checkout: CheckoutRow, intent_id: str, secret_hash: str) -> bool:
    """Store the ID of the payment intent and the digest of its client secret.

    Returns whether the customer may pay it. False for a cancelled checkout, for which nothing is stored, and for one
    with a newer checkout of its attempt, whose intent is stored so that it can be cancelled. The caller has locked the
    attempt.
    """
    values = {"checkout_id": checkout.id, "intent_id": intent_id, "secret_hash": secret_hash}
    row = _STORE_INTENT.first(session, values | _place_in_attempt(checkout))
    return row is not None and not row[0]


def _place_in_attempt(checkout: CheckoutRow) -> dict[str, Any]:
    return {"truck_id": checkout.truck_id, "attempt": checkout.attempt, "sequence": checkout.sequence}


def _from_optional_row(row: tuple[Any, ...] | None) -> CheckoutRow | None:
    return None if row is None else _from_row(row)


def _from_row(row: tuple[Any, ...]) -> CheckoutRow:
    return CheckoutRow(**dict(zip(_COLUMN_NAMES, row, strict=True)))
