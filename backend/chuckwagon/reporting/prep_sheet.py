"""The prep sheet of a stop: what it will likely need, by comparable earlier stops, orders and counted stock."""

from collections.abc import Sequence
from datetime import date, datetime
from fractions import Fraction
from math import floor
from statistics import median
from typing import Any, Literal, TypeVar

import sqlalchemy as sa
from msgspec import Struct, field
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.kit import clock
from chuckwagon.kit.errors import NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.menu.models import MenuItem, StopStock
from chuckwagon.orders.models import Order, OrderEvent, OrderLine, Refund
from chuckwagon.orders.refund_amount import count_refunded_pieces
from chuckwagon.orders.status import CANCELLED, COMPLETED, PREPARING, READY
from chuckwagon.schedule import models
from chuckwagon.schedule.models import Place, Stop
from chuckwagon.schedule.queries import STOP_NOT_FOUND
from chuckwagon.schedule.states import get_state
from chuckwagon.schedule.wall_clock import WEEKDAYS, to_local
from chuckwagon.trucks.models import Truck

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


MAX_COMPARED = 6


class EndedStop(Struct, frozen=True):
    """An ended stop: its ID, where it was, and the weekday (0 is Monday) on which it started there."""

    id: str
    place_id: str
    weekday: int


E = TypeVar("E", bound=EndedStop)


def choose_comparable(place_id: str, weekday: int, earlier: Sequence[E]) -> tuple[BasisKind, list[E]]:
    """Return (kind, stops): the last six stops at the same place and weekday, else at the place, else on the weekday.

    `earlier` are newest first. The first of these kinds with a stop counts, however few there are of it; "none" without
    any.
    """
    at_place = [one for one in earlier if one.place_id == place_id]
    both = [one for one in at_place if one.weekday == weekday]
    on_weekday = [one for one in earlier if one.weekday == weekday]
    kinds: tuple[tuple[BasisKind, list[E]], ...] = (
        ("place_and_weekday", both),
        ("place", at_place),
        ("weekday", on_weekday),
    )
    for kind, found in kinds:
        if found:
            return kind, found[:MAX_COMPARED]
    return "none", []


def expect_pieces(sold: Sequence[int]) -> tuple[int, int, int] | None:
    """Return (median, least, most) of the pieces sold; the median is rounded half up.

    None without a comparable stop.
    """
    if not sold:
        return None
    return floor(median(map(Fraction, sold)) + Fraction(1, 2)), min(sold), max(sold)


MAX_LOOKED_AT = 400  # of a truck's stops, newest first: more than a year of daily ones
Pieces = dict[str, int]
"""By the ID of a menu item, or `name:` and the name of a line item without one."""


class EarlierStop(EndedStop, frozen=True):
    """An ended stop with what the sheet shows of it. `local` is its start in the time zone of its place."""

    starts_at: datetime
    local: datetime
    place_name: str


def list_earlier(session: Session, stop: Stop, now: datetime) -> list[EarlierStop]:
    """The stops of the truck that ended before now and started before this one, newest first; no cancelled ones."""
    closes_at = sa.func.coalesce(Stop.ended_early_at, Stop.ends_at)
    is_over = (Stop.status == models.SCHEDULED, closes_at <= now, Stop.starts_at < stop.starts_at, Stop.id != stop.id)
    query = sa.select(Stop, Place).join(Place, Place.id == Stop.place_id)
    query = query.where(Stop.truck_id == stop.truck_id, *is_over)
    rows = session.execute(query.order_by(Stop.ends_at.desc(), Stop.id).limit(MAX_LOOKED_AT))
    return [_to_earlier(row, place) for row, place in rows]


def _to_earlier(row: Stop, place: Place) -> EarlierStop:
    local = to_local(row.starts_at, place.timezone)
    return EarlierStop(row.id, place.id, local.weekday(), row.starts_at, local, place.name)


def read_pieces(session: Session, stop_ids: Sequence[str]) -> dict[str, Pieces]:
    """The pieces ordered at each stop, by stop ID and item key.

    Cancelled orders are left out, and so are items that were refunded before the kitchen started; what was refunded
    later was cooked.
    """
    quantity = sa.func.sum(OrderLine.quantity)
    columns: tuple[Any, ...] = (Order.stop_id, OrderLine.menu_item_id, OrderLine.name, quantity)
    query = sa.select(*columns).join(OrderLine, OrderLine.order_id == Order.id)
    query = query.where(Order.stop_id.in_(stop_ids), Order.status != CANCELLED)
    found: dict[str, Pieces] = {stop_id: {} for stop_id in stop_ids}
    for stop_id, item_id, name, pieces in session.execute(query.group_by(*columns[:3])):
        key = item_id or f"name:{name}"
        found[stop_id][key] = found[stop_id].get(key, 0) + int(pieces)
    for stop_id, key, pieces in _list_never_made(session, stop_ids):
        found[stop_id][key] -= pieces
    return found


def _list_never_made(session: Session, stop_ids: Sequence[str]) -> list[tuple[str, str, int]]:
    """(stop ID, item key, pieces) of line items that were refunded before the kitchen started their order."""
    started = sa.exists().where(
        OrderEvent.order_id == Refund.order_id,
        OrderEvent.status.in_((PREPARING, READY, COMPLETED)),
        OrderEvent.at <= Refund.created_at,
    )
    query = sa.select(Order.id, Order.stop_id, Refund.lines, Refund.status).join(Refund, Refund.order_id == Order.id)
    query = query.where(Order.stop_id.in_(stop_ids), Order.status != CANCELLED, ~started)
    refunds = [row for row in session.execute(query) if row.lines]
    columns: tuple[Any, ...] = (OrderLine.order_id, OrderLine.position, OrderLine.menu_item_id, OrderLine.name)
    of_orders = OrderLine.order_id.in_({row.id for row in refunds})
    keys = {
        (order_id, position): item_id or f"name:{name}"
        for order_id, position, item_id, name in (
            session.execute(sa.select(*columns).where(of_orders)) if refunds else ()
        )
    }
    return [
        (row.stop_id, keys[row.id, index], pieces)
        for row in refunds
        for index, pieces in count_refunded_pieces([row]).items()
    ]


def read_counts(session: Session, stop_ids: Sequence[str]) -> dict[str, dict[str, tuple[int, int]]]:
    """Return (counted pieces, taken pieces), by stop ID and menu item ID.

    Options and what is not counted are left out.
    """
    counted = (StopStock.stop_id.in_(stop_ids), StopStock.is_option.is_(False), StopStock.initial.is_not(None))
    found: dict[str, dict[str, tuple[int, int]]] = {stop_id: {} for stop_id in stop_ids}
    for row in session.scalars(sa.select(StopStock).where(*counted)):
        found[row.stop_id][row.subject_id] = (row.initial or 0, row.taken)
    return found


def list_items(session: Session, truck_id: str, ordered: Pieces) -> list[tuple[str, str, str]]:
    """Return (key, name, section) of each item of the menu, in its order, then of others that are pre-ordered.

    `ordered` are the stop's pre-ordered pieces.
    """
    columns = (MenuItem.id, MenuItem.name, MenuItem.section)
    on_menu = sa.select(*columns).where(MenuItem.truck_id == truck_id, MenuItem.archived_at.is_(None))
    order = (MenuItem.position, MenuItem.name, MenuItem.id)
    found = [(row.id, row.name, row.section) for row in session.execute(on_menu.order_by(*order))]
    others = set(ordered) - {key for key, _, _ in found}
    archived = session.execute(sa.select(*columns).where(MenuItem.id.in_(others)).order_by(*order))
    found += [(row.id, row.name, row.section) for row in archived]
    return found + [(key, key.removeprefix("name:"), "") for key in sorted(others) if key.startswith("name:")]


def build_prep_sheet(session: Session, actor: Actor, stop_id: str) -> PrepSheet:
    """Forecast how many pieces of each menu item a stop needs, from comparable earlier stops.

    The stop may have any status. For staff of its truck. Raises NotFound, and NotAllowed for another truck's stop.
    """
    stop = session.get(Stop, stop_id) if is_id(stop_id) else None
    if stop is None:
        raise NotFound(STOP_NOT_FOUND)
    authorize(actor, Action.VIEW_ANALYTICS, stop.truck_id)
    place, truck = session.get_one(Place, stop.place_id), session.get_one(Truck, stop.truck_id)
    now = clock.now()
    starts, ends = (to_local(at, place.timezone) for at in (stop.starts_at, stop.ends_at))
    kind, compared = choose_comparable(place.id, starts.weekday(), list_earlier(session, stop, now))
    pieces = read_pieces(session, [stop.id, *(one.id for one in compared)])
    return PrepSheet(
        stop_id=stop.id,
        truck_id=truck.id,
        truck_name=truck.name,
        place_name=place.name,
        timezone=place.timezone,
        state=get_state(stop, now),
        starts_at=stop.starts_at,
        ends_at=stop.ends_at,
        date=starts.date(),
        start_time=f"{starts:%H:%M}",
        end_time=f"{ends:%H:%M}",
        basis=Basis(kind, list(WEEKDAYS)[starts.weekday()], [_to_comparable(one, pieces[one.id]) for one in compared]),
        items=_list_items(session, stop, compared, pieces),
    )


def _to_comparable(one: EarlierStop, pieces: Pieces) -> ComparableStop:
    return ComparableStop(one.id, one.starts_at, one.local.date(), one.place_name, sum(pieces.values()))


def _list_items(session: Session, stop: Stop, compared: list[EarlierStop], pieces: dict[str, Pieces]) -> list[PrepItem]:
    counts = read_counts(session, list(pieces))
    ordered = pieces[stop.id]
    found = []
    for key, name, section in list_items(session, stop.truck_id, ordered):
        expected = expect_pieces([pieces[one.id].get(key, 0) for one in compared]) or (None, None, None)
        ran_out = [one for one in compared if (count := counts[one.id].get(key)) and count[1] >= count[0]]
        counted = counts[stop.id].get(key)
        found.append(
            PrepItem(
                menu_item_id=None if key.startswith("name:") else key,
                name=name,
                section=section,
                expected=expected[0],
                low=expected[1],
                high=expected[2],
                preordered=ordered.get(key, 0),
                counted=counted[0] if counted else None,
                sold_out_stops=len(ran_out),
            )
        )
    return found
