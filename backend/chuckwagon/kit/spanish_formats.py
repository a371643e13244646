"""Times and money as US Spanish writes them."""

from datetime import datetime


def format_spanish_time(local: datetime) -> str:
    """Format the time of day: `6:05 p.m.`, with a plain space."""
    return f"{local.hour % 12 or 12}:{local.minute:02d} {'a.m.' if local.hour < 12 else 'p.m.'}"


def format_spanish_money(cents: int) -> str:
    """Format dollars: `$1,234.50`, and less than none `-$1.50`."""
    sign, cents = ("-" if cents < 0 else ""), abs(cents)
    return f"{sign}${cents // 100:,}.{cents % 100:02d}"
