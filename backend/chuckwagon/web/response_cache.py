"""In-memory cache of public responses, stored compressed.

On a cache miss the request is handled normally and its response is stored. A write that changes the shown data
invalidates it in every process, as does the instant until which it is valid. There is no other time to live: how long
a change may go unseen is in `realtime/change_watcher.py`. Called on the event loop only.
"""

import asyncio
import re
import zlib
from datetime import datetime
from typing import Protocol, cast
from urllib.parse import quote, unquote_plus

import brotli
import msgspec
from litestar.types import (
    ASGIApp,
    HTTPResponseBodyEvent,
    HTTPResponseStartEvent,
    HTTPScope,
    Message,
    Receive,
    Send,
)

from chuckwagon.kit import clock
from chuckwagon.observability.metrics import SingleThreadCounter
from chuckwagon.web.request_context import CACHED_REQUESTS, get_request_context

# With the parameters that the routes read.
CACHEABLE_PREFIXES: dict[str, frozenset[str]] = {
    "/api/trucks/public": frozenset(),
    "/api/trucks/by-slug/": frozenset(),
    "/api/menu-items/public/": frozenset({"stopId"}),
    "/api/stops/today": frozenset({"diet", "lat", "lng", "open", "q"}),
    "/api/embed/": frozenset(),
    "/sitemap.xml": frozenset(),
}
CACHEABLE_PATHS, STOPS_PARAMETERS = re.compile(r"/api/trucks/[^/]+/stops(\.ics)?"), frozenset({"days"})
_SLASHES = re.compile("//+")
MAX_BYTES = 32 * 1024 * 1024
MIN_COMPRESSED_BYTES = 1024
METHODS = ("GET", "HEAD")
Headers = list[tuple[bytes, bytes]]
Key = str | tuple[str, str]
"""A path, or a path and a variant. No path of a client can equal such a pair."""
Reply = tuple[HTTPResponseStartEvent, HTTPResponseBodyEvent]
"""Both messages of a response, made for one client, because middleware may change them."""


class CachePolicy:
    """How a response may be cached. The route handler fills it in through the request's scope.

    `key` is a truck's ID or ALL_TRUCKS; None means that the response must not be cached. `until` is its end, None
    without one.
    """

    __slots__ = ("key", "until")

    def __init__(self) -> None:
        self.key: str | None = None
        self.until: datetime | None = None


class EncodedResponse(msgspec.Struct, frozen=True):
    """Response in one content encoding, with the headers of a 200 and those of a 304."""

    etag: bytes
    headers: Headers
    not_modified_headers: Headers
    body: bytes


class CachedResponse(msgspec.Struct, frozen=True):
    """A stored response, in every content encoding that is offered.

    It ends at the instant `until`, or with a change of `key` (a truck's ID or ALL_TRUCKS) after `version`: the newest
    change before the response was read. `sent` and `not_modified` count the 200 and 304 answers made from it.
    """

    key: str
    version: int
    until: datetime | None
    encodings: dict[bytes, EncodedResponse]
    sent: SingleThreadCounter = msgspec.field(default_factory=SingleThreadCounter)
    not_modified: SingleThreadCounter = msgspec.field(default_factory=SingleThreadCounter)

    @property
    def size(self) -> int:
        """Approximate memory in bytes: all encodings, and 1 KiB for the objects."""
        return sum(len(encoding.body) for encoding in self.encodings.values()) + 1024


class CacheValidator(Protocol):
    """The process's `ChangeWatcher`, or a substitute of tests."""

    def version(self) -> int | None:
        """ID of the newest public change, or None while it is uncertain."""
        ...

    def last_change(self, key: str) -> int:
        """ID of the last change of `key` (a truck's ID or ALL_TRUCKS); 0 if there is none."""
        ...


class ResponseCache:
    """Cached responses of one process. The oldest are evicted first."""

    def __init__(self, validator: CacheValidator, max_bytes: int = MAX_BYTES) -> None:
        self._validator = validator
        self._max_bytes = max_bytes
        self._entries: dict[Key, CachedResponse] = {}
        self._bytes = 0
        self._pending: dict[Key, asyncio.Event] = {}

    def find_reply(self, scope: HTTPScope) -> Reply | None:
        """The cached reply to a request of the API, counted as a hit; None if `answer` or another handler must make it.

        Nearly every public read ends here, so this looks at each header once and only at what decides.
        """
        found = self._entries.get(scope["path"])
        if found is None or scope["query_string"] or scope["method"] not in METHODS:
            return None
        accepted = known = b""
        for name, value in scope["headers"]:
            if name == b"accept-encoding":
                accepted = value
            elif name == b"if-none-match":
                known = value
            elif name == b"authorization":
                return None
        if not self._is_valid(found):
            return None
        return _choose_reply(found, scope["method"], accepted, known, is_hit=True)

    async def answer(self, scope: HTTPScope, inner: ASGIApp, receive: Receive, send: Send, variant: str = "") -> None:
        """Send the response from the cache or of `inner`. Of simultaneous misses of a path, the first loads it for all.

        Responses of one path with different variants, such as languages, are kept apart.
        """
        name = (scope["path"], variant) if variant else scope["path"]
        found = self.find(name)
        if found is None and name in self._pending:
            await self._pending[name].wait()
            found = self.find(name)
        if found is not None:
            await send_reply(_reply_to(scope, found, is_hit=True), send)
            return
        loaded = self._pending.setdefault(name, asyncio.Event())
        try:
            answer = await self._load(name, scope, inner, receive)
        finally:
            loaded.set()
            self._pending.pop(name, None)
        if isinstance(answer, CachedResponse):
            await send_reply(_reply_to(scope, answer, is_hit=False), send)
        else:
            await answer.replay(scope, send)

    async def _load(
        self, name: Key, scope: HTTPScope, inner: ASGIApp, receive: Receive
    ) -> "CachedResponse | _RecordedResponse":
        """Run `inner` as GET and return its response: cached if it may be, else recorded only."""
        version, policy = self._validator.version(), CachePolicy()
        # The full response, whatever the client has cached.
        headers = [pair for pair in scope["headers"] if pair[0] != b"if-none-match"]
        asked = cast("HTTPScope", {**scope, "headers": headers, "method": "GET", "cache_policy": policy})
        recorded = _RecordedResponse()
        await inner(asked, receive, recorded)
        etag = dict(recorded.headers).get(b"etag")
        if policy.key is None or recorded.status != 200 or etag is None:
            return recorded
        encodings = await asyncio.to_thread(_encode_all, etag, recorded.headers, recorded.body)
        route = get_request_context(asked).route_template
        sent, not_modified = (CACHED_REQUESTS.single_thread_counter("GET", route, status) for status in ("200", "304"))
        answer = CachedResponse(policy.key, version or 0, policy.until, encodings, sent, not_modified)
        if version is not None:
            self._store(name, answer)
        return answer

    def find(self, name: Key) -> CachedResponse | None:
        """Return the cached response of this path and variant if it is still valid."""
        found = self._entries.get(name)
        return found if found is not None and self._is_valid(found) else None

    def _is_valid(self, found: CachedResponse) -> bool:
        """Whether no change of its key is newer than the response, and its `until` has not come.

        False while the newest change is uncertain. A response that is not valid stays until the next one replaces it.
        """
        newest = self._validator.version()
        if newest is None:
            return False
        if newest > found.version and self._validator.last_change(found.key) > found.version:
            return False
        return found.until is None or clock.now() < found.until

    def close(self) -> None:
        """Empty the cache."""
        self._entries.clear()

    def _store(self, name: Key, answer: CachedResponse) -> None:
        self._evict(name)
        self._entries[name] = answer
        self._bytes += answer.size
        while self._bytes > self._max_bytes:
            self._evict(next(iter(self._entries)))

    def _evict(self, name: Key) -> None:
        gone = self._entries.pop(name, None)
        if gone is not None:
            self._bytes -= gone.size


def find_cacheable(scope: HTTPScope) -> HTTPScope | None:
    """The request as it is cached, if its response is the same for every client; else None.

    Doubled and trailing slashes lead to the same route, and parameters that the route does not read change nothing, so
    both are left out: each spelling would be compressed and kept on its own. With a parameter that the route reads, or
    with a token, it is not cacheable: staff may see more.
    """
    path = _SLASHES.sub("/", scope["path"]).rstrip("/")
    parameters = next((names for prefix, names in CACHEABLE_PREFIXES.items() if path.startswith(prefix)), None)
    if parameters is None and CACHEABLE_PATHS.fullmatch(path):
        parameters = STOPS_PARAMETERS
    if (
        parameters is None
        or scope["method"] not in METHODS
        or any(name == b"authorization" for name, _ in scope["headers"])
    ):
        return None
    query = scope["query_string"]
    if query and not parameters.isdisjoint(
        unquote_plus(part.partition("=")[0]) for part in query.decode("latin-1").split("&")
    ):
        return None
    if not query and path == scope["path"]:
        return scope
    return cast("HTTPScope", {**scope, "path": path, "raw_path": quote(path).encode(), "query_string": b""})


async def send_reply(reply: Reply, send: Send) -> None:
    """Send the start and the body of a cached response to the ASGI server."""
    for message in reply:
        await send(message)


def _reply_to(scope: HTTPScope, answer: CachedResponse, *, is_hit: bool) -> Reply:
    headers = dict(scope["headers"])
    accepted, known = headers.get(b"accept-encoding", b""), headers.get(b"if-none-match", b"")
    return _choose_reply(answer, scope["method"], accepted, known, is_hit=is_hit)


def _choose_reply(answer: CachedResponse, method: str, accepted: bytes, known: bytes, *, is_hit: bool) -> Reply:
    """A 200, or a 304 if the client has these bytes, in the best encoding that the client accepts.

    Counts hits only, because a miss has been counted by its request context.
    """
    encoding = answer.encodings[_choose_encoding(accepted, answer.encodings) if accepted else b""]
    if known and (known == encoding.etag or _matches_etag(known, answer.encodings)):
        answer.not_modified.n += is_hit
        return _messages(304, encoding.not_modified_headers, b"")
    answer.sent.n += is_hit
    return _messages(200, encoding.headers, b"" if method == "HEAD" else encoding.body)


def _messages(status: int, headers: Headers, body: bytes) -> Reply:
    return (
        {"type": "http.response.start", "status": status, "headers": headers},
        {"type": "http.response.body", "body": body, "more_body": False},
    )


def _choose_encoding(accepted: bytes, encodings: dict[bytes, EncodedResponse]) -> bytes:
    """Choose brotli, gzip or none. `;q=0` refuses an encoding; other ranks are ignored, because browsers send none."""
    if len(encodings) == 1:
        return b""
    named = {part.partition(b";")[0].strip(): part for part in accepted.split(b",")}
    for encoding in (b"br", b"gzip"):
        part = named.get(encoding)
        if part is not None and encoding in encodings and not part.replace(b" ", b"").endswith(b";q=0"):
            return encoding
    return b""


def _matches_etag(if_none_match: bytes, encodings: dict[bytes, EncodedResponse]) -> bool:
    listed = {tag.strip().removeprefix(b"W/") for tag in if_none_match.split(b",")}
    return listed == {b"*"} or any(encoding.etag in listed for encoding in encodings.values())


class _RecordedResponse:
    """Records a whole response."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: Headers = []
        self.body = b""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], list(message["headers"])
        elif message["type"] == "http.response.body":
            self.body += message["body"]

    async def replay(self, scope: HTTPScope, send: Send) -> None:
        """Send the recorded response to the ASGI server; without its body for HEAD."""
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        body = b"" if scope["method"] == "HEAD" else self.body
        await send({"type": "http.response.body", "body": body, "more_body": False})


def _encode_all(etag: bytes, headers: Headers, body: bytes) -> dict[bytes, EncodedResponse]:
    rest = [pair for pair in headers if pair[0] not in (b"etag", b"content-length", b"vary")]
    varies = [value for name, value in headers if name == b"vary"]
    bodies = {b"": body}
    if len(body) >= MIN_COMPRESSED_BYTES:
        bodies[b"br"] = brotli.compress(body, quality=9)
        bodies[b"gzip"] = zlib.compress(body, level=9, wbits=31)
    vary = (b"vary", b", ".join([*varies, b"Accept-Encoding"]))
    return {encoding: _encode_one(encoding, etag, [*rest, vary], content) for encoding, content in bodies.items()}


def _encode_one(encoding: bytes, etag: bytes, headers: Headers, body: bytes) -> EncodedResponse:
    """Build one encoding. Each has its own ETag, because a strong ETag identifies the bytes."""
    own_etag = etag if not encoding else etag[:-1] + b"-" + encoding + b'"'
    not_modified = [(b"etag", own_etag), *(pair for pair in headers if pair[0] != b"content-type")]
    named = [(b"etag", own_etag), *headers, (b"content-length", str(len(body)).encode())]
    encoded = [*named, (b"content-encoding", encoding)] if encoding else named
    return EncodedResponse(own_etag, encoded, not_modified, body)
