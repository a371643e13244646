"""Stripe's v2 API: connected accounts and their onboarding links."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from sandbox.clock import iso
from sandbox.errors import ApiError, invalid, missing, unknown
from sandbox.pipeline import Call, answer_call
from sandbox.store import Record
from sandbox.stripe.connect import account_links, accounts
from sandbox.stripe.connect.account_v2 import INCLUDABLE, v2_view
from sandbox.stripe.keys import refuse_publishable

ACCOUNT_FIELDS = (
    "account_token", "configuration", "contact_email", "contact_phone", "dashboard", "defaults",
    "display_name", "identity", "include", "metadata",
)  # fmt: skip
ONBOARDING_FIELDS = {
    "account_onboarding": ("collection_options", "configurations", "refresh_url", "return_url"),
    "account_update": ("collection_options", "configurations", "refresh_url", "return_url"),
}


def handle(call: Call) -> Record:
    if call.caller.publishable:
        raise refuse_publishable()
    segments = call.path.removeprefix("/v2/").strip("/").split("/")
    match (call.method, *segments):
        case ("POST", "core", "accounts"):
            return _create_account(call)
        case ("GET", "core", "accounts"):
            return _list_accounts(call)
        case ("GET", "core", "accounts", account_id):
            return v2_view(_account(call, account_id), _include(call.params))
        case ("POST", "core", "account_links"):
            return _create_link(call)
        case _:
            message = f"Unrecognized request URL ({call.method}: {call.path})."
            raise invalid(message, status=404, code="not_found")


def _create_account(call: Call) -> Record:
    _only(call.params, ACCOUNT_FIELDS, "")
    include = _include(call.params)
    _check_shapes(call.params)
    return v2_view(accounts.create_v2(call.sandbox, call.params), include)


def _list_accounts(call: Call) -> Record:
    newest = [v2_view(account, []) for account in call.sandbox.store.newest("account")]
    return {"data": newest[:20], "next_page_url": None, "previous_page_url": None}


def _account(call: Call, account_id: str) -> Record:
    found = call.sandbox.store.find("account", account_id)
    if found is None:
        raise ApiError(404, "invalid_request_error", f"Account {account_id} was not found.", code="not_found")
    return found


def _create_link(call: Call) -> Record:
    _only(call.params, ("account", "use_case"), "")
    account = call.params.get("account")
    use_case = call.params.get("use_case")
    if not isinstance(account, str):
        raise missing("account")
    if not isinstance(use_case, dict) or use_case.get("type") not in ONBOARDING_FIELDS:
        raise missing("use_case.type")
    kind = use_case["type"]
    _only(use_case, ("type", kind), "use_case.")
    wanted = use_case.get(kind)
    if not isinstance(wanted, dict) or not isinstance(wanted.get("refresh_url"), str):
        raise missing(f"use_case.{kind}.refresh_url")
    # Older versions took `configurations` here; the pinned one does not.
    _only(
        wanted,
        tuple(name for name in ONBOARDING_FIELDS[kind] if name != "configurations"),
        f"use_case.{kind}.",
    )
    _account(call, account)
    link = account_links.create(
        call.sandbox, account, refresh_url=wanted["refresh_url"], return_url=wanted.get("return_url")
    )
    return {
        "object": "v2.core.account_link",
        "account": account,
        "created": iso(link["created"]),
        "expires_at": iso(link["expires"]),
        "livemode": False,
        "url": link["url"],
        "use_case": use_case,
    }


def _include(params: dict[str, Any]) -> list[str]:
    include = params.get("include") or []
    if not isinstance(include, list) or any(name not in INCLUDABLE for name in include):
        raise invalid(f"include may hold {', '.join(INCLUDABLE)}.", param="include", validation=True)
    return include


def _only(given: dict[str, Any], allowed: tuple[str, ...], path: str) -> None:
    for name in given:
        if name not in allowed:
            raise unknown(f"{path}{name}")


def _check_shapes(params: dict[str, Any]) -> None:
    for name in ("configuration", "defaults", "identity", "metadata"):
        if params.get(name) is not None and not isinstance(params[name], dict):
            raise invalid(f"{name} must be an object.", param=name, validation=True)
    for name in ("contact_email", "dashboard", "display_name"):
        if params.get(name) is not None and not isinstance(params[name], str):
            raise invalid(f"{name} must be a string.", param=name, validation=True)
    recipient = (params.get("configuration") or {}).get("recipient")
    responsibilities = (params.get("defaults") or {}).get("responsibilities")
    if recipient and params.get("dashboard") == "express" and not responsibilities:
        message = "defaults.responsibilities is required for accounts with the express dashboard."
        raise invalid(message, param="defaults.responsibilities", validation=True)


async def endpoint(request: Request) -> Response:
    return await answer_call(request, handle, json_body=True)
