"""Deleting a truck archives it."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from chuckwagon.orders.models import Order
from tests.cast import bearer, sign_in
from tests.factories import checkout_body, make_item

CARD = "4242424242424242"


def test_a_deleted_truck_is_gone_from_every_list_and_public_page(ask, client, db, cast):
    taco = make_item(db, cast.truck)
    answer = ask("DELETE", f"/trucks/{cast.truck.id}")
    assert (answer.status_code, answer.json()) == (200, {"deleted": True})
    assert [truck["name"] for truck in client.get("/api/trucks/public").json()] == ["Other Truck"]
    assert [truck["name"] for truck in ask("GET", "/trucks").json()] == ["Other Truck"]
    found = {truck["name"]: truck["archivedAt"] is not None for truck in ask("GET", "/trucks?deleted=true").json()}
    assert found == {"Other Truck": False, "Own Truck": True}
    assert len(ask("GET", "/trucks?deleted=true", as_="other_admin").json()) == 1
    assert ask("GET", f"/orders/counts?truckId={cast.truck.id}").status_code == 200
    for address in (
        f"/trucks/{cast.truck.id}",
        "/trucks/by-slug/own-truck",
        f"/menu-items/public/{cast.truck.id}",
        f"/menu-items/{taco.id}",
    ):
        assert client.get(f"/api{address}").status_code == 404
    assert client.post("/api/create-payment-intent", json=checkout_body(cast.truck, (taco, 1))).status_code == 404


def test_nothing_changes_an_archived_truck(ask, cast):
    address = f"/trucks/{cast.truck.id}"
    assert ask("DELETE", address).status_code == 200
    assert ask("DELETE", address).status_code == 404
    assert ask("PUT", address, json={"description": "Back"}).status_code == 404
    assert ask("PATCH", f"{address}/toggle-active", json={"isActive": True}).status_code == 404
    assert ask("PATCH", f"{address}/settings", json={"leadMinutes": 20}).status_code == 404


@pytest.mark.dialect
def test_of_deletions_at_once_one_deletes(ask, cast):
    cast.headers("superadmin")
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: ask("DELETE", f"/trucks/{cast.truck.id}"), range(4)))
    assert sorted(answer.status_code for answer in answers) == [200, 404, 404, 404]


def test_its_slug_stays_taken(ask, cast):
    ask("DELETE", f"/trucks/{cast.truck.id}")
    answer = ask("POST", "/trucks", json={"name": "Own Truck", "slug": "own-truck"})
    assert (answer.status_code, answer.json()["code"]) == (409, "slug_taken")


def test_money_that_arrives_afterwards_still_becomes_an_order(ask, client, db, sandbox, cast):
    taco = make_item(db, cast.truck)
    intent = client.post("/api/create-payment-intent", json=checkout_body(cast.truck, (taco, 1))).json()
    ask("DELETE", f"/trucks/{cast.truck.id}")
    sandbox.pay(intent["paymentIntentId"], CARD, webhooks=False)
    shown = client.post("/api/verify-payment", json={"payment_intent_id": intent["paymentIntentId"]}).json()
    assert shown["order"]["truck"] == {
        "name": "Own Truck",
        "slug": "own-truck",
        "timezone": cast.truck.timezone,
        "location": {"city": "", "state": ""},
    }
    with db.reading() as session:
        order = session.get_one(Order, shown["order"]["_id"])
    assert (order.truck_id, "truck_inactive" in order.flags) == (cast.truck.id, True)


def test_its_staff_go_on_without_a_truck(ask, client, cast):
    cast.headers("truck_admin")  # signs in before the truck is archived
    ask("DELETE", f"/trucks/{cast.truck.id}")
    for headers in (
        cast.headers("truck_admin"),
        bearer(sign_in(client, "truck_admin@example.com").json()["token"]),
    ):
        me = client.get("/api/auth/verify", headers=headers).json()["user"]
        assert (me["truckId"], me["truckName"], me["isActive"]) == (None, None, True)
        assert client.get("/api/trucks", headers=headers).json() == []
    answer = ask("PATCH", f"/trucks/{cast.truck.id}/settings", as_="truck_admin", json={"leadMinutes": 20})
    assert answer.status_code == 403
    listed = {user["email"]: user["truckId"] for user in ask("GET", "/users").json()}
    assert (listed["truck_admin@example.com"], listed["other_admin@example.com"]) == (
        None,
        cast.other_truck.id,
    )


def test_its_staff_can_get_another_truck(ask, cast):
    ask("DELETE", f"/trucks/{cast.truck.id}")
    moved = ask("PATCH", f"/users/{cast.truck_admin.id}", json={"truckId": cast.other_truck.id})
    assert moved.json()["user"]["truckName"] == "Other Truck"
    refused = ask("PATCH", f"/users/{cast.other_admin.id}", json={"truckId": cast.truck.id})
    assert (refused.status_code, set(refused.json()["fields"])) == (400, {"truckId"})
