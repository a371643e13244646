"""The lists of orders: what they are filtered by, how they are sorted, and page by page by key."""

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.core import paging
from chuckwagon.core.db import table_of
from chuckwagon.core.errors import InvalidInput
from chuckwagon.orders import status as statuses
from chuckwagon.orders.counts import count_all
from chuckwagon.orders.models import Order
from chuckwagon.orders.phones import us_e164
from chuckwagon.orders.queries import show_orders
from chuckwagon.orders.schemas import OrderPage, read_instant
from chuckwagon.orders.search import match_text, typed_number
from chuckwagon.trucks.models import DEFAULT_TIMEZONE, Truck

_orders = table_of(Order)
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
    if customer_id is not None:
        conditions.insert(0, Order.customer_id == customer_id)
    if truck is not None:
        conditions.insert(0, Order.truck_id == truck.id)
    limit = paging.clamp(asked.limit)
    if _is_looked_for(asked):
        return _look_through(session, asked, conditions, limit)
    total, is_exact = _total(session, truck, asked, conditions, customer_id)
    rows = session.execute(_page(asked, conditions).limit(limit + 1)).all()
    end = rows[limit - 1] if len(rows) > limit else None
    return OrderPage(show_orders(session, rows[:limit]), total, is_exact, _cursor(asked, end))


def _is_looked_for(asked: OrderQuery) -> bool:
    """Whether the text is a part of a name or of a phone, which no index finds."""
    text = (asked.search or "").strip()
    return bool(text) and us_e164(text) is None and not _is_number(text)


def _is_number(text: str) -> bool:
    return typed_number(text) is not None and text.strip().startswith("#")


def _look_through(
    session: Session, asked: OrderQuery, conditions: list[sa.ColumnElement[bool]], limit: int
) -> OrderPage:
    """A page of what is looked for: through so many orders in the order of the list, and on from there."""
    *narrow, is_found = conditions
    window = _page(asked, narrow).limit(paging.MOST_SEARCHED).with_only_columns(_orders.c.id).subquery()
    seen = _page(asked, [Order.id.in_(sa.select(window.c.id))], is_first=True)
    rows = session.execute(seen.where(is_found).limit(limit + 1)).all()
    end = rows[limit - 1] if len(rows) > limit else None
    if end is None:
        end = session.execute(_page(asked, narrow).offset(paging.MOST_SEARCHED - 1).limit(1)).first()
    whole = _page(asked, narrow, is_first=True).limit(paging.MOST_SEARCHED + 1)
    ids = whole.with_only_columns(_orders.c.id).subquery()
    total, _ = paging.count(session, sa.select(Order.id).where(Order.id.in_(sa.select(ids.c.id)), is_found))
    all_seen = session.scalar(sa.select(sa.func.count()).select_from(ids)) or 0
    is_exact = all_seen <= paging.MOST_SEARCHED
    return OrderPage(show_orders(session, rows[:limit]), total, is_exact, _cursor(asked, end))


def _total(
    session: Session,
    truck: Truck | None,
    asked: OrderQuery,
    conditions: list[sa.ColumnElement[bool]],
    customer_id: str | None,
) -> tuple[int, bool]:
    """Counted, so far as it goes, only where more than the status narrows the list; the rest is kept."""
    if customer_id or asked.since or asked.until or (asked.search or "").strip():
        return paging.count(session, sa.select(Order.id).where(*conditions))
    return count_all(session, truck.id if truck else None, asked.status or None), True


def _page(
    asked: OrderQuery, conditions: list[sa.ColumnElement[bool]], *, is_first: bool = False
) -> sa.Select[Any]:
    column = _COLUMNS[asked.sort_field]
    query = sa.select(*_orders.c).where(*conditions)
    mark = None if is_first else paging.read_cursor(asked.cursor, _order_name(asked))
    if mark is not None:
        is_instant = asked.sort_field in ("createdAt", "pickupTime")
        place = paging.instant_at(mark.place) if is_instant else mark.place
        here = sa.tuple_(column, Order.id)
        there = sa.tuple_(sa.literal(place, column.type), sa.literal(mark.id))
        query = query.where(here > there if asked.sort_order == "asc" else here < there)
    direction = DIRECTIONS[asked.sort_order]
    return query.order_by(direction(column), direction(Order.id))


def _cursor(asked: OrderQuery, last: Any) -> str | None:
    if last is None:
        return None
    places: dict[str, Callable[[], int]] = {
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
    """A whole number with its sign and a whole phone are looked up; anything else is looked for."""
    number = typed_number(text)
    if number is not None and text.strip().startswith("#"):
        # Truck by truck, for that is how the numbers are given out and indexed.
        return sa.and_(Order.order_number == number, Order.truck_id.in_(sa.select(Truck.id)))
    phone = us_e164(text)
    if phone is not None:
        return Order.customer_phone == phone
    found = match_text(text, [Order.customer_name], Order.customer_phone)
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
