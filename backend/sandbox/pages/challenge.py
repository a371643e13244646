"""Page of the 3-D Secure challenge, on which the customer confirms or refuses a payment."""

from urllib.parse import urlencode, urlsplit, urlunsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from sandbox.errors import ApiError
from sandbox.pages.form_body import form_fields
from sandbox.pages.formatting import card_name, money
from sandbox.pages.layout import bare_page, notice
from sandbox.pages.templates import Markup, fill
from sandbox.state import Sandbox
from sandbox.store import Record
from sandbox.stripe.confirmation import complete_challenge


async def show(request: Request) -> Response:
    """Show the challenge, if the client secret is right and the intent waits for it."""
    sandbox: Sandbox = request.app.state.sandbox
    intent = _intent(request, sandbox)
    if intent is None:
        return notice("This check does not exist", "The address is not complete, or the sandbox was reset.", status=404)
    if intent["status"] != "requires_action":
        return _done(request)
    method = sandbox.store.find("payment_method", intent["payment_method"])
    asked = fill(
        "challenge",
        "question",
        amount=money(intent["amount"], intent["currency"]),
        card=card_name(method["card"]) if method else "your card",
    )
    return bare_page("Confirm your payment", asked, scripts=("challenge.js",), data=_parent(request))


async def answer(request: Request) -> Response:
    """Apply the customer's answer and return to the page of the payment."""
    sandbox: Sandbox = request.app.state.sandbox
    intent = _intent(request, sandbox)
    if intent is None:
        return notice("This check does not exist", "The address is not complete, or the sandbox was reset.", status=404)
    action = intent["next_action"]
    form = await form_fields(request)
    try:
        complete_challenge(sandbox, intent["id"], intent["client_secret"], ok=form.get("outcome") == "complete")
    except ApiError:
        return _done(request)
    if action["type"] == "redirect_to_url" and action["redirect_to_url"]["return_url"]:
        return RedirectResponse(_return_address(action["redirect_to_url"]["return_url"], intent), status_code=303)
    return _done(request)


def _intent(request: Request, sandbox: Sandbox) -> Record | None:
    intent = sandbox.store.find("payment_intent", request.path_params["intent"])
    secret = request.query_params.get("client_secret")
    return intent if intent is not None and secret == intent["client_secret"] else None


def _done(request: Request) -> Response:
    body = fill("challenge", "done")
    return bare_page("Thank you", body, scripts=("challenge.js",), data=_parent(request, done=True))


def _parent(request: Request, *, done: bool = False) -> Markup:
    """Render the data of the page: the only origin that may receive the answer. Without one, no page receives it."""
    parts = urlsplit(request.query_params.get("parent", ""))
    origin = f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") and parts.netloc else ""
    return fill("challenge", "data", parent=origin, done="yes" if done else "no")


def _return_address(url: str, intent: Record) -> str:
    status = {"succeeded": "succeeded", "requires_capture": "succeeded", "processing": "pending"}
    added = urlencode(
        {
            "payment_intent": intent["id"],
            "payment_intent_client_secret": intent["client_secret"],
            "redirect_status": status.get(intent["status"], "failed"),
        }
    )
    parts = urlsplit(url)
    return urlunsplit(parts._replace(query=f"{parts.query}&{added}" if parts.query else added))
