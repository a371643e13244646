"""Reads what a prep sheet is made of: earlier stops, the pieces ordered at stops, and counted stock."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.menu.models import MenuItem, StopStock
from chuckwagon.orders.board.status import CANCELLED, COMPLETED, PREPARING, READY
from chuckwagon.orders.models import Order, OrderEvent, OrderLine, Refund
from chuckwagon.orders.refunds.refund_amount import count_refunded_pieces
from chuckwagon.reporting.prep_sheet.forecast import EndedStop
from chuckwagon.schedule import models
from chuckwagon.schedule.models import Place, Stop
from chuckwagon.schedule.wall_clock import to_local

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
