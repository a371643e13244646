"""Per-request instrumentation: request ID, metrics, access-log line and, when tracing is on, a span.

The context collects facts while the request is handled: the guard adds the actor, Litestar the route, and the error
handler the error code. Responses from the response cache are only counted there, because a log line costs more than
they do.
"""

import secrets
import time
from contextvars import ContextVar
from functools import cache
from typing import Any, cast

from litestar.connection.base import empty_send
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send
from prometheus_client import Counter, Histogram

from chuckwagon.kit.ids import is_id
from chuckwagon.observability import tracing
from chuckwagon.observability.logging import log_context, timestamp, write_line
from chuckwagon.observability.metrics import FAST, CounterWithPlainSeries

REQUESTS = Counter(
    "chuckwagon_http_requests_total", "Requests answered, by template of the address.",
    ("method", "route", "status"), registry=None,
)  # fmt: skip
CACHED_REQUESTS = CounterWithPlainSeries(REQUESTS)
DURATION = Histogram(
    "chuckwagon_http_request_seconds",
    "Time to answer, without answers out of memory and streams.",
    ("method", "route"), buckets=FAST,
)  # fmt: skip
DENIED = Counter("chuckwagon_authz_denied_total", "Requests refused with 401 or 403.", ("route", "code"))
SIGN_IN_FAILURES = Counter("chuckwagon_login_failures_total", "Sign-ins with wrong credentials.")
RATE_LIMITED = Counter("chuckwagon_rate_limited_total", "Requests refused with 429.", ("route", "code"))
BAD_SIGNATURES = Counter(
    "chuckwagon_webhook_signature_failures_total",
    "Calls in a provider's name without its signature.",
    ("route",),
)

UNKNOWN_ROUTE = "none"
FREQUENT_PATHS = ("/health", "/print/{secret}")  # health checks, and printers that ask for work
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
WRONG_CREDENTIALS, BAD_SIGNATURE = "wrong_credentials", "signature_invalid"
CLIENT_CLOSED_REQUEST = 499  # nginx's status for a client that closed the connection before the response
LOGGED_PARAMETERS = ("order_id", "truck_id", "item_id", "user_id", "customer_id", "review_id")

_current: ContextVar["RequestContext | None"] = ContextVar("request_context", default=None)


class RequestContext:
    """State of one request for logs, metrics and traces."""

    __slots__ = ("_send", "_started", "log_fields", "outcome", "request_id", "route", "scope", "status")

    def __init__(self, scope: HTTPScope, send: Send) -> None:
        self.request_id = secrets.token_hex(8)
        self.scope = scope
        self.route = UNKNOWN_ROUTE
        self.status = 0
        self.outcome: str | None = None
        self.log_fields: dict[str, str] = {}
        self._send = send
        self._started = time.perf_counter()

    async def send(self, message: Message) -> None:
        """Forward a response message and record the status."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
        await self._send(message)

    @property
    def route_template(self) -> str:
        """Path template of the route, such as `/api/orders/{order_id}`, or the label of a path outside the API."""
        return str(self.scope.get("path_template") or self.route)

    @property
    def method(self) -> str:
        """HTTP method, or "other" for an unknown one, so that clients cannot add metric labels."""
        method = self.scope["method"]
        return method if method in METHODS else "other"

    @property
    def final_status(self) -> int:
        """Status of the response, or 499 if the client disconnected before it started."""
        return self.status or CLIENT_CLOSED_REQUEST

    @property
    def final_outcome(self) -> str:
        """The error code, "ok" for a status below 400, else the status as text."""
        return self.outcome or ("ok" if self.final_status < 400 else str(self.final_status))

    def finish(self, *, is_logged: bool) -> None:
        """Update the metrics and write the access-log line."""
        seconds = time.perf_counter() - self._started
        method, route, status = self.method, self.route_template, self.final_status
        requests, durations = _series_of(method, route, status)
        requests.inc()
        if not route.endswith("/stream"):
            durations.observe(seconds)
        if status >= 400:
            self._count_error(route, status)
        if is_logged and not (route in FREQUENT_PATHS and status < 400):  # they come every few seconds
            write_line(self._log_line(method, route, status, seconds))

    def _count_error(self, route: str, status: int) -> None:
        code = self.final_outcome
        if code == WRONG_CREDENTIALS:
            SIGN_IN_FAILURES.inc()
        elif code == BAD_SIGNATURE:
            BAD_SIGNATURES.labels(route).inc()
        elif status in (401, 403):
            DENIED.labels(route, code).inc()
        elif status == 429:
            RATE_LIMITED.labels(route, code).inc()

    def _log_line(self, method: str, route: str, status: int, seconds: float) -> dict[str, Any]:
        level = "info" if status < 500 else "error"
        line: dict[str, Any] = {
            "ts": timestamp(), "level": level, "event": "request", **(log_context.get() or {}),
            "method": method, "route": route, "status": status, "ms": round(seconds * 1000, 2),
            "outcome": self.final_outcome,
        }  # fmt: skip
        actor: Any = self.scope.get("user")
        if actor is not None:
            line["actor"], line["role"] = actor.user_id, actor.role
            if actor.truck_id is not None:
                line["truck_id"] = actor.truck_id
        for name in LOGGED_PARAMETERS:
            value = self.scope.get("path_params", {}).get(name)
            if isinstance(value, str) and is_id(value):  # anything else is text that a client typed
                line[name] = value
        return line | self.log_fields


@cache
def _series_of(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    """Kept, because the library looks for a series by its labels under a lock each time."""
    return REQUESTS.labels(method, route, str(status)), DURATION.labels(method, route)


async def instrument(app: ASGIApp, scope: HTTPScope, receive: Receive, send: Send, *, is_logged: bool) -> None:
    """Run `app` with a new request context, and record metrics, the access-log line and a span."""
    context = RequestContext(scope, send)
    cast("dict[str, Any]", scope)["request_context"] = context
    context_token, log_token = _current.set(context), log_context.set({"request_id": context.request_id})
    try:
        if tracing.is_enabled():
            with tracing.request_span(context):
                await app(scope, receive, context.send)
        else:
            await app(scope, receive, context.send)
    except Exception:
        context.status = context.status or 500
        raise
    finally:
        context.finish(is_logged=is_logged)
        _current.reset(context_token)
        log_context.reset(log_token)


def get_request_context(scope: Scope) -> RequestContext:
    """Context of the request. A request that bypassed `RootApp`, as in tests, gets a new one here."""
    found: RequestContext | None = cast("dict[str, Any]", scope).get("request_context")
    if found is None:
        found = cast("dict[str, Any]", scope)["request_context"] = RequestContext(cast("HTTPScope", scope), empty_send)
    return found


def add_log_fields(**fields: str | None) -> None:
    """Add fields to the access-log line of the current request; None values are left out.

    Provider IDs must be shortened with `shorten_id`. Does nothing outside a request.
    """
    context = _current.get()
    if context is not None:
        context.log_fields |= {name: value for name, value in fields.items() if value is not None}


def shorten_id(provider_id: str) -> str:
    """Last six characters of a provider's ID: enough to search for it, too few to use it."""
    return f"…{provider_id[-6:]}"
