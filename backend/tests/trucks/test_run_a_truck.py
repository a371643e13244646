"""A truck's own staff pause and resume it and set its lead time, and checkouts follow that."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.audit.log import AuditEvent
from chuckwagon.trucks.models import Truck
from tests.factories import checkout_body, make_item, pickup_time

WHENEVER = {
    "acceptingOrders": True,
    "notAcceptingReason": None,
    "pausedUntil": None,
    "leadMinutes": 15,
    "extraLeadMinutes": 0,
    "extraLeadUntil": None,
    "smsSignature": "",
    "unitsPerTenMinutes": None,
    "selfService": True,
    "takesTips": False,
    "tipPresets": [15, 18, 20],
    "confirmsOrders": False,
    "businessAddress": None,
}


@pytest.fixture
def taco(db, cast):
    return make_item(db, cast.truck)


@pytest.fixture
def buy(client, cast, taco):
    """Create a checkout with pickup in so many minutes."""

    def post(minutes=90):
        body = checkout_body(cast.truck, (taco, 1))
        body["customerInfo"]["pickupTime"] = pickup_time(cast.truck, minutes)
        return client.post("/api/create-payment-intent", json=body)

    return post


def settings_of(ask, cast):
    return ask("GET", f"/trucks/{cast.truck.id}").json()["settings"]


def change(ask, cast, role="truck_admin", **given):
    return ask("PATCH", f"/trucks/{cast.truck.id}/settings", as_=role, json=given)


@pytest.mark.parametrize("role", ["truck_admin", "superadmin"])
def test_what_is_sent_changes_and_the_rest_stays(ask, cast, clock, role):
    clock.set("2026-11-21T20:00:00Z")
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
        "extraLeadMinutes": 0,
        "extraLeadUntil": None,
        "smsSignature": "",
        "unitsPerTenMinutes": None,
        "selfService": True,
        "takesTips": False,
        "tipPresets": [15, 18, 20],
        "confirmsOrders": False,
        "businessAddress": None,
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
        ("extraLeadMinutes", -1),
        ("extraLeadMinutes", 121),
        ("extraLeadMinutes", 1.5),
        ("extraLeadMinutes", "10"),
        ("extraLeadUntil", "tomorrow"),
        ("extraLeadUntil", "2026-11-22T01:00:00"),
        ("extraLeadUntil", "0001-01-01T00:00:00+14:00"),
        ("extraLeadUntil", "9999-12-31T23:59:59-12:00"),
        ("extraLeadUntil", "2999-01-01T00:00:00Z"),
        ("smsSignature", "x" * 61),
        ("unitsPerTenMinutes", 0),
        ("unitsPerTenMinutes", 501),
        ("smsSignature", "a\u202eb"),
        ("takesTips", "yes"),
        ("tipPresets", []),
        ("tipPresets", [15, 18]),
        ("tipPresets", [15, 18, 20, 25]),
        ("tipPresets", [15, 15, 20]),
        ("tipPresets", [0, 18, 20]),
        ("tipPresets", [15, 18, 101]),
        ("tipPresets", 18),
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
    assert change(ask, cast, smsSignature="  Ask for \n Ana ").json()["settings"]["smsSignature"] == "Ask for Ana"
    assert change(ask, cast, smsSignature=None).json()["settings"]["smsSignature"] == ""


def test_tips_are_off_until_a_truck_turns_them_on_and_customers_see_its_percentages(ask, client, cast):
    def shown():
        return client.get(f"/api/trucks/by-slug/{cast.truck.slug}").json()["tipPresets"]

    assert shown() is None
    assert change(ask, cast, tipPresets=[25, 10, 100]).json()["settings"]["tipPresets"] == [10, 25, 100]
    assert shown() is None
    assert change(ask, cast, takesTips=True).json()["settings"]["takesTips"] is True
    assert shown() == [10, 25, 100]


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


def test_what_would_be_over_already_is_refused_as_by_a_tablet_whose_clock_is_slow(ask, cast, clock):
    clock.set("2026-07-01T19:00:00Z")
    for field, more in (("pausedUntil", {"acceptingOrders": True}), ("extraLeadUntil", {"extraLeadMinutes": 20})):
        refused = change(ask, cast, **{field: "2026-07-01T18:59:59Z"}, **more)
        assert (refused.status_code, list(refused.json()["fields"])) == (400, [field])
    settings = settings_of(ask, cast)
    assert (settings["pausedUntil"], settings["extraLeadMinutes"]) == (None, 0)


def test_what_one_colleague_sets_the_other_does_not_undo(ask, db, cast):
    change(ask, cast, leadMinutes=60)
    change(ask, cast, "superadmin", acceptingOrders=False)
    with db.reading() as session:
        truck = session.get_one(Truck, cast.truck.id)
    assert (truck.lead_minutes, truck.accepting_orders, truck.version) == (60, False, 1)


@pytest.mark.parametrize(
    ("given", "minutes", "until"),
    [
        ({"extraLeadMinutes": 20}, 20, None),
        ({"extraLeadMinutes": 20, "extraLeadUntil": "2026-07-01T20:00:00Z"}, 20, "2026-07-01T20:00:00Z"),
        ({"extraLeadUntil": "2026-07-01T18:59:59Z"}, 0, None),
        ({"extraLeadUntil": "2026-07-01T20:00:00Z"}, 0, None),
        ({"extraLeadMinutes": 0, "extraLeadUntil": "2026-07-01T20:00:00Z"}, 0, None),
        ({"extraLeadMinutes": None}, 0, None),
    ],
)
def test_a_busy_truck_adds_minutes(ask, cast, clock, given, minutes, until):
    clock.set("2026-07-01T19:00:00Z")
    found = change(ask, cast, **given).json()
    assert (found["settings"]["extraLeadMinutes"], found["settings"]["extraLeadUntil"]) == (minutes, until)
    assert (found["settings"]["leadMinutes"], found["leadMinutes"]) == (15, 15 + minutes)


def test_of_minutes_and_their_end_each_is_changed_alone_while_they_run(ask, cast, clock):
    clock.set("2026-07-01T19:00:00Z")

    def extra(**given):
        found = change(ask, cast, **given).json()["settings"]
        return found["extraLeadMinutes"], found["extraLeadUntil"]

    eight, nine = "2026-07-01T20:00:00Z", "2026-07-01T21:00:00Z"
    assert extra(extraLeadMinutes=20, extraLeadUntil=eight) == (20, eight)
    assert extra(extraLeadMinutes=30) == (30, eight)
    assert extra(extraLeadUntil=nine) == (30, nine)
    assert extra(extraLeadUntil=None) == (30, None)
    assert extra(extraLeadMinutes=0) == (0, None)
    assert extra(extraLeadMinutes=20, extraLeadUntil=eight) == (20, eight)
    clock.set(eight)
    assert extra(extraLeadUntil=nine) == (0, None), "what has ended does not come back"
    assert extra(extraLeadMinutes=10) == (10, nine)


@pytest.mark.parametrize("ends", [True, False])
def test_extra_minutes_hold_at_the_checkout_until_their_end(ask, client, cast, clock, sandbox, buy, ends):
    clock.set("2026-07-01T19:00:00Z")
    end = clock.now() + timedelta(hours=1)
    change(ask, cast, leadMinutes=30, extraLeadMinutes=20, extraLeadUntil=end.isoformat() if ends else None)
    answer = buy(49)
    assert (answer.status_code, answer.json()["code"]) == (400, "pickup_too_soon")
    assert answer.json()["error"] == "Please allow at least 50 minutes for preparation"
    assert sandbox.ledger()["payment_intents"] == []
    for instant, lead in [(end - timedelta(microseconds=1), 50), (end, 30 if ends else 50)]:
        clock.set(instant.isoformat())
        assert client.get(f"/api/trucks/{cast.truck.id}").json()["leadMinutes"] == lead
    assert buy(31).status_code == (200 if ends else 400)


def test_what_everybody_reads_of_a_pause_ends_by_itself(ask, client, cast, clock):
    clock.set("2026-07-01T19:00:00Z")
    end = "2026-07-01T19:30:00Z"
    change(ask, cast, pausedUntil=end, notAcceptingReason="Fire alarm", extraLeadMinutes=5, extraLeadUntil=end)
    addresses = (
        f"/api/trucks/{cast.truck.id}",
        f"/api/trucks/by-slug/{cast.truck.slug}",
        "/api/trucks/public",
    )

    def read():
        answers = [client.get(address) for address in addresses]
        bodies = [answer.json() for answer in answers]
        trucks = [
            body if isinstance(body, dict) else next(t for t in body if t["_id"] == cast.truck.id) for body in bodies
        ]
        shown = {(t["acceptingOrders"], t["notAcceptingReason"], t["pausedUntil"], t["leadMinutes"]) for t in trucks}
        return shown, [answer.headers["etag"] for answer in answers]

    paused, etags = read()
    assert paused == {(False, "Fire alarm", end, 20)}
    clock.set("2026-07-01T19:29:59.999999Z")
    assert read() == (paused, etags)
    clock.set(end)
    resumed, others = read()
    assert resumed == {(True, None, None, 15)}
    assert all(new != old for new, old in zip(others, etags, strict=True))
    assert settings_of(ask, cast)["pausedUntil"] is None


def test_a_truck_that_is_switched_off_promises_no_end(ask, client, cast, clock, buy):
    clock.set("2026-07-01T19:00:00Z")
    change(ask, cast, acceptingOrders=False, pausedUntil="2026-07-01T20:00:00Z")
    assert client.get(f"/api/trucks/{cast.truck.id}").json()["pausedUntil"] is None
    assert buy().json()["error"] == "This truck is not taking orders right now."


@pytest.mark.parametrize(
    ("reason", "until", "sentence"),
    [
        (
            None,
            "2026-07-01T20:00:00Z",
            "This truck is not taking orders right now. Ordering resumes at 1:00 PM.",
        ),
        ("Out of gas", "2026-07-01T20:00:00Z", "Out of gas. Ordering resumes at 1:00 PM."),
        (
            "Back soon!",
            "2026-07-02T19:05:00Z",
            "Back soon! Ordering resumes on Thursday, July 2 at 12:05 PM.",
        ),
    ],
)
def test_a_paused_truck_says_when_it_resumes(ask, cast, clock, buy, reason, until, sentence):
    clock.set("2026-07-01T19:00:00Z")
    change(ask, cast, pausedUntil=until, notAcceptingReason=reason)
    answer = buy()
    assert (answer.status_code, answer.json()["code"], answer.json()["error"]) == (
        409,
        "truck_closed",
        sentence,
    )


PRESENTED = {
    "shortDescription": "Tacos from the coal",
    "description": "First line.\nSecond line.",
    "phone": "(503) 555-0142",
    "imageUrl": "https://pictures.example/taco.webp",
    "bannerImage": "https://pictures.example/truck.webp",
}


def test_staff_change_what_customers_read_about_their_truck(ask, cast, db):
    answer = change(ask, cast, **PRESENTED, takesTips=True)
    assert answer.status_code == 200
    assert {name: answer.json()[name] for name in PRESENTED} == PRESENTED
    assert (answer.json()["version"], answer.json()["settings"]["takesTips"]) == (2, True)
    with db.reading() as session:
        events = session.scalars(sa.select(AuditEvent).where(AuditEvent.subject_id == cast.truck.id)).all()
    changed = {event.action: event.details for event in events}
    assert changed["truck.changed"]["phone"] == {"before": "", "after": "…0142"}
    assert changed["truck.changed"]["shortDescription"] == {"before": "", "after": "Tacos from the coal"}
    assert changed["truck.settings_changed"] == {
        "truck": "Own Truck",
        "takesTips": {"before": False, "after": True},
    }
    emptied = change(ask, cast, **dict.fromkeys(PRESENTED)).json()
    assert [emptied[name] for name in PRESENTED] == ["", "", "", None, None]


def test_what_staff_say_about_their_truck_is_checked_like_a_superadmins_form(ask, cast):
    answer = change(ask, cast, phone="call us", imageUrl="/uploads/none.webp", shortDescription="x" * 201)
    assert (answer.status_code, set(answer.json()["fields"])) == (400, {"phone", "imageUrl", "shortDescription"})
    assert ask("GET", f"/trucks/{cast.truck.id}").json()["version"] == 1


def test_a_text_made_from_an_older_version_is_refused_and_a_pause_keeps_the_version(ask, cast):
    assert change(ask, cast, acceptingOrders=False, version=1).json()["version"] == 1
    assert change(ask, cast, description="Mine", version=1).json()["version"] == 2
    stale = change(ask, cast, description="Theirs", version=1)
    assert (stale.status_code, stale.json()["code"]) == (409, "changed_meanwhile")
    assert (stale.json()["truck"]["description"], stale.json()["truck"]["version"]) == ("Mine", 2)


@pytest.mark.parametrize("field", ["name", "slug", "taxRate", "applicationFeeBps", "isActive", "owner", "location"])
def test_what_is_not_the_owners_stays(ask, cast, field):
    before = ask("GET", f"/trucks/{cast.truck.id}").json()
    given = {"name": "Mine", "slug": "mine", "owner": {"name": "Me"}, "location": {"city": "Reno"}, "isActive": False}
    assert change(ask, cast, **{field: given.get(field, 1)}).status_code == 200
    assert ask("GET", f"/trucks/{cast.truck.id}").json()[field] == before[field]
