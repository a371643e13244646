"""Root ASGI application: routes requests to the API, pages and images, limits URLs, sets response headers, and CORS.

CORS lets pages of the origins that a setting names call the API from a browser. Starlette's CORSMiddleware is not used.
It answers a preflight before the security headers, the request id and the response cache, refuses unknown origins with
plain text instead of the API's own response, and tells them the exposed headers.

Why: docs/decisions/0002-litestar-and-msgspec.md
"""

import re
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Protocol, cast
from urllib.parse import urlsplit

from litestar import Litestar
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from chuckwagon.kit.errors import InvalidInput, TooManyRequests, UriTooLong
from chuckwagon.kit.sentences import Language, Sentence
from chuckwagon.realtime.broker import Broker
from chuckwagon.web.error_handlers import MethodNotAllowed, ServerError, log_failure, send_error
from chuckwagon.web.read_limit import ReadLimit
from chuckwagon.web.request_context import get_request_context, instrument
from chuckwagon.web.response_cache import ResponseCache, find_cacheable
from chuckwagon.web.security_headers import (
    Headers,
    HeaderSet,
    PageKind,
    ResponseKind,
    add_security_headers,
    with_headers,
)
from chuckwagon.web.static import get_page_kind, is_unlisted

DOCS_PATHS = ("/api/docs", "/api/docs/")
# Served only by the metrics listener; here they answer 404 as API paths, so that no page is shown at them.
# With a secret of this length, because an older truck may have the slug `print`.
PRINTER_ADDRESS = re.compile(r"/print/[A-Za-z0-9_-]{43}")
# Read by search engines, and answered by routes.
CRAWLER_PATHS = ("/robots.txt", "/sitemap.xml")
# Any site may read what its widget shows, without credentials.
EMBED_PREFIX = "/api/embed/"
ANY_ORIGIN = [(b"access-control-allow-origin", b"*"), (b"access-control-expose-headers", b"ETag, Retry-After")]
NOINDEX = [(b"x-robots-tag", b"noindex")]
MONITORING_PATHS = ("/metrics", "/metrics/", "/health/ready", "/health/ready/")


METHODS = "GET, POST, PUT, PATCH, DELETE"
ALLOWED_HEADERS = "Authorization, Content-Type, Idempotency-Key, X-Checkout-Attempt, If-Match"
EXPOSED_HEADERS = "Content-Disposition, ETag, Retry-After, X-Request-Id"
MAX_AGE_SECONDS = "600"


class CorsHeadersByOrigin:
    """The CORS response headers of each allowed origin.

    They never allow credentials, because the API uses no cookies.
    """

    def __init__(self, origins: Iterable[str]) -> None:
        self._answers = {origin.encode(): _answer_headers(origin) for origin in origins}

    def find(self, scope: HTTPScope) -> Headers | None:
        """The headers for the origin of this request; None without an origin, or if the setting does not name it."""
        if not self._answers:
            return None
        for name, value in scope["headers"]:
            if name == b"origin":
                return self._answers.get(value)
        return None


def is_preflight(scope: HTTPScope) -> bool:
    """Whether a browser asks which methods and headers it may send."""
    return scope["method"] == "OPTIONS" and any(
        name == b"access-control-request-method" for name, _value in scope["headers"]
    )


async def answer_preflight(send: Send) -> None:
    """Send the answer to a preflight; it is the same for every path, because each route checks its callers itself.

    The caller has checked the origin and adds its headers.
    """
    await send({"type": "http.response.start", "status": 204, "headers": _PREFLIGHT})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def _answer_headers(origin: str) -> Headers:
    return [
        (b"access-control-allow-origin", origin.encode()),
        (b"access-control-expose-headers", EXPOSED_HEADERS.encode()),
    ]


_PREFLIGHT: Headers = [
    (b"access-control-allow-methods", METHODS.encode()),
    (b"access-control-allow-headers", ALLOWED_HEADERS.encode()),
    (b"access-control-max-age", MAX_AGE_SECONDS.encode()),
]


class PageHandler(Protocol):
    """ASGI application that answers every path outside the API and the images."""

    def has_page(self, path: str) -> bool:
        """Whether the path is one of the pages that are rendered from the database, the same for every visitor.

        What it shows may not exist.
        """
        ...

    def choose_language(self, scope: HTTPScope) -> Language:
        """The language of a rendered page for this request."""
        ...

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None: ...


class PollHandler(Protocol):
    """Answers what printers ask, out of memory while nothing waits for them."""

    async def answer(self, scope: HTTPScope, inner: ASGIApp, receive: Receive, send: Send) -> None:
        """Answer the request, or let `inner` do it."""
        ...


class RootApp:
    """The ASGI application that the server runs."""

    def __init__(
        self,
        api: Litestar,
        pages: PageHandler,
        images: ASGIApp,
        polls: PollHandler,
        cache: ResponseCache,
        headers: Mapping[ResponseKind | PageKind, HeaderSet],
        cors: CorsHeadersByOrigin,
        reads: ReadLimit,
        max_url_bytes: int,
        *,
        logs_requests: bool = True,
    ) -> None:
        self.api = api
        self._headers = headers
        self._cors = cors
        self._cache = cache
        self._pages = pages
        self._images = images
        self._polls = polls
        self._reads = reads
        self._max_url_bytes = max_url_bytes
        self._logs_requests = logs_requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or run the lifespan of the application."""
        if str(scope["type"]) != "http":
            await self.api(scope, receive, send)
            self._cache.close()  # after the lifespan's last message
            return
        request = cast("HTTPScope", scope)
        allowed = self._find_allowed(request)
        if allowed and is_api_path(request["path"]):
            send = with_headers(send, allowed)
        refusal = await self._reads.find_refusal(request)
        reply = self._cache.find_reply(request) if refusal is None else None
        if refusal is not None:
            respond = partial(self._respond, refusal=refusal)
            await instrument(respond, request, receive, send, is_logged=False)  # a flood must not fill the log
        elif reply is not None:
            for message in reply:
                await send(message)
        elif request["path"].startswith("/print/") and PRINTER_ADDRESS.fullmatch(request["path"]):
            await self._polls.answer(request, self._handle, receive, send)
        elif (cacheable := find_cacheable(request)) and _url_size(request) <= self._max_url_bytes:
            await self._cache.answer(cacheable, self._handle, receive, send)
        elif self._is_cacheable_page(request):
            await self._cache.answer(request, self._handle, receive, send, self._pages.choose_language(request))
        else:
            await self._handle(request, receive, send)

    def _find_allowed(self, request: HTTPScope) -> Headers | None:
        """The CORS headers for the origin of this request; None if its pages may not read the response."""
        return ANY_ORIGIN if request["path"].startswith(EMBED_PREFIX) else self._cors.find(request)

    async def _handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = cast("HTTPScope", scope)
        await instrument(self._respond, request, receive, send, is_logged=self._logs_requests)

    async def _respond(
        self, scope: Scope, receive: Receive, send: Send, refusal: TooManyRequests | None = None
    ) -> None:
        request = cast("HTTPScope", scope)
        request_id = get_request_context(request).request_id
        header_set = self._headers[get_header_kind(request)]
        send = add_security_headers(send, header_set, request_id, is_shared="cache_policy" in request)
        if is_unlisted(request["path"]) and not request["path"].startswith("/api/"):
            send = with_headers(send, NOINDEX)
        if request["method"] == "HEAD":
            send = _drop_body(send)
        tracked = _SendTracker(send)
        try:
            if refusal is not None:
                await send_error(tracked, refusal)
            else:
                await self._validate(request, receive, tracked)
        except Exception as error:
            if tracked.has_started:
                raise
            log_failure(request, error)
            await send_error(send, ServerError(requestId=request_id))

    async def _validate(self, request: HTTPScope, receive: Receive, send: Send) -> None:
        if _url_size(request) > self._max_url_bytes:
            await send_error(send, UriTooLong())
        elif not _has_valid_host(request):
            await send_error(send, InvalidInput(Sentence("The Host header is not valid.", "host_invalid")))
        elif is_api_path(request["path"]) and is_preflight(request) and self._find_allowed(request):
            await answer_preflight(send)
        else:
            await self._route(request, receive, send)

    def _is_cacheable_page(self, request: HTTPScope) -> bool:
        """Whether the response is a rendered page, which depends on the visitor's language only, not on the query."""
        return (
            request["method"] in ("GET", "HEAD")
            and self._pages.has_page(request["path"])
            and _url_size(request) <= self._max_url_bytes
        )

    def end_streams(self) -> None:
        """Close all event streams, because a server that shuts down waits for every open response."""
        broker: Broker = self.api.state.broker
        broker.end_streams()

    async def _route(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        path, kind, context = scope["path"], get_response_kind(scope), get_request_context(scope)
        if kind is ResponseKind.API:
            context.scope = _head_as_get(scope)  # Litestar stores the matched route there
            await self.api(context.scope, receive, send)
            return
        context.route = self._route_name(path, kind)
        if scope["method"] not in ("GET", "HEAD"):
            await send_error(send, MethodNotAllowed(headers={"Allow": "GET, HEAD"}))
        elif path in DOCS_PATHS:
            await self._pages(_replace_keys(scope, path="/api-docs/index.html"), receive, send)
        elif kind is ResponseKind.IMAGE:
            await self._images(scope, receive, send)
        else:
            await self._pages(scope, receive, send)

    def _route_name(self, path: str, kind: ResponseKind) -> str:
        """Route label in metrics and logs for a path outside the API."""
        return "front page" if kind is ResponseKind.PAGE and self._pages.has_page(path) else kind.value


def is_api_path(path: str) -> bool:
    """Whether the path belongs to the API, health check and metrics included, rather than to a page or a file."""
    is_printer = path.startswith("/print/") and PRINTER_ADDRESS.fullmatch(path) is not None
    return path in ("/api", "/health", *MONITORING_PATHS, *CRAWLER_PATHS) or path.startswith("/api/") or is_printer


def get_response_kind(scope: HTTPScope) -> ResponseKind:
    """Kind of response at the requested path."""
    path = scope["path"]
    if is_api_path(path):
        is_docs = path in DOCS_PATHS and scope["method"] in ("GET", "HEAD")
        return ResponseKind.PAGE if is_docs else ResponseKind.API
    if path.startswith("/uploads/"):
        return ResponseKind.IMAGE
    return ResponseKind.FILE if path.startswith("/assets/") else ResponseKind.PAGE


def get_header_kind(scope: HTTPScope) -> ResponseKind | PageKind:
    """What selects the security headers: the kind of response, of pages the kind of page."""
    kind = get_response_kind(scope)
    if kind is not ResponseKind.PAGE:
        return kind
    return PageKind.CLOSED if is_api_path(scope["path"]) else get_page_kind(scope["path"])


def _url_size(scope: HTTPScope) -> int:
    raw = scope.get("raw_path") or scope["path"].encode("utf-8", "surrogatepass")
    return len(raw) + len(scope.get("query_string", b""))


def _has_valid_host(scope: HTTPScope) -> bool:
    """Whether the Host header can be parsed. Litestar reads it for its error pages and fails on an invalid port."""
    hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    try:
        return all((urlsplit(f"//{host}").port or 0) >= 0 for host in hosts)
    except ValueError:
        return False


def _head_as_get(scope: HTTPScope) -> HTTPScope:
    """Scope with HEAD replaced by GET, because Litestar does not route HEAD. `_drop_body` removes the body.

    `asked_method` keeps HEAD, which event streams check, because they would otherwise never end.
    """
    return _replace_keys(scope, method="GET", asked_method="HEAD") if scope["method"] == "HEAD" else scope


def _replace_keys(scope: HTTPScope, **changes: str) -> HTTPScope:
    return cast("HTTPScope", {**scope, **changes})


class _SendTracker:
    """Forwards messages and records whether the response has started."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.has_started = False

    async def __call__(self, message: Message) -> None:
        self.has_started = True
        await self._send(message)


def _drop_body(send: Send) -> Send:
    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.body":
            message["body"] = b""
        await send(message)

    return wrapped
