"""Until when a customer may change or cancel an order, as pure rules and as JSON."""

import datetime as dt
from datetime import datetime, timedelta
from typing import Annotated

from msgspec import Meta, Struct

BEFORE_SLOT = timedelta(minutes=10)
AFTER_SMS = timedelta(minutes=15)
CONTACT_AFTER_ORDER = timedelta(minutes=15)
UNCONFIRMED_AFTER = timedelta(minutes=5)
UNCONFIRMED_BEFORE_DUE = timedelta(minutes=10)


def unconfirmed_from(created_at: datetime, due: datetime) -> datetime:
    """From when an order that no one has confirmed is escalated: when it is nearly due, and has waited a little."""
    return max(created_at + UNCONFIRMED_AFTER, due - UNCONFIRMED_BEFORE_DUE)


def contact_ends_at(created_at: datetime) -> datetime:
    """Until when the customer of an order may correct their phone or e-mail address themselves."""
    return created_at + CONTACT_AFTER_ORDER


class ChangeWindow(Struct, frozen=True):
    """When the customer may change or cancel until; None for never."""

    until: datetime | None

    def is_closed(self, instant: datetime) -> bool:
        """True when the customer may no longer choose; at the very end they may."""
        return self.until is None or instant > self.until


def get_change_window(
    pickup_at: datetime | None, notified_at: datetime | None, *, is_switched_on: bool
) -> ChangeWindow:
    """The change window of an order that the kitchen has not started.

    It ends ten minutes before the pickup, and never less than fifteen minutes after the SMS about a disruption
    (`notified_at`), which opens it even where the truck has switched self-service off.
    """
    if pickup_at is None or not (is_switched_on or notified_at):
        return ChangeWindow(None)
    ends = [pickup_at - BEFORE_SLOT, *([notified_at + AFTER_SMS] if notified_at else [])]
    return ChangeWindow(max(ends))


class Choices(Struct):
    """What the customer may still do: take another slot, or cancel and get `refund` dollars back. Ends at `until`.

    While no one has confirmed the order (`unconfirmed`), cancelling does not end.
    """

    slot: bool
    cancel: bool
    until: str
    refund: float
    unconfirmed: bool = False


class SlotRequest(Struct, rename="camel"):
    """The start of the slot that the customer wants."""

    slot_at: Annotated[dt.datetime, Meta(tz=True)]
