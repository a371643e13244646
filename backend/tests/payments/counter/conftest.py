"""Fixtures: the counter of a truck with one card reader."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.kit import clock as kit_clock
from chuckwagon.menu.models import StopStock
from chuckwagon.schedule.models import Place, Stop
from chuckwagon.schedule.validation import DEFAULT_SETTINGS
from chuckwagon.trucks.models import STOPS, Truck
from tests.factories import make_item
from tests.payments.counter.window import ADDRESS, Window


@pytest.fixture
def window(db, settings, client, cast, sandbox, ask):
    item = make_item(db, cast.truck, name="Taco", price=1000)
    with_address = sa.update(Truck).where(Truck.id == cast.truck.id).values(business_address=ADDRESS)
    db.write(lambda session: session.execute(with_address))
    return Window(db, settings, ask, sandbox, item, cast)


@pytest.fixture
def stop_that_ended(window, db, cast):
    """A stop that ended ten minutes ago, with five counted pieces of the item."""

    def insert(session):
        session.execute(sa.update(Truck).where(Truck.id == cast.truck.id).values(schedule_mode=STOPS))
        place = Place(truck_id=cast.truck.id, name="Pier 7", address="1 Ferry Way", timezone="UTC", tax_rate_units=0)
        session.add(place)
        session.flush()
        now, settings = kit_clock.now(), DEFAULT_SETTINGS | {"slot_capacity": 5}
        times = {"starts_at": now - timedelta(hours=2), "ends_at": now - timedelta(minutes=10)}
        stop = Stop(truck_id=cast.truck.id, place_id=place.id, **times, **settings)
        session.add(stop)
        session.flush()
        counted = StopStock(stop_id=stop.id, subject_id=window.item.id, is_option=False, initial=5, taken=0)
        session.add(counted)
        return stop.id

    return db.write(insert)
