"""Availability of items and options: on sale, sold out until staff resume it, or sold out until an instant.

"Sold out until resumed" is stored as `is_available` false, "sold out until" as true with the instant. Nothing
has to run at that instant, because every reader compares it with the current time.
"""

from datetime import datetime, timedelta

import msgspec

from chuckwagon.kit.sentences import Sentence

MIN_DURATION, MAX_DURATION = timedelta(minutes=1), timedelta(days=7)
TOO_SOON = Sentence("Choose a time that is at least a minute ahead.", "time_too_soon")
TOO_LATE = Sentence("Choose a time within the next 7 days.", "time_too_late")
CONTRADICTION = Sentence("What is available is not sold out until a time.", "available_until_contradiction")
VALID_YEARS = range(2000, 9000)  # years at the ends of the calendar cannot be brought to UTC


class StoredAvailability(msgspec.Struct, frozen=True):
    """The stored availability. With `is_available` false there is no `sold_out_until`."""

    is_available: bool
    sold_out_until: datetime | None = None

    def is_on_sale_at(self, instant: datetime) -> bool:
        """True when the item or option is not sold out at this instant. Counted stock is not checked."""
        return is_on_sale(self.is_available, self.sold_out_until, instant)


ON_SALE, UNTIL_RESUMED = StoredAvailability(True), StoredAvailability(False)


def is_on_sale(is_available: bool, sold_out_until: datetime | None, instant: datetime) -> bool:
    """True when customers can order it at this instant. At `sold_out_until` itself it is on sale again."""
    return is_available and (sold_out_until is None or sold_out_until <= instant)


def running_sold_out_until(is_available: bool, sold_out_until: datetime | None, instant: datetime) -> datetime | None:
    """When it goes back on sale by itself; None when it is on sale or sold out until resumed."""
    is_running = is_available and sold_out_until is not None and sold_out_until > instant
    return sold_out_until if is_running else None


def find_until_problem(until: datetime, instant: datetime) -> Sentence | None:
    """Why an end of sold out is too soon, too late or unusable; None when it is valid."""
    if until.year not in VALID_YEARS:
        return TOO_LATE if until.year >= VALID_YEARS.stop else TOO_SOON
    if until - instant < MIN_DURATION:
        return TOO_SOON
    return TOO_LATE if until - instant > MAX_DURATION else None


def merge_availability(
    present: StoredAvailability, wanted: StoredAvailability, instant: datetime
) -> StoredAvailability:
    """The availability to store for a form: the present one, unless the form shows another current state.

    So a form with "not available" keeps the instant of what is sold out until then, and a form with "available"
    changes nothing about what went back on sale by itself.
    """
    is_same = wanted.is_on_sale_at(instant) == present.is_on_sale_at(instant)
    return present if is_same and wanted.sold_out_until is None else wanted
