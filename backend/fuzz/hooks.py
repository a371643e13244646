"""Hooks of schemathesis: keep limits out that hold for trimmed values, and the data of all later requests in."""

import json
import os
from typing import Any

import schemathesis

from chuckwagon.kit.validation import DISTINCT, TRIMMED
from chuckwagon.web.asgi import PRINTER_ADDRESS

SPARE = "CHUCKWAGON_FUZZ_SPARE"
# One of these requests would spoil all that follow.
THROWN_AWAY = {
    ("DELETE", "/api/trucks/{truck_id}"): ("truck_id", "truck"),
    ("DELETE", "/api/menu-items/{item_id}"): ("item_id", "item"),
    ("PATCH", "/api/users/{user_id}"): ("user_id", "user"),
}

_given: dict[str, Any] = json.loads(os.environ.get(SPARE, '{"spare": {}, "kept": []}'))
_spare, _kept = _given["spare"], frozenset(_given["kept"])


@schemathesis.hook
def before_load_schema(_context: Any, raw_schema: dict[str, Any]) -> None:
    """Called with the OpenAPI document. A text with many spaces may exceed its limit and still be accepted."""
    for schema in raw_schema["components"]["schemas"].values():
        for field in schema.get("properties", {}).values():
            if field.get("description") in (TRIMMED, DISTINCT):
                for keyword in ("maxLength", "pattern", "maxItems"):
                    field.pop(keyword, None)


@schemathesis.hook
def before_call(_context: Any, case: Any, _kwargs: Any) -> None:
    """Called with every request before it is sent."""
    secret = (case.path_parameters or {}).get("secret")
    if secret is not None and not PRINTER_ADDRESS.fullmatch(f"/print/{secret}"):
        case.path_parameters["secret"] = _spare["printer_secret"]  # another length is a page of a truck
    place = THROWN_AWAY.get((case.method.upper(), case.operation.path))
    if place is not None:
        parameter, kind = place
        if case.path_parameters and case.path_parameters.get(parameter) in _kept:
            case.path_parameters[parameter] = _spare[kind]
