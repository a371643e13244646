"""Diets and allergens: "not stated" is not "none of these", in menus, options, line items and files."""

import pytest
import sqlalchemy as sa

from chuckwagon.audit.log import AuditEvent
from chuckwagon.menu.cart_items import OptionState
from chuckwagon.menu.csv_cells import InvalidCell, read_allergens, read_diets
from chuckwagon.menu.diets import ALLERGENS, DIETS, list_ended_diets, state_line
from chuckwagon.menu.models import MenuItem
from chuckwagon.orders.models import OrderLine
from tests.api_calls import call_as
from tests.databases import read_rows
from tests.error_reasons import require_listed
from tests.menu import menu_imports
from tests.suites import SAME_ON_BOTH

pytestmark = pytest.mark.dialect


@pytest.fixture
def ask(client, cast):
    return call_as(client, cast, "truck_admin")


@pytest.fixture
def add(ask):
    def add(**fields):
        return ask("POST", "/menu-items", json={"name": "Bowl", "basePrice": 9, **fields})

    return add


def said(item):
    return item["diets"], item["allergens"]


def option(name, allergens=None, not_for=()):
    return OptionState("", name, 0, None, None, allergens, list(not_for))


def test_not_stated_and_none_of_these_are_kept_apart(client, cast, ask, add):
    plain = add().json()
    none = add(diets=[], allergens=[]).json()
    both = add(diets=["halal", "vegan"], allergens=["sesame", "peanuts", "sesame"]).json()
    expected = [(None, None), ([], []), (["vegan", "vegetarian", "halal"], ["peanuts", "sesame"])]
    assert [said(one) for one in (plain, none, both)] == expected
    assert [said(one) for one in client.get(f"/api/menu-items/public/{cast.truck.id}").json()] == expected
    kept = ask("PUT", f"/menu-items/{both['_id']}", json={"name": "Big bowl"}).json()
    assert said(kept) == expected[2]
    cleared = ask("PUT", f"/menu-items/{both['_id']}", json={"allergens": None}).json()
    assert said(cleared) == (expected[2][0], None)
    assert said(ask("POST", f"/menu-items/{none['_id']}/duplicate").json()) == ([], [])


@pytest.mark.parametrize(
    ("diet", "allergens", "reason"),
    [
        ("vegan", ("milk", "eggs", "fish", "shellfish"), "diet_vegan_contradicted"),
        ("vegetarian", ("fish", "shellfish"), "diet_vegetarian_contradicted"),
        ("gluten_free", ("wheat",), "diet_gluten_free_contradicted"),
    ],
)
def test_a_contradiction_is_refused_in_one_sentence_and_changes_nothing(ask, add, diet, allergens, reason):
    require_listed({"reason": reason})
    item = add(diets=[diet], allergens=[]).json()
    for allergen in ALLERGENS:
        answer = ask("PUT", f"/menu-items/{item['_id']}", json={"allergens": [allergen]})
        assert answer.status_code == (400 if allergen in allergens else 200), allergen
        if allergen in allergens:
            body = answer.json()
            assert list(body["fields"]) == ["allergens"]
            assert body["reason"] == reason
            assert add(diets=[diet], allergens=[allergen]).json()["fields"].keys() == {"diets"}
    fine = [diet] if diet != "vegan" else ["vegan", "vegetarian"]
    assert said(ask("GET", f"/menu-items/{item['_id']}").json())[0] == fine


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"diets": ["paleo"]}, "diets"),
        ({"allergens": ["nuts"]}, "allergens"),
        (
            {"optionGroups": [{"name": "X", "options": [{"name": "A", "notFor": ["x"]}]}]},
            "optionGroups.0.options.0.notFor",
        ),
    ],
)
def test_an_unknown_word_is_refused(add, fields, path):
    answer = add(**fields)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [path])


def test_an_option_keeps_what_a_form_does_not_say_of_it(ask, add):
    sauces = {"name": "Sauce", "options": [{"name": "Peanut", "allergens": ["peanuts"], "notFor": ["halal"]}]}
    item = add(optionGroups=[sauces]).json()
    [group] = item["optionGroups"]
    [peanut] = group["options"]
    assert (peanut["allergens"], peanut["notFor"]) == (["peanuts"], ["halal"])
    old_form = {"_id": peanut["_id"], "name": "Peanut", "additionalPrice": 1}
    new = {"name": "Plain"}
    changed = ask("PUT", f"/menu-items/{item['_id']}", json={"optionGroups": [group | {"options": [old_form, new]}]})
    told = [(one["allergens"], one["notFor"]) for one in changed.json()["optionGroups"][0]["options"]]
    assert told == [(["peanuts"], ["halal"]), (None, [])]
    silent = group | {"options": [old_form | {"allergens": None, "notFor": []}]}
    changed = ask("PUT", f"/menu-items/{item['_id']}", json={"optionGroups": [silent]})
    told = [(one["allergens"], one["notFor"]) for one in changed.json()["optionGroups"][0]["options"]]
    assert told == [(None, [])]


def test_a_set_says_it_for_all_its_items(ask, add):
    made = ask(
        "POST", "/option-sets", json={"name": "Milk", "options": [{"name": "Cow", "allergens": ["milk"]}]}
    ).json()
    item = add(optionGroups=[{"setId": made["_id"]}]).json()
    [group] = item["optionGroups"]
    assert group["options"][0]["allergens"] == ["milk"]
    whole = {name: made[name] for name in ("name", "minSelect", "maxSelect", "options")}
    whole["options"] = [whole["options"][0] | {"allergens": ["milk", "soybeans"], "notFor": ["kosher"]}]
    assert ask("PUT", f"/option-sets/{made['_id']}", json=whole).json()["options"] == whole["options"]
    [group] = ask("GET", f"/menu-items/{item['_id']}").json()["optionGroups"]
    assert (group["options"][0]["allergens"], group["options"][0]["notFor"]) == (["milk", "soybeans"], ["kosher"])
    del group["options"][0]["allergens"], group["options"][0]["notFor"]
    same = ask(
        "PUT", f"/menu-items/{item['_id']}", json={"optionGroups": [group | {"setId": None} | {"setId": made["_id"]}]}
    )
    assert same.json()["optionGroups"][0]["options"][0]["allergens"] == ["milk", "soybeans"]


@SAME_ON_BOTH
@pytest.mark.parametrize(
    ("diets", "allergens", "options", "line"),
    [
        (None, None, [], (None, None, ("Bowl",))),
        ([], [], [], ((), (), ())),
        ([], ["milk"], [option("A", [])], ((), ("milk",), ())),
        ([], [], [option("A")], ((), None, ("A",))),
        (None, ["sesame"], [option("A", ["eggs"]), option("B")], (None, ("eggs", "sesame"), ("B",))),
        (None, None, [option("A", ["peanuts"])], (None, ("peanuts",), ("Bowl",))),
        (["vegan", "halal"], [], [option("Cheese", ["milk"])], (("vegetarian", "halal"), ("milk",), ())),
        (["vegan"], [], [option("Bacon", [], ["vegetarian"])], ((), (), ())),
        (["gluten_free", "kosher"], [], [option("Bun", ["wheat"], ["kosher"])], ((), ("wheat",), ())),
    ],
)
def test_a_line_item_adds_up_what_its_options_say(diets, allergens, options, line):
    told = state_line("Bowl", diets, allergens, options)
    assert (told.diets, told.allergens, told.not_stated) == line


@SAME_ON_BOTH
def test_an_option_ends_what_its_allergens_contradict():
    ended = {allergen: sorted(list_ended_diets(option("A", [allergen]))) for allergen in ALLERGENS}
    vegan, neither = ["vegan"], ["vegan", "vegetarian"]
    animal = {"milk": vegan, "eggs": vegan, "fish": neither, "shellfish": neither}
    assert ended == {one: [] for one in ALLERGENS} | animal | {"wheat": ["gluten_free"]}
    assert list_ended_diets(option("A")) == set()


def test_the_order_keeps_what_the_menu_said(db, ask, add):
    cheese = {"name": "Cheese", "allergens": ["milk"]}
    groups = [{"name": "Extras", "maxSelect": 2, "options": [cheese, {"name": "Sauce"}]}]
    item = add(diets=["vegan"], allergens=["wheat"], optionGroups=groups).json()
    choices = [one["_id"] for one in item["optionGroups"][0]["options"]]
    line = {"menuItemId": item["_id"], "quantity": 1, "optionIds": choices}
    order = ask("POST", "/orders", json={"items": [line], "customerName": "Ada", "payment": "cash"})
    assert order.status_code == 201, order.text
    db.write(lambda session: session.execute(sa.update(MenuItem).values(diets=None, allergens=["fish"])))
    [stored] = read_rows(db, OrderLine)
    assert (stored.diets, stored.allergens, stored.allergens_not_stated) == (
        ["vegetarian"],
        ["milk", "wheat"],
        ["Sauce"],
    )
    [shown] = ask("GET", f"/orders/{order.json()['_id']}").json()["items"]
    assert (shown["diets"], shown["allergens"]) == (["vegetarian"], ["milk", "wheat"])
    assert shown["allergensNotStated"] == ["Sauce"]


def test_the_log_tells_what_was_said(db, ask, add):
    option = {"name": "Bacon", "allergens": []}
    item = add(optionGroups=[{"name": "Extras", "options": [option]}]).json()
    group = item["optionGroups"][0]
    changed = group | {"options": [group["options"][0] | {"allergens": ["milk"], "notFor": ["vegan"]}]}
    ask("PUT", f"/menu-items/{item['_id']}", json={"allergens": [], "diets": ["vegan"], "optionGroups": [changed]})
    details = next(event.details for event in read_rows(db, AuditEvent) if event.action == "menu_item.changed")
    assert details["allergens"] == {"before": None, "after": "none"}
    assert details["diets"] == {"before": None, "after": "vegan, vegetarian"}
    assert details["options: Extras"]["after"].endswith("Bacon · Bacon: adds milk, not for vegan")


@SAME_ON_BOTH
@pytest.mark.parametrize(
    ("diets", "allergens", "expected"),
    [
        ("", " ", (None, None)),
        ("none", "NONE", ([], [])),
        ("Gluten-free; halal", "Tree Nuts, peanuts", (["gluten_free", "halal"], ["tree_nuts", "peanuts"])),
    ],
)
def test_a_cell_says_nothing_none_or_names(diets, allergens, expected):
    assert (read_diets(diets), read_allergens(allergens)) == expected


@SAME_ON_BOTH
@pytest.mark.parametrize("cell", ["none; milk", "dairy", "milk eggs"])
def test_a_cell_that_is_unclear_is_a_problem(cell):
    with pytest.raises(InvalidCell) as found:
        read_allergens(cell)
    sentence = found.value.sentence
    require_listed({"reason": sentence.reason, "params": sentence.params})


def test_a_file_keeps_what_it_has_no_column_for(client, cast, ask, add):
    headers = cast.headers("truck_admin")
    sauces = {"name": "Sauce", "options": [{"name": "Peanut", "allergens": ["peanuts"]}]}
    item = add(diets=["vegan"], allergens=[], optionGroups=[sauces]).json()
    [exported] = menu_imports.exported(client, headers)
    assert (exported["diets"], exported["allergens"]) == ("vegan, vegetarian", "none")
    assert menu_imports.counts(menu_imports.read(client, headers, [exported])) == (0, 0, 1)
    renamed = f"id,name,price,options\n{item['_id']},Big,9,Sauce [0-1]: Peanut; Plain\n"
    menu_imports.put_on_menu(client, headers, renamed.encode())
    now = ask("GET", f"/menu-items/{item['_id']}").json()
    assert said(now) == (["vegan", "vegetarian"], [])
    assert [one["allergens"] for one in now["optionGroups"][0]["options"]] == [["peanuts"], None]
    contradicted = f"id,name,price,allergens\n{item['_id']},Big,9,eggs\n".encode()
    [question] = menu_imports.read(client, headers, contradicted)["questions"]
    assert "diet_vegan_contradicted" in str(question)
    emptied = f"id,name,price,diets,allergens\n{item['_id']},Big,9,,\n".encode()
    menu_imports.put_on_menu(client, headers, emptied)
    assert said(ask("GET", f"/menu-items/{item['_id']}").json()) == (None, None)


@SAME_ON_BOTH
def test_the_words_are_those_of_the_contract():
    assert DIETS == ("vegan", "vegetarian", "gluten_free", "halal", "kosher")
    nine = ("milk", "eggs", "fish", "shellfish", "tree_nuts", "peanuts", "wheat", "soybeans", "sesame")
    assert nine == ALLERGENS
