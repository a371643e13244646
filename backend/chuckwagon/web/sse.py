"""Server-sent events (SSE) for live screens.

A stream begins with a `hello` event, which says whether everything since `Last-Event-ID` is replayed. Every event
carries the ID of the last change it covers, so that a client that reconnects with it misses nothing.
"""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from litestar import Request, Response
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter
from litestar.response.base import ASGIResponse
from litestar.types import HTTPResponseBodyEvent, Receive, Scope, Send
from sqlalchemy.orm import Session

from chuckwagon.db import rate_limits
from chuckwagon.db.database import Database
from chuckwagon.kit.errors import TooManyRequests
from chuckwagon.realtime import change_log
from chuckwagon.realtime.broker import Broker, EncodedEvent, Subscription, Topic
from chuckwagon.web.requests import client_address, error_responses

RETRY_MILLISECONDS = 2000
RETRY_AFTER_SECONDS = 30
HEARTBEAT_SECONDS = 15.0
MAX_REPLAYED = 200  # changes; beyond that, the client reloads its lists more cheaply
MAX_ID_DIGITS = 18  # so that the ID fits the database's integers

LastEventId = Annotated[
    str | None,
    HeaderParameter(name="Last-Event-ID", required=False, description="The `id` of the last event received"),
]


class StreamEvent(msgspec.Struct):
    """One event of a stream. `data` is JSON."""

    id: str
    event: str
    data: str


def stream_responses(description: str) -> dict[int, ResponseSpec]:
    """Build the `responses=` of a route that returns an `EventStream`. The schema describes one event."""
    stream = ResponseSpec(StreamEvent, description=description, media_type="text/event-stream", generate_examples=False)
    return {200: stream} | error_responses(429)


def encode_event(change_id: int, name: str, data: Any) -> EncodedEvent:
    """Encode one event with its data as JSON, which contains no line breaks."""
    encoded = msgspec.json.encode(data)
    return change_id, b"id: %d\nevent: %s\ndata: %s\n\n" % (change_id, name.encode(), encoded)


class EventStream(Response[bytes]):
    """Response of a route that streams changes of a topic.

    The route has already authorized the caller. With a `session_id`, the broker repeats the topic's `check` while the
    stream is open.
    """

    def __init__(
        self,
        broker: Broker,
        db: Database,
        topic: Topic,
        last_event_id: str | None,
        *,
        session_id: str | None = None,
    ) -> None:
        super().__init__(b"", media_type="text/event-stream", headers=_HEADERS)
        self._parameters = _StreamParameters(broker, db, topic, last_event_id, session_id)

    def to_asgi_response(  # type: ignore[override]
        self,
        *,
        request: Request[Any, Any, Any],
        **_given: Any,
    ) -> ASGIResponse:
        """Build the ASGI response. Called by Litestar.

        Open streams are limited per client IP address, because clients behind a proxy share its connections.
        """
        address = rate_limits.client_ip_key(client_address(request))
        max_streams = request.app.state.settings.max_streams_per_address
        parameters = msgspec.structs.replace(self._parameters, address=address, max_streams=max_streams)
        return _StreamResponse(parameters, is_head=is_head(request.scope))


def is_head(scope: Scope) -> bool:
    """Whether the client sent HEAD, which `RootApp` passes to Litestar as GET."""
    return scope.get("asked_method") == "HEAD"


_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class _StreamParameters(msgspec.Struct):
    broker: Broker
    db: Database
    topic: Topic
    last_event_id: str | None
    session_id: str | None
    address: str = ""
    max_streams: int = 0
    """Open streams allowed for the client address."""


class _StreamResponse(ASGIResponse):
    """ASGI response with two tasks: one writes events, the other waits for the client to disconnect."""

    _should_set_content_length = False

    def __init__(self, parameters: _StreamParameters, *, is_head: bool) -> None:
        super().__init__(media_type="text/event-stream", headers=_HEADERS)
        self._parameters = parameters
        self._is_head = is_head

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        """Stream until the client disconnects or the subscription ends; only headers for HEAD.

        Raises TooManyRequests above the limit of the client's address. A stream is counted before the first await, so
        that streams opened at the same time are limited too.
        """
        if self._is_head:
            await self.start_response(send)
            await send(_body(b"", more=False))
            return
        parameters = self._parameters
        if not parameters.broker.try_add_stream(parameters.address, parameters.max_streams):
            raise TooManyRequests(RETRY_AFTER_SECONDS)
        try:
            await self._stream(receive, send)
        finally:
            parameters.broker.remove_stream(parameters.address)

    async def _stream(self, receive: Receive, send: Send) -> None:
        parameters = self._parameters
        position = await asyncio.to_thread(_read_position, parameters)
        subscription = parameters.broker.subscribe(parameters.topic, position, parameters.session_id)
        disconnect = asyncio.create_task(_end_on_disconnect(receive, subscription))
        try:
            # Read after subscribing, so that changes in between are in the subscription.
            position, opening = await asyncio.to_thread(_open_stream, parameters)
            await self.start_response(send)
            await _send_events(send, subscription, position, opening)
        finally:
            disconnect.cancel()
            parameters.broker.unsubscribe(subscription)


async def _send_events(send: Send, subscription: Subscription, position: int, opening: bytes) -> None:
    await send(_body(b"retry: %d\n\n" % RETRY_MILLISECONDS + opening))
    while not subscription.is_closed:
        events = await subscription.take(HEARTBEAT_SECONDS)
        text = b"".join(written for change_id, written in events if change_id > position)
        if text or not (events or subscription.is_closed):
            await send(_body(text or b": still here\n\n"))
    await send(_body(b"", more=False))


async def _end_on_disconnect(receive: Receive, subscription: Subscription) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    subscription.close()


def _body(text: bytes, *, more: bool = True) -> HTTPResponseBodyEvent:
    return {"type": "http.response.body", "body": text, "more_body": more}


def _read_position(parameters: _StreamParameters) -> int:
    with parameters.db.reading() as session:
        return change_log.get_last_change_id(session, parameters.topic.truck_id)


def _open_stream(parameters: _StreamParameters) -> tuple[int, bytes]:
    """Return (position, opening): the change ID to continue from, and the encoded `hello` and replayed events."""
    with parameters.db.reading() as session:
        position = change_log.get_last_change_id(session, parameters.topic.truck_id)
        missed = _find_missed(session, parameters)
        if missed is None:
            return position, encode_event(position, "hello", {"resumed": False})[1]
        last, changes = missed
        _last, greeting = encode_event(last, "hello", {"resumed": True})
        events: Sequence[EncodedEvent] = parameters.topic.render(session, parameters.topic, changes) if changes else ()
        return position, greeting + b"".join(written for _change_id, written in events)


def _find_missed(session: Session, parameters: _StreamParameters) -> tuple[int, list[change_log.ChangeEvent]] | None:
    """Return (last ID, changes since it), or None if the log does not reach that far back or there are too many."""
    last, truck_id = _parse_event_id(parameters.last_event_id), parameters.topic.truck_id
    if last is None or not change_log.is_retained(session, truck_id, last):
        return None
    changes = change_log.list_since(session, {truck_id: last}, MAX_REPLAYED + 1)
    return None if len(changes) > MAX_REPLAYED else (last, parameters.topic.relevant_changes(changes))


def _parse_event_id(text: str | None) -> int | None:
    is_id = text is not None and text.isascii() and text.isdecimal() and len(text) <= MAX_ID_DIGITS
    return int(text) if is_id and text is not None else None
