"""JSON of what customers may change in their orders."""

import datetime as dt
from typing import Annotated

from msgspec import Meta, Struct


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
