"""A time of day in the truck's time zone becomes the right instant, in any time zone of the server."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from chuckwagon.kit.errors import InvalidInput
from chuckwagon.payments.checkout.pickup import PickupTooSoon, resolve_pickup

FROM, TO = datetime.fromisoformat("2026-01-01"), datetime.fromisoformat("2027-12-31")
LA, NY, PHX, HNL = "America/Los_Angeles", "America/New_York", "America/Phoenix", "Pacific/Honolulu"


def at(zone, text):
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


@pytest.mark.parametrize(
    ("zone", "now", "asked", "resolved"),
    [
        (LA, "2026-07-01T12:00", "18:30", "2026-07-01T18:30"),
        (LA, "2026-07-01T12:00", "12:15", "2026-07-01T12:15"),
        (LA, "2026-07-01T12:00", "11:59", "2026-07-02T11:59"),
        (LA, "2026-07-01T23:50", "00:05", "2026-07-02T00:05"),
        (LA, "2026-12-31T23:00", "00:30", "2027-01-01T00:30"),
        (NY, "2026-07-01T00:00", "23:59", "2026-07-01T23:59"),
        (PHX, "2026-03-08T01:00", "02:30", "2026-03-08T02:30"),
        (HNL, "2026-11-01T00:30", "01:30", "2026-11-01T01:30"),
    ],
)
def test_the_next_time_the_trucks_clock_shows_it(zone, now, asked, resolved):
    assert resolve_pickup(asked, zone, at(zone, now), 15) == at(zone, resolved)


@pytest.mark.parametrize(
    ("now", "lead", "resolved"),
    [
        ("2026-07-01T12:00", 15, "2026-07-01T12:15"),
        ("2026-07-01T12:00:01", 15, "2026-07-01T12:16"),
        ("2026-07-01T23:50:59", 30, "2026-07-02T00:21"),
    ],
)
def test_as_soon_as_possible_is_the_first_whole_minute_after_the_lead_time(now, lead, resolved):
    assert resolve_pickup("asap", LA, at(LA, now), lead) == at(LA, resolved)


def test_as_soon_as_possible_keeps_to_the_lead_time_while_clocks_change():
    now = datetime(2026, 11, 1, 5, 50, tzinfo=UTC)
    assert resolve_pickup("asap", NY, now, 30) == datetime(2026, 11, 1, 6, 20, tzinfo=UTC)


def test_a_time_that_spring_skips_moves_forward():
    now = at(NY, "2026-03-08T01:00")
    assert resolve_pickup("02:30", NY, now, 15) == datetime(2026, 3, 8, 7, 30, tzinfo=UTC)


def test_a_time_that_autumn_shows_twice_is_the_first():
    now = at(NY, "2026-11-01T00:30")
    assert resolve_pickup("01:30", NY, now, 15) == datetime(2026, 11, 1, 5, 30, tzinfo=UTC)


def test_in_the_second_of_two_hours_a_time_still_comes_today():
    """New York, when the clocks go back: at the second 01:10, 01:50 is in forty minutes."""
    now = datetime(2026, 11, 1, 6, 10, tzinfo=UTC)
    assert resolve_pickup("01:50", NY, now, 15) == datetime(2026, 11, 1, 6, 50, tzinfo=UTC)


def test_in_the_second_of_two_hours_a_time_that_is_past_comes_tomorrow():
    now = datetime(2026, 11, 1, 6, 10, tzinfo=UTC)
    assert resolve_pickup("01:05", NY, now, 15) == datetime(2026, 11, 2, 6, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "asked"), [("12:00", "12:14"), ("12:00:01", "12:15"), ("23:50", "00:04"), ("12:00", "12:00")]
)
def test_less_than_fifteen_minutes_is_too_soon(now, asked):
    with pytest.raises(PickupTooSoon, match="Please allow at least 15 minutes for preparation") as refused:
        resolve_pickup(asked, LA, at(LA, f"2026-07-01T{now}"), 15)
    assert refused.value.fields == {"customerInfo.pickupTime": str(refused.value)}


@pytest.mark.parametrize("text", ["", "24:00", "12:60", "6:30", "6:30 PM", "12:30:00", "１２:30", "noon"])
def test_anything_but_a_time_of_day_is_refused(text):
    with pytest.raises(InvalidInput):
        resolve_pickup(text, LA, at(LA, "2026-07-01T12:00"), 15)


@given(
    st.datetimes(FROM, TO, timezones=st.just(UTC)),
    st.times().map(lambda t: t.strftime("%H:%M")),
    st.sampled_from([LA, NY, PHX, HNL, "America/Denver", "America/Chicago", "America/Anchorage"]),
)
def test_pickup_is_within_a_day_after_the_lead_and_shows_on_the_trucks_clock(now, asked, zone):
    try:
        pickup = resolve_pickup(asked, zone, now, 15)
    except PickupTooSoon:
        return
    assert timedelta(minutes=15) <= pickup - now <= timedelta(hours=25)
    shown = pickup.astimezone(ZoneInfo(zone)).strftime("%H:%M")
    local = pickup.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    assume(local.month not in (3, 11))  # the months in which the clocks change have their own tests
    assert shown == asked
