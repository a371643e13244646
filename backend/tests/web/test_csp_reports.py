"""Content security policy reports: one log line each, without personal data."""

import json

import pytest
from structlog.testing import capture_logs

from tests.databases import every_row

PATH = "/api/csp-report"
ONE = "application/csp-report"
MANY = "application/reports+json"
OLD = {
    "csp-report": {
        "document-uri": "https://street.example/spicy-burritos/checkout?payment_intent=pi_canary#canary",
        "referrer": "https://canary.example/",
        "violated-directive": "script-src-elem",
        "effective-directive": "script-src-elem",
        "original-policy": "default-src 'none'",
        "disposition": "enforce",
        "blocked-uri": "https://ann:canary@cdn.example:8443/lib.js?key=canary",
        "source-file": "https://street.example/assets/index-B0pn3pUW.js?canary",
        "line-number": 12,
        "script-sample": "canary()",
        "status-code": 200,
    }
}
NEW = {
    "type": "csp-violation",
    "age": 10,
    "url": "https://street.example/spicy-burritos",
    "user_agent": "canary",
    "body": {
        "documentURL": "https://street.example/spicy-burritos/order/canary_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8",
        "effectiveDirective": "style-src-attr",
        "blockedURL": "inline",
        "disposition": "report",
        "sourceFile": "https://street.example/5551234567/ann@canary.example/x.js",
        "lineNumber": 3,
        "sample": "canary",
    },
}


@pytest.fixture
def lines():
    """Read the violations logged since the last call."""
    with capture_logs() as logged:

        def read() -> list[dict]:
            found = [line for line in logged if line["event"] == "csp_violation"]
            logged.clear()
            return found

        yield read


def send(client, value, kind=ONE):
    content = value if isinstance(value, bytes) else json.dumps(value).encode()
    return client.post(PATH, content=content, headers={"Content-Type": kind})


def logged_fields(line: dict) -> dict:
    return {name: value for name, value in line.items() if name not in ("event", "log_level")}


def test_a_report_is_one_line_without_queries_and_secrets(client, lines):
    answer = send(client, OLD)
    assert (answer.status_code, answer.content) == (204, b"")
    [line] = lines()
    assert logged_fields(line) == {
        "rule": "script-src-elem",
        "blocked": "https://cdn.example:8443",
        "page": "/spicy-burritos/checkout",
        "source": "/assets/index-B0pn3pUW.js",
        "line": 12,
        "disposition": "enforce",
    }
    assert "canary" not in json.dumps(line)


def test_reports_in_the_newer_form_are_read_and_others_passed_over(client, lines):
    other = {"type": "deprecation", "body": {"id": "canary"}}
    assert send(client, [other, NEW, NEW], MANY).status_code == 204
    found = lines()
    assert len(found) == 2
    assert logged_fields(found[0]) == {
        "rule": "style-src-attr",
        "blocked": "inline",
        "page": "/spicy-burritos/order/…",
        "source": "/…/…/x.js",
        "line": 3,
        "disposition": "report",
    }
    assert "canary" not in json.dumps(found)
    assert send(client, other, MANY).status_code == 204
    assert lines() == []


def test_many_violations_in_one_request_are_a_few_lines(client, lines):
    report = {"type": "csp-violation", "body": {}}
    assert send(client, [report] * 200, MANY).status_code == 204
    assert len(lines()) == 5


def test_what_a_stranger_makes_up_cannot_write_into_the_log(client, lines):
    forged = {
        "effective-directive": 'x"}\n{"event": "order_paid"',
        "blocked-uri": "javascript:canary",
        "document-uri": ["https://canary.example"],
        "source-file": "http://[canary",
        "line-number": "canary",
        "disposition": {"canary": 1},
    }
    assert send(client, {"csp-report": forged}).status_code == 204
    [line] = lines()
    assert logged_fields(line) == {
        "rule": "unknown", "blocked": "javascript", "page": "", "source": "", "line": None,
        "disposition": "enforce",
    }  # fmt: skip
    assert "canary" not in json.dumps(line)


@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        ("application/json", OLD, 415),
        ("text/plain", OLD, 415),
        (ONE, b"{", 400),
        (ONE, [], 400),
        (ONE, {"csp-report": 1}, 400),
        (ONE, {}, 400),
        (MANY, [1], 400),
        (MANY, [{"type": "csp-violation", "body": None}], 400),
        (ONE, b" " * 8193, 413),
        (ONE, b"", 400),
    ],
)
def test_what_is_no_report_is_refused_and_leaves_nothing(client, db, lines, kind, body, status):
    before = every_row(db)
    assert send(client, body, kind).status_code == status
    assert lines() == []
    assert every_row(db) == before


def test_a_report_of_8_kib_is_read(client):
    padded = json.dumps({"csp-report": {}}).encode()
    assert send(client, padded + b" " * (8192 - len(padded))).status_code == 204


def test_one_address_fills_no_log(client, lines, settings, clock):
    limit = settings.limit_csp_reports_per_address
    answers = [send(client, OLD) for _ in range(limit + 2)]
    assert [answer.status_code for answer in answers[:limit]] == [204] * limit
    late = answers[-1]
    assert (late.status_code, late.json()["code"]) == (429, "too_many_requests")
    assert 1 <= int(late.headers["retry-after"]) <= 60
    assert len(lines()) == limit
