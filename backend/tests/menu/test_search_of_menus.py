"""What a search of customers finds, and which menu item it names."""

import pytest
import sqlalchemy as sa

from chuckwagon.kit.ids import new_id
from chuckwagon.menu import today
from chuckwagon.menu.models import MenuItem
from chuckwagon.menu.today import SearchedItem, find_item, fold_texts, split_search
from tests.factories import make_item, make_truck


def item(name, section="", description="", *options):
    texts = fold_texts([name, section], [description, *options])
    return SearchedItem(new_id(), name, today.fold_text(name), texts)


TRUCK = fold_texts(["Spicy Burritos", "Mexican", "Tacos", "Pier 7"], ["Charred salsas, and rice."])
MENU = [
    item("The Portland", "Burritos", "Rice, beans and cheese.", "Grilled chicken", "Carnitas"),
    item("Al Pastor Tacos", "Tacos", "Pork off the spit, charred pineapple."),
    item("Tacos de Champiñones", "Tacos", "Oyster mushrooms with garlic."),
    item("Agua Fresca de Mango", "Drinks", "Ripe mango and lime."),
    item("Lunch Boxes", "Barbecue", "Egg on top."),
]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("pastor", "Al Pastor Tacos"),
        ("champinon", "Tacos de Champiñones"),
        ("PORK TACO", "Al Pastor Tacos"),
        ("spicy tacos", "Al Pastor Tacos"),
        ("mushroom tacos", "Tacos de Champiñones"),
        ("chicken taco", "The Portland"),
        ("agua fresca mango", "Agua Fresca de Mango"),
        ("mango agua", "Agua Fresca de Mango"),
        ("bbq", "Lunch Boxes"),
        ("boxes", "Lunch Boxes"),
        ("egg", "Lunch Boxes"),
        ("drinks", "Agua Fresca de Mango"),
    ],
)
def test_each_word_is_in_the_truck_or_in_one_item_which_is_named(text, name):
    is_found, found = find_item(split_search(text), TRUCK, MENU)
    assert (is_found, found and found.name) == (True, name)


@pytest.mark.parametrize("text", ["spicy", "mexican", "pier 7", "salsas"])
def test_no_item_is_named_where_only_the_truck_is_meant(text):
    assert find_item(split_search(text), TRUCK, MENU) == (True, None)


@pytest.mark.parametrize("text", ["sushi", "mango pork", "spicy sushi", "chicken garlic", "arred", "ork", "!!"])
def test_words_of_two_items_and_ends_of_words_in_prose_find_nothing(text):
    assert find_item(split_search(text), TRUCK, MENU) == (False, None)


@pytest.mark.parametrize(
    ("word", "spellings"),
    [
        ("Tacos", ("tacos", "taco")),
        ("sandwiches", ("sandwiches", "sandwich")),
        ("noodles", ("noodles", "noodle")),
        ("swiss", ("swiss",)),
        ("gas", ("gas",)),
        ("BBQ", ("bbq", "barbecue")),
    ],
)
def test_a_word_has_its_singular_and_its_synonym(word, spellings):
    assert split_search(word) == [spellings]


@pytest.fixture
def find(client):
    """The matches of a search, by the name of the truck."""

    def ask(text):
        answer = client.get("/api/stops/today", params={"q": text})
        assert answer.status_code == 200
        return {truck["name"]: truck["match"] for truck in answer.json()}

    return ask


@pytest.mark.dialect
def test_the_answer_names_the_item_and_its_id(db, find):
    first, second = make_truck(db, "Noodles"), make_truck(db, "Soups")
    make_item(db, first, "Wonton", section="Noodle Soups", position=2, is_available=False)
    sold = make_item(db, first, "Dan Dan", section="Noodle Soups", position=1)
    make_item(db, first, "Gone", section="Noodle Soups", archived_at=sold.created_at)
    make_item(db, second, "Bread", description="with soup", groups=[("Size", 0, 1, [("Jalapeño", 0)])])
    assert find("noodle soup") == {"Noodles": {"menuItemId": sold.id, "name": "Dan Dan"}}
    assert find("jalapeno bread")["Soups"]["name"] == "Bread"
    assert find("") == {"Noodles": None, "Soups": None}


@pytest.mark.dialect
def test_a_changed_item_is_found_by_its_new_words(db, find):
    truck = make_truck(db, "Plain")
    changed, _other = make_item(db, truck, "Soup"), make_item(db, truck, "Bread")
    assert find("soup")["Plain"]["name"] == "Soup"
    new = sa.update(MenuItem).where(MenuItem.id == changed.id).values(name="Ramen", version=2)
    db.write(lambda session: session.execute(new))
    assert (find("ramen")["Plain"]["name"], find("soup"), find("bread")["Plain"]["name"]) == ("Ramen", {}, "Bread")


def test_no_more_texts_are_kept_than_allowed(db, find, monkeypatch):
    monkeypatch.setattr(today, "_kept", {"old": (1, None)})
    monkeypatch.setattr(today, "MAX_KEPT", 2)
    truck = make_truck(db, "Plain")
    for name in ("Soup", "Bread", "Salad"):
        make_item(db, truck, name)
    assert set(find("salad")) == {"Plain"}
    assert (len(today._kept), "old" in today._kept) == (2, False)
