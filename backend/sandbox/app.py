"""The web application: the APIs of Stripe and Twilio, the sandbox's pages, and the test controls."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from sandbox import browser, pages, test_controls
from sandbox.mail.smtp_server import SmtpServer
from sandbox.pipeline import CORS, ConnectionLost
from sandbox.push import api as push_api
from sandbox.rush.rush import Rush
from sandbox.settings import Settings
from sandbox.state import Sandbox
from sandbox.stripe import api_v1, refunds
from sandbox.stripe.connect import api_v2
from sandbox.twilio import api


async def preflight(_request: Request) -> Response:
    return Response(status_code=204, headers=CORS)


class SandboxApp(Starlette):
    """Web application that keeps the connection of each request, so that a fault can cut it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # uvicorn's `send` is a method of its request cycle, which holds the connection.
        scope["sandbox.connection"] = getattr(getattr(send, "__self__", None), "transport", None)
        await super().__call__(scope, receive, send)


async def hang_up(request: Request, problem: Exception) -> Response:
    """Close the connection without a response."""
    connection = request.scope["sandbox.connection"]
    if connection is None:
        raise problem
    connection.abort()
    await asyncio.sleep(0.01)  # lets the server notice before it expects a response
    return Response()


def _routes() -> list[BaseRoute]:
    everything = ["GET", "POST", "DELETE"]
    twilio = "/2010-04-01/Accounts/{account}/Messages"
    return [
        Route("/v1/{path:path}", preflight, methods=["OPTIONS"]),
        Route("/v2/{path:path}", preflight, methods=["OPTIONS"]),
        Route("/v1/{path:path}", api_v1.endpoint, methods=everything),
        Route("/v2/{path:path}", api_v2.endpoint, methods=everything),
        Route(f"{twilio}.json", api.endpoint, methods=["GET", "POST"]),
        Route(f"{twilio}/{{sid}}.json", api.endpoint, methods=["GET"]),
        *push_api.routes,
        *test_controls.routes,
        *browser.routes,
        *pages.routes,
    ]


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    sandbox: Sandbox = app.state.sandbox
    sandbox.webhooks.resume()
    sandbox.messenger.resume()
    sandbox.printers.resume()
    refunds.resume(sandbox)
    mail_server = SmtpServer(sandbox.mailbox, sandbox.faults)
    if sandbox.settings.mail_port:
        await mail_server.start(sandbox.settings.mail_port)
    yield
    mail_server.stop()
    app.state.rush.stop()
    sandbox.close()


def create_app(settings: Settings) -> Starlette:
    app = SandboxApp(routes=_routes(), lifespan=_lifespan, exception_handlers={ConnectionLost: hang_up})
    app.state.sandbox = Sandbox(settings)
    app.state.rush = Rush(app.state.sandbox)
    return app
