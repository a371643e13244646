"""The outermost layer: who answers an address, how long it may be, and the headers of every answer."""

from collections.abc import Iterable
from typing import cast
from urllib.parse import urlsplit

from litestar import Litestar
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from chuckwagon.core.answers import answer_error
from chuckwagon.core.errors import InvalidInput, UriTooLong
from chuckwagon.core.failures import MethodNotAllowed

DOCS = ("/api/docs", "/api/docs/")


class Edge:
    """The ASGI application that the server runs."""

    def __init__(self, api: Litestar, screens: ASGIApp, pictures: ASGIApp, max_url_bytes: int) -> None:
        self.api = api
        self._screens = screens
        self._pictures = pictures
        self._max_url_bytes = max_url_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or run the lifespan of the application."""
        if str(scope["type"]) != "http":
            await self.api(scope, receive, send)
            return
        request = cast("HTTPScope", scope)
        send = _with_headers(send, no_store=is_api(request["path"]))
        if request["method"] == "HEAD":
            send = _without_body(send)
        if _url_bytes(request) > self._max_url_bytes:
            await answer_error(send, UriTooLong())
            return
        if not _host_is_readable(request):
            await answer_error(send, InvalidInput("The Host header is not valid."))
            return
        await self._route(request, receive, send)

    async def _route(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        path, is_read = scope["path"], scope["method"] in ("GET", "HEAD")
        if is_api(path) and not (path in DOCS and is_read):
            await self.api(_as_get(scope), receive, send)
        elif not is_read:
            await answer_error(send, MethodNotAllowed(headers={"Allow": "GET, HEAD"}))
        elif path in DOCS:
            await self._screens(_with(scope, path="/api-docs/index.html"), receive, send)
        elif path.startswith("/uploads/"):
            await self._pictures(scope, receive, send)
        else:
            await self._screens(scope, receive, send)


def is_api(path: str) -> bool:
    """Whether the address belongs to the JSON API."""
    return path in ("/api", "/health") or path.startswith("/api/")


def _url_bytes(scope: HTTPScope) -> int:
    raw = scope.get("raw_path") or scope["path"].encode("utf-8", "surrogatepass")
    return len(raw) + len(scope.get("query_string", b""))


def _host_is_readable(scope: HTTPScope) -> bool:
    """The framework reads the host when it complains, and fails on a port that is none."""
    hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    try:
        return all((urlsplit(f"//{host}").port or 0) >= 0 for host in hosts)
    except ValueError:
        return False


def _as_get(scope: HTTPScope) -> HTTPScope:
    """The framework knows no HEAD; the body is dropped on the way out."""
    return _with(scope, method="GET") if scope["method"] == "HEAD" else scope


def _with(scope: HTTPScope, **changes: str) -> HTTPScope:
    return cast("HTTPScope", {**scope, **changes})


def _with_headers(send: Send, *, no_store: bool) -> Send:
    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            if no_store and not _has(headers, b"cache-control"):
                headers.append((b"cache-control", b"no-store"))
            headers.append((b"x-content-type-options", b"nosniff"))
            message["headers"] = headers
        await send(message)

    return wrapped


def _has(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> bool:
    return any(key.lower() == name for key, _value in headers)


def _without_body(send: Send) -> Send:
    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.body":
            message["body"] = b""
        await send(message)

    return wrapped
