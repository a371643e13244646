"""Places and stops of a truck, inserted as they are."""

from datetime import datetime, timedelta

import pytest

from chuckwagon.schedule.models import Place, Stop
from chuckwagon.schedule.validation import DEFAULT_SETTINGS


@pytest.fixture
def add_place(db, cast):
    """Add a place of the admin's truck, and return its ID."""

    def add(name="Pier 7", timezone="America/Los_Angeles", of=None):
        place = Place(truck_id=(of or cast.truck).id, name=name, timezone=timezone, tax_rate_units=0)

        def insert(session):
            session.add(place)
            session.flush()
            return place.id

        return db.write(insert)

    return add


@pytest.fixture
def add_stop(db, cast):
    """Add a stop of two hours, and return its ID."""

    def add(place_id, starts_at, of=None, hours=2, **columns):
        start = datetime.fromisoformat(starts_at) if isinstance(starts_at, str) else starts_at
        times = {"starts_at": start, "ends_at": start + timedelta(hours=hours)}
        stop = Stop(truck_id=(of or cast.truck).id, place_id=place_id, **times, **DEFAULT_SETTINGS | columns)

        def insert(session):
            session.add(stop)
            session.flush()
            return stop.id

        return db.write(insert)

    return add
