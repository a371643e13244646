"""Option sets: options that several menu items use, and change together."""

from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from chuckwagon.audit.log import AuditEvent
from chuckwagon.menu import option_sets
from tests.api_calls import call_as
from tests.suites import SAME_ON_BOTH

pytestmark = pytest.mark.dialect

FILLINGS = {
    "name": "Choose your filling",
    "minSelect": 1,
    "maxSelect": 2,
    "options": [{"name": "Chicken"}, {"name": "Shrimp", "additionalPrice": 2.5}],
}


@pytest.fixture
def ask(client, cast):
    return call_as(client, cast, "truck_admin")


@pytest.fixture
def add_set(ask):
    def add(**fields):
        answer = ask("POST", "/option-sets", json=FILLINGS | fields)
        assert answer.status_code == 201, answer.text
        return answer.json()

    return add


@pytest.fixture
def add_item(ask):
    def add(name, *groups):
        answer = ask("POST", "/menu-items", json={"name": name, "basePrice": 9, "optionGroups": list(groups)})
        assert answer.status_code == 201, answer.text
        return answer.json()

    return add


def read(ask, item):
    return ask("GET", f"/menu-items/{item['_id']}").json()


def sets(ask, **query):
    return ask("GET", "/option-sets", params=query).json()


def change_set(ask, one, **fields):
    body = {name: one[name] for name in ("name", "minSelect", "maxSelect", "options", "version")}
    return ask("PUT", f"/option-sets/{one['_id']}", json=body | fields)


def change_item(ask, item, *groups, **fields):
    return ask("PUT", f"/menu-items/{item['_id']}", json={"optionGroups": list(groups), **fields})


def sell_out(ask, item, option, **body):
    return ask("PATCH", f"/menu-items/{item['_id']}/options/{option['_id']}/availability", json=body)


SIZE = {"name": "Size", "options": [{"name": "Large", "additionalPrice": 1}]}


def test_items_use_a_set_beside_their_own_groups_and_customers_read_plain_groups(ask, client, cast, add_set, add_item):
    fillings = add_set()
    item = add_item("Burrito", SIZE, {"setId": fillings["_id"]})
    size, chosen = item["optionGroups"]
    assert ("setId" not in size, chosen["setId"]) == (True, fillings["_id"])
    assert (chosen["name"], chosen["minSelect"], chosen["maxSelect"]) == ("Choose your filling", 1, 2)
    assert [(one["name"], one["additionalPrice"]) for one in chosen["options"]] == [("Chicken", 0), ("Shrimp", 2.5)]
    [public] = client.get(f"/api/menu-items/public/{cast.truck.id}").json()
    del chosen["setId"]
    assert public["optionGroups"] == [size, chosen]
    assert sets(ask)[0]["items"] == [{"_id": item["_id"], "name": "Burrito"}]
    assert client.get(f"/api/menu-items/{item['_id']}").json()["optionGroups"] == [size, chosen]


def test_a_changed_set_changes_all_its_items_and_keeps_the_ids_of_options(ask, db, add_set, add_item):
    fillings = add_set()
    link = {"setId": fillings["_id"]}
    first, second, other = add_item("Burrito", SIZE, link), add_item("Taco", link), add_item("Soup", SIZE)
    chicken, shrimp = fillings["options"]
    options = [shrimp | {"additionalPrice": 3}, {"name": "Tofu"}, chicken | {"name": "Grilled chicken"}]
    changed = change_set(ask, fillings, name="Filling", minSelect=0, maxSelect=3, options=options)
    assert (changed.status_code, changed.json()["version"]) == (200, 2)
    kept = [option["_id"] for option in changed.json()["options"]]
    assert (kept[0], kept[2]) == (shrimp["_id"], chicken["_id"])
    for item in (first, second):
        now, before = read(ask, item), item["optionGroups"][-1]
        group = now["optionGroups"][-1]
        assert (now["version"], group["_id"], group["name"]) == (2, before["_id"], "Filling")
        assert (group["minSelect"], group["maxSelect"]) == (0, 3)
        assert [(one["name"], one["additionalPrice"]) for one in group["options"]] == [
            ("Shrimp", 3),
            ("Tofu", 0),
            ("Grilled chicken", 0),
        ]
        ids = [one["_id"] for one in group["options"]]
        assert (ids[0], ids[2]) == (before["options"][1]["_id"], before["options"][0]["_id"])
    assert read(ask, first)["optionGroups"][0] == first["optionGroups"][0]
    assert read(ask, other)["version"] == 1
    again = change_set(ask, changed.json())
    assert (again.json()["version"], read(ask, first)["version"]) == (2, 2)
    with db.reading() as session:
        actions = session.scalars(sa.select(AuditEvent.action).order_by(AuditEvent.at)).all()
    assert actions.count("menu_item.changed") == 2
    assert [action for action in actions if action.startswith("option_set")] == [
        "option_set.created",
        "option_set.changed",
    ]


def test_a_set_or_item_that_was_changed_meanwhile_is_not_overwritten(ask, add_set, add_item):
    fillings = add_set()
    item = add_item("Burrito", {"setId": fillings["_id"]})
    assert change_set(ask, fillings, name="Filling").status_code == 200
    stale = change_set(ask, fillings, name="Other")
    assert (stale.status_code, stale.json()["code"]) == (409, "changed_meanwhile")
    assert stale.json()["optionSet"]["name"] == "Filling"
    assert change_item(ask, item, *item["optionGroups"], version=1).status_code == 409


def test_of_two_changes_at_once_one_is_stored(ask, add_set, add_item):
    fillings = add_set()
    item = add_item("Burrito", {"setId": fillings["_id"]})
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda name: change_set(ask, fillings, name=name), ("One", "Two")))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    [stored] = [answer.json()["name"] for answer in answers if answer.status_code == 200]
    assert read(ask, item)["optionGroups"][0]["name"] == stored == sets(ask)[0]["name"]


def test_a_set_and_an_item_that_change_at_once_agree_afterwards(ask, add_set, add_item):
    fillings = add_set()
    items = [add_item(f"Burrito {at}") for at in range(4)]
    with ThreadPoolExecutor(5) as pool:
        linked = [pool.submit(change_item, ask, item, {"setId": fillings["_id"]}) for item in items[:3]]
        changed = pool.submit(change_set, ask, fillings, name="Filling")
        assert {one.result().status_code for one in [*linked, changed]} == {200}
    assert {read(ask, item)["optionGroups"][0]["name"] for item in items[:3]} == {"Filling"}


@SAME_ON_BOTH
def test_a_form_that_does_not_know_sets_keeps_them_and_cannot_change_them(ask, add_set, add_item):
    fillings = add_set()
    item = add_item("Burrito", {"setId": fillings["_id"]})
    [group] = item["optionGroups"]
    unaware = {name: value for name, value in group.items() if name != "setId"}
    kept = change_item(ask, item, SIZE, unaware).json()
    assert kept["optionGroups"][1] == group
    for changed in (
        {"name": "Mine"},
        {"minSelect": 0},
        {"maxSelect": 1},
        {"options": group["options"][:1], "maxSelect": 1},
    ):
        refused = change_item(ask, item, unaware | changed)
        assert (refused.status_code, list(refused.json()["fields"])) == (400, ["optionGroups.0.setId"])
    assert read(ask, item) == kept
    assert change_item(ask, item, SIZE).json()["optionGroups"][0]["name"] == "Size"
    assert sets(ask)[0]["items"] == []


def test_a_detached_group_is_the_items_own(ask, add_set, add_item):
    fillings = add_set()
    item = add_item("Burrito", {"setId": fillings["_id"]})
    [group] = item["optionGroups"]
    own = change_item(ask, item, group | {"setId": None, "name": "Mine"}).json()
    [detached] = own["optionGroups"]
    assert ("setId" not in detached, detached["_id"], detached["name"]) == (True, group["_id"], "Mine")
    assert [one["_id"] for one in detached["options"]] == [one["_id"] for one in group["options"]]
    change_set(ask, fillings, name="Filling")
    assert read(ask, item)["optionGroups"] == [detached]
    sell_out(ask, item, detached["options"][0], isAvailable=False)
    assert read(ask, add_item("Taco", {"setId": fillings["_id"]}))["optionGroups"][0]["options"][0]["isAvailable"]


def test_a_set_is_made_of_an_items_own_group_which_then_follows_it(ask, add_set, add_item):
    item = add_item("Burrito", SIZE, FILLINGS)
    size, own = item["optionGroups"]
    sell_out(ask, item, own["options"][0], isAvailable=False)
    made = ask("POST", "/option-sets", json={"fromItemId": item["_id"], "fromGroupId": own["_id"]})
    assert made.status_code == 201
    assert [one["name"] for one in made.json()["options"]] == ["Chicken", "Shrimp"]
    assert made.json()["items"] == [{"_id": item["_id"], "name": "Burrito"}]
    linked = read(ask, item)["optionGroups"]
    assert (linked[0], linked[1]["setId"], linked[1]["_id"]) == (size, made.json()["_id"], own["_id"])
    assert [one["_id"] for one in linked[1]["options"]] == [one["_id"] for one in own["options"]]
    taco = add_item("Taco", {"setId": made.json()["_id"]})
    assert [one["isAvailable"] for one in taco["optionGroups"][0]["options"]] == [False, True]
    for group_id in (own["_id"], "x", None):
        again = ask("POST", "/option-sets", json={"fromItemId": item["_id"], "fromGroupId": group_id})
        assert (again.status_code, list(again.json()["fields"])) == (400, ["fromGroupId"])


def test_an_option_of_a_set_is_sold_out_at_all_items(ask, add_set, add_item):
    fillings = add_set()
    link = {"setId": fillings["_id"]}
    items = [add_item("Burrito", link), add_item("Taco", SIZE, link), add_item("Soup", FILLINGS)]
    chicken = items[0]["optionGroups"][0]["options"][0]

    def states():
        groups = [read(ask, item)["optionGroups"][-1] for item in items]
        return [group["options"][0]["isAvailable"] for group in groups]

    assert sell_out(ask, items[0], chicken, isAvailable=False).status_code == 200
    assert states() == [False, False, True]
    assert [read(ask, item)["version"] for item in items] == [2, 2, 1]
    taco_chicken = items[1]["optionGroups"][-1]["options"][0]
    assert sell_out(ask, items[1], taco_chicken).status_code == 200
    assert states() == [True, True, True]
    sell_out(ask, items[1], taco_chicken, isAvailable=False)
    change_set(ask, fillings, name="Filling")
    assert states() == [False, False, True]
    [group] = read(ask, items[0])["optionGroups"]
    on_sale = [option | {"isAvailable": True} for option in group["options"]]
    assert change_item(ask, items[0], group | {"options": on_sale}).status_code == 200
    assert states() == [False, False, True]


def test_options_of_one_set_are_sold_out_at_once_without_a_deadlock(ask, add_set, add_item):
    fillings = add_set()
    items = [add_item(f"Burrito {at}", {"setId": fillings["_id"]}) for at in range(4)]

    def press(at):
        option = items[at]["optionGroups"][0]["options"][at % 2]
        return sell_out(ask, items[at], option, isAvailable=False).status_code

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(press, range(4))) == [200] * 4
    options = [option for item in items for option in read(ask, item)["optionGroups"][0]["options"]]
    assert {option["isAvailable"] for option in options} == {False}


@SAME_ON_BOTH
def test_a_set_in_use_is_not_deleted(ask, add_set, add_item, db):
    fillings = add_set()
    item = add_item("Burrito", {"setId": fillings["_id"]})
    refused = ask("DELETE", f"/option-sets/{fillings['_id']}")
    assert (refused.status_code, refused.json()["code"]) == (409, "option_set_in_use")
    assert refused.json()["items"] == [{"_id": item["_id"], "name": "Burrito"}]
    ask("DELETE", f"/menu-items/{item['_id']}")
    assert ask("DELETE", f"/option-sets/{fillings['_id']}").json() == {"deleted": True}
    assert sets(ask) == []
    assert ask("DELETE", f"/option-sets/{fillings['_id']}").status_code == 404


@SAME_ON_BOTH
@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"name": " "}, "name"),
        ({"options": []}, "options"),
        ({"options": [{"name": "x"}] * 31}, "options"),
        ({"options": [{"name": ""}]}, "options.0.name"),
        ({"options": [{"name": "x", "additionalPrice": 1000.01}], "maxSelect": 1}, "options.0.additionalPrice"),
        ({"maxSelect": 3}, "maxSelect"),
        ({"minSelect": 3}, "minSelect"),
    ],
)
def test_the_rules_of_groups_hold_for_sets(ask, add_set, fields, problem):
    fillings = add_set()
    for refused in (ask("POST", "/option-sets", json=FILLINGS | fields), change_set(ask, fillings, **fields)):
        assert (refused.status_code, problem in refused.json()["fields"]) == (400, True)
    assert sets(ask) == [fillings]


@SAME_ON_BOTH
def test_a_truck_has_a_limited_number_of_sets(ask, add_set, monkeypatch):
    assert option_sets.MAX_SETS == 100
    monkeypatch.setattr(option_sets, "MAX_SETS", 2)
    add_set()
    add_set(name="Sauces")
    refused = ask("POST", "/option-sets", json=FILLINGS)
    assert (refused.status_code, refused.json()["code"]) == (409, "option_sets_full")


@SAME_ON_BOTH
def test_an_item_uses_a_set_of_its_truck_once(ask, add_set, add_item):
    fillings = add_set()
    foreign = ask("POST", "/option-sets", as_="other_admin", json=FILLINGS).json()
    item = add_item("Burrito", {"setId": fillings["_id"]})
    for group, sentence in (
        ({"setId": foreign["_id"]}, "There is no such option set."),
        ({"setId": "f" * 24}, "There is no such option set."),
        ({"setId": fillings["_id"]}, "This item uses the set already."),
    ):
        refused = change_item(ask, item, *item["optionGroups"], group)
        assert refused.status_code == 400
        assert refused.json()["fields"] == {"optionGroups.1.setId": sentence}
    assert read(ask, item) == item


@SAME_ON_BOTH
def test_a_copy_of_an_item_uses_the_same_sets(ask, add_set, add_item):
    fillings = add_set()
    item = add_item("Burrito", {"setId": fillings["_id"]})
    copy = ask("POST", f"/menu-items/{item['_id']}/duplicate").json()
    assert copy["optionGroups"][0]["setId"] == fillings["_id"]
    assert len(sets(ask)[0]["items"]) == 2


def export(ask):
    return ask("GET", "/menu-items/export").text


def import_file(ask, text):
    """The import, confirmed unless something is asked."""
    found = ask("POST", "/menu-imports", files={"files": ("menu.csv", text.encode(), "text/csv")}).json()
    is_clear = found["state"] == "preview"
    return ask("POST", f"/menu-imports/{found['_id']}/confirm").json() if is_clear else found


@SAME_ON_BOTH
def test_a_menu_file_keeps_the_link_and_cannot_change_a_set_at_one_item(ask, add_set, add_item):
    fillings = add_set()
    item = add_item("Burrito", {"setId": fillings["_id"]})
    file = export(ask)
    assert "Choose your filling" in file
    sell_out(ask, item, item["optionGroups"][0]["options"][0], isAvailable=False)
    before = read(ask, item)
    same = import_file(ask, file)
    assert (same["state"], same["preview"]["unchanged"]) == ("confirmed", 1)
    assert read(ask, item) == before
    priced = import_file(ask, file.replace("Burrito", "Big Burrito"))
    assert (priced["state"], read(ask, item)["name"]) == ("confirmed", "Big Burrito")
    assert read(ask, item)["optionGroups"] == before["optionGroups"]
    refused = import_file(ask, file.replace("Shrimp", "Prawns"))
    assert [(one["field"], one["code"]) for one in refused["questions"]] == [("options", "option_set_fixed")]
    told = {refused["questions"][0]["_id"]: "keep"}
    kept = ask("POST", f"/menu-imports/{refused['_id']}/answers", json={"answers": told}).json()
    assert (kept["state"], kept["preview"]["unchanged"]) == ("preview", 0)
    assert read(ask, item)["optionGroups"] == before["optionGroups"]


@SAME_ON_BOTH
def test_only_the_trucks_own_staff_reach_its_sets(ask, cast, add_set):
    fillings = add_set()
    for role in ("other_admin", "truckless_admin"):
        assert ask("GET", "/option-sets", as_=role, params={"truckId": cast.truck.id}).status_code == 403
        assert ask("PUT", f"/option-sets/{fillings['_id']}", as_=role, content=b"{").status_code == 403
        assert ask("DELETE", f"/option-sets/{fillings['_id']}", as_=role).status_code == 403
    mine = {"fromItemId": "f" * 24, "fromGroupId": "f" * 24}
    assert ask("POST", "/option-sets", json=mine).status_code == 404
    assert sets(ask, truckId=cast.truck.id) == [fillings]
