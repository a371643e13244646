"""Twilio's DateSent filters: `DateSent=`, `DateSent<=`, `DateSent>=` with a day or an instant."""

from datetime import UTC, datetime, timedelta


def sent_in(unix: float, query: dict[str, str]) -> bool:
    """Whether the filters include a message of this time. An invalid date is ignored."""
    moment = datetime.fromtimestamp(unix, UTC)
    for name, value in query.items():
        if not name.startswith("DateSent"):
            continue
        # `DateSent>=2026-01-01` arrives as the name `DateSent>` and the value after the equals sign.
        sign = name.removeprefix("DateSent")
        start = _parse(value)
        if start is None:
            continue
        # A day may be written with its midnight; both mean the whole day.
        whole_day = start.hour == start.minute == start.second == 0
        end = start + (timedelta(days=1) if whole_day else timedelta(seconds=1))
        fits = {"": start <= moment < end, "<": moment < end, ">": moment >= start}
        if not fits.get(sign, True):
            return False
    return True


def _parse(value: str) -> datetime | None:
    try:
        parsed = datetime.fromisoformat(value)
    except ValueError:
        return None
    return parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)
