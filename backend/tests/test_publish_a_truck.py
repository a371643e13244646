"""A new truck is a draft until what it needs is there, and a superadmin publishes it."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.audit.log import AuditEvent
from chuckwagon.kit import clock
from chuckwagon.kit.clock import to_iso
from chuckwagon.trucks.models import Truck
from chuckwagon.trucks.queries import is_public_truck
from tests.api_calls import call_as
from tests.cast import make_user

NEW = {"name": "Bao Down", "location": {"city": "Reno", "state": "NV"}, "timezone": "America/Los_Angeles"}


@pytest.fixture
def ask(client, cast):
    return call_as(client, cast, "superadmin")


@pytest.fixture
def draft(ask):
    answer = ask("POST", "/trucks", json=NEW | {"isDraft": True, "taxRate": 8.265})
    assert answer.status_code == 201
    return answer.json()


def checklist(ask, truck, as_="superadmin"):
    return ask("GET", f"/trucks/{truck['_id']}/checklist", as_=as_).json()


def done(ask, truck):
    return {point["name"] for point in checklist(ask, truck)["points"] if point["done"]}


def add_item(ask, truck, **fields):
    body = {"truckId": truck["_id"], "name": "Pork bao", "basePrice": 5} | fields
    answer = ask("POST", "/menu-items", json=body)
    assert answer.status_code == 201
    return answer.json()


def add_stop(ask, truck):
    place = ask("POST", "/places", json={"truckId": truck["_id"], "name": "Pier 7"}).json()
    start = clock.now() + timedelta(days=1)
    times = {"startsAt": to_iso(start), "endsAt": to_iso(start + timedelta(hours=3))}
    answer = ask("POST", "/stops", json={"truckId": truck["_id"], "placeId": place["_id"], **times})
    assert answer.status_code == 201
    return answer.json()


def publish(ask, truck, as_="superadmin"):
    return ask("POST", f"/trucks/{truck['_id']}/publish", as_=as_)


def test_a_draft_is_public_nowhere(client, ask, draft, db):
    assert (draft["isDraft"], draft["isActive"], draft["scheduleMode"]) == (True, False, "stops")
    add_item(ask, draft)
    add_stop(ask, draft)
    for address in (
        f"trucks/{draft['_id']}",
        "trucks/by-slug/bao-down",
        "trucks/by-slug/bao-down/manifest",
        f"menu-items/public/{draft['_id']}",
        "trucks/bao-down/stops",
        "trucks/bao-down/stops.ics",
        f"trucks/{draft['_id']}/stream",
    ):
        assert client.get(f"/api/{address}").status_code == 404, address
    for address in ("trucks/public", "stops/today", "stops/today?q=bao"):
        assert "Bao Down" not in client.get(f"/api/{address}").text
    with db.reading() as session:
        assert not is_public_truck(session, draft["_id"])
    assert draft["_id"] in {truck["_id"] for truck in ask("GET", "/trucks").json()}


def test_a_draft_is_inactive_whatever_is_sent(ask):
    made = ask("POST", "/trucks", json=NEW | {"isDraft": True, "isActive": True, "scheduleMode": "always"}).json()
    assert (made["isDraft"], made["isActive"], made["scheduleMode"]) == (True, False, "always")


@pytest.mark.parametrize("fields", [{}, {"isDraft": False}, {"isDraft": None}])
def test_a_plain_truck_is_active_at_once(ask, fields):
    made = ask("POST", "/trucks", json=NEW | fields).json()
    assert (made["isDraft"], made["isActive"], made["scheduleMode"]) == (False, True, "always")


@pytest.mark.parametrize("fields", [{"isDraft": True}, {"isDraft": False}])
def test_a_change_makes_no_draft_and_ends_none(ask, draft, cast, fields):
    for truck_id, is_draft in ((draft["_id"], True), (cast.truck.id, False)):
        changed = ask("PUT", f"/trucks/{truck_id}", json=fields)
        assert (changed.status_code, changed.json()["isDraft"]) == (200, is_draft)


@pytest.mark.parametrize(
    ("method", "way", "given"),
    [
        ("PATCH", "/toggle-active", {"json": {"isActive": True}}),
        ("PATCH", "/toggle-status", {}),
        ("PUT", "", {"json": {"isActive": True}}),
    ],
)
def test_a_draft_becomes_active_by_its_publication_only(ask, draft, method, way, given):
    refused = ask(method, f"/trucks/{draft['_id']}{way}", **given)
    assert (refused.status_code, refused.json()["code"]) == (409, "truck_is_draft")
    stored = ask("GET", f"/trucks/{draft['_id']}").json()
    assert (stored["isActive"], stored["isDraft"], stored["version"]) == (False, True, draft["version"])
    kept = ask("PATCH", f"/trucks/{draft['_id']}/toggle-active", json={"isActive": False})
    assert (kept.status_code, kept.json()["isDraft"]) == (200, True)


def test_the_checklist_names_what_there_is_and_who_may_do_the_rest(ask, db, cast, draft):
    assert checklist(ask, draft) == {
        "truckId": draft["_id"],
        "isDraft": True,
        "canPublish": False,
        "points": [
            {"name": "menu", "done": False, "required": True, "by": "admin", "allowed": True, "count": 0},
            {"name": "tax", "done": True, "required": True, "by": "superadmin", "allowed": True, "count": None},
            {"name": "schedule", "done": False, "required": True, "by": "admin", "allowed": True, "count": 0},
            {"name": "staff", "done": False, "required": False, "by": "superadmin", "allowed": True, "count": 0},
            {"name": "payments", "done": False, "required": False, "by": "superadmin", "allowed": True, "count": None},
        ],
    }
    item = add_item(ask, draft)
    assert done(ask, draft) == {"tax", "menu"}
    ask("PATCH", f"/menu-items/{item['_id']}/toggle-availability", json={"isAvailable": False})
    assert done(ask, draft) == {"tax"}
    stop = add_stop(ask, draft)
    make_user(db, "bao@example.com", truck_id=draft["_id"])
    assert done(ask, draft) == {"tax", "schedule", "staff"}
    ask("DELETE", f"/stops/{stop['_id']}")
    db.write(lambda session: session.execute(sa.update(Truck).values(transfers_active=True)))
    assert done(ask, draft) == {"tax", "staff", "payments"}
    ask("PATCH", f"/trucks/{draft['_id']}/settings", json={"scheduleMode": "always"})
    assert done(ask, draft) == {"tax", "staff", "payments", "schedule"}


def test_a_tax_that_was_not_chosen_is_not_confirmed(ask):
    truck = ask("POST", "/trucks", json=NEW | {"isDraft": True}).json()
    assert "tax" not in done(ask, truck)
    ask("PUT", f"/trucks/{truck['_id']}", json={"taxRate": truck["taxRate"]})
    assert "tax" in done(ask, truck)


def test_a_trucks_own_staff_read_what_is_theirs_to_do(ask, cast):
    read = checklist(ask, {"_id": cast.truck.id}, "truck_admin")
    allowed = {point["name"]: point["allowed"] for point in read["points"]}
    assert allowed == {"menu": True, "tax": False, "schedule": True, "staff": False, "payments": False}
    assert (read["isDraft"], read["canPublish"]) == (False, False)


def test_a_draft_that_lacks_something_is_not_published(ask, client, draft):
    refused = publish(ask, draft)
    assert (refused.status_code, refused.json()["code"]) == (409, "truck_not_ready")
    assert refused.json()["open"] == ["menu", "schedule"]
    add_item(ask, draft)
    assert publish(ask, draft).json()["open"] == ["schedule"]
    assert ask("GET", f"/trucks/{draft['_id']}").json()["isDraft"] is True


def test_a_published_truck_is_open_to_customers(ask, client, draft, db):
    add_item(ask, draft)
    add_stop(ask, draft)
    assert checklist(ask, draft)["canPublish"] is True
    published = publish(ask, draft).json()
    assert (published["isDraft"], published["isActive"], published["version"]) == (False, True, draft["version"] + 1)
    assert client.get("/api/trucks/by-slug/bao-down").json()["name"] == "Bao Down"
    again = publish(ask, draft)
    assert (again.status_code, again.json()["version"]) == (200, published["version"])
    with db.reading() as session:
        found = session.scalars(sa.select(AuditEvent).where(AuditEvent.subject_id == draft["_id"])).all()
    actions = [event.action for event in found if event.action.startswith("truck.p")]
    assert actions == ["truck.published"]
    off = ask("PATCH", f"/trucks/{draft['_id']}/toggle-active").json()
    assert (off["isDraft"], off["isActive"]) == (False, False)


def test_only_superadmins_publish(ask, cast, draft, db):
    db.write(lambda session: session.execute(sa.update(Truck).values(is_draft=True, is_active=False)))
    for role, status in (("truck_admin", 403), ("other_admin", 403)):
        assert publish(ask, {"_id": cast.truck.id}, as_=role).status_code == status


@pytest.mark.parametrize("unknown", ["f" * 24, "x", "%00"])
def test_an_unknown_truck_has_no_checklist(ask, unknown):
    assert ask("GET", f"/trucks/{unknown}/checklist").status_code == 404
    assert ask("POST", f"/trucks/{unknown}/publish").status_code == 404


@pytest.mark.dialect
def test_the_platform_reads_which_drafts_are_ready(ask, draft):
    def ready():
        return ask("GET", "/dashboard").json()["readyDrafts"]

    item = add_item(ask, draft)
    assert ready() == []  # neither stop nor hours
    stop = add_stop(ask, draft)
    assert ready() == [{"truckId": draft["_id"], "name": "Bao Down"}]
    ask("PATCH", f"/menu-items/{item['_id']}/toggle-availability", json={"isAvailable": False})
    assert ready() == []
    ask("PATCH", f"/menu-items/{item['_id']}/toggle-availability", json={"isAvailable": True})
    assert len(ready()) == 1
    ask("DELETE", f"/stops/{stop['_id']}")
    assert ready() == []
    ask("PATCH", f"/trucks/{draft['_id']}/settings", json={"scheduleMode": "always"})
    assert len(ready()) == 1
    publish(ask, draft)
    assert ready() == []


def test_no_draft_is_ready_at_a_tax_that_was_only_guessed(ask, draft, db):
    add_item(ask, draft)
    add_stop(ask, draft)
    db.write(lambda session: session.execute(sa.update(Truck).values(tax_confirmed=False)))
    assert ask("GET", "/dashboard").json()["readyDrafts"] == []
