"""JSON of pickup slots."""

from datetime import datetime

from msgspec import Struct

from chuckwagon.schedule.slots.allocation import SlotState


class OfferedSlot(Struct):
    """A slot as customers see it. `full` is meant for the units that were asked for, earlier slots included."""

    at: datetime
    state: SlotState


class OfferedSlots(Struct, rename="camel"):
    """The slots that are not too soon. `asap` is the first that takes the order, null without one."""

    stop_id: str | None
    timezone: str
    asap: datetime | None
    slots: list[OfferedSlot]


class SlotLoad(Struct):
    """A slot as staff see it, in units: all that are taken, and those of online orders."""

    at: datetime
    used: int
    online: int
    state: SlotState


class SlotLoads(Struct, rename="camel"):
    """Every slot of a stop, or the coming ones of a truck that is always open, which have no `stop_id`.

    The capacities are those of one slot, null without a limit.
    """

    stop_id: str | None
    timezone: str
    slot_minutes: int
    slot_capacity: int | None
    online_capacity: int | None
    slots: list[SlotLoad]
