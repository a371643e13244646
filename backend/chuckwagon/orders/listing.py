"""The lists of orders: what they are filtered by, how they are sorted, and page by page by key."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.core import paging
from chuckwagon.core.errors import InvalidInput
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import Order
from chuckwagon.orders.queries import show_orders
from chuckwagon.orders.schemas import OrderPage, read_instant
from chuckwagon.orders.search import match_text, typed_number
from chuckwagon.trucks.models import DEFAULT_TIMEZONE, Truck

DIRECTIONS: dict[str, Any] = {"asc": sa.asc, "desc": sa.desc}

# An order from the window is wanted when it is made, so it has a place among the pickup times too.
_WANTED_AT = sa.func.coalesce(Order.pickup_at, Order.created_at)
_COLUMNS: dict[str, Any] = {
    "createdAt": Order.created_at,
    "orderNumber": Order.order_number,
    "total": Order.total_cents,
    "pickupTime": _WANTED_AT,
}


class OrderQuery(Struct, frozen=True, kw_only=True):
    """What a list is asked for, as the address says it."""

    status: str | None = None
    search: str | None = None
    since: str | None = None
    until: str | None = None
    sort_field: str = "createdAt"
    sort_order: str = "desc"
    limit: int | None = None
    cursor: str | None = None


def list_orders(
    session: Session, truck: Truck | None, asked: OrderQuery, customer_id: str | None = None
) -> OrderPage:
    """One page of the truck's orders (None: of all trucks), of one customer if named. Raises InvalidInput."""
    _require_one_of("sortField", asked.sort_field, _COLUMNS)
    _require_one_of("sortOrder", asked.sort_order, DIRECTIONS)
    conditions = _conditions(truck, asked)
    if truck is not None:
        conditions.append(Order.truck_id == truck.id)
    if customer_id is not None:
        conditions.append(Order.customer_id == customer_id)
    total = session.scalar(sa.select(sa.func.count()).select_from(Order).where(*conditions)) or 0
    limit = paging.clamp(asked.limit)
    rows = list(session.scalars(_page(asked, conditions).limit(limit + 1)))
    orders, more = rows[:limit], len(rows) > limit
    return OrderPage(show_orders(session, orders), total, _cursor(asked, orders[-1]) if more else None)


def _page(asked: OrderQuery, conditions: list[sa.ColumnElement[bool]]) -> sa.Select[Order]:
    column = _COLUMNS[asked.sort_field]
    query = sa.select(Order).where(*conditions)
    mark = paging.read_cursor(asked.cursor, _order_name(asked))
    if mark is not None:
        is_instant = asked.sort_field in ("createdAt", "pickupTime")
        place = paging.instant_at(mark.place) if is_instant else mark.place
        here = sa.tuple_(column, Order.id)
        there = sa.tuple_(sa.literal(place, column.type), sa.literal(mark.id))
        query = query.where(here > there if asked.sort_order == "asc" else here < there)
    direction = DIRECTIONS[asked.sort_order]
    return query.order_by(direction(column), direction(Order.id))


def _cursor(asked: OrderQuery, last: Order) -> str:
    places = {
        "createdAt": lambda: paging.place_of(last.created_at),
        "pickupTime": lambda: paging.place_of(last.pickup_at or last.created_at),
        "orderNumber": lambda: last.order_number,
        "total": lambda: last.total_cents,
    }
    return paging.write_cursor(paging.Mark(_order_name(asked), places[asked.sort_field](), last.id))


def _order_name(asked: OrderQuery) -> str:
    return f"{asked.sort_field}:{asked.sort_order}"


def _conditions(truck: Truck | None, asked: OrderQuery) -> list[sa.ColumnElement[bool]]:
    found: list[sa.ColumnElement[bool]] = []
    if asked.status:
        _require_one_of("status", asked.status, statuses.NEXT)
        found.append(Order.status == asked.status)
    zone = ZoneInfo(truck.timezone if truck else DEFAULT_TIMEZONE)
    if asked.since:
        found.append(Order.created_at >= _bound("from", asked.since, zone))
    if asked.until:
        found.append(Order.created_at < _bound("to", asked.until, zone, is_end=True))
    if asked.search and asked.search.strip():
        found.append(_search(asked.search))
    return found


def _search(text: str) -> sa.ColumnElement[bool]:
    found = match_text(text, [Order.customer_name], Order.customer_phone)
    number = typed_number(text)
    return found if number is None else sa.or_(found, Order.order_number == number)


def _bound(name: str, text: str, zone: ZoneInfo, *, is_end: bool = False) -> datetime:
    """An instant, or a whole day on the truck's clock; as an end it is the first moment that is too late."""
    instant = read_instant(text)
    try:
        if instant is not None:
            return instant + timedelta(milliseconds=1) if is_end else instant
        day = date.fromisoformat(text) + timedelta(days=1 if is_end else 0)
        return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)
    except (ValueError, OverflowError):
        sentence = "Send a day such as 2026-07-01, or an instant such as 2026-07-01T19:30:00Z."
        raise _invalid(name, sentence) from None


def _require_one_of(name: str, given: str, choices: Iterable[str]) -> None:
    if given not in choices:
        raise _invalid(name, f"Choose one of {', '.join(choices)}.")


def _invalid(name: str, sentence: str) -> InvalidInput:
    return InvalidInput(f"{name}: {sentence}", fields={name: sentence})
