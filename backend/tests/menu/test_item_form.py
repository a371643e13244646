"""Validation of items through the API: every invalid field is named, and nothing is stored."""

import json

import pytest

from chuckwagon.media.models import StoredImage
from tests.factories import make_item

MAIN = {"name": "Taco", "basePrice": 4.5}


def group(**given) -> dict:
    return {"name": "Size", "options": [{"name": "Small"}]} | given


def options(count: int) -> list[dict]:
    return [{"name": f"Option {at}"} for at in range(count)]


@pytest.fixture
def headers(cast):
    return cast.headers("truck_admin")


@pytest.fixture
def item(db, cast):
    return make_item(db, cast.truck, "Taco", 450, [("Size", 0, 1, [("Small", 0)])])


FINE = [
    {"name": "x" * 80},
    {"name": "Ñandú 🌮 'n' \"quotes\" = + - @"},
    {"description": "d" * 500},
    {"description": "one\n\ttwo\nthree"},
    {"category": "c" * 40, "section": "s" * 40},
    {"basePrice": 0},
    {"basePrice": -0.0},
    {"basePrice": 9999.99},
    {"basePrice": 0.1},
    {"basePrice": 8.50},
    {"position": 0},
    {"position": 99_999},
    {"imageUrl": "https://pictures.example/a%20b.webp?x=1#y"},
    {"imageUrl": ""},
    {"optionGroups": [group(name=f"Group {at}") for at in range(10)]},
    {"optionGroups": [group(options=options(30), minSelect=30, maxSelect=30)]},
    {"optionGroups": [group(options=[{"name": "o" * 80, "additionalPrice": 100}])]},
    {"optionGroups": [group(minSelect=None, maxSelect=None)]},
    {"optionGroups": [group(options=[{"name": "All gone", "isAvailable": False}], minSelect=1)]},
]


@pytest.mark.parametrize("given", FINE)
def test_what_the_rules_allow_is_stored(client, headers, item, given):
    made = client.post("/api/menu-items", json=MAIN | given, headers=headers)
    assert made.status_code == 201, made.text
    changed = client.put(f"/api/menu-items/{item.id}", json=given, headers=headers)
    assert changed.status_code == 200, changed.text
    for stored in (made.json(), changed.json()):
        for name in given.keys() & {"name", "description", "basePrice", "position"}:
            assert stored[name] == given[name]


ODD_URLS = [
    "http://pictures.example/a.png",
    "javascript:alert(1)",
    "data:image/png;base64,AAAA",
    "//pictures.example/a.png",
    "https:",
    "https:///a.png",
    "https://user:word@pictures.example/a.png",
    "https://pictures.example/a b.png",
    'https://pictures.example/"onload="x',
    "https://[::1",
    "https://a.example:0/x",
    "https://a.example:99999/x",
    "/uploads/menu-items/never-uploaded-640.webp",
    "/uploads/../secrets",
    "/etc/passwd",
    "https://a.example/" + "x" * 490,
    "https://a.example/\u202egnp",
    7,
    True,
    ["https://a.example/a.png"],
]
WRONG = [
    *[("name", value) for value in (None, "", " \n ", "x" * 81, "\u200b", "a\u0007", "a\u202eb", 7, True, ["a"], {})],
    *[("description", value) for value in ("d" * 501, "a\u0001", 7, ["a"])],
    *[(label, value) for label in ("category", "section") for value in ("c" * 41, "\u001b[0m", 7)],
    *[("basePrice", v) for v in (None, -0.01, 10000, 999.991, 8.505, 1e-9, 1e300, "8.50", "NaN", "", True, [8], {})],
    *[("isAvailable", value) for value in ("yes", 1, 0, [])],
    *[("position", value) for value in (-1, 100_000, 1.5, "1", True)],
    *[("imageUrl", value) for value in ODD_URLS],
    *[("optionGroups", value) for value in ("x", {}, [group() for _ in range(11)])],
]


@pytest.mark.parametrize(("field", "value"), WRONG)
def test_a_broken_rule_is_named_and_stores_nothing(client, headers, item, snapshot, field, value):
    before = snapshot()
    for answer in (
        client.post("/api/menu-items", json=MAIN | {field: value}, headers=headers),
        client.put(f"/api/menu-items/{item.id}", json={field: value}, headers=headers),
    ):
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid_input"), answer.text
        assert list(answer.json()["fields"]) == [field]
    assert snapshot() == before


WRONG_GROUPS = [
    ("name", group(name=" ")),
    ("name", group(name=None)),
    ("name", group(name="g" * 81)),
    ("options", group(options=[])),
    ("options", group(options=None)),
    ("options", group(options=options(31))),
    ("maxSelect", group(maxSelect=0)),
    ("maxSelect", group(maxSelect=2)),
    ("maxSelect", group(maxSelect=10**14)),
    ("minSelect", group(minSelect=-1)),
    ("minSelect", group(minSelect=2)),
    ("options.0.name", group(options=[{"name": ""}])),
    ("options.0.name", group(options=[{}])),
    ("options.1.name", group(options=[{"name": "fine"}, {"name": "o" * 81}])),
    ("options.0.additionalPrice", group(options=[{"name": "o", "additionalPrice": 1000.01}])),
    ("options.0.additionalPrice", group(options=[{"name": "o", "additionalPrice": -1}])),
    ("options.0.additionalPrice", group(options=[{"name": "o", "additionalPrice": 0.005}])),
]


@pytest.mark.parametrize(("path", "broken"), WRONG_GROUPS)
def test_the_place_of_a_broken_choice_is_named(client, headers, item, snapshot, path, broken):
    before = snapshot()
    for answer in (
        client.post("/api/menu-items", json=MAIN | {"optionGroups": [group(), broken]}, headers=headers),
        client.put(f"/api/menu-items/{item.id}", json={"optionGroups": [group(), broken]}, headers=headers),
    ):
        assert (answer.status_code, list(answer.json()["fields"])) == (400, [f"optionGroups.1.{path}"])
    assert snapshot() == before


def test_every_broken_rule_is_named_at_once(client, headers):
    body = {"name": "", "basePrice": 10000, "section": "s" * 41, "optionGroups": [group(maxSelect=3, name="")]}
    answer = client.post("/api/menu-items", json=body, headers=headers)
    assert set(answer.json()["fields"]) == {
        "name",
        "basePrice",
        "section",
        "optionGroups.0.name",
        "optionGroups.0.maxSelect",
    }


HOSTILE = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'"x"',
    b'{"name": "a", "basePrice": NaN}',
    b'{"name": "a", "basePrice": 1e999}',
    b'{"name": "a", "basePrice": ' + b"9" * 400 + b"}",
    b'{"name": "a", "name": "b", "basePrice": 1}',
    b'{"name": "\\ud800", "basePrice": 1}',
    b'{"name": "a\\u0000", "basePrice": 1}',
    b'{"name": "\xff", "basePrice": 1}',
    b'{"name": "a", "basePrice": 1, "optionGroups": ' + b"[" * 50 + b"]" * 50 + b"}",
    b'{"name": "a", "basePrice": 1, "optionGroups": [{"name": "g", "options": [[]]}]}',
    b'{"name": "a", "basePrice": 1, "optionGroups": [null]}',
    b'{"name": "a", "basePrice": 1, "optionGroups": [{"name": "g", "options": [null]}]}',
    b'{"name": "a", "basePrice": 1, "optionGroups": [{"name": "g", "minSelect": true, "options": []}]}',
    b'{"name": "a", "basePrice": 1, "version": "1"}',
    b'{"name": "a", "basePrice": 1, "truckId": {"$ne": null}}',
]


@pytest.mark.parametrize("raw", HOSTILE)
def test_hostile_bodies_are_refused_without_effect(client, headers, item, snapshot, raw):
    sent = {**headers, "Content-Type": "application/json"}
    before = snapshot()
    for method, address in (("POST", "/api/menu-items"), ("PUT", f"/api/menu-items/{item.id}")):
        answer = client.request(method, address, content=raw, headers=sent)
        assert answer.status_code == 400, answer.text
    assert snapshot() == before


def test_the_largest_item_that_the_rules_allow_fits(client, headers):
    names = [{"name": "\U0001f32e" * 80, "additionalPrice": 99.99, "isAvailable": False}] * 30
    body = MAIN | {"optionGroups": [group(name="\U0001f32e" * 80, options=names, maxSelect=30)] * 10}
    answer = client.post(
        "/api/menu-items",
        content=json.dumps(body, ensure_ascii=False).encode(),
        headers={**headers, "Content-Type": "application/json"},
    )
    assert (answer.status_code, len(answer.json()["optionGroups"])) == (201, 10)


def test_a_body_beyond_all_measure_is_too_large(client, headers, snapshot):
    before = snapshot()
    assert (
        client.post("/api/menu-items", json=MAIN | {"description": "x" * 300_000}, headers=headers).status_code == 413
    )
    assert snapshot() == before


def test_a_picture_that_is_there_already_stays_fine(client, db, cast, headers):
    url = "/uploads/demo/plate-640.webp"
    item = make_item(db, cast.truck, "Taco", image_url=url)
    sent = {"imageUrl": url, "name": "Taco 2"}
    assert client.put(f"/api/menu-items/{item.id}", json=sent, headers=headers).json()["imageUrl"] == url
    assert client.post("/api/menu-items", json=MAIN | {"imageUrl": url}, headers=headers).status_code == 400


def test_a_picture_that_was_uploaded_is_fine_in_the_widths_it_has(client, db, headers):
    def keep(session):
        session.add(StoredImage(stem="/uploads/menu-items/taco", width=640, height=480))

    db.write(keep)
    for width, status in ((640, 201), (320, 201), (1280, 400), (641, 400)):
        url = f"/uploads/menu-items/taco-{width}.webp"
        answer = client.post("/api/menu-items", json=MAIN | {"imageUrl": url}, headers=headers)
        assert answer.status_code == status, url
