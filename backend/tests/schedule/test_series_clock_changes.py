"""Series over clock changes, compared with the clocks of `zoneinfo` day by day and minute by minute."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chuckwagon.schedule.wall_clock import WEEKDAYS, list_days, to_instant

# A day before each clock change; in Santiago it is at midnight, on Lord Howe Island by half an hour.
CHANGES = {
    "America/Los_Angeles": (date(2027, 3, 13), date(2027, 11, 6)),
    "America/New_York": (date(2027, 3, 13), date(2027, 11, 6)),
    "Europe/Berlin": (date(2027, 3, 27), date(2027, 10, 30)),
    "Australia/Lord_Howe": (date(2027, 4, 3), date(2027, 10, 2)),
    "America/Santiago": (date(2027, 4, 3), date(2027, 9, 4)),
}
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
cases = st.sampled_from([(zone, first) for zone, days in CHANGES.items() for first in days])


def find_by_clock(day: date, at: time, zone: ZoneInfo) -> datetime:
    """The first minute at which a clock on the wall shows this time; a skipped time is as late as the gap is long."""
    start = datetime.combine(day, time(), UTC) - timedelta(hours=15)
    wanted, before = datetime.combine(day, at), None
    # No clock is set by more than an hour, so an hour that ends more than two hours too early does not show it.
    while (start + HOUR).astimezone(zone).replace(tzinfo=None) < wanted - 2 * HOUR:
        start += HOUR
    for minute in range(60 * 56):
        instant = start + minute * MINUTE
        shown = instant.astimezone(zone).replace(tzinfo=None)
        if shown == wanted:
            return instant
        if before is not None and before < wanted < shown:
            return instant + (wanted - before - MINUTE)
        before = shown
    raise AssertionError(f"no clock shows {wanted} in {zone}")


@pytest.mark.parametrize("zone", CHANGES)
def test_the_cases_contain_a_clock_change(zone):
    for first in CHANGES[zone]:
        noons = [datetime.combine(first + timedelta(days=days), time(12), ZoneInfo(zone)) for days in (0, 2)]
        assert noons[0].utcoffset() != noons[1].utcoffset()


@settings(max_examples=60, deadline=None)
@given(cases, st.times().map(lambda at: at.replace(second=0, microsecond=0)), st.sets(st.sampled_from([*WEEKDAYS])))
def test_stops_start_when_the_clocks_of_the_place_say_so(case, at, weekdays):
    zone, first = case
    names, last = sorted(weekdays or set(WEEKDAYS)), first + timedelta(days=2)
    expected = []
    for offset in range(3):
        day = first + timedelta(days=offset)
        if [*WEEKDAYS][day.weekday()] in names:
            expected.append(find_by_clock(day, at, ZoneInfo(zone)))
    assert [to_instant(day, at, zone) for day in list_days(names, first, None, last)] == expected


@settings(max_examples=60, deadline=None)
@given(
    st.dates(date(2026, 1, 1), date(2028, 12, 31)),
    st.integers(0, 80),
    st.sets(st.sampled_from([*WEEKDAYS]), min_size=1),
    st.none() | st.integers(-1, 80),
)
def test_the_rule_gives_exactly_the_days_of_its_weekdays(first, length, weekdays, last):
    until = first + timedelta(days=length)
    end = until if last is None else min(until, first + timedelta(days=last))
    every_day = (first + timedelta(days=offset) for offset in range(length + 1))
    expected = [day for day in every_day if day <= end and [*WEEKDAYS][day.weekday()] in weekdays]
    found = list_days(sorted(weekdays), first, None if last is None else first + timedelta(days=last), until)
    assert found == expected


@pytest.mark.parametrize(("zone", "first"), [(zone, first) for zone, days in CHANGES.items() for first in days])
def test_the_produced_stops_keep_their_hours(ask, add_place, now, zone, first):
    now.set(f"{first - timedelta(days=20)}T12:00:00Z")
    place = add_place(timezone=zone)
    body = {"placeId": place["_id"], "weekdays": [*WEEKDAYS], "startTime": "02:15", "endTime": "09:00"}
    made = ask("POST", "/stop-series", json={**body, "fromDate": f"{first - timedelta(days=10)}"})
    assert made.status_code == 201, made.text
    found = ask("GET", "/stops").json()
    assert len(found) > 40
    for stop in found:
        starts, ends = (datetime.fromisoformat(stop[name]) for name in ("startsAt", "endsAt"))
        day = date.fromisoformat(stop["date"])
        expected = [find_by_clock(day, at, ZoneInfo(zone)) for at in (time(2, 15), time(9))]
        assert [starts, ends] == expected, stop
