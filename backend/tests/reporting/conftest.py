"""Fixtures: GET requests as any user of the cast, and orders in any state.

Places and stops of a truck, inserted as they are.

Places and stops of a truck, as the tests of the numbers by stop make them.

Places and stops as the numbers by stop have them.
"""

from datetime import datetime, timedelta

import pytest

from chuckwagon.schedule.models import Place, Stop
from chuckwagon.schedule.validation import DEFAULT_SETTINGS
from tests.orders.factories import add_order


@pytest.fixture
def make_order(db, cast):
    """Insert an order of the admin's truck."""
    return lambda **fields: add_order(db, **{"truck_id": cast.truck.id, **fields})


@pytest.fixture
def call(client, cast):
    """GET as a user of the cast, by default the truck's admin."""

    def get(path: str, role: str | None = "truck_admin", **params):
        return client.get(f"/api{path}", params=params, headers=cast.headers(role))

    return get


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


__all__ = ["add_place", "add_stop"]
