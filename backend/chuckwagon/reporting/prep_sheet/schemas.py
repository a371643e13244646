"""JSON of the prep sheet."""

from datetime import date, datetime
from typing import Literal

from msgspec import Struct, field

BasisKind = Literal["place_and_weekday", "place", "weekday", "none"]


class ComparableStop(Struct, rename="camel"):
    """An ended stop that the expectation is based on, with all pieces ordered there. The date is on its own clock."""

    id: str = field(name="_id")
    starts_at: datetime
    date: date
    place_name: str
    pieces: int


class Basis(Struct, rename="camel"):
    """What makes the stops comparable, and which they are, newest first: at most six. `weekday` is `mon` to `sun`."""

    kind: BasisKind
    weekday: str
    stops: list[ComparableStop]


class PrepItem(Struct, rename="camel", kw_only=True):
    """A menu item. `expected` is the median of the comparable stops, between `low` and `high`; null without one.

    `preordered` are pieces that are ordered for this stop already, `counted` how many of it the stop has, if it is
    counted. At `sold_out_stops` of the comparable stops the counted pieces ran out, so more might have been sold.
    """

    menu_item_id: str | None
    name: str
    section: str
    expected: int | None
    low: int | None
    high: int | None
    preordered: int
    counted: int | None
    sold_out_stops: int


class PrepSheet(Struct, rename="camel", kw_only=True):
    """What to prepare for a stop, in the state of the instant. Date and times are on the clock of its place."""

    stop_id: str
    truck_id: str
    truck_name: str
    place_name: str
    timezone: str
    state: str
    starts_at: datetime
    ends_at: datetime
    date: date
    start_time: str
    end_time: str
    basis: Basis
    items: list[PrepItem]
