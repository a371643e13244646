"""The time. Everything asks here, so that a test can set it."""

from collections.abc import Callable
from datetime import UTC, datetime


def system_now() -> datetime:
    """The time of this host, whatever a test has set."""
    return datetime.now(UTC)


_source: Callable[[], datetime] | None = None


def now() -> datetime:
    """The present instant, in UTC, with microseconds."""
    return system_now() if _source is None else _source()


def use(source: Callable[[], datetime] | None) -> None:
    """Take the time from `source` (tests), or from the system again with None."""
    global _source  # noqa: PLW0603 - one clock for the process is the point
    _source = source


def to_iso(instant: datetime) -> str:
    """An instant as ISO 8601 in UTC, to the millisecond, with `Z`."""
    text = instant.astimezone(UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")
