"""Staff change their menu: they add, change, sell out, copy and archive items."""

import pytest

from chuckwagon.menu.cart_items import load_cart_items
from chuckwagon.menu.models import MenuItem
from chuckwagon.orders.placement.options import CartChoice
from chuckwagon.orders.placement.pricing import CartLine, price_cart
from chuckwagon.trucks.models import Truck
from tests.cast import bearer, sign_in
from tests.factories import make_item

SIZES = [("Size", 1, 1, [("Small", 0), ("Large", 250)]), ("Extras", 0, 2, [("Salsa", 0), ("Guacamole", 150)])]
NEW = {
    "name": "  Al   Pastor ",
    "description": "Pork,\r\npineapple ",
    "category": "Tacos",
    "section": "Mains",
    "basePrice": 8.5,
    "imageUrl": "https://pictures.example/al-pastor.webp",
    "isAvailable": False,
    "optionGroups": [
        {
            "name": "Size",
            "minSelect": 1,
            "maxSelect": 1,
            "options": [
                {"name": "Small", "additionalPrice": 0, "isAvailable": True},
                {"name": "Large", "additionalPrice": 2.05, "isAvailable": False},
            ],
        }
    ],
}


@pytest.fixture
def item(db, cast):
    return make_item(db, cast.truck, "Taco", 450, SIZES, section="Mains", position=3)


def menu(client, cast, role="truck_admin") -> list[dict]:
    return client.get(f"/api/menu-items/truck/{cast.truck.id}", headers=cast.headers(role)).json()


def read(client, cast, item) -> dict:
    return client.get(f"/api/menu-items/{item.id}", headers=cast.headers("truck_admin")).json()


def test_a_new_item_is_stored_trimmed_and_comes_last(client, cast, item):
    answer = client.post("/api/menu-items", json=NEW, headers=cast.headers("truck_admin"))
    assert (answer.status_code, answer.headers["cache-control"]) == (201, "no-store")
    made = answer.json()
    assert (made["name"], made["description"]) == ("Al Pastor", "Pork,\npineapple")
    assert (made["basePrice"], made["isAvailable"], made["position"]) == (8.5, False, 4)
    assert (made["truckId"], made["version"], made["hasOptions"]) == (cast.truck.id, 1, True)
    [group] = made["optionGroups"]
    assert [(o["name"], o["additionalPrice"], o["isAvailable"]) for o in group["options"]] == [
        ("Small", 0, True),
        ("Large", 2.05, False),
    ]
    assert [entry["name"] for entry in menu(client, cast)] == ["Taco", "Al Pastor"]
    assert read(client, cast, MenuItem(id=made["_id"])) == made


def test_a_new_item_has_no_group_of_which_more_is_chosen_than_there_is(client, cast, item):
    unknown = {"_id": "a" * 24, "name": "Guacamole"}  # of a known option the form need not say how often it is taken
    group = {"name": "Extras", "minSelect": 3, "maxSelect": 3, "options": [unknown]}
    body = NEW | {"optionGroups": [*NEW["optionGroups"], group]}
    refused = client.post("/api/menu-items", json=body, headers=cast.headers("truck_admin"))
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_input")
    assert refused.json()["fields"] == {"optionGroups.1.maxSelect": "This group has only 1 option."}
    assert [entry["name"] for entry in menu(client, cast)] == ["Taco"]
    size = read(client, cast, item)["optionGroups"][0]
    changed = {"optionGroups": [size, group]}
    refused = client.put(f"/api/menu-items/{item.id}", json=changed, headers=cast.headers("truck_admin"))
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["optionGroups.1.maxSelect"])


def test_name_and_price_are_enough(client, cast):
    answer = client.post("/api/menu-items", json={"name": "Water", "basePrice": 0}, headers=cast.headers("truck_admin"))
    made = answer.json()
    assert (answer.status_code, made["position"], made["isAvailable"]) == (201, 0, True)
    assert (made["description"], made["category"], made["section"]) == ("", "", "")
    assert (made["imageUrl"], made["optionGroups"], made["hasOptions"]) == (None, [], False)


def test_a_superadmin_names_the_truck(client, cast, snapshot):
    headers = cast.headers("superadmin")
    before = snapshot()
    for truck_id in (None, "", "f" * 24, "x"):
        answer = client.post("/api/menu-items", json={**NEW, "truckId": truck_id}, headers=headers)
        assert (answer.status_code, list(answer.json()["fields"])) == (400, ["truckId"])
    assert snapshot() == before
    answer = client.post("/api/menu-items", json={**NEW, "truckId": cast.truck.id}, headers=headers)
    assert (answer.status_code, answer.json()["truckId"]) == (201, cast.truck.id)


def test_an_admin_adds_to_no_other_truck(client, cast, snapshot):
    headers = cast.headers("truck_admin")
    before = snapshot()
    for truck_id in (cast.other_truck.id, "f" * 24, "x"):
        body = {"truckId": truck_id, "name": ""}
        assert client.post("/api/menu-items", json=body, headers=headers).status_code == 403
    assert snapshot() == before
    answer = client.post("/api/menu-items", json={**NEW, "truckId": cast.truck.id}, headers=headers)
    assert answer.status_code == 201


def test_a_repeated_addition_adds_once(client, cast):
    headers = {**cast.headers("truck_admin"), "Idempotency-Key": "form-1"}
    first = client.post("/api/menu-items", json=NEW, headers=headers)
    again = client.post("/api/menu-items", json=NEW, headers=headers)
    assert (again.status_code, again.json()) == (201, first.json())
    other = client.post("/api/menu-items", json={**NEW, "name": "Other"}, headers=headers)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    assert len(menu(client, cast)) == 1


def test_a_key_from_the_truck_before_opens_nothing_at_the_next_one(client, db, cast):
    key = {"Idempotency-Key": "form-1"}
    client.post("/api/menu-items", json=NEW, headers=cast.headers("truck_admin") | key)
    moved = {"truckId": cast.other_truck.id}
    client.patch(f"/api/users/{cast.truck_admin.id}", json=moved, headers=cast.headers("superadmin"))
    again = bearer(sign_in(client, cast.truck_admin.email).json()["token"])
    answer = client.post("/api/menu-items", json=NEW, headers=again | key)
    assert (answer.status_code, answer.json()["code"]) == (422, "idempotency_key_reused")


def test_a_change_keeps_what_was_not_sent(client, cast, item):
    before = read(client, cast, item)
    answer = client.put(f"/api/menu-items/{item.id}", json={"basePrice": 5.25}, headers=cast.headers("truck_admin"))
    after = answer.json()
    assert (answer.status_code, after["version"]) == (200, 2)
    assert after == before | {"basePrice": 5.25, "version": 2, "updatedAt": after["updatedAt"]}
    assert after["updatedAt"] > before["updatedAt"]
    assert read(client, cast, item) == after


def test_saving_what_is_there_already_is_no_change(client, cast, item):
    before = read(client, cast, item)
    answer = client.put(f"/api/menu-items/{item.id}", json=before, headers=cast.headers("truck_admin"))
    assert (answer.status_code, answer.json()) == (200, before)


def test_nulls_empty_what_may_be_empty(client, cast, item):
    headers = cast.headers("truck_admin")
    client.put(f"/api/menu-items/{item.id}", json={"imageUrl": "https://a.example/b.png"}, headers=headers)
    body = dict.fromkeys(("description", "category", "section", "imageUrl", "isAvailable", "position"))
    body |= {"optionGroups": None, "truckId": None, "version": None, "unknown": {"a": [1]}}
    answer = client.put(f"/api/menu-items/{item.id}", json=body, headers=headers)
    found = answer.json()
    assert (answer.status_code, found["section"], found["imageUrl"]) == (200, "", None)
    assert (found["isAvailable"], found["position"], len(found["optionGroups"])) == (True, 3, 2)


def test_known_groups_and_options_keep_their_ids_and_the_rest_goes(client, cast, item):
    before = read(client, cast, item)
    size, extras = before["optionGroups"]
    small, large = size["options"]
    sent = [
        {
            **extras,
            "name": "Toppings",
            "options": [*extras["options"], {"name": "Crema", "additionalPrice": 1}],
        },
        {**size, "options": [{**large, "additionalPrice": 3, "isAvailable": False}], "minSelect": 0},
    ]
    answer = client.put(f"/api/menu-items/{item.id}", json={"optionGroups": sent}, headers=cast.headers("truck_admin"))
    toppings, size_after = answer.json()["optionGroups"]
    assert (toppings["_id"], toppings["name"]) == (extras["_id"], "Toppings")
    assert [o["_id"] for o in toppings["options"][:2]] == [o["_id"] for o in extras["options"]]
    assert toppings["options"][2]["_id"] not in {small["_id"], large["_id"]}
    assert size_after == {
        **size,
        "minSelect": 0,
        "options": [{**large, "additionalPrice": 3, "isAvailable": False}],
    }
    emptied = client.put(
        f"/api/menu-items/{item.id}", json={"optionGroups": []}, headers=cast.headers("truck_admin")
    ).json()
    assert (emptied["optionGroups"], emptied["hasOptions"]) == ([], False)


def test_an_option_keeps_its_id_when_it_moves_to_another_group(client, cast, item):
    size, extras = read(client, cast, item)["optionGroups"]
    moved = size["options"].pop()
    extras["options"].append(moved)
    found = client.put(
        f"/api/menu-items/{item.id}",
        json={"optionGroups": [extras, size]},
        headers=cast.headers("truck_admin"),
    ).json()
    assert found["optionGroups"] == [extras, size]


def test_ids_of_another_item_are_not_taken_over(client, db, cast, item):
    other = make_item(db, cast.truck, "Other", 300, SIZES, position=4)
    theirs = read(client, cast, other)
    [group] = theirs["optionGroups"][:1]
    for sent in ([group], [{**group, "_id": "x" * 500}], [group, group]):
        found = client.put(
            f"/api/menu-items/{item.id}", json={"optionGroups": sent}, headers=cast.headers("truck_admin")
        )
        assert found.status_code == 200
        ids = [g["_id"] for g in found.json()["optionGroups"]]
        assert group["_id"] not in ids
        assert len(set(ids)) == len(sent)
    assert read(client, cast, other) == theirs
    made = client.post(
        "/api/menu-items",
        json={"name": "New", "basePrice": 1, "optionGroups": [group]},
        headers=cast.headers("truck_admin"),
    )
    assert made.json()["optionGroups"][0]["_id"] != group["_id"]


def test_an_item_stays_with_its_truck(client, cast, item, snapshot):
    address = f"/api/menu-items/{item.id}"
    before = snapshot()
    for role in ("truck_admin", "superadmin"):
        moved = client.put(address, json={"truckId": cast.other_truck.id}, headers=cast.headers(role))
        assert (moved.status_code, list(moved.json()["fields"])) == (400, ["truckId"])
    assert snapshot() == before
    same = client.put(address, json={"truckId": cast.truck.id}, headers=cast.headers("truck_admin"))
    assert same.status_code == 200


def test_an_item_is_sold_out_and_brought_back(client, cast, item):
    address = f"/api/menu-items/{item.id}/toggle-availability"
    headers = cast.headers("truck_admin")
    states = [
        client.patch(address, headers=headers, **body).json()["isAvailable"]
        for body in ({}, {}, {"json": {"isAvailable": False}}, {"json": {"isAvailable": False}}, {"json": {}})
    ]
    assert states == [False, True, False, False, True]
    assert read(client, cast, item)["version"] == 5  # setting the present value is not a change
    for body in ({"isAvailable": "no"}, {"isAvailable": 1}, [], "x"):
        assert client.patch(address, json=body, headers=headers).status_code == 400
    assert read(client, cast, item)["isAvailable"] is True


def test_a_copy_comes_right_after_its_item(client, db, cast, item):
    make_item(db, cast.truck, "Burrito", 700, section="Mains", position=4)
    headers = cast.headers("truck_admin")
    answer = client.post(f"/api/menu-items/{item.id}/duplicate", headers=headers)
    copy, original = answer.json(), read(client, cast, item)
    assert (answer.status_code, copy["name"], copy["version"]) == (201, "Taco (copy)", 1)
    assert [entry["name"] for entry in menu(client, cast)] == ["Taco", "Taco (copy)", "Burrito"]
    same = ("description", "category", "section", "basePrice", "imageUrl", "isAvailable", "hasOptions")
    assert [copy[name] for name in same] == [original[name] for name in same]
    ids = {o["_id"] for entry in (copy, original) for g in entry["optionGroups"] for o in [g, *g["options"]]}
    assert len(ids) == 2 * (2 + 4)
    assert [g["name"] for g in copy["optionGroups"]] == ["Size", "Extras"]


def test_a_copy_of_a_long_name_still_fits_and_a_repeat_copies_once(client, db, cast):
    item = make_item(db, cast.truck, "x" * 80)
    headers = {**cast.headers("superadmin"), "Idempotency-Key": "copy"}
    first = client.post(f"/api/menu-items/{item.id}/duplicate", headers=headers).json()
    assert first["name"] == "x" * 73 + " (copy)"
    assert client.post(f"/api/menu-items/{item.id}/duplicate", headers=headers).json() == first
    assert len(menu(client, cast)) == 2


def test_a_deleted_item_is_gone_from_lists_but_not_from_carts(client, db, cast, item):
    headers = cast.headers("truck_admin")
    answer = client.delete(f"/api/menu-items/{item.id}", headers=headers)
    assert (answer.status_code, answer.json()) == (200, {"deleted": True})
    assert menu(client, cast) == []
    assert client.get(f"/api/menu-items/public/{cast.truck.id}").json() == []
    for method, address in (
        ("GET", ""),
        ("PUT", ""),
        ("DELETE", ""),
        ("PATCH", "/toggle-availability"),
        ("POST", "/duplicate"),
    ):
        found = client.request(method, f"/api/menu-items/{item.id}{address}", headers=headers)
        assert (found.status_code, found.json()["code"]) == (404, "not_found"), method
    with db.reading() as session:
        [cart_item] = load_cart_items(session, [item.id]).values()
        assert (cart_item.archived_at is not None, cart_item.name, len(cart_item.option_groups)) == (True, "Taco", 2)
        _, [problem] = price_cart(cast.truck.id, [CartLine(item.id, 1)], {item.id: cart_item})
    assert problem.code == "item_gone"


def test_an_item_with_too_few_available_options_is_kept_but_cannot_be_sold(client, db, cast, item):
    size, extras = read(client, cast, item)["optionGroups"]
    for option in size["options"]:
        option["isAvailable"] = False
    answer = client.put(
        f"/api/menu-items/{item.id}",
        json={"optionGroups": [size, extras]},
        headers=cast.headers("truck_admin"),
    )
    assert answer.status_code == 200
    with db.reading() as session:
        items = load_cart_items(session, [item.id])
        for choices, code in (((), "too_few_options"), ((CartChoice("Small"),), "option_sold_out")):
            _, [problem] = price_cart(cast.truck.id, [CartLine(item.id, 1, choices)], items)
            assert problem.code == code


def test_a_full_menu_takes_no_more(client, db, cast, snapshot):
    def fill(session):
        rows = [{"truck_id": cast.truck.id, "name": f"n{i}", "base_price_cents": 1} for i in range(1000)]
        session.execute(
            MenuItem.__table__.insert(),
            [{"id": f"{i:024x}", **DEFAULTS, **row} for i, row in enumerate(rows)],
        )

    db.write(fill)
    before = snapshot()
    headers = cast.headers("truck_admin")
    for answer in (
        client.post("/api/menu-items", json=NEW, headers=headers),
        client.post(f"/api/menu-items/{7:024x}/duplicate", headers=headers),
    ):
        assert (answer.status_code, answer.json()["code"]) == (409, "menu_full")
    assert snapshot() == before


DEFAULTS = {
    "description": "",
    "category": "",
    "section": "",
    "is_available": True,
    "position": 0,
    "version": 1,
}


def test_the_staff_of_an_inactive_truck_go_on_with_their_menu(client, db, cast, item):
    db.write(lambda session: setattr(session.get(Truck, cast.truck.id), "is_active", False))
    answer = client.put(f"/api/menu-items/{item.id}", json={"name": "Winter taco"}, headers=cast.headers("truck_admin"))
    assert (answer.status_code, menu(client, cast)[0]["name"]) == (200, "Winter taco")
    assert client.get(f"/api/menu-items/truck/{cast.truck.id}").status_code == 404
