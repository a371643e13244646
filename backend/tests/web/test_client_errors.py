"""Front-end error reports: one log line and one count each, without personal data."""

import json

import pytest
from structlog.testing import capture_logs

from chuckwagon.web.browser_reports import CLIENT_ERRORS
from tests.databases import every_row
from tests.metrics import metric_value

PATH = "/api/client-errors"
REPORT = {
    "kind": "render",
    "name": "TypeError",
    "message": "Cannot read properties of undefined (reading 'total')",
    "page": "/admin/orders/:id",
    "release": "index-B0pn3pUW",
}


@pytest.fixture
def lines():
    """Read the front-end errors logged since the last call."""
    with capture_logs() as logged:

        def read() -> list[dict]:
            found = [line for line in logged if line["event"] == "client_error"]
            logged.clear()
            return found

        yield read


def logged_fields(line: dict) -> dict:
    return {name: value for name, value in line.items() if name not in ("event", "log_level")}


@pytest.mark.parametrize("kind", ["render", "error", "rejection", "hydration"])
def test_a_report_is_one_line_and_one_count(client, lines, kind):
    before = metric_value(CLIENT_ERRORS, kind)
    answer = client.post(PATH, json=REPORT | {"kind": kind})
    assert (answer.status_code, answer.content) == (204, b"")
    [line] = lines()
    assert logged_fields(line) == REPORT | {"kind": kind}
    assert metric_value(CLIENT_ERRORS, kind) == before + 1


def test_numbers_addresses_and_keys_never_reach_the_log(client, lines):
    report = REPORT | {
        "name": "ann@canary.example",
        "message": "No order 104 for\nann.canary@mail.example, +1 (213) 373-4253: " + "canary" * 90,
        "page": "/spicy-burritos/order/canary_a1B2c3D4e5F6?phone=canary#canary",
        "release": "canary canary",
    }
    assert client.post(PATH, json=report).status_code == 204
    [line] = lines()
    assert (line["name"], line["release"]) == ("unknown", "unknown")
    assert line["page"] == "/spicy-burritos/order/…"
    assert line["message"].startswith("No order # for [email], [phone …#]: [secret]")
    assert len(line["message"]) <= 200
    assert "canary" not in json.dumps(line)
    assert not any(character.isdigit() for character in line["message"])


def test_a_message_is_cut(client, lines):
    assert client.post(PATH, json=REPORT | {"message": "oh no " * 100}).status_code == 204
    [line] = lines()
    assert len(line["message"]) == 200


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"{", 400),
        (b"[]", 400),
        (json.dumps(REPORT | {"kind": "order_paid"}).encode(), 400),
        (json.dumps(REPORT | {"message": "x" * 1001}).encode(), 400),
        (json.dumps({"kind": "error"}).encode(), 400),
        (json.dumps(REPORT).encode() + b" " * 4096, 413),
    ],
)
def test_what_is_no_report_is_refused_and_leaves_nothing(client, db, lines, content, status):
    before = every_row(db)
    answer = client.post(PATH, content=content, headers={"Content-Type": "application/json"})
    assert answer.status_code == status
    assert lines() == []
    assert every_row(db) == before


def test_one_address_fills_no_log(client, lines, settings, clock):
    limit = settings.limit_client_errors_per_address
    counted = metric_value(CLIENT_ERRORS, "render")
    answers = [client.post(PATH, json=REPORT) for _ in range(limit + 2)]
    assert [answer.status_code for answer in answers[:limit]] == [204] * limit
    late = answers[-1]
    assert (late.status_code, late.json()["code"]) == (429, "too_many_requests")
    assert 1 <= int(late.headers["retry-after"]) <= 60
    assert len(lines()) == limit
    assert metric_value(CLIENT_ERRORS, "render") == counted + limit
