"""Builds the configuration and the command of one schemathesis run: role, existing IDs and checks."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

HOOKS = "fuzz.hooks"
# The service checks rules that the OpenAPI document does not express, so a body may fit
# the document and still be refused with 400.
CHECKS_LEFT_OUT = ("positive_data_acceptance",)
# The tool does not include 414 by default; a generated value may make the URL too long.
REFUSALS = (400, 401, 403, 404, 405, 409, 413, 414, 415, 422, 429, 503)
KNOWN_SHARE = 0.7  # share of existing IDs; the others are generated or come from earlier responses
STREAM_EVENTS = 1  # a stream has no end, so only its beginning is read

# They end the session of the round's token; the ID of the second comes from the list of one's own sessions.
ENDS_SESSION = ("/api/auth/logout", "/api/auth/sessions/{session_id}")

# Kind of ID that each parameter takes.
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
    "body.items[*].optionIds[*]": "options",
    "set_id": "option_sets",
    "place_id": "places",
    "query.placeId": "places",
    "body.placeId": "places",
    "stop_id": "stops",
    "query.stopId": "stops",
    "body.stopId": "stops",
    "body.customerInfo.stopId": "stops",
    "series_id": "series",
    "offer_id": "offers",
    "session_id": "drawers",
    "close_id": "closes",
    "reader_id": "readers",
    "body.readerId": "readers",
    "payment_id": "counter_payments",
    "printer_id": "printers",
    "job_id": "print_jobs",
    "secret": "printer_secrets",
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
    "body.paymentIntentId": "payments",
}


class Known(msgspec.Struct):
    """IDs of existing records, keyed by kind, so that requests get further than 404.

    `spare` may be deleted (a truck, a menu item, a user); `kept` must exist after the round.
    """

    ids: dict[str, list[str]]
    spare: dict[str, str]
    kept: list[str]


class Size(msgspec.Struct):
    """Size of a round: cases for each operation, their kinds, and optionally the only path to test."""

    examples: int
    phases: str = "examples,coverage,fuzzing,stateful"
    workers: int = 1
    seed: int = 20
    seconds: int | None = None
    only: str | None = None


def write_config(folder: Path, known: Known) -> Path:
    """Write the configuration file of a round."""
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
    """Build the command line of schemathesis."""
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
    if size.only is not None:
        given += ["--include-path", size.only]
    for path in ENDS_SESSION if headers else ():  # only the visitor calls these
        given += ["--exclude-path", path]
    for name, value in headers.items():
        given += ["--header", f"{name}: {value}"]
    return given


def _toml(value: Any) -> str:
    """Format a value as TOML. Strings, numbers and lists have the same format in JSON."""
    return json.dumps(value)
