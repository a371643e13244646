"""Cached answers about the schedule end exactly when they would read differently."""

import itertools
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import httpx
import msgspec
import pytest

from chuckwagon.app import create_app
from chuckwagon.kit import clock as product_clock
from chuckwagon.schedule import models, states
from tests.schedule.stop_rows import change_stop
from tests.servers import LiveServer, bound_socket, wait_until

READERS = 2
ADDRESSES = (
    "/api/stops/today",
    "/api/trucks/public",
    "/api/trucks/by-slug/own-truck",
    "/api/trucks/own-truck/stops",
    "/api/trucks/own-truck/stops.ics",
)


@pytest.fixture
def cached_client(settings, db):
    """Client of the product with its response cache. Its readers come from one address and read all the time."""
    bound = bound_socket()
    without_limits = msgspec.structs.replace(settings, limit_reads_per_address=0, limit_searches_per_address=0)
    server = LiveServer(create_app(without_limits, db=db), bound)
    with httpx.Client(base_url=server.url) as http:
        yield http
    server.stop()
    bound.close()


@pytest.fixture
def load(cached_client, cast):
    """Customers who read all the time, so that answers are being made and kept while an instant passes."""
    ended = threading.Event()

    def read(addresses):
        with httpx.Client(base_url=cached_client.base_url) as http:
            for address in itertools.cycle(addresses):
                if ended.is_set():
                    return
                assert http.get(address).status_code == 200

    assert cast.truck
    with ThreadPoolExecutor(READERS) as readers:
        reads = [readers.submit(read, ADDRESSES[number:] + ADDRESSES[:number]) for number in range(READERS)]
        yield
        ended.set()
        for each in reads:
            each.result()


WHOLE_MONTH = [pytest.param(seed, range(3, 29), marks=pytest.mark.proof) for seed in range(4)]


@pytest.mark.parametrize(("seed", "days"), [pytest.param(0, range(3, 9)), *WHOLE_MONTH])
@pytest.mark.usefixtures("load")
def test_no_cached_answer_outlives_a_boundary(cached_client, settle, add_place, add_stop, now, db, seed, days):
    """Under load, each answer from the cache is compared with one that bypasses it, on both sides of each boundary.

    The whole months have over two hundred boundaries together.
    """
    settle(scheduleMode="stops")
    chance, place = random.Random(seed), add_place()
    boundaries = set()
    for day in days:
        settings = {"preorderMinutes": chance.randrange(0, 3000), "lastOrderMinutes": chance.randrange(0, 121)}
        start, end = chance.randrange(6, 12), chance.randrange(13, 22)
        hours = {"startTime": f"{start:02}:{chance.randrange(60):02}", "endTime": f"{end}:{chance.randrange(60):02}"}
        stop_id = add_stop(place, date=f"2026-07-{day:02}", **hours, **settings)["_id"]
        boundaries |= disrupt(db, stop_id, chance)
    assert len(boundaries) > 2 * len(days)
    # What has just been written may be kept out of the cache's sight for a moment; the time may not.
    for address in ADDRESSES:
        wait_until(lambda path=address: is_fresh(cached_client, path))
    for boundary in sorted(boundaries):
        for instant in (boundary - states.AFTER, boundary):
            now.set(instant.isoformat())
            for address in ADDRESSES:
                assert is_fresh(cached_client, address), (address, instant)


def test_a_change_of_a_stop_is_in_every_cached_answer(cached_client, settle, ask, add_place, add_stop):
    settle(scheduleMode="stops")
    place = add_place()
    stop = add_stop(place, date="2026-07-03")
    for address in ADDRESSES:
        assert "Pier" in cached_client.get(address).text, address
    assert ask("PUT", f"/stops/{stop['_id']}", json={"note": "Cash only"}).status_code == 200
    for address in ADDRESSES:
        wait_until(lambda path=address: "Cash only" in cached_client.get(path).text, 5)
    assert ask("DELETE", f"/stops/{stop['_id']}").status_code == 200
    for address in ADDRESSES:
        wait_until(lambda path=address: "Cash only" not in cached_client.get(path).text, 5)


def is_fresh(client, address):
    return client.get(address).content == client.get(f"{address}?fresh=1").content


def disrupt(db, stop_id, chance):
    """Delay, shorten or cancel some stops, and return the instants at which an answer about the stop changes."""
    changed = chance.choice([{}, {"delay_minutes": 45}, {"shorter": 30}, {"status": models.CANCELLED}])
    if shorter := changed.pop("shorter", 0):
        with db.reading() as session:
            ends_at = session.get_one(models.Stop, stop_id).ends_at
        changed = {"ended_early_at": ends_at - timedelta(minutes=shorter)}
    stop = change_stop(db, stop_id, **changed)
    enters = stop.starts_at - timedelta(days=14)
    return {at for at in (*states.list_boundaries(stop), enters) if at > product_clock.now()}
