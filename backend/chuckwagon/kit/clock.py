"""The clock of the process, which all code reads so that a test can set it; and how instants are written."""

from collections.abc import Callable
from datetime import UTC, datetime

import msgspec


def system_now() -> datetime:
    """The host's time in UTC, even when a test has set another one."""
    return datetime.now(UTC)


_source: Callable[[], datetime] | None = None


def now() -> datetime:
    """The current time in UTC, with microseconds."""
    return datetime.now(UTC) if _source is None else _source()  # no second call: cached responses ask each time


def set_time_source(source: Callable[[], datetime] | None) -> None:
    """Make `now` call `source`; None restores the system clock. For tests."""
    global _source  # noqa: PLW0603 - one clock for the process is the point
    _source = source


def to_iso(instant: datetime) -> str:
    """Format an instant as ISO 8601 in UTC, with milliseconds and a `Z`."""
    seconds = msgspec.to_builtins(instant.astimezone(UTC))[:19]  # `isoformat` takes several times as long
    return f"{seconds}.{instant.microsecond // 1000:03d}Z"


def to_optional_iso(instant: datetime | None) -> str | None:
    """The instant in ISO 8601; None stays None."""
    return to_iso(instant) if instant else None


def format_time(local: datetime) -> str:
    """Format the time of day with a 12-hour clock: `6:05 PM`. `local` must already be in the wanted time zone."""
    return f"{local.hour % 12 or 12}:{local.minute:02d} {'AM' if local.hour < 12 else 'PM'}"


def format_day(local: datetime) -> str:
    """Format the day: `Tuesday, December 8`. `local` must already be in the wanted time zone."""
    return f"{local:%A, %B} {local.day}"


_SPANISH_DAYS = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")
_SPANISH_MONTHS = (
    "enero", "febrero", "marzo", "abril", "mayo", "junio",
    "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre",
)  # fmt: skip


def format_spanish_time(local: datetime) -> str:
    """Format the time of day: `6:05 p.m.`, with a plain space."""
    return f"{local.hour % 12 or 12}:{local.minute:02d} {'a.m.' if local.hour < 12 else 'p.m.'}"


def format_spanish_day(local: datetime) -> str:
    """Format the day: `martes 8 de diciembre`."""
    return f"{_SPANISH_DAYS[local.weekday()]} {local.day} de {_SPANISH_MONTHS[local.month - 1]}"
