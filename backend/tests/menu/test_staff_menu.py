"""The staff's menu: who sees it, who may change it, and its order."""

import pytest

from chuckwagon.kit import clock
from chuckwagon.menu.models import MenuItem
from chuckwagon.trucks.models import Truck
from tests.cast import ROLES
from tests.factories import make_item

STAFF = ("truck_admin", "superadmin")
ADDRESSES = ("/api/menu-items/truck/{truck}", "/api/menu-items?truckId={truck}", "/api/menu-items/{item}")
CHANGES = [
    ("PUT", "/api/menu-items/{item}", {"name": "Stolen"}),
    ("PUT", "/api/menu-items/{item}", {"name": 7, "basePrice": "NaN"}),
    ("DELETE", "/api/menu-items/{item}", None),
    ("PATCH", "/api/menu-items/{item}/toggle-availability", {"isAvailable": False}),
    ("PATCH", "/api/menu-items/{item}/toggle-availability", None),
    ("POST", "/api/menu-items/{item}/duplicate", None),
    ("POST", "/api/menu-items", {"truckId": "{truck}", "name": "Stolen", "basePrice": 1}),
    ("PUT", "/api/menu-items/order", {"truckId": "{truck}", "itemIds": ["{item}"]}),
]


@pytest.fixture
def item(db, cast):
    return make_item(db, cast.truck, "Taco", 450, [("Size", 1, 1, [("Small", 0)])])


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("role", [None, *ROLES])
def test_staff_see_versions_and_everybody_else_the_public_menu(client, cast, item, address, role):
    path = address.format(truck=cast.truck.id, item=item.id)
    answer = client.get(path, headers=cast.headers(role))
    assert (answer.status_code, answer.headers["vary"]) == (200, "Authorization")
    found = answer.json() if "{item}" in address else answer.json()[0]
    public = client.get(f"/api/menu-items/public/{cast.truck.id}").json()[0]
    if role in STAFF:
        assert answer.headers["cache-control"] == "no-store"
        assert "etag" not in answer.headers
        assert found == public | {"version": 1, "updatedAt": clock.to_iso(item.updated_at)}
    else:
        assert (answer.headers["cache-control"], found) == ("no-cache", public)
        again = client.get(path, headers={**cast.headers(role), "If-None-Match": answer.headers["etag"]})
        assert again.status_code == 304


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("role", [None, *ROLES])
def test_only_staff_see_the_menu_of_an_inactive_truck(client, db, cast, item, address, role):
    path = address.format(truck=cast.truck.id, item=item.id)
    db.write(lambda session: setattr(session.get(Truck, cast.truck.id), "is_active", False))
    assert client.get(path, headers=cast.headers(role)).status_code == (200 if role in STAFF else 404)
    db.write(lambda session: setattr(session.get(Truck, cast.truck.id), "archived_at", clock.now()))
    assert client.get(path, headers=cast.headers(role)).status_code == 404


def test_without_a_truck_an_admin_gets_its_own_menu(client, cast, item):
    [found] = client.get("/api/menu-items", headers=cast.headers("truck_admin")).json()
    assert (found["_id"], found["version"]) == (item.id, 1)
    assert client.get("/api/menu-items", headers=cast.headers("other_admin")).json() == []
    for role in (None, "truckless_admin", "superadmin"):
        answer = client.get("/api/menu-items", headers=cast.headers(role))
        assert (answer.status_code, answer.json()["fields"]) == (400, {"truckId": "Required."})


def test_staff_ask_by_availability_too(client, db, cast, item):
    make_item(db, cast.truck, "Sold out", is_available=False)
    headers = cast.headers("truck_admin")
    for wanted, names in (("true", ["Taco"]), ("false", ["Sold out"])):
        found = client.get(f"/api/menu-items?isAvailable={wanted}", headers=headers).json()
        assert [entry["name"] for entry in found] == names


def test_a_dead_token_reads_like_a_visitor(client, cast, item):
    answer = client.get(f"/api/menu-items/{item.id}", headers={"Authorization": "Bearer unknown"})
    assert (answer.status_code, "version" in answer.json()) == (200, False)


@pytest.mark.parametrize(("method", "address", "body"), CHANGES)
@pytest.mark.parametrize("role", [None, "other_admin", "truckless_admin"])
def test_nobody_else_changes_a_menu(client, cast, item, snapshot, role, method, address, body):
    headers, before = cast.headers(role), snapshot()
    path, sent = filled(cast, item, address, body)
    answer = client.request(method, path, json=sent, headers=headers)
    assert answer.status_code == (401 if role is None else 403), answer.text
    assert snapshot() == before


@pytest.mark.parametrize(("method", "address", "body"), CHANGES[:6])
def test_an_absent_item_is_404_only_after_the_sign_in(client, cast, item, snapshot, method, address, body):
    before = snapshot()
    for odd in ("f" * 24, item.id.upper() + "Z", "null", "%00", "0" * 500):
        path = address.replace("{item}", odd)
        for role, status in (
            (None, 401),
            ("truckless_admin", 403),
            ("truck_admin", 404),
            ("superadmin", 404),
        ):
            answer = client.request(method, path, json=body, headers=cast.headers(role))
            assert answer.status_code == status, (odd, role)
    assert snapshot() == before


def filled(cast, item, address, body):
    text = {"{truck}": cast.truck.id, "{item}": item.id}
    for mark, value in text.items():
        address = address.replace(mark, value)
    if body and "truckId" in body:
        body = body | {"truckId": cast.truck.id}
    if body and "itemIds" in body:
        body = body | {"itemIds": [item.id]}
    return address, body


@pytest.fixture
def three(db, cast):
    return [make_item(db, cast.truck, name, section="Mains", position=at) for at, name in enumerate("ABC")]


def arrange(client, cast, ids, role="truck_admin", **more):
    body = {"itemIds": ids, **more}
    return client.put("/api/menu-items/order", json=body, headers=cast.headers(role))


def test_a_menu_is_put_in_order(client, cast, three):
    a, b, c = (item.id for item in three)
    answer = arrange(client, cast, [c, a, b])
    assert answer.status_code == 200
    assert [(entry["name"], entry["position"]) for entry in answer.json()] == [("C", 0), ("A", 1), ("B", 2)]
    public = client.get(f"/api/menu-items/public/{cast.truck.id}").json()
    assert [entry["name"] for entry in public] == ["C", "A", "B"]
    again = arrange(client, cast, [c, b, a], role="superadmin", truckId=cast.truck.id).json()
    assert [(entry["name"], entry["version"]) for entry in again] == [("C", 2), ("B", 3), ("A", 3)]


def test_an_order_that_does_not_match_the_menu_changes_nothing(client, db, cast, three, snapshot):
    a, b, c = (item.id for item in three)
    theirs = make_item(db, cast.other_truck, "Theirs")
    gone = make_item(db, cast.truck, "Gone", archived_at=clock.now())
    cast.headers("truck_admin")
    before = snapshot()
    for ids in (
        [],
        [a, b],
        [a, b, c, c],
        [a, b, b],
        [a, b, c, theirs.id],
        [a, b, gone.id],
        [a, b, "\u0000x"[1:]],
    ):
        answer = arrange(client, cast, ids)
        assert (answer.status_code, answer.json()["code"]) == (409, "menu_changed"), ids
    for body in ({}, {"itemIds": None}, {"itemIds": [1]}, {"itemIds": "abc"}, []):
        headers = cast.headers("truck_admin")
        assert client.put("/api/menu-items/order", json=body, headers=headers).status_code == 400
    assert arrange(client, cast, [a, b, c], role="superadmin").status_code == 400
    assert arrange(client, cast, [], role="superadmin", truckId="f" * 24).status_code == 404
    assert arrange(client, cast, [theirs.id], truckId=cast.other_truck.id).status_code == 403
    assert snapshot() == before


def test_archived_items_have_no_place(client, db, cast, three):
    db.write(lambda session: setattr(session.get(MenuItem, three[2].id), "archived_at", clock.now()))
    made = client.post("/api/menu-items", json={"name": "D", "basePrice": 1}, headers=cast.headers("truck_admin"))
    assert made.json()["position"] == 2
