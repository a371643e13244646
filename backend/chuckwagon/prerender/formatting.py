"""Text of the prerendered pages, identical to the front end's: different text would make the browser render twice."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from chuckwagon.kit.clock import format_time
from chuckwagon.trucks.schemas import PublicTruck

NOT_TAKING_ORDERS = "This truck is not taking orders right now"
VARIANT_WIDTHS = (320, 640, 1280)
_UPLOADED_IMAGE = re.compile(r"(/uploads/.+)-([0-9]+)\.webp")
_HUE_SEED = 290_469_617
_HUE_STEP = 15


def closed_notice(truck: PublicTruck, now: datetime) -> str:
    """Why the truck takes no orders and, if known, when it does again."""
    reason = (truck.not_accepting_reason or "").strip()
    why = f"{NOT_TAKING_ORDERS}: {reason}" if reason else f"{NOT_TAKING_ORDERS}."
    if truck.paused_until is None:
        return why
    time, day = _local_time(truck.paused_until, truck.timezone), _describe_day(truck.paused_until, truck.timezone, now)
    when = f"at {time}" if not day else f"{'' if day == 'tomorrow' else 'on '}{day} at {time}"
    return f"{why if why.endswith(('.', '!', '?')) else why + '.'} Back {when}."


def closed_badge(truck: PublicTruck, now: datetime) -> str:
    """Badge on the card of a truck that takes no orders."""
    if truck.paused_until is None:
        return "Taking a break"
    time, day = _local_time(truck.paused_until, truck.timezone), _describe_day(truck.paused_until, truck.timezone, now)
    return f"Paused until {day} at {time}" if day else f"Paused until {time}"


def find_wording_change(truck: PublicTruck, now: datetime) -> datetime | None:
    """Next time when the text about a pause changes by itself: midnight in the truck's time zone."""
    if truck.paused_until is None:
        return None
    zone = ZoneInfo(truck.timezone)
    tomorrow = now.astimezone(zone).date() + timedelta(days=1)
    return datetime.combine(tomorrow, datetime.min.time(), zone)


def hue_attribute(truck: PublicTruck) -> str:
    """Value of the hue attribute: the hue's hundreds, tens and ones, such as "200 10"."""
    hue = truck.accent_hue if truck.accent_hue is not None else _derive_hue(truck.slug)
    parts = (hue - hue % 100, hue % 100 - hue % 10, hue % 10)
    return " ".join(str(part) for part in parts if part)


def image_srcset(address: str) -> str | None:
    """`srcset` of an uploaded image, whose URL ends in the width of its largest variant. None for other images."""
    found = _UPLOADED_IMAGE.fullmatch(address)
    if found is None:
        return None
    largest = int(found[2])
    widths = [*(width for width in VARIANT_WIDTHS if width < largest), largest]
    return ", ".join(f"{found[1]}-{width}.webp {width}w" for width in widths)


def anchor(title: str) -> str:
    """Anchor of a section: its title in letters, digits and hyphens."""
    return re.sub(r"[\W_]+", "-", title.lower())


def first_letter(name: str) -> str:
    """First letter of the name, shown in place of a missing image."""
    return name.strip()[:1].upper()


def _local_time(instant: datetime, zone: str) -> str:
    return format_time(instant.astimezone(ZoneInfo(zone)))


def _describe_day(instant: datetime, zone: str, now: datetime) -> str:
    """Day in words; empty for today."""
    tz = ZoneInfo(zone)
    local = instant.astimezone(tz)
    if local.date() == now.astimezone(tz).date():
        return ""
    if local.date() == (now + timedelta(days=1)).astimezone(tz).date():
        return "tomorrow"
    return f"{local:%A, %B} {local.day}"


def _derive_hue(slug: str) -> int:
    hashed = _HUE_SEED
    for character in slug:
        hashed = ((hashed ^ ord(character)) * 0x01000193) & 0xFFFFFFFF
    return (hashed >> 8) // _HUE_STEP * _HUE_STEP % 360
