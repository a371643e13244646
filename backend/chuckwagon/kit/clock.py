"""The clock of the process. All code reads the time here, so that a test can set it."""

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
