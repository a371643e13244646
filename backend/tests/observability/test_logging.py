"""Each event is one line of JSON whatever its values are, without personal data and secrets."""

import json
import logging as standard

import pytest
import sqlalchemy as sa

from chuckwagon.observability import logging
from chuckwagon.observability.logging import log, redact
from tests.factories import checkout_body, make_item
from tests.log_lines import collect_lines


@pytest.fixture
def lines(monkeypatch):
    """The lines of the log, each with its line end."""
    return collect_lines(monkeypatch)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("call +12133734253 now", "call [phone …53] now"),
        ("(213) 373-4253", "[phone …53]"),
        ("213.373.4253", "[phone …53]"),
        ("Ada <ada+x@mail.example.com>", "Ada <[email]>"),
        ("4242 4242 4242 4242", "[number]"),
        ("4000002500003155", "[number]"),
        ("pi_3Abc_secret_9f8e7d", "[secret]"),
        ("sk_live_abc123", "[secret]"),
        ("whsec_abc", "[secret]"),
        ("Authorization: Bearer abc.def", "Authorization: [secret]"),
        ("token " + "aB3-" * 11, "token [secret]"),
        ("order 0123456789abcdef01234567 of 2026-07-01T19:30:00Z", None),
        ("/home/me/chuckwagon/payments/fulfillment/service.py:120 settle", None),
        ("refund:0123456789abcdef01234567:2", None),
        ("x" * 501, "[secret]"),
        ("x y " * 200, ("x y " * 200)[:500] + "…"),
    ],
)
def test_personal_data_in_a_value_is_redacted(text, left):
    assert redact(text) == (text if left is None else left)


def test_values_and_lists_of_values_are_redacted(lines):
    log.error("odd", words="ada@example.com", many=["+12133734253"], count=3, rest={"phone": "2133734253"})
    found = json.loads(lines[0])
    assert (found["words"], found["many"], found["count"]) == ("[email]", ["[phone …53]"], 3)
    assert "2133734253" not in lines[0]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\u2028", "\u2029", "\x85", "\x0b", "\x1b[2J", "\x00"])
def test_a_value_cannot_begin_a_line_of_its_own(lines, end):
    log.info("odd", words=f"a{end}" + '{"ts":"now","event":"forged"}')
    [line] = lines
    assert line.endswith("\n")
    assert len(line.splitlines()) == 1
    assert line.isascii()
    assert "\x1b" not in line
    assert json.loads(line)["event"] == "odd"


def test_a_caller_cannot_begin_a_line_either(client, lines):
    client.get("/api/orders/%0a%7b%22ts%22:1%7d?x=%0d%0a")
    client.get("/api/no/%0aforged")
    written = [line for line in lines if '"request"' in line]
    assert len(written) == 2
    for line in written:
        assert len(line.splitlines()) == 1
        assert "forged" not in line
        assert "ts%22" not in line


def test_a_request_has_its_line_with_ids_and_nothing_else(client, cast, sandbox, lines):
    item = make_item(cast._db, cast.truck)
    answer = client.post("/api/create-payment-intent", json=checkout_body(cast.truck, (item, 1)))
    [line] = [json.loads(one) for one in lines if "create-payment-intent" in one]
    assert set(line) == {
        "ts", "level", "event", "request_id", "method", "route", "status", "ms", "outcome", "payment",
    }  # fmt: skip
    assert line["request_id"] == answer.headers["x-request-id"]
    assert line["payment"] == f"…{answer.json()['paymentIntentId'][-6:]}"
    assert (line["method"], line["status"], line["outcome"]) == ("POST", 200, "ok")
    assert line["ts"].endswith("Z")


def test_a_request_of_staff_logs_the_user_and_the_order(client, cast, lines):
    order = "0123456789ab" * 2
    client.get(f"/api/orders/{order}", headers=cast.headers("truck_admin"))
    [line] = [json.loads(one) for one in lines if "/api/orders/{order_id}" in one]
    assert (line["actor"], line["role"]) == (cast.truck_admin.id, "admin")
    assert (line["truck_id"], line["order_id"]) == (cast.truck.id, order)
    assert (line["status"], line["outcome"]) == (404, "not_found")


def test_successful_health_checks_have_no_line(client, lines):
    assert client.get("/health").is_success
    assert not [one for one in lines if '"/health"' in one]


def test_an_exception_is_logged_by_type_and_place_without_its_message(lines):
    def find(name):
        raise KeyError(name)

    try:
        try:
            find("Ada Lovelace")
        except KeyError as error:
            raise sa.exc.IntegrityError("INSERT", {}, _Refused("Key (phone)=(+12133734253)")) from error
    except sa.exc.IntegrityError:
        log.exception("odd")
    outer, inner = json.loads(lines[0])["exception"]
    assert (outer["type"], outer["code"], inner["type"]) == ("IntegrityError", "23505", "KeyError")
    assert any(frame.endswith(" find") for frame in inner["frames"])
    assert "Ada" not in lines[0]
    without_places = [{**each, "frames": None} for each in (outer, inner)]
    assert "213" not in str(without_places)


class _Refused(Exception):
    sqlstate = "23505"


def test_lines_of_libraries_have_our_format_and_no_values(lines, monkeypatch):
    root = standard.Logger("library")  # noqa: LOG001 - a separate logger
    root.addHandler(logging._LibraryHandler())
    root.warning("cannot reach %s for %s", "+12133734253", "ada@example.com")
    root.error('Traceback (most recent call last):\n  File "/a/b.py", line 3, in run\n    x()\nValueError: Ada')
    # A thread of an earlier test may write a line too.
    first, second = [line for line in map(json.loads, lines) if line["event"] == "library"]
    assert (first["event"], first["words"]) == ("library", "cannot reach %s for %s")
    assert (second["words"], second["frames"]) == ("ValueError", ['/a/b.py", line 3, in run'])
    assert not any("Ada" in line for line in lines)
