"""Fixtures for event streams over HTTP."""

import contextlib
import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from tests.servers import wait_until


class Stream:
    """An open stream, read in a thread: the events so far, and whether the server has closed it."""

    def __init__(self, url: str, path: str, headers: dict[str, str] | None = None) -> None:
        self._client = httpx.Client(base_url=url, timeout=httpx.Timeout(30, read=None))
        request = self._client.build_request("GET", path, headers=headers)
        self.response = self._client.send(request, stream=True)
        self.status = self.response.status_code
        self.text = ""
        self.has_ended = False
        self._thread = threading.Thread(target=self._read, name="stream", daemon=True)
        self._thread.start()

    def _read(self) -> None:
        try:
            for part in self.response.iter_text():
                self.text += part
            self.has_ended = True
        except (httpx.TransportError, httpx.StreamClosed, RuntimeError, OSError):
            return  # the client disconnected, or the server was killed

    @property
    def events(self) -> list[tuple[str, str, Any]]:
        """(id, name, data) of every complete event."""
        events = []
        for block in self.text.split("\n\n")[:-1]:
            fields = dict(line.split(": ", 1) for line in block.split("\n"))
            if "event" in fields:
                events.append((fields["id"], fields["event"], json.loads(fields["data"])))
        return events

    def named(self, name: str) -> list[Any]:
        """The data of all events with this name."""
        return [data for _id, event_name, data in self.events if event_name == name]

    @property
    def last_id(self) -> str:
        return self.events[-1][0]

    def close(self) -> None:
        """Disconnect without a closing handshake, as a closed laptop does."""
        stream = self.response.extensions.get("network_stream")
        if stream is not None:
            socket = stream.get_extra_info("socket")
            if socket is not None and socket.fileno() >= 0:
                with contextlib.suppress(OSError):  # the server may have closed the connection first
                    socket.shutdown(2)
        self._thread.join(10)
        self._client.close()


@pytest.fixture
def open_stream(client) -> Iterator[Callable[..., Stream]]:
    """Open a stream and wait for its first event. All streams are closed at the end."""
    opened: list[Stream] = []

    def start(path: str, headers: dict[str, str] | None = None, last_event_id: str | None = None) -> Stream:
        all_headers = dict(headers or {}) | ({"Last-Event-ID": last_event_id} if last_event_id is not None else {})
        stream = Stream(str(client.base_url), path, all_headers)
        opened.append(stream)
        assert stream.status == 200, stream.text
        wait_until(lambda: stream.named("hello"))
        return stream

    yield start
    for stream in opened:
        stream.close()


@pytest.fixture
def advance(client, cast):
    """Change the status of an order, as its staff."""

    def change(order, status, role="truck_admin"):
        body = {"status": status}
        response = client.patch(f"/api/orders/{order.id}/status", json=body, headers=cast.headers(role))
        assert response.status_code == 200, response.text
        return response.json()

    return change
