"""Staff see all fields of their trucks; everyone else sees the public fields at the same path."""

import pytest
import sqlalchemy as sa

from chuckwagon.kit import clock
from chuckwagon.trucks.models import Truck
from tests.factories import make_truck
from tests.trucks.test_public_trucks import PUBLIC_KEYS

STAFF_KEYS = PUBLIC_KEYS | {
    "owner",
    "stripeAccountId",
    "applicationFeeBps",
    "settings",
    "archivedAt",
    "isDraft",
    "createdAt",
    "updatedAt",
}
OUTSIDERS = (None, "other_admin", "truckless_admin")


def set_fields(db, truck, **fields):
    db.write(lambda session: session.execute(sa.update(Truck).where(Truck.id == truck.id).values(**fields)))


@pytest.mark.parametrize("role", ["truck_admin", "superadmin"])
@pytest.mark.parametrize("active", [True, False])
def test_its_staff_see_a_whole_truck_active_or_not_and_no_cache_keeps_it(ask, db, cast, role, active):
    set_fields(db, cast.truck, is_active=active, owner_name="Ana", owner_email="ana@example.com", accent_hue=12)
    for address in (f"/trucks/{cast.truck.id}", "/trucks/by-slug/own-truck"):
        answer = ask("GET", address, as_=role)
        found = answer.json()
        assert set(found) == STAFF_KEYS
        assert (found["isActive"], found["accentHue"]) == (active, 12)
        assert found["owner"] == {"name": "Ana", "email": "ana@example.com"}
        assert found["settings"] == {
            "acceptingOrders": True,
            "notAcceptingReason": None,
            "pausedUntil": None,
            "leadMinutes": 15,
            "extraLeadMinutes": 0,
            "extraLeadUntil": None,
            "smsSignature": "",
            "unitsPerTenMinutes": None,
            "selfService": True,
            "takesTips": False,
            "tipPresets": [15, 18, 20],
            "confirmsOrders": False,
            "businessAddress": None,
        }
        assert found["createdAt"].endswith("Z")
        assert (answer.headers["cache-control"], answer.headers["vary"]) == ("no-store", "Authorization")
        assert "etag" not in answer.headers


@pytest.mark.parametrize("role", OUTSIDERS)
def test_everybody_else_sees_the_public_side_with_its_etag(ask, db, cast, role):
    set_fields(db, cast.truck, owner_email="ana@example.com")
    for address in (f"/trucks/{cast.truck.id}", "/trucks/by-slug/own-truck"):
        answer = ask("GET", address, as_=role)
        assert set(answer.json()) == PUBLIC_KEYS
        again = ask("GET", address, as_=role, headers={"If-None-Match": answer.headers["etag"]})
        assert (answer.headers["cache-control"], again.status_code) == ("no-cache", 304)
        for one in (answer, again):  # a cached response varies by encoding too
            assert one.headers["vary"].split(", ")[0] == "Authorization"


@pytest.mark.parametrize("role", OUTSIDERS)
def test_an_inactive_truck_is_absent_to_everybody_else(ask, db, cast, role):
    set_fields(db, cast.truck, is_active=False)
    assert ask("GET", f"/trucks/{cast.truck.id}", as_=role).status_code == 404
    assert ask("GET", "/trucks/by-slug/own-truck", as_=role).status_code == 404


@pytest.mark.parametrize("role", [None, "truck_admin", "superadmin"])
def test_an_archived_truck_is_absent_to_all(ask, db, cast, role):
    set_fields(db, cast.truck, archived_at=clock.now())
    assert ask("GET", f"/trucks/{cast.truck.id}", as_=role).status_code == 404
    assert ask("GET", "/trucks/by-slug/own-truck", as_=role).status_code == 404


def test_a_bad_token_shows_the_public_side(client, cast):
    answer = client.get(f"/api/trucks/{cast.truck.id}", headers={"Authorization": "Bearer unknown"})
    assert set(answer.json()) == PUBLIC_KEYS


def test_each_role_lists_the_trucks_it_looks_after(ask, db, cast):
    set_fields(db, cast.other_truck, is_active=False)
    make_truck(db, "Gone Truck", archived_at=clock.now())

    def names(role):
        return [truck["name"] for truck in ask("GET", "/trucks", as_=role).json()]

    assert names("superadmin") == ["Other Truck", "Own Truck"]
    assert (names("truck_admin"), names("other_admin")) == (["Own Truck"], ["Other Truck"])
    assert names("truckless_admin") == []
    answer = ask("GET", "/trucks", as_=None)
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
    assert ask("GET", "/trucks").headers["cache-control"] == "no-store"
    assert set(ask("GET", "/trucks").json()[0]) == STAFF_KEYS - {"schedule"} | {"lastChange"}


def test_the_list_is_filtered(ask, db, cast):
    set_fields(db, cast.truck, cuisine=["Thai", "Street Food"], owner_email="ana@example.com", city="Zürich")
    set_fields(db, cast.other_truck, is_active=False, cuisine=["Greek"])

    def names(role="superadmin", **query):
        return [truck["name"] for truck in ask("GET", "/trucks", as_=role, params=query).json()]

    assert names(isActive="true") == ["Own Truck"]
    assert names(isActive="false") == ["Other Truck"]
    assert names(cuisine="street food") == ["Own Truck"]
    assert names(cuisine="street") == []
    assert names(q="ZÜRICH") == names(q="ANA@") == names(q="own-") == ["Own Truck"]
    assert names(q="%") == names(q="\x00") == []
    assert names(q="truck", cuisine="greek", isActive="false") == ["Other Truck"]
    assert names("truck_admin", q="other") == []
    for query in ({"isActive": "perhaps"}, {"q": "x" * 101}):
        answer = ask("GET", "/trucks", params=query)
        assert answer.status_code == 400
        assert set(answer.json()["fields"]) == set(query)
