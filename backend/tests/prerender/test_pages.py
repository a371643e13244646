"""Prerendered pages: their content and data, how long they are kept, and what comes in their place."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import httpx
import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.app import create_app
from chuckwagon.kit import clock as product_clock
from chuckwagon.prerender import pages
from chuckwagon.prerender.engine import BUILD_FILE
from chuckwagon.prerender.handler import RETRY_AFTER
from chuckwagon.prerender.pages import floor_page_time, read_page
from chuckwagon.realtime import change_log
from chuckwagon.realtime.change_log import ChangeRow
from chuckwagon.schedule.models import Place, Stop
from chuckwagon.schedule.validation import DEFAULT_SETTINGS
from chuckwagon.trucks.models import Truck
from tests.factories import make_item, make_truck
from tests.servers import LiveServer, bound_socket, wait_until

DATA = re.compile(r'<script id="first-data">(.*?)</script>', re.DOTALL)
REQUEST = re.compile(r'<script id="request">(.*?)</script>', re.DOTALL)
EMPTY = "<!doctype html><title>Chuckwagon</title>"


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


def request_of(page: httpx.Response) -> dict:
    return json.loads(REQUEST.search(page.text)[1])


def test_the_list_is_rendered_from_what_the_api_answers(street, truck):
    page = street.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-cache"
    assert "<h1>Spice Route</h1>" in page.text
    assert request_of(page) == {"language": "en", "origin": "https://tacos.example", "path": "/", "zones": {}}
    assert data_of(page) == {"trucks": street.get("/api/trucks/public").json()}


def test_a_trucks_page_is_rendered_with_its_menu(street, truck):
    page = street.get(f"/{truck.slug}?utm_source=poster")
    assert "<h1>Spice Route</h1><h4>Taco</h4>" in page.text
    assert request_of(page)["path"] == f"/{truck.slug}"
    assert data_of(page) == {
        "truck": street.get(f"/api/trucks/by-slug/{truck.slug}").json(),
        "menu": street.get(f"/api/menu-items/public/{truck.id}").json(),
    }


@pytest.mark.dialect
def test_a_trucks_page_says_the_last_change_that_it_surely_has(street, db, truck):
    def record(kind):
        db.write(lambda session: change_log.publish_change(session, truck.id, kind, truck.id))
        with db.reading() as session:
            return change_log.get_last_change_id(session, truck.id)

    shown = record(change_log.MENU)
    record(change_log.ORDER)  # changes no byte of the page
    wait_until(lambda: data_of(street.get(f"/{truck.slug}")).get("change") == shown)


def test_the_change_of_a_page_is_read_before_what_it_speaks_of(db, truck, monkeypatch):
    order = []

    def note(name, real):
        def call(*given, **more):
            order.append(name)
            return real(*given, **more)

        return call

    for name in ("get_last_public_change_id", "get_scheduled_truck", "list_public_menu"):
        monkeypatch.setattr(pages, name, note(name, getattr(pages, name)))
    with db.reading() as session:
        read_page(session, f"/{truck.slug}", product_clock.now())
    assert order == ["get_last_public_change_id", "get_scheduled_truck", "list_public_menu"]


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


@pytest.mark.dialect
def test_a_rename_by_another_process_reaches_the_page(street, db, truck):
    """Another process sends no notification here: the change log alone must suffice."""
    for address in ("/", f"/{truck.slug}"):
        street.get(address)
        wait_until(lambda address=address: "Spice Route" in street.get(address).text)
    statements = [
        sa.update(Truck).where(Truck.id == truck.id).values(name="Elsewhere"),
        sa.insert(ChangeRow).values(truck_id=truck.id, kind="truck", subject_id=truck.id, at=product_clock.now()),
    ]
    db.write(lambda session: [session.execute(one) for one in statements])
    for address in ("/", f"/{truck.slug}"):
        wait_until(lambda address=address: "Elsewhere" in street.get(address).text)


@pytest.mark.dialect
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
        assert page.text == EMPTY


def test_other_addresses_are_as_before(street):
    for address in ("/admin", "/menu-test", "/spice-route/checkout"):
        page = street.get(address)
        assert (page.status_code, page.text) == (200, EMPTY)


def test_a_page_that_cannot_be_rendered_comes_empty_and_is_tried_again_later(street, db, clock):
    make_truck(db, "Throws", slug="throws")
    for path in ("/throws", "/"):
        page = street.get(path)
        assert (page.status_code, page.text) == (200, EMPTY)
        assert "sha256-aaaa" not in page.headers["content-security-policy"]
    db.write(lambda session: session.execute(sa.update(Truck).values(name="Mended")))
    assert street.get("/throws").text == EMPTY
    clock.advance(RETRY_AFTER)
    assert "<h1>Mended</h1>" in street.get("/throws").text


def test_the_words_of_a_pause_have_their_time_and_offsets(db, clock):
    clock.set("2026-11-01T06:29:59Z")  # two hours before the clocks go back
    now = clock.now()
    ends = now + timedelta(days=2, microseconds=1500)
    make_truck(db, "Paused", paused_until=ends, timezone="America/Los_Angeles")
    make_truck(db, "Open", timezone="America/New_York")
    with db.reading() as session:
        page = read_page(session, "/", now)
        lone = read_page(session, "/open", now)
    hour, quarter = 3_600_000, 1_793_513_700_000  # 06:15:00 in UTC
    offsets = {f"{quarter}": -7 * hour, f"{quarter + 24 * hour}": -8 * hour, "1793687399001": -8 * hour}
    assert (page.data.now, page.zones) == (quarter, {"America/Los_Angeles": offsets})
    assert (lone.data.now, lone.zones) == (None, {})


def test_a_page_with_a_pause_is_kept_until_the_trucks_midnight_at_most(db, clock):
    clock.set("2026-11-21T20:00:00Z")
    now = clock.now()
    ends = now + timedelta(days=3)
    make_truck(db, "Paused", paused_until=ends, timezone="America/Los_Angeles")
    with db.reading() as session:
        assert read_page(session, "/paused", now).until == datetime(2026, 11, 22, 8, tzinfo=UTC)


def test_the_words_of_a_stop_have_their_times_on_the_clock_of_the_place(db, clock):
    clock.set("2026-10-31T20:05:00Z")
    truck = make_truck(db, "Moving", schedule_mode="stops", timezone="America/Los_Angeles")
    add_stop(db, truck, clock.now() + timedelta(hours=1), clock.now() + timedelta(hours=13))
    with db.reading() as session:
        page = read_page(session, "/moving", clock.now())
    [(zone, offsets)] = page.zones.items()
    hours = {(int(instant) - page.data.now) / 3_600_000: offset / 3_600_000 for instant, offset in offsets.items()}
    five_minutes = 5 / 60
    # The clocks of New York go back at 2 AM, ten hours later.
    expected = {0: -4, 24: -5, -23 + five_minutes: -4}  # of the page, and when orders start
    expected |= {1 + five_minutes: -4, 12.75 + five_minutes: -5, 13 + five_minutes: -5}
    assert (zone, hours) == ("America/New_York", pytest.approx(expected))
    assert page.data.truck.schedule.state == "opens_later"
    assert page.until == clock.now() + timedelta(hours=1)


def add_stop(db, truck, starts_at, ends_at):
    """Add a stop in New York."""

    def add(session):
        place = Place(truck_id=truck.id, name="Pier 7", timezone="America/New_York", tax_rate_units=0)
        session.add(place)
        session.flush()
        times = {"starts_at": starts_at, "ends_at": ends_at}
        session.add(Stop(truck_id=truck.id, place_id=place.id, **times, **DEFAULT_SETTINGS))

    db.write(add)


def test_the_page_time_is_the_same_day_in_every_zone():
    """A quarter of an hour never reaches back over a midnight, because all zones differ by whole quarters."""
    for zone in ("Asia/Kathmandu", "Australia/Eucla", "Australia/Lord_Howe", "America/St_Johns"):
        for minute in range(24 * 60):
            now = datetime(2026, 6, 1, tzinfo=UTC) + timedelta(minutes=minute)
            local, floored = (one.astimezone(ZoneInfo(zone)) for one in (now, floor_page_time(now)))
            assert local.date() == floored.date(), (zone, now)


def test_each_language_of_the_build_has_a_page_of_its_own(settings, db, build, truck):
    written = msgspec.json.decode((build / BUILD_FILE).read_bytes())
    (build / BUILD_FILE).write_bytes(msgspec.json.encode({**written, "languages": ["en", "es"]}))
    bound = bound_socket()
    server = LiveServer(create_app(msgspec.structs.replace(settings, frontend_dir=build), db=db), bound)
    with httpx.Client(base_url=server.url) as http:
        for _ in range(2):
            pages = [
                http.get("/spice-route", headers=headers)
                for headers in ({}, {"Accept-Language": "es-MX,en;q=0.5"}, {"Cookie": "language=es"})
            ]
            assert [request_of(page)["language"] for page in pages] == ["en", "es", "es"]
            assert [page.headers["content-language"] for page in pages] == ["en", "es", "es"]
            assert pages[1].headers["etag"] == pages[2].headers["etag"] != pages[0].headers["etag"]
            assert all("Accept-Language, Cookie" in page.headers["vary"] for page in pages)
    server.stop()
    bound.close()


def test_a_language_that_the_build_does_not_have_is_english(street, truck):
    page = street.get("/", headers={"Accept-Language": "es"})
    assert (request_of(page)["language"], page.headers["content-language"]) == ("en", "en")
    assert "Language" not in page.headers.get("vary", "")
