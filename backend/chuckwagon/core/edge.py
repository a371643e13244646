"""The outermost layer: who answers an address, how long it may be, and the headers of every answer."""

from collections.abc import Mapping
from typing import Protocol, cast
from urllib.parse import urlsplit

from litestar import Litestar
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from chuckwagon.core.answers import answer_error
from chuckwagon.core.cors import Cors, answer_preflight, is_preflight, with_cors
from chuckwagon.core.errors import InvalidInput, UriTooLong
from chuckwagon.core.failures import MethodNotAllowed, ServerError, note_failure
from chuckwagon.core.headers import Added, Kind, with_headers
from chuckwagon.core.hub import Hub
from chuckwagon.core.ready import ReadyAnswers, can_be_ready
from chuckwagon.core.watch import watch_of, watched

DOCS = ("/api/docs", "/api/docs/")
# Only the private listener knows them, and nobody else's page stands there.
PRIVATE = ("/metrics", "/metrics/", "/health/ready", "/health/ready/")


class Pages(Protocol):
    """What answers every address of a browser that is neither the API's nor a picture's."""

    def shows(self, path: str) -> bool:
        """Whether everybody gets the same page there, which is drawn from the database."""
        ...

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None: ...


class Edge:
    """The ASGI application that the server runs."""

    def __init__(
        self,
        api: Litestar,
        screens: Pages,
        pictures: ASGIApp,
        ready: ReadyAnswers,
        headers: Mapping[Kind, Added],
        cors: Cors,
        max_url_bytes: int,
        *,
        logs_requests: bool = True,
    ) -> None:
        self.api = api
        self._headers = headers
        self._cors = cors
        self._ready = ready
        self._screens = screens
        self._pictures = pictures
        self._max_url_bytes = max_url_bytes
        self._logs_requests = logs_requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or run the lifespan of the application."""
        if str(scope["type"]) != "http":
            await self.api(scope, receive, send)
            self._ready.close()  # after the lifespan's last message
            return
        request = cast("HTTPScope", scope)
        allowed = self._cors.find(request)
        if allowed and is_api(request["path"]):
            send = with_cors(send, allowed)
        if can_be_ready(request) or self._is_page(request):
            await self._ready.answer(request, self._answer, receive, send)
        else:
            await self._answer(request, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = cast("HTTPScope", scope)
        await watched(self._answer_unseen, request, receive, send, is_logged=self._logs_requests)

    async def _answer_unseen(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = cast("HTTPScope", scope)
        request_id = watch_of(request).number
        send = with_headers(send, self._headers[kind_of(request)], request_id, is_kept="keep" in request)
        if request["method"] == "HEAD":
            send = _without_body(send)
        begun = _Begun(send)
        try:
            await self._judge(request, receive, begun)
        except Exception as error:
            if begun.has_begun:
                raise
            note_failure(request, error)
            await answer_error(send, ServerError(requestId=request_id))

    async def _judge(self, request: HTTPScope, receive: Receive, send: Send) -> None:
        if _url_bytes(request) > self._max_url_bytes:
            await answer_error(send, UriTooLong())
        elif not _host_is_readable(request):
            await answer_error(send, InvalidInput("The Host header is not valid."))
        elif is_api(request["path"]) and is_preflight(request) and self._cors.find(request):
            await answer_preflight(send)
        else:
            await self._route(request, receive, send)

    def _is_page(self, request: HTTPScope) -> bool:
        """Whoever asks and whatever follows the question mark, the page is the same."""
        return (
            request["method"] in ("GET", "HEAD")
            and self._screens.shows(request["path"])
            and _url_bytes(request) <= self._max_url_bytes
        )

    def end_streams(self) -> None:
        """The server is about to end, and waits for every answer; some have no end of their own."""
        hub: Hub = self.api.state.hub
        hub.end_streams()

    async def _route(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        path, kind, watch = scope["path"], kind_of(scope), watch_of(scope)
        if kind is Kind.API:
            watch.scope = _as_get(scope)  # where the framework writes down which route it is
            await self.api(watch.scope, receive, send)
            return
        watch.route = self._name_of(path, kind)
        if scope["method"] not in ("GET", "HEAD"):
            await answer_error(send, MethodNotAllowed(headers={"Allow": "GET, HEAD"}))
        elif path in DOCS:
            await self._screens(_with(scope, path="/api-docs/index.html"), receive, send)
        elif kind is Kind.PICTURE:
            await self._pictures(scope, receive, send)
        else:
            await self._screens(scope, receive, send)

    def _name_of(self, path: str, kind: Kind) -> str:
        """What the figures call an address that is not the API's."""
        return "front page" if kind is Kind.PAGE and self._screens.shows(path) else kind.value


def is_api(path: str) -> bool:
    """Whether the address belongs to the JSON API."""
    return path in ("/api", "/health", *PRIVATE) or path.startswith("/api/")


def kind_of(scope: HTTPScope) -> Kind:
    """What the answer is to a browser, whoever gives it."""
    path = scope["path"]
    if is_api(path):
        is_docs = path in DOCS and scope["method"] in ("GET", "HEAD")
        return Kind.PAGE if is_docs else Kind.API
    if path.startswith("/uploads/"):
        return Kind.PICTURE
    return Kind.FILE if path.startswith("/assets/") else Kind.PAGE


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
    """The framework knows no HEAD; the body is dropped on the way out. What has no end must know."""
    return _with(scope, method="GET", asked_method="HEAD") if scope["method"] == "HEAD" else scope


def _with(scope: HTTPScope, **changes: str) -> HTTPScope:
    return cast("HTTPScope", {**scope, **changes})


class _Begun:
    """Sends on, and knows whether the answer has begun."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.has_begun = False

    async def __call__(self, message: Message) -> None:
        self.has_begun = True
        await self._send(message)


def _without_body(send: Send) -> Send:
    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.body":
            message["body"] = b""
        await send(message)

    return wrapped
