"""Weekly rules: the local days on which a series has a stop. No input or output."""

from collections.abc import Sequence
from datetime import date, datetime, time

from dateutil import rrule

WEEKDAYS = {"mon": rrule.MO, "tue": rrule.TU, "wed": rrule.WE, "thu": rrule.TH, "fri": rrule.FR, "sat": rrule.SA,
            "sun": rrule.SU}  # fmt: skip


def list_days(weekdays: Sequence[str], first: date, last: date | None, until: date) -> list[date]:
    """The days of these weekdays from `first` to `until`, and not after `last`.

    The rule counts days, not instants, so that no clock change moves a stop to another day or hour.
    """
    end = until if last is None else min(until, last)
    if end < first:
        return []
    rule = rrule.rrule(
        rrule.WEEKLY,
        byweekday=[WEEKDAYS[name] for name in weekdays],
        dtstart=datetime.combine(first, time()),
        until=datetime.combine(end, time()),
    )
    return [instant.date() for instant in rule]
