"""A provider on the loopback that sends planned responses and records every request with its connection."""

import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ssl import SSLContext
from typing import Any

DROP, SILENCE, CUT_OFF = "drop", "silence", "cut off"


@dataclass
class ReceivedRequest:
    """One received request."""

    connection: int
    method: str
    target: str
    headers: dict[str, str]
    body: str


@dataclass
class PlannedResponse:
    """One planned response; an empty body returns the request's path.

    `after`: seconds before the response. `closes`: the connection ends after it, without a header that says so.
    """

    status: int = 200
    body: str = "{}"
    headers: dict[str, str] = field(default_factory=dict)
    trouble: str = ""
    closes: bool = False
    after: float = 0


class PlannedProvider(ThreadingHTTPServer):
    """Sends the planned responses in turn, and repeats the last one."""

    daemon_threads = True

    def __init__(self, tls: SSLContext | None) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.plan: list[PlannedResponse] = [PlannedResponse()]
        self.asked: list[ReceivedRequest] = []
        self.over = threading.Event()
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_side=True)
        self.url = f"{'https' if tls else 'http'}://127.0.0.1:{self.server_port}"
        self._thread = threading.Thread(target=self.serve_forever, args=(0.01,))
        self._thread.start()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore connections that a client breaks off."""

    def stop(self) -> None:
        self.over.set()
        self.shutdown()
        self._thread.join()
        self.server_close()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: PlannedProvider

    def do_GET(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(length).decode()
        port = self.client_address[1]
        self.server.asked.append(ReceivedRequest(port, self.command, self.path, dict(self.headers.items()), body))
        plan = self.server.plan
        self._answer(plan.pop(0) if len(plan) > 1 else plan[0])

    do_POST = do_GET  # noqa: N815

    def _answer(self, planned: PlannedResponse) -> None:
        self.close_connection = planned.closes or bool(planned.trouble)
        if planned.trouble == DROP:
            return
        if planned.trouble == SILENCE:
            self.server.over.wait(5)
            return
        self.server.over.wait(planned.after)
        content = (planned.body or self.path).encode()
        self.send_response(planned.status)
        for name, value in planned.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content) + (10 if planned.trouble == CUT_OFF else 0)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Log nothing, because the tests read `asked`."""
