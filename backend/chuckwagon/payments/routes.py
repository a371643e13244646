"""Routes of the checkout."""

import asyncio
from typing import Annotated, Any

from litestar import Request
from litestar.di import NamedDependency
from litestar.params import HeaderParameter, JSONBody

from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import IdempotencyKey
from chuckwagon.db.rate_limits import client_ip_key
from chuckwagon.kit.errors import AppError
from chuckwagon.payments.checkout import gate
from chuckwagon.payments.checkout.responses import PaymentIntentAnswer, VerifyAnswer
from chuckwagon.payments.checkout.save import CheckoutRequestContext
from chuckwagon.payments.checkout.schemas import PaymentIntentRequest, VerifyRequest
from chuckwagon.payments.fulfillment import service as fulfillment
from chuckwagon.settings import Settings
from chuckwagon.web.executors import CHECKOUTS, VERIFICATIONS
from chuckwagon.web.language_choice import choose_language
from chuckwagon.web.request_context import add_log_fields, shorten_id
from chuckwagon.web.requests import client_address
from chuckwagon.web.routing import post

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
