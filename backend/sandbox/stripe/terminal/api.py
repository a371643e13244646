"""The calls of Stripe Terminal below /v1: their functions, parameters, and required parameters."""

from collections.abc import Callable
from typing import Any

from sandbox import parameters as p
from sandbox.errors import invalid
from sandbox.pipeline import Call
from sandbox.store import Record
from sandbox.stripe.terminal import actions, setup

LIST: dict[str, p.Shape] = {
    **p.PAGE,
    "device_type": "text",
    "location": "text",
    "serial_number": "text",
    "status": "text",
}
_CALLS: dict[tuple[str, str], tuple[Callable[..., Any], dict[str, p.Shape], tuple[str, ...]]] = {
    ("POST", "locations"): (
        lambda box, _id, params: setup.create_location(box, params), p.LOCATION, ("address", "display_name"),
    ),
    ("GET", "locations/*"): (lambda box, one, _params: setup.get_location(box, one), {"expand": "list"}, ()),
    ("POST", "locations/*"): (setup.update_location, p.LOCATION, ()),
    ("POST", "configurations"): (lambda box, _id, params: setup.create_configuration(box, params), p.CONFIGURATION, ()),
    ("POST", "configurations/*"): (setup.update_configuration, p.CONFIGURATION, ()),
    ("POST", "readers"): (lambda box, _id, params: setup.create_reader(box, params), p.READER, ("registration_code",)),
    ("GET", "readers"): (lambda box, _id, params: setup.list_readers(box, params), LIST, ()),
    ("GET", "readers/*"): (lambda box, one, _params: setup.get_reader(box, one), {"expand": "list"}, ()),
    ("POST", "readers/*"): (setup.update_reader, p.READER_UPDATE, ()),
    ("DELETE", "readers/*"): (lambda box, one, _params: setup.delete_reader(box, one), {}, ()),
    ("POST", "readers/*/process_payment_intent"): (
        actions.process_payment_intent, p.PROCESS_INTENT, ("payment_intent",),
    ),
    ("POST", "readers/*/cancel_action"): (
        lambda box, one, _params: actions.cancel_action(box, one), {"expand": "list"}, (),
    ),
    ("POST", "test_helpers/readers/*/present_payment_method"): (actions.present_payment_method, p.PRESENT, ()),
}  # fmt: skip


def handle(call: Call) -> Record:
    """Run a call of /v1/terminal/… or /v1/test_helpers/terminal/…."""
    path = (
        call.path.removeprefix("/v1/").replace("test_helpers/terminal/", "test_helpers/", 1).removeprefix("terminal/")
    )
    parts = path.strip("/").split("/")
    place = 2 if parts[0] == "test_helpers" else 1
    shape = "/".join("*" if index == place else part for index, part in enumerate(parts))
    found = _CALLS.get((call.method, shape))
    if found is None:
        message = f"Unrecognized request URL ({call.method}: {call.path}). Please see https://docs.stripe.com."
        raise invalid(message, status=404)
    action, shapes, required = found
    subject = parts[place] if len(parts) > place else ""
    answer: Record = action(call.sandbox, subject, p.check(call.params, shapes, required))
    return answer
