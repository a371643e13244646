"""Two staff plan stops at the same instant: exactly one of two that overlap is saved."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, BrokenBarrierError

import pytest

from chuckwagon.schedule import queries

pytestmark = pytest.mark.dialect


def test_of_two_stops_that_overlap_exactly_one_is_saved(ask, add_place, cast, monkeypatch):
    place = add_place()
    cast.headers("superadmin")
    meeting, find = Barrier(2), queries.find_overlap

    def find_together(*given):
        """Without the lock both requests get here before either saves. With it the first one waits in vain."""
        found = find(*given)
        with suppress(BrokenBarrierError):
            meeting.wait(0.5)
        return found

    monkeypatch.setattr(queries, "find_overlap", find_together)
    body = {"truckId": cast.truck.id, "placeId": place["_id"], "date": "2026-07-02"}
    times = [{"startTime": "11:00", "endTime": "14:00"}, {"startTime": "13:00", "endTime": "15:00"}]
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda span: ask("POST", "/stops", as_="superadmin", json=body | span), times))
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    [refused] = [answer.json() for answer in answers if answer.status_code == 409]
    [saved] = [answer.json() for answer in answers if answer.status_code == 201]
    assert (refused["code"], refused["stop"]) == ("stop_overlaps", saved)
    assert [stop["_id"] for stop in ask("GET", "/stops").json()] == [saved["_id"]]
