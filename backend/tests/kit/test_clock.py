"""Formatting of instants, and of the time of day with a 12-hour clock."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from chuckwagon.kit.clock import format_time, to_iso


@pytest.mark.parametrize(
    ("hour", "minute", "text"),
    [(0, 5, "12:05 AM"), (9, 0, "9:00 AM"), (11, 59, "11:59 AM"), (12, 0, "12:00 PM"), (18, 30, "6:30 PM")],
)
def test_the_time_of_day_is_written_with_twelve_hours(hour, minute, text):
    assert format_time(datetime(2026, 7, 4, hour, minute, tzinfo=UTC)) == text


@pytest.mark.parametrize(
    ("instant", "text"),
    [
        (datetime(2026, 7, 4, 9, 5, tzinfo=UTC), "2026-07-04T09:05:00.000Z"),
        (datetime(2026, 7, 4, 9, 5, 7, 120_999, tzinfo=UTC), "2026-07-04T09:05:07.120Z"),
        (datetime(2026, 7, 4, 9, 5, tzinfo=timezone(timedelta(hours=-7))), "2026-07-04T16:05:00.000Z"),
    ],
)
def test_an_instant_is_written_in_utc_with_whole_milliseconds(instant, text):
    assert to_iso(instant) == text
