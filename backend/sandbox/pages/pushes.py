"""The push messages that have arrived, as a lock screen shows them."""

from starlette.requests import Request
from starlette.responses import Response

from sandbox.pages.formatting import moment
from sandbox.pages.layout import page
from sandbox.pages.templates import Markup, fill, joined
from sandbox.state import Sandbox
from sandbox.store import Record

SCRIPTS = ("times.js", "live.js")
SHOWN = 50
LONGEST_URL = 40  # a tracking address is longer, and would not fit a phone


async def show(request: Request) -> Response:
    sandbox: Sandbox = request.app.state.sandbox
    messages = list(reversed(sandbox.push.messages()))[:SHOWN]
    if not messages:
        return page("Notifications", fill("pushes", "empty"), here="/notifications", scripts=SCRIPTS)
    body = fill("pushes", "page", list=joined(_entry(message) for message in messages))
    return page("Notifications", body, here="/notifications", scripts=SCRIPTS)


def _entry(message: Record) -> Markup:
    content = message["content"]
    return fill(
        "pushes",
        "entry",
        title=content.get("title", ""),
        body=content.get("body", ""),
        url=_shorten(content.get("url", "")),
        device=message["subscription"][-6:],
        when=moment(message["created"]),
    )


def _shorten(url: str) -> str:
    return url if len(url) <= LONGEST_URL else f"{url[:LONGEST_URL]}…"
