"""Reading checkouts and payments, and keeping which events have come."""

from collections.abc import Iterable
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import clock
from chuckwagon.core.db import changed_one, insert_if_absent, table_of
from chuckwagon.core.ids import is_id
from chuckwagon.core.prepared import Prepared
from chuckwagon.core.transaction_callbacks import after_commit
from chuckwagon.gateways.stripe_events import Event
from chuckwagon.gateways.stripe_payments import Intent
from chuckwagon.orders.models import Order
from chuckwagon.payments import deferrals, snapshots
from chuckwagon.payments.metrics import EVENTS, LAG
from chuckwagon.payments.models import OPEN, PAID, Checkout, PaymentReview, SyncMark, WebhookEvent
from chuckwagon.payments.snapshots import Snapshot

BEING_MADE = timedelta(minutes=1)  # longer than the calls that make a checkout payable

_checkouts, _orders = table_of(Checkout), table_of(Order)
_BY_INTENT = sa.select(Checkout).where(Checkout.payment_intent_id == sa.bindparam("intent_id"))
_ORDER_OF = Prepared(sa.select(_orders.c.id).where(_orders.c.payment_intent_id == sa.bindparam("intent_id")))
_CONFIRMATION = Prepared(
    sa.select(_checkouts.c.client_secret_hash, _orders.c.id)
    .outerjoin(_orders, _orders.c.payment_intent_id == _checkouts.c.payment_intent_id)
    .where(_checkouts.c.payment_intent_id == sa.bindparam("intent_id"))
)
_LAST_SEQUENCE = Prepared(
    sa.select(sa.func.coalesce(sa.func.max(_checkouts.c.sequence), 0)).where(
        _checkouts.c.truck_id == sa.bindparam("truck_id"), _checkouts.c.attempt == sa.bindparam("attempt")
    )
)


def find_checkout_by_intent(session: Session, payment_intent_id: str) -> Checkout | None:
    """The checkout that this payment intent was made for."""
    return session.scalars(_BY_INTENT, {"intent_id": payment_intent_id}).one_or_none()


def find_confirmation(session: Session, payment_intent_id: str) -> tuple[str | None, str | None] | None:
    """Of a payment's checkout the digest of its secret, and its order if there is one: one quick look."""
    row = _CONFIRMATION.first(session, {"intent_id": payment_intent_id})
    return None if row is None else (row[0], row[1])


def find_order_id(session: Session, payment_intent_id: str) -> str | None:
    """The id of the one order that this payment made."""
    found = _ORDER_OF.first(session, {"intent_id": payment_intent_id})
    return None if found is None else str(found[0])


def named_checkout(intent: Intent) -> str:
    """The id of the checkout that a payment names; whoever has the provider's dashboard can write anything
    there, and what is no id comes back as none.
    """
    checkout_id = intent.metadata.get("checkoutId")
    return checkout_id if isinstance(checkout_id, str) and is_id(checkout_id) else ""


def find_checkout_of(session: Session, intent: Intent) -> Snapshot | None:
    """The checkout that a payment names."""
    checkout_id = named_checkout(intent)
    return snapshots.find(session, checkout_id) if checkout_id else None


def list_checkouts(session: Session, ids: list[str]) -> list[Checkout]:
    """The checkouts with these ids."""
    return list(session.scalars(sa.select(Checkout).where(Checkout.id.in_(ids))))


def find_unsettled(session: Session, intents: Iterable[Intent]) -> set[str]:
    """The ids of the checkouts that these payments name and that have no order yet."""
    named = (intent.metadata.get("checkoutId") for intent in intents)
    ids = [name for name in named if isinstance(name, str) and is_id(name)]
    found: set[str] = set()
    for start in range(0, len(ids), 500):
        wanted = (Checkout.id.in_(ids[start : start + 500]), Checkout.status != PAID)
        found.update(session.scalars(sa.select(Checkout.id).where(*wanted)))
    return found


def find_unfinished(session: Session, payment_intent_ids: Iterable[str]) -> set[str]:
    """Of these payments, those that a checkout of ours without an order was made for."""
    wanted = (Checkout.payment_intent_id.in_(list(payment_intent_ids)), Checkout.status != PAID)
    return {found for found in session.scalars(sa.select(Checkout.payment_intent_id).where(*wanted)) if found}


def find_review_by_intent(session: Session, payment_intent_id: str) -> PaymentReview | None:
    """The payment, if it is one that fits no checkout and was kept for a person."""
    query = sa.select(PaymentReview).where(PaymentReview.payment_intent_id == payment_intent_id)
    return session.scalars(query).one_or_none()


def read_held(session: Session) -> tuple[int, datetime | None]:
    """How many payments wait for a decision, and since when the first of them."""
    open_ones = sa.select(sa.func.count(), sa.func.min(PaymentReview.created_at))
    count, since = session.execute(open_ones.where(PaymentReview.decision.is_(None))).one()
    return count, since


def store_event(session: Session, event: Event) -> bool:
    """Keep that the event has come, with its effect; False when it has come before."""
    values = {"id": event.id, "type": event.type, "received_at": clock.now()}
    is_new = insert_if_absent(session, WebhookEvent, values)
    lag = max(0.0, clock.now().timestamp() - event.created)
    after_commit(session, lambda: EVENTS.add(event.type, "new" if is_new else "repeated"))
    if is_new:
        after_commit(session, lambda: LAG.observe(lag))
    return is_new


def has_newer(session: Session, checkout: Snapshot) -> bool:
    """Whether the same attempt was submitted again after this checkout."""
    return _last_sequence(session, checkout.truck_id, checkout.attempt) > checkout.sequence


def next_sequence(session: Session, truck_id: str, attempt: str | None) -> int:
    """The place of a new checkout within its attempt, from 1."""
    return _last_sequence(session, truck_id, attempt) + 1


def _last_sequence(session: Session, truck_id: str, attempt: str | None) -> int:
    if attempt is None:
        return 0
    [last] = _LAST_SEQUENCE.first(session, {"truck_id": truck_id, "attempt": attempt}) or (0,)
    return int(last)


def oldest_open(session: Session) -> datetime | None:
    """When the oldest unfinished checkout was opened; None when all are settled."""
    query = sa.select(sa.func.min(Checkout.created_at)).where(Checkout.status == OPEN)
    return session.scalar(query)


def list_overdue(session: Session, before: datetime, limit: int = 50) -> list[Checkout]:
    """Unfinished checkouts whose time to pay is over, without those that are set aside for now.

    One that was just opened may still get its payment from the provider, which then has to be cancelled too.
    """
    is_set_aside = deferrals.is_waiting(deferrals.CHECKOUT, Checkout.id, before)
    is_made = sa.or_(Checkout.payment_intent_id.is_not(None), Checkout.created_at <= before - BEING_MADE)
    overdue = (Checkout.status == OPEN, Checkout.expires_at <= before, is_made, ~is_set_aside)
    query = sa.select(Checkout).where(*overdue)
    return list(session.scalars(query.order_by(Checkout.expires_at).limit(limit)))


def find_mark(session: Session) -> datetime | None:
    """How far the provider's event log was read."""
    mark = session.get(SyncMark, _LOG)
    return mark.at if mark else None


def advance_mark(session: Session, at: datetime) -> None:
    """Remember how far the provider's event log was read; an overlap never takes it back."""
    if not insert_if_absent(session, SyncMark, {"name": _LOG, "at": at}):
        behind = (SyncMark.name == _LOG, SyncMark.at < at)
        changed_one(session, sa.update(SyncMark).where(*behind).values(at=at))


_LOG = "payment_intent.succeeded"
