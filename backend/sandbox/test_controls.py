"""Test controls of the sandbox, under /_sandbox: pay, inject faults, read and reset the state."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sandbox.clock import iso
from sandbox.errors import ApiError, invalid
from sandbox.events import resend
from sandbox.printers.service import tell_paper, tell_printer
from sandbox.rush.rush import Rush
from sandbox.state import Sandbox
from sandbox.store import Record
from sandbox.stripe import confirmation, disputes, history, payment_intents
from sandbox.stripe.connect import accounts
from sandbox.stripe.connect.account_v1 import v1_view
from sandbox.stripe.terminal import actions as reader_actions

Control = Callable[[Sandbox, dict[str, Any], str], Any]


async def _body(request: Request) -> dict[str, Any]:
    raw = await request.body()
    if not raw:
        return {}
    try:
        body = json.loads(raw)
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise invalid("The body must be a JSON object.")
    return body


def _answer(body: Any, status: int = 200) -> Response:
    headers = {"Access-Control-Allow-Origin": "*"}
    return Response(json.dumps(body).encode(), status, headers, "application/json")


def _endpoint(control: Control) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        try:
            body = await _body(request)
            return _answer(control(request.app.state.sandbox, body, request.path_params.get("id", "")))
        except ApiError as refusal:
            return _answer(refusal.body, refusal.status)

    return endpoint


def pay(sandbox: Sandbox, body: dict[str, Any], intent_id: str) -> Record:
    """Confirm a payment as the Payment Element does. `challenge` may be complete or fail, for 3-D Secure cards."""
    card = body.get("card", "4242424242424242")
    if not isinstance(card, str):
        raise invalid("card must be a text of digits.", param="card")
    method = {"type": "card", "card": {"number": card}, "billing_details": body.get("billing_details")}
    intent = payment_intents.confirm(sandbox, intent_id, {"payment_method_data": method, "use_stripe_sdk": True})
    challenge = body.get("challenge")
    if intent["status"] != "requires_action" or challenge is None:
        return intent
    secret = intent["client_secret"]
    return confirmation.complete_challenge(sandbox, intent_id, secret, ok=challenge == "complete")


def move(sandbox: Sandbox, body: dict[str, Any], intent_id: str) -> Record:
    status = body.get("status")
    if status not in ("processing", "succeeded", "requires_payment_method"):
        raise invalid("status must be one of processing, succeeded, requires_payment_method.", param="status")
    return confirmation.move_to(sandbox, intent_id, status)


def ledger(sandbox: Sandbox, _body: dict[str, Any], _id: str) -> dict[str, Any]:
    store = sandbox.store
    kinds = ("payment_intent", "refund", "transfer", "charge", "application_fee", "dispute")
    books: dict[str, Any] = {f"{kind}s": store.all(kind) for kind in kinds}
    books["accounts"] = [v1_view(account) for account in store.all("account")]
    attempts: dict[str, list[Record]] = {}
    under_way: set[str] = set()
    for delivery in store.all("delivery"):
        attempts.setdefault(delivery["event"], []).extend(delivery["attempts"])
        if delivery["open"]:
            under_way.add(delivery["event"])
    books["events"] = [
        {
            "id": event["id"],
            "type": event["type"],
            "created": event["created"],
            "object": event["data"]["object"].get("id"),
            "deliveries": [_told(attempt) for attempt in attempts.get(event["id"], [])],
            "underWay": event["id"] in under_way,
        }
        for event in store.all("event")
    ]
    return books


def _told(attempt: Record) -> Record:
    return {**attempt, "at": iso(attempt["at"])}


def messages(sandbox: Sandbox, _body: dict[str, Any], _id: str) -> list[dict[str, Any]]:
    return [told_message(message) for message in sandbox.messenger.all()]


def pushes(sandbox: Sandbox, _body: dict[str, Any], _id: str) -> list[Record]:
    return sandbox.push.messages()


def set_subscription(sandbox: Sandbox, body: dict[str, Any], subscription_id: str) -> dict[str, Any]:
    """End a subscription, as a user who forbids notifications does, or bring it back."""
    record, state = sandbox.push.find(subscription_id), body.get("state")
    if record is None or state not in ("active", "gone"):
        raise invalid("state must be active or gone, of a subscription that exists.", param="state")
    return {"id": subscription_id, "state": sandbox.push.set_state(record, state)["state"]}


def told_message(message: Record) -> dict[str, Any]:
    told = {name: message[name] for name in ("sid", "to", "from", "body", "status", "direction")}
    return {**told, "errorCode": message["error_code"], "createdAt": iso(message["created"])}


def emails(sandbox: Sandbox, _body: dict[str, Any], _id: str) -> list[dict[str, Any]]:
    return [{**email, "created": iso(email["created"])} for email in sandbox.mailbox.all()]


async def inbound(request: Request) -> Response:
    sandbox: Sandbox = request.app.state.sandbox
    try:
        body = await _body(request)
        sender, text = body.get("from"), body.get("body")
        if not isinstance(sender, str) or not isinstance(text, str) or not sender:
            raise invalid("from and body are required texts.")
    except ApiError as refusal:
        return _answer(refusal.body, refusal.status)
    message = await sandbox.messenger.receive(sender, text)
    return _answer({**told_message(message), "forwarded": message.get("forwarded", False)})


async def control_rush(request: Request) -> Response:
    """Start a lunch rush (POST), stop it (DELETE), or tell how it goes."""
    rush: Rush = request.app.state.rush
    try:
        if request.method == "POST":
            body = await _body(request)
            return _answer(rush.start(body.get("customers"), body.get("minutes")))
        return _answer(rush.stop() if request.method == "DELETE" else rush.tell())
    except ApiError as refusal:
        return _answer(refusal.body, refusal.status)


def add_fault(sandbox: Sandbox, body: dict[str, Any], _id: str) -> dict[str, Any]:
    fault = sandbox.faults.add(body)
    return {name: value for name, value in vars(fault).items() if value is not None}


def faults(sandbox: Sandbox, _body: dict[str, Any], _id: str) -> list[dict[str, Any]]:
    return sandbox.faults.listed()


def clear_faults(sandbox: Sandbox, _body: dict[str, Any], _id: str) -> dict[str, Any]:
    sandbox.faults.clear()
    return {"deleted": True}


def send_again(sandbox: Sandbox, _body: dict[str, Any], event_id: str) -> Record:
    return resend(sandbox, event_id)


def set_account(sandbox: Sandbox, body: dict[str, Any], account_id: str) -> Record:
    return v1_view(accounts.set_state(sandbox, account_id, str(body.get("state"))))


def decide_dispute(sandbox: Sandbox, body: dict[str, Any], dispute_id: str) -> Record:
    return disputes.decide(sandbox, dispute_id, str(body.get("status")))


def take_history(sandbox: Sandbox, body: dict[str, Any], _id: str) -> dict[str, Any]:
    return {"taken": history.bring_in(sandbox, body.get("payments"))}


def add_printer(sandbox: Sandbox, body: dict[str, Any], _id: str) -> dict[str, Any]:
    return tell_printer(sandbox.printers.add(body.get("kind"), body.get("url")))


def printers(sandbox: Sandbox, _body: dict[str, Any], _id: str) -> list[dict[str, Any]]:
    return [tell_printer(printer) for printer in sandbox.printers.all()]


def change_printer(sandbox: Sandbox, body: dict[str, Any], printer_id: str) -> dict[str, Any]:
    return tell_printer(sandbox.printers.change(printer_id, body))


def paper(sandbox: Sandbox, _body: dict[str, Any], printer_id: str) -> list[dict[str, Any]]:
    return [tell_paper(piece) for piece in sandbox.printers.paper(printer_id)]


def reset(sandbox: Sandbox, _body: dict[str, Any], _id: str) -> dict[str, Any]:
    sandbox.reset()
    return {"reset": True}


def _route(path: str, control: Control, method: str) -> Route:
    return Route(f"/_sandbox/{path}", _endpoint(control), methods=[method])


routes: list[Route] = [
    _route("payment_intents/{id}/pay", pay, "POST"),
    _route("payment_intents/{id}/status", move, "POST"),
    _route("ledger", ledger, "GET"),
    _route("messages", messages, "GET"),
    _route("emails", emails, "GET"),
    _route("pushes", pushes, "GET"),
    _route("push_subscriptions/{id}", set_subscription, "POST"),
    Route("/_sandbox/messages/inbound", inbound, methods=["POST"]),
    _route("faults", add_fault, "POST"),
    _route("faults", faults, "GET"),
    _route("faults", clear_faults, "DELETE"),
    _route("events/{id}/resend", send_again, "POST"),
    _route("accounts/{id}", set_account, "POST"),
    _route("disputes/{id}", decide_dispute, "POST"),
    _route("history", take_history, "POST"),
    _route("readers", reader_actions.list_all, "GET"),
    _route("readers/{id}", reader_actions.switch, "POST"),
    _route("readers/{id}/press", reader_actions.press, "POST"),
    _route("printers", add_printer, "POST"),
    _route("printers", printers, "GET"),
    _route("printers/{id}", change_printer, "POST"),
    _route("printers/{id}/paper", paper, "GET"),
    Route("/_sandbox/rush", control_rush, methods=["GET", "POST", "DELETE"]),
    _route("reset", reset, "POST"),
]
