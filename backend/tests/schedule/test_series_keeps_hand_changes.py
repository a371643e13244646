"""A change of a series and its later stops changes what was sent, and nothing else of stops that staff changed."""

from datetime import datetime

import pytest
import sqlalchemy as sa

from chuckwagon.kit import clock
from chuckwagon.schedule.models import Stop

HAND_MADE = {"startTime": "12:00", "endTime": "15:00"}


@pytest.fixture
def set_columns(db):
    """Set columns of a stop as a disruption does."""

    def set_in_transaction(stop, **columns):
        db.write(lambda session: session.execute(sa.update(Stop).where(Stop.id == stop["_id"]).values(**columns)))

    return set_in_transaction


def change_later(ask, series, stop, **fields):
    return ask("PUT", f"/stop-series/{series['_id']}?scope=later&stopId={stop['_id']}", json=fields)


def times(stop):
    return stop["date"], stop["startTime"], stop["endTime"]


def change_stop(ask, stop, **fields):
    assert ask("PUT", f"/stops/{stop['_id']}", json=fields).status_code == 200


def test_another_note_leaves_times_that_were_set_by_hand(ask, add_series, stops):
    series, before = add_series(), stops()
    change_stop(ask, before[1], date="2026-07-08", **HAND_MADE)
    assert change_later(ask, series, before[0], note="Tacos").status_code == 200
    after = stops()
    assert [stop["note"] for stop in after[:3]] == ["Tacos"] * 3
    assert [times(stop)[1:] for stop in after[:3]] == [("11:00", "14:00"), ("12:00", "15:00"), ("11:00", "14:00")]
    assert after[1]["date"] == "2026-07-08"


def test_another_start_leaves_an_end_and_a_day_that_were_set_by_hand(ask, add_series, stops):
    series, before = add_series(), stops()
    change_stop(ask, before[1], date="2026-07-08", **HAND_MADE)
    assert change_later(ask, series, before[0], startTime="10:30").status_code == 200
    assert [times(stop) for stop in stops()[:3]] == [
        ("2026-07-02", "10:30", "14:00"),
        ("2026-07-08", "10:30", "15:00"),
        ("2026-07-09", "10:30", "14:00"),
    ]


def test_a_time_that_the_rule_has_already_is_taken_over_by_a_stop_with_another(ask, add_series, stops):
    series, before = add_series(), stops()
    change_stop(ask, before[1], **HAND_MADE)
    assert change_later(ask, series, before[1], startTime="11:00", endTime="14:00").status_code == 200
    assert times(stops()[1]) == ("2026-07-07", "11:00", "14:00")


def test_a_start_after_an_end_that_was_set_by_hand_brings_the_rules_end(ask, add_series, stops):
    series, before = add_series(), stops()
    change_stop(ask, before[1], startTime="08:00", endTime="10:00")
    assert change_later(ask, series, before[0], startTime="12:00").status_code == 200
    assert times(stops()[1]) == ("2026-07-07", "12:00", "14:00")


def test_another_place_keeps_the_time_of_day_on_its_clock(ask, add_series, add_place, stops):
    series, before = add_series(), stops()
    change_stop(ask, before[1], **HAND_MADE)
    east = add_place("East", timezone="America/New_York")
    assert change_later(ask, series, before[0], placeId=east["_id"]).status_code == 200
    after = stops()
    assert [times(stop)[1:] for stop in after[:2]] == [("11:00", "14:00"), ("12:00", "15:00")]
    assert after[1]["startsAt"] == "2026-07-07T16:00:00Z"


def test_a_stop_that_already_is_as_sent_keeps_its_version(ask, add_series, stops):
    series, before = add_series(), stops()
    change_stop(ask, before[1], note="Tacos")
    assert change_later(ask, series, before[0], note="Tacos").status_code == 200
    assert [stop["version"] for stop in stops()[:3]] == [2, 2, 2]


def test_a_new_place_leaves_no_word_of_a_move_and_new_times_none_of_a_delay(
    ask, add_series, add_place, stops, set_columns
):
    series, before = add_series(), stops()
    notice = {"change_sentence": "", "change_at": clock.now()}
    set_columns(before[0], change_kind="moved", place_id=add_place("Park")["_id"], **notice)
    set_columns(before[1], change_kind="late", change_minutes=20, delay_minutes=20, **notice)
    set_columns(
        before[2], change_kind="ends_early", ended_early_at=datetime.fromisoformat(before[2]["endsAt"]), **notice
    )
    assert change_later(ask, series, before[0], note="Tacos").status_code == 200
    assert [stop["change"]["kind"] for stop in stops()[:3]] == ["moved", "late", "ends_early"]
    assert stops()[0]["place"]["name"] == "Park"
    market = add_place("Market")
    assert (
        change_later(ask, series, before[0], placeId=market["_id"], startTime="15:00", endTime="18:00").status_code
        == 200
    )
    after = stops()
    assert [stop["change"] for stop in after[:3]] == [None] * 3
    assert [(stop["delayMinutes"], stop["endedEarlyAt"]) for stop in after[1:3]] == [(0, None)] * 2


def test_no_stop_is_moved_into_the_past(ask, add_series, stops, now, snapshot):
    series, before = add_series(startTime="17:00", endTime="21:00"), stops()
    now.set("2026-07-02T22:00:00Z")  # 3 PM of its day
    unchanged = snapshot()
    refused = change_later(ask, series, before[0], startTime="11:00", endTime="14:00")
    assert (refused.status_code, refused.json()["fields"].keys()) == (400, {"endTime"})
    assert snapshot() == unchanged
    assert change_later(ask, series, before[1], startTime="11:00", endTime="14:00").status_code == 200
    assert [times(stop)[1:] for stop in stops()[:2]] == [("17:00", "21:00"), ("11:00", "14:00")]
