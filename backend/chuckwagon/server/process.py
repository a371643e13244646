"""One server process: the application that it serves, what it loads after the start, and its graceful shutdown."""

import asyncio
import gc
import select
import signal
import socket
import threading
from types import FrameType

import uvicorn

from chuckwagon.app import create_app, preload_libraries
from chuckwagon.server.http_protocol import get_connection_registry
from chuckwagon.settings import Settings
from chuckwagon.web.asgi import RootApp

LOAD_AFTER_SECONDS = 2.0  # the first pages need the processor, and a customer needs longer to fill a cart
ACCEPT_SECONDS, MAX_ACCEPT_SECONDS = 0.02, 2.0
INTERRUPTED_DRAIN_SECONDS = 0.2  # after Ctrl-C


class GracefulServer(uvicorn.Server):
    """uvicorn's server with a graceful end: requests that have arrived, or arrive meanwhile, are answered first."""

    _is_interrupted = False

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end; the handler of SIGTERM and SIGINT."""
        self._is_interrupted = self._is_interrupted or sig == signal.SIGINT
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let `/health` fail for a while, then accept no more connections and finish those that are open.

        A proxy that asks for it sends requests elsewhere meanwhile; after Ctrl-C this wait is left out.
        """
        app: RootApp = self.config.loaded_app
        settings: Settings = app.api.state.settings
        if not self._is_interrupted:
            app.api.state.is_draining = True
            await asyncio.sleep(settings.pre_stop_seconds)
        await accept_pending_connections(sockets or [])
        idle_seconds = INTERRUPTED_DRAIN_SECONDS if self._is_interrupted else settings.drain_seconds
        get_connection_registry(app).begin_shutdown(idle_seconds)
        await super().shutdown(sockets)


async def accept_pending_connections(sockets: list[socket.socket]) -> None:
    """Let the event loop take the connections that the kernel has accepted: closing the sockets would reset them.

    Ends after two seconds at the latest, because clients may go on connecting.
    """
    waiting = select.poll()
    for listening in sockets:
        waiting.register(listening, select.POLLIN)
    loop = asyncio.get_running_loop()
    latest = loop.time() + MAX_ACCEPT_SECONDS
    await asyncio.sleep(ACCEPT_SECONDS)
    while waiting.poll(0) and loop.time() < latest:
        await asyncio.sleep(ACCEPT_SECONDS)


def create_served_app(settings: Settings) -> RootApp:
    """Create the web application, tuned after its start."""
    app = create_app(settings, with_worker=settings.worker)
    tune_after_start(app)
    return app


def tune_after_start(app: RootApp) -> None:
    """Add startup hooks: the garbage collector skips the objects of `app`, and what a checkout needs is loaded later.

    There are so many objects that each full collection would stop every request for a tenth of a second. The SDKs of
    the providers are slow to load, and no paying customer shall wait for them.
    """
    loading = threading.Timer(LOAD_AFTER_SECONDS, _load_and_freeze, [app.api.state.settings])
    loading.daemon = True

    def start() -> None:
        gc.freeze()
        gc.enable()
        loading.start()

    app.api.on_startup.append(start)
    app.api.on_shutdown.append(loading.cancel)


def _load_and_freeze(settings: Settings) -> None:
    preload_libraries(settings)
    gc.freeze()
