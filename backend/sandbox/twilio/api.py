"""Twilio's Messages API: create, list, fetch."""

import asyncio
import base64
import binascii
import json
import re
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import Response

from sandbox.clock import rfc2822
from sandbox.pipeline import ConnectionLost, hang
from sandbox.state import Sandbox
from sandbox.store import Record
from sandbox.twilio.message_dates import sent_in

ERRORS = "https://www.twilio.com/docs/errors/"
LONGEST_BODY = 1600
PHONE = re.compile(r"\+[1-9]\d{6,14}")
# Test numbers that Twilio refuses, as recipient or as sender.
BAD_RECIPIENTS = {
    "+15005550001": (21211, "Invalid 'To' Phone Number: {}"),
    "+15005550002": (21612, "The 'To' phone number: {} is not currently reachable via SMS."),
    "+15005550003": (
        21408,
        "Permission to send an SMS has not been enabled for the region indicated by 'To': {}.",
    ),
    "+15005550004": (21610, "Attempt to send to unsubscribed recipient"),
    "+15005550009": (21614, "'To' number: {} is not a valid mobile number"),
}
BAD_SENDERS = {
    "+15005550001": (21212, "The 'From' number {} is not a valid phone number."),
    "+15005550007": (
        21606,
        "The 'From' phone number {} is not a valid, SMS-capable phone number for your account.",
    ),
    "+15005550008": (21611, "This 'From' number {} has exceeded the maximum number of queued messages."),
}


class Refused(Exception):
    def __init__(self, code: int, message: str, status: int = 400) -> None:
        super().__init__(message)
        more = f"{ERRORS}{code}"
        self.status = status
        self.body = {"code": code, "message": message, "more_info": more, "status": status}


async def endpoint(request: Request) -> Response:
    sandbox: Sandbox = request.app.state.sandbox
    fault = sandbox.faults.take("twilio", request.url.path)
    mode = fault.mode if fault is not None else None
    if fault is not None and mode == "timeout":
        await hang(request, fault.seconds)
    if fault is not None and mode == "delay":
        await asyncio.sleep(fault.seconds)
    broken = Refused(
        20429 if fault and fault.status == 429 else 20500,
        "Internal Server Error",
        fault.status if fault else 500,
    )
    try:
        if mode == "error":
            raise broken
        status, body = await _handle(sandbox, request)
        if mode == "error_after":
            raise broken
    except Refused as refusal:
        status, body = refusal.status, refusal.body
    if mode == "reset_after":
        raise ConnectionLost
    return Response(json.dumps(body).encode(), status, media_type="application/json")


async def _handle(sandbox: Sandbox, request: Request) -> tuple[int, dict[str, Any]]:
    _authenticate(sandbox, request)
    sid = request.path_params.get("sid")
    if sid is not None:
        message = sandbox.messenger.find(sid)
        if message is None:
            raise Refused(20404, f"The requested resource {request.url.path} was not found", 404)
        return 200, view(sandbox, message)
    if request.method == "POST":
        form = dict(parse_qsl((await request.body()).decode(errors="replace"), keep_blank_values=True))
        return 201, _create(sandbox, form)
    return 200, _list(sandbox, request)


def _authenticate(sandbox: Sandbox, request: Request) -> None:
    wanted = f"{sandbox.settings.twilio_account_sid}:{sandbox.settings.twilio_auth_token}"
    scheme, _, rest = request.headers.get("authorization", "").partition(" ")
    try:
        given = base64.b64decode(rest).decode() if scheme.lower() == "basic" else ""
    except (binascii.Error, UnicodeDecodeError):
        given = ""
    if given != wanted or request.path_params["account"] != sandbox.settings.twilio_account_sid:
        raise Refused(20003, "Authenticate", 401)


def _create(sandbox: Sandbox, form: dict[str, str]) -> dict[str, Any]:
    to, sender, service = form.get("To", ""), form.get("From", ""), form.get("MessagingServiceSid")
    body = form.get("Body", "")
    _check_recipient(sandbox, to)
    _check_sender(sender, service)
    if not body:
        raise Refused(21602, "Message body is required.")
    if len(body) > LONGEST_BODY:
        raise Refused(21617, "The concatenated message body exceeds the 1600 character limit.")
    message = sandbox.messenger.send(
        to, sender or "+15005550006", body, service=service, callback=form.get("StatusCallback")
    )
    if service:
        message["status"] = "accepted"
    return view(sandbox, message)


def _check_recipient(sandbox: Sandbox, to: str) -> None:
    if not to:
        raise Refused(21604, "A 'To' phone number is required.")
    if to in BAD_RECIPIENTS:
        code, text = BAD_RECIPIENTS[to]
        raise Refused(code, text.format(to))
    if not PHONE.fullmatch(to):
        raise Refused(21211, f"Invalid 'To' Phone Number: {to}")
    if sandbox.messenger.has_opted_out(to):
        raise Refused(21610, "Attempt to send to unsubscribed recipient")


def _check_sender(sender: str, service: str | None) -> None:
    if service:
        return
    if not sender:
        raise Refused(21603, "A 'From' phone number is required.")
    if sender in BAD_SENDERS:
        code, text = BAD_SENDERS[sender]
        raise Refused(code, text.format(sender))
    if not PHONE.fullmatch(sender):
        raise Refused(21212, f"The 'From' number {sender} is not a valid phone number.")


def _list(sandbox: Sandbox, request: Request) -> dict[str, Any]:
    query = dict(parse_qsl(request.url.query))
    size = min(1000, max(1, int(query.get("PageSize", "50")))) if query.get("PageSize", "50").isdigit() else 50
    page = int(query["Page"]) if query.get("Page", "").isdigit() else 0
    found = [one for one in reversed(sandbox.messenger.all()) if _wanted(one, query)]
    shown = found[page * size : (page + 1) * size]
    base = f"{request.url.path}?PageSize={size}&Page="
    return {
        "end": page * size + len(shown) - 1 if shown else 0,
        "first_page_uri": f"{base}0",
        "messages": [view(sandbox, one) for one in shown],
        "next_page_uri": f"{base}{page + 1}" if len(found) > (page + 1) * size else None,
        "page": page,
        "page_size": size,
        "previous_page_uri": f"{base}{page - 1}" if page else None,
        "start": page * size,
        "uri": f"{base}{page}",
    }


def _wanted(message: Record, query: dict[str, str]) -> bool:
    if "To" in query and message["to"] != query["To"]:
        return False
    if "From" in query and message["from"] != query["From"]:
        return False
    return sent_in(message["created"], query)


def view(sandbox: Sandbox, message: Record) -> dict[str, Any]:
    account = sandbox.settings.twilio_account_sid
    uri = f"/2010-04-01/Accounts/{account}/Messages/{message['sid']}"
    return {
        "account_sid": account,
        "api_version": "2010-04-01",
        "body": message["body"],
        "date_created": rfc2822(message["created"]),
        "date_sent": rfc2822(message["sent"]) if message["sent"] else None,
        "date_updated": rfc2822(message["updated"]),
        "direction": message["direction"],
        "error_code": message["error_code"],
        "error_message": None,
        "from": message["from"],
        "messaging_service_sid": message["service"],
        "num_media": "0",
        "num_segments": str(message["segments"]),
        "price": None,
        "price_unit": "USD",
        "sid": message["sid"],
        "status": message["status"],
        "subresource_uris": {"media": f"{uri}/Media.json"},
        "to": message["to"],
        "uri": f"{uri}.json",
    }
