"""A superadmin adds a truck."""

from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from chuckwagon.kit import clock
from chuckwagon.media.models import StoredImage
from chuckwagon.trucks.models import Truck
from tests.factories import make_truck

WHOLE = {
    "name": "  Lucky   Noodle ",
    "slug": "lucky-noodles",
    "shortDescription": "Noodles, pulled by hand",
    "description": "First line.\r\nSecond line.",
    "cuisine": ["Thai", " thai ", "", "Noodles"],
    "location": {"city": "Portland", "state": "OR"},
    "phone": "(503) 555-0142",
    "email": "hello@lucky.example",
    "owner": {"name": "Ana Prueba", "email": "ana@lucky.example"},
    "imageUrl": "https://pictures.example/noodle.webp?w=640",
    "bannerImage": None,
    "isActive": False,
    "timezone": "America/Boise",
    "taxRate": 7.125,
    "accentHue": 0,
    "applicationFeeBps": 250,
    "stripeAccountId": "acct_of_somebody_else",
    "_id": "f" * 24,
    "settings": {"leadMinutes": 90},
    "version": 9,
}


def trucks(db):
    with db.reading() as session:
        return list(session.scalars(sa.select(Truck).order_by(Truck.slug)))


def test_a_whole_form_makes_the_truck_and_nothing_that_is_not_in_it(ask):
    answer = ask("POST", "/trucks", json=WHOLE)
    made = answer.json()
    assert answer.status_code == 201
    assert made["name"] == "Lucky Noodle"
    assert made["description"] == "First line.\nSecond line."
    assert made["cuisine"] == ["Thai", "Noodles"]
    for same in (
        "slug",
        "shortDescription",
        "location",
        "phone",
        "email",
        "owner",
        "imageUrl",
        "bannerImage",
    ):
        assert made[same] == WHOLE[same]
    for same in ("isActive", "timezone", "taxRate", "accentHue", "applicationFeeBps"):
        assert made[same] == WHOLE[same]
    assert made["_id"] != WHOLE["_id"]
    assert (made["stripeAccountId"], made["settings"]["leadMinutes"], made["version"]) == (None, 15, 1)
    stored = ask("GET", f"/trucks/{made['_id']}").json()
    assert stored == made | {"schedule": {"mode": "always", "state": "open", "current": None, "next": None}}


def test_a_name_alone_is_enough_and_the_truck_is_on_the_street(ask, client):
    made = ask("POST", "/trucks", json={"name": "Café Señor & Sons"}).json()
    assert (made["slug"], made["isActive"]) == ("cafe-senor-and-sons", True)
    assert (made["timezone"], made["taxRate"], made["accentHue"]) == ("America/Los_Angeles", 8.75, None)
    assert client.get("/api/trucks/by-slug/cafe-senor-and-sons").json()["name"] == "Café Señor & Sons"


def test_null_is_fine_for_everything_but_the_name(ask):
    body = dict.fromkeys(WHOLE, None) | {"name": "Plain"}
    made = ask("POST", "/trucks", json=body).json()
    assert (made["slug"], made["location"], made["cuisine"]) == ("plain", {"city": "", "state": ""}, [])
    assert (made["isActive"], made["taxRate"], made["imageUrl"]) == (True, 8.75, None)


@pytest.mark.parametrize("role", [None, "truck_admin", "truckless_admin"])
def test_nobody_else_adds_a_truck(ask, db, cast, role):
    before = len(trucks(db))
    answer = ask("POST", "/trucks", as_=role, json=WHOLE)
    assert answer.status_code == (401 if role is None else 403)
    assert len(trucks(db)) == before


LONG = {"name": 61, "shortDescription": 201, "description": 2001, "email": 260, "imageUrl": 501}
WRONG = [
    ({"name": "", "taxRate": 21}, {"name", "taxRate"}),
    ({"name": None}, {"name"}),
    ({"name": " \u200b\u2060 "}, {"name"}),
    ({"name": "Bell\u0007"}, {"name"}),
    *[({field: "x" * length}, {field}) for field, length in LONG.items()],
    ({"location": {"city": "x" * 81, "state": "x" * 41}}, {"location.city", "location.state"}),
    ({"owner": {"name": "x" * 121, "email": "ana"}}, {"owner.name", "owner.email"}),
    ({"email": "not an address"}, {"email"}),
    ({"phone": "call me"}, {"phone"}),
    ({"cuisine": [f"tag {n}" for n in range(11)]}, {"cuisine"}),
    ({"cuisine": ["fine", "x" * 41]}, {"cuisine.1"}),
    ({"taxRate": -0.01}, {"taxRate"}),
    ({"taxRate": 20.01}, {"taxRate"}),
    ({"accentHue": 360}, {"accentHue"}),
    ({"accentHue": -1}, {"accentHue"}),
    ({"applicationFeeBps": 10_001}, {"applicationFeeBps"}),
    *[({"timezone": zone}, {"timezone"}) for zone in ("Mars/Base", "../UTC", "localtime", "Factory", "utc")],
    *[({"slug": slug}, {"slug"}) for slug in ("Upper", "-a", "a-", "a_b", "ü", "a" * 65, "a/b", " a")],
    *[({"slug": slug}, {"slug"}) for slug in ("admin", "truck", "api", "api-test", "menu-test", "uploads")],
    # Values of a wrong type:
    ({"name": 5}, {"name"}),
    ({"taxRate": "8.75"}, {"taxRate"}),
    ({"isActive": "yes"}, {"isActive"}),
    ({"cuisine": "Thai"}, {"cuisine"}),
    ({"location": []}, {"location"}),
    ({"accentHue": 1.5}, {"accentHue"}),
]


@pytest.mark.parametrize(("wrong", "places"), WRONG)
def test_a_broken_rule_is_named_at_its_place_and_nothing_is_made(ask, db, wrong, places):
    answer = ask("POST", "/trucks", json={"name": "Lucky Noodle"} | wrong)
    assert answer.status_code == 400, answer.text
    assert set(answer.json()["fields"]) == places
    assert "Lucky Noodle" not in [truck.name for truck in trucks(db)]


@pytest.mark.parametrize(
    "address",
    [
        "http://pictures.example/a.webp", "//pictures.example/a.webp", "javascript:alert(1)", "https://",
        "https://a b/c", 'https://a.example/"onerror=x', "https://a.example/<b>", "https://a.example:99999/x",
        "https://own@a.example/x", "data:image/png;base64,AAAA", "/uploads/trucks/unknown-640.webp",
        "/uploads/../a.webp", "ftp://a.example/b", "https:/\\a.example",
    ],
)  # fmt: skip
def test_a_picture_is_ours_or_comes_by_https(ask, address):
    answer = ask("POST", "/trucks", json={"name": "Lucky Noodle", "imageUrl": address, "bannerImage": address})
    assert (answer.status_code, set(answer.json()["fields"])) == (400, {"imageUrl", "bannerImage"})


def test_an_uploaded_picture_is_fine(ask, db):
    image = StoredImage(stem="/uploads/trucks/abc", width=640, height=480)
    db.write(lambda session: session.add(image))
    body = {"name": "Lucky Noodle", "imageUrl": "/uploads/trucks/abc-640.webp"}
    assert ask("POST", "/trucks", json=body).json()["imageUrl"] == "/uploads/trucks/abc-640.webp"


def test_a_slug_is_taken_once_by_an_archived_truck_too(ask, db):
    make_truck(db, "Gone Truck", archived_at=clock.now())
    for slug in ("own-truck", "gone-truck"):
        answer = ask("POST", "/trucks", json={"name": "Newcomer", "slug": slug})
        assert (answer.status_code, answer.json()["code"]) == (409, "slug_taken")
        assert set(answer.json()["fields"]) == {"slug"}
    assert "Newcomer" not in [truck.name for truck in trucks(db)]


def test_a_slug_from_the_name_counts_on_until_it_is_free(ask, db):
    make_truck(db, "Gone", slug="own-truck-2", archived_at=clock.now())
    slugs = [ask("POST", "/trucks", json={"name": name}).json()["slug"] for name in ("Own Truck", "OWN truck!")]
    assert slugs == ["own-truck-3", "own-truck-4"]
    assert ask("POST", "/trucks", json={"name": "Admin"}).json()["slug"] == "admin-2"
    assert ask("POST", "/trucks", json={"name": "麺"}).json()["slug"] == "food-truck"


@pytest.mark.dialect
def test_of_two_additions_of_one_slug_at_once_one_wins(ask, db, cast):
    cast.headers("superadmin")
    body = {"name": "Twin", "slug": "twin"}
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: ask("POST", "/trucks", json=body), range(8)))
    assert sorted(answer.status_code for answer in answers) == [201, *[409] * 7]
    assert [truck.slug for truck in trucks(db)].count("twin") == 1


@pytest.mark.dialect
def test_additions_of_one_name_at_once_get_slugs_of_their_own(ask, db, cast):
    cast.headers("superadmin")
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: ask("POST", "/trucks", json={"name": "Twin"}), range(8)))
    assert {answer.status_code for answer in answers} == {201}
    assert {answer.json()["slug"] for answer in answers} == {"twin", *(f"twin-{n}" for n in range(2, 9))}


def test_a_repeated_request_makes_one_truck(ask, db):
    def add(name, key="form-1"):
        return ask("POST", "/trucks", json={"name": name}, headers={"Idempotency-Key": key})

    first, again = add("Lucky Noodle"), add("Lucky Noodle")
    assert (again.status_code, again.json()) == (201, first.json())
    other = add("Unlucky Noodle")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    assert add("Lucky Noodle", "form-2").json()["slug"] == "lucky-noodle-2"
    assert len(trucks(db)) == 4


def test_a_refused_request_leaves_its_key_free(ask):
    headers = {"Idempotency-Key": "form-1"}
    assert ask("POST", "/trucks", json={"name": ""}, headers=headers).status_code == 400
    assert ask("POST", "/trucks", json={"name": "Now Right"}, headers=headers).status_code == 201
