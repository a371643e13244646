"""Formatting of the time of day with a 12-hour clock."""

from datetime import UTC, datetime

import pytest

from chuckwagon.kit.clock import format_time


@pytest.mark.parametrize(
    ("hour", "minute", "text"),
    [(0, 5, "12:05 AM"), (9, 0, "9:00 AM"), (11, 59, "11:59 AM"), (12, 0, "12:00 PM"), (18, 30, "6:30 PM")],
)
def test_the_time_of_day_is_written_with_twelve_hours(hour, minute, text):
    assert format_time(datetime(2026, 7, 4, hour, minute, tzinfo=UTC)) == text
