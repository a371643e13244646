"""Held payments, for the superadmin."""

from litestar import get, post
from litestar.datastructures import ResponseHeader
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from chuckwagon.accounts.guards import BEARER
from chuckwagon.accounts.permissions import Action, Actor, require
from chuckwagon.core.db import Database
from chuckwagon.core.http import errors
from chuckwagon.core.idempotency import IdempotencyKey
from chuckwagon.payments import reviews
from chuckwagon.payments.review_schemas import DecisionRequest, HeldPayment, HeldPayments

NO_STORE = [ResponseHeader(name="Cache-Control", documentation_only=True, description="no-store")]


@get(
    "/api/payments/reviews",
    summary="Payments that fit no checkout",
    sync_to_thread=True,
    security=BEARER,
    responses=errors(401, 403, 503),
    response_headers=NO_STORE,
)
def list_reviews(actor: NamedDependency[Actor], db: NamedDependency[Database]) -> HeldPayments:
    """They have become no order; those that wait for a decision come first."""
    require(actor, Action.MANAGE_MONEY)
    with db.reading() as session:
        return reviews.list_reviews(session)


@post(
    "/api/payments/reviews/{review_id:str}/decision",
    status_code=200,
    summary="Decide about a held payment",
    sync_to_thread=True,
    security=BEARER,
    responses=errors(400, 401, 403, 404, 409, 413, 415, 422, 503),
    response_headers=NO_STORE,
)
def decide_review(
    data: JSONBody[DecisionRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    review_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> HeldPayment:
    """`refund` gives all of it back, `looked_at` leaves the money where it is. The same again is harmless."""
    require(actor, Action.MANAGE_MONEY)
    return reviews.decide_review(db, actor, review_id, data, idempotency_key)


routes = [list_reviews, decide_review]
