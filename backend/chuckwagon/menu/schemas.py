"""JSON of menus. Amounts are dollars here and cents everywhere else."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec

SentInstant = Annotated[datetime, msgspec.Meta(tz=True)] | None


class MenuOption(msgspec.Struct, rename="camel"):
    """An option's current state. `sold_out_until` is when it goes back on sale by itself."""

    id: str = msgspec.field(name="_id")
    name: str
    additional_price: float
    is_available: bool
    sold_out_until: datetime | None


class MenuOptionGroup(msgspec.Struct, rename="camel"):
    """A group of options. `min_select` of 1 or more means required, `max_select` of 1 means one choice."""

    id: str = msgspec.field(name="_id")
    name: str
    min_select: int
    max_select: int
    options: list[MenuOption]


class MenuEntry(msgspec.Struct, rename="camel"):
    """A menu item's current state, with its options.

    `sold_out_until` is when it goes back on sale by itself.
    """

    id: str = msgspec.field(name="_id")
    name: str
    description: str
    category: str
    section: str
    base_price: float
    image_url: str | None
    is_available: bool
    sold_out_until: datetime | None
    has_options: bool
    truck_id: str
    option_groups: list[MenuOptionGroup]
    position: int


class StaffMenuEntry(MenuEntry, rename="camel"):
    """A menu item for its truck's staff. `version` increases with every change."""

    version: int
    updated_at: str


class OptionRequest(msgspec.Struct, rename="camel"):
    """An option in a form; one without a known `_id` is new. `soldOutUntil` as in `ItemRequest`."""

    id: str | None = msgspec.field(name="_id", default=None)
    name: str | None = None
    additional_price: float | None = None
    is_available: bool | None = None
    sold_out_until: SentInstant = None


class OptionGroupRequest(msgspec.Struct, rename="camel"):
    """An option group in a form; one without a known `_id` is new."""

    id: str | None = msgspec.field(name="_id", default=None)
    name: str | None = None
    min_select: int | None = None
    max_select: int | None = None
    options: list[OptionRequest] | None = None


class ItemRequest(msgspec.Struct, rename="camel"):
    """A new or changed item. A new item needs a name and a price; a change contains only the changed fields.

    `optionGroups` replaces the groups. With the `version` that was read, the change is refused if another user
    was faster. `truckId` is for superadmins. `isAvailable` counts only if it differs from the current state, so
    false keeps the time of an item that is sold out until then. With `soldOutUntil` the item is sold out until
    then, or on sale if that time has passed since the form was opened.
    """

    name: str | msgspec.UnsetType | None = msgspec.UNSET
    description: str | msgspec.UnsetType | None = msgspec.UNSET
    category: str | msgspec.UnsetType | None = msgspec.UNSET
    section: str | msgspec.UnsetType | None = msgspec.UNSET
    base_price: float | msgspec.UnsetType | None = msgspec.UNSET
    image_url: str | msgspec.UnsetType | None = msgspec.UNSET
    is_available: bool | msgspec.UnsetType | None = msgspec.UNSET
    sold_out_until: SentInstant = None
    position: int | msgspec.UnsetType | None = msgspec.UNSET
    option_groups: list[OptionGroupRequest] | msgspec.UnsetType | None = msgspec.UNSET
    truck_id: str | None = None
    version: int | None = None


class AvailabilityRequest(msgspec.Struct, rename="camel"):
    """False sells out until resumed, or with `until` (1 minute to 7 days ahead) until then.

    True brings back. `until` alone sells out. Without both, the availability is toggled.
    """

    is_available: bool | None = None
    until: SentInstant = None


class OrderRequest(msgspec.Struct, rename="camel"):
    """The ids of all items of the menu, in the new order. `truckId` is for superadmins."""

    item_ids: list[str]
    truck_id: str | None = None


class ImportChange(msgspec.Struct):
    """The effect of one row. `row` is its number in a spreadsheet, where the header is 1."""

    row: int
    kind: Literal["added", "changed"]
    name: str
    details: list[str]


class ImportProblem(msgspec.Struct):
    """Why a row is invalid, and in which column."""

    row: int
    column: str
    message: str


class ImportAnswer(msgspec.Struct):
    """The effect of a file on the menu, stored if `applied`. Items that are not in the file stay."""

    rows: int
    added: int
    changed: int
    unchanged: int
    applied: bool
    changes: list[ImportChange]
    problems: list[ImportProblem]
