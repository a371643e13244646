"""The screens of the card readers, with what a person does at each: hold a card to it, cancel, or switch it off."""

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from sandbox.errors import ApiError
from sandbox.pages.form_body import form_fields
from sandbox.pages.formatting import money
from sandbox.pages.layout import notice, page
from sandbox.pages.templates import Markup, fill, joined
from sandbox.state import Sandbox
from sandbox.store import Record
from sandbox.stripe.terminal import actions

HERE = "/readers"
SCRIPTS = ("times.js", "live.js")
SLOW_MS = 8000
CARDS = {
    "4242424242424242": "Visa, pays",
    "4000000000000002": "Visa, is declined",
    "4000000000009995": "Visa, insufficient funds",
}
SWITCHES: dict[str, dict[str, Any]] = {
    "off": {"power": "off"},
    "on": {"power": "on", "busy": False, "delayMs": 0, "timeout": False},
    "busy": {"busy": True},
    "slow": {"delayMs": SLOW_MS},
}
ENDS = {"succeeded": "Approved", "failed": "Not paid: "}


async def show(request: Request) -> Response:
    sandbox: Sandbox = request.app.state.sandbox
    readers = actions.list_all(sandbox, {}, "")
    if not readers:
        return page("Card readers", fill("readers", "empty"), here=HERE, scripts=SCRIPTS)
    body = fill("readers", "page", list=joined(_reader(one) for one in readers))
    return page("Card readers", body, here=HERE, scripts=SCRIPTS)


async def press(request: Request) -> Response:
    """Do what the pressed button says, and show the readers again."""
    sandbox: Sandbox = request.app.state.sandbox
    form, reader_id = await form_fields(request), request.path_params["id"]
    what = form.get("do", "")
    try:
        if what in SWITCHES:
            actions.switch(sandbox, SWITCHES[what], reader_id)
        else:
            tip = form.get("tip", "")
            asked = {"action": what, "card": form.get("card"), "tip": int(tip) * 100 if tip.isdecimal() else None}
            actions.press(sandbox, asked, reader_id)
    except ApiError as refused:
        return notice("The reader did nothing", refused.error["message"], status=refused.status)
    return RedirectResponse(HERE, status_code=303, headers={"Cache-Control": "no-store"})


def _reader(reader: Record) -> Markup:
    tip = fill("readers", "tip", id=reader["id"]) if reader["asksForTip"] else Markup()
    cards = joined(fill("readers", "card", number=number, name=name) for number, name in CARDS.items())
    return fill(
        "readers",
        "reader",
        id=reader["id"],
        label=reader["label"],
        screen=_screen(reader),
        state=_state(reader),
        cards=cards,
        tip=tip,
    )


def _screen(reader: Record) -> str:
    action = reader["action"]
    if reader["power"] != "on":
        return "Off"
    if reader["isReading"]:
        return "Reading the card…"
    if action is None:
        return "Ready"
    if action["status"] == actions.IN_PROGRESS:
        tip = " (asks for a tip)" if reader["asksForTip"] else ""
        return f"{money(reader['amountCents'])}: tap, insert or swipe{tip}"
    return f"{ENDS[action['status']]}{action['failure_message'] or ''}"


def _state(reader: Record) -> str:
    states = {"busy": reader["busy"], "slow": bool(reader["delayMs"]), "does not answer": bool(reader.get("timeout"))}
    return ", ".join([reader["status"], *(name for name, is_so in states.items() if is_so)])
