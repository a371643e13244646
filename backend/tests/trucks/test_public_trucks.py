"""The public fields of trucks."""

from datetime import timedelta

import pytest

from chuckwagon.kit import clock
from chuckwagon.trucks.models import Truck
from chuckwagon.trucks.queries import CheckoutTruck, find_checkout_truck, find_next_end
from tests.factories import make_item, make_truck

PUBLIC_KEYS = {
    "_id",
    "name",
    "schedule",
    "scheduleMode",
    "slug",
    "isActive",
    "imageUrl",
    "bannerImage",
    "shortDescription",
    "description",
    "cuisine",
    "location",
    "phone",
    "email",
    "accentHue",
    "timezone",
    "taxRate",
    "acceptingOrders",
    "notAcceptingReason",
    "pausedUntil",
    "leadMinutes",
    "orderable",
    "tipPresets",
    "reducedTaxRate",
    "pricesIncludeTax",
    "changeMinutes",
    "version",
}
ABSENT = ["f" * 24, "F" * 24, "f" * 23, "f" * 25, "1", "null", "%00", "..%2f", "ä", "0" * 2000]


def add(db, **given) -> str:
    def work(session):
        truck = Truck(**{"name": "Lucky Noodle", "slug": "lucky-noodle"} | given)
        session.add(truck)
        session.flush()
        return truck.id

    return db.write(work)


def test_a_public_truck_has_exactly_the_published_fields(client, db):
    truck_id = add(
        db,
        owner_email="owner@example.com",
        stripe_account_id="acct_1",
        tax_rate_units=101_250,
        cuisine=["Thai", "Noodles"],
        city="Portland",
        state="OR",
        image_url="/uploads/a.webp",
    )
    found = client.get(f"/api/trucks/{truck_id}").json()
    assert set(found) == PUBLIC_KEYS
    assert found["location"] == {"city": "Portland", "state": "OR"}
    assert (found["_id"], found["cuisine"], found["taxRate"]) == (truck_id, ["Thai", "Noodles"], 10.125)
    assert client.get("/api/trucks/by-slug/lucky-noodle").json() == found
    assert client.get("/api/trucks/public").json() == [found]


def test_trucks_are_listed_by_name_whatever_its_case(client, db):
    for name in ("beta", "Alpha", "Gamma"):
        add(db, name=name, slug=name.lower())
    assert [truck["name"] for truck in client.get("/api/trucks/public").json()] == ["Alpha", "beta", "Gamma"]


@pytest.mark.parametrize("hidden", [{"is_active": False}, {"archived_at": clock.now()}])
def test_an_inactive_or_archived_truck_is_absent_to_the_public(client, db, hidden):
    truck_id = add(db, **hidden)
    assert client.get("/api/trucks/public").json() == []
    for address in (f"/api/trucks/{truck_id}", "/api/trucks/by-slug/lucky-noodle"):
        answer = client.get(address)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        assert answer.json()["error"] == "We couldn't find this truck."
    with db.reading() as session:
        assert find_checkout_truck(session, truck_id=truck_id) is None
        assert find_checkout_truck(session, slug="lucky-noodle") is None


@pytest.mark.parametrize("odd", ABSENT)
def test_a_malformed_id_or_slug_is_answered_like_an_absent_one(client, db, odd):
    add(db)
    assert client.get(f"/api/trucks/{odd}").status_code == 404
    assert client.get(f"/api/trucks/by-slug/{odd}").status_code == 404


@pytest.mark.parametrize("odd", ["a\x00", "\ud800", "", "a" * 65, "-a", "A", "a'--"])
def test_a_malformed_slug_never_reaches_the_database(db, odd):
    with db.reading() as session:
        assert find_checkout_truck(session, slug=odd) is None
        assert find_checkout_truck(session, truck_id=odd, slug="lucky-noodle") is None


def test_a_checkout_finds_an_active_truck_by_id_or_slug(db):
    truck_id = add(db)
    with db.reading() as session:
        for named in ({"truck_id": truck_id}, {"slug": "lucky-noodle"}):
            found = find_checkout_truck(session, **named)
            assert found is not None
            assert found.id == truck_id
        assert find_checkout_truck(session) is None


def test_a_pause_ends_by_itself(client, db):
    soon, past = clock.now() + timedelta(minutes=5), clock.now() - timedelta(seconds=1)
    add(db, name="Paused", slug="paused", paused_until=soon, not_accepting_reason="Back at six")
    add(db, name="Resumed", slug="resumed", paused_until=past, not_accepting_reason="Back at six")
    add(db, name="Shut", slug="shut", accepting_orders=False, not_accepting_reason=None)
    listed = client.get("/api/trucks/public").json()
    assert [(t["name"], t["acceptingOrders"], t["notAcceptingReason"]) for t in listed] == [
        ("Paused", False, "Back at six"),
        ("Resumed", True, None),
        ("Shut", False, None),
    ]


def test_a_truck_accepts_no_orders_while_it_is_off_or_pauses():
    instant = clock.now()
    on = {"id": "", "name": "", "timezone": "UTC", "tax_rate_units": 0, "lead_minutes": 15, "accepting_orders": True}
    assert CheckoutTruck(**on).accepts_orders_at(instant)
    assert not CheckoutTruck(**on | {"accepting_orders": False}).accepts_orders_at(instant)
    later = instant + timedelta(seconds=1)
    assert not CheckoutTruck(**on | {"paused_until": later}).accepts_orders_at(instant)
    assert CheckoutTruck(**on | {"paused_until": instant}).accepts_orders_at(instant)


def test_a_slug_is_taken_once(db):
    add(db)
    with pytest.raises(Exception, match=r"(?i)unique"):
        add(db, name="Another")


def test_unchanged_trucks_are_not_sent_again(client, db):
    add(db)
    first = client.get("/api/trucks/public")
    etag = first.headers["etag"]
    assert first.headers["cache-control"] == "no-cache"
    assert etag.startswith('"')
    for asked in (etag, f'"other", W/{etag}', "*"):
        again = client.get("/api/trucks/public", headers={"If-None-Match": asked})
        assert (again.status_code, again.content) == (304, b"")
        assert (again.headers["etag"], again.headers["cache-control"]) == (etag, "no-cache")
    for asked in ('"other"', "", etag.strip('"'), '*, "other"'):
        assert client.get("/api/trucks/public", headers={"If-None-Match": asked}).status_code == 200


def test_a_changed_truck_has_another_etag(client, db):
    truck_id = add(db)
    etag = client.get("/api/trucks/public").headers["etag"]
    db.write(lambda session: setattr(session.get(Truck, truck_id), "description", "New soup"))
    again = client.get("/api/trucks/public", headers={"If-None-Match": etag})
    assert (again.status_code, again.json()[0]["description"]) == (200, "New soup")


def test_a_truck_is_orderable_while_something_on_its_menu_is_on_sale(client, db, clock):
    clock.set("2026-07-02T19:00:00Z")
    truck = make_truck(db, "Noodles")

    def orderable():
        read = client.get("/api/trucks/by-slug/noodles").json()
        assert client.get("/api/trucks/public").json()[0]["orderable"] == read["orderable"]
        return read["orderable"]

    assert orderable() is False
    make_item(db, truck, archived_at=clock.now())
    make_item(db, truck, is_available=False)
    assert orderable() is False
    make_item(db, truck, sold_out_until=clock.now() + timedelta(minutes=30))
    assert orderable() is False
    clock.set("2026-07-02T19:30:00Z")
    assert orderable() is True


def test_a_truck_says_how_long_before_the_pickup_an_order_may_be_changed(client, db):
    make_truck(db, "Noodles")
    make_truck(db, "Soup", self_service=False)
    read = {slug: client.get(f"/api/trucks/by-slug/{slug}").json()["changeMinutes"] for slug in ("noodles", "soup")}
    assert read == {"noodles": 10, "soup": None}


def test_what_is_read_of_a_truck_ends_when_an_item_goes_back_on_sale(db, clock):
    clock.set("2026-07-02T19:00:00Z")
    truck, other = make_truck(db, "Noodles"), make_truck(db, "Other")
    make_item(db, truck, sold_out_until=clock.now() + timedelta(minutes=30))
    with db.reading() as session:
        assert find_next_end(session, truck.id) == clock.now() + timedelta(minutes=30) == find_next_end(session)
        assert find_next_end(session, other.id) is None
