"""JSON of menus and of the counted stock of a stop. Amounts are dollars here and cents everywhere else."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from chuckwagon.kit.money import STANDARD, TAX_CLASSES, TaxClass
from chuckwagon.kit.validation import limited, trimmed
from chuckwagon.menu.diets import ALLERGENS, DIETS, Allergen, Diet
from chuckwagon.schedule.wall_clock import TIME_PATTERN, WEEKDAYS

MAX_NAME_LENGTH, MAX_DESCRIPTION_LENGTH, MAX_LABEL_LENGTH, MAX_URL_LENGTH = 80, 500, 40, 500
MAX_GROUPS, MAX_OPTIONS = 10, 30
MAX_TRANSLATED_NAMES = MAX_GROUPS * (MAX_OPTIONS + 1)
MAX_PRICE, MAX_SURCHARGE = Decimal("9999.99"), Decimal(1000)
MAX_POSITION, MAX_PREP_UNITS = 99_999, 20
MAX_OPTION_QUANTITY = 10
MAX_SALE_TIMES = 7
SentText = str | msgspec.UnsetType | None
RequiredName = Annotated[str | None, trimmed(MAX_NAME_LENGTH, min_length=1)]
SentDiets = Annotated[list[str], limited(items={"type": "string", "enum": list(DIETS)})]
SentQuantity = Annotated[int | msgspec.UnsetType | None, limited(minimum=1, maximum=MAX_OPTION_QUANTITY)]
SentFreeCount = Annotated[int | msgspec.UnsetType | None, limited(minimum=0)]
SentAllergens = Annotated[list[str], limited(items={"type": "string", "enum": list(ALLERGENS)})]
SentInstant = Annotated[datetime, msgspec.Meta(tz=True)] | None


class MenuWords(msgspec.Struct, omit_defaults=True):
    """What a menu item says in another language. `options` are names of its option groups and options, by their own.

    In a request an empty text removes what is there, and what is not sent stays; `options` are sent whole.
    """

    name: Annotated[str | msgspec.UnsetType, trimmed(MAX_NAME_LENGTH)] = msgspec.UNSET
    description: Annotated[str | msgspec.UnsetType, trimmed(MAX_DESCRIPTION_LENGTH)] = msgspec.UNSET
    category: Annotated[str | msgspec.UnsetType, trimmed(MAX_LABEL_LENGTH)] = msgspec.UNSET
    section: Annotated[str | msgspec.UnsetType, trimmed(MAX_LABEL_LENGTH)] = msgspec.UNSET
    options: Annotated[dict[str, str] | msgspec.UnsetType, limited(max_properties=MAX_TRANSLATED_NAMES)] = msgspec.UNSET


class MenuTranslations(msgspec.Struct, omit_defaults=True):
    """What a menu item says in other languages than the truck's own words; a language without words is left out."""

    en: MenuWords | msgspec.UnsetType = msgspec.UNSET
    es: MenuWords | msgspec.UnsetType = msgspec.UNSET


class SaleTime(msgspec.Struct, rename="camel"):
    """From when to when an item is sold on some weekdays, `HH:MM` on the truck's clock.

    An end that is not after the start is on the next day.
    """

    weekdays: Annotated[list[str], limited(items={"type": "string", "enum": list(WEEKDAYS)}, min_items=1)]
    start_time: Annotated[str, limited(pattern=f"^{TIME_PATTERN}$")]
    end_time: Annotated[str, limited(pattern=f"^{TIME_PATTERN}$")]


class MenuOption(msgspec.Struct, rename="camel"):
    """An option's current state. `sold_out_until` is when it goes back on sale by itself.

    `allergens` are those that it adds, null for "not stated"; `notFor` are diets that an item ends with it.
    One item can have it `maxQuantity` times. `remaining` as in `MenuEntry`.
    """

    id: str = msgspec.field(name="_id")
    name: str
    additional_price: float
    is_available: bool
    sold_out_until: datetime | None
    remaining: int | msgspec.UnsetType = msgspec.UNSET
    # The defaults are for idempotent responses that were stored before these fields existed.
    allergens: list[Allergen] | None = None
    not_for: list[Diet] = []
    max_quantity: int = 1


class MenuOptionGroup(msgspec.Struct, rename="camel"):
    """A group of options. `min_select` of 1 or more means required, `max_select` of 1 means one choice.

    An option that is taken twice counts twice. The cheapest `freeCount` pieces are free, of equal ones the first.
    For staff, `set_id` is the option set that the group follows; it is left out for an item's own group.
    """

    id: str = msgspec.field(name="_id")
    name: str
    min_select: int
    max_select: int
    options: list[MenuOption]
    set_id: str | msgspec.UnsetType = msgspec.UNSET
    free_count: int = 0


class MenuEntry(msgspec.Struct, rename="camel", kw_only=True):
    """A menu item's current state, with its options.

    `sold_out_until` is when it goes back on sale by itself. `prep_units` are the units of the kitchen that a piece
    needs. `diets` and `allergens` hold without options; null means "not stated", an empty list "none of these".
    `remaining` tells customers how many pieces the present or next stop has left, once there are few. `translations`
    are left out where there are none; what they lack is read in the truck's own words. `sale_times` are left out of
    what is always sold. Customers read what they cannot get any more because of them as not available until the next
    one, with `is_served` false, which is left out else; staff read whether it is sold out.
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
    prep_units: int
    tax_class: TaxClass = STANDARD
    diets: list[Diet] | None = None
    allergens: list[Allergen] | None = None
    remaining: int | msgspec.UnsetType = msgspec.UNSET
    translations: MenuTranslations | msgspec.UnsetType = msgspec.UNSET
    sale_times: list[SaleTime] | msgspec.UnsetType = msgspec.UNSET
    is_served: bool | msgspec.UnsetType = msgspec.UNSET


class StaffMenuEntry(MenuEntry, rename="camel", kw_only=True):
    """A menu item for its truck's staff. `version` increases with every change."""

    version: int
    updated_at: str


class OptionRequest(msgspec.Struct, rename="camel"):
    """An option in a form; one without a known `_id` is new. `soldOutUntil` as in `ItemRequest`.

    `allergens` are those that it adds, null for "not stated"; `notFor` are the diets that it ends. What is not sent
    stays, and is not stated of a new option. So does `maxQuantity`, which is 1 for a new option.
    """

    id: str | None = msgspec.field(name="_id", default=None)
    name: RequiredName = None
    additional_price: Annotated[float | None, limited(minimum=0, maximum=float(MAX_SURCHARGE))] = None
    is_available: bool | None = None
    sold_out_until: SentInstant = None
    allergens: SentAllergens | msgspec.UnsetType | None = msgspec.UNSET
    not_for: SentDiets | msgspec.UnsetType | None = msgspec.UNSET
    max_quantity: SentQuantity = msgspec.UNSET


class OptionGroupRequest(msgspec.Struct, rename="camel"):
    """An option group in a form; one without a known `_id` is new.

    With a `setId` it becomes a copy of that option set, and its other fields are not read. A group that follows a set
    already goes on if `setId` is not sent, and has to be sent as the set says; with null it becomes the item's own.
    Whether its options are on sale is changed by their own switch. A `freeCount` that is not sent stays, and is 0 for a
    new group.
    """

    id: str | None = msgspec.field(name="_id", default=None)
    name: RequiredName = None
    min_select: Annotated[int | None, limited(minimum=0)] = None
    max_select: Annotated[int | None, limited(minimum=1)] = None
    options: Annotated[list[OptionRequest] | None, limited(min_items=1, max_items=MAX_OPTIONS)] = None
    set_id: str | msgspec.UnsetType | None = msgspec.UNSET
    free_count: SentFreeCount = msgspec.UNSET


class ItemRequest(msgspec.Struct, rename="camel"):
    """A new or changed item. A new item needs a name and a price; a change contains only the changed fields.

    `optionGroups` replaces the groups. With the `version` that was read, the change is refused if another user
    was faster. `truckId` is for superadmins. `isAvailable` counts only if it differs from the current state, so
    false keeps the time of an item that is sold out until then. With `soldOutUntil` the item is sold out until
    then, or on sale if that time has passed since the form was opened. `diets` and `allergens` say what the item is and
    contains without options: null for "not stated", an empty list for "none of these". `translations` are merged into
    those that are there (see `MenuWords`); null removes all. Without `saleTimes` an item is always sold;
    `saleTimesForSection` gives those of the item, as it is then, to all items of its section.
    """

    name: Annotated[SentText, trimmed(MAX_NAME_LENGTH, min_length=1)] = msgspec.UNSET
    description: Annotated[SentText, trimmed(MAX_DESCRIPTION_LENGTH)] = msgspec.UNSET
    category: Annotated[SentText, trimmed(MAX_LABEL_LENGTH)] = msgspec.UNSET
    section: Annotated[SentText, trimmed(MAX_LABEL_LENGTH)] = msgspec.UNSET
    base_price: Annotated[float | msgspec.UnsetType | None, limited(minimum=0, maximum=float(MAX_PRICE))] = (
        msgspec.UNSET
    )
    image_url: Annotated[SentText, trimmed(MAX_URL_LENGTH)] = msgspec.UNSET
    is_available: bool | msgspec.UnsetType | None = msgspec.UNSET
    sold_out_until: SentInstant = None
    position: Annotated[int | msgspec.UnsetType | None, limited(minimum=0, maximum=MAX_POSITION)] = msgspec.UNSET
    option_groups: Annotated[list[OptionGroupRequest] | msgspec.UnsetType | None, limited(max_items=MAX_GROUPS)] = (
        msgspec.UNSET
    )
    prep_units: Annotated[int | msgspec.UnsetType | None, limited(minimum=0, maximum=MAX_PREP_UNITS)] = msgspec.UNSET
    tax_class: Annotated[SentText, limited(enum=[*TAX_CLASSES, None])] = msgspec.UNSET
    diets: SentDiets | msgspec.UnsetType | None = msgspec.UNSET
    allergens: SentAllergens | msgspec.UnsetType | None = msgspec.UNSET
    translations: MenuTranslations | msgspec.UnsetType | None = msgspec.UNSET
    sale_times: Annotated[list[SaleTime] | msgspec.UnsetType | None, limited(max_items=MAX_SALE_TIMES)] = msgspec.UNSET
    sale_times_for_section: bool | msgspec.UnsetType | None = msgspec.UNSET
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


SubjectId = Annotated[str, Meta(max_length=64)] | None
MAX_COUNT = 100_000


class StockCount(Struct, rename="camel"):
    """How many pieces of an item, or of one of its options, a stop has and how many are left."""

    menu_item_id: str
    option_id: str | None
    name: str
    initial: int
    remaining: int


class EarlierStock(Struct, rename="camel"):
    """The counts of the last stop before this one, at the same place, that had any. Staff may copy them."""

    stop_id: str
    starts_at: datetime
    counts: list[StockCount]


class OrderedPieces(Struct, rename="camel"):
    """How many pieces of an item, or of one of its options, are ordered or held by customers who are paying."""

    menu_item_id: str
    option_id: str | None
    name: str
    ordered: int


class StopStockAnswer(Struct, rename="camel"):
    """What is counted at a stop. Everything else on the menu is unlimited.

    `ordered` has all that customers have, counted or not: no count may be below it.
    """

    stop_id: str
    counts: list[StockCount]
    last: EarlierStock | None
    ordered: list[OrderedPieces]


class StockCountRequest(Struct, rename="camel"):
    """A count: of an option if `option_id` is sent, else of a menu item. `initial` wins over `remaining`."""

    menu_item_id: SubjectId = None
    option_id: SubjectId = None
    initial: int | UnsetType | None = UNSET
    remaining: int | UnsetType | None = UNSET


class StockRequest(Struct):
    """All counts of a stop. What is left out is unlimited again."""

    counts: Annotated[list[StockCountRequest], Meta(max_length=2000)]


class AdjustRequest(Struct, rename="camel"):
    """A correction during service: so many more or fewer pieces, or how many are left."""

    menu_item_id: SubjectId = None
    option_id: SubjectId = None
    by: int | UnsetType | None = UNSET
    remaining: int | UnsetType | None = UNSET
