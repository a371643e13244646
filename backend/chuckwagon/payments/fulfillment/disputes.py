"""Disputes: a customer's bank questions a payment, takes the money, and may return it. Staff list and count them.

The content of an event is not trusted: the dispute is fetched, and the fetch that began later wins. Events may
arrive late, twice and in any order.
"""

from datetime import datetime
from typing import Any, Literal

import sqlalchemy as sa
from msgspec import Struct, field
from sqlalchemy.orm import Session

from chuckwagon.accounts.queries import list_user_ids_of_truck
from chuckwagon.audit.log import AuditActor
from chuckwagon.db.database import Database, insert_if_absent
from chuckwagon.integrations.stripe.client import StripeGateway
from chuckwagon.integrations.stripe.events import StripeEvent
from chuckwagon.integrations.stripe.payment_intents import PaymentRefused, StripeDispute
from chuckwagon.jobs import outbox
from chuckwagon.kit import clock
from chuckwagon.kit.clock import to_iso, to_optional_iso
from chuckwagon.kit.decoding import copy_fields
from chuckwagon.kit.errors import Unavailable
from chuckwagon.kit.ids import hash_secret
from chuckwagon.kit.money import to_dollars
from chuckwagon.observability.logging import log
from chuckwagon.orders import status as statuses
from chuckwagon.orders.messages import enqueue_dispute_pushes
from chuckwagon.orders.models import Dispute, Order
from chuckwagon.orders.queries import find_order_by_intent
from chuckwagon.orders.schemas import Status
from chuckwagon.orders.service import update_payment_status
from chuckwagon.orders.status_changes import retry_refund
from chuckwagon.payments import queries
from chuckwagon.payments.fulfillment.reviews import lock_review
from chuckwagon.payments.models import Checkout, PaymentReview, WebhookEvent
from chuckwagon.trucks.models import Truck

CLOSED_STATUSES = (statuses.DISPUTE_WON, statuses.DISPUTE_LOST, "warning_closed", "prevented")
AUTHOR = AuditActor(None, "Chuckwagon", "system")
DISPUTE_EMAIL = "dispute_email"


def handle_dispute_event(db: Database, stripe: StripeGateway, event: StripeEvent) -> None:
    """Fetch the dispute and store it together with the event. An event that was stored before changes nothing.

    Raises Unavailable when Stripe does not answer or the payment has no order yet, so that the event comes again. Of a
    dispute that Stripe does not know only the event is stored.
    """
    with db.reading() as session:
        if session.get(WebhookEvent, event.id) is not None:
            return
    read_at = clock.now()
    fetched = _read_dispute(stripe, event)

    def store(session: Session) -> None:
        if queries.store_event(session, event.id, event.type, event.created) and fetched is not None:
            record_dispute(session, fetched, read_at)

    db.write(store)


def _read_dispute(stripe: StripeGateway, event: StripeEvent) -> StripeDispute | None:
    try:
        return stripe.get_dispute(event.dispute_id or "")
    except PaymentRefused:
        log.error("dispute_unknown", event_id=event.id)
        return None


def list_open_dispute_ids(session: Session) -> list[str]:
    """List the IDs of the disputes that are open in our tables."""
    return list(session.scalars(sa.select(Dispute.id).where(Dispute.status.not_in(CLOSED_STATUSES))))


def is_new_or_changed(session: Session, fetched: StripeDispute) -> bool:
    """Whether the dispute is about one of our orders or held payments, and differs from our row."""
    is_held = queries.find_review_by_intent(session, fetched.intent_id) is not None
    if not is_held and find_order_by_intent(session, fetched.intent_id) is None:
        return False
    known = session.get(Dispute, fetched.id)
    return known is None or _facts_of(known) != _facts_of(fetched)


def _facts_of(dispute: Dispute | StripeDispute) -> tuple[str, int, datetime | None]:
    return dispute.status[:40], dispute.amount_cents, dispute.answer_by


def record_dispute(session: Session, fetched: StripeDispute, read_at: datetime) -> None:
    """Store the dispute as fetched at `read_at` (UTC), unless a later fetch is stored, and update its order's status.

    The payment may be held for review and have no order. Ignores a payment without one of our checkouts. Raises
    Unavailable when its checkout has no order yet.
    """
    review = queries.find_review_by_intent(session, fetched.intent_id)
    if review is not None:
        lock_review(session, review.id)  # it may be becoming an order, which then takes the dispute with it
    order = find_order_by_intent(session, fetched.intent_id)
    if order is None and review is None:
        if queries.find_checkout_by_intent(session, fetched.intent_id) is not None:
            raise Unavailable
        return
    facts = dict(zip(("status", "amount_cents", "answer_by"), _facts_of(fetched), strict=True))
    payment = {"order_id": order.id if order else None, "payment_intent_id": fetched.intent_id}
    values = {"id": fetched.id, "reason": fetched.reason, "created_at": fetched.created_at}
    moved: dict[str, Any] = {"withdrawn_at": None, "withdrawn_cents": None, "returned_at": None}
    moved |= _list_moves(fetched, read_at)
    if insert_if_absent(session, Dispute, values | payment | facts | moved | {"read_at": read_at}):
        log.error("payment_disputed", order_id=payment["order_id"])
        _apply(session, order, fetched)
        return
    known = session.get_one(Dispute, fetched.id, with_for_update=True)
    if known.read_at > read_at:
        return
    has_changed = _facts_of(known) != _facts_of(fetched)
    known.status, known.amount_cents, known.answer_by = _facts_of(fetched)
    known.read_at = read_at
    for name, value in _list_moves(fetched, read_at).items():
        if getattr(known, name) is None:
            setattr(known, name, value)
    session.flush()
    if has_changed:
        _apply(session, order, fetched)


def _list_moves(fetched: StripeDispute, read_at: datetime) -> dict[str, Any]:
    """What a status sets, unless an earlier one has set it: the bank took the money, or gave it back."""
    withdrawn = {"withdrawn_at": read_at, "withdrawn_cents": fetched.amount_cents}
    if fetched.status == statuses.DISPUTE_WON:
        return {**withdrawn, "returned_at": read_at}
    return withdrawn if fetched.status in statuses.FUNDS_WITHDRAWN else {}


def give_to_order(session: Session, order_id: str, intent_id: str) -> None:
    """Give the disputes of a held payment to the order that it has become. The caller has locked the review."""
    of_payment = (Dispute.payment_intent_id == intent_id, Dispute.order_id.is_(None))
    if session.scalar(sa.select(Dispute.id).where(*of_payment).limit(1)) is not None:
        session.execute(sa.update(Dispute).where(*of_payment).values(order_id=order_id))
        update_payment_status(session, order_id)


def _apply(session: Session, order: Order | None, fetched: StripeDispute) -> None:
    """Update the order's payment status, and tell staff of what needs an answer or was decided.

    Winning the dispute of a cancelled order requests the refund that it owes. Cancelling requested none, because the
    bank had the money.
    """
    enqueue_dispute_alerts(session, order, fetched.id, fetched.status)
    if order is None:
        return
    update_payment_status(session, order.id)
    if fetched.status == statuses.DISPUTE_WON:
        retry_refund(session, AUTHOR, order.id, AUTHOR.name)


def enqueue_dispute_alerts(session: Session, order: Order | None, dispute_id: str, status: str) -> None:
    """Enqueue an e-mail to each of the staff, once for each dispute and status; a push only if it needs an answer.

    Superadmins are told too, and they alone of a payment that made no order. What is sent is composed in
    `notifications`, and skipped if it is not true any more by then. Nothing for a status that neither needs an answer
    nor decides.
    """
    if status not in (*statuses.NEEDS_ANSWER, statuses.DISPUTE_WON, statuses.DISPUTE_LOST):
        return
    key = f"dispute:{hash_secret(dispute_id)[:32]}:{status}"  # an ID of Stripe's may be longer than a key
    for user_id in list_user_ids_of_truck(session, order.truck_id if order else None):
        payload = {"disputeId": dispute_id, "status": status, "userId": user_id}
        outbox.enqueue(session, DISPUTE_EMAIL, f"{key}:{user_id}", payload)
    if order is not None and status in statuses.NEEDS_ANSWER:
        enqueue_dispute_pushes(session, order.id, order.truck_id, dispute_id, key)


MAX_DISPUTES = 500
NEEDS_ANSWER, UNDER_REVIEW, CLOSED = "needs_answer", "under_review", "closed"
_IS_REVIEW_OF_IT = PaymentReview.payment_intent_id == Dispute.payment_intent_id


class ListedDispute(Struct, rename="camel"):
    """A dispute with its order. `status` is Stripe's, `answerBy` the last moment to answer it, if it is known.

    A payment that made no order has `heldPaymentId` in its place, and of the rest what its checkout knows.
    """

    id: str = field(name="_id")
    order_id: str | None
    order_number: str | None
    order_status: Status | None
    held_payment_id: str | None
    truck_id: str | None
    truck_name: str | None
    timezone: str | None
    customer_name: str | None
    amount: float
    reason: str
    status: str
    state: Literal["needs_answer", "under_review", "closed"]
    answer_by: str | None
    created_at: str


class DisputeList(Struct):
    """Those that need an answer first, the most urgent at the top; then the others, the newest first."""

    disputes: list[ListedDispute]


class WaitingPayments(Struct, rename="camel"):
    """How many disputes need an answer, the first day by which, and how many held payments wait for a decision.

    `heldPayments` is null for users who do not decide about them.
    """

    disputes: int
    answer_by: str | None
    held_payments: int | None


def list_disputes(session: Session, truck_id: str | None) -> DisputeList:
    """List at most 500 disputes of the truck; for None of all trucks, and of held payments."""
    is_closed = sa.case((Dispute.status.in_(statuses.NEEDS_ANSWER), 0), else_=1)
    answer_by = sa.case((Dispute.status.in_(statuses.NEEDS_ANSWER), Dispute.answer_by))
    query = (
        sa.select(Dispute, Order, PaymentReview, Checkout, Truck)
        .outerjoin(Order, Order.id == Dispute.order_id)
        .outerjoin(PaymentReview, sa.and_(Order.id.is_(None), _IS_REVIEW_OF_IT))
        .outerjoin(Checkout, Checkout.id == PaymentReview.checkout_id)
        .outerjoin(Truck, Truck.id == sa.func.coalesce(Order.truck_id, Checkout.truck_id))
        .where(*_of_truck(truck_id))
    )
    query = query.order_by(is_closed, answer_by.asc().nulls_last(), Dispute.created_at.desc(), Dispute.id)
    rows = session.execute(query.limit(MAX_DISPUTES))
    return DisputeList([_to_listed(*row) for row in rows])


def count_waiting(session: Session, truck_id: str | None, *, decides: bool) -> WaitingPayments:
    """Count what waits for a person, of the truck or of all trucks for None; held payments if the user `decides`."""
    query = sa.select(sa.func.count(), sa.func.min(Dispute.answer_by)).outerjoin(Order, Order.id == Dispute.order_id)
    query = query.where(Dispute.status.in_(statuses.NEEDS_ANSWER), *_of_truck(truck_id))
    disputes, answer_by = session.execute(query).one()
    held = sa.select(sa.func.count()).where(PaymentReview.decision.is_(None))
    return WaitingPayments(disputes, to_optional_iso(answer_by), session.scalar(held) if decides else None)


def _of_truck(truck_id: str | None) -> list[sa.ColumnElement[bool]]:
    return [] if truck_id is None else [Order.truck_id == truck_id]


def _to_listed(
    dispute: Dispute, order: Order | None, review: PaymentReview | None, checkout: Checkout | None, truck: Truck | None
) -> ListedDispute:
    known = order or checkout
    return copy_fields(
        ListedDispute,
        dispute,
        order_number=str(order.order_number) if order else None,
        order_status=order.status if order else None,
        held_payment_id=review.id if review else None,
        truck_id=truck.id if truck else None,
        truck_name=truck.name if truck else None,
        timezone=truck.timezone if truck else None,
        customer_name=known.customer_name if known else None,
        amount=to_dollars(dispute.amount_cents),
        state=_state_of(dispute.status),
        answer_by=to_optional_iso(dispute.answer_by),
        created_at=to_iso(dispute.created_at),
    )


def _state_of(status: str) -> str:
    if status in statuses.NEEDS_ANSWER:
        return NEEDS_ANSWER
    return CLOSED if status in CLOSED_STATUSES else UNDER_REVIEW
