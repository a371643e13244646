"""The wire form of what is watched: server-sent events over an answer that does not end by itself.

A stream begins with `hello`, which says whether everything since `Last-Event-ID` follows. Every event carries
the id of the last change it covers, so that whoever comes back with it misses nothing.
"""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from litestar import Request, Response
from litestar.datastructures import ResponseHeader
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter
from litestar.response.base import ASGIResponse
from litestar.types import HTTPResponseBodyEvent, Receive, Scope, Send
from sqlalchemy.orm import Session

from chuckwagon.core import changes, limits
from chuckwagon.core.db import Database
from chuckwagon.core.errors import TooManyRequests
from chuckwagon.core.http import client_address, errors
from chuckwagon.core.hub import Event, Hub, Subscription, Topic

RETRY_MILLISECONDS = 2000
RETRY_AFTER_SECONDS = 30
SILENCE_SECONDS = 15.0
MOST_RESUMED = 200  # things; reading the lists again is cheaper than more
LONGEST_ID = 18  # digits, so that it fits the database's integers

LastEventId = Annotated[
    str | None,
    HeaderParameter(name="Last-Event-ID", required=False, description="The `id` of the last event received"),
]
STREAM_HEADERS = [ResponseHeader(name="Cache-Control", documentation_only=True, description="no-store")]


class StreamEvent(msgspec.Struct):
    """One event of a stream. `data` is JSON."""

    id: str
    event: str
    data: str


def stream_answers(description: str, *statuses: int) -> dict[int, ResponseSpec]:
    """The `responses=` of a route that answers with an `EventStream`; the schema is that of each event."""
    stream = ResponseSpec(
        StreamEvent, description=description, media_type="text/event-stream", generate_examples=False
    )
    return {200: stream} | errors(429, *statuses)


def write_event(change_id: int, name: str, data: Any) -> Event:
    """One event with its data as JSON, which never holds a line break."""
    encoded = msgspec.json.encode(data)
    return change_id, b"id: %d\nevent: %s\ndata: %s\n\n" % (change_id, name.encode(), encoded)


class EventStream(Response[bytes]):
    """What a route gives back to keep its caller told: `EventStream(hub, db, topic, last_event_id)`.

    The route has judged by then whether the caller may watch. With a `session_id` the topic's `check` is
    asked about it again and again.
    """

    def __init__(
        self,
        hub: Hub,
        db: Database,
        topic: Topic,
        last_event_id: str | None,
        *,
        session_id: str | None = None,
    ) -> None:
        super().__init__(b"", media_type="text/event-stream", headers=_HEADERS)
        self._watch = _Watch(hub, db, topic, last_event_id, session_id)

    def to_asgi_response(  # type: ignore[override]
        self,
        *,
        request: Request[Any, Any, Any],
        **_given: Any,
    ) -> ASGIResponse:
        """Called by the framework.

        Behind a proxy all clients share a few connections, so streams are counted by the client's address.
        """
        address = limits.address_key(client_address(request))
        most = request.app.state.settings.max_streams_per_address
        watch = msgspec.structs.replace(self._watch, address=address, most=most)
        return _Answer(watch, is_head=is_head(request.scope))


def is_head(scope: Scope) -> bool:
    """Whether only the headers are asked for; the framework gets every HEAD as GET."""
    return scope.get("asked_method") == "HEAD"


_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class _Watch(msgspec.Struct):
    hub: Hub
    db: Database
    topic: Topic
    last_event_id: str | None
    session_id: str | None
    address: str = ""
    most: int = 0
    """How many streams the address may have open."""


class _Answer(ASGIResponse):
    """Two tasks a stream: this one writes, the other waits for the caller to leave."""

    _should_set_content_length = False

    def __init__(self, watch: _Watch, *, is_head: bool) -> None:
        super().__init__(media_type="text/event-stream", headers=_HEADERS)
        self._watch = watch
        self._is_head = is_head

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, until one of the two has had enough.

        A stream is counted before anything is awaited, so that streams opened at once are limited too. Raises
        TooManyRequests.
        """
        if self._is_head:
            await self.start_response(send)
            await send(_body(b"", more=False))
            return
        watch = self._watch
        if not watch.hub.admit(watch.address, watch.most):
            raise TooManyRequests(RETRY_AFTER_SECONDS)
        try:
            await self._tell(receive, send)
        finally:
            watch.hub.release(watch.address)

    async def _tell(self, receive: Receive, send: Send) -> None:
        watch = self._watch
        position = await asyncio.to_thread(_read_position, watch)
        subscription = watch.hub.subscribe(watch.topic, position, watch.session_id)
        leaving = asyncio.create_task(_end_when_gone(receive, subscription))
        try:
            # Only now, so that whatever changes in between is in the subscription.
            position, opening = await asyncio.to_thread(_open, watch)
            await self.start_response(send)
            await _write(send, subscription, position, opening)
        finally:
            leaving.cancel()
            watch.hub.leave(subscription)


async def _write(send: Send, subscription: Subscription, position: int, opening: bytes) -> None:
    await send(_body(b"retry: %d\n\n" % RETRY_MILLISECONDS + opening))
    while not subscription.is_over:
        events = await subscription.take(SILENCE_SECONDS)
        text = b"".join(written for change_id, written in events if change_id > position)
        if text or not (events or subscription.is_over):
            await send(_body(text or b": still here\n\n"))
    await send(_body(b"", more=False))


async def _end_when_gone(receive: Receive, subscription: Subscription) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    subscription.end()


def _body(text: bytes, *, more: bool = True) -> HTTPResponseBodyEvent:
    return {"type": "http.response.body", "body": text, "more_body": more}


def _read_position(watch: _Watch) -> int:
    with watch.db.reading() as session:
        return changes.read_position(session, watch.topic.truck_id)


def _open(watch: _Watch) -> tuple[int, bytes]:
    """Where the stream goes on from, and what it begins with: the greeting and what was missed."""
    with watch.db.reading() as session:
        position = changes.read_position(session, watch.topic.truck_id)
        missed = _find_missed(session, watch)
        if missed is None:
            return position, write_event(position, "hello", {"resumed": False})[1]
        last, seen = missed
        _last, greeting = write_event(last, "hello", {"resumed": True})
        events: Sequence[Event] = watch.topic.render(session, watch.topic, seen) if seen else ()
        return position, greeting + b"".join(written for _change_id, written in events)


def _find_missed(session: Session, watch: _Watch) -> tuple[int, list[changes.Seen]] | None:
    """From where, and what has changed since; None when that cannot be known, or is too much to tell."""
    last, truck_id = _read_id(watch.last_event_id), watch.topic.truck_id
    if last is None or not changes.holds(session, truck_id, last):
        return None
    seen = changes.list_since(session, {truck_id: last}, MOST_RESUMED + 1)
    return None if len(seen) > MOST_RESUMED else (last, watch.topic.concerned(seen))


def _read_id(text: str | None) -> int | None:
    is_id = text is not None and text.isascii() and text.isdecimal() and len(text) <= LONGEST_ID
    return int(text) if is_id and text is not None else None
