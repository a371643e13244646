"""An option that is taken several times and free ones, from the menu to the order, exact to the cent."""

import pytest
import sqlalchemy as sa

from chuckwagon.kit.decoding import convert
from chuckwagon.kit.money import compute_tax_cents
from chuckwagon.notifications.emails import compose_receipt as compose_email
from chuckwagon.orders.models import LineModifier, Order, Refund
from chuckwagon.orders.schemas import StaffOrder
from chuckwagon.printing.documents import compose_receipt, compose_ticket
from chuckwagon.printing.words import WORDS

pytestmark = pytest.mark.dialect

EXTRAS = {
    "name": "Extras",
    "minSelect": 0,
    "maxSelect": 3,
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
        {"group": "Extras", "name": "Guacamole", "additionalPrice": 2.5, "quantity": 2, "freeQuantity": 0},
        {"group": "Extras", "name": "Beans", "additionalPrice": 0, "quantity": 1, "freeQuantity": 1},
    ]
    with db.reading() as session:
        kept = session.execute(sa.select(LineModifier.name, LineModifier.quantity, LineModifier.additional_price_cents))
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


def test_an_old_form_cannot_take_away_what_its_most_needs(call, bowl):
    group = bowl["optionGroups"][0]
    options = [{name: one[name] for name in ("_id", "name")} for one in group["options"]]
    old = {"_id": group["_id"], "name": "Extras", "maxSelect": 4, "options": options}
    answer = call("PUT", f"/menu-items/{bowl['_id']}", json={"optionGroups": [old]})
    assert (answer.status_code, answer.json()["params"]) == (400, {"count": 3})
    assert call("GET", f"/menu-items/{bowl['_id']}").json() == bowl


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"freeCount": 5}, "optionGroups.0.freeCount"),
        ({"freeCount": -1}, "optionGroups.0.freeCount"),
        ({"options": [{"name": "a", "maxQuantity": 11}]}, "optionGroups.0.options.0.maxQuantity"),
        ({"options": [{"name": "a", "maxQuantity": 0}]}, "optionGroups.0.options.0.maxQuantity"),
        ({"options": [{"name": "a", "maxQuantity": 2}]}, "optionGroups.0.maxSelect"),
    ],
)
def test_numbers_that_make_no_sense_are_named(call, change, field):
    body = {"name": "", "basePrice": 9, "optionGroups": [EXTRAS | change]}
    answer = call("POST", "/menu-items", json=body)
    assert answer.status_code == 400, answer.text
    assert {"name", field} <= set(answer.json()["fields"])


def test_every_paper_says_how_many_and_a_refund_by_items_is_what_was_charged(call, client, db, rows, bowl):
    guacamole, beans = ids_of(bowl)
    order = call("POST", "/orders", json=counter_body(bowl, [guacamole, guacamole, beans])).json()
    shown = convert(order, StaffOrder)
    with db.reading() as session:
        email = compose_email(session, session.get_one(Order, order["_id"]), "https://x.example")
    token = order["trackingPath"].rpartition("/")[2]
    texts = {
        "ticket": str(compose_ticket(shown, WORDS["en"]).blocks),
        "receipt": str(compose_receipt(shown, WORDS["es"]).blocks),
        "email": str(email),
        "lines of the books": call("GET", "/orders/lines/export").text,
    }
    assert [name for name, text in texts.items() if "2 × Guacamole" not in text or "× Beans" in text] == []
    assert [name for name, text in texts.items() if "Beans (" in text] == ["receipt", "email"]
    assert "Beans (gratis)" in texts["receipt"]
    assert "Beans (free)" in texts["email"]
    tracked = client.get(f"/api/track/{token}").json()["items"][0]["customizations"]
    said = [(one["name"], one["quantity"], one["freeQuantity"]) for one in tracked]
    assert said == [("Guacamole", 2, 0), ("Beans", 1, 1)]
    assert "Guacamole +1.25 (up to 2); Beans +0.50" in call("GET", "/menu-items/export").text
    refund = {"items": [{"index": 0, "quantity": 1}], "reason": "Dropped"}
    answer = call("POST", f"/orders/{order['_id']}/refunds", json=refund)
    assert answer.status_code in (200, 201), answer.text
    [given] = rows(Refund)
    assert given.amount_cents == 1150 + compute_tax_cents(1150, 87_500)


def test_a_set_keeps_quantities_and_gives_them_to_its_items(call, bowl):
    group = bowl["optionGroups"][0]
    made = call("POST", "/option-sets", json={"fromItemId": bowl["_id"], "fromGroupId": group["_id"]})
    assert made.status_code == 201, made.text
    one = made.json()
    assert (one["freeCount"], [option["maxQuantity"] for option in one["options"]]) == (1, [2, 1])
    changed = one | {"freeCount": 2, "options": [option | {"maxQuantity": 3} for option in one["options"]]}
    answer = call("PUT", f"/option-sets/{one['_id']}", json=changed)
    assert answer.status_code == 200, answer.text
    [copy] = call("GET", f"/menu-items/{bowl['_id']}").json()["optionGroups"]
    assert (copy["freeCount"], [option["maxQuantity"] for option in copy["options"]]) == (2, [3, 3])
    old = {name: one[name] for name in ("name", "minSelect", "maxSelect")}
    old["options"] = [{name: option[name] for name in ("_id", "name")} for option in one["options"]]
    kept = call("PUT", f"/option-sets/{one['_id']}", json=old).json()
    assert (kept["freeCount"], [option["maxQuantity"] for option in kept["options"]]) == (2, [3, 3])
