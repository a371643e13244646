"""One address reads so much in each process; others and crowds go on."""

import asyncio
import threading
from datetime import timedelta

import httpx
import msgspec
import pytest

from chuckwagon.app import create_app
from chuckwagon.db import rate_limits
from chuckwagon.schedule import slots
from tests.factories import make_truck
from tests.servers import wait_until

FLOOD, CUSTOMER = "203.0.113.66", "198.51.100.7"
NETWORK = rate_limits.NETWORK_FACTOR


@pytest.fixture
def open_street(settings, db):
    """Starts the product behind a trusted proxy; gives what reads a path for an address."""

    def start(**limits):
        app = create_app(msgspec.structs.replace(settings, trusted_proxies="127.0.0.1", **limits), db=db)

        async def read(address, path, method="GET"):
            headers = {"X-Forwarded-For": address}
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://street") as client:
                return await client.request(method, path, headers=headers)

        return read

    return start


def statuses(read, address, *paths):
    return [asyncio.run(read(address, path)).status_code for path in paths]


def test_one_address_reads_so_much_and_the_others_go_on(open_street, db, clock):
    truck, read = make_truck(db, "Spice Route"), open_street(limit_reads_per_address=4)
    paths = ["/api/trucks/public?x=1", "/api//trucks/public/", f"/{truck.slug}", "/health"]
    assert statuses(read, FLOOD, *paths) == [200, 200, 200, 200]
    refused = asyncio.run(read(FLOOD, "/api/trucks/public?x=2"))
    assert (refused.status_code, refused.json()["code"], refused.json()["reason"]) == (
        429, "too_many_requests", "too_many_reads",
    )  # fmt: skip
    assert refused.json()["error"].startswith("Too many requests are coming from your network.")
    assert refused.headers["retry-after"] == "15"
    assert refused.headers["cache-control"] == "no-store"
    assert "content-security-policy" in refused.headers
    assert statuses(read, CUSTOMER, *paths) == [200, 200, 200, 200]
    assert asyncio.run(read(FLOOD, "/api/auth/logout", "POST")).status_code == 200  # it has a limit of its own
    clock.advance(timedelta(seconds=15))
    assert statuses(read, FLOOD, "/health", "/health") == [200, 429]  # it refills evenly, without a new burst
    clock.advance(timedelta(seconds=60))
    assert statuses(read, FLOOD, *paths, "/health") == [200, 200, 200, 200, 429]


def test_an_ipv6_network_reads_more_than_one_household(open_street, db, frozen_clock):
    read = open_street(limit_reads_per_address=2)
    assert statuses(read, "2001:db8:1:1::a", "/health", "/health") == [200, 200]
    assert statuses(read, "2001:db8:1:1::b", "/health") == [429]
    for subnet in range(2, NETWORK + 1):
        assert statuses(read, f"2001:db8:1:{subnet:x}::a", "/health", "/health") == [200, 200]
    rest = [f"2001:db8:1:{subnet:x}::a" for subnet in (99, 99)]
    assert [statuses(read, address, "/health")[0] for address in rest] == [200, 429]  # one /48
    assert statuses(read, "2001:db8:2:1::a", "/health") == [200]


def test_searches_have_a_lower_limit_than_what_is_kept(open_street, db, frozen_clock):
    read = open_street(limit_searches_per_address=3)
    searches = ("/api/stops/today?q=taco", "/api/stops/today?lat=34&lng=-118", "/api/stops/today?open=true")
    assert statuses(read, FLOOD, *searches, searches[0]) == [200, 200, 200, 429]
    assert statuses(read, FLOOD, "/api/stops/today", "/api/stops/today?x=1", "/api/trucks/public") == [200] * 3
    assert statuses(read, CUSTOMER, *searches) == [200] * 3


def test_zero_switches_the_limits_off(open_street, db, frozen_clock):
    read = open_street(limit_reads_per_address=0, limit_searches_per_address=0)
    assert statuses(read, FLOOD, *["/api/stops/today?q=taco"] * 5) == [200] * 5


def test_one_address_has_a_part_of_the_threads_of_public_reads(open_street, db, monkeypatch):
    """Of twelve it has nine, so that another one is answered while all of them are stuck."""
    truck, read = make_truck(db, "Spice Route"), open_street()
    release, stuck, list_offered_slots = threading.Event(), [], slots.list_offered_slots

    def wait_and_list(session, slug, stop_id, units, lead):
        if units > 1:
            stuck.append(units)
            release.wait(60)
        return list_offered_slots(session, slug, stop_id, units, lead)

    monkeypatch.setattr(slots, "list_offered_slots", wait_and_list)
    path = f"/api/trucks/{truck.slug}/slots?units="

    async def crowd():
        flood = [asyncio.create_task(read(FLOOD, f"{path}{number}")) for number in range(2, 42)]
        try:
            await asyncio.to_thread(wait_until, lambda: len(stuck) >= 9)
            answered = await asyncio.wait_for(read(CUSTOMER, f"{path}1"), 10)
        finally:
            release.set()
        return [answered, *await asyncio.gather(*flood)]

    assert [answer.status_code for answer in asyncio.run(crowd())] == [200] * 41
