"""Payments held for review because they match no checkout. A superadmin refunds them or marks them as looked at.

The money stays until the decision. The refund is sent like any other refund. Amounts in JSON are in dollars.
"""

from collections import defaultdict
from typing import Annotated, Literal

import msgspec
import sqlalchemy as sa
from msgspec import Meta, Struct, field
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.queries import list_user_ids_of_truck
from chuckwagon.accounts.sessions import require_proof_above
from chuckwagon.audit import log
from chuckwagon.db.database import Database, insert_if_absent
from chuckwagon.db.idempotency import parse_idempotency_key, write_once
from chuckwagon.db.transaction_callbacks import after_commit
from chuckwagon.integrations.stripe.payment_intents import Intent
from chuckwagon.jobs import outbox
from chuckwagon.kit import clock
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.decoding import copy_fields
from chuckwagon.kit.errors import Conflict, NotFound, raise_if_any
from chuckwagon.kit.ids import is_id, new_id
from chuckwagon.kit.money import format_usd, to_dollars
from chuckwagon.kit.sentences import Sentence
from chuckwagon.kit.validation import collapse_whitespace, has_control_characters, trimmed
from chuckwagon.observability.logging import log as app_log
from chuckwagon.orders.models import CARD, Dispute, Refund
from chuckwagon.orders.queries import find_order_by_intent, get_staff_name
from chuckwagon.orders.refunds import PaymentDisputed
from chuckwagon.orders.status import FUNDS_WITHDRAWN
from chuckwagon.payments.checkout.service import close_checkout
from chuckwagon.payments.counter import states as counter_states
from chuckwagon.payments.metrics import MISMATCHES
from chuckwagon.payments.models import Checkout, PaymentReview
from chuckwagon.payments.queries import find_checkout_by_metadata
from chuckwagon.trucks.models import Truck

MAX_NOTE_LENGTH = 200


class DecisionRequest(Struct):
    """The body of POST /payments/reviews/{id}/decision."""

    decision: Annotated[str, Meta(max_length=20)]
    note: Annotated[str, Meta(max_length=1000), trimmed(MAX_NOTE_LENGTH)] | None = None


class ReviewRefund(Struct, rename="camel"):
    """A refund of a held payment, requested or made."""

    id: str = field(name="_id")
    amount: float
    status: Literal["pending", "succeeded", "failed"]
    failure: str | None
    by: str
    created_at: str


class HeldPayment(Struct, rename="camel"):
    """A payment without an order. Fields of its checkout are null when the checkout is unknown.

    It is `disputed` while its bank has the money; then nothing is refundable.
    """

    id: str = field(name="_id")
    payment_intent_id: str
    reason: str
    amount: float
    expected: float | None
    currency: str
    truck_id: str | None
    truck_name: str | None
    timezone: str | None
    customer_name: str | None
    customer_phone: str | None
    created_at: str
    decision: Literal["refund", "looked_at"] | None
    decided_by: str | None
    decided_at: str | None
    note: str | None
    refunds: list[ReviewRefund]
    refundable: float
    disputed: bool


class HeldPayments(Struct):
    """Undecided payments first, then the others, newest first."""

    reviews: list[HeldPayment]
    open: int


def hold_for_review(session: Session, intent: Intent, reason: str) -> None:
    """Keep a payment that does not match its checkout for a superadmin's decision, and alert them, once.

    A payment on a reader ends with it, in the same transaction: the card was charged, so no one may be charged again.
    """
    details = {
        "amountReceivedCents": intent.amount_received,
        "currency": intent.currency,
        "status": intent.status,
    }
    checkout = find_checkout_by_metadata(session, intent.metadata)
    values = {
        "id": new_id(),
        "payment_intent_id": intent.id,
        "checkout_id": checkout.id if checkout else None,
        "reason": reason[:200],
        "details": details,
        "created_at": clock.now(),
    }
    if insert_if_absent(session, PaymentReview, values):
        app_log.error("payment_held_for_review", reason=reason)
        enqueue_alerts(session, str(values["id"]))
        after_commit(session, MISMATCHES.inc)
    if checkout is not None and checkout.payment_intent_id in (None, intent.id):
        _end_on_reader(session, checkout.id)


def _end_on_reader(session: Session, checkout_id: str) -> None:
    if counter_states.find_of_checkout(session, checkout_id) is not None:
        close_checkout(session, checkout_id)
        counter_states.end_in_review(session, checkout_id)


def to_held_payment(
    review: PaymentReview,
    refunds: list[Refund],
    checkout: Checkout | None,
    truck_name: str | None,
    timezone: str | None,
    *,
    is_disputed: bool,
) -> HeldPayment:
    """Build the response. `timezone` is the truck's; checkout, truck name and time zone are None if unknown."""
    return copy_fields(
        HeldPayment,
        review,
        amount=to_dollars(int(review.details.get("amountReceivedCents", 0))),
        expected=to_dollars(checkout.total_cents) if checkout else None,
        currency=str(review.details.get("currency", "usd")),
        truck_id=checkout.truck_id if checkout else None,
        truck_name=truck_name,
        timezone=timezone,
        customer_name=checkout.customer_name if checkout else None,
        customer_phone=checkout.customer_phone if checkout else None,
        created_at=to_iso(review.created_at),
        decided_at=to_iso(review.decided_at) if review.decided_at else None,
        refunds=[_to_review_refund(refund) for refund in refunds],
        refundable=0 if is_disputed else to_dollars(refundable_cents(review, refunds)),
        disputed=is_disputed,
    )


def _to_review_refund(refund: Refund) -> ReviewRefund:
    return ReviewRefund(
        id=refund.id,
        amount=to_dollars(refund.amount_cents),
        status=refund.status,  # type: ignore[arg-type]
        failure=refund.failure,
        by=refund.asked_by,
        created_at=to_iso(refund.created_at),
    )


def refundable_cents(review: PaymentReview, refunds: list[Refund]) -> int:
    """Return the cents of the payment that are neither refunded nor in a pending refund."""
    refunded = sum(refund.amount_cents for refund in refunds if refund.status != "failed")
    return int(review.details.get("amountReceivedCents", 0)) - refunded


REFUND, LOOKED_AT = "refund", "looked_at"
MAX_REVIEWS = 500
HELD_PAYMENT_EMAIL = "held_payment_email"
REVIEW_UNKNOWN = Sentence("This payment does not exist.", "held_payment_unknown")
REVIEW_DECIDED = "held_payment.decided"
BECAME_ORDER = Sentence("This payment has become an order. Refund it there.", "held_payment_is_order")
PRODUCT_NAME, BECAME_ORDER_NOTE = "Chuckwagon", "Its checkout matches now, so the payment has become an order."


class DecisionConflict(Conflict):
    """The decision is not possible; `review` in the response is the current state."""

    code = "review_conflict"


def list_reviews(session: Session) -> HeldPayments:
    """List at most 500 payments that were or are held, undecided ones first, with the number of undecided ones."""
    is_decided = sa.case((PaymentReview.decision.is_(None), 0), else_=1)
    query = sa.select(PaymentReview).order_by(is_decided, PaymentReview.created_at.desc(), PaymentReview.id)
    waiting = sa.select(sa.func.count()).where(PaymentReview.decision.is_(None))
    return HeldPayments(
        _to_held_payments(session, list(session.scalars(query.limit(MAX_REVIEWS)))), session.scalar(waiting) or 0
    )


def decide_review(
    db: Database,
    actor: Actor,
    review_id: str,
    request: DecisionRequest,
    idempotency_key: str | None,
    *,
    free_cents: int,
) -> HeldPayment:
    """Refund the full amount, or record that the payment was looked at. Repeating a decision changes nothing.

    The refund is enqueued. Raises InvalidInput, NotFound, DecisionConflict when the payment became an order or has
    nothing left to refund, IdempotencyKeyReused, and ReauthenticationRequired when a user with a second factor refunds
    more than `free_cents` without a recent proof.
    """
    note = collapse_whitespace(request.note or "")
    problems: dict[str, Sentence] = {}
    if request.decision not in (REFUND, LOOKED_AT):
        problems["decision"] = Sentence(f"Choose {REFUND} or {LOOKED_AT}.", "decision_invalid")
    if len(note) > MAX_NOTE_LENGTH or has_control_characters(note):
        text = f"Use at most {MAX_NOTE_LENGTH} characters that can be printed."
        problems["note"] = Sentence(text, "note_invalid", max=MAX_NOTE_LENGTH)
    raise_if_any(problems)
    repeat = parse_idempotency_key(actor.user_id, idempotency_key, "decide_review", review_id, request)
    return write_once(
        db, repeat, HeldPayment, lambda session: _decide(session, actor, review_id, request.decision, note, free_cents)
    )


def _decide(session: Session, actor: Actor, review_id: str, decision: str, note: str, free_cents: int) -> HeldPayment:
    review = session.get(PaymentReview, review_id, with_for_update=True) if is_id(review_id) else None
    if review is None:
        raise NotFound(REVIEW_UNKNOWN)
    refunds = _list_refunds_by_intent(session, [review])[review.payment_intent_id]
    refundable = refundable_cents(review, refunds)
    is_refunded = refundable <= 0  # or pending; a failed refund does not count
    if decision == review.decision and (decision == LOOKED_AT or is_refunded):
        return _to_held_payments(session, [review])[0]
    if decision == LOOKED_AT and is_refunded and review.decision == REFUND:
        raise _conflict(session, review, Sentence("This payment is being refunded.", "held_payment_refunding"))
    if decision == REFUND and find_order_by_intent(session, review.payment_intent_id) is not None:
        raise _conflict(session, review, BECAME_ORDER)
    if decision == REFUND and _list_disputed_intents(session, [review]):
        raise _conflict(session, review, Sentence(PaymentDisputed.sentence, PaymentDisputed.code))
    if decision == REFUND and is_refunded:
        raise _conflict(session, review, Sentence("Nothing is left to refund.", "nothing_left_to_refund"))
    if decision == REFUND:
        require_proof_above(session, actor, refundable, free_cents)
    review.decision, review.note = decision, note or None
    review.decided_by, review.decided_at = get_staff_name(session, actor.user_id), clock.now()
    if decision == REFUND:
        _request_refund(session, review, refundable)
    session.flush()
    details = {"decision": decision, **({"amount": format_usd(refundable)} if decision == REFUND else {})}
    log.record(session, actor.author, REVIEW_DECIDED, review.id, details=details)
    return _to_held_payments(session, [review])[0]


def enqueue_alerts(session: Session, review_id: str) -> None:
    """Enqueue an e-mail to each superadmin, once for each held payment; skipped if it is decided by then."""
    for user_id in list_user_ids_of_truck(session, None):
        payload = {"reviewId": review_id, "userId": user_id}
        outbox.enqueue(session, HELD_PAYMENT_EMAIL, f"held_payment:{review_id}:{user_id}", payload)


def lock_review(session: Session, review_id: str) -> PaymentReview:
    """Return the review, locked until the end of the transaction."""
    return session.get_one(PaymentReview, review_id, with_for_update=True, populate_existing=True)


def close_review(session: Session, review: PaymentReview) -> None:
    """Close the review, because its payment has become an order. Refunds are made at the order now."""
    review.decision, review.note = LOOKED_AT, BECAME_ORDER_NOTE
    review.decided_by, review.decided_at = PRODUCT_NAME, clock.now()
    session.flush()


def _request_refund(session: Session, review: PaymentReview, cents: int) -> None:
    refund_id, instant = new_id(), clock.now()
    key = f"refund:{refund_id}"
    refund = Refund(
        id=refund_id,
        payment_intent_id=review.payment_intent_id,
        key=key,
        method=CARD,
        amount_cents=cents,
        reason="Held payment refunded",
        asked_by=review.decided_by or "",
        status="pending",
        created_at=instant,
        updated_at=instant,
    )
    session.add(refund)
    session.flush()
    outbox.enqueue(session, "refund_payment", key, {"refundId": refund_id})


def _list_refunds_by_intent(session: Session, reviews: list[PaymentReview]) -> dict[str, list[Refund]]:
    intents = [review.payment_intent_id for review in reviews]
    query = sa.select(Refund).where(Refund.payment_intent_id.in_(intents)).order_by(Refund.created_at, Refund.id)
    found: dict[str, list[Refund]] = defaultdict(list)
    for refund in session.scalars(query, execution_options={"populate_existing": True}):
        found[refund.payment_intent_id or ""].append(refund)
    return found


def _to_held_payments(session: Session, reviews: list[PaymentReview]) -> list[HeldPayment]:
    ids = [review.checkout_id for review in reviews if review.checkout_id]
    query = sa.select(Checkout, Truck.name, Truck.timezone).join(Truck, Truck.id == Checkout.truck_id)
    found = session.execute(query.where(Checkout.id.in_(ids)))
    checkouts = {checkout.id: (checkout, name, timezone) for checkout, name, timezone in found}
    refunds = _list_refunds_by_intent(session, reviews)
    unknown, disputed = (None, None, None), _list_disputed_intents(session, reviews)
    return [
        to_held_payment(
            review,
            refunds[review.payment_intent_id],
            *checkouts.get(review.checkout_id or "", unknown),
            is_disputed=review.payment_intent_id in disputed,
        )
        for review in reviews
    ]


def _list_disputed_intents(session: Session, reviews: list[PaymentReview]) -> set[str | None]:
    """Those of the payments whose money the bank has withdrawn."""
    intents = [review.payment_intent_id for review in reviews]
    withdrawn = (Dispute.payment_intent_id.in_(intents), Dispute.status.in_(FUNDS_WITHDRAWN))
    return set(session.scalars(sa.select(Dispute.payment_intent_id).where(*withdrawn)))


def _conflict(session: Session, review: PaymentReview, sentence: Sentence) -> DecisionConflict:
    return DecisionConflict(sentence, review=msgspec.to_builtins(_to_held_payments(session, [review])[0]))
