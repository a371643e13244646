"""A truck's own staff pause it, resume it and set its lead time, and the checkout keeps to it."""

from datetime import timedelta

import pytest

from chuckwagon.trucks.models import Truck
from tests.factories import cart_for, make_item, pickup_time

WHENEVER = {
    "acceptingOrders": True,
    "notAcceptingReason": None,
    "pausedUntil": None,
    "leadMinutes": 15,
    "smsSignature": "",
}


@pytest.fixture
def taco(db, cast):
    return make_item(db, cast.truck)


@pytest.fixture
def buy(client, cast, taco):
    """One checkout, to be picked up in so many minutes."""

    def post(minutes=90):
        body = cart_for(cast.truck, (taco, 1))
        body["customerInfo"]["pickupTime"] = pickup_time(cast.truck, minutes)
        return client.post("/api/create-payment-intent", json=body)

    return post


def settings_of(ask, cast):
    return ask("GET", f"/trucks/{cast.truck.id}").json()["settings"]


def change(ask, cast, role="truck_admin", **given):
    return ask("PATCH", f"/trucks/{cast.truck.id}/settings", as_=role, json=given)


@pytest.mark.parametrize("role", ["truck_admin", "superadmin"])
def test_what_is_sent_changes_and_the_rest_stays(ask, cast, role):
    answer = change(ask, cast, role, acceptingOrders=False, notAcceptingReason="  Out of \n dough ")
    assert answer.status_code == 200
    assert answer.json()["settings"] == WHENEVER | {
        "acceptingOrders": False,
        "notAcceptingReason": "Out of dough",
    }
    answer = change(ask, cast, role, leadMinutes=45, pausedUntil="2026-11-22T01:00:00+02:00")
    expected = WHENEVER | {"acceptingOrders": False, "notAcceptingReason": "Out of dough", "leadMinutes": 45}
    assert settings_of(ask, cast) == expected | {"pausedUntil": "2026-11-21T23:00:00Z"}
    null = dict.fromkeys(WHENEVER)
    assert change(ask, cast, role, **null).json()["settings"] == {
        "acceptingOrders": False,
        "notAcceptingReason": None,
        "pausedUntil": None,
        "leadMinutes": 45,
        "smsSignature": "",
    }


@pytest.mark.parametrize("role", [None, "other_admin", "truckless_admin"])
@pytest.mark.parametrize("body", [b'{"leadMinutes": 30}', b'{"leadMinutes": "x"}', b"{", b""])
def test_nobody_else_runs_the_truck_and_the_body_does_not_matter(ask, cast, role, body):
    headers = {"Content-Type": "application/json"}
    answer = ask("PATCH", f"/trucks/{cast.truck.id}/settings", as_=role, content=body, headers=headers)
    assert answer.status_code == (401 if role is None else 403)
    assert settings_of(ask, cast) == WHENEVER


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("leadMinutes", 14),
        ("leadMinutes", 121),
        ("leadMinutes", 15.5),
        ("leadMinutes", "30"),
        ("acceptingOrders", "no"),
        ("notAcceptingReason", "x" * 201),
        ("notAcceptingReason", "a\u0007"),
        ("pausedUntil", "tomorrow"),
        ("pausedUntil", "2026-11-22T01:00:00"),
        ("pausedUntil", "0001-01-01T00:00:00+14:00"),
        ("pausedUntil", "9999-12-31T23:59:59-12:00"),
        ("pausedUntil", 5),
        ("smsSignature", "x" * 61),
        ("smsSignature", "a\u202eb"),
    ],
)
def test_a_broken_rule_changes_nothing(ask, cast, field, value):
    other = {"acceptingOrders": False} if field != "acceptingOrders" else {"leadMinutes": 60}
    answer = change(ask, cast, **{field: value}, **other)
    assert (answer.status_code, set(answer.json()["fields"])) == (400, {field})
    assert settings_of(ask, cast) == WHENEVER


def test_the_last_line_of_the_texts_is_set_and_emptied(ask, cast):
    longest = "x" * 60
    assert change(ask, cast, smsSignature=longest).json()["settings"]["smsSignature"] == longest
    assert (
        change(ask, cast, smsSignature="  Ask for \n Ana ").json()["settings"]["smsSignature"]
        == "Ask for Ana"
    )
    assert change(ask, cast, smsSignature=None).json()["settings"]["smsSignature"] == ""


def test_a_pause_lasts_at_most_a_year(ask, cast, clock):
    too_long = (clock.now() + timedelta(days=367)).isoformat()
    assert change(ask, cast, pausedUntil=too_long).status_code == 400
    fine = (clock.now() + timedelta(days=300)).isoformat()
    assert change(ask, cast, pausedUntil=fine).status_code == 200


def test_a_truck_that_takes_no_orders_says_why_at_the_checkout(ask, client, cast, sandbox, buy):
    change(ask, cast, acceptingOrders=False, notAcceptingReason="Sold out for today")
    answer = buy()
    assert (answer.status_code, answer.json()["code"]) == (409, "truck_closed")
    assert answer.json()["error"] == "Sold out for today"
    assert sandbox.ledger()["payment_intents"] == []
    public = client.get(f"/api/trucks/{cast.truck.id}").json()
    assert (public["acceptingOrders"], public["notAcceptingReason"]) == (False, "Sold out for today")
    change(ask, cast, acceptingOrders=True)
    assert buy().status_code == 200
    assert client.get(f"/api/trucks/{cast.truck.id}").json()["notAcceptingReason"] is None


def test_a_pause_ends_at_its_instant_by_itself(ask, cast, clock, buy):
    change(ask, cast, pausedUntil=(clock.now() + timedelta(minutes=10)).isoformat())
    assert buy().json()["code"] == "truck_closed"
    clock.advance(timedelta(minutes=9, seconds=59))
    assert buy().json()["code"] == "truck_closed"
    clock.advance(timedelta(seconds=1))
    assert buy().status_code == 200


def test_the_lead_time_holds_at_the_checkout(ask, cast, clock, sandbox, buy):
    clock.set("2026-07-01T19:00:00Z")
    change(ask, cast, leadMinutes=45)
    answer = buy(44)
    assert (answer.status_code, answer.json()["code"]) == (400, "pickup_too_soon")
    assert answer.json()["error"] == "Please allow at least 45 minutes for preparation"
    assert sandbox.ledger()["payment_intents"] == []
    assert buy(45).status_code == 200


def test_what_one_colleague_sets_the_other_does_not_undo(ask, db, cast):
    change(ask, cast, leadMinutes=60)
    change(ask, cast, "superadmin", acceptingOrders=False)
    with db.reading() as session:
        truck = session.get_one(Truck, cast.truck.id)
    assert (truck.lead_minutes, truck.accepting_orders, truck.version) == (60, False, 1)
