"""Stripe's v1 API: the table of calls and their functions."""

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from sandbox import parameters as p
from sandbox.errors import invalid, missing
from sandbox.pipeline import Call, answer_call
from sandbox.store import Record
from sandbox.stripe import charges, payment_intents, payment_methods, refunds, webhook_endpoints
from sandbox.stripe.api_v1_lists import LISTED, list_objects
from sandbox.stripe.connect import account_links, accounts
from sandbox.stripe.connect.account_v1 import v1_view
from sandbox.stripe.expand import expand
from sandbox.stripe.keys import refuse_publishable
from sandbox.stripe.terminal import api as terminal_api

Action = Callable[[Call, dict[str, Any], str], Record]
READABLE = {
    "application_fees": "application_fee",
    "balance_transactions": "balance_transaction",
    "charges": "charge",
    "disputes": "dispute",
    "events": "event",
    "payment_methods": "payment_method",
    "refunds": "refund",
    "transfers": "transfer",
}


def create_intent(call: Call, params: dict[str, Any], _id: str) -> Record:
    return payment_intents.create(call.sandbox, params)


def update_intent(call: Call, params: dict[str, Any], intent_id: str) -> Record:
    return payment_intents.update(call.sandbox, intent_id, params)


def confirm_intent(call: Call, params: dict[str, Any], intent_id: str) -> Record:
    return payment_intents.confirm(call.sandbox, intent_id, params)


def cancel_intent(call: Call, params: dict[str, Any], intent_id: str) -> Record:
    return payment_intents.cancel(call.sandbox, intent_id, params.get("cancellation_reason"))


def capture_intent(call: Call, params: dict[str, Any], intent_id: str) -> Record:
    return payment_intents.capture(call.sandbox, intent_id, params.get("amount_to_capture"))


def create_refund(call: Call, params: dict[str, Any], _id: str) -> Record:
    return refunds.create(call.sandbox, params)


def create_charge(call: Call, params: dict[str, Any], _id: str) -> Record:
    """Create a charge without a payment intent, which the fixtures of Stripe's CLI still do."""
    source = params.pop("source", None)
    manual = params.pop("capture", True) is False
    wanted = {**params, "confirm": True, "capture_method": "manual" if manual else "automatic"}
    wanted["payment_method_data"] = {"type": "card", "card": {"token": source}}
    intent = payment_intents.create(call.sandbox, wanted)
    return call.sandbox.get("charge", intent["latest_charge"])


def update_charge(call: Call, params: dict[str, Any], charge_id: str) -> Record:
    return charges.update(call.sandbox, charge_id, params)


def create_method(call: Call, params: dict[str, Any], _id: str) -> Record:
    return payment_methods.create(call.sandbox, params)


def create_account(call: Call, params: dict[str, Any], _id: str) -> Record:
    return v1_view(accounts.create_v1(call.sandbox, params))


def get_account(call: Call, _params: dict[str, Any], account_id: str) -> Record:
    return v1_view(accounts.get(call.sandbox, account_id))


def update_account(call: Call, params: dict[str, Any], account_id: str) -> Record:
    return v1_view(accounts.update_v1(call.sandbox, account_id, params))


def create_account_link(call: Call, params: dict[str, Any], _id: str) -> Record:
    for name in ("refresh_url", "return_url"):
        if not params.get(name):
            raise missing(name)
    urls = {"refresh_url": params["refresh_url"], "return_url": params["return_url"]}
    link = account_links.create(call.sandbox, params["account"], **urls)
    times = {"created": int(link["created"]), "expires_at": int(link["expires"])}
    return {"object": "account_link", **times, "url": link["url"]}


def create_endpoint(call: Call, params: dict[str, Any], _id: str) -> Record:
    return webhook_endpoints.create(call.sandbox, params)


def get_endpoint(call: Call, _params: dict[str, Any], endpoint_id: str) -> Record:
    found = call.sandbox.get("webhook_endpoint", endpoint_id, "webhook_endpoint")
    return webhook_endpoints.public_view(found)


def update_endpoint(call: Call, params: dict[str, Any], endpoint_id: str) -> Record:
    return webhook_endpoints.update(call.sandbox, endpoint_id, params)


def delete_endpoint(call: Call, _params: dict[str, Any], endpoint_id: str) -> Record:
    return webhook_endpoints.delete(call.sandbox, endpoint_id)


def create_domain(call: Call, params: dict[str, Any], _id: str) -> Record:
    return payment_methods.register_domain(call.sandbox, params["domain_name"], enabled=params.get("enabled", True))


# (method, path template): function, parameters, required parameters.
CALLS: dict[tuple[str, str], tuple[Action, dict[str, p.Shape], tuple[str, ...]]] = {
    ("POST", "payment_intents"): (create_intent, p.CREATE_INTENT, ("amount", "currency")),
    ("POST", "payment_intents/*"): (update_intent, p.UPDATE_INTENT, ()),
    ("POST", "payment_intents/*/confirm"): (confirm_intent, p.CONFIRM_INTENT, ()),
    ("POST", "payment_intents/*/cancel"): (
        cancel_intent,
        {"cancellation_reason": "text", "expand": "list"},
        (),
    ),
    ("POST", "payment_intents/*/capture"): (
        capture_intent,
        {"amount_to_capture": "whole", "expand": "list", "metadata": "map"},
        (),
    ),
    ("POST", "refunds"): (create_refund, p.REFUND, ()),
    ("POST", "charges"): (create_charge, p.CHARGE, ("amount", "currency", "source")),
    ("POST", "charges/*"): (update_charge, p.UPDATE_CHARGE, ()),
    ("POST", "payment_methods"): (create_method, p.METHOD, ("type",)),
    ("POST", "payment_method_domains"): (
        create_domain,
        {"domain_name": "text", "enabled": "flag", "expand": "list"},
        ("domain_name",),
    ),
    ("POST", "accounts"): (create_account, p.ACCOUNT, ()),
    ("GET", "accounts/*"): (get_account, {"expand": "list"}, ()),
    ("POST", "accounts/*"): (update_account, p.ACCOUNT, ()),
    ("POST", "account_links"): (create_account_link, p.ACCOUNT_LINK, ("account", "type")),
    ("POST", "webhook_endpoints"): (create_endpoint, p.ENDPOINT, ("url", "enabled_events")),
    ("GET", "webhook_endpoints/*"): (get_endpoint, {"expand": "list"}, ()),
    ("POST", "webhook_endpoints/*"): (update_endpoint, {**p.ENDPOINT, "disabled": "flag"}, ()),
    ("DELETE", "webhook_endpoints/*"): (delete_endpoint, {}, ()),
}
# Calls that a publishable key may make; those of intents also need the client secret.
FOR_BROWSERS = {
    ("GET", "payment_intents/*"),
    ("POST", "payment_intents/*/confirm"),
    ("POST", "payment_methods"),
}


def handle(call: Call) -> Record:
    segments = call.path.removeprefix("/v1/").strip("/").split("/")
    shape = "/".join("*" if place == 1 else segment for place, segment in enumerate(segments))
    object_id = segments[1] if len(segments) > 1 else ""
    if call.caller.publishable:
        return _for_browser(call, (call.method, shape), object_id)
    if segments[0] == "terminal" or segments[:2] == ["test_helpers", "terminal"]:
        return terminal_api.handle(call)
    answer, paths = _run(call, (call.method, shape), object_id)
    return expand(call.sandbox, answer, paths) if paths else answer


def _run(call: Call, key: tuple[str, str], object_id: str) -> tuple[Record, list[str]]:
    if key in CALLS:
        action, shapes, required = CALLS[key]
        params = p.check(call.params, shapes, required)
        return action(call, params, object_id), params.get("expand") or []
    method, shape = key
    collection = shape.partition("/")[0]
    if method == "GET" and shape == "payment_intents/*":
        params = p.check(call.params, {"client_secret": "text", "expand": "list"})
        return payment_intents.get(call.sandbox, object_id), params.get("expand") or []
    if method == "GET" and collection in READABLE and shape == f"{collection}/*":
        params = p.check(call.params, {"expand": "list"})
        return call.sandbox.get(READABLE[collection], object_id), params.get("expand") or []
    if method == "GET" and shape in LISTED:
        params = p.check(call.params, {**p.PAGE, **LISTED[shape]})
        return list_objects(call.sandbox, shape, params), params.get("expand") or []
    message = f"Unrecognized request URL ({method}: {call.path}). Please see https://docs.stripe.com."
    raise invalid(message, status=404)


def _for_browser(call: Call, key: tuple[str, str], object_id: str) -> Record:
    if key not in FOR_BROWSERS:
        raise refuse_publishable()
    if key[1] == "payment_methods":
        return _run(call, key, object_id)[0]
    if not call.params.get("client_secret"):
        raise missing("client_secret")
    payment_intents.get_with_secret(call.sandbox, object_id, call.params["client_secret"])
    return payment_intents.public_view(_run(call, key, object_id)[0])


async def endpoint(request: Request) -> Response:
    return await answer_call(request, handle, json_body=False)
