"""Staff add, change and end the offers of their truck; a superadmin those of the platform."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial

import pytest
import sqlalchemy as sa

from chuckwagon.audit.log import AuditEvent
from chuckwagon.kit import clock
from chuckwagon.offers import queries
from chuckwagon.offers.models import Offer, OfferUse
from chuckwagon.orders.reservations.usage_check import check_offers, recompute_offers
from chuckwagon.trucks.models import Truck
from tests.databases import read_rows
from tests.offers.factories import make_offer
from tests.suites import SAME_ON_BOTH

pytestmark = pytest.mark.dialect


@pytest.fixture
def send(client, cast):
    """Send a request about offers as a role."""

    def call(method, path="", role="truck_admin", **body):
        headers = cast.headers(role)
        return client.request(method, f"/api/offers{path}", json=body or None, headers=headers)

    return call


@pytest.fixture
def offers(db):
    """Every offer that is stored."""

    return partial(read_rows, db, Offer)


def audited(db):
    with db.reading() as session:
        return sorted(session.scalars(sa.select(AuditEvent.action)))


@SAME_ON_BOTH
def test_an_offer_is_added_listed_changed_and_ended(send, db, cast):
    terms = {
        "code": " taco10 ", "percent": 10, "minSubtotal": 15, "startsAt": "2026-07-01T00:00:00Z",
        "endsAt": "2099-07-01T00:00:00Z", "maxUses": 30, "oncePerPhone": True,
    }  # fmt: skip
    made = send("POST", **terms)
    assert made.status_code == 201, made.text
    offer = made.json()
    assert (offer["code"], offer["percent"], offer["amount"], offer["minSubtotal"]) == ("TACO10", 10, None, 15)
    assert (offer["maxUses"], offer["oncePerPhone"], offer["uses"], offer["state"]) == (30, True, 0, offer["state"])
    assert offer["truckId"] == cast.truck.id
    path = f"/{offer['_id']}"
    changed = send("PUT", path, amount=2.5, maxUses=None, isPaused=True, version=1).json()
    assert (changed["percent"], changed["amount"], changed["maxUses"], changed["state"]) == (None, 2.5, None, "paused")
    assert send("PUT", path, isPaused=False, version=1).json()["offer"] == changed
    assert send("DELETE", path).json() == {"deleted": True}
    assert send("DELETE", path).status_code == send("PUT", path, percent=5).status_code == 404
    [listed] = send("GET").json()
    assert (listed["state"], listed["version"]) == ("ended", 3)
    assert audited(db) == ["offer.changed", "offer.created", "offer.ended"]


@SAME_ON_BOTH
@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"percent": 10}, "code"),
        ({"code": "AB", "percent": 10}, "code"),
        ({"code": "TACO 10", "percent": 10}, "code"),
        ({"code": "TACO10"}, "percent"),
        ({"code": "TACO10", "percent": 0}, "percent"),
        ({"code": "TACO10", "percent": 100}, "percent"),
        ({"code": "TACO10", "percent": 5, "amount": 5}, "amount"),
        ({"code": "TACO10", "amount": 0}, "amount"),
        ({"code": "TACO10", "amount": 1.005}, "amount"),
        ({"code": "TACO10", "percent": 5, "minSubtotal": -1}, "minSubtotal"),
        ({"code": "TACO10", "percent": 5, "maxUses": 0}, "maxUses"),
        (
            {"code": "TACO10", "percent": 5, "startsAt": "2026-07-02T00:00:00Z", "endsAt": "2026-07-02T00:00:00Z"},
            "endsAt",
        ),
    ],
)
def test_an_invalid_offer_is_not_stored(send, offers, body, field):
    answer = send("POST", **body)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])
    assert offers() == []


@SAME_ON_BOTH
def test_the_limit_cannot_fall_below_the_uses_and_the_code_stays(send, db, cast):
    offer = make_offer(db, cast.truck.id, uses=7)
    assert send("PUT", f"/{offer.id}", maxUses=6).json()["fieldReasons"]["maxUses"]["reason"] == "offer_below_uses"
    assert send("PUT", f"/{offer.id}", code="OTHER").json()["reason"] == "offer_code_fixed"
    assert send("PUT", f"/{offer.id}", maxUses=7, code="taco10").json()["state"] == "used_up"


@SAME_ON_BOTH
def test_a_code_is_there_once_at_a_truck_and_one_of_the_platform_nowhere_else(send, offers, cast):
    def add(code, role, **body):
        answer = send("POST", role=role, code=code, percent=5, **body)
        return answer.json().get("code") if answer.status_code == 409 else answer.status_code

    assert add("TACO10", "truck_admin") == 201
    assert add("taco10", "truck_admin") == "offer_code_taken"
    assert add("TACO10", "other_admin") == 201
    assert add("TACO10", "superadmin") == "offer_code_taken"
    assert add("SUMMER", "superadmin") == 201
    assert add("SUMMER", "truck_admin") == "offer_code_taken"
    assert add("MORE", "superadmin", truckId=cast.truck.id) == 201
    [mine] = [offer for offer in offers() if offer.truck_id == cast.truck.id and offer.code == "TACO10"]
    send("DELETE", f"/{mine.id}")
    assert add("TACO10", "truck_admin") == 201


@SAME_ON_BOTH
def test_an_offer_that_is_over_blocks_no_code(send, client, db, cast):
    past = {"ends_at": clock.now() - timedelta(days=1)}
    make_offer(db, cast.truck.id, "OLD", **past)
    summer = make_offer(db, None, "SUMMER", **past)
    with db.reading() as session:
        assert queries.count_running(session, cast.truck.id) == 0
    assert [send("POST", code=code, percent=20).status_code for code in ("OLD", "SUMMER")] == [201, 201]
    assert sorted((one["code"], one["state"]) for one in send("GET").json()) == [
        ("OLD", "active"),
        ("OLD", "ended"),  # the truck's own one gives way for good
        ("SUMMER", "active"),
    ]
    again = send("PUT", f"/{summer.id}", role="superadmin", endsAt=None)
    assert (again.status_code, again.json()["code"]) == (409, "offer_code_taken")
    assert send("PUT", f"/{summer.id}", role="superadmin", percent=30).json()["state"] == "expired"
    for code in ("OLD", "SUMMER"):
        quote = client.post("/api/offers/quote", json={"slug": cast.truck.slug, "subtotal": 10, "code": code})
        assert quote.json()["discount"] == 2


@SAME_ON_BOTH
def test_an_offer_that_is_over_runs_again_while_its_code_is_free(send, db, cast):
    offer = make_offer(db, cast.truck.id, ends_at=clock.now() - timedelta(days=1))
    assert send("PUT", f"/{offer.id}", endsAt=None).json()["state"] == "active"
    assert send("PUT", f"/{offer.id}", isPaused=True, endsAt=None).json()["state"] == "paused"


@SAME_ON_BOTH
def test_an_archived_truck_blocks_no_code_of_the_platform(send, db, cast):
    make_offer(db, cast.other_truck.id)
    assert send("POST", role="superadmin", code="TACO10", percent=5).json()["code"] == "offer_code_taken"
    db.write(lambda session: session.execute(sa.update(Truck).values(archived_at=clock.now())))
    assert send("POST", role="superadmin", code="TACO10", percent=5).status_code == 201


@SAME_ON_BOTH
def test_offers_of_the_platform_are_the_superadmins(send, db, cast):
    offer = make_offer(db, None, "SUMMER")
    assert [one["_id"] for one in send("GET", role="superadmin").json()] == [offer.id]
    assert send("GET").json() == []
    assert send("PUT", f"/{offer.id}", percent=50).status_code == 403
    assert send("DELETE", f"/{offer.id}").status_code == 403
    assert send("GET", role="truckless_admin").status_code == 403
    assert send("GET", f"?truckId={cast.other_truck.id}").status_code == 403


@SAME_ON_BOTH
def test_a_repeated_request_adds_one_offer(client, cast, offers):
    headers = cast.headers("truck_admin") | {"Idempotency-Key": "k"}
    body = {"code": "TACO10", "percent": 10}
    answers = [client.post("/api/offers", json=body, headers=headers) for _ in range(2)]
    assert answers[0].json() == answers[1].json()
    assert len(offers()) == 1


def test_a_truck_and_the_platform_that_add_a_code_at_once_add_it_once(send, offers):
    roles = ["truck_admin", "superadmin"] * 4
    with ThreadPoolExecutor(len(roles)) as pool:
        answers = list(pool.map(lambda role: send("POST", role=role, code="TACO10", percent=5).status_code, roles))
    assert sorted(answers) == [201, *[409] * 7]
    assert len(offers()) == 1


def test_a_wrong_count_is_found_and_repaired(db, cast):
    offer = make_offer(db, cast.truck.id, uses=3, max_uses=5)
    assert check_offers(db).counts == {offer.id: 0}
    assert recompute_offers(db).counts == {offer.id: 0}
    assert check_offers(db).is_consistent


def test_a_check_does_not_wait_for_a_checkout_that_has_changed_its_use(db, cast):
    """The checkout changes the count next, for which it would wait in turn."""
    if db.is_sqlite:
        pytest.skip("SQLite has one writer")
    offer = make_offer(db, cast.truck.id, uses=3)
    with ThreadPoolExecutor(1) as pool, db.engine.begin() as checkout:
        checkout.execute(sa.update(OfferUse).values(updated_at=clock.now()))
        assert pool.submit(check_offers, db).result(timeout=30).counts == {offer.id: 0}
        checkout.execute(sa.update(Offer).values(uses=0))
    assert check_offers(db).is_consistent
