"""Health check, public settings, and the OpenAPI document."""

from functools import lru_cache
from typing import Any

import anyio
import msgspec
import sqlalchemy as sa
from litestar import Litestar, Response
from litestar.di import NamedDependency

from chuckwagon.db.database import Database
from chuckwagon.kit.errors import Unavailable
from chuckwagon.kit.sentences import Sentence
from chuckwagon.kit.vapid import derive_public_key
from chuckwagon.settings import Settings
from chuckwagon.web.requests import AnyRequest, public_content
from chuckwagon.web.routing import build_openapi, get, get_public

HEALTH_TIMEOUT_SECONDS = 1.0


class Health(msgspec.Struct):
    status: str


class SampleAccount(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """Account of the demo, whose password is public, with its person's name."""

    name: str
    email: str
    password: str
    role: str
    truck_slug: str | None = None
    truck_name: str | None = None


class PushConfig(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """What a browser needs to subscribe. `standInUrl` is the sandbox's push service, in place of the browser's own."""

    public_key: str
    stand_in_url: str | None = None


class Config(msgspec.Struct, rename="camel"):
    """Settings that the front end needs to start. `tax_rate` is a percentage.

    `sends_email` says whether there are receipts by e-mail, password resets and invitations.
    """

    publishable_key: str
    currency: str
    min_pickup_lead_minutes: int
    tax_rate: float
    demo: bool
    dev_tools: bool
    sends_email: bool
    map_site: str
    push: PushConfig | msgspec.UnsetType = msgspec.UNSET
    map_style: str | msgspec.UnsetType = msgspec.UNSET
    stripe_js_url: str | msgspec.UnsetType = msgspec.UNSET
    demo_accounts: list[SampleAccount] | msgspec.UnsetType = msgspec.UNSET


@get("/health", summary="Check that the process and the database respond", errors=[503], headers=())
async def health(request: AnyRequest, db: NamedDependency[Database]) -> Health:
    """200 when the database answers within a second, else 503."""
    if request.app.state.get("is_draining"):
        raise Unavailable(Sentence("This server is about to end.", "server_ending"))
    try:
        with anyio.fail_after(HEALTH_TIMEOUT_SECONDS):
            # A thread outside the shared limiter: a busy server must not look unhealthy.
            await anyio.to_thread.run_sync(db.ping, abandon_on_cancel=True, limiter=anyio.CapacityLimiter(1))
    except (TimeoutError, sa.exc.SQLAlchemyError, OSError) as error:
        raise Unavailable(Sentence("The database does not answer.", "database_unavailable")) from error
    return Health("ok")


@get("/api/config", summary="Get public settings", headers=(), sync_to_thread=False)
def config(settings: NamedDependency[Settings], sample_accounts: NamedDependency[list[SampleAccount]]) -> Config:
    """Public settings of the front end, with the sandbox's script and the demo accounts where they exist."""
    return Config(
        publishable_key=settings.stripe_publishable_key,
        currency="usd",
        min_pickup_lead_minutes=settings.min_pickup_lead_minutes,
        tax_rate=settings.tax_rate,
        demo=settings.demo,
        dev_tools=settings.shows_dev_tools,
        sends_email=settings.has_mail,
        map_site=settings.map_site,
        push=_push_config(settings),
        map_style=settings.map_style or msgspec.UNSET,
        stripe_js_url=settings.stripe_js_url or msgspec.UNSET,
        demo_accounts=sample_accounts or msgspec.UNSET,
    )


def _push_config(settings: Settings) -> PushConfig | msgspec.UnsetType:
    if not settings.has_push:
        return msgspec.UNSET
    return PushConfig(derive_public_key(settings.push_private_key), settings.push_stand_in)


@get_public("/api/openapi.json", summary="Get the OpenAPI document", sync_to_thread=False)
def describe_api(request: AnyRequest) -> Response[dict[str, Any]]:
    """OpenAPI 3.1, generated from the code."""
    return public_content(request, _encoded_openapi(request.app), "application/json")


@lru_cache(maxsize=1)
def _encoded_openapi(api: Litestar) -> bytes:
    """Kept, because building it takes 0.7 s the first time and 0.1 s after, in which the process answers no request."""
    return msgspec.json.encode(build_openapi(api))
