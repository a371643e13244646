"""Watches a request from beginning to end: one number, one count, one line and, if wanted, one span.

What is known of it is gathered on the way: the door adds who asks, the framework which route it is, the one
place for failures what went wrong. Answers out of memory are counted where they are given, and nothing more:
a line costs more than they do.
"""

import secrets
import time
from contextvars import ContextVar
from typing import Any, cast

from litestar.connection.base import empty_send
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from chuckwagon.core import tracing
from chuckwagon.core.ids import is_id
from chuckwagon.core.logging import about, timestamp, write_line
from chuckwagon.core.metrics import Counter, Histogram

REQUESTS = Counter(
    "chuckwagon_http_requests_total", "Requests answered, by template of the address.",
    "method", "route", "status",
)  # fmt: skip
SECONDS = Histogram(
    "chuckwagon_http_request_seconds",
    "Time to answer, without answers out of memory and streams.",
    "method", "route",
)  # fmt: skip
DENIED = Counter("chuckwagon_authz_denied_total", "Requests refused with 401 or 403.", "route", "code")
SIGN_IN_FAILURES = Counter("chuckwagon_login_failures_total", "Sign-ins with wrong credentials.")
LIMITED = Counter("chuckwagon_rate_limited_total", "Requests refused with 429.", "route", "code")
BAD_SIGNATURES = Counter(
    "chuckwagon_webhook_signature_failures_total",
    "Calls in a provider's name without its signature.",
    "route",
)

UNKNOWN, PROBE = "none", "/health"
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
WRONG_CREDENTIALS, BAD_SIGNATURE = "wrong_credentials", "signature_invalid"
LEFT = 499  # as proxies call it: the caller was gone before the answer
PARAMETERS = ("order_id", "truck_id", "item_id", "user_id", "customer_id", "review_id")

_current: ContextVar["Watch | None"] = ContextVar("watch", default=None)


class Watch:
    """What is known of one request so far."""

    __slots__ = ("_send", "_started", "facts", "number", "outcome", "route", "scope", "status")

    def __init__(self, scope: HTTPScope, send: Send) -> None:
        self.number = secrets.token_hex(8)
        self.scope = scope
        self.route = UNKNOWN
        self.status = 0
        self.outcome: str | None = None
        self.facts: dict[str, str] = {}
        self._send = send
        self._started = time.perf_counter()

    async def send(self, message: Message) -> None:
        """Pass the answer on."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
        await self._send(message)

    @property
    def known_route(self) -> str:
        """The template of the address."""
        return str(self.scope.get("path_template") or self.route)

    @property
    def method(self) -> str:
        """One of the usual ones; what a caller invents is not repeated."""
        method = self.scope["method"]
        return method if method in METHODS else "other"

    @property
    def final_status(self) -> int:
        """What was answered, when it was."""
        return self.status or LEFT

    @property
    def final_outcome(self) -> str:
        """The code of the error, or that there was none."""
        return self.outcome or ("ok" if self.final_status < 400 else str(self.final_status))

    def end(self, *, is_logged: bool) -> None:
        """Count it and write its line."""
        seconds = time.perf_counter() - self._started
        method, route, status = self.method, self.known_route, self.final_status
        REQUESTS.add(method, route, str(status))
        if not route.endswith("/stream"):
            SECONDS.observe(seconds, method, route)
        if status >= 400:
            self._count_refusal(route, status)
        if is_logged and not (route == PROBE and status < 400):  # asked every few seconds, for ever
            write_line(self._line(method, route, status, seconds))

    def _count_refusal(self, route: str, status: int) -> None:
        code = self.final_outcome
        if code == WRONG_CREDENTIALS:
            SIGN_IN_FAILURES.add()
        elif code == BAD_SIGNATURE:
            BAD_SIGNATURES.add(route)
        elif status in (401, 403):
            DENIED.add(route, code)
        elif status == 429:
            LIMITED.add(route, code)

    def _line(self, method: str, route: str, status: int, seconds: float) -> dict[str, Any]:
        level = "info" if status < 500 else "error"
        line: dict[str, Any] = {
            "ts": timestamp(), "level": level, "event": "request", **(about.get() or {}),
            "method": method, "route": route, "status": status, "ms": round(seconds * 1000, 2),
            "outcome": self.final_outcome,
        }  # fmt: skip
        actor: Any = self.scope.get("user")
        if actor is not None:
            line["actor"], line["role"] = actor.user_id, actor.role
            if actor.truck_id is not None:
                line["truck_id"] = actor.truck_id
        for name in PARAMETERS:
            value = self.scope.get("path_params", {}).get(name)
            if isinstance(value, str) and is_id(value):  # anything else is what somebody typed
                line[name] = value
        return line | self.facts


async def watched(app: ASGIApp, scope: HTTPScope, receive: Receive, send: Send, *, is_logged: bool) -> None:
    """Answer by `app`, and see what becomes of it."""
    watch = Watch(scope, send)
    cast("dict[str, Any]", scope)["watch"] = watch
    before, before_about = _current.set(watch), about.set({"request_id": watch.number})
    try:
        if tracing.is_on():
            with tracing.request_span(watch):
                await app(scope, receive, watch.send)
        else:
            await app(scope, receive, watch.send)
    except Exception:
        watch.status = watch.status or 500
        raise
    finally:
        watch.end(is_logged=is_logged)
        _current.reset(before)
        about.reset(before_about)


def watch_of(scope: Scope) -> Watch:
    """The watch over this request; one that never came by the edge gets its own here."""
    found: Watch | None = cast("dict[str, Any]", scope).get("watch")
    if found is None:
        found = cast("dict[str, Any]", scope)["watch"] = Watch(cast("HTTPScope", scope), empty_send)
    return found


def note(**facts: str | None) -> None:
    """Add ids to the line of the request that is being answered: ours, or a short piece of a provider's."""
    watch = _current.get()
    if watch is not None:
        watch.facts |= {name: value for name, value in facts.items() if value is not None}


def shortened(provider_id: str) -> str:
    """Enough of a provider's id to find it by, and too little to use it."""
    return f"…{provider_id[-6:]}"
