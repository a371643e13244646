"""Syncs refunds from Stripe: our own, and those made in the Stripe dashboard.

Each update is a refund as fetched, and only moves our row forward. Updates may arrive late, twice and in any
order.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database, insert_if_absent, try_update_one
from chuckwagon.db.transaction_callbacks import after_commit
from chuckwagon.drawer import service as day_events
from chuckwagon.integrations.stripe.client import StripeGateway
from chuckwagon.integrations.stripe.events import StripeEvent
from chuckwagon.integrations.stripe.payment_intents import StripeRefund
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Unavailable
from chuckwagon.kit.ids import new_id
from chuckwagon.observability.logging import log
from chuckwagon.orders.models import CARD, Order, Refund
from chuckwagon.orders.queries import find_order_by_intent
from chuckwagon.orders.reservations.service import follow_refund
from chuckwagon.orders.service import announce_refund, update_payment_status
from chuckwagon.payments import queries
from chuckwagon.payments.metrics import REFUNDS
from chuckwagon.payments.models import Checkout, WebhookEvent

PROVIDER_NAME = "Payment provider"
EXTERNAL_REASON = "Refunded at the payment provider"
DUPLICATE_REASON = "Refunded a second time at the payment provider"
EARLIER_STATUSES = {"pending": ("pending",), "succeeded": ("pending",), "failed": ("pending", "succeeded")}


def handle_refund_event(db: Database, stripe: StripeGateway, event: StripeEvent) -> None:
    """Fetch all refunds of the payment, and store them together with the event.

    An event that was stored before changes nothing. Raises Unavailable when the payment has a checkout but no order
    yet, so that the event comes again.
    """
    intent_id = event.refunded_intent_id or ""
    with db.reading() as session:
        if session.get(WebhookEvent, event.id) is not None:
            return
        is_known_payment = _is_known_payment(session, intent_id)
        if not is_known_payment and queries.find_checkout_by_intent(session, intent_id) is not None:
            raise Unavailable
    fetched = stripe.list_refunds(intent_id) if is_known_payment else []

    def store(session: Session) -> None:
        if queries.store_event(session, event.id, event.type, event.created):
            record_refunds(session, fetched)

    db.write(store)


def record_refunds(session: Session, fetched: Sequence[StripeRefund], withheld: str | None = None) -> None:
    """Store refunds as fetched, update their orders, and enqueue the SMS and the e-mail about each.

    One that is not in our tables is added, if its payment is known; one whose status has not moved changes nothing.
    `withheld` is the reason for which the customer is not told.
    """
    publish_refunds(session, store_refunds(session, fetched), withheld)


def store_refunds(session: Session, fetched: Sequence[StripeRefund]) -> list[Refund]:
    """Store refunds as fetched, with their orders' stock, and return those that moved.

    `publish_refunds` has to follow. It locks the customer, so it comes after all that locks stock.
    """
    changed = [(refund, one) for one in fetched if (refund := _store_refund(session, one))]
    for refund, one in changed:
        if refund.order_id is not None:
            order = session.get_one(Order, refund.order_id, with_for_update=True, populate_existing=True)
            follow_refund(session, order, refund)
            _keep_for_books(session, refund, one)
            of_day = (order.truck_id, (order.id, refund.id), order.tender, refund.amount_cents)
            day_events.record_refund(session, *of_day, has_failed=refund.status == "failed")
    return [refund for refund, _ in changed]


def publish_refunds(session: Session, changed: Sequence[Refund], withheld: str | None = None) -> None:
    """Update the payment status of the orders of these refunds, and enqueue what tells the customer of each."""
    for index, refund in enumerate(changed):
        if refund.order_id is not None:
            update_payment_status(session, refund.order_id)
            if refund.status != "failed":
                later = [other.id for other in changed[index + 1 :]]
                announce_refund(session, session.get_one(Order, refund.order_id), refund, withheld, later=later)


def _store_refund(session: Session, fetched: StripeRefund) -> Refund | None:
    """Store a refund as fetched; None when nothing of it has moved."""
    is_added = not _is_known(session, fetched) and _insert_external_refund(session, fetched)
    values = {"provider_id": fetched.id, "status": fetched.status, "failure": fetched.failure}
    is_new = sa.or_(Refund.provider_id.is_(None), Refund.status != fetched.status)
    update = sa.update(Refund).where(_matches(fetched), _may_advance(fetched), is_new)
    is_updated = try_update_one(session, update.values({**values, "updated_at": clock.now()}))
    _record_returned_amounts(session, fetched)
    if not (is_added or is_updated):
        return None
    after_commit(session, lambda: REFUNDS.labels(fetched.status).inc())
    mine = sa.select(Refund).where(Refund.provider_id == fetched.id)
    refund = session.scalars(mine, execution_options={"populate_existing": True}).one()
    if fetched.status == "failed":
        log.error("refund_failed", refund_id=refund.id)
    return refund


def _matches(fetched: StripeRefund) -> sa.ColumnElement[bool]:
    is_free = sa.or_(Refund.provider_id.is_(None), Refund.provider_id == fetched.id)
    requested = sa.and_(Refund.id == fetched.refund_id, Refund.payment_intent_id == fetched.intent_id, is_free)
    return sa.or_(Refund.provider_id == fetched.id, requested)


def _may_advance(fetched: StripeRefund) -> sa.ColumnElement[bool]:
    """Whether our row may still move to this status. A refund that we gave up unanswered may have been made."""
    was_given_up = sa.and_(Refund.status == "failed", Refund.provider_id.is_(None))
    return sa.or_(Refund.status.in_(EARLIER_STATUSES[fetched.status]), was_given_up)


def _is_known(session: Session, fetched: StripeRefund) -> bool:
    return session.scalar(sa.select(Refund.id).where(_matches(fetched))) is not None


def _is_known_payment(session: Session, intent_id: str) -> bool:
    """Whether the payment has become an order or is held for review."""
    return (
        find_order_by_intent(session, intent_id) is not None
        or queries.find_review_by_intent(session, intent_id) is not None
    )


def _insert_external_refund(session: Session, fetched: StripeRefund) -> bool:
    """Insert a refund that was made in the dashboard. Returns False when its payment is unknown or another call did."""
    if not _is_known_payment(session, fetched.intent_id):
        return False
    order, refund_id = find_order_by_intent(session, fetched.intent_id), new_id()
    is_duplicate = _is_duplicate(session, fetched)
    values = {
        "id": refund_id,
        "order_id": order.id if order else None,
        "payment_intent_id": fetched.intent_id,
        "key": f"refund:{refund_id}",
        "key_try": 1,
        "method": CARD,
        "amount_cents": fetched.amount_cents,
        "reason": DUPLICATE_REASON if is_duplicate else EXTERNAL_REASON,
        "asked_by": PROVIDER_NAME,
        "status": fetched.status,
        "failure": fetched.failure,
        "provider_id": fetched.id,
        "reversed_cents": 0,
        "created_at": fetched.created_at,
        "updated_at": clock.now(),
    }
    is_added = insert_if_absent(session, Refund, values)
    if is_added and is_duplicate:
        log.error("refund_doubled", refund_id=fetched.refund_id, second_refund_id=refund_id)
        after_commit(session, lambda: REFUNDS.labels("doubled").inc())
    return is_added


def _is_duplicate(session: Session, fetched: StripeRefund) -> bool:
    """Whether it repeats a refund of ours that Stripe has made already."""
    first = session.get(Refund, fetched.refund_id) if fetched.refund_id else None
    return first is not None and first.payment_intent_id == fetched.intent_id


def _keep_for_books(session: Session, refund: Refund, fetched: StripeRefund) -> None:
    """Store what came back with the refund, once, because what is read later must not change a closed day.

    The caller has locked the order, because the fee is known for all refunds of the payment together.
    """
    if refund.fee_back_cents is None:
        of_payment = Refund.payment_intent_id == fetched.intent_id
        known = session.scalar(sa.select(sa.func.sum(Refund.fee_back_cents)).where(of_payment))
        refund.transfer_back_cents = refund.reversed_cents
        refund.fee_back_cents = max(fetched.fee_back_cents - int(known or 0), 0)
        session.flush()


def _record_returned_amounts(session: Session, fetched: StripeRefund) -> None:
    """Store how much of the truck's share and of our fee came back, in cents.

    A smaller amount than the stored one is an older report and is ignored."""
    is_smaller = (Refund.provider_id == fetched.id, Refund.reversed_cents < fetched.reversed_cents)
    try_update_one(session, sa.update(Refund).where(*is_smaller).values(reversed_cents=fetched.reversed_cents))
    paid = (Checkout.payment_intent_id == fetched.intent_id, Checkout.fee_back_cents < fetched.fee_back_cents)
    try_update_one(session, sa.update(Checkout).where(*paid).values(fee_back_cents=fetched.fee_back_cents))
