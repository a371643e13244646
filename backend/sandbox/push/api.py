"""The push service over HTTP: a browser subscribes, a sender pushes."""

import asyncio
import json

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sandbox.pipeline import CORS, ConnectionLost, hang
from sandbox.push.service import Refused
from sandbox.state import Sandbox

DEFAULT_RETRY_AFTER_SECONDS = 1


async def subscribe(request: Request) -> Response:
    """Stand in for `PushManager.subscribe()`, which needs the network. The product's page calls this."""
    if request.method == "OPTIONS":
        return Response(status_code=204, headers=CORS)
    sandbox: Sandbox = request.app.state.sandbox
    try:
        body = json.loads(await request.body())
        server_key, known = body["applicationServerKey"], body.get("endpoint")
    except (ValueError, KeyError, TypeError):
        server_key = known = None
    if not isinstance(server_key, str):
        return _answer({"error": "applicationServerKey is required."}, 400)
    return _answer(sandbox.push.subscribe(server_key, known if isinstance(known, str) else ""), 201)


async def send(request: Request) -> Response:
    """Take a message, unless a fault makes the service misbehave."""
    sandbox: Sandbox = request.app.state.sandbox
    fault = sandbox.faults.take("push", request.url.path)
    mode = fault.mode if fault is not None else None
    if fault is not None and mode == "timeout":
        await hang(request, fault.seconds)
    if fault is not None and mode == "delay":
        await asyncio.sleep(fault.seconds)
    if fault is not None and mode == "error":
        wait = str(int(fault.seconds) or DEFAULT_RETRY_AFTER_SECONDS)
        return Response(status_code=fault.status, headers={"Retry-After": wait} if fault.status == 429 else {})
    try:
        message = sandbox.push.receive(request.path_params["id"], dict(request.headers), await request.body())
    except Refused as refusal:
        return _answer({"error": str(refusal)}, refusal.status)
    if mode == "reset_after":
        raise ConnectionLost
    return Response(status_code=201, headers={"Location": f"/push/messages/{message['id']}"})


def _answer(body: dict[str, object], status: int) -> Response:
    return Response(json.dumps(body).encode(), status, CORS, "application/json")


routes = [
    Route("/push/subscriptions", subscribe, methods=["POST", "OPTIONS"]),
    Route("/push/send/{id}", send, methods=["POST"]),
]
