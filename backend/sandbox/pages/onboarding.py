"""Onboarding page of a connected account, with a choice of four outcomes instead of forms."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from sandbox.pages.form_body import form_fields
from sandbox.pages.layout import bare_page, notice
from sandbox.pages.templates import fill
from sandbox.state import Sandbox
from sandbox.store import Record
from sandbox.stripe.connect import account_links, accounts

NO_STORE = {"Cache-Control": "no-store"}


async def show(request: Request) -> Response:
    """Show the outcomes at the first visit, which uses up the link. Later visits are redirected to get a new one."""
    sandbox: Sandbox = request.app.state.sandbox
    link = _link(request, sandbox)
    if link is None:
        return _unknown()
    # A link preview must not use up the link.
    if request.method == "HEAD":
        return Response(headers=NO_STORE)
    opened = account_links.open_link(sandbox, link["token"])
    if opened is None:
        return RedirectResponse(link["refresh_url"], status_code=302, headers=NO_STORE)
    account = accounts.get(sandbox, link["account"])
    body = fill(
        "onboarding",
        "page",
        name=account["display_name"] or account["email"] or account["id"],
        email=account["email"] or "no e-mail given",
        account=account["id"],
        session=opened["session"],
    )
    return bare_page("Get paid", body)


async def answer(request: Request) -> Response:
    """Apply the chosen outcome and return to the product, which then reads the account again."""
    sandbox: Sandbox = request.app.state.sandbox
    link = _link(request, sandbox)
    if link is None:
        return _unknown()
    form = await form_fields(request)
    state = form.get("state", "")
    if state not in accounts.STATES:
        return notice("That is no outcome", "Choose one of the four buttons.", status=400)
    back = account_links.finish(sandbox, link["token"], form.get("session", ""), state)
    return RedirectResponse(back or link["refresh_url"], status_code=303, headers=NO_STORE)


def _link(request: Request, sandbox: Sandbox) -> Record | None:
    link = account_links.find(sandbox, request.path_params["token"])
    return link if link is not None and link["account"] == request.path_params["account"] else None


def _unknown() -> Response:
    sentence = "Ask the shop for a new link; the sandbox may have been reset since this one was made."
    return notice("This link is not known", sentence, status=404)
