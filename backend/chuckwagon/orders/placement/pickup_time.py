"""Times in a truck's time zone: when an order is picked up, and when ordering resumes."""

import re
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from chuckwagon.kit.clock import format_time
from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.sentences import Sentence

AS_SOON_AS_POSSIBLE = "asap"
PICKUP_TIME_INVALID = Sentence("Choose a pickup time like 18:30.", "pickup_time_invalid")
PICKUP_OUTSIDE_STOP = Sentence("Choose a pickup time while the truck is there.", "pickup_outside_stop")
_TIME_OF_DAY = re.compile(r"([01]\d|2[0-3]):([0-5]\d)")


class PickupTooSoon(InvalidInput):
    sentence = "Please allow at least 15 minutes for preparation"
    code = "pickup_too_soon"


def resolve_pickup(wanted: str, zone: str, now: datetime, lead_minutes: int) -> datetime:
    """The next instant (UTC) at which it is `HH:MM` in the time zone, at least `lead_minutes` from now.

    `asap` is the first whole minute after the lead time. The server resolves it, because a customer's clock may be
    wrong and a request may be sent again later.
    A time that has passed today means tomorrow. When the clocks go forward, a skipped time moves forward by the
    gap. When they go back, a repeated time means the first one that has not passed. Raises InvalidInput for a
    malformed time, PickupTooSoon for one before the lead time.
    """
    if wanted == AS_SOON_AS_POSSIBLE:
        minutes = -(-(now + timedelta(minutes=lead_minutes)).timestamp() // 60)
        return datetime.fromtimestamp(minutes * 60, UTC)
    local_time = _parse_time_of_day(wanted)
    tz = ZoneInfo(zone)
    today = now.astimezone(tz).date()
    candidates = (
        _to_utc(datetime.combine(today, local_time), tz),
        _to_utc(datetime.combine(today, local_time), tz, fold=1),
        _to_utc(datetime.combine(today + timedelta(days=1), local_time), tz),
    )
    pickup = next(candidate for candidate in candidates if candidate >= now)
    if pickup - now < timedelta(minutes=lead_minutes):
        raise _too_soon(lead_minutes)
    return pickup


def resolve_pickup_at_stop(
    wanted: str, zone: str, hours: tuple[datetime, datetime], now: datetime, lead_minutes: int
) -> datetime | None:
    """The pickup (UTC) while the truck is at its stop, from the first to the second of `hours`.

    `asap` is the first whole minute after the lead time at which the truck is there; None when it has left by then. A
    time of day is in the time zone of the place. Raises InvalidInput for a malformed time or one outside of the hours,
    and PickupTooSoon for one before the lead time.
    """
    opens_at, closes_at = hours
    earliest = max(now + timedelta(minutes=lead_minutes), opens_at)
    if wanted == AS_SOON_AS_POSSIBLE:
        pickup = datetime.fromtimestamp(-(-earliest.timestamp() // 60) * 60, UTC)
        return pickup if pickup <= closes_at else None
    local_time, tz = _parse_time_of_day(wanted), ZoneInfo(zone)
    first_day = opens_at.astimezone(tz).date()
    days = (first_day, first_day + timedelta(days=1))
    candidates = (_to_utc(datetime.combine(day, local_time), tz, fold) for day in days for fold in (0, 1))
    served = [candidate for candidate in candidates if opens_at <= candidate <= closes_at]
    if not served:
        raise InvalidInput(PICKUP_OUTSIDE_STOP, fields={"customerInfo.pickupTime": PICKUP_OUTSIDE_STOP})
    if served[-1] < earliest:
        raise _too_soon(lead_minutes)
    return next(candidate for candidate in served if candidate >= earliest)


def _parse_time_of_day(text: str) -> time:
    """Parse `HH:MM` on the 24-hour clock. Raises InvalidInput for any other text."""
    match = _TIME_OF_DAY.fullmatch(text)
    if not match:
        raise InvalidInput(PICKUP_TIME_INVALID, fields={"customerInfo.pickupTime": PICKUP_TIME_INVALID})
    return time(int(match[1]), int(match[2]))


def _too_soon(lead_minutes: int) -> PickupTooSoon:
    text = PickupTooSoon.sentence.replace("15", str(lead_minutes))
    sentence = Sentence(text, PickupTooSoon.code, minutes=lead_minutes)
    return PickupTooSoon(sentence, fields={"customerInfo.pickupTime": sentence})


def ordering_resumes_sentence(reason: str, resumes_at: datetime, zone: str, now: datetime) -> str:
    """The reason, and when ordering resumes, in the truck's time zone."""
    ending = "" if reason.endswith((".", "!", "?", "…")) else "."
    return f"{reason}{ending} Ordering resumes {_describe_time(resumes_at, now, ZoneInfo(zone))}."


def _describe_time(instant: datetime, now: datetime, tz: ZoneInfo) -> str:
    """A time such as "at 6:00 PM", rounded up to the minute, with the day unless it is today.

    In the hour that repeats when the clocks go back, the abbreviation of the time zone tells which one is meant.
    """
    minutes = -(-instant.timestamp() // 60)
    local = datetime.fromtimestamp(minutes * 60, tz)
    is_repeated = local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()
    text = f"at {format_time(local)}" + (f" {local:%Z}" if is_repeated else "")
    today = now.astimezone(tz)
    if local.date() == today.date():
        return text
    year = "" if local.year == today.year else f", {local.year}"
    return f"on {local:%A, %B} {local.day}{year} {text}"


def _to_utc(local: datetime, tz: ZoneInfo, fold: int = 0) -> datetime:
    """Of a repeated time, `fold` chooses the first (0) or the second (1). 0 moves a skipped time forward."""
    return local.replace(tzinfo=tz, fold=fold).astimezone(UTC)
