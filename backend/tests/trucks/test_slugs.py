"""Slugs: their format, the reserved words, and the check whether one is free."""

import re
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import islice
from pathlib import Path

import pytest

from chuckwagon.kit import clock
from chuckwagon.trucks import service
from chuckwagon.trucks.slugs import RESERVED, find_slug_problem, is_slug, slug_candidates, slug_from_name
from chuckwagon.web.asgi import DOCS_PATHS, is_api_path
from tests.factories import make_item, make_truck

FRONTEND = Path(__file__).parents[3] / "frontend"


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Nonna's Oven", "nonnas-oven"),
        ("Nonna’s  Oven!", "nonnas-oven"),
        ("Crêpes & Café", "crepes-and-cafe"),
        ("Straße Øl Þing", "strasse-ol-thing"),
        ("Łódź", "lodz"),
        ("İstanbul", "istanbul"),
        ("Bánh Mì 89", "banh-mi-89"),
        ("Чайка Ёж", "chaika-ezh"),
        ("Γύρος", "gyros"),
        ("ＦＵＬＬ ﬁsh", "full-fish"),
        ("--A__b--", "a-b"),
        ("麺", "food-truck"),
        ("🍜🍜", "food-truck"),
        ("x" * 80, "x" * 64),
        ("x" * 63 + " yz", "x" * 63),
    ],
)
def test_a_name_becomes_a_slug(name, slug):
    assert slug_from_name(name) == slug
    assert is_slug(slug)


def test_candidates_count_on_skip_reserved_words_and_stay_slugs():
    assert list(islice(slug_candidates("taco"), 3)) == ["taco", "taco-2", "taco-3"]
    assert list(islice(slug_candidates("admin"), 2)) == ["admin-2", "admin-3"]
    for slug in islice(slug_candidates("x" * 61 + "-yz"), 120):
        assert is_slug(slug)


def test_every_first_segment_of_the_product_is_reserved(app):
    def first(path):
        return path.strip("/").partition("/")[0]

    used = {first(route.path_format) for route in app.api.routes if is_api_path(route.path_format)}
    used |= {first(path) for path in DOCS_PATHS}
    router = (FRONTEND / "src/storefront/router.tsx").read_text(encoding="utf-8")
    used |= {first(path) for path in re.findall(r'path="([^":*]+)"', router)}
    used |= {path.name for path in (FRONTEND / "public").iterdir() if path.is_dir()}
    used |= {"admin", "assets", "uploads"}
    assert {"api", "health", "truck"} <= used
    assert {segment for segment in used if is_slug(segment)} <= RESERVED


def test_the_words_in_the_list_are_slugs_that_nobody_may_have():
    assert all(is_slug(word) and find_slug_problem(word) for word in RESERVED)
    assert find_slug_problem("truckers") is None


def check(ask, role="superadmin", **query):
    return ask("GET", "/trucks/slug-check", as_=role, params=query)


def test_a_slug_is_free_taken_reserved_or_none(ask, db, cast):
    make_truck(db, "Gone", archived_at=clock.now())
    assert check(ask, slug="brand-new").json() == {"slug": "brand-new", "available": True, "reason": None}
    for slug in ("own-truck", "gone", "admin", "Upper", "a b", "\x00", "ä"):
        found = check(ask, slug=slug).json()
        assert (found["slug"], found["available"]) == (slug, False)
        assert found["reason"]
    assert "Another truck" in check(ask, slug="own-truck").json()["reason"]
    assert "product itself" in check(ask, slug="admin").json()["reason"]


def test_the_truck_being_edited_may_keep_its_own(ask, cast):
    assert check(ask, slug="own-truck", truckId=cast.truck.id).json()["available"] is True
    assert check(ask, slug="own-truck", truckId=cast.other_truck.id).json()["available"] is False


def test_a_name_alone_gets_a_free_proposal(ask, cast):
    assert check(ask, name="Own Truck").json() == {"slug": "own-truck-2", "available": True, "reason": None}
    assert check(ask, name="Own Truck", slug="own-truck").json()["available"] is False
    assert check(ask).status_code == check(ask, name=" ").status_code == 400
    assert check(ask, slug="x" * 101).status_code == 400


@pytest.mark.parametrize("role", [None, "truck_admin", "truckless_admin"])
def test_only_a_superadmin_asks(ask, role):
    assert check(ask, role, slug="brand-new").status_code == (401 if role is None else 403)


@pytest.fixture
def rename(ask, cast):
    def put(slug):
        return ask("PUT", f"/trucks/{cast.truck.id}", json={"slug": slug})

    return put


def test_an_earlier_slug_leads_to_the_present_one_for_ever(ask, cast, client, rename, db):
    assert [rename(slug).status_code for slug in ("second", "third")] == [200, 200]
    make_item(db, cast.truck, "Taco", price=100)
    moved = {
        "/own-truck": "/third",
        "/second?table=4": "/third?table=4",
        "/own-truck/order/x%20y?lang=es": "/third/order/x%20y?lang=es",
        "/api/trucks/by-slug/own-truck": "/api/trucks/by-slug/third",
        "/api/trucks/by-slug/second/manifest": "/api/trucks/by-slug/third/manifest",
        "/api/trucks/second/stops?days=3": "/api/trucks/third/stops?days=3",
        "/api/trucks/second/stops.ics": "/api/trucks/third/stops.ics",
    }
    for address, target in moved.items():
        answer = client.get(address, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (301, target), address
        assert answer.headers["cache-control"] == "no-cache"
    assert client.get("/api/trucks/second/slots?units=1").status_code == 200
    assert ask("GET", "/trucks/slug-check?slug=second").json()["available"] is False
    assert ask("GET", "/trucks/slug-check?name=Second").json()["slug"] == "second-2"
    for taken in (
        ask("POST", "/trucks", json={"name": "New", "slug": "own-truck"}),
        ask("PUT", f"/trucks/{cast.other_truck.id}", json={"slug": "second"}),
    ):
        assert (taken.status_code, taken.json()["code"]) == (409, "slug_taken")
    assert rename("own-truck").status_code == 200
    assert client.get("/third", follow_redirects=False).headers["location"] == "/own-truck"
    assert client.get("/api/trucks/by-slug/own-truck", follow_redirects=False).status_code == 200
    ask("PATCH", f"/trucks/{cast.truck.id}/toggle-active", json={"isActive": False})
    assert client.get("/third", follow_redirects=False).status_code != 301


def test_a_truck_that_had_a_word_before_it_was_reserved_keeps_it_and_leads_on(ask, client, db):
    for word in ("embed", "print", "robots", "sitemap", "widget"):
        truck = make_truck(db, f"Old {word}", slug=word)
        assert client.get(f"/api/trucks/by-slug/{word}").json()["name"] == truck.name
        assert ask("PUT", f"/trucks/{truck.id}", json={"slug": f"new-{word}"}).status_code == 200
        moved = client.get(f"/{word}/checkout?x=1", follow_redirects=False)
        assert (moved.status_code, moved.headers["location"]) == (301, f"/new-{word}/checkout?x=1")
        assert ask("PUT", f"/trucks/{truck.id}", json={"slug": word}).status_code == 400
    assert client.get("/embed/truck.js", follow_redirects=False).status_code != 301


@pytest.mark.dialect
def test_a_slug_that_is_given_up_while_another_truck_asks_for_it_is_not_given_away(ask, client, rename, monkeypatch):
    """The rename is not committed when the new truck asks."""

    def change_and_be_overtaken(*args):
        changed = change(*args)
        overtaking.append(pool.submit(ask, "POST", "/trucks", json={"name": "New", "slug": "own-truck"}))
        wait(overtaking, timeout=1)
        return changed

    change, overtaking = service._change, []
    monkeypatch.setattr(service, "_change", change_and_be_overtaken)
    with ThreadPoolExecutor(1) as pool:
        assert rename("second").status_code == 200
        assert overtaking[0].result().json()["code"] == "slug_taken"
