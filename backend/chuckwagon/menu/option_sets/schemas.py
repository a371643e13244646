"""JSON of option sets."""

from typing import Annotated

from msgspec import UNSET, Struct, UnsetType, field

from chuckwagon.kit.validation import limited
from chuckwagon.menu.diets import Allergen, Diet
from chuckwagon.menu.schemas import (
    MAX_OPTIONS,
    MAX_SURCHARGE,
    OptionGroupRequest,
    OptionRequest,
    RequiredName,
    SentAllergens,
    SentDiets,
    SentFreeCount,
    SentQuantity,
)

MAX_SETS = 100


class SetOption(Struct, rename="camel"):
    """An option of a set. Whether it is on sale is said by the items that use the set, all alike.

    `allergens`, `notFor` and `maxQuantity` as in `MenuOption`.
    """

    id: str = field(name="_id")
    name: str
    additional_price: float
    # The defaults are for idempotent responses that were stored before these fields existed.
    allergens: list[Allergen] | None = None
    not_for: list[Diet] = []
    max_quantity: int = 1


class SetUse(Struct, rename="camel"):
    """A menu item that uses a set."""

    id: str = field(name="_id")
    name: str


class OptionSetAnswer(Struct, rename="camel"):
    """An option set, with the menu items that use it. `min_select` of 1 or more means required."""

    id: str = field(name="_id")
    truck_id: str
    name: str
    min_select: int
    max_select: int
    options: list[SetOption]
    items: list[SetUse]
    version: int
    free_count: int = 0


class SetOptionRequest(Struct, rename="camel"):
    """An option of a set in a form; one without a known `_id` is new.

    `allergens`, `notFor` and `maxQuantity` as in `OptionRequest`.
    """

    id: str | None = field(name="_id", default=None)
    name: RequiredName = None
    additional_price: Annotated[float | None, limited(minimum=0, maximum=float(MAX_SURCHARGE))] = None
    allergens: SentAllergens | UnsetType | None = UNSET
    not_for: SentDiets | UnsetType | None = UNSET
    max_quantity: SentQuantity = UNSET


class OptionSetRequest(Struct, rename="camel"):
    """A new set, or all of a changed one. With the `version` that was read, a stale change is refused.

    A new set can be made from an option group of an item, `fromItemId` and `fromGroupId`, which then follows it; the
    other fields are not read. `truckId` is for superadmins.
    """

    truck_id: str | None = None
    name: RequiredName = None
    min_select: Annotated[int | None, limited(minimum=0)] = None
    max_select: Annotated[int | None, limited(minimum=1)] = None
    options: Annotated[list[SetOptionRequest] | None, limited(min_items=1, max_items=MAX_OPTIONS)] = None
    from_item_id: str | None = None
    from_group_id: str | None = None
    version: int | None = None
    free_count: SentFreeCount = UNSET

    def as_group(self) -> OptionGroupRequest:
        """The set as the form of an option group, which is checked by the same rules."""
        options = [
            OptionRequest(
                one.id, one.name, one.additional_price,
                allergens=one.allergens, not_for=one.not_for, max_quantity=one.max_quantity,
            )
            for one in self.options or []
        ]  # fmt: skip
        return OptionGroupRequest(
            None, self.name, self.min_select, self.max_select, options, free_count=self.free_count
        )


class SetDeleted(Struct):
    deleted: bool = True
