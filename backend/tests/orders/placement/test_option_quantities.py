"""An option that is taken several times and free ones, from the menu to the order, exact to the cent."""

import pytest
import sqlalchemy as sa

from chuckwagon.orders.models import LineModifier

pytestmark = pytest.mark.dialect

EXTRAS = {
    "name": "Extras",
    "minSelect": 0,
    "maxSelect": 4,
    "freeCount": 1,
    "options": [
        {"name": "Guacamole", "additionalPrice": 1.25, "maxQuantity": 2},
        {"name": "Beans", "additionalPrice": 0.5},
    ],
}


@pytest.fixture
def bowl(call):
    answer = call("POST", "/menu-items", json={"name": "Bowl", "basePrice": 9, "optionGroups": [EXTRAS]})
    assert answer.status_code == 201, answer.text
    return answer.json()


def ids_of(item):
    return [option["_id"] for option in item["optionGroups"][0]["options"]]


def counter_body(item, option_ids, **more):
    line = {"menuItemId": item["_id"], "quantity": 3, "optionIds": option_ids, **more}
    return {"customerName": "Bo", "items": [line], "payment": "cash"}


def test_a_counter_order_keeps_how_many_and_what_they_added(call, db, bowl):
    guacamole, beans = ids_of(bowl)
    answer = call("POST", "/orders", json=counter_body(bowl, [guacamole, beans, guacamole], unitPrice=11.5))
    assert answer.status_code == 201, answer.text
    [line] = answer.json()["items"]
    assert (line["unitPrice"], line["totalPrice"]) == (11.5, 34.5)
    assert line["customizations"] == [
        {"group": "Extras", "name": "Guacamole", "additionalPrice": 2.5, "quantity": 2},
        {"group": "Extras", "name": "Beans", "additionalPrice": 0, "quantity": 1},
    ]
    with db.reading() as session:
        kept = session.execute(
            sa.select(LineModifier.name, LineModifier.quantity, LineModifier.additional_price_cents)
        )
        assert sorted(map(tuple, kept)) == [("Beans", 1, 0), ("Guacamole", 2, 250)]


def test_more_than_allowed_is_refused_and_nothing_is_stored(call, rows, bowl):
    guacamole, beans = ids_of(bowl)
    for option_ids, code in (([guacamole] * 3, "option_too_often"), ([beans] * 2, "option_twice")):
        answer = call("POST", "/orders", json=counter_body(bowl, option_ids))
        assert answer.status_code == 409, answer.text
        assert [problem["code"] for problem in answer.json()["problems"]] == [code]
    assert rows(LineModifier) == []


def test_a_form_that_does_not_know_the_fields_keeps_them(call, bowl):
    group = bowl["optionGroups"][0]
    options = [{name: one[name] for name in ("_id", "name", "additionalPrice")} for one in group["options"]]
    old = {name: group[name] for name in ("_id", "name", "minSelect", "maxSelect")} | {"options": options}
    answer = call("PUT", f"/menu-items/{bowl['_id']}", json={"optionGroups": [old | {"name": "Toppings"}]})
    assert answer.status_code == 200, answer.text
    [kept] = answer.json()["optionGroups"]
    assert (kept["name"], kept["freeCount"], [one["maxQuantity"] for one in kept["options"]]) == ("Toppings", 1, [2, 1])


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"freeCount": 5}, "optionGroups.0.freeCount"),
        ({"freeCount": -1}, "optionGroups.0.freeCount"),
        ({"options": [{"name": "a", "maxQuantity": 11}]}, "optionGroups.0.options.0.maxQuantity"),
        ({"options": [{"name": "a", "maxQuantity": 0}]}, "optionGroups.0.options.0.maxQuantity"),
        ({"options": [{"name": "a", "maxQuantity": 3}]}, "optionGroups.0.maxSelect"),
    ],
)
def test_numbers_that_make_no_sense_are_named(call, change, field):
    body = {"name": "Bowl", "basePrice": 9, "optionGroups": [EXTRAS | change]}
    answer = call("POST", "/menu-items", json=body)
    assert answer.status_code == 400, answer.text
    assert field in answer.json()["fields"]
