"""Builds the web application: the API, the screens and the pictures behind one address."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme
from litestar.types import ASGIApp

from chuckwagon import __version__
from chuckwagon.accounts.guards import current_actor, current_visitor, permit
from chuckwagon.accounts.routes import routes as account_routes
from chuckwagon.core import system
from chuckwagon.core.db import Database
from chuckwagon.core.edge import Edge
from chuckwagon.core.failures import answer_failure
from chuckwagon.core.http import StrictRequest
from chuckwagon.core.pictures import bucket_pictures, folder_pictures
from chuckwagon.core.screens import Screens
from chuckwagon.core.system import SampleAccount
from chuckwagon.demo.accounts import list_working_accounts
from chuckwagon.gateways.file_store import file_store
from chuckwagon.insights.routes import routes as insight_routes
from chuckwagon.menu.routes import routes as menu_routes
from chuckwagon.notifications.routes import routes as notification_routes
from chuckwagon.orders.routes import routes as order_routes
from chuckwagon.payments.routes import routes as payment_routes
from chuckwagon.settings import Settings
from chuckwagon.trucks.routes import routes as truck_routes
from chuckwagon.uploads.routes import routes as upload_routes
from chuckwagon.worker import Worker

REQUEST_THREADS = 40


def create_app(settings: Settings, *, with_worker: bool = False, db: Database | None = None) -> Edge:
    """The ASGI application. A database that is handed in stays open at the end: it is its owner's."""
    api = create_api(settings, db or Database(settings.database), with_worker=with_worker, owns_db=db is None)
    return Edge(api, Screens(settings.frontend_dir), _pictures(settings), settings.max_url_bytes)


def _pictures(settings: Settings) -> ASGIApp:
    if settings.uploads_bucket:
        return bucket_pictures(file_store(settings).open, "/uploads/")
    return folder_pictures(settings.uploads_dir, "/uploads/")


def create_api(
    settings: Settings, db: Database, *, with_worker: bool = False, owns_db: bool = False
) -> Litestar:
    """The JSON API alone; its description is `create_api(…).openapi_schema`."""
    return Litestar(
        route_handlers=[_all_routes()],
        guards=[permit],
        dependencies={
            "db": Provide(lambda: db, sync_to_thread=False),
            "settings": Provide(lambda: settings, sync_to_thread=False),
            "actor": Provide(current_actor, sync_to_thread=False),
            "visitor": Provide(current_visitor),
            "sample_accounts": Provide(_sample_accounts(settings, db)),
        },
        state=State({"db": db, "settings": settings}),
        request_class=StrictRequest,
        request_max_body_size=None,  # the request class reads its cap from the settings
        exception_handlers={Exception: answer_failure},
        lifespan=[_lifespan(settings, db, with_worker=with_worker, owns_db=owns_db)],
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
    return Router(
        "/",
        route_handlers=[
            *system.routes,
            *account_routes,
            *truck_routes,
            *upload_routes,
            *menu_routes,
            *order_routes,
            *payment_routes,
            *notification_routes,
            *insight_routes,
        ],
    )


def _sample_accounts(settings: Settings, db: Database) -> Callable[[], Awaitable[list[SampleAccount]]]:
    """What the sign-in screen may show: nothing outside the demo."""

    async def find() -> list[SampleAccount]:
        return await asyncio.to_thread(list_working_accounts, db) if settings.demo else []

    return find


def _lifespan(
    settings: Settings, db: Database, *, with_worker: bool, owns_db: bool
) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncGenerator[None, None]:
        # The default pool is as small as the machine; requests wait for the disk far more than they compute.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(REQUEST_THREADS, "request"))
        worker = Worker(db, settings) if with_worker else None
        if worker is not None:
            worker.start()
        try:
            yield
        finally:
            if worker is not None:
                await asyncio.to_thread(worker.stop)
            if owns_db:
                await asyncio.to_thread(db.close)

    return lifespan
