"""A checkout as a row: what the way of an order reads and writes of it, without the toolkit's objects."""

from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core.db import table_of
from chuckwagon.core.prepared import Prepared
from chuckwagon.payments.models import PAID, Checkout, PaymentReview
from chuckwagon.trucks.models import Truck


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """The columns of a checkout; amounts in cents, instants in UTC."""

    id: str
    truck_id: str
    attempt: str | None
    sequence: int
    idempotency_key: str | None
    request_hash: str
    status: str
    payment_intent_id: str | None = None
    client_secret_hash: str | None = None
    intent_try: int
    lines: list[dict[str, Any]]
    subtotal_cents: int
    tax_cents: int
    total_cents: int
    tax_rate_units: int
    currency: str
    destination_account: str | None
    application_fee_cents: int
    fee_back_cents: int
    customer_name: str
    customer_phone: str
    customer_email: str | None
    pickup_at: datetime
    special_instructions: str | None
    created_at: datetime
    expires_at: datetime


class Seller(msgspec.Struct, frozen=True):
    """What a settled payment asks of the truck."""

    id: str
    name: str
    slug: str
    timezone: str
    is_active: bool
    archived_at: datetime | None


_checkouts, _trucks, _reviews = table_of(Checkout), table_of(Truck), table_of(PaymentReview)
_NAMES = Snapshot.__struct_fields__
_COLUMNS = [_checkouts.c[name] for name in _NAMES]
_SELLER = [_trucks.c[name] for name in Seller.__struct_fields__]
_BY_ID = Prepared(sa.select(*_COLUMNS).where(_checkouts.c.id == sa.bindparam("checkout_id")))
_BY_KEY = Prepared(sa.select(*_COLUMNS).where(_checkouts.c.idempotency_key == sa.bindparam("key")))
_REVIEW = sa.select(_reviews.c.id).where(_reviews.c.payment_intent_id == sa.bindparam("intent_id"))
_TO_SETTLE = Prepared(
    sa.select(*_COLUMNS, *_SELLER, _REVIEW.scalar_subquery())
    .join(_trucks, _trucks.c.id == _checkouts.c.truck_id)
    .where(_checkouts.c.id == sa.bindparam("checkout_id"))
)
_EARLIER = Prepared(
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
_INSERT = Prepared(sa.insert(_checkouts), _NAMES)
_CLAIM = Prepared(
    sa.update(_checkouts)
    .where(_checkouts.c.id == sa.bindparam("checkout_id"), _checkouts.c.status != PAID)
    .values(status=PAID, payment_intent_id=sa.bindparam("intent_id"))
)
_STORE_INTENT = Prepared(
    sa.update(_checkouts)
    .where(_checkouts.c.id == sa.bindparam("checkout_id"))
    .values(payment_intent_id=sa.bindparam("intent_id"), client_secret_hash=sa.bindparam("secret_hash"))
)


def find(session: Session, checkout_id: str) -> Snapshot | None:
    """The checkout as it is now."""
    return _read(_BY_ID.first(session, {"checkout_id": checkout_id}))


def find_by_key(session: Session, idempotency_key: str) -> Snapshot | None:
    """The checkout that was opened under this idempotency key."""
    return _read(_BY_KEY.first(session, {"key": idempotency_key}))


def find_to_settle(
    session: Session, checkout_id: str, intent_id: str
) -> tuple[Snapshot, Seller, str | None] | None:
    """The checkout, its truck, and the id of the review if the payment is or was held."""
    row = _TO_SETTLE.first(session, {"checkout_id": checkout_id, "intent_id": intent_id})
    if row is None:
        return None
    *rest, review_id = row
    return _from(tuple(rest[: len(_NAMES)])), Seller(*rest[len(_NAMES) :]), review_id


def list_earlier(session: Session, snapshot: Snapshot) -> list[Snapshot]:
    """Checkouts of the same attempt, older than this one, that somebody may have paid or may still pay."""
    given = {"truck_id": snapshot.truck_id, "attempt": snapshot.attempt, "sequence": snapshot.sequence}
    return [_from(row) for row in _EARLIER.all(session, given)]


def add(session: Session, snapshot: Snapshot) -> None:
    """Write it down."""
    _INSERT.write(session, msgspec.structs.asdict(snapshot))


def claim(session: Session, checkout_id: str, intent_id: str) -> bool:
    """Mark it as paid by this payment; False when somebody has done so before."""
    return _CLAIM.change(session, {"checkout_id": checkout_id, "intent_id": intent_id}) == 1


def store_intent(session: Session, checkout_id: str, intent_id: str, secret_hash: str) -> None:
    """Write down the payment intent that was made for it."""
    values = {"checkout_id": checkout_id, "intent_id": intent_id, "secret_hash": secret_hash}
    _STORE_INTENT.write(session, values)


def _read(row: tuple[Any, ...] | None) -> Snapshot | None:
    return None if row is None else _from(row)


def _from(row: tuple[Any, ...]) -> Snapshot:
    return Snapshot(**dict(zip(_NAMES, row, strict=True)))
