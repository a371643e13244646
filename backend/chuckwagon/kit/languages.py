"""The languages of the product, and times, days and money as US Spanish writes them."""

from datetime import datetime
from typing import Literal, get_args

Language = Literal["en", "es"]
ENGLISH: Language = "en"
SPANISH: Language = "es"
LANGUAGES: tuple[Language, ...] = get_args(Language)


_DAYS = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")
_MONTHS = (
    "enero", "febrero", "marzo", "abril", "mayo", "junio",
    "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre",
)  # fmt: skip


def format_spanish_time(local: datetime) -> str:
    """Format the time of day: `6:05 p.m.`, with a plain space."""
    return f"{local.hour % 12 or 12}:{local.minute:02d} {'a.m.' if local.hour < 12 else 'p.m.'}"


def format_spanish_day(local: datetime) -> str:
    """Format the day: `martes 8 de diciembre`."""
    return f"{_DAYS[local.weekday()]} {local.day} de {_MONTHS[local.month - 1]}"


def format_spanish_money(cents: int) -> str:
    """Format dollars: `$1,234.50`, and less than none `-$1.50`."""
    sign, cents = ("-" if cents < 0 else ""), abs(cents)
    return f"{sign}${cents // 100:,}.{cents % 100:02d}"
