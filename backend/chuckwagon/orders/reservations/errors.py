"""The conflicts that refuse a slot to an order, with what to offer instead. The functions return them for `raise`."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.errors import Conflict
from chuckwagon.kit.sentences import Sentence
from chuckwagon.schedule.schemas import OfferedSlot
from chuckwagon.schedule.slot_allocation import SlotCalendar


class SlotFull(Conflict):
    """The slot does not take the order; `slots` in the response are the next ones that do."""

    code = "slot_full"
    sentence = "This pickup time is full now. Please choose another."


class SlotTooSoon(Conflict):
    """The kitchen needs more time; `slots` in the response are the first ones that take the order."""

    code = "slot_too_soon"
    sentence = "This pickup time is too soon. Please choose a later one."


class OrderTooLarge(Conflict):
    """Not even empty slots take the order; `units` and `maxUnits` in the response say by how much."""

    code = "order_too_large"
    sentence = "This order is too large for the kitchen. Please order less."


class OverCapacity(Conflict):
    """The kitchen is full; the response has the figures of the slot and the next ones with room."""

    code = "over_capacity"
    sentence = "The kitchen is full at this time. Take the order anyway?"


BOOKED_OUT = Sentence("All pickup times of this stop are taken.", "slots_booked_out")


def refuse_full(offers: Sequence[OfferedSlot], asap: datetime | None) -> SlotFull:
    """Return the error for a full slot. Without offers it says that all pickup times of the stop are taken."""
    return SlotFull(None if offers else BOOKED_OUT, slots=_to_json(offers), asap=to_iso(asap) if asap else None)


def refuse_too_soon(offers: Sequence[OfferedSlot]) -> SlotTooSoon:
    """Return the error for a slot before the lead time is over."""
    return SlotTooSoon(slots=_to_json(offers))


def refuse_too_large(units: int, max_units: int) -> OrderTooLarge:
    """Return the error for an order that never fits."""
    limit = f"it takes at most {max_units} menu items for one pickup, and this one counts as {units}."
    text = f"This order is too large for the kitchen: {limit}"
    sentence = Sentence(text, OrderTooLarge.code, units=units, maxUnits=max_units)
    return OrderTooLarge(sentence, units=units, maxUnits=max_units)


def refuse_over_capacity(
    calendar: SlotCalendar, position: int, used: int, units: int, offers: Sequence[OfferedSlot]
) -> OverCapacity:
    """Return the error for a counter order in a full slot, which staff may confirm."""
    return OverCapacity(
        slotAt=to_iso(calendar.start_of(position)),
        units=units,
        used=used,
        capacity=calendar.capacity,
        slots=_to_json(offers),
    )


def _to_json(offers: Sequence[OfferedSlot]) -> list[dict[str, str]]:
    found: list[dict[str, str]] = msgspec.to_builtins(offers)
    return found
