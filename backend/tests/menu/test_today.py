"""Customers find the trucks of today by state, text and distance."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.menu.today import GeoPosition, measure_meters
from chuckwagon.schedule.models import Place, Stop
from chuckwagon.schedule.validation import DEFAULT_SETTINGS
from chuckwagon.trucks.models import STOPS
from tests.factories import make_item, make_truck

OAKLAND, BERKELEY = (37.8044, -122.2712), (37.8716, -122.2727)


@pytest.fixture
def now(clock):
    """The test's clock, at noon in Los Angeles."""
    clock.set("2026-07-02T19:00:00Z")
    return clock


@pytest.fixture
def add_truck(db, now):
    """Add a truck with a stop today between two hours of the clock in Los Angeles, or without one."""

    def add(name, hours=None, position=(None, None), **fields):
        mode = {"schedule_mode": STOPS} if fields.pop("moves", True) else {}
        truck = make_truck(db, name, **mode, **fields)
        if hours:
            db.write(lambda session: session.add_all(_rows(session, truck, hours, position)))
        return truck

    def _rows(session, truck, hours, position):
        place = Place(
            truck_id=truck.id, name=f"Lot of {truck.name}", latitude=position[0], longitude=position[1],
            timezone=truck.timezone, tax_rate_units=0,
        )  # fmt: skip
        session.add(place)
        session.flush()
        start, end = (now.now() + timedelta(hours=hour - 12) for hour in hours)
        yield Stop(truck_id=truck.id, place_id=place.id, starts_at=start, ends_at=end, **DEFAULT_SETTINGS)

    return add


@pytest.fixture
def today(client):
    """The names of the trucks of today, in order."""

    def read(query=""):
        answer = client.get(f"/api/stops/today{query}")
        assert answer.status_code == 200, answer.text
        return [truck["name"] for truck in answer.json()]

    return read


def test_open_trucks_come_first_then_the_next_to_open_then_by_name(today, add_truck, db):
    add_truck("Evening", hours=(16, 17))
    add_truck("Afternoon", hours=(14, 15))
    zebra = add_truck("Zebra", hours=(11, 14))
    add_truck("Nowhere")
    always = add_truck("Always", moves=False)
    add_truck("Off", hours=(11, 14), accepting_orders=False)
    add_truck("Empty", hours=(11, 14))
    for truck in (zebra, always):
        make_item(db, truck)
    assert today() == ["Always", "Zebra", "Empty", "Off", "Afternoon", "Evening"]
    assert today("?open=true") == ["Always", "Zebra"]


def test_a_late_truck_is_sorted_by_when_it_opens(today, add_truck, db):
    late = add_truck("Late", hours=(14, 18))
    add_truck("Prompt", hours=(15, 18))
    stop = sa.update(Stop).where(Stop.truck_id == late.id)
    db.write(lambda session: session.execute(stop.values(delay_minutes=90)))
    assert today() == ["Prompt", "Late"]


def test_with_a_position_the_nearest_come_first_with_their_distance(client, today, add_truck):
    add_truck("Far", hours=(11, 14), position=BERKELEY)
    add_truck("Near", hours=(16, 17), position=OAKLAND)
    add_truck("Unknown", hours=(11, 14))
    assert today() == ["Far", "Unknown", "Near"]
    trucks = client.get(f"/api/stops/today?lat={OAKLAND[0]}&lng={OAKLAND[1]}").json()
    assert [(truck["name"], truck["distance"]) for truck in trucks] == [("Near", 0), ("Far", 7473), ("Unknown", None)]


@pytest.mark.parametrize("text", ["SPICE", "szechuan", "jalapeno dans", "lot of spice", "route  spicé"])
def test_the_search_finds_trucks_cuisines_menu_items_and_places(today, add_truck, db, text):
    truck = add_truck("Spice Route", hours=(11, 14), cuisine=["Szechuan"])
    make_item(db, truck, "Dan’s Jalapeño Noodles", 900)
    add_truck("Other", hours=(11, 14))
    assert today(f"?q={text}") == ["Spice Route"]


@pytest.mark.parametrize("query", ["?lat=1", "?lng=1", "?lat=91&lng=0", "?lat=0&lng=181", "?lat=x&lng=0", "?open=2"])
def test_a_malformed_question_is_refused(client, query):
    assert client.get(f"/api/stops/today{query}").status_code == 400


def test_distances_agree_with_known_ones():
    poles = measure_meters(GeoPosition(90, 0), GeoPosition(-90, 0))
    assert poles == pytest.approx(20_015_114, rel=1e-6)
    across_the_date_line = measure_meters(GeoPosition(0, 179.5), GeoPosition(0, -179.5))
    assert across_the_date_line == pytest.approx(111_195, rel=1e-4)


def test_a_place_without_coordinates_counts_as_its_city(client, add_truck):
    near, far = {"city": "Oakland", "state": "CA"}, {"city": "Berkeley", "state": "CA"}
    add_truck("Near", hours=(11, 14), position=OAKLAND, **near)
    add_truck("Far", hours=(11, 14), position=BERKELEY, **far)
    add_truck("Moved", hours=(11, 14), city="oakland", state="CA")
    add_truck("Always", moves=False, **far)
    add_truck("Elsewhere", hours=(11, 14), city="Oakland", state="OR")
    add_truck("Nowhere", hours=(11, 14))
    trucks = client.get(f"/api/stops/today?lat={OAKLAND[0]}&lng={OAKLAND[1]}").json()
    assert [(truck["name"], truck["distance"], truck["cityDistance"]) for truck in trucks] == [
        ("Moved", None, 0),
        ("Near", 0, 0),
        ("Always", None, 7473),
        ("Far", 7473, 7473),
        ("Elsewhere", None, None),
        ("Nowhere", None, None),
    ]
    assert {truck["cityDistance"] for truck in client.get("/api/stops/today").json()} == {None}


def test_a_diet_finds_the_trucks_that_state_it(client, today, add_truck, db):
    said = {"Vegan": ["vegan", "vegetarian"], "Halal": ["halal"], "None": [], "Silent": None}
    for name, diets in said.items():
        make_item(db, add_truck(name, moves=False), "Bowl", diets=diets)
    gone = add_truck("Gone", moves=False)
    make_item(db, gone, "Bowl", diets=["vegan"], archived_at=gone.created_at)
    assert today("?diet=vegetarian") == ["Vegan"]
    assert today("?diet=halal&q=bowl") == ["Halal"]
    assert today("?diet=kosher") == []
    assert client.get("/api/stops/today?diet=paleo").status_code == 400
