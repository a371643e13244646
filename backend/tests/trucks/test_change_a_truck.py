"""A superadmin changes a truck, also while others change it."""

from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from chuckwagon.media.models import StoredImage
from chuckwagon.trucks.models import Truck


def stored(db, truck):
    with db.reading() as session:
        return session.execute(sa.select(Truck.__table__).where(Truck.id == truck.id)).one()._asdict()


def set_fields(db, truck, **fields):
    db.write(lambda session: session.execute(sa.update(Truck).where(Truck.id == truck.id).values(**fields)))


def put(ask, truck, body, **more):
    return ask("PUT", f"/trucks/{truck.id}", json=body, **more)


def test_what_is_sent_changes_and_the_rest_stays(ask, db, cast):
    set_fields(db, cast.truck, description="Old", city="Reno", state="NV", owner_name="Ana", accent_hue=7)
    before = stored(db, cast.truck)
    sent = {
        "location": {"city": "Elko"},
        "taxRate": 0,
        "stripeAccountId": "acct_x",
        "settings": {"leadMinutes": 60},
    }
    answer = put(ask, cast.truck, sent)
    changed = {"city": "Elko", "tax_rate_units": 0, "tax_confirmed": True, "version": 2}
    after = stored(db, cast.truck)
    assert after == before | changed | {"updated_at": after["updated_at"]}
    assert answer.json()["location"] == {"city": "Elko", "state": "NV"}
    assert (answer.status_code, answer.json()["version"]) == (200, 2)


def test_null_empties_what_may_be_empty_and_leaves_what_may_not(ask, db, cast):
    set_fields(
        db, cast.truck, description="Old", city="Reno", owner_name="Ana", cuisine=["Thai"], accent_hue=7,
        image_url="https://a.example/b.webp", tax_rate_units=10_000, is_active=False,
        timezone="America/Denver", application_fee_bps=50, short_description="Short", phone="555-0142",
        email="a@b.example",
    )  # fmt: skip
    empty = dict.fromkeys(
        ("description", "location", "owner", "cuisine", "accentHue", "imageUrl", "taxRate", "isActive",
         "timezone", "applicationFeeBps", "shortDescription", "phone", "email", "slug", "version",
         "bannerImage"),
    )  # fmt: skip
    found = put(ask, cast.truck, empty).json()
    assert (found["description"], found["shortDescription"], found["phone"], found["email"]) == ("",) * 4
    assert found["location"] == {"city": "", "state": ""}
    assert found["owner"] == {"name": "", "email": ""}
    assert (found["cuisine"], found["accentHue"], found["imageUrl"]) == ([], None, None)
    assert (found["taxRate"], found["isActive"], found["timezone"]) == (1, False, "America/Denver")
    assert (found["applicationFeeBps"], found["slug"], found["name"]) == (50, "own-truck", "Own Truck")


def test_a_stale_editor_is_told_and_gets_the_present_truck(ask, db, cast):
    assert put(ask, cast.truck, {"version": 1, "description": "Mine"}).status_code == 200
    before = stored(db, cast.truck)
    answer = put(ask, cast.truck, {"version": 1, "description": "Theirs"})
    assert (answer.status_code, answer.json()["code"]) == (409, "changed_meanwhile")
    present = ask("GET", f"/trucks/{cast.truck.id}").json()
    assert answer.json()["truck"] | {"schedule": present["schedule"]} == present
    assert answer.json()["truck"]["description"] == "Mine"
    assert stored(db, cast.truck) == before
    assert put(ask, cast.truck, {"description": "No version, no question"}).status_code == 200


@pytest.mark.dialect
def test_of_editors_at_the_same_moment_one_saves(ask, db, cast):
    cast.headers("superadmin")

    def save(number):
        return put(ask, cast.truck, {"version": 1, "description": f"Editor {number}"})

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(save, range(8)))
    assert sorted(answer.status_code for answer in answers) == [200, *[409] * 7]
    [won] = [answer.json() for answer in answers if answer.status_code == 200]
    assert {answer.json().get("truck", won)["description"] for answer in answers} == {won["description"]}
    assert (stored(db, cast.truck)["description"], stored(db, cast.truck)["version"]) == (
        won["description"],
        2,
    )


def test_pausing_does_not_make_the_editor_stale(ask, cast):
    assert ask("PATCH", f"/trucks/{cast.truck.id}/settings", json={"acceptingOrders": False}).status_code == 200
    assert put(ask, cast.truck, {"version": 1, "description": "Mine"}).status_code == 200


def test_a_slug_may_change_to_a_free_one(ask, client, cast):
    assert put(ask, cast.truck, {"slug": "new-name"}).json()["slug"] == "new-name"
    assert client.get("/api/trucks/by-slug/new-name").status_code == 200
    assert client.get("/api/trucks/by-slug/own-truck").status_code == 301


def test_a_new_name_leaves_the_slug(ask, cast):
    found = put(ask, cast.truck, {"name": "Renamed", "slug": ""}).json()
    assert (found["name"], found["slug"]) == ("Renamed", "own-truck")


@pytest.mark.dialect
def test_a_taken_slug_changes_nothing(ask, db, cast):
    set_fields(db, cast.other_truck, archived_at=cast.truck.created_at)
    before = stored(db, cast.truck)
    answer = put(ask, cast.truck, {"slug": "other-truck", "description": "Mine", "version": 1})
    assert (answer.status_code, answer.json()["code"]) == (409, "slug_taken")
    assert set(answer.json()["fields"]) == {"slug"}
    assert stored(db, cast.truck) == before


@pytest.mark.dialect
def test_of_two_trucks_that_want_one_slug_at_once_one_gets_it(ask, db, cast):
    cast.headers("superadmin")
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda truck: put(ask, truck, {"slug": "same"}), (cast.truck, cast.other_truck)))
    assert sorted(answer.status_code for answer in answers) == [200, 409]


def test_a_reserved_slug_is_refused_but_one_that_is_there_already_stays(ask, db, cast):
    assert set(put(ask, cast.truck, {"slug": "admin"}).json()["fields"]) == {"slug"}
    set_fields(db, cast.truck, slug="health")
    assert put(ask, cast.truck, {"slug": "health", "description": "Mine"}).status_code == 200


def test_the_present_picture_may_stay_whatever_it_is(ask, db, cast):
    set_fields(db, cast.truck, image_url="/pictures/of-the-demo.webp")
    assert put(ask, cast.truck, {"imageUrl": "/pictures/of-the-demo.webp"}).status_code == 200
    for other in ({"imageUrl": "/pictures/other.webp"}, {"bannerImage": "/pictures/of-the-demo.webp"}):
        answer = put(ask, cast.truck, other)
        assert (answer.status_code, set(answer.json()["fields"])) == (400, set(other))
    db.write(lambda session: session.add(StoredImage(stem="/uploads/trucks/abc", width=320, height=240)))
    assert put(ask, cast.truck, {"bannerImage": "/uploads/trucks/abc-320.webp"}).status_code == 200


@pytest.mark.parametrize(
    "body",
    [{"name": None}, {"name": ""}, {"taxRate": 21}, {"version": "1"}, {"timezone": "Mars"}, [], "text", None],
)
def test_a_broken_rule_changes_nothing(ask, db, cast, body):
    before = stored(db, cast.truck)
    good = {"description": "Mine"} | body if isinstance(body, dict) else body
    assert put(ask, cast.truck, good).status_code == 400
    assert stored(db, cast.truck) == before


@pytest.mark.parametrize("role", [None, "truck_admin", "other_admin", "truckless_admin"])
@pytest.mark.parametrize(
    ("method", "address", "body"),
    [
        ("PUT", "", {"description": "Mine"}),
        ("DELETE", "", None),
        ("PATCH", "/toggle-active", {"isActive": False}),
        ("PATCH", "/toggle-status", None),
    ],
)
def test_nobody_else_keeps_trucks(ask, db, cast, role, method, address, body):
    before = stored(db, cast.truck)
    answer = ask(method, f"/trucks/{cast.truck.id}{address}", as_=role, json=body)
    assert answer.status_code == (401 if role is None else 403)
    assert stored(db, cast.truck) == before


@pytest.mark.parametrize("unknown", ["f" * 24, "1", "%00", "ä"])
def test_an_unknown_truck_is_absent(ask, unknown):
    assert ask("PUT", f"/trucks/{unknown}", json={"description": "Mine"}).status_code == 404
    assert ask("DELETE", f"/trucks/{unknown}").status_code == 404
    assert ask("PATCH", f"/trucks/{unknown}/toggle-active").status_code == 404
    assert ask("PATCH", f"/trucks/{unknown}/settings", json={"leadMinutes": 20}).status_code == 404


@pytest.mark.parametrize("address", ["toggle-active", "toggle-status"])
def test_a_truck_goes_off_the_street_and_back(ask, client, cast, address):
    def toggle(**given):
        answer = ask("PATCH", f"/trucks/{cast.truck.id}/{address}", **given)
        assert answer.status_code == 200
        return answer.json()["isActive"], answer.json()["version"]

    assert toggle() == (False, 2)
    assert client.get("/api/trucks/by-slug/own-truck").status_code == 404
    assert toggle(json={"isActive": False}) == (False, 2)
    assert toggle(json={"isActive": True}) == (True, 3)
    assert client.get("/api/trucks/by-slug/own-truck").status_code == 200
    assert toggle(json={"isActive": None}) == (False, 4)
    assert toggle(json={}) == (True, 5)


def test_a_wish_that_is_none_changes_nothing(ask, db, cast):
    before = stored(db, cast.truck)
    for body in ({"isActive": "false"}, {"isActive": 0}, [], "no"):
        assert ask("PATCH", f"/trucks/{cast.truck.id}/toggle-active", json=body).status_code == 400
    assert stored(db, cast.truck) == before


@pytest.mark.dialect
def test_an_even_number_of_flips_at_once_changes_nothing(ask, db, cast):
    cast.headers("superadmin")
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: ask("PATCH", f"/trucks/{cast.truck.id}/toggle-active"), range(8)))
    assert (stored(db, cast.truck)["is_active"], stored(db, cast.truck)["version"]) == (True, 9)
