"""The column `times` of a menu file: `mon-fri 07:00-11:00; sat, sun 8 AM-1 PM`, on the truck's clock."""

import re

from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu.csv.options_syntax import InvalidCell
from chuckwagon.menu.schemas import SaleTime
from chuckwagon.schedule.wall_clock import WEEKDAYS

TIMES_INVALID = Sentence(
    "Write days and times, like mon-fri 07:00-11:00; sat 08:00-12:00, or nothing.", "import_times_invalid"
)
_DAYS = tuple(WEEKDAYS)
# The first three letters in English; in Spanish without accents.
_DAY_OF = dict(zip(_DAYS, _DAYS, strict=True)) | dict(
    zip(("lun", "mar", "mie", "jue", "vie", "sab", "dom"), _DAYS, strict=True)
)
_CLOCK = r"(\d{1,2})(?::(\d{2}))?\s*([ap])?\.?(?:m\.?)?"
_SPAN = re.compile(rf"(.*?)\s*\b{_CLOCK}\s*-\s*{_CLOCK}", re.IGNORECASE)
_PLAIN = str.maketrans("áéíóú–—", "aeiou--")
_EVERY_DAY = ("", "daily", "diario", "a diario", "every day", "todos los dias")


def read_sale_times_cell(text: str) -> list[SaleTime] | None:
    """The times of a cell, None for an empty one, which means always. Raises InvalidCell."""
    parts = [part.strip() for part in re.split(r"[;\n]", text.lower().translate(_PLAIN)) if part.strip()]
    return [_read_span(part) for part in parts] or None


def _read_span(part: str) -> SaleTime:
    found = _SPAN.fullmatch(part)
    if found is None:
        raise InvalidCell(TIMES_INVALID)
    days, *clock = found.groups()
    return SaleTime(_read_days(days.strip(" ,:")), _read_clock(*clock[:3]), _read_clock(*clock[3:]))


def _read_days(text: str) -> list[str]:
    if text in _EVERY_DAY:
        return list(_DAYS)
    days: list[str] = []
    for token in re.split(r"[\s,]+", re.sub(r"\s*(?:-|\b(?:to|a)\b)\s*", "-", text)):
        if token in ("and", "y"):
            continue
        first, last = _read_range(token.split("-"))
        days += _DAYS[first:] + _DAYS[: last + 1] if first > last else _DAYS[first : last + 1]
    return days


def _read_range(names: list[str]) -> tuple[int, int]:
    """The numbers of the first and the last day, which are one for a single day."""
    places = [_DAYS.index(_DAY_OF[name[:3]]) for name in names if name[:3] in _DAY_OF]
    if len(places) != len(names) or len(places) > 2:
        raise InvalidCell(TIMES_INVALID)
    return places[0], places[-1]


def _read_clock(hour: str, minute: str | None, half: str | None) -> str:
    number = int(hour)
    if half and not 1 <= number <= 12:
        raise InvalidCell(TIMES_INVALID)
    if half:
        number = number % 12 + (12 if half == "p" else 0)
    if number > 23 or int(minute or 0) > 59:
        raise InvalidCell(TIMES_INVALID)
    return f"{number:02d}:{minute or '00'}"
