"""The demo shows every state of a stop at any hour of any day."""

import itertools

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.demo.seed import load_demo_trucks, seed
from chuckwagon.demo.stops import load_demo_stops, refresh_stops
from chuckwagon.schedule import series_service
from chuckwagon.schedule.models import Place, Stop
from chuckwagon.trucks.models import Truck
from tests.suites import sample

EXPECTED = {
    "bao-and-broth": "open",
    "harbor-roll": "opens_later",
    "leilas-falafel": "open",
    "nonnas-oven": "opens_later",
    "saffron-road": "opens_later",
    "seoul-fire": "open",
    "smoke-and-barrel": "opens_later",
    "spicy-burritos": "open",
    "test-truck": "open",
}


@pytest.fixture
def load(db, settings, tmp_path):
    return lambda: seed(db, msgspec.structs.replace(settings, data_dir=tmp_path / "data"))


@pytest.fixture
def states(client):
    """The state of each public truck by slug."""
    return lambda: {truck["slug"]: truck["schedule"]["state"] for truck in client.get("/api/trucks/public").json()}


def count_stops(db):
    with db.reading() as session:
        return session.scalar(sa.select(sa.func.count()).select_from(Stop))


def overlaps(db):
    """Pairs of stops of one truck that overlap."""
    with db.reading() as session:
        stops = session.scalars(sa.select(Stop).order_by(Stop.truck_id, Stop.starts_at)).all()
    pairs = itertools.pairwise(stops)
    return [(a.id, b.id) for a, b in pairs if a.truck_id == b.truck_id and a.ends_at > b.starts_at]


DAYS = ("2026-07-02", "2026-10-31", "2027-03-13")  # before and on clock changes too
INSTANTS = [f"{day}T{hour:02}:07:00Z" for day in DAYS for hour in range(0, 24, 3)]


@pytest.mark.parametrize("instant", sample(INSTANTS, every=15))
def test_at_any_hour_some_are_open_and_some_are_not(load, states, client, clock, db, instant):
    clock.set(instant)
    load()
    assert states() == EXPECTED
    series_service.generate_stops(db)
    assert overlaps(db) == []
    [cancelled, *_] = client.get("/api/trucks/harbor-roll/stops").json()
    assert (cancelled["state"], cancelled["note"]) == ("cancelled", "The fridge broke down. See you tomorrow!")
    [late, *_] = client.get("/api/trucks/nonnas-oven/stops").json()
    assert (late["state"], late["delayMinutes"], late["takesOrders"]) == ("upcoming", 15, True)


def test_most_trucks_move_and_every_place_is_complete(load, db):
    load()
    slugs = {truck.slug for truck in load_demo_trucks() if truck.is_active}
    moving = {demo.truck for demo in load_demo_stops()}
    assert slugs - moving == {"spicy-burritos", "test-truck"}
    with db.reading() as session:
        places = session.scalars(sa.select(Place)).all()
    assert len(places) == len(moving) == 7
    assert all(place.address and place.latitude and place.directions for place in places)


def test_a_later_start_plans_anew_only_what_is_over(load, states, db, clock):
    clock.set("2026-07-02T19:07:00Z")
    load()
    before = count_stops(db)
    refresh_stops(db)
    assert count_stops(db) == before
    clock.set("2026-07-12T09:30:00Z")  # the worker has not run since
    refresh_stops(db)
    assert states() == EXPECTED | {"saffron-road": "closed", "harbor-roll": "closed"}
    series_service.generate_stops(db)
    assert (states(), overlaps(db)) == (EXPECTED, [])
    with db.reading() as session:
        assert session.scalar(sa.select(sa.func.count()).select_from(Place)) == 7


def test_a_truck_that_staff_switched_to_always_gets_no_stops(load, db, clock):
    clock.set("2026-07-02T19:07:00Z")
    load()
    db.write(lambda session: session.execute(sa.update(Truck).values(schedule_mode="always")))
    clock.set("2026-07-12T09:30:00Z")
    before = count_stops(db)
    refresh_stops(db)
    assert count_stops(db) == before
