"""Whether something is on sale, until a crew says otherwise or an instant comes by itself.

"Sold out until resumed" is `is_available` false, "sold out until" is true with the instant. Nothing has to
happen when the instant comes: whoever looks compares it with the time.
"""

from datetime import datetime, timedelta

import msgspec

SHORTEST, LONGEST = timedelta(minutes=1), timedelta(days=7)
TOO_SOON = "Choose a time that is at least a minute ahead."
TOO_LATE = "Choose a time within the next 7 days."
CONTRADICTION = "What is available is not sold out until a time."
CALENDAR = range(2000, 9000)  # years at the ends of the calendar cannot be brought to UTC


class Availability(msgspec.Struct, frozen=True):
    """As an item or an option is stored. What is not available has no `sold_out_until`."""

    is_available: bool
    sold_out_until: datetime | None = None

    def on_sale_at(self, instant: datetime) -> bool:
        """Whether a customer may have it at this instant."""
        return is_on_sale(self.is_available, self.sold_out_until, instant)


ON_SALE, UNTIL_RESUMED = Availability(True), Availability(False)


def is_on_sale(is_available: bool, sold_out_until: datetime | None, instant: datetime) -> bool:
    """Whether a customer may have it at this instant; the last instant of a break is on sale again."""
    return is_available and (sold_out_until is None or sold_out_until <= instant)


def shown_until(is_available: bool, sold_out_until: datetime | None, instant: datetime) -> datetime | None:
    """When it comes back by itself; nothing for what is on sale or waits for somebody."""
    is_running = is_available and sold_out_until is not None and sold_out_until > instant
    return sold_out_until if is_running else None


def problem_of_until(until: datetime, instant: datetime) -> str | None:
    """Why nothing can be sold out until then."""
    if until.year not in CALENDAR:
        return TOO_LATE if until.year >= CALENDAR.stop else TOO_SOON
    if until - instant < SHORTEST:
        return TOO_SOON
    return TOO_LATE if until - instant > LONGEST else None


def merge(present: Availability, wanted: Availability, instant: datetime) -> Availability:
    """What a form stores over the present state: only what it says differently from what is seen now.

    A form that says "not available" about what is sold out until an instant keeps the instant, and one that
    says "available" about what has come back by itself changes nothing.
    """
    is_same = wanted.on_sale_at(instant) == present.on_sale_at(instant)
    return present if is_same and wanted.sold_out_until is None else wanted
