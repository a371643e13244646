"""Builds the web application: the API, the front end and the images under one origin."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import msgspec
from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme
from litestar.routes import HTTPRoute
from litestar.types import ASGIApp

from chuckwagon import __version__, demand, publishing
from chuckwagon.accounts import routes as account_routes
from chuckwagon.accounts.guards import authorize_request, find_current_actor, get_current_actor, get_security
from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.second_factors import passkeys
from chuckwagon.accounts.second_factors import routes as second_factor_routes
from chuckwagon.day_closes import routes as day_close_routes
from chuckwagon.db.database import Database
from chuckwagon.demo.accounts import list_demo_sign_ins
from chuckwagon.disruptions import routes as disruption_routes
from chuckwagon.disruptions.queries import DisruptionStopUsage
from chuckwagon.integrations.stripe.client import payment_sources, stripe_gateway
from chuckwagon.integrations.twilio import twilio_gateway
from chuckwagon.kit.decoding import prepare_type
from chuckwagon.kit.validation import us_e164
from chuckwagon.media import routes as upload_routes
from chuckwagon.menu import option_set_routes
from chuckwagon.menu import routes as menu_routes
from chuckwagon.menu.imports import routes as menu_import_routes
from chuckwagon.notifications import routes as notification_routes
from chuckwagon.observability import tracing
from chuckwagon.offers import routes as offer_routes
from chuckwagon.orders import routes as order_routes
from chuckwagon.orders import self_service_routes
from chuckwagon.orders.late import routes as late_order_routes
from chuckwagon.payments import routes as payment_routes
from chuckwagon.payments.counter import routes as counter_payment_routes
from chuckwagon.payments.usage import OrderedTruckUsage
from chuckwagon.prerender import routes as discovery_routes
from chuckwagon.prerender.handler import PrerenderHandler
from chuckwagon.printing import routes as print_routes
from chuckwagon.printing.idle_polls import MAX_AGE_SECONDS, IdlePolls
from chuckwagon.privacy import routes as privacy_routes
from chuckwagon.realtime.broker import Broker
from chuckwagon.reporting import routes as report_routes
from chuckwagon.reporting.books import routes as book_routes
from chuckwagon.schedule import routes as schedule_routes
from chuckwagon.schedule import truck_routes as public_truck_routes
from chuckwagon.settings import Settings
from chuckwagon.trucks import routes as truck_routes
from chuckwagon.web import browser_reports, system_routes
from chuckwagon.web.asgi import CorsHeadersByOrigin, RootApp
from chuckwagon.web.error_handlers import handle_exception
from chuckwagon.web.read_limit import ReadLimit
from chuckwagon.web.requests import AnyRequest, StrictHttpRequest
from chuckwagon.web.response_cache import CacheValidator, ResponseCache
from chuckwagon.web.routing import collect_routes, options_handlers
from chuckwagon.web.security_headers import ANY_HOST, build_header_sets
from chuckwagon.web.static import SpaFiles, serve_bucket_images, serve_folder_images
from chuckwagon.web.system_routes import SampleAccount
from chuckwagon.worker.loop import Worker

REQUEST_THREADS = 40
SAMPLE_PHONE = "2015550123"
ROUTE_MODULES = (
    system_routes, browser_reports, account_routes, second_factor_routes,
    public_truck_routes, truck_routes, discovery_routes, publishing, schedule_routes,
    menu_routes, menu_import_routes, option_set_routes, upload_routes,
    order_routes, late_order_routes, self_service_routes, disruption_routes, payment_routes, counter_payment_routes,
    notification_routes,
    day_close_routes, print_routes,
    report_routes, book_routes, demand, offer_routes,
    privacy_routes,
)  # fmt: skip


def create_app(
    settings: Settings,
    *,
    with_worker: bool = False,
    db: Database | None = None,
    cache_validator: CacheValidator | None = None,
) -> RootApp:
    """Build the ASGI application with its lifespan, which runs a worker too if `with_worker`.

    A database that is passed in is not closed at the end. Tests that write to the database without the change log pass
    a `cache_validator`.
    """
    database = db or Database(settings.database, settings.direct_database)
    api = create_api(settings, database, with_worker=with_worker, owns_db=db is None)
    cache = ResponseCache(cache_validator or api.state.broker.watcher)
    spa = SpaFiles(settings.frontend_dir)
    origins = settings.allowed_origins
    sources = msgspec.structs.replace(payment_sources(settings), maps=settings.map_sources, images=ANY_HOST)
    pages = PrerenderHandler(spa, database, settings.frontend_dir, settings.origin, sources)
    api.on_startup.append(pages.start)
    api.on_shutdown.append(pages.stop)
    polls = IdlePolls(database, 0.0 if cache_validator else MAX_AGE_SECONDS)
    api.on_startup.append(polls.start)
    api.state.before_close = polls.stop  # shutdown hooks run when the database is closed
    headers = build_header_sets(settings.origin, sources, is_shared=bool(origins))
    return RootApp(
        api,
        pages,
        _build_image_app(settings),
        polls,
        cache,
        headers,
        CorsHeadersByOrigin(origins),
        ReadLimit(settings),
        settings.max_url_bytes,
        logs_requests=settings.logs_requests,
    )


def preload_libraries(settings: Settings) -> None:
    """Load the providers' SDKs, the phone number tables and the library of passkeys, which no start needs.

    They are slow to load: a request that needs one first would wait, and with it others, if it writes.

    Calls no provider.
    """
    us_e164(SAMPLE_PHONE)
    stripe_gateway(settings).load()
    twilio_gateway(settings).load()
    passkeys.load_library()


def _build_image_app(settings: Settings) -> ASGIApp:
    if settings.uploads_bucket:
        from chuckwagon.integrations.storage import file_store  # 4 MiB of memory

        return serve_bucket_images(file_store(settings).open, "/uploads/")
    return serve_folder_images(settings.uploads_dir, "/uploads/")


def _chain_dependencies(settings: Settings, db: Database) -> dict[str, Provide]:
    """What nearly every route takes, each asking for the one before it, so that Litestar resolves one at a time.

    For several that it may resolve at once it starts a task group, which costs a request as much as its JSON.
    """

    def provide_settings(db: NamedDependency[Database]) -> Settings:  # noqa: ARG001 - only for the order
        return settings

    def provide_actor(request: AnyRequest, settings: NamedDependency[Settings]) -> Actor:  # noqa: ARG001
        return get_current_actor(request)

    return {
        "db": Provide(lambda: db, sync_to_thread=False),
        "settings": Provide(provide_settings, sync_to_thread=False),
        "actor": Provide(provide_actor, sync_to_thread=False),
    }


def create_api(settings: Settings, db: Database, *, with_worker: bool = False, owns_db: bool = False) -> Litestar:
    """Build the JSON API, without pages, images and the front end.

    `with_worker` runs a worker during its lifespan. With `owns_db` it closes `db` at its shutdown.
    """
    broker = Broker(db)
    api = Litestar(
        route_handlers=[_build_router()],
        guards=[authorize_request],
        dependencies={
            **_chain_dependencies(settings, db),
            "broker": Provide(lambda: broker, sync_to_thread=False),
            "stop_usage": Provide(DisruptionStopUsage, sync_to_thread=False),
            "truck_usage": Provide(OrderedTruckUsage, sync_to_thread=False),
            "current_actor": Provide(find_current_actor),
            "sample_accounts": Provide(_sample_accounts(settings, db)),
        },
        state=State({"db": db, "broker": broker, "settings": settings}),
        request_class=StrictHttpRequest,
        request_max_body_size=None,  # the request class reads its limit from the settings
        exception_handlers={Exception: handle_exception},
        lifespan=[_lifespan(settings, db, broker, with_worker=with_worker, owns_db=owns_db)],
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
    _prepare_bodies(api)
    return api


def _prepare_bodies(api: Litestar) -> None:
    """Prepare the types of all request bodies: Litestar converts an empty body itself, without our lock."""
    handlers = [handler for route in api.routes if isinstance(route, HTTPRoute) for handler in route.route_handlers]
    for handler in handlers:
        if handler.parsed_data_field is not None:
            prepare_type(handler.parsed_data_field.annotation)


def _build_router() -> Router:
    """Collect all routes in one router, so that the methods of one path are registered together.

    Registered one by one, Litestar would wrap the earlier handlers again, each in another thread.
    """
    routes = collect_routes(*ROUTE_MODULES)
    for route in routes:
        route.security = get_security(route)
    return Router("/", route_handlers=[*options_handlers(routes), *routes])


def _sample_accounts(settings: Settings, db: Database) -> Callable[[], Awaitable[list[SampleAccount]]]:
    """Build the dependency `sample_accounts`: the demo's accounts; empty outside the demo.

    The sign-in page shows them.
    """

    async def find() -> list[SampleAccount]:
        return await asyncio.to_thread(list_demo_sign_ins, db) if settings.demo else []

    return find


def _lifespan(
    settings: Settings, db: Database, broker: Broker, *, with_worker: bool, owns_db: bool
) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncGenerator[None, None]:
        # The default pool has few threads on a small machine, but requests wait for the disk more than they compute.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(REQUEST_THREADS, "request"))
        tracing.start(settings.otlp_endpoint, "chuckwagon")
        broker.start()
        app.state.worker = worker = Worker(db, settings) if with_worker else None
        if worker is not None:
            worker.start()
        try:
            yield
        finally:
            if (before_close := app.state.get("before_close")) is not None:
                await before_close()
            if worker is not None:
                await asyncio.to_thread(worker.stop)
            await asyncio.to_thread(broker.stop)
            if owns_db:
                await asyncio.to_thread(db.close)
            await asyncio.to_thread(tracing.stop)

    return lifespan
