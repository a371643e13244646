"""Public answers kept as bytes in front of the framework, compressed once, for as long as they are true.

The first request for an address goes its usual way and leaves its answer here; those after it are answered
from memory while nothing has changed of what they show. A write ends that, in every process; and so does an
instant that the answer depends on.
"""

import asyncio
import zlib
from datetime import datetime
from typing import cast

import brotli
import msgspec
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Send

from chuckwagon.core import clock
from chuckwagon.core.freshness import Freshness
from chuckwagon.core.metrics import Tally
from chuckwagon.core.watch import REQUESTS, watch_of

PREFIXES = ("/api/trucks/public", "/api/trucks/by-slug/", "/api/menu-items/public/")
MOST_BYTES = 32 * 1024 * 1024
WORTH_COMPRESSING = 1024
Headers = list[tuple[bytes, bytes]]


class Keep:
    """Rides on the scope of a request: under which key its answer may be kept, and until when it is true."""

    __slots__ = ("key", "until")

    def __init__(self) -> None:
        self.key: str | None = None
        self.until: datetime | None = None


class Form(msgspec.Struct, frozen=True):
    """The answer in one encoding: its tag, the headers with it and without a body, and the bytes."""

    etag: bytes
    headers: Headers
    unchanged: Headers
    body: bytes


class Ready(msgspec.Struct, frozen=True):
    """An answer in every encoding that it is worth.

    `key` names what it shows to `Freshness`, `stamp` is that of before it was read.
    """

    key: str
    stamp: int
    until: datetime | None
    forms: dict[bytes, Form]
    sent: Tally = msgspec.field(default_factory=Tally)
    unchanged: Tally = msgspec.field(default_factory=Tally)

    @property
    def size(self) -> int:
        """Bytes of memory, about."""
        return sum(len(form.body) for form in self.forms.values()) + 1024


class ReadyAnswers:
    """The answers of one process; the oldest are given up first."""

    def __init__(self, freshness: Freshness, most_bytes: int = MOST_BYTES) -> None:
        self._freshness = freshness
        self._most_bytes = most_bytes
        self._kept: dict[str, Ready] = {}
        self._bytes = 0
        self._coming: dict[str, asyncio.Event] = {}

    async def answer(self, scope: HTTPScope, inner: ASGIApp, receive: Receive, send: Send) -> None:
        """Answer from memory, or the usual way and remember it; of a crowd the first does it for all."""
        path = scope["path"]
        found = self.find(path)
        if found is None and path in self._coming:
            await self._coming[path].wait()
            found = self.find(path)
        if found is not None:
            await _send_ready(found, scope, send, is_hit=True)
            return
        mine = self._coming.setdefault(path, asyncio.Event())
        try:
            answer = await self._read(scope, inner, receive)
        finally:
            mine.set()
            self._coming.pop(path, None)
        if isinstance(answer, Ready):
            await _send_ready(answer, scope, send, is_hit=False)
        else:
            await answer.replay(scope, send)

    async def _read(self, scope: HTTPScope, inner: ASGIApp, receive: Receive) -> "Ready | _Recorded":
        """The answer of the framework, kept if it may be."""
        stamp, keep = self._freshness.stamp(), Keep()
        # The whole answer, whatever the asker has already.
        headers = [pair for pair in scope["headers"] if pair[0] != b"if-none-match"]
        asked = cast("HTTPScope", {**scope, "headers": headers, "method": "GET", "keep": keep})
        recorded = _Recorded()
        await inner(asked, receive, recorded)
        etag = dict(recorded.headers).get(b"etag")
        if keep.key is None or recorded.status != 200 or etag is None:
            return recorded
        forms = await asyncio.to_thread(_forms, etag, recorded.headers, recorded.body)
        route = watch_of(asked).known_route
        sent, unchanged = (REQUESTS.tally("GET", route, status) for status in ("200", "304"))
        answer = Ready(keep.key, stamp or 0, keep.until, forms, sent, unchanged)
        if stamp is not None:
            self._keep(scope["path"], answer)
        return answer

    def find(self, path: str) -> Ready | None:
        """The answer of this address, if it would be the same now."""
        found = self._kept.get(path)
        if found is None or self._freshness.stamp() is None:
            return None
        is_old = self._freshness.shown.last_change(found.key) > found.stamp
        if is_old or (found.until is not None and clock.now() >= found.until):
            self._forget(path)
            return None
        return found

    def close(self) -> None:
        """Forget everything."""
        self._kept.clear()
        self._freshness.close()

    def _keep(self, path: str, answer: Ready) -> None:
        self._forget(path)
        self._kept[path] = answer
        self._bytes += answer.size
        while self._bytes > self._most_bytes:
            self._forget(next(iter(self._kept)))

    def _forget(self, path: str) -> None:
        gone = self._kept.pop(path, None)
        if gone is not None:
            self._bytes -= gone.size


def can_be_ready(scope: HTTPScope) -> bool:
    """Whether everybody who asks gets the same answer; staff may see more, so they are asked who they are."""
    return (
        scope["path"].startswith(PREFIXES)
        and not scope["query_string"]
        and scope["method"] in ("GET", "HEAD")
        and not any(name == b"authorization" for name, _value in scope["headers"])
    )


async def _send_ready(answer: Ready, scope: HTTPScope, send: Send, *, is_hit: bool) -> None:
    """200, or 304 to who has these bytes already, in the best encoding that is accepted.

    A hit is counted here; anything else was counted on its way through the framework.
    """
    accepted, known = b"", b""
    for name, value in scope["headers"]:
        if name == b"accept-encoding":
            accepted = value
        elif name == b"if-none-match":
            known = value
    form = answer.forms[_choose(accepted, answer.forms)]
    if known and _is_known(known, answer.forms):
        answer.unchanged.n += is_hit
        await send({"type": "http.response.start", "status": 304, "headers": form.unchanged})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
        return
    answer.sent.n += is_hit
    await send({"type": "http.response.start", "status": 200, "headers": form.headers})
    body = b"" if scope["method"] == "HEAD" else form.body
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _choose(accepted: bytes, forms: dict[bytes, Form]) -> bytes:
    """An encoding is refused by `;q=0`; nobody ranks them otherwise."""
    if not accepted or len(forms) == 1:
        return b""
    named = {part.partition(b";")[0].strip(): part for part in accepted.split(b",")}
    for encoding in (b"br", b"gzip"):
        part = named.get(encoding)
        if part is not None and encoding in forms and not part.replace(b" ", b"").endswith(b";q=0"):
            return encoding
    return b""


def _is_known(if_none_match: bytes, forms: dict[bytes, Form]) -> bool:
    listed = {tag.strip().removeprefix(b"W/") for tag in if_none_match.split(b",")}
    return listed == {b"*"} or any(form.etag in listed for form in forms.values())


class _Recorded:
    """A whole answer, as it was sent."""

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
        """Send it after all."""
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        body = b"" if scope["method"] == "HEAD" else self.body
        await send({"type": "http.response.body", "body": body, "more_body": False})


def _forms(etag: bytes, headers: Headers, body: bytes) -> dict[bytes, Form]:
    rest = [pair for pair in headers if pair[0] not in (b"etag", b"content-length", b"vary")]
    varies = [value for name, value in headers if name == b"vary"]
    bodies = {b"": body}
    if len(body) >= WORTH_COMPRESSING:
        bodies[b"br"] = brotli.compress(body, quality=9)
        bodies[b"gzip"] = zlib.compress(body, level=9, wbits=31)
    vary = (b"vary", b", ".join([*varies, b"Accept-Encoding"]))
    return {encoding: _form(encoding, etag, [*rest, vary], content) for encoding, content in bodies.items()}


def _form(encoding: bytes, etag: bytes, headers: Headers, body: bytes) -> Form:
    """Other bytes have another strong tag."""
    tag = etag if not encoding else etag[:-1] + b"-" + encoding + b'"'
    unchanged = [(b"etag", tag), *(pair for pair in headers if pair[0] != b"content-type")]
    named = [(b"etag", tag), *headers, (b"content-length", str(len(body)).encode())]
    encoded = [*named, (b"content-encoding", encoding)] if encoding else named
    return Form(tag, encoded, unchanged, body)
