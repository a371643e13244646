"""Routes of payments that wait for a person: disputes, and payments held for review, for superadmins only."""

from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import IdempotencyKey
from chuckwagon.orders.queries import resolve_truck_scope
from chuckwagon.orders.routes import TruckId
from chuckwagon.payments.fulfillment import dispute_list, reviews
from chuckwagon.payments.fulfillment.dispute_list import DisputeList, WaitingPayments
from chuckwagon.payments.fulfillment.review_schemas import DecisionRequest, HeldPayment, HeldPayments
from chuckwagon.settings import Settings
from chuckwagon.web.routing import get, post


@get("/api/payments/disputes", summary="List disputes", errors=[401, 403, 404, 503])
def list_disputes(
    actor: NamedDependency[Actor], db: NamedDependency[Database], truck_id: TruckId = None
) -> DisputeList:
    """Disputes of card payments. Those that need an answer come first, the most urgent at the top."""
    with db.reading() as session:
        truck = resolve_truck_scope(session, actor, Action.MANAGE_ORDERS, truck_id)
        return dispute_list.list_disputes(session, truck.id if truck else None)


@get("/api/payments/waiting", summary="Count payments that wait for a person", errors=[401, 403, 404, 503])
def count_waiting_payments(
    actor: NamedDependency[Actor], db: NamedDependency[Database], truck_id: TruckId = None
) -> WaitingPayments:
    """Disputes that need an answer, and held payments that need a decision."""
    with db.reading() as session:
        truck = resolve_truck_scope(session, actor, Action.MANAGE_ORDERS, truck_id)
        return dispute_list.count_waiting(session, truck.id if truck else None, decides=actor.is_superadmin)


@get("/api/payments/reviews", summary="List held payments", errors=[401, 403, 503])
def list_reviews(actor: NamedDependency[Actor], db: NamedDependency[Database]) -> HeldPayments:
    """Payments that did not become an order. Undecided ones come first."""
    authorize(actor, Action.MANAGE_PAYMENTS)
    with db.reading() as session:
        return reviews.list_reviews(session)


@post(
    "/api/payments/reviews/{review_id:str}/decision",
    summary="Decide on a held payment",
    errors=[400, 401, 403, 404, 409, 413, 415, 422, 503],
    status_code=200,
)
def decide_review(
    data: JSONBody[DecisionRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    review_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> HeldPayment:
    """`refund` returns the full amount; `looked_at` keeps it. Repeating a decision changes nothing."""
    authorize(actor, Action.MANAGE_PAYMENTS)
    free_cents = settings.refund_proof_dollars * 100
    return reviews.decide_review(db, actor, review_id, data, idempotency_key, free_cents=free_cents)
