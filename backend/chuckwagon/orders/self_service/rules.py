"""Until when a customer may change or cancel an order. Pure rules: values in, values out."""

from datetime import datetime, timedelta

from msgspec import Struct

BEFORE_SLOT = timedelta(minutes=10)
AFTER_SMS = timedelta(minutes=15)


class FreeTime(Struct, frozen=True):
    """When the free choice ends, and whether there is one at all."""

    until: datetime | None

    def is_over(self, instant: datetime) -> bool:
        """True when the customer may no longer choose; at the very end they may."""
        return self.until is None or instant > self.until


def get_free_time(pickup_at: datetime | None, told_at: datetime | None, *, is_switched_on: bool) -> FreeTime:
    """The free choice for an order that the kitchen has not started.

    It ends ten minutes before the pickup, and never less than fifteen minutes after the SMS about a disruption
    (`told_at`), which makes the choice free even where the truck has switched it off.
    """
    if pickup_at is None or not (is_switched_on or told_at):
        return FreeTime(None)
    ends = [pickup_at - BEFORE_SLOT, *([told_at + AFTER_SMS] if told_at else [])]
    return FreeTime(max(ends))
