"""The mailbox: all received e-mails, and one of them as a mail program shows it."""

from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sandbox.pages.formatting import linked, moment
from sandbox.pages.layout import notice, page
from sandbox.pages.templates import EMPTY, Markup, fill, joined
from sandbox.state import Sandbox
from sandbox.store import Record

SCRIPTS = ("times.js", "live.js")
# Its styles are inline, as in every e-mail. It runs nothing and loads nothing.
CONTENT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'; "
    "sandbox allow-popups allow-popups-to-escape-sandbox"
)


async def show(request: Request) -> Response:
    sandbox: Sandbox = request.app.state.sandbox
    emails = list(reversed(sandbox.mailbox.all()))
    if not emails:
        return page("E-mail", fill("emails", "empty"), here="/emails", scripts=SCRIPTS)
    chosen = sandbox.mailbox.find(request.query_params.get("id", "")) or emails[0]
    body = fill(
        "emails",
        "page",
        list=joined(_entry(email, is_chosen=email is chosen) for email in emails),
        subject=chosen["subject"],
        sender=chosen["from"],
        recipients=", ".join(chosen["to"]),
        when=moment(chosen["created"]),
        id=quote(chosen["id"]),
        text=linked(chosen["text"]),
    )
    return page(f"E-mail: {chosen['subject']}", body, here="/emails", scripts=SCRIPTS)


async def show_html(request: Request) -> Response:
    sandbox: Sandbox = request.app.state.sandbox
    email = sandbox.mailbox.find(request.path_params["id"])
    if email is None:
        return notice("No such e-mail", "This e-mail is not in the mailbox any more.", status=404)
    content = email["html"].replace("<head>", '<head><base target="_blank">', 1)
    return HTMLResponse(content, headers={"Content-Security-Policy": CONTENT_POLICY, "Cache-Control": "no-store"})


def _entry(email: Record, *, is_chosen: bool) -> Markup:
    return fill(
        "emails",
        "entry",
        id=quote(email["id"]),
        to=", ".join(email["to"]),
        subject=email["subject"],
        when=moment(email["created"]),
        current=Markup(' aria-current="true"') if is_chosen else EMPTY,
    )
