"""Staff plan a weekly rule, and the worker keeps its stops eight weeks ahead."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.realtime.change_log import ChangeRow
from chuckwagon.schedule import queries, series_service
from chuckwagon.schedule.models import Stop
from chuckwagon.worker.loop import Worker, collect_periodic_tasks
from tests.orders.factories import add_order
from tests.schedule.conftest import LUNCH


@pytest.fixture
def days(stops):
    return lambda: [stop["date"] for stop in stops()]


def change(ask, series, stop=None, scope="later", **fields):
    query = f"?scope={scope}" + (f"&stopId={stop['_id']}" if stop else "")
    return ask("PUT", f"/stop-series/{series['_id']}{query}", json=fields)


def remove(ask, series, stop=None, scope="later"):
    query = f"?scope={scope}" + (f"&stopId={stop['_id']}" if stop else "")
    return ask("DELETE", f"/stop-series/{series['_id']}{query}")


def test_a_new_series_has_its_stops_of_eight_weeks_at_once(add_series, stops, ask):
    series = add_series(weekdays=["thu", "tue"], note="Cash only", slotMinutes=15)
    assert series["weekdays"] == ["tue", "thu"]
    found = stops()
    assert (len(found), found[0]["date"], found[-1]["date"]) == (17, "2026-07-02", "2026-08-27")
    assert {(stop["seriesId"], stop["startTime"], stop["note"], stop["slotMinutes"]) for stop in found} == {
        (series["_id"], "11:00", "Cash only", 15)
    }
    assert ask("GET", "/stop-series").json() == [series | {"skipped": []}]


def test_a_series_ends_on_its_last_day_and_skips_what_is_over(add_series, days, now):
    now.set("2026-07-02T21:00:00Z")  # today's stop is over
    add_series(fromDate="2026-06-01", untilDate="2026-07-09")
    assert days() == ["2026-07-07", "2026-07-09"]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"weekdays": []}, "weekdays"),
        ({"weekdays": ["someday"]}, "weekdays"),
        ({"startTime": "24:00"}, "startTime"),
        ({"endTime": None}, "endTime"),
        ({"startTime": "11:00", "endTime": "05:01"}, "endTime"),
        ({"fromDate": None}, "fromDate"),
        ({"untilDate": "2026-07-01"}, "untilDate"),
        ({"placeId": "0" * 24}, "placeId"),
        ({"slotMinutes": 7}, "slotMinutes"),
    ],
)
def test_an_invalid_series_is_refused_at_its_field(ask, add_place, snapshot, fields, field):
    body = {"placeId": add_place()["_id"], **LUNCH, **fields}
    before = snapshot()
    refused = ask("POST", "/stop-series", json=body)
    assert (refused.status_code, list(refused.json()["fields"])) == (400, [field])
    assert snapshot() == before


def test_a_series_that_would_overlap_a_stop_is_refused_as_a_whole(ask, add_stop, add_place, snapshot):
    other = add_stop(place := add_place(), date="2026-08-04")
    before = snapshot()
    refused = ask("POST", "/stop-series", json={"placeId": place["_id"], **LUNCH})
    assert (refused.status_code, refused.json()["code"], refused.json()["stop"]) == (409, "stop_overlaps", other)
    assert snapshot() == before


class TestWorker:
    @pytest.fixture
    def work(self, db, settings):
        """Run the worker's task of series."""
        tasks = [task for task in collect_periodic_tasks() if task.name == "produce_stops"]
        assert len(tasks) == 1
        return Worker(db, settings, jobs={}, periodic_tasks=tasks).run_once

    @pytest.mark.dialect
    def test_it_keeps_the_stops_eight_weeks_ahead_and_each_day_once(self, work, add_series, days, now, db):
        add_series()
        now.advance(timedelta(days=7))
        work()
        assert days()[-3:] == ["2026-08-27", "2026-09-01", "2026-09-03"]
        with db.reading() as session:
            assert not queries.has_due_series(session)
        series_service.generate_stops(db)
        assert len(days()) == len(set(days())) == 19

    def test_deleted_and_moved_stops_do_not_come_back(self, work, add_series, stops, ask, now):
        series = add_series()
        first, second, third, *_ = stops()
        assert remove(ask, series, first, scope="one").status_code == 200
        assert ask("DELETE", f"/stops/{second['_id']}").status_code == 200
        ask("PUT", f"/stops/{third['_id']}", json={"date": "2026-07-10", "startTime": "17:00", "endTime": "20:00"})
        now.advance(timedelta(hours=30))
        work()
        assert [stop["date"] for stop in stops()][:2] == ["2026-07-10", "2026-07-14"]

    def test_a_day_on_which_the_truck_is_elsewhere_is_left_out(self, work, add_series, add_stop, days, now):
        series = add_series()
        add_stop(series["place"], date="2026-09-01", startTime="13:00", endTime="16:00")
        now.advance(timedelta(days=7))
        work()
        assert days()[-3:] == ["2026-08-27", "2026-09-01", "2026-09-03"]

    def test_staff_are_told_which_days_were_left_out_and_why(
        self, work, add_series, add_stop, add_place, db, cast, now
    ):
        series = add_series()
        market = add_place(name="Market Square")
        add_stop(market, date="2026-09-01", startTime="13:00", endTime="16:00")
        add_stop(market, date="2026-09-02", startTime="13:00", endTime="16:00")
        now.advance(timedelta(days=7))
        work()
        [listed] = series_service.list_series(db, cast.truck.id)
        told = [(day.date.isoformat(), day.stop.place.name) for day in listed.skipped]
        assert (listed.id, told) == (series["_id"], [("2026-09-01", "Market Square")])

    def test_a_day_that_staff_deleted_is_not_told_as_left_out(self, add_series, stops, ask):
        add_series()
        assert ask("DELETE", f"/stops/{stops()[0]['_id']}").is_success
        [listed] = ask("GET", "/stop-series").json()
        assert listed["skipped"] == []

    def test_an_archived_truck_gets_no_stops(self, work, add_series, db, ask, cast, now):
        add_series()
        ask("DELETE", f"/trucks/{cast.truck.id}", as_="superadmin")
        now.advance(timedelta(days=7))
        work()
        with db.reading() as session:
            assert session.scalar(sa.select(sa.func.count()).select_from(Stop)) == 17

    def test_open_pages_hear_of_new_stops_once(self, work, add_series, db, now):
        add_series()
        now.advance(timedelta(days=14))
        with db.reading() as session:
            seen = session.scalar(sa.select(sa.func.max(ChangeRow.id)))
        work()
        with db.reading() as session:
            kinds = list(session.scalars(sa.select(ChangeRow.kind).where(ChangeRow.id > seen)))
        assert kinds == ["stop"]


class TestChange:
    def test_one_stop_changes_alone(self, ask, add_series, stops):
        series = add_series()
        second = stops()[1]
        assert change(ask, series, second, "one", startTime="12:00", note="Later").json() == series
        assert [stop["startTime"] for stop in stops()][:3] == ["11:00", "12:00", "11:00"]

    def test_a_stop_and_all_later_ones_change_and_keep_their_ids(self, ask, add_series, stops, add_place):
        series, before = add_series(), stops()
        park = add_place("Park")
        changed = change(ask, series, before[2], endTime="15:00", placeId=park["_id"], version=1).json()
        assert (changed["endTime"], changed["place"]["name"], changed["version"]) == ("15:00", "Park", 2)
        after = stops()
        assert [stop["_id"] for stop in after] == [stop["_id"] for stop in before]
        assert [(stop["endTime"], stop["place"]["name"], stop["version"]) for stop in after[1:3]] == [
            ("14:00", "Pier 7", 1),
            ("15:00", "Park", 2),
        ]

    def test_other_weekdays_remove_and_add_stops_and_no_deleted_one_returns(self, ask, add_series, stops, days):
        series = add_series(untilDate="2026-07-19")
        remove(ask, series, stops()[1], scope="one")  # 2026-07-07
        change(ask, series, weekdays=["tue", "sat"])
        assert days() == ["2026-07-04", "2026-07-11", "2026-07-14", "2026-07-18"]
        change(ask, series, untilDate="2026-07-25")
        assert days()[-2:] == ["2026-07-21", "2026-07-25"]

    def test_stops_with_orders_stay_as_they_are(self, ask, add_series, stops, db, cast):
        series, before = add_series(untilDate="2026-07-14"), stops()
        add_order(db, truck_id=cast.truck.id, stop_id=before[1]["_id"])
        change(ask, series, startTime="12:00", weekdays=["thu"])
        assert [(stop["date"], stop["startTime"]) for stop in stops()] == [
            ("2026-07-02", "12:00"), ("2026-07-07", "11:00"), ("2026-07-09", "12:00"),
        ]  # fmt: skip

    def test_a_change_that_overlaps_changes_nothing(self, ask, add_series, add_stop, stops, snapshot):
        series = add_series()
        other = add_stop(series["place"], date="2026-08-04", startTime="15:00", endTime="16:00")
        before = snapshot()
        refused = change(ask, series, endTime="15:30")
        assert (refused.status_code, refused.json()["stop"]) == (409, other)
        assert snapshot() == before

    def test_a_stale_form_is_refused_with_the_present_series(self, ask, add_series):
        series = add_series()
        present = change(ask, series, endTime="15:00").json()
        refused = change(ask, series, endTime="16:00", version=1)
        assert (refused.json()["code"], refused.json()["series"]) == ("version_conflict", present)

    def test_a_stop_of_another_series_and_no_stop_are_refused(self, ask, add_series, add_stop):
        series = add_series()
        stranger = add_stop(series["place"], date="2026-07-04")
        assert change(ask, series, stranger, startTime="12:00").status_code == 404
        assert change(ask, series, scope="one", startTime="12:00").json()["fields"].keys() == {"stopId"}
        assert change(ask, series, stranger, scope="all").status_code == 400


class TestDelete:
    def test_later_stops_go_and_those_with_orders_stay(self, ask, add_series, stops, db, cast, days, now):
        series = add_series(untilDate="2026-07-21")
        add_order(db, truck_id=cast.truck.id, stop_id=stops()[3]["_id"])
        assert remove(ask, series, stops()[1]).json() == {"removed": 4, "kept": 1, "deleted": True}
        assert days() == ["2026-07-02", "2026-07-14"]
        assert ask("GET", "/stop-series").json()[0]["untilDate"] == "2026-07-06"

    def test_a_deleted_series_produces_nothing_more(self, ask, add_series, days, db, now):
        series = add_series()
        assert remove(ask, series).json() == {"removed": 17, "kept": 0, "deleted": True}
        assert ask("GET", "/stop-series").json() == []
        now.advance(timedelta(days=30))
        series_service.generate_stops(db)
        assert days() == []

    def test_its_place_can_be_archived_only_afterwards(self, ask, add_series):
        series = add_series()
        address = f"/places/{series['place']['_id']}"
        assert ask("DELETE", address).json()["code"] == "place_in_use"
        remove(ask, series)
        assert ask("DELETE", address).status_code == 200
