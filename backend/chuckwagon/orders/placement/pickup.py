"""Times on the truck's clock: when an order is picked up, and when ordering resumes."""

import re
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from chuckwagon.core.errors import InvalidInput

_TIME_OF_DAY = re.compile(r"([01]\d|2[0-3]):([0-5]\d)")


class PickupTooSoon(InvalidInput):
    sentence = "Please allow at least 15 minutes for preparation"
    code = "pickup_too_soon"


def resolve_pickup(time_of_day: str, zone: str, now: datetime, lead_minutes: int) -> datetime:
    """The next instant (UTC) at which the truck's clock shows `HH:MM`, at least `lead_minutes` from now.

    Already past today means tomorrow. A time that the clocks skip moves forward by the gap. Of a time that
    they show twice, the first that is not past counts. Raises InvalidInput for another form, PickupTooSoon
    under the lead.
    """
    found = _TIME_OF_DAY.fullmatch(time_of_day)
    if not found:
        sentence = "Choose a pickup time like 18:30."
        raise InvalidInput(sentence, fields={"customerInfo.pickupTime": sentence})
    wanted = time(int(found[1]), int(found[2]))
    tz = ZoneInfo(zone)
    today = now.astimezone(tz).date()
    candidates = (
        _instant(datetime.combine(today, wanted), tz),
        _instant(datetime.combine(today, wanted), tz, fold=1),
        _instant(datetime.combine(today + timedelta(days=1), wanted), tz),
    )
    pickup = next(candidate for candidate in candidates if candidate >= now)
    if pickup - now < timedelta(minutes=lead_minutes):
        sentence = PickupTooSoon.sentence.replace("15", str(lead_minutes))
        raise PickupTooSoon(sentence, fields={"customerInfo.pickupTime": sentence})
    return pickup


def closed_sentence(reason: str, resumes_at: datetime, zone: str, now: datetime) -> str:
    """The reason with the time on the truck's clock at which ordering resumes."""
    ending = "" if reason.endswith((".", "!", "?", "…")) else "."
    return f"{reason}{ending} Ordering resumes {_clock_words(resumes_at, now, ZoneInfo(zone))}."


def _clock_words(instant: datetime, now: datetime, tz: ZoneInfo) -> str:
    """A time such as "at 6:00 PM", with the day unless it is today, never before the instant itself.

    When the clocks go back an hour is shown twice: then the zone's name tells which one it is.
    """
    minutes = -(-instant.timestamp() // 60)
    local = datetime.fromtimestamp(minutes * 60, tz)
    is_double = local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()
    words = f"at {local.hour % 12 or 12}:{local:%M %p}" + (f" {local:%Z}" if is_double else "")
    today = now.astimezone(tz)
    if local.date() == today.date():
        return words
    year = "" if local.year == today.year else f", {local.year}"
    return f"on {local:%A, %B} {local.day}{year} {words}"


def _instant(local: datetime, tz: ZoneInfo, fold: int = 0) -> datetime:
    """The first (`fold=0`) or second of two; 0 reads a skipped time with the offset before the gap."""
    return local.replace(tzinfo=tz, fold=fold).astimezone(UTC)
