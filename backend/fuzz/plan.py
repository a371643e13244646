"""What one round of fuzzing is told: who asks, what exists on the street, which checks count."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

HOOKS = "fuzz.hooks"
# A sentence of the specification is said by the service, not by a pattern in the description: a body may fit
# the description and still be refused with 400.
CHECKS_LEFT_OUT = ("positive_data_acceptance",)
# The tool does not count 414 among them by itself; a strange value may be longer than any address.
REFUSALS = (400, 401, 403, 404, 405, 409, 413, 414, 415, 422, 429, 503)
KNOWN_SHARE = 0.7  # of the generated ids: the others are strange, or what an earlier answer held
STREAM_EVENTS = 1  # a stream has no end, so its beginning is read

# Where an id of which kind belongs.
PLACES = {
    "truck_id": "trucks",
    "query.truckId": "trucks",
    "body.truckId": "trucks",
    "body.truckInfo._id": "trucks",
    "slug": "slugs",
    "item_id": "items",
    "body.itemIds[*]": "items",
    "body.items[*].menuItemId": "items",
    "body.cart.items[*].menuItemId": "items",
    "option_id": "options",
    "order_id": "orders",
    "body.orderId": "orders",
    "customer_id": "customers",
    "user_id": "users",
    "token": "tokens",
    "review_id": "reviews",
    "body.phoneNumber": "phones",
    "body.customerPhone": "phones",
    "body.customerInfo.phone": "phones",
    "body.payment_intent_id": "payments",
}


class Known(msgspec.Struct):
    """Ids of what exists, by kind, so that requests get further than 404.

    `spare` is what may be thrown away (a truck, a menu item, a user); `kept` must outlive the round.
    """

    ids: dict[str, list[str]]
    spare: dict[str, str]
    kept: list[str]


class Size(msgspec.Struct):
    """How much is asked: cases for each operation, the kinds of them, and of which address if not of all."""

    examples: int
    phases: str = "examples,coverage,fuzzing,stateful"
    workers: int = 1
    seed: int = 20
    seconds: int | None = None
    only: str | None = None


def write_config(folder: Path, known: Known) -> Path:
    """The configuration file of a round."""
    kinds = {kind: ids for kind, ids in known.ids.items() if ids}
    lines = [f"hooks = {_toml(HOOKS)}", f"max-stream-events = {STREAM_EVENTS}", "request-timeout = 10"]
    lines += ["[cache]", "enabled = false", "[parameters]"]
    for place, kind in PLACES.items():
        if kind in kinds:
            lines.append(f"{_toml(place)} = {{dictionary = {_toml(kind)}, probability = {KNOWN_SHARE}}}")
    for kind, ids in kinds.items():
        lines += [f"[dictionaries.{kind}]", f"values = {_toml(ids)}"]
    lines += ["[checks.negative_data_rejection]", f"expected-statuses = {_toml(REFUSALS)}"]
    path = folder / "schemathesis.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def command(program: str, config: Path, url: str, size: Size, headers: Mapping[str, str]) -> list[str]:
    """The call of the tool."""
    given = [program, "--config-file", str(config), "run", f"{url}/api/openapi.json", "--no-color"]
    given += ["--phases", size.phases, "--max-examples", str(size.examples), "--workers", str(size.workers)]
    given += ["--seed", str(size.seed), "--generation-database", "none", "--continue-on-failure"]
    given += ["--exclude-checks", ",".join(CHECKS_LEFT_OUT), "--suppress-health-check", "all"]
    given += [
        "--warnings",
        "off",
        "--report",
        "json",
        "--report-json-path",
        str(config.parent / "report.json"),
    ]
    if size.seconds is not None:
        given += ["--max-time", str(size.seconds)]
    if headers:
        given += [
            "--exclude-path",
            "/api/auth/logout",
        ]  # the visitor asks for it; a token would be dead after it
    for name, value in headers.items():
        given += ["--header", f"{name}: {value}"]
    return given


def _toml(value: Any) -> str:
    """Texts, numbers and lists of them are written in TOML as in JSON."""
    return json.dumps(value)
