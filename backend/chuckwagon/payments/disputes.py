"""Disputes: the customer's bank questions a payment, takes the money, and perhaps gives it back.

What an event says is not believed: the dispute itself is read, and of two readings the one that was begun
later counts, so that events may arrive late, twice and in any order.
"""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import clock
from chuckwagon.core.db import Database, insert_if_absent
from chuckwagon.core.errors import Unavailable
from chuckwagon.core.logging import log
from chuckwagon.gateways.stripe_api import StripeGateway
from chuckwagon.gateways.stripe_events import Event
from chuckwagon.gateways.stripe_payments import PaymentRefused
from chuckwagon.gateways.stripe_refunds import DisputeSeen
from chuckwagon.orders.models import Dispute
from chuckwagon.orders.queries import find_order_by_intent
from chuckwagon.orders.service import note_money
from chuckwagon.payments import queries
from chuckwagon.payments.models import WebhookEvent

CLOSED = ("won", "lost", "warning_closed", "prevented")


def receive_dispute_event(db: Database, stripe: StripeGateway, event: Event) -> None:
    """Read the dispute and store what has become of it together with the event.

    Raises Unavailable when the provider cannot be asked, or the payment's order is still to be made, so that
    the event comes again. A dispute that the provider itself does not know is none of ours, however often it
    is told of.
    """
    with db.reading() as session:
        if session.get(WebhookEvent, event.id) is not None:
            return
    read_at = clock.now()
    seen = _read(stripe, event)

    def store(session: Session) -> None:
        if queries.store_event(session, event) and seen is not None:
            note_dispute(session, seen, read_at)

    db.write(store)


def _read(stripe: StripeGateway, event: Event) -> DisputeSeen | None:
    try:
        return stripe.get_dispute(event.dispute_id or "")
    except PaymentRefused:
        log.error("dispute_unknown", event_id=event.id)
        return None


def list_open(session: Session) -> list[str]:
    """The ids of the disputes in our books that have not come to their end."""
    return list(session.scalars(sa.select(Dispute.id).where(Dispute.status.not_in(CLOSED))))


def is_news(session: Session, seen: DisputeSeen) -> bool:
    """Whether it concerns an order of ours, whose books do not say so."""
    if find_order_by_intent(session, seen.intent_id) is None:
        return False
    known = session.get(Dispute, seen.id)
    return known is None or (known.status, known.amount_cents) != (seen.status[:40], seen.amount_cents)


def note_dispute(session: Session, seen: DisputeSeen, read_at: datetime) -> None:
    """Store what was read at this instant, unless it was read again since.

    Raises Unavailable when the payment's order is still to be made.
    """
    order = find_order_by_intent(session, seen.intent_id)
    if order is None:
        checkout = queries.find_checkout_by_intent(session, seen.intent_id)
        if checkout is not None and queries.find_review_by_intent(session, seen.intent_id) is None:
            raise Unavailable
        return
    values = {"amount_cents": seen.amount_cents, "status": seen.status[:40], "read_at": read_at}
    made = {"id": seen.id, "order_id": order.id, "reason": seen.reason, "created_at": seen.created_at}
    if insert_if_absent(session, Dispute, values | made):
        log.error("payment_disputed", order_id=order.id)
        note_money(session, order.id)
        return
    known = session.get_one(Dispute, seen.id, with_for_update=True)
    if known.read_at > read_at:
        return
    has_changed = (known.status, known.amount_cents) != (seen.status[:40], seen.amount_cents)
    known.amount_cents, known.status, known.read_at = seen.amount_cents, seen.status[:40], read_at
    session.flush()
    if has_changed:
        note_money(session, order.id)
