"""Queries of checkouts, payments, reviews and webhook events."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import insert_if_absent, table_of, try_update_one
from chuckwagon.db.transaction_callbacks import after_commit
from chuckwagon.kit import clock
from chuckwagon.kit.ids import is_id
from chuckwagon.orders.models import Order
from chuckwagon.payments.checkout import statements as checkout_statements
from chuckwagon.payments.checkout.statements import CheckoutRow
from chuckwagon.payments.metrics import EVENTS, LAG
from chuckwagon.payments.models import OPEN, PAID, Checkout, PaymentReview, SyncCursor, WebhookEvent
from chuckwagon.payments.reconciliation import deferrals
from chuckwagon.schedule.models import Place, Stop

CREATION_GRACE = timedelta(minutes=1)  # longer than the calls that create an intent

_checkouts, _orders = table_of(Checkout), table_of(Order)
_stops, _places = table_of(Stop), table_of(Place)
_BY_INTENT = sa.select(Checkout).where(Checkout.payment_intent_id == sa.bindparam("intent_id"))
_ORDER_ID_BY_INTENT = CompiledStatement(
    sa.select(_orders.c.id).where(_orders.c.payment_intent_id == sa.bindparam("intent_id"))
)
_CONFIRMATION = CompiledStatement(
    sa.select(_checkouts.c.client_secret_hash, _orders.c.id, _places.c.latitude, _places.c.longitude)
    .outerjoin(_orders, _orders.c.payment_intent_id == _checkouts.c.payment_intent_id)
    .outerjoin(_stops, _stops.c.id == _orders.c.stop_id)
    .outerjoin(_places, sa.and_(_places.c.id == _stops.c.place_id, _places.c.name == _orders.c.place_name))
    .where(_checkouts.c.payment_intent_id == sa.bindparam("intent_id"))
)
_LAST_SEQUENCE = CompiledStatement(
    sa.select(sa.func.coalesce(sa.func.max(_checkouts.c.sequence), 0)).where(
        _checkouts.c.truck_id == sa.bindparam("truck_id"), _checkouts.c.attempt == sa.bindparam("attempt")
    )
)


class Confirmation(msgspec.Struct, frozen=True):
    """The digest of a payment's client secret, and the ID of its order if there is one.

    The position is that of the stop's place while it has the name that the customer saw, in degrees.
    """

    secret_hash: str | None
    order_id: str | None
    latitude: float | None
    longitude: float | None


def find_checkout_by_intent(session: Session, payment_intent_id: str) -> Checkout | None:
    """Return the checkout of this payment intent, or None."""
    return session.scalars(_BY_INTENT, {"intent_id": payment_intent_id}).one_or_none()


def find_confirmation(session: Session, payment_intent_id: str) -> Confirmation | None:
    """Return what the confirmation page needs of this payment, or None for an unknown one."""
    row = _CONFIRMATION.first(session, {"intent_id": payment_intent_id})
    return None if row is None else Confirmation(*row)


def find_order_id_by_intent(session: Session, payment_intent_id: str) -> str | None:
    """Return the ID of the order that this payment made, or None."""
    found = _ORDER_ID_BY_INTENT.first(session, {"intent_id": payment_intent_id})
    return None if found is None else str(found[0])


def read_checkout_id(metadata: Mapping[str, str]) -> str:
    """Return the checkout ID in a payment's metadata, or an empty string if there is no valid ID.

    Anyone with access to the Stripe dashboard can change metadata.
    """
    checkout_id = metadata.get("checkoutId")
    return checkout_id if isinstance(checkout_id, str) and is_id(checkout_id) else ""


def find_checkout_by_metadata(session: Session, metadata: Mapping[str, str]) -> CheckoutRow | None:
    """Return the checkout that a payment's metadata names, or None."""
    checkout_id = read_checkout_id(metadata)
    return checkout_statements.find_checkout(session, checkout_id) if checkout_id else None


def list_checkouts(session: Session, ids: list[str]) -> list[Checkout]:
    """List the checkouts with these IDs, in no particular order. Unknown IDs are left out."""
    return list(session.scalars(sa.select(Checkout).where(Checkout.id.in_(ids))))


def find_unfulfilled_checkouts(session: Session, metadata: Iterable[Mapping[str, str]]) -> set[str]:
    """Return the IDs of the checkouts that the metadata of payments names and that have no order yet."""
    ids = [checkout_id for one in metadata if (checkout_id := read_checkout_id(one))]
    found: set[str] = set()
    for start in range(0, len(ids), 500):
        wanted = (Checkout.id.in_(ids[start : start + 500]), Checkout.status != PAID)
        found.update(session.scalars(sa.select(Checkout.id).where(*wanted)))
    return found


def find_unfulfilled_intents(session: Session, payment_intent_ids: Iterable[str]) -> set[str]:
    """Return those of these payment intents whose checkout has no order yet."""
    wanted = (Checkout.payment_intent_id.in_(list(payment_intent_ids)), Checkout.status != PAID)
    return {found for found in session.scalars(sa.select(Checkout.payment_intent_id).where(*wanted)) if found}


def find_review_by_intent(session: Session, payment_intent_id: str) -> PaymentReview | None:
    """Return the review of this payment, or None."""
    query = sa.select(PaymentReview).where(PaymentReview.payment_intent_id == payment_intent_id)
    return session.scalars(query).one_or_none()


def summarize_held_payments(session: Session) -> tuple[int, datetime | None]:
    """Return (count, since) of the undecided held payments: since when the oldest is held (UTC; None without one)."""
    open_ones = sa.select(sa.func.count(), sa.func.min(PaymentReview.created_at))
    count, since = session.execute(open_ones.where(PaymentReview.decision.is_(None))).one()
    return count, since


def store_event(session: Session, event_id: str, event_type: str, created: int) -> bool:
    """Store that the event, created at this Unix time, arrived, in the caller's transaction.

    Returns False when it was stored before. Counts it for the metrics after the commit.
    """
    values = {"id": event_id, "type": event_type, "received_at": clock.now()}
    is_new = insert_if_absent(session, WebhookEvent, values)
    lag = max(0.0, clock.now().timestamp() - created)
    after_commit(session, lambda: EVENTS.labels(event_type, "new" if is_new else "repeated").inc())
    if is_new:
        after_commit(session, lambda: LAG.observe(lag))
    return is_new


def has_newer_checkout(session: Session, checkout: CheckoutRow) -> bool:
    """Whether the same attempt was submitted again after this checkout. False without an attempt."""
    return _last_sequence(session, checkout.truck_id, checkout.attempt) > checkout.sequence


def next_sequence(session: Session, truck_id: str, attempt: str | None) -> int:
    """Return the number of a new checkout within its attempt, from 1; 1 without an attempt."""
    return _last_sequence(session, truck_id, attempt) + 1


def _last_sequence(session: Session, truck_id: str, attempt: str | None) -> int:
    if attempt is None:
        return 0
    [last] = _LAST_SEQUENCE.first(session, {"truck_id": truck_id, "attempt": attempt}) or (0,)
    return int(last)


def find_oldest_open_at(session: Session) -> datetime | None:
    """Return when the oldest open checkout was created (UTC), or None."""
    query = sa.select(sa.func.min(Checkout.created_at)).where(Checkout.status == OPEN)
    return session.scalar(query)


def list_overdue_checkouts(session: Session, before: datetime, limit: int = 50) -> list[Checkout]:
    """List open checkouts that expired before, longest first, without those that are deferred.

    One without a payment intent is left out for CREATION_GRACE after its creation, because it may still get one, which
    would then have to be cancelled too.
    """
    is_set_aside = deferrals.is_deferred_past(deferrals.CHECKOUT, Checkout.id, before)
    is_made = sa.or_(Checkout.payment_intent_id.is_not(None), Checkout.created_at <= before - CREATION_GRACE)
    overdue = (Checkout.status == OPEN, Checkout.expires_at <= before, is_made, ~is_set_aside)
    query = sa.select(Checkout).where(*overdue)
    return list(session.scalars(query.order_by(Checkout.expires_at).limit(limit)))


def find_sync_cursor(session: Session) -> datetime | None:
    """Return up to when Stripe's event log was read (UTC), or None."""
    mark = session.get(SyncCursor, _EVENT_LOG_CURSOR)
    return mark.at if mark else None


def advance_sync_cursor(session: Session, at: datetime) -> None:
    """Move the cursor of the event log forward; it never moves back."""
    if not insert_if_absent(session, SyncCursor, {"name": _EVENT_LOG_CURSOR, "at": at}):
        behind = (SyncCursor.name == _EVENT_LOG_CURSOR, SyncCursor.at < at)
        try_update_one(session, sa.update(SyncCursor).where(*behind).values(at=at))


_EVENT_LOG_CURSOR = "payment_intent.succeeded"
