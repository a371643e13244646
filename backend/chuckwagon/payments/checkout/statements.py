"""Compiled statements of the order path on checkouts, without SQLAlchemy's ORM objects.

A newer checkout of one attempt takes over the slot and stock that an older one holds: the caller gives back what is
released here, or takes it over in the same transaction.
"""

from collections import Counter
from datetime import datetime, timedelta
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db import database
from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import table_of
from chuckwagon.kit import clock
from chuckwagon.kit.ids import hash_secret
from chuckwagon.offers.uses import release_replaced_uses
from chuckwagon.orders.models import Order
from chuckwagon.orders.purchase import Purchase
from chuckwagon.orders.reservations import statements
from chuckwagon.orders.reservations.models import HELD, Reservation
from chuckwagon.orders.reservations.statements import ReservationRow
from chuckwagon.payments.models import CANCELLED, OPEN, PAID, Checkout, PaymentReview
from chuckwagon.schedule.models import Place, Stop
from chuckwagon.trucks.models import Truck


class CheckoutRow(Purchase, frozen=True, kw_only=True):
    """The columns of a checkout; amounts in cents, instants in UTC."""

    id: str
    truck_name: str | None = None
    attempt: str | None
    sequence: int
    idempotency_key: str | None
    source: str = "online"
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
    confirms_orders: bool
    accepting_orders: bool
    paused_until: datetime | None
    city: str
    state: str


class Fulfillment(msgspec.Struct, frozen=True):
    """What is needed to turn a payment into an order: its checkout, in any status, and the truck.

    `order_id` is the order that the payment has already, or None. `review_id` is its payment review, open or decided,
    or None. `latitude` and `longitude` are those of the stop's place while it has the name that the customer saw.
    """

    checkout: CheckoutRow
    truck: FulfillmentTruck
    latitude: float | None
    longitude: float | None
    review_id: str | None
    order_id: str | None


_checkouts, _trucks, _reviews = table_of(Checkout), table_of(Truck), table_of(PaymentReview)
_orders, _of_attempt = table_of(Order), _checkouts.alias("of_attempt")
_stops, _places = table_of(Stop), table_of(Place)
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
    sa.select(
        *_COLUMNS,
        *_TRUCK_COLUMNS,
        _places.c.latitude,
        _places.c.longitude,
        _REVIEW_ID.scalar_subquery(),
        _ORDER_ID.scalar_subquery(),
    )
    .join(_trucks, _trucks.c.id == _checkouts.c.truck_id)
    .outerjoin(_stops, _stops.c.id == _checkouts.c.stop_id)
    .outerjoin(_places, sa.and_(_places.c.id == _stops.c.place_id, _places.c.name == _checkouts.c.place_name))
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
    *columns, latitude, longitude, review_id, order_id = row
    checkout, truck = columns[: len(_COLUMN_NAMES)], columns[len(_COLUMN_NAMES) :]
    return Fulfillment(_from_row(tuple(checkout)), FulfillmentTruck(*truck), latitude, longitude, review_id, order_id)


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


MIN_RANDOM_LENGTH = 16
SAME_PURCHASE_AFTER_PICKUP = timedelta(hours=2)  # a truck may run late, and its order still be in the kitchen


def bind_attempt(attempt: str | None, phone: str) -> str | None:
    """The attempt as it is stored: that of one customer, because another's payment and order are no one else's to see.

    A random one is its customer's own, also after they corrected their phone. A short one may be a counter, a table or
    a name that a shop's program sends for everyone, so it is that of one phone.
    """
    if attempt is None:
        return None
    return hash_secret(attempt if len(attempt) >= MIN_RANDOM_LENGTH else f"{phone}:{attempt}")


def lock_attempt(session: Session, attempt: str | None) -> None:
    """Lock the attempt until the commit, so that one of two concurrent requests sees the other's checkout.

    None locks nothing.
    """
    if attempt is not None:
        database.lock_transaction(session, f"attempt:{hash_secret(attempt)}")


def counts_as_payment_of(earlier: CheckoutRow, checkout: CheckoutRow) -> bool:
    """Whether a payment of the earlier checkout of the attempt counts as the payment of the later one.

    True for the same cart, until `SAME_PURCHASE_AFTER_PICKUP` after the pickup time chosen in the earlier one. The
    browser keeps the attempt's ID with the cart, so another purchase may have the same attempt.
    """
    return is_recent(earlier, checkout) and _count_wanted(earlier.lines) == _count_wanted(checkout.lines)


def is_recent(earlier: CheckoutRow, checkout: CheckoutRow) -> bool:
    """Whether the order of the earlier checkout may still be wanted or eaten when the later one is made."""
    return checkout.created_at < earlier.pickup_at + SAME_PURCHASE_AFTER_PICKUP


def _count_wanted(lines: list[dict[str, Any]]) -> Counter[str]:
    """The quantities of what a cart asks for. Names and prices do not count: staff may change them while it is paid."""
    wanted: Counter[str] = Counter()
    for line in lines:
        chosen = line.get("modifiers", ())
        options = sorted(one["option_id"] for one in chosen for _ in range(one.get("quantity", 1)))
        what = [line["menu_item_id"], options, line.get("special_instructions") or ""]
        wanted[msgspec.json.encode(what).decode()] += line["quantity"]
    return wanted


def release_earlier(session: Session, truck_id: str, attempt: str | None) -> list[ReservationRow]:
    """Mark the held reservations of the attempt's checkouts as released, and return them; none without an attempt."""
    if attempt is None:
        return []
    ids = session.scalars(_select_held(truck_id, attempt).order_by(Reservation.id)).all()
    return [gone for one in ids if (gone := statements.try_release(session, one)) is not None]


def release_earlier_uses(session: Session, truck_id: str, attempt: str | None, offer_id: str | None) -> None:
    """Release the offer uses that unpaid checkouts of the attempt hold, because a newer checkout replaces them.

    `offer_id` is the newer one's offer, which is locked with theirs.
    """
    if attempt is None:
        return
    of_attempt = (Checkout.truck_id == truck_id, Checkout.attempt == attempt, Checkout.offer_id.is_not(None))
    checkout_ids = session.scalars(sa.select(Checkout.id).where(*of_attempt).order_by(Checkout.id)).all()
    release_replaced_uses(session, checkout_ids, offer_id)


def release_newer(session: Session, paid: CheckoutRow) -> list[ReservationRow]:
    """Mark the held reservations of newer checkouts that took them over from `paid` as released, and return them.

    A newer one that has a payment intent, or was made after `paid` had run out, keeps what it holds, because it may be
    paid too.
    """
    if paid.attempt is None:
        return []
    held = _select_held(paid.truck_id, paid.attempt).where(Checkout.sequence > paid.sequence)
    ids = session.scalars(held.order_by(Checkout.sequence)).all()
    return [gone for one in ids if (gone := _release_unpayable(session, paid, one)) is not None]


def _release_unpayable(session: Session, paid: CheckoutRow, newer_id: str) -> ReservationRow | None:
    newer = lock_open_checkout(session, newer_id)
    if newer is None or newer.payment_intent_id is not None:
        return None
    if newer.created_at >= paid.expires_at and not counts_as_payment_of(paid, newer):
        return None
    return statements.try_release(session, newer_id)


def _select_held(truck_id: str, attempt: str) -> sa.Select[str]:
    held = sa.select(Reservation.id).join(Checkout, Checkout.id == Reservation.id)
    return held.where(Checkout.truck_id == truck_id, Checkout.attempt == attempt, Reservation.status == HELD)


def count_open_checkouts(session: Session, stop_id: str) -> int:
    """Count the checkouts at the stop that may still be paid."""
    is_open = (Checkout.stop_id == stop_id, Checkout.status == OPEN, Checkout.expires_at > clock.now())
    return session.scalar(sa.select(sa.func.count()).select_from(Checkout).where(*is_open)) or 0


def expire_checkouts(session: Session, stop_id: str) -> None:
    """Set the end of the stop's open checkouts and of their holds to now. Their slots are still taken after this.

    The worker then cancels each payment intent at Stripe and gives back what the checkout holds. If Stripe says that it
    was paid meanwhile, the order is made as usual.
    """
    is_open = (Checkout.stop_id == stop_id, Checkout.status == OPEN, Checkout.expires_at > clock.now())
    expired = sa.update(Checkout).where(*is_open).values(expires_at=clock.now()).returning(Checkout.id)
    # After the checkouts, as a payment locks them.
    held = (Reservation.id.in_(session.scalars(expired).all()), Reservation.status == HELD)
    released = sa.update(Reservation).where(*held).values(hold_expires_at=clock.now())
    session.execute(released.execution_options(synchronize_session=False))
