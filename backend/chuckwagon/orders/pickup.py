"""When an order is picked up: a time of day in the truck's zone, resolved to an instant."""

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

    Already past today means tomorrow. A time that the clocks skip moves forward by the gap; one that they
    show twice is the first. Raises InvalidInput for another form, PickupTooSoon under the lead.
    """
    found = _TIME_OF_DAY.fullmatch(time_of_day)
    if not found:
        sentence = "Choose a pickup time like 18:30."
        raise InvalidInput(sentence, fields={"customerInfo.pickupTime": sentence})
    wanted = time(int(found[1]), int(found[2]))
    tz = ZoneInfo(zone)
    today = now.astimezone(tz).date()
    pickup = _instant(datetime.combine(today, wanted), tz)
    if pickup < now:
        pickup = _instant(datetime.combine(today + timedelta(days=1), wanted), tz)
    if pickup - now < timedelta(minutes=lead_minutes):
        sentence = PickupTooSoon.sentence.replace("15", str(lead_minutes))
        raise PickupTooSoon(sentence, fields={"customerInfo.pickupTime": sentence})
    return pickup


def _instant(local: datetime, tz: ZoneInfo) -> datetime:
    """`fold=0` takes the first of two, and reads a skipped time with the offset before the gap."""
    return local.replace(tzinfo=tz, fold=0).astimezone(UTC)
