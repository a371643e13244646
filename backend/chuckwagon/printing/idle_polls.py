"""Answers printers that ask again while nothing waits for them out of memory: nearly all of their requests.

A printer that sends the bytes of its last request gets the bytes of its last answer, as long as the database says that
it has no job and the same state. One read tells that of all printers; it is repeated after each change of this process,
and after `MAX_AGE_SECONDS` for those of others. When the printers have asked is written down together.

Everything here runs on the event loop of the server, but for `_read` and `_write_seen`.

Why: docs/decisions/0064-printers-that-ask.md
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import cast

import msgspec
import sqlalchemy as sa
from litestar.types import (
    ASGIApp,
    HTTPResponseBodyEvent,
    HTTPResponseStartEvent,
    HTTPScope,
    Message,
    Receive,
    Send,
)

from chuckwagon.db import rate_limits
from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import Database, is_outage, table_of
from chuckwagon.kit import clock
from chuckwagon.kit.errors import TooManyRequests, Unavailable
from chuckwagon.kit.ids import hash_secret
from chuckwagon.printers.models import Printer, PrintJob
from chuckwagon.printing.handout import SEEN_EVERY, Poll
from chuckwagon.realtime import change_log
from chuckwagon.web.executors import PRINTS
from chuckwagon.web.request_context import CACHED_REQUESTS

ASKS_A_MINUTE = 240  # of one printer
MAX_AGE_SECONDS = 0.5
MAX_PRINTERS, MAX_BODY_BYTES = 2000, 2048  # that are remembered, and of a request
ROUTE = "/print/{secret}"
_printers, _jobs = table_of(Printer), table_of(PrintJob)
_IDLE = CompiledStatement(
    sa.select(_printers.c.secret_hash, _printers.c.state, _printers.c.media_types)
    .where(
        _printers.c.last_seen_at > sa.bindparam("since", type_=_printers.c.last_seen_at.type),
        _printers.c.deleted_at.is_(None),
        _printers.c.id.not_in(sa.select(_jobs.c.printer_id).where(_jobs.c.available_at.is_not(None))),
    )
    .limit(MAX_PRINTERS)
)
_SEEN = (
    sa.update(_printers)
    .where(_printers.c.id == sa.bindparam("printer"), _printers.c.last_seen_at < sa.bindparam("at"))
    .values(last_seen_at=sa.bindparam("at"))
)


class IdlePoll:
    """A request for work, in its scope as `idle_poll`. The route handler notes the printer if nothing waits for it."""

    __slots__ = ("asked",)

    def __init__(self) -> None:
        self.asked: Poll | None = None


class _Known(msgspec.Struct, frozen=True):
    """The last request for work of a printer, by its bytes, and the answer."""

    printer_id: str
    facts: tuple[str, str | None]
    body: bytes
    start: HTTPResponseStartEvent
    answer: bytes


class IdlePolls:
    """What one server remembers of printers without work."""

    def __init__(self, db: Database, max_age_seconds: float = MAX_AGE_SECONDS) -> None:
        self._db = db
        self._max_age_seconds = max_age_seconds
        self._known: dict[str, _Known] = {}  # by the digest of the secret, as the next one
        self._idle: dict[str, tuple[str, str | None]] = {}
        self._change, self._read_change, self._read_at = 0, -1, 0.0
        self._reading = asyncio.Lock()
        self._seen: dict[str, datetime] = {}
        self._seen_since: datetime | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._writing: asyncio.Task[None] | None = None
        self._unlisten: Callable[[], None] | None = None
        self._count = CACHED_REQUESTS.single_thread_counter("POST", ROUTE, "200")

    async def start(self) -> None:
        """Begin to hear of the changes of this process. Without it nothing is answered out of memory."""
        self._unlisten = change_log.add_listener(self._note_change)

    async def stop(self) -> None:
        """Write down when the printers have asked, and forget everything."""
        if self._unlisten is not None:
            self._unlisten()
            self._unlisten = None
        await self._flush()
        self._known.clear()

    def _note_change(self, _trucks: frozenset[str]) -> None:
        """Called in the writer's thread after a commit. One step is lost if two come at once, which is one change."""
        self._change += 1

    async def answer(self, scope: HTTPScope, inner: ASGIApp, receive: Receive, send: Send) -> None:
        """Answer a request at a printer's address out of memory, or with `inner`, whose answer is remembered."""
        first: Message | None = cast("Message", await receive())
        body = _whole_body(scope, cast("dict[str, object]", first))
        digest = hash_secret(scope["path"].rpartition("/")[2])
        found = await self._find(digest, body) if body is not None else None
        if found is not None:
            await send({**found.start, "headers": list(found.start["headers"])})
            await send(_body(found.answer))
            self._count.n += 1
            return

        async def replay() -> Message:
            nonlocal first
            message, first = first, None
            return message if message is not None else cast("Message", await receive())

        if body is None:
            await inner(scope, cast("Receive", replay), send)
            return
        note, recorded = IdlePoll(), _Recorded(send)
        cast("dict[str, object]", scope)["idle_poll"] = note
        await inner(scope, cast("Receive", replay), recorded)
        if note.asked is not None and recorded.start is not None:
            self._remember(digest, body, note.asked, recorded.start, recorded.body)

    def _remember(self, digest: str, body: bytes, asked: Poll, start: HTTPResponseStartEvent, answer: bytes) -> None:
        if len(self._known) >= MAX_PRINTERS and digest not in self._known:
            self._known.clear()
        named = [pair for pair in start["headers"] if pair[0] != b"x-request-id"]
        kept: HTTPResponseStartEvent = {"type": "http.response.start", "status": 200, "headers": named}
        self._known[digest] = _Known(asked.printer_id, (asked.state, asked.media_types), body, kept, answer)

    async def _find(self, digest: str, body: bytes) -> _Known | None:
        """What is known of the printer, if it asks the same as before and nothing waits for it."""
        known, limit = self._known.get(digest), f"print:{digest[:12]}"
        if known is None or known.body != body or self._unlisten is None:
            return None
        try:
            await self._refresh()
            if self._idle.get(digest) != known.facts:
                return None
            rate_limits.refuse_remembered(limit)
            await self._note_seen(known.printer_id)
        except Exception as error:  # the usual way finds out, and says it
            if not is_outage(error) and not isinstance(error, (Unavailable, TooManyRequests)):
                raise
            return None
        rate_limits.count_here(limit, limit=ASKS_A_MINUTE, seconds=60)
        return known

    async def _refresh(self) -> None:
        if self._is_fresh():
            return
        async with self._reading:
            if self._is_fresh():
                return
            change, at = self._change, time.monotonic()
            self._idle = await PRINTS.call(self._read)
            self._read_change, self._read_at = change, at

    def _is_fresh(self) -> bool:
        return self._read_change == self._change and time.monotonic() - self._read_at < self._max_age_seconds

    def _read(self) -> dict[str, tuple[str, str | None]]:
        """The printers that have asked lately and have no job. One that has jobs for later is none of them."""
        with self._db.reading() as session:
            rows = _IDLE.all(session, {"since": clock.now() - 6 * SEEN_EVERY})
        return {digest: (state, media_types) for digest, state, media_types in rows}

    async def _note_seen(self, printer_id: str) -> None:
        now = clock.now()
        self._seen[printer_id] = now
        if self._seen_since is None:
            self._seen_since = now
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(SEEN_EVERY.total_seconds(), self._begin_flush)
        elif now - self._seen_since >= SEEN_EVERY:
            await self._flush()

    def _begin_flush(self) -> None:
        async def flush() -> None:
            with suppress(Unavailable, sa.exc.SQLAlchemyError):  # the next request notes it again
                await self._flush()

        self._writing = asyncio.get_running_loop().create_task(flush())

    async def _flush(self) -> None:
        seen, self._seen, self._seen_since = self._seen, {}, None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if seen:
            await PRINTS.call(self._write_seen, seen)

    def _write_seen(self, seen: dict[str, datetime]) -> None:
        rows = [{"printer": printer_id, "at": at} for printer_id, at in sorted(seen.items())]
        self._db.write(lambda session: session.execute(_SEEN, rows))


def _whole_body(scope: HTTPScope, message: dict[str, object]) -> bytes | None:
    """The body of a request for work that came in one piece; None for any other request."""
    if scope["method"] != "POST" or scope["query_string"] or message["type"] != "http.request":
        return None
    body = cast("bytes", message.get("body", b""))
    return None if message.get("more_body") or len(body) > MAX_BODY_BYTES else body


def _body(content: bytes) -> HTTPResponseBodyEvent:
    return {"type": "http.response.body", "body": content, "more_body": False}


class _Recorded:
    """Sends a response, and keeps it if it is a short one that is a success."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.start: HTTPResponseStartEvent | None = None
        self.body = b""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.start = message if message["status"] == 200 else None
        elif message["type"] == "http.response.body" and len(self.body) <= MAX_BODY_BYTES:
            self.body += message["body"]
        await self._send(message)
