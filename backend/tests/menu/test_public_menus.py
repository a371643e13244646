"""Public menus for customers, and the items of a cart."""

import pytest

from chuckwagon.kit import clock
from chuckwagon.menu.cart_items import load_cart_items
from chuckwagon.menu.models import MenuItem, Option, OptionGroup
from chuckwagon.trucks.models import Truck

ITEM_KEYS = {
    "_id",
    "name",
    "description",
    "category",
    "section",
    "basePrice",
    "prepUnits",
    "taxClass",
    "diets",
    "allergens",
    "imageUrl",
    "isAvailable",
    "soldOutUntil",
    "hasOptions",
    "truckId",
    "optionGroups",
    "position",
}
ADDRESSES = ["/api/menu-items/public/{}", "/api/menu-items/truck/{}", "/api/menu-items?truckId={}"]


@pytest.fixture
def truck_id(db):
    return save(db, Truck(name="Lucky Noodle", slug="lucky-noodle"))


def save(db, row) -> str:
    def work(session):
        session.add(row)
        session.flush()
        return row.id

    return db.write(work)


def add(db, truck_id, name="Pho", **given) -> str:
    return save(db, MenuItem(**{"truck_id": truck_id, "name": name, "base_price_cents": 1205} | given))


def sized() -> OptionGroup:
    small = Option(name="Small", position=0)
    large = Option(name="Large", position=1, additional_price_cents=250, is_available=False)
    return OptionGroup(name="Size", min_select=1, max_select=1, position=1, options=[large, small])


def test_a_menu_item_has_exactly_the_published_fields(client, db, truck_id):
    extra = OptionGroup(name="Extras", max_select=2, position=0)
    item_id = add(db, truck_id, section="Soups", option_groups=[sized(), extra])
    [item] = client.get(f"/api/menu-items/public/{truck_id}").json()
    assert set(item) == ITEM_KEYS
    assert (item["_id"], item["truckId"], item["basePrice"], item["hasOptions"]) == (
        item_id,
        truck_id,
        12.05,
        True,
    )
    assert [group["name"] for group in item["optionGroups"]] == ["Extras", "Size"]
    group = item["optionGroups"][1]
    assert set(group) == {"_id", "name", "minSelect", "maxSelect", "freeCount", "options"}
    assert (group["minSelect"], group["maxSelect"]) == (1, 1)
    assert [set(option) for option in group["options"]] == [
        {"_id", "name", "additionalPrice", "maxQuantity", "isAvailable", "soldOutUntil", "allergens", "notFor"}
    ] * 2
    assert [(o["name"], o["additionalPrice"], o["isAvailable"]) for o in group["options"]] == [
        ("Small", 0, True),
        ("Large", 2.5, False),
    ]
    assert client.get(f"/api/menu-items/{item_id}").json() == item


def test_an_item_without_groups_has_no_options(client, db, truck_id):
    add(db, truck_id)
    [item] = client.get(f"/api/menu-items/public/{truck_id}").json()
    assert (item["hasOptions"], item["optionGroups"]) == (False, [])


def test_sections_come_in_the_crews_order_and_items_by_position(client, db, truck_id):
    for name, section, position in (
        ("Flan", "Desserts", 3),
        ("Tea", "Drinks", 1),
        ("Taco", "Mains", 0),
        ("Cola", "Drinks", 4),
        ("Bowl", "Mains", 2),
    ):
        add(db, truck_id, name, section=section, position=position)
    found = client.get(f"/api/menu-items/public/{truck_id}").json()
    assert [item["name"] for item in found] == ["Taco", "Bowl", "Tea", "Cola", "Flan"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_sold_out_items_are_shown_and_archived_ones_are_not(client, db, truck_id, address):
    add(db, truck_id, "Here", position=0)
    add(db, truck_id, "Sold out", position=1, is_available=False)
    gone = add(db, truck_id, "Gone", archived_at=clock.now(), option_groups=[sized()])
    found = client.get(address.format(truck_id)).json()
    assert [(item["name"], item["isAvailable"]) for item in found] == [("Here", True), ("Sold out", False)]
    assert client.get(f"/api/menu-items/{gone}").status_code == 404


def test_a_menu_can_be_asked_for_by_availability(client, db, truck_id):
    add(db, truck_id, "Here")
    add(db, truck_id, "Sold out", is_available=False)
    for address in ("/api/menu-items/truck/{}?isAvailable={}", "/api/menu-items?truckId={}&isAvailable={}"):
        names = {
            wanted: [item["name"] for item in client.get(address.format(truck_id, wanted)).json()]
            for wanted in ("true", "false")
        }
        assert names == {"true": ["Here"], "false": ["Sold out"]}


def test_a_query_of_the_wrong_kind_is_named_as_the_caller_wrote_it(client, truck_id):
    answer = client.get(f"/api/menu-items/truck/{truck_id}?isAvailable=maybe")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_input")
    assert answer.json()["fields"] == {"isAvailable": "Expected true or false, got text."}
    missing = client.get("/api/menu-items")
    assert (missing.status_code, missing.json()["fields"]) == (400, {"truckId": "Required."})


def test_an_active_truck_without_items_has_an_empty_menu(client, truck_id):
    answer = client.get(f"/api/menu-items/public/{truck_id}")
    assert (answer.status_code, answer.json()) == (200, [])


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("hidden", [{"is_active": False}, {"archived_at": clock.now()}])
def test_the_menu_of_a_truck_off_the_street_is_absent(client, db, address, hidden):
    truck_id = save(db, Truck(name="Quiet", slug="quiet", **hidden))
    item_id = add(db, truck_id)
    answer = client.get(address.format(truck_id))
    assert (answer.status_code, answer.json()["error"]) == (404, "We couldn't find the menu of this truck.")
    assert client.get(f"/api/menu-items/{item_id}").status_code == 404


@pytest.mark.parametrize("address", [*ADDRESSES, "/api/menu-items/{}"])
@pytest.mark.parametrize("odd", ["f" * 24, "F" * 24, "f" * 23, "null", "%00", "%ed%a0%80", "%ff", "0" * 2000])
def test_a_malformed_id_is_answered_like_an_absent_one(client, db, truck_id, address, odd):
    add(db, truck_id)
    answer = client.get(address.format(odd))
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_another_trucks_items_stay_on_its_own_menu(client, db, truck_id):
    other = save(db, Truck(name="Other", slug="other"))
    add(db, other, "Theirs", option_groups=[sized()])
    add(db, truck_id, "Ours")
    assert [item["name"] for item in client.get(f"/api/menu-items/public/{truck_id}").json()] == ["Ours"]


def test_an_unchanged_menu_is_not_sent_again(client, db, truck_id):
    item_id = add(db, truck_id, option_groups=[sized()])
    address = f"/api/menu-items/public/{truck_id}"
    etag = client.get(address).headers["etag"]
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    db.write(lambda session: setattr(session.get(MenuItem, item_id), "is_available", False))
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 200


def test_a_cart_gets_its_items_whole_archived_ones_included(db, truck_id):
    sold = add(db, truck_id, "Sold", option_groups=[sized()])
    gone = add(db, truck_id, "Gone", archived_at=clock.now())
    add(db, truck_id, "Not asked for")
    with db.reading() as session:
        found = load_cart_items(session, [sold, gone, sold, "f" * 24, "\x00", ""])
    assert set(found) == {sold, gone}
    assert found[gone].archived_at is not None
    # The session is closed, so attributes that were not loaded with the item would raise.
    assert [[option.name for option in group.options] for group in found[sold].option_groups] == [["Small", "Large"]]


def test_a_cart_without_items_asks_for_nothing(db):
    with db.reading() as session:
        assert load_cart_items(session, []) == {}


@pytest.mark.parametrize(
    "wrong",
    [
        {"base_price_cents": -1},
        {"base_price_cents": 1_000_000},
        {"name": ""},
        {"option_groups": [OptionGroup(name="g", min_select=2, max_select=1)]},
        {"option_groups": [OptionGroup(name="g", options=[Option(name="o", additional_price_cents=-1)])]},
    ],
)
def test_the_database_itself_refuses_impossible_prices_and_choices(db, truck_id, wrong):
    with pytest.raises(Exception, match=r"(?i)check constraint"):
        add(db, truck_id, **wrong)
