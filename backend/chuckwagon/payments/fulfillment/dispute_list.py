"""Lists disputes for staff, and counts what waits for them. Amounts are in dollars here, in cents elsewhere."""

from typing import Literal

import sqlalchemy as sa
from msgspec import Struct, field
from sqlalchemy.orm import Session

from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.money import to_dollars
from chuckwagon.kit.row_to_struct import copy_fields
from chuckwagon.orders.board import status as statuses
from chuckwagon.orders.models import Dispute, Order
from chuckwagon.orders.schemas import Status, to_optional_iso
from chuckwagon.payments.fulfillment.disputes import CLOSED_STATUSES
from chuckwagon.payments.models import Checkout, PaymentReview
from chuckwagon.trucks.models import Truck

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
