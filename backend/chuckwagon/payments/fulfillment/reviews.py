"""Payments that fit no checkout: seen by the superadmin, who gives the money back or marks it as looked at.

The money stays where it is until somebody decides; a refund goes the same way as every other one.
"""

from collections import defaultdict

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.core import audit, clock, outbox
from chuckwagon.core.db import Database
from chuckwagon.core.errors import Conflict, InvalidInput, NotFound
from chuckwagon.core.idempotency import once, read_repeat
from chuckwagon.core.ids import is_id, new_id
from chuckwagon.core.money import format_usd
from chuckwagon.core.text import has_control_characters, one_line
from chuckwagon.orders.models import CARD, Refund
from chuckwagon.orders.queries import find_order_by_intent, get_staff_name
from chuckwagon.payments.models import Checkout, PaymentReview
from chuckwagon.payments.review_schemas import (
    DecisionRequest,
    HeldPayment,
    HeldPayments,
    held_payment,
    left_cents,
)
from chuckwagon.trucks.models import Truck

REFUND, LOOKED_AT = "refund", "looked_at"
LONGEST_NOTE, MOST = 200, 500
DECIDED = "held_payment.decided"
PRODUCT, BECAME_ORDER = "Chuckwagon", "Its checkout fits after all: the payment has become an order."


class DecisionConflict(Conflict):
    """The payment cannot be decided like that; `review` is what it is now."""

    code = "review_conflict"


def list_reviews(session: Session) -> HeldPayments:
    """All payments that were held, up to 500."""
    is_decided = sa.case((PaymentReview.decision.is_(None), 0), else_=1)
    query = sa.select(PaymentReview).order_by(is_decided, PaymentReview.created_at.desc(), PaymentReview.id)
    waiting = sa.select(sa.func.count()).where(PaymentReview.decision.is_(None))
    return HeldPayments(
        _show(session, list(session.scalars(query.limit(MOST)))), session.scalar(waiting) or 0
    )


def decide_review(
    db: Database, actor: Actor, review_id: str, given: DecisionRequest, idempotency_key: str | None
) -> HeldPayment:
    """Give all of it back, or write down that somebody has looked. Repeating a decision changes nothing.

    Raises InvalidInput, NotFound, DecisionConflict, IdempotencyKeyReused.
    """
    note = one_line(given.note or "")
    wrong: dict[str, str] = {}
    if given.decision not in (REFUND, LOOKED_AT):
        wrong["decision"] = f"Choose {REFUND} or {LOOKED_AT}."
    if len(note) > LONGEST_NOTE or has_control_characters(note):
        wrong["note"] = f"Use at most {LONGEST_NOTE} characters that can be printed."
    if wrong:
        raise InvalidInput(next(iter(wrong.values())), fields=wrong)
    repeat = read_repeat(actor.user_id, idempotency_key, "decide_review", review_id, given)

    def decide(session: Session) -> HeldPayment:
        return once(
            session, repeat, HeldPayment, lambda: _decide(session, actor, review_id, given.decision, note)
        )

    return db.write(decide)


def _decide(session: Session, actor: Actor, review_id: str, decision: str, note: str) -> HeldPayment:
    review = session.get(PaymentReview, review_id, with_for_update=True) if is_id(review_id) else None
    if review is None:
        raise NotFound("This payment does not exist.")
    refunds = _refunds_of(session, [review])[review.payment_intent_id]
    left = left_cents(review, refunds)
    is_back = left <= 0  # or on its way; a refund that failed has freed its sum again
    if decision == review.decision and (decision == LOOKED_AT or is_back):
        return _show(session, [review])[0]
    if decision == LOOKED_AT and is_back and review.decision == REFUND:
        raise _conflict(session, review, "This payment is being given back.")
    if decision == REFUND and find_order_by_intent(session, review.payment_intent_id) is not None:
        raise _conflict(session, review, "This payment has become an order. Give it back there.")
    if decision == REFUND and is_back:
        raise _conflict(session, review, "There is nothing left to give back.")
    review.decision, review.note = decision, note or None
    review.decided_by, review.decided_at = get_staff_name(session, actor.user_id), clock.now()
    if decision == REFUND:
        _give_back(session, review, left)
    session.flush()
    details = {"decision": decision, **({"amount": format_usd(left)} if decision == REFUND else {})}
    audit.record(session, actor.author, DECIDED, review.id, details=details)
    return _show(session, [review])[0]


def lock(session: Session, review_id: str) -> PaymentReview:
    """The review, which nobody else decides before this transaction ends."""
    return session.get_one(PaymentReview, review_id, with_for_update=True, populate_existing=True)


def close(session: Session, review: PaymentReview) -> None:
    """Its payment has become an order after all, and is given back there or not at all."""
    review.decision, review.note = LOOKED_AT, BECAME_ORDER
    review.decided_by, review.decided_at = PRODUCT, clock.now()
    session.flush()


def _give_back(session: Session, review: PaymentReview, cents: int) -> None:
    refund_id, instant = new_id(), clock.now()
    key = f"refund:{refund_id}"
    refund = Refund(
        id=refund_id,
        payment_intent_id=review.payment_intent_id,
        key=key,
        method=CARD,
        amount_cents=cents,
        reason="Held payment given back",
        asked_by=review.decided_by or "",
        status="pending",
        created_at=instant,
        updated_at=instant,
    )
    session.add(refund)
    session.flush()
    outbox.leave(session, "refund_payment", key, {"refundId": refund_id})


def _refunds_of(session: Session, reviews: list[PaymentReview]) -> dict[str, list[Refund]]:
    intents = [review.payment_intent_id for review in reviews]
    query = (
        sa.select(Refund).where(Refund.payment_intent_id.in_(intents)).order_by(Refund.created_at, Refund.id)
    )
    found: dict[str, list[Refund]] = defaultdict(list)
    for refund in session.scalars(query, execution_options={"populate_existing": True}):
        found[refund.payment_intent_id or ""].append(refund)
    return found


def _show(session: Session, reviews: list[PaymentReview]) -> list[HeldPayment]:
    ids = [review.checkout_id for review in reviews if review.checkout_id]
    meant = sa.select(Checkout, Truck.name, Truck.timezone).join(Truck, Truck.id == Checkout.truck_id)
    found = session.execute(meant.where(Checkout.id.in_(ids)))
    checkouts = {checkout.id: (checkout, name, timezone) for checkout, name, timezone in found}
    refunds = _refunds_of(session, reviews)
    unknown = (None, None, None)
    return [
        held_payment(
            review, refunds[review.payment_intent_id], *checkouts.get(review.checkout_id or "", unknown)
        )
        for review in reviews
    ]


def _conflict(session: Session, review: PaymentReview, sentence: str) -> DecisionConflict:
    return DecisionConflict(sentence, review=msgspec.to_builtins(_show(session, [review])[0]))
