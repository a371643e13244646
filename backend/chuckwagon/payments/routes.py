"""The checkout's three calls and the provider's one."""

import asyncio
import time
from typing import Annotated, Any

from litestar import Request, post
from litestar.di import NamedDependency
from litestar.params import HeaderParameter, JSONBody

from chuckwagon.core.db import Database
from chuckwagon.core.http import client_address, errors
from chuckwagon.core.idempotency import IdempotencyKey
from chuckwagon.core.limits import address_key
from chuckwagon.core.threads import CHECKOUTS, VERIFICATIONS, WEBHOOKS
from chuckwagon.core.watch import note, shortened
from chuckwagon.gateways.stripe_api import stripe_gateway
from chuckwagon.gateways.stripe_events import signed_at
from chuckwagon.payments import account_routes, provider_events, review_routes, service, settlement
from chuckwagon.payments.answers import PaymentIntentAnswer, VerifyAnswer
from chuckwagon.payments.metrics import SKEW
from chuckwagon.payments.schemas import PaymentIntentRequest, VerifyRequest
from chuckwagon.settings import Settings

Attempt = Annotated[str | None, HeaderParameter(name="X-Checkout-Attempt", max_length=255, required=False)]
Signature = Annotated[str | None, HeaderParameter(name="Stripe-Signature", required=False)]


@post(
    "/api/create-payment-intent",
    status_code=200,
    summary="Price the cart and make it payable",
    responses=errors(400, 404, 409, 413, 415, 422, 429, 503),
)
async def create_payment_intent(
    data: JSONBody[PaymentIntentRequest],
    request: Request[Any, Any, Any],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    idempotency_key: IdempotencyKey = None,
    attempt: Attempt = None,
) -> PaymentIntentAnswer:
    """Save the priced checkout, then ask the provider for a payment intent."""
    caller = service.Caller(address_key(client_address(request)), attempt or None, idempotency_key or None)
    stripe = stripe_gateway(settings)
    answer = await CHECKOUTS.call(service.open_checkout, db, stripe, settings, data, caller)
    note(payment=shortened(answer.payment_intent_id))
    return answer


@post(
    ["/api/verify-payment", "/api/confirm-payment"],
    status_code=200,
    summary="What became of a payment",
    responses=errors(400, 404, 409, 413, 415, 429, 503),
)
async def verify_payment(
    data: JSONBody[VerifyRequest],
    request: Request[Any, Any, Any],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> VerifyAnswer:
    """The provider's status, and the order once the payment has succeeded."""
    address = address_key(client_address(request))
    stripe = stripe_gateway(settings)
    # A payment that has its order is answered from the database, whatever the provider does.
    answer = await asyncio.to_thread(settlement.find_settled, db, data)
    if answer is None:
        answer = await VERIFICATIONS.call(settlement.verify_payment, db, stripe, settings, data, address)
    note(payment=shortened(data.intent_id), order_id=answer.order.id if answer.order else None)
    return answer


@post(
    "/api/stripe/webhook",
    status_code=200,
    summary="Events of the payment provider",
    responses=errors(400, 413, 503),
    opt={"max_body_bytes": "max_webhook_bytes"},
)
async def receive_webhook(
    request: Request[Any, Any, Any],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    signature: Signature = None,
) -> dict[str, bool]:
    """Verified over the raw body, stored with its effect, answered after the commit.

    200 also for events that are none of ours, and for disputes that the provider itself does not know; 503
    asks for another try: what the event is about is not there yet, or cannot be read now.
    """
    payload = await request.body()
    stripe = stripe_gateway(settings)
    event = stripe.read_event(payload, signature or "")
    SKEW.set(time.time() - (signed_at(signature or "") or 0))
    note(event_id=shortened(event.id))
    if not await asyncio.to_thread(provider_events.take_alone, db, settings, event):
        await WEBHOOKS.call(provider_events.take_event, db, stripe, settings, event)
    return {"received": True}


routes = [
    create_payment_intent,
    verify_payment,
    receive_webhook,
    *account_routes.routes,
    *review_routes.routes,
]
