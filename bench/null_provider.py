"""Providers that answer at once, for payments and texts: so that a run measures the product and not them.

They keep each intent as the JSON that the real SDK reads, in memory; `POST /v1/payment_intents/{id}/pay` is the buyer's
part, which the provider's own form does in a browser. It shares the product's cores, so it speaks just the HTTP that
the product's clients and the buyers send: `python -m bench.null_provider PORT`, or `start` from a scenario.
"""

import asyncio
import itertools
import secrets
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import msgspec
import uvloop

ROOT = Path(__file__).resolve().parents[1]
HEAD_END = b"\r\n\r\n"
UNKNOWN = b'{"error": {"type": "invalid_request_error", "message": "There is no such thing."}}'
EMPTY_LIST = b'{"object": "list", "data": [], "has_more": false, "url": "/v1/events"}'
REASONS = {200: b"OK", 201: b"Created", 404: b"Not Found"}

_numbers = itertools.count(1)
_run = secrets.token_hex(6)
_intents: dict[str, dict[str, Any]] = {}
_by_key: dict[bytes, str] = {}
_encode = msgspec.json.encode


class Provider(asyncio.Protocol):
    """One kept connection. A request has the length of its body in its head, as those of the SDKs have."""

    def __init__(self) -> None:
        self._received = b""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Keep the connection's other end."""
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Answer every request that is there as a whole."""
        self._received += data
        while HEAD_END in self._received:
            head, _, rest = self._received.partition(HEAD_END)
            length = int(_header(head, b"content-length") or 0)
            if len(rest) < length:
                return
            self._received = rest[length:]
            status, found = _answer(head, rest[:length])
            self._transport.write(
                b"HTTP/1.1 %d %s\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%s"
                % (status, REASONS[status], len(found), found)
            )


def _header(head: bytes, name: bytes) -> bytes:
    """The value of a header; empty where there is none."""
    _, _, rest = head.lower().partition(b"\r\n%s:" % name)
    start = len(head) - len(rest)
    return head[start:].partition(b"\r\n")[0].strip() if rest else b""


def _answer(head: bytes, body: bytes) -> tuple[int, bytes]:
    """Create, read, pay and cancel payment intents; every list is empty."""
    method, target, _ = head.split(b" ", 2)
    path = target.partition(b"?")[0].decode().split("/")[2:]
    if path == ["payment_intents"] and method == b"POST":
        return 200, _encode(_create(_header(head, b"idempotency-key"), body))
    if path[:1] == ["payment_intents"] and path[1:2] and path[1] in _intents:
        return 200, _encode(_change(_intents[path[1]], path[2:]))
    if path[-1:] == ["Messages.json"] and method == b"POST":
        return (
            201,
            b'{"sid": "SM%032x", "status": "queued", "error_code": null}' % next(_numbers),
        )
    return (200, EMPTY_LIST) if method == b"GET" else (404, UNKNOWN)


def _create(key: bytes, body: bytes) -> dict[str, Any]:
    """The same key gives the same intent, as with the real one."""
    if key in _by_key:
        return _intents[_by_key[key]]
    given = dict(parse_qsl(body.decode()))
    intent_id = f"pi_{_run}{next(_numbers):08d}"
    metadata = {name[9:-1]: value for name, value in given.items() if name.startswith("metadata[")}
    intent = {
        "id": intent_id,
        "object": "payment_intent",
        "amount": int(given["amount"]),
        "amount_received": 0,
        "client_secret": f"{intent_id}_secret_{secrets.token_hex(8)}",
        "created": int(time.time()),
        "currency": given["currency"],
        "livemode": False,
        "metadata": metadata,
        "status": "requires_payment_method",
    }
    _intents[intent_id] = intent
    _by_key[key] = intent_id
    return intent


def _change(intent: dict[str, Any], act: list[str]) -> dict[str, Any]:
    if act == ["pay"]:
        intent.update(status="succeeded", amount_received=intent["amount"])
    elif act == ["cancel"] and intent["status"] != "succeeded":
        intent["status"] = "canceled"
    return intent


async def _serve(port: int) -> None:
    server = await asyncio.get_running_loop().create_server(Provider, "127.0.0.1", port)
    await server.serve_forever()


def start(port: int) -> subprocess.Popen[bytes]:
    """Run it as a process of its own on this port of the loopback; gives it when it answers."""
    command = [sys.executable, "-m", "bench.null_provider", str(port)]
    process = subprocess.Popen(command, cwd=ROOT)
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return process
        time.sleep(0.05)
    process.kill()
    raise RuntimeError("the null provider did not start")


if __name__ == "__main__":
    uvloop.run(_serve(int(sys.argv[1])))
