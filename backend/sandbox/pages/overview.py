"""Overview page: the test cards, and everything that has happened so far."""

from itertools import islice
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from sandbox.pages.deliveries import Deliveries, told
from sandbox.pages.formatting import card_name, moment, money, pill
from sandbox.pages.layout import page
from sandbox.pages.templates import EMPTY, Markup, fill, joined
from sandbox.pages.test_cards import card_groups
from sandbox.state import Sandbox
from sandbox.store import Record
from sandbox.stripe.connect.accounts import STATES
from sandbox.stripe.reader_cards import card_of

PAYMENTS_SHOWN = 25
EVENTS_SHOWN = 12
SCRIPTS = ("times.js", "live.js", "controls.js")


async def show(request: Request) -> Response:
    sandbox: Sandbox = request.app.state.sandbox
    body = fill(
        "overview",
        "page",
        cards=card_groups(),
        payments=_listed(sandbox, "payment_intent", _payment, "payments", "payments_empty"),
        accounts=_listed(sandbox, "account", _account, "accounts", "accounts_empty"),
        events=_events(sandbox),
        faults=_faults(sandbox),
        rush=_rush(request.app.state.rush.tell()),
        messages=len(sandbox.messenger.all()),
    )
    return page("Overview", body, here="/", scripts=SCRIPTS)


def _listed(sandbox: Sandbox, kind: str, row: Any, block: str, empty: str) -> Markup:
    records = islice(sandbox.store.newest(kind), PAYMENTS_SHOWN)
    rows = joined(row(sandbox, record) for record in records)
    return fill("overview", block, rows=rows) if rows else fill("overview", empty)


def _payment(sandbox: Sandbox, intent: Record) -> Markup:
    return fill(
        "overview",
        "payment",
        id=intent["id"],
        amount=money(intent["amount"], intent["currency"]),
        status=pill(intent["status"]),
        card=paid_with(sandbox, intent),
        description=intent["description"] or "No description",
        when=moment(intent["created"]),
    )


def paid_with(sandbox: Sandbox, intent: Record) -> str:
    """Return the card of the latest attempt."""
    charge = sandbox.store.find("charge", intent["latest_charge"])
    if charge is not None:
        return card_name(card_of(charge["payment_method_details"]))
    method = sandbox.store.find("payment_method", intent["payment_method"])
    return card_name(card_of(method)) if method is not None else "No card yet"


def _account(_sandbox: Sandbox, account: Record) -> Markup:
    buttons = joined(
        fill("overview", "state_button", account=account["id"], state=state, label=state.replace("_", " "))
        for state in STATES
        if state != account["state"]
    )
    return fill(
        "overview",
        "account",
        id=account["id"],
        name=account["display_name"] or account["email"] or account["id"],
        status=pill(account["state"]),
        buttons=buttons,
    )


def _events(sandbox: Sandbox) -> Markup:
    deliveries = Deliveries(sandbox)
    rows = joined(told(event, deliveries) for event in islice(sandbox.store.newest("event"), EVENTS_SHOWN))
    return fill("overview", "events", rows=rows) if rows else fill("overview", "events_empty")


def _faults(sandbox: Sandbox) -> Markup:
    rows = [
        fill(
            "overview",
            "fault",
            target=fault["target"],
            mode=fault["mode"].replace("_", " "),
            match=fault["match"] or "everything",
            times="until cleared" if fault["times"] is None else f"{fault['times']} more",
        )
        for fault in sandbox.faults.listed()
    ]
    return fill("overview", "faults", rows=joined(rows)) if rows else EMPTY


def _rush(state: dict[str, Any]) -> Markup:
    """The button that sends a rush, or how the present one goes with the button that stops it."""
    ends = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in state["outcomes"].items() if count)
    if not state["running"]:
        return fill("overview", "rush_idle", last=f"The last one: {ends}." if ends else "")
    numbers = {name: state[name] for name in ("sent", "customers")}
    return fill("overview", "rush_running", **numbers, on_the_way=state["onTheWay"], ends=f": {ends}" if ends else "")
