"""JSON of places, stops and pickup slots."""

import datetime as dt
from datetime import datetime
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from chuckwagon.kit.validation import between, limited, trimmed
from chuckwagon.schedule.slot_allocation import SlotState
from chuckwagon.schedule.wall_clock import TIME_PATTERN
from chuckwagon.trucks.schemas import PublicTruck, ScheduleMode, SentTaxRate, SentText, StaffTruck, Text

MAX_NAME_LENGTH, MAX_ADDRESS_LENGTH, MAX_DIRECTIONS_LENGTH, MAX_NOTE_LENGTH = 80, 200, 300, 140
LATITUDES, LONGITUDES = (-90, 90), (-180, 180)
PREORDER_MINUTES, LAST_ORDER_MINUTES = (0, 10_080), (0, 120)
SLOT_CAPACITIES, WALK_UP_SHARES, SLOT_MINUTES = (1, 500), (0, 90), (5, 10, 15, 20, 30)
SentInt = int | UnsetType | None
SentTime = Annotated[Text | UnsetType | None, limited(pattern=f"^{TIME_PATTERN}$")]
Instant = Annotated[datetime, Meta(tz=True)]


class Place(Struct, rename="camel"):
    """A saved location. `tax_rate` is a percentage, and so is `reduced_tax_rate`; null is the same as `tax_rate`."""

    id: str = field(name="_id")
    truck_id: str
    name: str
    address: str
    latitude: float | None
    longitude: float | None
    timezone: str
    tax_rate: float
    directions: str
    version: int
    archived_at: datetime | None
    # The default is for idempotent responses that were stored before this field existed.
    reduced_tax_rate: float | None = None


class PlaceRequest(Struct, rename="camel"):
    """A new place, or the changed fields of one. A new place needs `name`; the truck gives zone and tax rate."""

    truck_id: str | None = None
    name: Annotated[SentText, trimmed(MAX_NAME_LENGTH, min_length=1)] = UNSET
    address: Annotated[SentText, trimmed(MAX_ADDRESS_LENGTH)] = UNSET
    latitude: Annotated[float | UnsetType | None, between(LATITUDES)] = UNSET
    longitude: Annotated[float | UnsetType | None, between(LONGITUDES)] = UNSET
    timezone: SentText = UNSET
    tax_rate: SentTaxRate = UNSET
    reduced_tax_rate: SentTaxRate = UNSET
    directions: Annotated[SentText, trimmed(MAX_DIRECTIONS_LENGTH)] = UNSET
    version: int | UnsetType | None = UNSET


class Archived(Struct):
    """The place is archived."""

    archived: bool = True
    deleted: bool = True


class StopDeleted(Struct):
    """The stop is deleted."""

    deleted: bool = True


class StopPlace(Struct, rename="camel"):
    """The place of a stop, as customers read it."""

    id: str = field(name="_id")
    name: str
    address: str
    latitude: float | None
    longitude: float | None
    timezone: str
    tax_rate: float
    directions: str
    # The default is for idempotent responses that were stored before this field existed.
    reduced_tax_rate: float | None = None


class StopChange(Struct):
    """The last change of plan that customers were told about. `minutes` is set when the stop is late.

    `sentence` is in the words of the truck's staff, and may be empty.
    """

    kind: Literal["late", "moved", "ends_early", "cancelled"]
    minutes: int | None
    sentence: str
    at: datetime


class Stop(Struct, rename="camel", kw_only=True):
    """A stop at the instant of the answer. `date`, `start_time` and `end_time` are on the place's clock.

    `booked_out` is a stop within its ordering time of which no pickup slot is left. `prices_include_tax` of null is the
    truck's.
    """

    id: str = field(name="_id")
    truck_id: str
    place: StopPlace
    starts_at: datetime
    ends_at: datetime
    date: dt.date
    start_time: str
    end_time: str
    series_id: str | None
    note: str
    preorder_minutes: int
    last_order_minutes: int
    slot_minutes: int
    slot_capacity: int | None
    walk_up_share: int
    status: str
    state: str
    takes_orders: bool
    delay_minutes: int
    ended_early_at: datetime | None
    version: int
    # The defaults are for idempotent responses that were stored before these fields existed.
    change: StopChange | None = None
    booked_out: bool = False
    prices_include_tax: bool | None = None


class StaffStop(Stop, rename="camel", kw_only=True):
    """A stop for staff, with its orders that are not cancelled, their revenue in dollars, and its taken slot units.

    `series_version` is what a change of this and all later stops names as `version`; null without a series.
    """

    orders: int
    revenue: float
    units_used: int
    series_version: int | None


class StopSettingsRequest(Struct, rename="camel"):
    """The settings of a stop, or those that a series passes on."""

    note: Annotated[SentText, trimmed(MAX_NOTE_LENGTH)] = UNSET
    preorder_minutes: Annotated[SentInt, between(PREORDER_MINUTES)] = UNSET
    last_order_minutes: Annotated[SentInt, between(LAST_ORDER_MINUTES)] = UNSET
    slot_minutes: Annotated[SentInt, limited(enum=[*SLOT_MINUTES, None])] = UNSET
    slot_capacity: Annotated[SentInt, between(SLOT_CAPACITIES)] = UNSET
    walk_up_share: Annotated[SentInt, between(WALK_UP_SHARES)] = UNSET


class StopRequest(StopSettingsRequest, rename="camel"):
    """A new stop, or the changed fields of one.

    Times are instants (`starts_at`, `ends_at`), or `date`, `start_time` and `end_time` (`HH:MM`) on the clock of the
    place; an end at or before the start is on the next day. `status` cancels a stop without customers, or restores it.
    `pricesIncludeTax` is the truck's when null, and fixed once the stop has orders.
    """

    truck_id: str | None = None
    place_id: str | UnsetType | None = UNSET
    starts_at: Instant | UnsetType | None = UNSET
    ends_at: Instant | UnsetType | None = UNSET
    date: dt.date | UnsetType | None = UNSET
    start_time: SentTime = UNSET
    end_time: SentTime = UNSET
    status: SentText = UNSET
    prices_include_tax: bool | UnsetType | None = UNSET
    version: int | UnsetType | None = UNSET


ScheduleState = Literal["open", "opens_later", "closed", "paused"]


class TruckSchedule(Struct):
    """Whether the truck is open, its current stop, and the next one; no stops in the mode `always`.

    `paused` is a truck that would be open but takes no orders.
    """

    mode: ScheduleMode
    state: ScheduleState
    current: Stop | None
    next: Stop | None


class ScheduledTruck(PublicTruck, rename="camel"):
    """A truck for customers, with its schedule at the instant of the answer."""

    schedule: TruckSchedule


class ScheduledStaffTruck(StaffTruck, rename="camel"):
    """A truck as staff read it, their settings included, with its schedule at the instant of the answer."""

    schedule: TruckSchedule


class SeriesRequest(StopSettingsRequest, rename="camel"):
    """A new weekly rule, or its changed fields. Times are `HH:MM` on the clock of the place.

    A new one needs `weekdays`, `start_time`, `end_time`, `place_id` and `from_date`, which never changes.
    """

    truck_id: str | None = None
    place_id: str | UnsetType | None = UNSET
    weekdays: list[Text] | UnsetType | None = UNSET
    start_time: SentTime = UNSET
    end_time: SentTime = UNSET
    from_date: dt.date | UnsetType | None = UNSET
    until_date: dt.date | UnsetType | None = UNSET
    version: int | UnsetType | None = UNSET


class Series(Struct, rename="camel", kw_only=True):
    """A weekly rule that produces stops, eight weeks ahead."""

    id: str = field(name="_id")
    truck_id: str
    place: StopPlace
    weekdays: list[str]
    start_time: str
    end_time: str
    from_date: dt.date
    until_date: dt.date | None
    note: str
    preorder_minutes: int
    last_order_minutes: int
    slot_minutes: int
    slot_capacity: int | None
    walk_up_share: int
    version: int


class SkippedDay(Struct):
    """A day of a series without its stop, and the stop at which the truck is then."""

    date: dt.date
    stop: Stop


class ListedSeries(Series, rename="camel", kw_only=True):
    """A weekly rule with the days to come that have no stop because the truck is elsewhere."""

    skipped: list[SkippedDay]


class SeriesDeleted(Struct):
    """How many coming stops were removed, and how many were kept because customers have ordered for them."""

    removed: int
    kept: int
    deleted: bool = True


class OfferedSlot(Struct, rename="camel"):
    """A slot as customers see it. `full` is meant for the units that were asked for, earlier slots included.

    `isServed` is false of an order's own slots where the menu does not sell all of it then, and left out elsewhere.
    """

    at: datetime
    state: SlotState
    is_served: bool | UnsetType = UNSET


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
