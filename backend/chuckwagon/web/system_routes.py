"""What a browser or a watchdog asks first: is it up, how is it set, what can it do."""

from typing import Any

import anyio
import msgspec
import sqlalchemy as sa
from litestar import Response, get
from litestar.di import NamedDependency

from chuckwagon.core.db import Database
from chuckwagon.core.description import describe
from chuckwagon.core.errors import Unavailable
from chuckwagon.core.http import PUBLIC_HEADERS, AnyRequest, errors, public_answers, public_json
from chuckwagon.settings import Settings

HEALTH_SECONDS = 1.0


class Health(msgspec.Struct):
    status: str


class SampleAccount(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """One way to sign in that everybody may know, because nothing real is behind it."""

    email: str
    password: str
    role: str
    truck_slug: str | None = None


class Config(msgspec.Struct, rename="camel"):
    """What the browser must know before it shows anything. `tax_rate` is a percentage."""

    publishable_key: str
    currency: str
    min_pickup_lead_minutes: int
    tax_rate: float
    demo: bool
    dev_tools: bool
    stripe_js_url: str | msgspec.UnsetType = msgspec.UNSET
    demo_accounts: list[SampleAccount] | msgspec.UnsetType = msgspec.UNSET


@get("/health", summary="Whether the process and the database answer", responses=errors(503))
async def health(request: AnyRequest, db: NamedDependency[Database]) -> Health:
    """200 when the database answers within a second, else 503."""
    if request.app.state.get("is_leaving"):
        raise Unavailable("This server is about to end.")
    try:
        with anyio.fail_after(HEALTH_SECONDS):
            # A thread beside the limiters: waiting for a free one would say "ill" when it is only busy.
            await anyio.to_thread.run_sync(db.ping, abandon_on_cancel=True, limiter=anyio.CapacityLimiter(1))
    except (TimeoutError, sa.exc.SQLAlchemyError, OSError) as error:
        raise Unavailable("The database does not answer.") from error
    return Health("ok")


@get("/api/config", summary="Settings of the screens", sync_to_thread=False)
def config(
    settings: NamedDependency[Settings], sample_accounts: NamedDependency[list[SampleAccount]]
) -> Config:
    """Public settings; the sandbox's script and the demo's accounts only where there are any."""
    return Config(
        publishable_key=settings.stripe_publishable_key,
        currency="usd",
        min_pickup_lead_minutes=settings.min_pickup_lead_minutes,
        tax_rate=settings.tax_rate,
        demo=settings.demo,
        dev_tools=settings.dev_tools,
        stripe_js_url=settings.stripe_js_url or msgspec.UNSET,
        demo_accounts=sample_accounts or msgspec.UNSET,
    )


@get(
    "/api/openapi.json",
    summary="This description",
    sync_to_thread=False,
    responses=public_answers(),
    response_headers=PUBLIC_HEADERS,
)
def describe_api(request: AnyRequest) -> Response[dict[str, Any]]:
    """OpenAPI 3.1, generated from the code."""
    return public_json(request, describe(request.app))


routes = [health, config, describe_api]
