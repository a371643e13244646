"""The route that receives Stripe's events, verified by Stripe's signature over the raw body."""

import asyncio
from typing import Annotated, Any

from litestar import Request
from litestar.di import NamedDependency
from litestar.params import HeaderParameter

from chuckwagon.db.database import Database
from chuckwagon.payments.fulfillment import stripe_events
from chuckwagon.settings import Settings
from chuckwagon.web.executors import WEBHOOKS
from chuckwagon.web.request_context import add_log_fields, shorten_id
from chuckwagon.web.routing import post

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
