"""API calls as a role of the cast, at a Thursday morning in Los Angeles, and short ways to make places and more."""

import msgspec
import pytest

from chuckwagon.disruptions.queries import DisruptionStopUsage
from chuckwagon.schedule import queries
from tests.api_calls import call_as

MORNING = "2026-07-02T16:00:00Z"  # 9:00 AM in Los Angeles
LUNCH = {"weekdays": ["tue", "thu"], "startTime": "11:00", "endTime": "14:00", "fromDate": "2026-07-02"}


@pytest.fixture
def now(clock):
    """The test's clock, set to MORNING."""
    clock.set(MORNING)
    return clock


@pytest.fixture
def ask(client, cast, now):
    return call_as(client, cast, "truck_admin")


@pytest.fixture
def add_place(ask):
    """Add a place of the own truck and return its JSON."""

    def add(name="Pier 7", **fields):
        made = ask("POST", "/places", json={"name": name, **fields})
        assert made.status_code == 201, made.text
        return made.json()

    return add


@pytest.fixture
def add_stop(ask):
    """Add a stop of the own truck, by default on 2026-07-02 from 11:00 to 14:00, and return its JSON."""

    def add(place, **fields):
        times = {} if "startsAt" in fields else {"date": "2026-07-02", "startTime": "11:00", "endTime": "14:00"}
        made = ask("POST", "/stops", json={"placeId": place["_id"], **times, **fields})
        assert made.status_code == 201, made.text
        return made.json()

    return add


@pytest.fixture
def settle(ask, cast):
    """Change settings of the own truck."""

    def change(**settings):
        answer = ask("PATCH", f"/trucks/{cast.truck.id}/settings", json=settings)
        assert answer.status_code == 200, answer.text
        return answer.json()

    return change


@pytest.fixture
def add_series(ask, add_place):
    """Add a series at a new place, by default each Tuesday and Thursday from today, and return its JSON."""

    def add(**fields):
        fields = {"placeId": fields.pop("placeId", None) or add_place()["_id"], **LUNCH, **fields}
        made = ask("POST", "/stop-series", json=fields)
        assert made.status_code == 201, made.text
        return made.json()

    return add


@pytest.fixture
def stops(db, cast):
    """The stops of the own truck by start. No sign-in lasts as long as these tests move the clock."""

    def read():
        with db.reading() as session:
            found = queries.list_stops(session, DisruptionStopUsage(), cast.truck.id, None, None)
            return msgspec.json.decode(msgspec.json.encode(found))

    return read
