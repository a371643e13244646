"""What the screens make of the data, word for word: a page that comes with other words is drawn twice."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from chuckwagon.trucks.schemas import PublicTruck

CLOSED = "This truck is not taking orders right now"
VARIANT_WIDTHS = (320, 640, 1280)
_OWN_PICTURE = re.compile(r"(/uploads/.+)-([0-9]+)\.webp")
_HUE_SEED = 290_469_617
_HUE_STEP = 15


def closed_sentence(truck: PublicTruck, now: datetime) -> str:
    """Why the truck takes no orders, and when it does again if that is known."""
    reason = (truck.not_accepting_reason or "").strip()
    why = f"{CLOSED}: {reason}" if reason else f"{CLOSED}."
    if truck.paused_until is None:
        return why
    time, day = _clock(truck.paused_until, truck.timezone), _day(truck.paused_until, truck.timezone, now)
    when = f"at {time}" if not day else f"{'' if day == 'tomorrow' else 'on '}{day} at {time}"
    return f"{why if why.endswith(('.', '!', '?')) else why + '.'} Back {when}."


def closed_badge(truck: PublicTruck, now: datetime) -> str:
    """What the card of such a truck says."""
    if truck.paused_until is None:
        return "Taking a break"
    time, day = _clock(truck.paused_until, truck.timezone), _day(truck.paused_until, truck.timezone, now)
    return f"Paused until {day} at {time}" if day else f"Paused until {time}"


def words_end(truck: PublicTruck, now: datetime) -> datetime | None:
    """When the words about a pause change though nothing has happened: at midnight on the truck's clock."""
    if truck.paused_until is None:
        return None
    zone = ZoneInfo(truck.timezone)
    tomorrow = now.astimezone(zone).date() + timedelta(days=1)
    return datetime.combine(tomorrow, datetime.min.time(), zone)


def hue_words(truck: PublicTruck) -> str:
    """The truck's hue as its attribute: its hundreds, tens and ones, such as "200 10"."""
    hue = truck.accent_hue if truck.accent_hue is not None else _hue_of(truck.slug)
    parts = (hue - hue % 100, hue % 100 - hue % 10, hue % 10)
    return " ".join(str(part) for part in parts if part)


def phone_words(phone: str) -> str:
    """A stored number as (555) 123-4567; anything else as it is."""
    digits = re.sub(r"[^0-9]", "", phone)
    if not re.fullmatch(r"1?[0-9]{10}", digits):
        return phone
    national = digits[-10:]
    return f"({national[:3]}) {national[3:6]}-{national[6:]}"


def picture_sources(address: str) -> str | None:
    """The `srcset` of one of our own pictures, whose address ends in the width of its largest variant."""
    found = _OWN_PICTURE.fullmatch(address)
    if found is None:
        return None
    largest = int(found[2])
    widths = [*(width for width in VARIANT_WIDTHS if width < largest), largest]
    return ", ".join(f"{found[1]}-{width}.webp {width}w" for width in widths)


def anchor(title: str) -> str:
    """The title of a section in letters, digits and hyphens."""
    return re.sub(r"[\W_]+", "-", title.lower())


def price_words(dollars: float) -> str:
    """Dollars as people read them."""
    return f"${dollars:.2f}"


def letter(name: str) -> str:
    """What stands on the plate of who has no picture."""
    return name.strip()[:1].upper()


def _clock(instant: datetime, zone: str) -> str:
    local = instant.astimezone(ZoneInfo(zone))
    return f"{local.hour % 12 or 12}:{local:%M %p}"


def _day(instant: datetime, zone: str, now: datetime) -> str:
    """The day in words; empty for today."""
    tz = ZoneInfo(zone)
    local = instant.astimezone(tz)
    if local.date() == now.astimezone(tz).date():
        return ""
    if local.date() == (now + timedelta(days=1)).astimezone(tz).date():
        return "tomorrow"
    return f"{local:%A, %B} {local.day}"


def _hue_of(slug: str) -> int:
    mixed = _HUE_SEED
    for character in slug:
        mixed = ((mixed ^ ord(character)) * 0x01000193) & 0xFFFFFFFF
    return (mixed >> 8) // _HUE_STEP * _HUE_STEP % 360
