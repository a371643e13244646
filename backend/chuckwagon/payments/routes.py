"""Routes of the checkout, of Stripe's events, and for superadmins of connected accounts, disputes and held payments.

Stripe's events are verified by Stripe's signature over the raw body.
"""

import asyncio
from typing import Annotated, Any

from litestar import Request
from litestar.di import NamedDependency
from litestar.params import FromPath, HeaderParameter, JSONBody, QueryParameter

from chuckwagon.accounts.guards import needs_proof
from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import IdempotencyKey
from chuckwagon.db.rate_limits import client_ip_key
from chuckwagon.kit.errors import AppError
from chuckwagon.orders.queries import resolve_truck_scope
from chuckwagon.orders.routes import TruckId
from chuckwagon.payments import connected_accounts
from chuckwagon.payments.checkout import gate
from chuckwagon.payments.checkout.save import CheckoutRequestContext
from chuckwagon.payments.checkout.schemas import PaymentIntentAnswer, PaymentIntentRequest, VerifyAnswer, VerifyRequest
from chuckwagon.payments.connected_accounts import (
    AccountMade,
    AccountRequest,
    AccountStatus,
    AccountStatuses,
    LinkBody,
    LinkMade,
)
from chuckwagon.payments.fulfillment import disputes, reviews, stripe_events
from chuckwagon.payments.fulfillment import service as fulfillment
from chuckwagon.payments.fulfillment.disputes import DisputeList, WaitingPayments
from chuckwagon.payments.fulfillment.reviews import DecisionRequest, HeldPayment, HeldPayments
from chuckwagon.settings import Settings
from chuckwagon.web.executors import ACCOUNTS, CHECKOUTS, VERIFICATIONS, WEBHOOKS
from chuckwagon.web.request_context import add_log_fields, shorten_id
from chuckwagon.web.requests import choose_language, client_address
from chuckwagon.web.routing import get, post

TruckIds = Annotated[
    str, QueryParameter(name="truckIds", max_length=2000, required=False, description="IDs with commas between them")
]
Attempt = Annotated[str | None, HeaderParameter(name="X-Checkout-Attempt", max_length=255, required=False)]


@post(
    "/api/create-payment-intent",
    summary="Price the cart and create a payment intent",
    errors=[400, 404, 409, 413, 415, 422, 429, 503],
    status_code=200,
    headers=(),
)
async def create_payment_intent(
    data: JSONBody[PaymentIntentRequest],
    request: Request[Any, Any, Any],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    idempotency_key: IdempotencyKey = None,
    attempt: Attempt = None,
) -> PaymentIntentAnswer:
    """Save the priced checkout, then create a payment intent at Stripe."""
    caller = CheckoutRequestContext(
        address=client_ip_key(client_address(request)),
        attempt=attempt or None,
        idempotency_key=idempotency_key or None,
        language=choose_language(accept_language=request.headers.get("accept-language", "")),
    )
    await gate.refuse_remembered_checkout(caller.address)
    try:
        answer = await CHECKOUTS.call(
            gate.open_checkout_counting_refusals, db, settings, data, caller, client=caller.address
        )
    except AppError:
        await gate.pause_refused_checkout(caller.address)
        raise
    add_log_fields(payment=shorten_id(answer.payment_intent_id))
    return answer


@post(
    ["/api/verify-payment", "/api/confirm-payment"],
    summary="Get payment status",
    errors=[400, 404, 409, 413, 415, 429, 503],
    status_code=200,
    headers=(),
)
async def verify_payment(
    data: JSONBody[VerifyRequest],
    request: Request[Any, Any, Any],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> VerifyAnswer:
    """Returns Stripe's status, and the order once the payment has succeeded."""
    address = client_ip_key(client_address(request))
    # A fulfilled payment is answered from the database, even when Stripe is down.
    answer = await asyncio.to_thread(fulfillment.find_fulfilled_payment, db, data)
    if answer is None:
        answer = await VERIFICATIONS.call(fulfillment.verify_payment, db, settings, data, address, client=address)
    add_log_fields(payment=shorten_id(data.intent_id), order_id=answer.order.id if answer.order else None)
    return answer


Signature = Annotated[str | None, HeaderParameter(name="Stripe-Signature", required=False)]


@post(
    "/api/stripe/webhook",
    summary="Receive Stripe events",
    errors=[400, 413, 503],
    status_code=200,
    opt={"max_body_bytes": "max_webhook_bytes"},
    headers=(),
)
async def receive_webhook(
    request: Request[Any, Any, Any],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    signature: Signature = None,
) -> dict[str, bool]:
    """Verified over the raw body, stored with its effect, and answered after the commit.

    Returns 200 also for events that are not ours, and for disputes that Stripe does not know. A 503 asks Stripe to
    send the event again, because its object is not stored yet or cannot be fetched now.
    """
    payload = await request.body()
    event = stripe_events.read_event(settings, payload, signature or "")
    add_log_fields(event_id=shorten_id(event.id))
    if not await asyncio.to_thread(stripe_events.handle_without_stripe, db, settings, event):
        await WEBHOOKS.call(stripe_events.handle_event, db, settings, event)
    return {"received": True}


@get("/api/payments/disputes", summary="List disputes", errors=[401, 403, 404, 503])
def list_disputes(
    actor: NamedDependency[Actor], db: NamedDependency[Database], truck_id: TruckId = None
) -> DisputeList:
    """Disputes of card payments. Those that need an answer come first, the most urgent at the top."""
    with db.reading() as session:
        truck = resolve_truck_scope(session, actor, Action.MANAGE_ORDERS, truck_id)
        return disputes.list_disputes(session, truck.id if truck else None)


@get("/api/payments/waiting", summary="Count payments that wait for a person", errors=[401, 403, 404, 503])
def count_waiting_payments(
    actor: NamedDependency[Actor], db: NamedDependency[Database], truck_id: TruckId = None
) -> WaitingPayments:
    """Disputes that need an answer, and held payments that need a decision."""
    with db.reading() as session:
        truck = resolve_truck_scope(session, actor, Action.MANAGE_ORDERS, truck_id)
        return disputes.count_waiting(session, truck.id if truck else None, decides=actor.is_superadmin)


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


@get(
    "/api/stripe/connect/account-status/{truck_id:str}",
    summary="Get a truck's onboarding status",
    errors=[401, 403, 404, 409, 503],
)
async def get_account_status(
    db: NamedDependency[Database], settings: NamedDependency[Settings], truck_id: FromPath[str]
) -> AccountStatus:
    """Fetched from Stripe for each request; a truck without an account needs no call."""
    return await ACCOUNTS.call(connected_accounts.refresh_account_status, db, settings, truck_id)


@get(
    "/api/stripe/connect/account-statuses",
    summary="Get the onboarding status of several trucks",
    errors=[400, 401, 403, 503],
)
async def get_account_statuses(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    truck_ids: TruckIds = "",
) -> AccountStatuses:
    """Of at most 50 trucks, for a page of a list. Each is fetched from Stripe; a status is null where that failed."""
    named = [truck_id for truck_id in truck_ids.split(",") if truck_id]
    fetch = connected_accounts.refresh_account_statuses
    return AccountStatuses(await ACCOUNTS.call(fetch, db, settings, named, client=actor.user_id))


@post(
    "/api/stripe/connect/create-account",
    summary="Create a truck's payment account",
    errors=[400, 401, 403, 404, 409, 413, 415, 422, 503],
    status_code=200,
    guards=[needs_proof],
)
async def create_account(
    data: JSONBody[AccountRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    idempotency_key: IdempotencyKey = None,
) -> AccountMade:
    """A truck has one account, so repeating the request returns the same account."""
    return await ACCOUNTS.call(connected_accounts.create_account, db, settings, actor, data, idempotency_key)


@post(
    "/api/stripe/connect/account-link",
    summary="Create an onboarding link",
    errors=[400, 401, 403, 404, 409, 413, 415, 503],
    status_code=200,
    guards=[needs_proof],
)
async def create_account_link(
    data: LinkBody,
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> LinkMade:
    """Both URLs must be in this installation's staff area."""
    return await ACCOUNTS.call(connected_accounts.create_onboarding_link, db, settings, actor, data)
