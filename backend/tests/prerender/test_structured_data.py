"""What search engines read: the pages' data in the terms of schema.org, the sitemap, and what they may open."""

import json
from datetime import UTC, date, datetime, time
from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree as ET

import extruct
import jsonschema
import pytest

from chuckwagon.kit import clock as product_clock
from chuckwagon.prerender.pages import read_page
from chuckwagon.prerender.structured_data import add_structured_data
from chuckwagon.schedule.models import CANCELLED, Place, Stop
from chuckwagon.schedule.validation import DEFAULT_SETTINGS
from tests.api_calls import call_as
from tests.factories import make_item, make_truck
from tests.prerender.vocabulary import MEMBERS, PROPERTIES, TYPES

ORIGIN, TERMS = "https://tacos.example", "https://schema.org/"
HOSTILE = '</script><script>alert(1)</script><!-- & "quoted" \u2028\u2029 Ñandú 🌮'
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
MOVING = {"schedule_mode": "stops", "timezone": "America/New_York"}


@pytest.fixture
def ask(client, cast):
    return call_as(client, cast, "superadmin")


@pytest.fixture
def read(db):
    """The data of a page as a reader of its HTML finds it."""

    def read_data(path: str) -> dict:
        with db.reading() as session:
            page = read_page(session, path, product_clock.now())
        drawn = "<!doctype html><html><head><title>x</title></head><body><p>Tacos</p></body></html>"
        html = add_structured_data(drawn, page, ORIGIN)
        assert html.endswith("</script></body></html>")
        assert html.count("<script") == html.count("</script>") == 1
        [data] = extruct.extract(html, base_url=ORIGIN, syntaxes=["json-ld"])["json-ld"]
        check_terms(data)
        return data

    return read_data


def check_terms(value, allowed=("Thing",)) -> None:
    """Every type and property is one of the vocabulary, stands where it may, and has a value that it may have."""
    if isinstance(value, list):
        assert value
        for one in value:
            check_terms(one, allowed)
        return
    if not isinstance(value, dict):
        member = str(value).removeprefix(TERMS) if str(value).startswith(TERMS) else None
        fits = {"Text", "URL", "Number", "Integer", "Date", "DateTime", "Time"} & {*allowed}
        assert fits or (member and MEMBERS[member] in allowed), (value, allowed)
        return
    kinds = TYPES[value["@type"]].split()
    assert {*kinds} & {*allowed}, (value["@type"], allowed)
    for name, one in value.items():
        if name not in ("@context", "@type", "@id"):
            of, values = (text.split() for text in PROPERTIES[name])
            assert {*of} & {*kinds}, f"{value['@type']} has no {name}"
            check_terms(one, values)


def add_stop(db, truck, name: str, day: date, start: str, end: str, **fields) -> None:
    """Add a stop with times of New York, at a place of this name, which is made once."""

    def add(session):
        place = session.query(Place).filter_by(truck_id=truck.id, name=name).one_or_none()
        if place is None:
            place = Place(truck_id=truck.id, name=name, address="1 Pier, New York", timezone="America/New_York")
            place.latitude, place.longitude, place.tax_rate_units = 40.7, -74.0, 0
            session.add(place)
            session.flush()
        times = {
            key: datetime.fromisoformat(text).astimezone(UTC) for key, text in (("starts_at", start), ("ends_at", end))
        }
        session.add(Stop(truck_id=truck.id, place_id=place.id, **times, **{**DEFAULT_SETTINGS, **fields}))

    db.write(add)


def test_a_trucks_page_names_its_menu_in_sections_with_prices(db, read):
    truck = make_truck(
        db, "Spice Route", phone="+15035550142", cuisine=["Indian", "Vegan"], image_url="/uploads/spice-1280.webp",
        city="Portland", state="OR", short_description="Curries", slug="spice-route",
    )  # fmt: skip
    make_item(db, truck, "Dal", 950, [], section="Bowls", description="Lentils", image_url="/uploads/dal-640.webp",
              diets=["vegan", "vegetarian", "gluten_free"])  # fmt: skip
    make_item(db, truck, "Naan", 300, [], category="Bread", section="", is_available=False, diets=[])
    make_item(db, truck, "Lassi", 405, [], category="", section="")
    data = read("/spice-route")
    assert (data["@context"], data["@type"], data["name"]) == ("https://schema.org", "FoodEstablishment", "Spice Route")
    assert (data["@id"], data["telephone"]) == (f"{ORIGIN}/spice-route", "+15035550142")
    assert data["servesCuisine"] == ["Indian", "Vegan"]
    assert data["image"] == [f"{ORIGIN}/uploads/spice-1280.webp"]
    assert data["address"]["addressLocality"] == "Portland"
    menu = data["hasMenu"]
    sections = {section["name"]: section["hasMenuItem"] for section in menu["hasMenuSection"]}
    assert {name: [item["name"] for item in items] for name, items in sections.items()} == {
        "Bowls": ["Dal"],
        "Bread": ["Naan"],
    }
    offer = {"@type": "Offer", "price": "9.50", "priceCurrency": "USD", "availability": f"{TERMS}InStock"}
    [dal], [naan], [lassi] = sections["Bowls"], sections["Bread"], menu["hasMenuItem"]
    assert dal == {
        "@type": "MenuItem", "name": "Dal", "description": "Lentils", "offers": offer,
        "image": f"{ORIGIN}/uploads/dal-640.webp",
        "suitableForDiet": [f"{TERMS}{diet}" for diet in ("VeganDiet", "VegetarianDiet", "GlutenFreeDiet")],
    }  # fmt: skip
    assert "suitableForDiet" not in naan
    assert naan["offers"]["availability"] == f"{TERMS}SoldOut"
    assert (lassi["name"], lassi["offers"]["price"]) == ("Lassi", "4.05")
    action = data["potentialAction"]
    assert (action["@type"], action["target"]["urlTemplate"]) == ("OrderAction", f"{ORIGIN}/spice-route")
    assert "location" not in data, "a truck that does not move has no places of the week"


@pytest.mark.dialect
def test_each_place_of_the_week_has_its_own_hours(db, read, clock):
    clock.set("2026-11-02T15:00:00Z")  # Monday, 10 AM
    truck = make_truck(db, "Moving", slug="moving", **MOVING)
    add_stop(db, truck, "Pier 7", date(2026, 11, 2), "2026-11-02T11:00-05:00", "2026-11-02T14:00-05:00")
    add_stop(db, truck, "Market", date(2026, 11, 4), "2026-11-04T21:00-05:00", "2026-11-05T01:30-05:00")
    add_stop(
        db, truck, "Pier 7", date(2026, 11, 6), "2026-11-06T11:00-05:00", "2026-11-06T15:00-05:00", delay_minutes=20
    )
    add_stop(db, truck, "Park", date(2026, 11, 7), "2026-11-07T11:00-05:00", "2026-11-07T14:00-05:00", status=CANCELLED)
    add_stop(db, truck, "Fair", date(2026, 11, 20), "2026-11-20T11:00-05:00", "2026-11-20T14:00-05:00")
    found = read("/moving")["location"]
    hours = {
        place["name"]: [
            (one["dayOfWeek"].removeprefix(TERMS), one["opens"], one["closes"], one["validFrom"], one["validThrough"])
            for one in place["openingHoursSpecification"]
        ]
        for place in found
    }
    assert hours == {
        "Pier 7": [
            ("Monday", "11:00", "14:00", "2026-11-02", "2026-11-02"),
            ("Friday", "11:20", "15:00", "2026-11-06", "2026-11-06"),
        ],
        "Market": [("Wednesday", "21:00", "01:30", "2026-11-04", "2026-11-04")],
    }
    assert [time.fromisoformat(one[1]) for one in hours["Market"]] == [time(21)]
    assert (found[0]["address"], found[0]["geo"]["latitude"]) == ("1 Pier, New York", 40.7)
    clock.set("2026-11-02T19:00:01Z")
    assert len(read("/moving")["location"][1]["openingHoursSpecification"]) == 1, "a stop that is over is left out"


def test_the_home_page_lists_the_trucks_in_order(db, read):
    for name in ("Bao", "Arepa"):
        make_truck(db, name)
    make_truck(db, "Gone", is_active=False)
    data = read("/")
    assert (data["@type"], data["numberOfItems"]) == ("ItemList", 2)
    assert [one["url"] for one in data["itemListElement"]] == [f"{ORIGIN}/arepa", f"{ORIGIN}/bao"]
    listed = [(one["position"], one["item"]["name"], one["item"]["url"]) for one in data["itemListElement"]]
    assert listed == [(1, "Arepa", f"{ORIGIN}/arepa"), (2, "Bao", f"{ORIGIN}/bao")]


def test_no_text_of_a_truck_gets_out_of_its_place(db, read):
    truck = make_truck(db, HOSTILE[:60], slug="hostile", short_description=HOSTILE, cuisine=[HOSTILE[:40]])
    make_item(db, truck, HOSTILE[:80], 450, [], description=HOSTILE, section=HOSTILE[:40])
    data = read("/hostile")
    assert (data["name"], data["description"]) == (truck.name, HOSTILE)
    assert data["hasMenu"]["hasMenuSection"][0]["hasMenuItem"][0]["description"] == HOSTILE
    assert read("/")["itemListElement"][0]["item"]["servesCuisine"] == [HOSTILE[:40]]


def test_the_sitemap_lists_what_may_be_found(client, db, ask, cast):
    make_truck(db, "Draft", is_active=False)
    answer = client.get("/sitemap.xml")
    assert answer.headers["content-type"].startswith("application/xml")
    root = ET.fromstring(answer.text)
    assert (root.tag, {one.tag for one in root}) == (f"{SITEMAP}urlset", {f"{SITEMAP}url"})
    addresses = [one.text for one in root.iter(f"{SITEMAP}loc")]
    origin = addresses[0].rstrip("/")
    assert addresses == [f"{origin}/", *(f"{origin}/{slug}" for slug in ("other-truck", "own-truck"))]
    ask("PUT", f"/trucks/{cast.truck.id}", json={"slug": "renamed"})
    renamed = client.get("/sitemap.xml").text
    assert f"<loc>{origin}/renamed</loc>" in renamed
    assert "own-truck" not in renamed


def test_robots_may_read_everything_but_staff_pages_and_the_api(client):
    answer = client.get("/robots.txt")
    assert answer.headers["content-type"].startswith("text/plain")
    rules = RobotFileParser()
    rules.parse(answer.text.splitlines())
    closed = ("/admin/orders", "/admin/", "/api/trucks/public", "/print/abc")
    assert not [path for path in closed if rules.can_fetch("Googlebot", path)]
    still_open = ("/", "/api-test", "/apidae", "/administration", "/printer", "/print", "/own-truck", "/embed/truck.js")
    assert all(rules.can_fetch("Googlebot", path) for path in still_open)
    assert [address.endswith("/sitemap.xml") for address in rules.site_maps()] == [True]


def test_a_widget_is_told_the_state_and_the_stop_of_its_truck(client, db, clock):
    clock.set("2026-11-02T15:00:00Z")
    truck = make_truck(db, "Moving", slug="moving", image_url="/uploads/m-1280.webp", **MOVING)
    make_item(db, truck, "Taco", 450, [])
    assert client.get("/api/embed/moving").json()["state"] == "closed"
    add_stop(db, truck, "Pier 7", date(2026, 11, 2), "2026-11-02T11:00-05:00", "2026-11-02T14:00-05:00")
    coming = client.get("/api/embed/moving").json()
    assert (coming["slug"], coming["name"], coming["state"]) == ("moving", "Moving", "opens_later")
    assert coming["imageUrl"] == "/uploads/m-1280.webp"
    assert coming["stop"] == {
        "placeName": "Pier 7", "address": "1 Pier, New York", "timezone": "America/New_York",
        "opensAt": "2026-11-02T16:00:00Z", "closesAt": "2026-11-02T19:00:00Z",
    }  # fmt: skip
    clock.set("2026-11-02T16:00:00Z")
    assert client.get("/api/embed/moving").json()["state"] == "open"


def test_a_widget_never_calls_a_truck_open_that_sells_nothing(client, db):
    truck = make_truck(db, "Always", slug="always")
    assert client.get("/api/embed/always").json()["state"] == "paused"
    make_item(db, truck, "Taco", 450, [])
    assert client.get("/api/embed/always").json()["state"] == "open"


def test_any_site_may_read_what_its_widget_shows(client, cast, ask):
    answer = client.get("/api/embed/own-truck", headers={"Origin": "https://owner.example"})
    assert answer.headers.get_list("access-control-allow-origin") == ["*"]
    assert "access-control-allow-credentials" not in answer.headers
    assert answer.headers["cache-control"] == "public, max-age=30"
    described = client.get("/api/openapi.json").json()
    schema = described["paths"]["/api/embed/{slug}"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    jsonschema.validate(json.loads(answer.text), {**schema, "components": described["components"]})
    asked = {"Origin": "https://owner.example", "Access-Control-Request-Method": "GET"}
    preflight = client.options("/api/embed/own-truck", headers=asked)
    assert (preflight.status_code, preflight.headers["access-control-allow-origin"]) == (204, "*")
    assert "GET" in preflight.headers["access-control-allow-methods"]
    unchanged = client.get("/api/embed/own-truck", headers={"If-None-Match": answer.headers["etag"]})
    assert (unchanged.status_code, unchanged.headers["access-control-allow-origin"]) == (304, "*")
    ask("PUT", f"/trucks/{cast.truck.id}", json={"slug": "renamed"})
    moved = client.get("/api/embed/own-truck", follow_redirects=False)
    assert (moved.status_code, moved.headers["location"]) == (301, "/api/embed/renamed")
    assert moved.headers["access-control-allow-origin"] == "*"
    unknown = client.get("/api/embed/nowhere")
    assert (unknown.status_code, unknown.headers["access-control-allow-origin"]) == (404, "*")
    ask("PATCH", f"/trucks/{cast.truck.id}/toggle-active", json={"isActive": False})
    assert client.get("/api/embed/renamed").status_code == 404
