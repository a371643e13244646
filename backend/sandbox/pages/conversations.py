"""SMS as a phone shows them: one conversation for each number."""

from collections.abc import Iterable
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from sandbox.pages.formatting import linked, moment, phone_name
from sandbox.pages.layout import page
from sandbox.pages.templates import EMPTY, Markup, fill, joined
from sandbox.state import Sandbox
from sandbox.store import Record

SCRIPTS = ("times.js", "live.js", "messages.js")
DELIVERY = {"queued": "Sending…", "sent": "Sent", "delivered": "Delivered", "received": "Reply"}


def phone_of(message: Record) -> str:
    """Return the customer's phone number of a message."""
    return str(message["from"] if message["direction"] == "inbound" else message["to"])


def by_phone(messages: Iterable[Record]) -> dict[str, list[Record]]:
    """Group the messages by phone number, the conversation with the newest message first."""
    found: dict[str, list[Record]] = {}
    for message in messages:
        phone = phone_of(message)
        found[phone] = [*found.pop(phone, []), message]
    return dict(reversed(found.items()))


async def show(request: Request) -> Response:
    sandbox: Sandbox = request.app.state.sandbox
    conversations = by_phone(sandbox.messenger.all())
    phone = request.query_params.get("phone") or next(iter(conversations), "")
    if not phone:
        return page("Text messages", fill("messages", "empty"), here="/messages", scripts=SCRIPTS)
    body = fill(
        "messages",
        "page",
        list=joined(_entry(number, messages, phone) for number, messages in conversations.items()),
        phone=phone,
        name=phone_name(phone),
        stopped=fill("messages", "stopped") if sandbox.messenger.has_opted_out(phone) else EMPTY,
        bubbles=joined(_bubble(message) for message in conversations.get(phone, [])),
    )
    return page(f"Text messages with {phone_name(phone)}", body, here="/messages", scripts=SCRIPTS)


def _entry(number: str, messages: list[Record], chosen: str) -> Markup:
    newest = messages[-1]
    return fill(
        "messages",
        "entry",
        phone=quote(number),
        digits="".join(char for char in number if char.isdigit()),
        name=phone_name(number),
        snippet=newest["body"][:80],
        when=moment(newest["created"]),
        current=Markup(' aria-current="true"') if number == chosen else EMPTY,
    )


def _bubble(message: Record) -> Markup:
    inbound = message["direction"] == "inbound"
    status = str(message["status"])
    label = DELIVERY.get(status, f"Not delivered ({message['error_code']})")
    return fill(
        "messages",
        "bubble",
        side="mine" if inbound else "theirs",
        who="You" if inbound else message["from"],
        body=linked(message["body"]),
        when=moment(message["created"]),
        status=label,
        tone="bad" if status in ("failed", "undelivered") else "plain",
    )
