"""Processing of one Stripe call: API key, parameters, idempotency, faults, response and headers."""

import asyncio
import contextlib
import json
from typing import Any, NoReturn, Protocol

from starlette.requests import Request
from starlette.responses import Response

from sandbox.errors import ApiError, invalid, server_error
from sandbox.events import API_VERSION, current_request
from sandbox.faults import Fault
from sandbox.forms import decode
from sandbox.idempotency import Answer, Claim
from sandbox.ids import new_id
from sandbox.state import Sandbox
from sandbox.stripe.keys import Caller, identify
from sandbox.stripe.payment_intents import public_view

CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, POST, DELETE, OPTIONS",
    "Access-Control-Allow-Headers": "*",
    "Access-Control-Expose-Headers": "Request-Id, Stripe-Version",
    "Access-Control-Max-Age": "300",
}
BROWSER_EXTRAS = ("_stripe_account", "_stripe_version")


class Call:
    """One authenticated call and its caller."""

    def __init__(self, sandbox: Sandbox, method: str, path: str, params: dict[str, Any], caller: Caller) -> None:
        self.sandbox = sandbox
        self.method = method
        self.path = path
        self.params = params
        self.caller = caller


class Handler(Protocol):
    def __call__(self, call: Call) -> dict[str, Any]: ...


class ConnectionLost(Exception):
    """A fault cuts the connection, so that the caller gets no response."""


async def answer_call(request: Request, handler: Handler, *, json_body: bool) -> Response:
    """Process a call and return its response."""
    sandbox: Sandbox = request.app.state.sandbox
    request_id = new_id("req_", 14)
    fault = sandbox.faults.take("stripe", request.url.path)
    extra: dict[str, str] = {}
    try:
        answer = await _travel(request, sandbox, handler, fault, (request_id, extra), json_body=json_body)
    except ApiError as refusal:
        answer = _refusal(refusal)
    headers = {
        "Request-Id": request_id,
        "Stripe-Version": request.headers.get("stripe-version", API_VERSION),
        **CORS,
        **extra,
    }
    return Response(answer.body, answer.status, headers, "application/json")


async def _travel(
    request: Request,
    sandbox: Sandbox,
    handler: Handler,
    fault: Fault | None,
    tracing: tuple[str, dict[str, str]],
    *,
    json_body: bool,
) -> Answer:
    if fault is not None:
        await _strike_before(request, fault)
    request_id, extra = tracing
    params = await _params(request, json_body=json_body)
    caller = identify(request.headers.get("authorization", ""), params)
    key = request.headers.get("idempotency-key") if request.method == "POST" else None
    scope = f"{caller.key}:{request.headers.get('stripe-account', '')}"
    claim = Claim(sandbox, scope, key, (request.url.path, params))
    if key:
        extra["Idempotency-Key"] = key
    known = claim.known_answer()
    if known is not None:
        extra["Idempotent-Replayed"] = "true"
        return known
    with claim:
        if fault is not None and fault.mode == "delay":
            await sandbox.faults.delay(fault)
        current_request.set((request_id, key))
        call = Call(sandbox, request.method, request.url.path, params, caller)
        return _take_effect(call, handler, claim, fault, keep_failures=not json_body)


def _take_effect(call: Call, handler: Handler, claim: Claim, fault: Fault | None, *, keep_failures: bool) -> Answer:
    try:
        answer = Answer(200, json.dumps(handler(call)).encode())
        keep = True
    except ApiError as refusal:
        answer = _refusal(refusal, reduced=call.caller.publishable)
        keep = keep_failures and not refusal.validation
    if fault is not None and fault.mode == "error_after":
        answer, keep = _refusal(server_error(status=fault.status)), keep_failures
    if keep:
        claim.keep(answer)
    if fault is not None and fault.mode == "reset_after":
        raise ConnectionLost
    return answer


async def hang(request: Request, seconds: float) -> NoReturn:
    """Wait until the caller disconnects or the time is over, then cut the connection."""
    await request.body()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await request.receive()  # after the body, this waits until the caller disconnects
    raise ConnectionLost


async def _strike_before(request: Request, fault: Fault) -> None:
    if fault.mode == "timeout":
        await hang(request, fault.seconds)
    if fault.mode == "error":
        if fault.status == 429:
            message = "Too many requests hit the API too quickly."
            raise ApiError(429, "invalid_request_error", message, code="rate_limit")
        raise server_error(status=fault.status)


async def _params(request: Request, *, json_body: bool) -> dict[str, Any]:
    params = decode(request.url.query)
    raw = await request.body()
    if raw and json_body:
        params |= _json(raw)
    elif raw:
        try:
            params |= decode(raw.decode())
        except UnicodeDecodeError:
            raise invalid("The request body is not valid UTF-8.", validation=True) from None
    for name in BROWSER_EXTRAS:
        params.pop(name, None)
    return params


def _json(raw: bytes) -> dict[str, Any]:
    try:
        body = json.loads(raw)
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise invalid("The request body must be a JSON object.", validation=True)
    return body


def _refusal(refusal: ApiError, *, reduced: bool = False) -> Answer:
    error = refusal.error
    if reduced and isinstance(error.get("payment_intent"), dict):
        error = {**error, "payment_intent": public_view(error["payment_intent"])}
    return Answer(refusal.status, json.dumps({"error": error}).encode())
