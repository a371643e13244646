"""Builds the web application: the API, the screens and the pictures on one origin."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import anyio.to_thread
import msgspec
import sqlalchemy as sa
from litestar import Litestar, Response, get
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from chuckwagon import __version__
from chuckwagon.core import http
from chuckwagon.core.db import Database
from chuckwagon.core.errors import AppError, Unavailable
from chuckwagon.core.screens import Screens
from chuckwagon.menu.routes import routes as menu_routes
from chuckwagon.notifications.routes import routes as notification_routes
from chuckwagon.payments.routes import routes as payment_routes
from chuckwagon.settings import Settings
from chuckwagon.trucks.routes import routes as truck_routes
from chuckwagon.worker import Worker

HEALTH_SECONDS = 1.0
_UNREACHED = (
    "/openapi"  # the framework's own pages (HTML, with errors of their own) lie outside what is served
)


class Health(msgspec.Struct):
    """The process and the database answer."""

    status: str


class Config(msgspec.Struct, rename="camel", omit_defaults=True):
    """What the browser has to know before it starts; the optional fields only with the sandbox."""

    publishable_key: str
    demo: bool
    currency: str
    min_pickup_lead_minutes: int
    tax_rate: float
    dev_tools: bool
    stripe_js_url: str | None = None


@get("/health", summary="Whether the process and the database answer", responses=http.errors(503))
async def get_health(db: Database) -> Response[Health]:
    """Within one second, or not at all."""
    try:
        with anyio.fail_after(HEALTH_SECONDS):
            await anyio.to_thread.run_sync(db.ping, abandon_on_cancel=True)
    except (TimeoutError, sa.exc.SQLAlchemyError) as error:
        raise Unavailable from error
    return Response(Health("ok"), headers={"Cache-Control": "no-store"})


@get("/api/config", sync_to_thread=False, summary="Settings of the browser")
def get_config(request: http.StrictRequest, settings: Settings) -> Response[Config]:
    """Public settings; the sandbox's script only where there is a sandbox."""
    config = Config(
        publishable_key=settings.stripe_publishable_key,
        demo=settings.demo,
        currency="usd",
        min_pickup_lead_minutes=settings.min_pickup_lead_minutes,
        tax_rate=settings.tax_rate,
        dev_tools=settings.dev_tools,
        stripe_js_url=settings.stripe_js_url,
    )
    return http.public_json(request, config)


@get("/api/openapi.json", sync_to_thread=False, include_in_schema=False)
def get_description(request: http.StrictRequest) -> Response[dict[str, Any]]:
    """The description of this API, made from its code."""
    return http.public_json(request, request.app.openapi_schema.to_schema())


def create_api(settings: Settings, db: Database, lifespan: list[Any] | None = None) -> Litestar:
    """The JSON API alone."""
    return Litestar(
        route_handlers=[
            get_health,
            get_config,
            get_description,
            *truck_routes,
            *menu_routes,
            *payment_routes,
            *notification_routes,
        ],
        dependencies={
            "db": Provide(lambda: db, sync_to_thread=False),
            "settings": Provide(lambda: settings, sync_to_thread=False),
        },
        request_class=http.StrictRequest,
        request_max_body_size=settings.max_body_bytes,
        exception_handlers={
            AppError: http.answer_app_error,
            HTTPException: http.answer_http_error,
            sa.exc.OperationalError: http.answer_outage,
            sa.exc.InterfaceError: http.answer_outage,
            sa.exc.TimeoutError: http.answer_outage,
            Exception: http.answer_unexpected,
        },
        openapi_config=OpenAPIConfig(
            title="Chuckwagon",
            version=__version__,
            path=_UNREACHED,
            render_plugins=[JsonRenderPlugin()],
        ),
        lifespan=lifespan or [],
        signature_types=[http.StrictRequest],
        logging_config=None,
    )


def create_app(settings: Settings, *, with_worker: bool = False) -> Any:
    """The whole product as one ASGI application; with the worker in a thread of its own if asked."""
    db = Database(settings.database)
    worker = Worker(db, settings) if with_worker else None

    @asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        if worker is not None:
            worker.start()
        try:
            yield
        finally:
            if worker is not None:
                await anyio.to_thread.run_sync(worker.stop)
            await anyio.to_thread.run_sync(db.close)

    return Screens(create_api(settings, db, [lifespan]), settings)
