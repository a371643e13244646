"""Prerendered pages: content without scripts, never outdated, values always escaped."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import httpx
import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.app import create_app
from chuckwagon.kit import clock
from chuckwagon.prerender import formatting
from chuckwagon.realtime import change_log
from chuckwagon.realtime.change_log import ChangeRow
from chuckwagon.trucks.models import Truck
from chuckwagon.trucks.queries import get_truck_for
from tests.factories import make_item, make_truck
from tests.servers import LiveServer, bound_socket, wait_until

pytestmark = pytest.mark.dialect

NASTY = "</script><!--\u2028\"'><img src=x onerror=a()>&{{data}}"
# Computed by the front end from this slug.
OWN_HUE = "30"
DATA = re.compile(r'<script type="application/json" id="first-data">(.*?)</script>', re.DOTALL)


@pytest.fixture
def street(settings, db, build) -> Iterator[httpx.Client]:
    bound = bound_socket()
    own = msgspec.structs.replace(settings, frontend_dir=build, public_url="https://tacos.example/")
    server = LiveServer(create_app(own, db=db), bound)
    with httpx.Client(base_url=server.url) as http:
        yield http
    server.stop()
    bound.close()


@pytest.fixture
def truck(db) -> Truck:
    made = make_truck(db, "Spice Route", image_url="/uploads/spice-1280.webp", phone="+15035550142")
    make_item(db, made, "Taco", 450, [])
    return made


def data_of(page: httpx.Response) -> dict:
    return json.loads(DATA.search(page.text)[1])


def test_the_list_is_in_the_page_with_the_data_behind_it(street, truck):
    page = street.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-cache"
    assert f'<a href="/{truck.slug}">Spice Route</a>' in page.text
    assert 'srcset="/uploads/spice-320.webp 320w, /uploads/spice-640.webp 640w' in page.text
    assert '<link rel="canonical" href="https://tacos.example/">' in page.text
    assert data_of(page) == {"trucks": street.get("/api/trucks/public").json()}


def test_a_trucks_page_has_its_menu_with_prices_and_what_others_show_of_it(street, truck):
    page = street.get(f"/{truck.slug}?utm_source=poster")
    assert "<title>Spice Route · Chuckwagon</title>" in page.text
    assert "<h1>Spice Route</h1>" in page.text
    assert '<a href="tel:+15035550142">(503) 555-0142</a>' in page.text
    assert "<h4>Taco</h4>$4.50" in page.text
    assert '<meta property="og:image" content="https://tacos.example/uploads/spice-1280.webp">' in page.text
    assert data_of(page) == {
        "truck": street.get(f"/api/trucks/by-slug/{truck.slug}").json(),
        "menu": street.get(f"/api/menu-items/public/{truck.id}").json(),
    }


def policy_of(page):
    rules = [rule.split() for rule in page.headers["content-security-policy"].split("; ")]
    return {name: sources for name, *sources in rules}


def test_only_what_the_build_has_put_into_the_page_may_stand_in_it(street, truck):
    everywhere = policy_of(street.get(f"/{truck.slug}/checkout"))
    assert everywhere["style-src"] == ["'self'"]
    for path in ("/", f"/{truck.slug}", "/"):
        found = policy_of(street.get(path))
        assert found["script-src"] == [*everywhere["script-src"], "'sha256-aaaa'"]
        assert found["style-src"] == ["'self'", "'sha256-bbbb'", "'sha256-cccc'"]
        for rule in everywhere.keys() - {"script-src", "style-src"}:
            assert found[rule] == everywhere[rule]
    page = street.get("/")
    unchanged = street.get("/", headers={"If-None-Match": page.headers["etag"]})
    assert unchanged.status_code == 304
    assert policy_of(unchanged) == policy_of(page), "a browser keeps the page with the newer rules"


def test_a_page_is_compressed_and_answered_304_while_it_is_the_same(street, truck):
    page = wait_until(lambda: street.get(f"/{truck.slug}", headers={"Accept-Encoding": "br"}))
    assert page.headers["content-encoding"] == "br"
    again = street.get(f"/{truck.slug}", headers={"Accept-Encoding": "br", "If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert street.head(f"/{truck.slug}").content == b""


def test_no_stored_text_gets_out_of_its_place(street, db):
    truck = make_truck(db, NASTY, slug="nasty", description=NASTY, short_description=NASTY, cuisine=[NASTY])
    make_item(db, truck, NASTY, 100, [])
    for address in ("/", f"/{truck.slug}"):
        page = street.get(address)
        assert page.status_code == 200
        assert re.findall(r"<(?:script|img)[^>]*>", page.text) == ['<script type="application/json" id="first-data">']
        assert page.text.count("</script>") == 1
        assert "\u2028" not in DATA.search(page.text)[1]
        assert "<!--" not in page.text
    assert data_of(street.get("/"))["trucks"][0]["name"] == NASTY
    assert data_of(street.get("/nasty"))["menu"][0]["name"] == NASTY


def test_a_rename_by_another_process_reaches_the_page(street, db, truck):
    """Another process sends no notification here: the change log alone must suffice."""
    for address in ("/", f"/{truck.slug}"):
        street.get(address)
        wait_until(lambda address=address: "Spice Route" in street.get(address).text)
    statements = [
        sa.update(Truck).where(Truck.id == truck.id).values(name="Elsewhere"),
        sa.insert(ChangeRow).values(truck_id=truck.id, kind="truck", subject_id=truck.id, at=clock.now()),
    ]
    db.write(lambda session: [session.execute(one) for one in statements])
    for address in ("/", f"/{truck.slug}"):
        wait_until(lambda address=address: "Elsewhere" in street.get(address).text)


def test_a_change_here_is_in_the_very_next_page(street, db, truck):
    def rename(session) -> None:
        session.execute(sa.update(Truck).where(Truck.id == truck.id).values(name="Renamed"))
        change_log.publish_change(session, truck.id, change_log.TRUCK, truck.id)

    street.get(f"/{truck.slug}")
    db.write(rename)
    assert "<h1>Renamed</h1>" in street.get(f"/{truck.slug}").text


def test_a_truck_that_staff_rename_has_its_new_name_in_the_very_next_page(street, cast):
    address = f"/{cast.truck.slug}"
    street.get(address)
    path, headers = f"/api/trucks/{cast.truck.id}", cast.headers("superadmin")
    assert street.put(path, json={"name": "Milder Burritos"}, headers=headers).status_code == 200
    assert "<h1>Milder Burritos</h1>" in street.get(address).text


def test_no_truck_is_404_with_the_screen_that_says_so(street, db):
    make_truck(db, "Asleep", slug="asleep", is_active=False)
    for address in ("/unknown-truck", "/asleep"):
        page = street.get(address, headers={"If-None-Match": "*"})
        assert page.status_code == 404
        assert page.text == "<!doctype html><title>Chuckwagon</title>"


def test_other_addresses_are_as_before(street):
    for address in ("/admin", "/menu-test", "/spice-route/checkout"):
        page = street.get(address)
        assert (page.status_code, page.text) == (200, "<!doctype html><title>Chuckwagon</title>")


def test_a_pause_is_said_in_the_words_of_the_screens(street, db):
    now = datetime(2026, 11, 21, 20, tzinfo=UTC)
    truck = make_truck(db, "Paused", accepting_orders=False, not_accepting_reason="Catering")
    with db.reading() as session:
        shown = get_truck_for(session, None, truck_id=truck.id)
    closed = "This truck is not taking orders right now: Catering"
    assert formatting.closed_notice(shown, now) == closed
    assert closed in street.get(f"/{truck.slug}").text
    soon = msgspec.structs.replace(shown, paused_until=now + timedelta(hours=2), timezone="America/Los_Angeles")
    assert formatting.closed_notice(soon, now) == f"{closed}. Back at 2:00 PM."
    assert formatting.closed_badge(soon, now) == "Paused until 2:00 PM"
    late = msgspec.structs.replace(soon, paused_until=now + timedelta(hours=24))
    assert formatting.closed_notice(late, now).endswith("Back tomorrow at 12:00 PM.")
    later = msgspec.structs.replace(soon, paused_until=now + timedelta(hours=48))
    assert formatting.closed_badge(later, now) == "Paused until Monday, November 23 at 12:00 PM"


def test_the_hue_is_the_chosen_one_or_that_of_the_slug(db):
    chosen = make_truck(db, "Hued", accent_hue=217)
    own = make_truck(db, "Spicy Burritos")
    assert formatting.hue_attribute(chosen) == "200 10 7"
    assert formatting.hue_attribute(own) == OWN_HUE
