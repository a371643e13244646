"""Page of one payment: amounts, events and actions."""

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from sandbox.pages.deliveries import Deliveries, told
from sandbox.pages.formatting import moment, money, pill
from sandbox.pages.layout import notice, page
from sandbox.pages.overview import paid_with
from sandbox.pages.templates import EMPTY, Markup, fill, joined
from sandbox.state import Sandbox
from sandbox.store import Record
from sandbox.stripe.payment_intents import FINAL

SCRIPTS = ("times.js", "live.js", "controls.js")


async def show(request: Request) -> Response:
    sandbox: Sandbox = request.app.state.sandbox
    intent = sandbox.store.find("payment_intent", request.path_params["intent"])
    if intent is None:
        return notice("There is no such payment", "The sandbox may have been reset.", status=404)
    deliveries = Deliveries(sandbox)
    body = fill(
        "payment",
        "page",
        amount=money(intent["amount"], intent["currency"]),
        status=pill(intent["status"]),
        problem=_problem(intent),
        facts=_facts(sandbox, intent),
        controls=EMPTY if intent["status"] in FINAL else fill("payment", "controls", id=intent["id"]),
        refunds=_refunds(sandbox, intent),
        story=joined(told(event, deliveries) for event in _events(sandbox, intent["id"])),
        source=json.dumps(intent, indent=2),
    )
    return page(f"Payment of {money(intent['amount'], intent['currency'])}", body, scripts=SCRIPTS)


def _problem(intent: Record) -> Markup:
    error = intent["last_payment_error"]
    return fill("payment", "problem", message=error["message"], code=error.get("code", "")) if error else EMPTY


def _facts(sandbox: Sandbox, intent: Record) -> Markup:
    charge = sandbox.store.find("charge", intent["latest_charge"])
    facts: dict[str, Any] = {
        "Payment intent": intent["id"],
        "Description": intent["description"] or "None",
        "Card": paid_with(sandbox, intent),
        "Made": moment(intent["created"]),
    }
    transfer = intent.get("transfer_data")
    if transfer:
        facts["Goes to"] = transfer["destination"]
        facts["Fee kept"] = money(intent["application_fee_amount"] or 0, intent["currency"])
    if charge is not None and charge["receipt_url"]:
        facts["Receipt"] = fill("payment", "receipt_link", charge=charge["id"])
    facts |= {f"metadata.{name}": value for name, value in intent["metadata"].items()}
    return joined(fill("payment", "fact", name=name, value=value) for name, value in facts.items())


def _refunds(sandbox: Sandbox, intent: Record) -> Markup:
    mine = [refund for refund in sandbox.store.all("refund") if refund["payment_intent"] == intent["id"]]
    rows = [
        fill(
            "payment",
            "refund",
            amount=money(refund["amount"], refund["currency"]),
            status=pill(refund["status"]),
            when=moment(refund["created"]),
        )
        for refund in mine
    ]
    return fill("payment", "refunds", rows=joined(rows)) if rows else EMPTY


def _events(sandbox: Sandbox, intent_id: str) -> list[Record]:
    """List the events of the intent and of its charges and refunds, oldest first."""
    return [
        event
        for event in sandbox.store.all("event")
        if intent_id in (event["data"]["object"].get("id"), event["data"]["object"].get("payment_intent"))
    ]
