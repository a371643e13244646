"""What is not stated of allergens is shown as absent nowhere: each answer, file, paper and message is listed."""

import json

import pytest

from chuckwagon.kit.decoding import convert
from chuckwagon.notifications.emails import compose_receipt as compose_email
from chuckwagon.orders.models import Order
from chuckwagon.orders.schemas import StaffOrder
from chuckwagon.printing.documents import compose_changed, compose_receipt, compose_ticket
from chuckwagon.printing.words import WORDS
from tests.api_calls import call_as
from tests.factories import make_item

NINE = {language: words.contains_none for language, words in WORDS.items()}
# Every shape with a statement about an item or a line. A new one is listed here, and looked at below.
STATING = {
    "ImportedItem", "ItemRequest", "MenuEntry", "MenuOption", "OptionRequest", "OrderItemOut", "SetOption",
    "SetOptionRequest", "StaffMenuEntry", "StaffOrderItem",
}  # fmt: skip


@pytest.fixture
def ask(client, cast):
    return call_as(client, cast, "truck_admin")


def sell(db, cast, ask, **said):
    """Sell one piece of an item, and return (item, the order as staff read it)."""
    item = make_item(db, cast.truck, "Bowl", 900, **said)
    sold = ask(
        "POST",
        "/orders",
        json={"customerName": "Bo", "payment": "cash", "items": [{"menuItemId": item.id, "quantity": 1}]},
    )
    assert sold.status_code == 201, sold.text
    return item, ask("GET", f"/orders/{sold.json()['_id']}").json()


def gather(db, client, cast, ask, item, order):
    """By name: what each answer about the item or its line says of allergens, and the text of everything else."""
    public = client.get(f"/api/menu-items/public/{cast.truck.id}").json()
    tracked = client.get(f"/api/track/{order['trackingPath'].rpartition('/')[2]}").json()
    said = {
        "public menu": next(one for one in public if one["_id"] == item.id)["allergens"],
        "public item": client.get(f"/api/menu-items/{item.id}").json()["allergens"],
        "staff's item": ask("GET", f"/menu-items/{item.id}").json()["allergens"],
        "staff's menu": ask("GET", f"/menu-items/truck/{cast.truck.id}").json()[0]["allergens"],
        "staff's order": order["items"][0]["allergens"],
        "list of orders": ask("GET", "/orders").json()["orders"][0]["items"][0]["allergens"],
        "customer's order": tracked["items"][0]["allergens"],
    }
    shown = convert(order, StaffOrder)
    with db.reading() as session:
        email = compose_email(session, session.get_one(Order, order["_id"]), "https://x.example")
    texts = {
        "menu file": read(ask("GET", "/menu-items/export")),
        "lines of the books": read(ask("GET", "/orders/lines/export")),
        "orders as CSV": read(ask("GET", "/orders/export")),
        "page for search engines": read(client.get(f"/{cast.truck.slug}")),
        "email": str(email),
        **{
            f"{compose.__name__} {language}": str(compose(shown, words).blocks)
            for language, words in WORDS.items()
            for compose in (compose_ticket, compose_changed, compose_receipt)
        },
    }
    return said, texts


def read(answer):
    assert answer.status_code == 200, answer.text
    return answer.text


def claims(texts):
    """Which texts say that the item contains none of the nine."""
    return {name for name, text in texts.items() if any(words in text for words in NINE.values()) or ",none" in text}


def test_what_is_not_stated_is_absent_nowhere_and_none_is_said_where_it_is_stated(db, client, cast, ask):
    said, texts = gather(db, client, cast, ask, *sell(db, cast, ask))
    assert said == dict.fromkeys(said)
    assert claims(texts) == set()


def test_none_of_the_nine_is_said_where_it_is_stated(db, client, cast, ask):
    said, texts = gather(db, client, cast, ask, *sell(db, cast, ask, allergens=[]))
    assert list(said.values()) == [[]] * len(said)
    papers = {f"{compose} {language}" for compose in ("compose_ticket", "compose_changed") for language in WORDS}
    assert claims(texts) == {"menu file", *papers}


def test_each_shape_that_states_allergens_is_listed_and_can_say_not_stated(client):
    schemas = client.get("/api/openapi.json").json()["components"]["schemas"]
    stating = {
        name: shape["properties"]["allergens"]
        for name, shape in schemas.items()
        if "allergens" in shape.get("properties", {})
    }
    assert set(stating) == STATING
    assert [name for name, shape in stating.items() if '"null"' not in json.dumps(shape)] == []
