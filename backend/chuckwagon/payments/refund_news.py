"""What the provider says of refunds: of ours, and of those that somebody made at the provider itself.

Every piece of news is a whole refund as it was read, and only ever moves ours forward, so that it may
arrive late, twice and in any order.
"""

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import clock
from chuckwagon.core.db import Database, changed_one, insert_if_absent
from chuckwagon.core.errors import Unavailable
from chuckwagon.core.ids import new_id
from chuckwagon.core.logging import log
from chuckwagon.core.transaction_callbacks import after_commit
from chuckwagon.gateways.stripe_api import StripeGateway
from chuckwagon.gateways.stripe_events import Event
from chuckwagon.gateways.stripe_refunds import RefundMade
from chuckwagon.orders.models import CARD, Order, Refund
from chuckwagon.orders.queries import find_order_by_intent
from chuckwagon.orders.service import leave_text, note_money
from chuckwagon.payments import queries
from chuckwagon.payments.metrics import REFUNDS
from chuckwagon.payments.models import Checkout, WebhookEvent

PROVIDER = "Payment provider"
MADE_ELSEWHERE = "Given back at the payment provider"
MADE_TWICE = "Given back a second time at the payment provider"
EARLIER = {"pending": ("pending",), "succeeded": ("pending",), "failed": ("pending", "succeeded")}


def receive_refund_event(db: Database, stripe: StripeGateway, event: Event) -> None:
    """Something was given back: read all refunds of that payment, and store them together with the event.

    Raises Unavailable for a payment whose order is still to be made, so that the event comes again.
    """
    intent_id = event.refunded_intent_id or ""
    with db.reading() as session:
        if session.get(WebhookEvent, event.id) is not None:
            return
        has_home = _has_home(session, intent_id)
        if not has_home and queries.find_checkout_by_intent(session, intent_id) is not None:
            raise Unavailable
    made = stripe.list_refunds(intent_id) if has_home else []

    def store(session: Session) -> None:
        if queries.store_event(session, event):
            for one in made:
                record_news(session, one)

    db.write(store)


def record_news(session: Session, made: RefundMade) -> None:
    """Take what was read of one refund; one that is not in our books is added to them."""
    is_added = not _is_known(session, made) and _adopt(session, made)
    values = {"provider_id": made.id, "status": made.status, "failure": made.failure}
    is_new = sa.or_(Refund.provider_id.is_(None), Refund.status != made.status)
    moving = sa.update(Refund).where(_is_it(made), _is_behind(made), is_new)
    is_moved = changed_one(session, moving.values({**values, "updated_at": clock.now()}))
    _note_shares(session, made)
    if is_added or is_moved:
        after_commit(session, lambda: REFUNDS.add(made.status))
        _announce(session, made)


def _is_it(made: RefundMade) -> sa.ColumnElement[bool]:
    is_free = sa.or_(Refund.provider_id.is_(None), Refund.provider_id == made.id)
    asked_for = sa.and_(Refund.id == made.refund_id, Refund.payment_intent_id == made.intent_id, is_free)
    return sa.or_(Refund.provider_id == made.id, asked_for)


def _is_behind(made: RefundMade) -> sa.ColumnElement[bool]:
    """Whether ours may still become that. One that we gave up unanswered may have arrived all the same."""
    was_given_up = sa.and_(Refund.status == "failed", Refund.provider_id.is_(None))
    return sa.or_(Refund.status.in_(EARLIER[made.status]), was_given_up)


def _is_known(session: Session, made: RefundMade) -> bool:
    return session.scalar(sa.select(Refund.id).where(_is_it(made))) is not None


def _has_home(session: Session, intent_id: str) -> bool:
    """Whether the payment has become an order, or is held for review."""
    return (
        find_order_by_intent(session, intent_id) is not None
        or queries.find_review_by_intent(session, intent_id) is not None
    )


def _adopt(session: Session, made: RefundMade) -> bool:
    """Write down a refund that was made elsewhere; says whether this call did."""
    if not _has_home(session, made.intent_id):
        return False
    order, refund_id = find_order_by_intent(session, made.intent_id), new_id()
    is_double = _is_double(session, made)
    values = {
        "id": refund_id,
        "order_id": order.id if order else None,
        "payment_intent_id": made.intent_id,
        "key": f"refund:{refund_id}",
        "key_try": 1,
        "method": CARD,
        "amount_cents": made.amount_cents,
        "reason": MADE_TWICE if is_double else MADE_ELSEWHERE,
        "asked_by": PROVIDER,
        "status": made.status,
        "failure": made.failure,
        "provider_id": made.id,
        "reversed_cents": 0,
        "created_at": made.created_at,
        "updated_at": clock.now(),
    }
    is_added = insert_if_absent(session, Refund, values)
    if is_added and is_double:
        log.error("refund_doubled", refund_id=made.refund_id, second_refund_id=refund_id)
        after_commit(session, lambda: REFUNDS.add("doubled"))
    return is_added


def _is_double(session: Session, made: RefundMade) -> bool:
    """Whether it was made for a refund of ours that the provider has made already."""
    first = session.get(Refund, made.refund_id) if made.refund_id else None
    return first is not None and first.payment_intent_id == made.intent_id


def _note_shares(session: Session, made: RefundMade) -> None:
    """What came back from the truck's account, and of our fee; both only grow."""
    grown = (Refund.provider_id == made.id, Refund.reversed_cents < made.reversed_cents)
    changed_one(session, sa.update(Refund).where(*grown).values(reversed_cents=made.reversed_cents))
    paid = (Checkout.payment_intent_id == made.intent_id, Checkout.fee_back_cents < made.fee_back_cents)
    changed_one(session, sa.update(Checkout).where(*paid).values(fee_back_cents=made.fee_back_cents))


def _announce(session: Session, made: RefundMade) -> None:
    refund = session.scalars(
        sa.select(Refund).where(Refund.provider_id == made.id), execution_options={"populate_existing": True}
    ).one()
    if made.status == "failed":
        log.error("refund_failed", refund_id=refund.id)
    if refund.order_id is None:
        return
    note_money(session, refund.order_id)
    if made.status != "failed":
        leave_text(session, session.get_one(Order, refund.order_id), "refunded")
