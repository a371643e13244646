"""Reading checkouts and payments, and keeping which events have come."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import clock
from chuckwagon.core.db import insert_if_absent
from chuckwagon.gateways.stripe_events import Event
from chuckwagon.payments.models import OPEN, Checkout, PaymentReview, SyncMark, WebhookEvent


def find_checkout_by_intent(session: Session, payment_intent_id: str) -> Checkout | None:
    """The checkout that this payment intent was made for."""
    query = sa.select(Checkout).where(Checkout.payment_intent_id == payment_intent_id)
    return session.scalars(query).one_or_none()


def find_checkout_by_key(session: Session, idempotency_key: str) -> Checkout | None:
    """The checkout that was opened under this idempotency key."""
    query = sa.select(Checkout).where(Checkout.idempotency_key == idempotency_key)
    return session.scalars(query).one_or_none()


def find_review_by_intent(session: Session, payment_intent_id: str) -> PaymentReview | None:
    """The payment, if it is one that fits no checkout and was kept for a person."""
    query = sa.select(PaymentReview).where(PaymentReview.payment_intent_id == payment_intent_id)
    return session.scalars(query).one_or_none()


def store_event(session: Session, event: Event) -> bool:
    """Keep that the event has come, with its effect; False when it has come before."""
    values = {"id": event.id, "type": event.type, "received_at": clock.now()}
    return insert_if_absent(session, WebhookEvent, values)


def list_earlier(session: Session, checkout: Checkout) -> list[Checkout]:
    """Checkouts of the same attempt, older than this one, that somebody may have paid or may still pay."""
    if checkout.attempt is None:
        return []
    query = sa.select(Checkout).where(
        Checkout.truck_id == checkout.truck_id,
        Checkout.attempt == checkout.attempt,
        Checkout.sequence < checkout.sequence,
        Checkout.status != "cancelled",
        Checkout.payment_intent_id.is_not(None),
    )
    return list(session.scalars(query.order_by(Checkout.sequence)))


def has_newer(session: Session, checkout: Checkout) -> bool:
    """Whether the same attempt was submitted again after this checkout."""
    if checkout.attempt is None:
        return False
    query = sa.select(sa.literal(1)).where(
        Checkout.truck_id == checkout.truck_id,
        Checkout.attempt == checkout.attempt,
        Checkout.sequence > checkout.sequence,
    )
    return session.scalar(query.limit(1)) is not None


def next_sequence(session: Session, truck_id: str, attempt: str | None) -> int:
    """The place of a new checkout within its attempt, from 1."""
    if attempt is None:
        return 1
    query = sa.select(sa.func.max(Checkout.sequence)).where(
        Checkout.truck_id == truck_id, Checkout.attempt == attempt
    )
    return (session.scalar(query) or 0) + 1


def oldest_open(session: Session) -> datetime | None:
    """When the oldest unfinished checkout was opened; None when all are settled."""
    query = sa.select(sa.func.min(Checkout.created_at)).where(Checkout.status == OPEN)
    return session.scalar(query)


def list_overdue(session: Session, before: datetime, limit: int = 50) -> list[Checkout]:
    """Unfinished checkouts whose time to pay is over."""
    query = sa.select(Checkout).where(Checkout.status == OPEN, Checkout.expires_at <= before)
    return list(session.scalars(query.order_by(Checkout.expires_at).limit(limit)))


def find_mark(session: Session) -> datetime | None:
    """How far the provider's event log was read."""
    mark = session.get(SyncMark, _LOG)
    return mark.at if mark else None


def set_mark(session: Session, at: datetime) -> None:
    """Remember how far the provider's event log was read."""
    session.merge(SyncMark(name=_LOG, at=at))


_LOG = "payment_intent.succeeded"
