"""Builds the web application: the API, the screens and the pictures behind one address."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme
from litestar.types import ASGIApp

from chuckwagon import __version__
from chuckwagon.accounts.guards import current_actor, current_visitor, permit
from chuckwagon.accounts.routes import routes as account_routes
from chuckwagon.core import client_errors, csp_reports, system, tracing
from chuckwagon.core.cors import Cors
from chuckwagon.core.db import Database
from chuckwagon.core.edge import Edge
from chuckwagon.core.failures import answer_failure
from chuckwagon.core.freshness import Freshness, freshness_of
from chuckwagon.core.headers import make_headers
from chuckwagon.core.http import StrictRequest
from chuckwagon.core.hub import Hub
from chuckwagon.core.methods import options_of
from chuckwagon.core.pictures import bucket_pictures, folder_pictures
from chuckwagon.core.ready import ReadyAnswers
from chuckwagon.core.screens import Screens
from chuckwagon.core.shared_figures import Publisher
from chuckwagon.core.system import SampleAccount
from chuckwagon.demo.accounts import list_working_accounts
from chuckwagon.gateways.file_store import file_store
from chuckwagon.gateways.payment_page import payment_sources
from chuckwagon.gateways.stripe_api import stripe_gateway
from chuckwagon.gateways.twilio_api import twilio_gateway
from chuckwagon.insights.routes import routes as insight_routes
from chuckwagon.menu.routes import routes as menu_routes
from chuckwagon.notifications.routes import routes as notification_routes
from chuckwagon.orders.phones import us_e164
from chuckwagon.orders.routes import routes as order_routes
from chuckwagon.payments.routes import routes as payment_routes
from chuckwagon.privacy.routes import routes as privacy_routes
from chuckwagon.settings import Settings
from chuckwagon.storefront.door import Storefront
from chuckwagon.trucks.routes import routes as truck_routes
from chuckwagon.uploads.routes import routes as upload_routes
from chuckwagon.worker import Worker

REQUEST_THREADS = 40
ANY_PHONE = "2015550123"


def create_app(
    settings: Settings,
    *,
    with_worker: bool = False,
    db: Database | None = None,
    freshness: Freshness | None = None,
) -> Edge:
    """The ASGI application. A database that is handed in stays open at the end: it is its owner's.

    `freshness` is for who changes the database behind the product's back.
    """
    used = db or Database(settings.database)
    api = create_api(settings, used, with_worker=with_worker, owns_db=db is None)
    ready = ReadyAnswers(freshness or freshness_of(used))
    screens = Screens(settings.frontend_dir)
    sources, foreign = payment_sources(settings), settings.allowed_origins
    pages = Storefront(screens, used, settings.frontend_dir, settings.origin, sources)
    headers = make_headers(settings.origin, sources, is_shared=bool(foreign))
    return Edge(
        api,
        pages,
        _pictures(settings),
        ready,
        headers,
        Cors(foreign),
        settings.max_url_bytes,
        logs_requests=settings.logs_requests,
    )


def load_what_a_checkout_needs(settings: Settings) -> None:
    """The providers' SDKs and the table of phone numbers, which a start leaves out: they are slow to load."""
    us_e164(ANY_PHONE)
    stripe_gateway(settings).load()
    twilio_gateway(settings).load()


def _pictures(settings: Settings) -> ASGIApp:
    if settings.uploads_bucket:
        return bucket_pictures(file_store(settings).open, "/uploads/")
    return folder_pictures(settings.uploads_dir, "/uploads/")


def create_api(
    settings: Settings, db: Database, *, with_worker: bool = False, owns_db: bool = False
) -> Litestar:
    """The JSON API alone; its description is `create_api(…).openapi_schema`."""
    hub = Hub(db)
    return Litestar(
        route_handlers=[_all_routes()],
        guards=[permit],
        dependencies={
            "db": Provide(lambda: db, sync_to_thread=False),
            "hub": Provide(lambda: hub, sync_to_thread=False),
            "settings": Provide(lambda: settings, sync_to_thread=False),
            "actor": Provide(current_actor, sync_to_thread=False),
            "visitor": Provide(current_visitor),
            "sample_accounts": Provide(_sample_accounts(settings, db)),
        },
        state=State({"db": db, "hub": hub, "settings": settings}),
        request_class=StrictRequest,
        request_max_body_size=None,  # the request class reads its cap from the settings
        exception_handlers={Exception: answer_failure},
        lifespan=[_lifespan(settings, db, hub, with_worker=with_worker, owns_db=owns_db)],
        openapi_config=OpenAPIConfig(
            title="Chuckwagon",
            version=__version__,
            description="Order from a food truck, pay, and follow the order. Money is US dollars.",
            use_handler_docstrings=True,
            components=Components(
                security_schemes={"bearer": SecurityScheme(type="http", scheme="bearer")},
            ),
        ),
        logging_config=None,
    )


def _all_routes() -> Router:
    """In a router of their own, so that the methods of one address are registered together: registered one by
    one, the framework would wrap the earlier handlers again, each in another thread.
    """
    routes: list[HTTPRouteHandler] = [
        *system.routes,
        *csp_reports.routes,
        *client_errors.routes,
        *account_routes,
        *truck_routes,
        *upload_routes,
        *menu_routes,
        *order_routes,
        *payment_routes,
        *notification_routes,
        *insight_routes,
        *privacy_routes,
    ]
    return Router("/", route_handlers=[*options_of(routes), *routes])


def _sample_accounts(settings: Settings, db: Database) -> Callable[[], Awaitable[list[SampleAccount]]]:
    """What the sign-in screen may show: nothing outside the demo."""

    async def find() -> list[SampleAccount]:
        return await asyncio.to_thread(list_working_accounts, db) if settings.demo else []

    return find


def _lifespan(
    settings: Settings, db: Database, hub: Hub, *, with_worker: bool, owns_db: bool
) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncGenerator[None, None]:
        # The default pool is as small as the machine; requests wait for the disk far more than they compute.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(REQUEST_THREADS, "request"))
        tracing.start(settings.otlp_endpoint, "chuckwagon")
        publisher = Publisher(Path(settings.figures_dir)) if settings.figures_dir else None
        if publisher is not None:
            publisher.start()
        hub.start()
        app.state.worker = worker = Worker(db, settings) if with_worker else None
        if worker is not None:
            worker.start()
        try:
            yield
        finally:
            if worker is not None:
                await asyncio.to_thread(worker.stop)
            await asyncio.to_thread(hub.stop)
            if owns_db:
                await asyncio.to_thread(db.close)
            if publisher is not None:
                await asyncio.to_thread(publisher.stop)
            await asyncio.to_thread(tracing.stop)

    return lifespan
