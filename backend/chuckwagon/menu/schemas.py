"""Menu items in the published JSON. Money is dollars here and nowhere else."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec

SentInstant = Annotated[datetime, msgspec.Meta(tz=True)] | None


class MenuOption(msgspec.Struct, rename="camel"):
    """An option as it is now. `sold_out_until`: when it comes back by itself, while that lies ahead."""

    id: str = msgspec.field(name="_id")
    name: str
    additional_price: float
    is_available: bool
    sold_out_until: datetime | None


class MenuOptionGroup(msgspec.Struct, rename="camel"):
    """`min_select` of 1 and more means required, `max_select` of 1 means one choice."""

    id: str = msgspec.field(name="_id")
    name: str
    min_select: int
    max_select: int
    options: list[MenuOption]


class MenuEntry(msgspec.Struct, rename="camel"):
    """One item of a menu as it is now, with what can be chosen about it.

    `sold_out_until`: when it comes back by itself, while that lies ahead.
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
    """An item as the staff of its truck see it. `version` goes up with every change, whoever makes it."""

    version: int
    updated_at: str


class OptionRequest(msgspec.Struct, rename="camel"):
    """An option of the form; one without a known `_id` is new. `soldOutUntil` as for the item."""

    id: str | None = msgspec.field(name="_id", default=None)
    name: str | None = None
    additional_price: float | None = None
    is_available: bool | None = None
    sold_out_until: SentInstant = None


class OptionGroupRequest(msgspec.Struct, rename="camel"):
    """A group of the form; one without a known `_id` is new."""

    id: str | None = msgspec.field(name="_id", default=None)
    name: str | None = None
    min_select: int | None = None
    max_select: int | None = None
    options: list[OptionRequest] | None = None


class ItemRequest(msgspec.Struct, rename="camel"):
    """The form of an item. A new item needs a name and a price; a change is only what is sent.

    `optionGroups` replaces the groups. `version`, of the item as it was read, refuses the change when
    somebody else was faster. `truckId` is for superadmins. `isAvailable` counts where it differs from what is
    seen now: false about an item that is sold out until a time keeps the time. With `soldOutUntil` it is sold
    out until then, or on sale if that has passed since the form was opened.
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
    """False sells out until somebody resumes, or with `until` (1 minute to 7 days ahead) until then.

    True brings back. Without either it changes to the other state; `until` alone sells out.
    """

    is_available: bool | None = None
    until: SentInstant = None


class OrderRequest(msgspec.Struct, rename="camel"):
    """Every item of the menu, in the new order. `truckId` is for superadmins."""

    item_ids: list[str]
    truck_id: str | None = None


class ImportChange(msgspec.Struct):
    """What one row does. `row` is the line in a spreadsheet; the header is 1."""

    row: int
    kind: Literal["added", "changed"]
    name: str
    details: list[str]


class ImportProblem(msgspec.Struct):
    """Why a row cannot be taken, and in which column."""

    row: int
    column: str
    message: str


class ImportAnswer(msgspec.Struct):
    """What the file does to the menu, or did if `applied`. Items that are not in the file stay."""

    rows: int
    added: int
    changed: int
    unchanged: int
    applied: bool
    changes: list[ImportChange]
    problems: list[ImportProblem]
