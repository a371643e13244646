"""An address that providers deliver to: remembers every call, and answers as it is told."""

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl

from tests.servers import wait_until


def wait_for(condition: Callable[[], Any], seconds: float = 30) -> Any:
    """The first truthy value of the condition; fails at the deadline."""
    return wait_until(condition, seconds)


@dataclass
class Received:
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def event(self) -> dict[str, Any]:
        return json.loads(self.body)

    @property
    def form(self) -> dict[str, str]:
        return dict(parse_qsl(self.body.decode(), keep_blank_values=True))


class Listener:
    def __init__(self) -> None:
        self.received: list[Received] = []
        self.refusals = 0  # how many of the next calls to answer with 500
        listener = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                listener.received.append(Received(self.path, dict(self.headers), body))
                refused = listener.refusals > 0
                listener.refusals -= 1 if refused else 0
                self.send_response(500 if refused else 200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_args: Any) -> None:
                """Says nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    def forget(self) -> None:
        self.received.clear()
        self.refusals = 0

    def events(self, event_type: str | None = None) -> list[dict[str, Any]]:
        calls = [call.event for call in list(self.received) if call.path == "/stripe"]
        return [event for event in calls if event_type in (None, event["type"])]

    def forms(self, path: str) -> list[dict[str, str]]:
        return [call.form for call in list(self.received) if call.path == path]

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
