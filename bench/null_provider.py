"""Providers that answer at once, for payments and texts: so that a run measures the product and not them.

They keep each intent as the JSON that the real SDK reads, in memory; `POST /v1/payment_intents/{id}/pay` is
the buyer's part, which the provider's own form does in a browser. A bare ASGI application:
`uvicorn bench.null_provider:app`, or `start` from a scenario.
"""

import itertools
import json
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

ROOT = Path(__file__).resolve().parents[1]
_HEADERS = [(b"content-type", b"application/json")]

_numbers = itertools.count(1)
_run = secrets.token_hex(6)
_intents: dict[str, dict[str, Any]] = {}
_by_key: dict[bytes, str] = {}


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Create, read, pay and cancel payment intents; every list is empty."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
        return
    body = await _read(receive)
    method, path = scope["method"], scope["path"].split("/")[2:]
    status, found = 404, b'{"error": {"type": "invalid_request_error", "message": "There is no such thing."}}'
    if path == ["payment_intents"] and method == "POST":
        key = next((value for name, value in scope["headers"] if name == b"idempotency-key"), b"")
        status, found = 200, _encode(_create(key, body))
    elif path[:1] == ["payment_intents"] and path[1] in _intents:
        status, found = 200, _encode(_change(_intents[path[1]], path[2:]))
    elif path[-1:] == ["Messages.json"] and method == "POST":
        status, found = 201, b'{"sid": "SM%032x", "status": "queued", "error_code": null}' % next(_numbers)
    elif method == "GET":
        status, found = 200, b'{"object": "list", "data": [], "has_more": false, "url": "/v1/events"}'
    length = (b"content-length", b"%d" % len(found))
    await send({"type": "http.response.start", "status": status, "headers": [*_HEADERS, length]})
    await send({"type": "http.response.body", "body": found})


async def _lifespan(receive: Receive, send: Send) -> None:
    for _ in range(2):
        event = await receive()
        await send({"type": f"{event['type']}.complete"})


async def _read(receive: Receive) -> bytes:
    parts: bytes = b""
    while True:
        event = await receive()
        parts += event.get("body", b"")
        if not event.get("more_body"):
            return parts


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


def _encode(intent: dict[str, Any]) -> bytes:
    return json.dumps(intent).encode()


def start(port: int) -> subprocess.Popen[bytes]:
    """Run it as a process of its own on this port of the loopback; gives it when it answers."""
    # Longer than the product keeps a connection, as the real ones do: else it would meet closed ones.
    options = ["--timeout-keep-alive", "75"]
    options += ["--port", str(port), "--log-level", "warning", "--no-access-log", "--loop", "uvloop"]
    command = [sys.executable, "-m", "uvicorn", "bench.null_provider:app", *options]
    process = subprocess.Popen(command, cwd=ROOT)
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return process
        time.sleep(0.05)
    process.kill()
    raise RuntimeError("the null provider did not start")
