"""JSON of the counted stock of a stop."""

from datetime import datetime
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

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
