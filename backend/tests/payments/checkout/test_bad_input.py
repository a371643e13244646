"""Hostile bodies get a clear refusal: no server error, no intent, no order."""

import copy
import json

import pytest
import sqlalchemy as sa

from chuckwagon.orders.models import Order
from chuckwagon.payments.models import Checkout
from tests.factories import checkout_body, make_item, make_truck
from tests.suites import first_on_both

HOSTILE = {
    "negative": "-1",
    "fraction": "1.5",
    "huge": "1e30",
    "infinite": "1e400",
    "digits": "9" * 5000,
    "nan": "NaN",
    "infinity": "-Infinity",
    "true": "true",
    "text": '"x"',
    "long text": json.dumps("x" * 5000),
    "NUL": '"a\\u0000b"',
    "lone surrogate": '"\\ud800"',
    "direction override": '"a\\u202eb"',
    "list": "[]",
    "object": "{}",
    "deep": "[" * 10_000 + "]" * 10_000,
    "twice": '{"a": 1, "a": 2}',
}

FIELDS = {
    "cart": set(),
    "cart.items": set(),
    "cart.items.0": set(),
    "cart.items.0.menuItemId": set(),
    "cart.items.0.quantity": set(),
    "cart.items.0.basePrice": {"fraction"},
    "cart.items.0.totalPrice": {"fraction"},
    "cart.items.0.customization": {"object"},
    "cart.items.0.customization.selectedOptions": {"list"},
    "cart.items.0.customization.optionChoices": {"list"},
    "cart.items.0.customization.specialInstructions": {"text"},
    "cart.specialInstructions": {"text"},
    "cart.subtotal": set(),
    "cart.tax": set(),
    "cart.total": set(),
    "customerInfo": set(),
    "customerInfo.name": {"text"},
    "customerInfo.phone": set(),
    "customerInfo.email": set(),
    "customerInfo.pickupTime": set(),
    "truckInfo": set(),
    "truckInfo._id": set(),
}
# What a statement would compare or store as text, where PostgreSQL refuses a NUL.
TEXTS = {"cart.items.0.menuItemId", "customerInfo.name", "truckInfo._id"}


@pytest.fixture
def body(db):
    truck = make_truck(db, name="Spice Route")
    found = checkout_body(truck, (make_item(db, truck, name="Taco", price=450), 2))
    found["cart"]["items"][0] |= {"customization": {"selectedOptions": [], "optionChoices": []}}
    found["truckInfo"] = {"_id": truck.id}
    return found


def with_raw(body, field, raw):
    """Return the body as JSON text with one field replaced by raw text."""
    changed = copy.deepcopy(body)
    *path, last = field.split(".")
    place = changed
    for part in path:
        place = place[int(part)] if isinstance(place, list) else place[part]
    place[int(last) if isinstance(place, list) else last] = "@@"
    return json.dumps(changed).replace('"@@"', raw)


def post(client, path, raw):
    return client.post(path, content=raw.encode(), headers={"Content-Type": "application/json"})


def assert_nothing_happened(db, sandbox):
    with db.reading() as session:
        assert session.scalar(sa.select(sa.func.count()).select_from(Checkout)) == 0
        assert session.scalar(sa.select(sa.func.count()).select_from(Order)) == 0
    assert sandbox.ledger()["payment_intents"] == []


@pytest.mark.parametrize("field", first_on_both(sorted(FIELDS, key=lambda field: field not in TEXTS), len(TEXTS)))
def test_a_hostile_field_is_refused_and_changes_nothing(client, db, sandbox, body, field):
    for name, raw in HOSTILE.items():
        if name in FIELDS[field]:
            continue
        answer = post(client, "/api/create-payment-intent", with_raw(body, field, raw))
        assert answer.status_code in (400, 404, 409), (field, name, answer.status_code, answer.text[:200])
        assert answer.json()["error"], (field, name)
        assert answer.json()["code"], (field, name)
    assert_nothing_happened(db, sandbox)


@pytest.mark.dialect
@pytest.mark.parametrize("field", ["payment_intent_id", "payment_intent_client_secret"])
def test_a_hostile_verification_is_refused(client, db, sandbox, field):
    for name, raw in HOSTILE.items():
        raw_body = with_raw({"payment_intent_id": "pi_1", "payment_intent_client_secret": "s"}, field, raw)
        answer = post(client, "/api/verify-payment", raw_body)
        assert answer.status_code in (400, 404), (field, name, answer.status_code)
        assert answer.json()["error"]
    assert_nothing_happened(db, sandbox)


@pytest.mark.parametrize("path", ["/api/create-payment-intent", "/api/verify-payment"])
@pytest.mark.parametrize(
    ("raw", "status"),
    [
        ("", 400),
        ("{", 400),
        ("null", 400),
        ("[]", 400),
        ('"text"', 400),
        ("{}", 400),
        ("\x00", 400),
        ('{"cart":' * 5000, 400),
        (" " * (1024 * 1024), 413),
        ('{"a":"' + "x" * (1024 * 1024) + '"}', 413),
    ],
    ids=["empty", "cut", "null", "list", "text", "no fields", "NUL", "deep", "1 MiB of spaces", "1 MiB"],
)
def test_a_hostile_body_is_refused(client, db, sandbox, path, raw, status):
    answer = post(client, path, raw)
    assert answer.status_code == status
    assert answer.json()["code"]
    assert_nothing_happened(db, sandbox)


def test_bytes_that_are_no_text_are_refused(client):
    headers = {"Content-Type": "application/json"}
    for raw in (b"\xff\xfe{}", b'{"a": "\xed\xa0\x80"}'):
        assert client.post("/api/verify-payment", content=raw, headers=headers).status_code == 400


@pytest.mark.parametrize("media_type", ["text/plain", "application/x-www-form-urlencoded", "application/xml"])
def test_another_media_type_is_named(client, media_type):
    answer = client.post("/api/verify-payment", content=b"{}", headers={"Content-Type": media_type})
    assert (answer.status_code, answer.json()["code"]) == (415, "wrong_media_type")


def test_more_than_fifty_lines_are_refused(client, db, sandbox, body):
    body["cart"]["items"] *= 51
    assert client.post("/api/create-payment-intent", json=body).status_code == 400
    assert_nothing_happened(db, sandbox)


@pytest.mark.parametrize("quantity", [0, -1, 100, 1.5, True, "2", None, 1e9])
def test_a_quantity_is_a_whole_number_from_1_to_99(client, db, sandbox, body, quantity):
    body["cart"]["items"][0]["quantity"] = quantity
    assert client.post("/api/create-payment-intent", json=body).status_code == 400
    assert_nothing_happened(db, sandbox)


def test_unknown_fields_are_ignored(client, body):
    body |= {"admin": True, "paymentStatus": "paid"}
    body["cart"]["items"][0] |= {"price": -5, "name": None}
    body["truckInfo"] |= {"stripeAccountId": "acct_1", "name": 7}
    assert client.post("/api/create-payment-intent", json=body).status_code == 200


def test_names_that_are_null_are_as_good_as_none(client, db):
    """An option is found by its ID."""
    truck = make_truck(db, name="Salsa Street")
    item = make_item(db, truck, groups=[("Salsa", 0, 1, [("Verde", 0)]), ("Extras", 0, 1, [("Lime", 0)])])
    single, several = (group.options[0].id for group in item.option_groups)
    cart = checkout_body(truck, (item, 1))
    cart["cart"]["items"][0]["customization"] = {
        "selectedOptions": [{"optionId": several, "name": None}],
        "optionChoices": [{"optionId": single, "name": None, "selectedOption": {"name": None}}],
    }
    made = client.post("/api/create-payment-intent", json=cart)
    assert made.status_code == 200, made.text


def test_a_menu_item_with_a_malformed_id_is_a_problem_of_the_cart(client, db, sandbox, body):
    for malformed in ("abc", "x" * 65):
        body["cart"]["items"][0]["menuItemId"] = malformed
        refused = client.post("/api/create-payment-intent", json=body)
        assert (refused.status_code, refused.json()["code"]) == (409, "cart_invalid")
    assert_nothing_happened(db, sandbox)
