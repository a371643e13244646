"""Lists of orders with filters, a search box, sorting and keyset pagination."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.customers.search import clean_search, phone_digits
from chuckwagon.db.database import fetch_named_rows, table_of
from chuckwagon.kit.errors import invalid_parameter
from chuckwagon.kit.sentences import Sentence, choose_one_of
from chuckwagon.kit.validation import search_for, us_e164
from chuckwagon.orders import status as statuses
from chuckwagon.orders.counts import count_with_status
from chuckwagon.orders.models import DUE, IS_DUE, Order, OrderRow, Refund
from chuckwagon.orders.queries import load_staff_orders
from chuckwagon.orders.schemas import OrderPage, parse_instant
from chuckwagon.trucks.models import DEFAULT_TIMEZONE, Truck
from chuckwagon.web import pagination

OrderMatcher = Callable[[str | None, str | None, int], bool]


def parse_search(text: str) -> OrderMatcher:
    """Return whether a name, phone and order number are meant by the text.

    The name has all its words, or the phone its digits; digits alone may be the order number too. It is compared in
    Python, because the two databases fold letters differently. Raises InvalidInput for a text that is too long or
    unprintable.
    """
    text = clean_search(text)
    has_words, digits, number = search_for(text), phone_digits(text), parse_order_number(text)

    def is_meant(name: str | None, phone: str | None, order_number: int) -> bool:
        return order_number == number or has_words(name or "") or (digits != "" and digits in (phone or ""))

    return is_meant


def parse_offline_number(text: str) -> str | None:
    """The number of an order that was taken without network in `A-12`, `a-12` or `#A-12`; None for any other text."""
    match = re.fullmatch("#? ?([A-Za-z]{1,3}-[1-9][0-9]{0,5})", text.strip())
    return match[1].upper() if match else None


def parse_order_number(text: str) -> int | None:
    """The order number in `#101` or `101`; None for any other text."""
    match = re.fullmatch("#? ?([0-9]{1,12})", text.strip())
    return int(match[1]) if match else None


_orders = table_of(Order)
DIRECTIONS: dict[str, Any] = {"asc": sa.asc, "desc": sa.desc}
DAY_OR_INSTANT_INVALID = Sentence(
    "Send a day such as 2026-07-01, or an instant such as 2026-07-01T19:30:00Z.", "day_or_instant_invalid"
)
# An order from the counter has no pickup time and is wanted at once, so it sorts by the time it was placed.
_WANTED_AT = sa.func.coalesce(_orders.c.pickup_at, _orders.c.created_at)
_COLUMNS: dict[str, Any] = {
    "createdAt": _orders.c.created_at,
    "orderNumber": _orders.c.order_number,
    "total": _orders.c.total_cents,
    "pickupTime": _WANTED_AT,
}


class OrderQuery(Struct, frozen=True, kw_only=True):
    """The query parameters of a list, not yet checked."""

    status: str | None = None
    pay_out: str | None = None
    search: str | None = None
    since: str | None = None
    until: str | None = None
    sort_field: str = "createdAt"
    sort_order: str = "desc"
    limit: int | None = None
    cursor: str | None = None


def list_orders(session: Session, truck: Truck | None, params: OrderQuery, customer_id: str | None = None) -> OrderPage:
    """One page of the orders for staff of a truck (None: of all trucks) and customer (None: of all).

    Raises InvalidInput for an unknown status, state of a pay-out, sort field or order, a malformed bound or search
    text, and another list's cursor.
    """
    _require_one_of("sortField", params.sort_field, _COLUMNS)
    _require_one_of("sortOrder", params.sort_order, DIRECTIONS)
    conditions = _conditions(truck, params)
    if customer_id is not None:
        conditions.insert(0, _orders.c.customer_id == customer_id)
    if truck is not None:
        conditions.insert(0, _orders.c.truck_id == truck.id)
    limit = pagination.clamp_limit(params.limit)
    if _needs_scan(params):
        return _scan_page(session, params, conditions, limit)
    total, is_exact = _total(session, truck, params, conditions, customer_id)
    rows = fetch_named_rows(session.execute(_page(params, conditions).limit(limit + 1)))
    last = rows[limit - 1] if len(rows) > limit else None
    return _to_page(session, params, rows[:limit], last, (total, is_exact))


def _to_page(
    session: Session, params: OrderQuery, rows: Sequence[OrderRow], last: OrderRow | None, total: tuple[int, bool]
) -> OrderPage:
    cursor = None if last is None else _cursor(params, last)
    return OrderPage(load_staff_orders(session, rows) if rows else [], *total, cursor)


def _needs_scan(params: OrderQuery) -> bool:
    """True when the search text is a part of a name or phone number, which no index can find."""
    text = (params.search or "").strip()
    is_exact = us_e164(text) is not None or _is_order_number(text) or parse_offline_number(text) is not None
    return bool(text) and not is_exact


def _is_order_number(text: str) -> bool:
    return parse_order_number(text) is not None and text.strip().startswith("#")


def _scan_page(session: Session, params: OrderQuery, filters: list[sa.ColumnElement[bool]], limit: int) -> OrderPage:
    """One page of matches among the next `MAX_SEARCHED` orders of the list; the cursor continues after those."""
    matches = _find_matches(session, params, filters)
    is_full = len(matches) > limit
    # The first page needs the end for the total; a later one only if it is not full, to go on after the window.
    window_end = [] if is_full and params.cursor else _list_window_end(session, params, filters)
    shown, last_id = matches[:limit], matches[limit - 1] if is_full else next(iter(window_end), None)
    ids = {*shown, last_id} - {None}
    rows = fetch_named_rows(session.execute(_page(params, [_orders.c.id.in_(ids)], is_first=True))) if ids else []
    last = next((row for row in rows if row.id == last_id), None)
    if params.cursor:  # the total describes the first window on every page
        first_page = msgspec.structs.replace(params, cursor=None)
        matches = _find_matches(session, first_page, filters)
        window_end = _list_window_end(session, first_page, filters)
    total = len(matches), len(window_end) < 2
    return _to_page(session, params, [row for row in rows if row.id in shown], last, total)


def _list_window_end(session: Session, params: OrderQuery, filters: list[sa.ColumnElement[bool]]) -> list[str]:
    """IDs of the last of the next `MAX_SEARCHED` orders and of the one after it; empty if there are fewer orders."""
    end = _page(params, filters).with_only_columns(_orders.c.id).offset(pagination.MAX_SEARCHED - 1).limit(2)
    return list(session.scalars(end))


def _find_matches(session: Session, params: OrderQuery, filters: list[sa.ColumnElement[bool]]) -> list[str]:
    """IDs of the matches among the next `MAX_SEARCHED` orders, in the list's order. Each order is read once."""
    searched = (_orders.c.id, _orders.c.customer_name, _orders.c.customer_phone, _orders.c.order_number)
    window = _page(params, filters).with_only_columns(*searched).limit(pagination.MAX_SEARCHED)
    is_meant = parse_search(params.search or "")
    return [row.id for row in session.execute(window) if is_meant(*row[1:])]


def _total(
    session: Session,
    truck: Truck | None,
    params: OrderQuery,
    conditions: list[sa.ColumnElement[bool]],
    customer_id: str | None,
) -> tuple[int, bool]:
    """Return (total, is_exact). A list that is filtered by status only uses the stored counts."""
    if customer_id or params.pay_out or params.since or params.until or (params.search or "").strip():
        return pagination.count_rows(session, sa.select(_orders.c.id).where(*conditions))
    return count_with_status(session, truck.id if truck else None, params.status or None), True


def _page(params: OrderQuery, conditions: list[sa.ColumnElement[bool]], *, is_first: bool = False) -> sa.Select[Any]:
    column = _COLUMNS[params.sort_field]
    query = sa.select(_orders).where(*conditions)
    cursor = None if is_first else pagination.decode_cursor(params.cursor, _sort_name(params))
    if cursor is not None:
        is_instant = params.sort_field in ("createdAt", "pickupTime")
        value = pagination.from_sort_key(cursor.sort_key) if is_instant else cursor.sort_key
        row_key = sa.tuple_(column, _orders.c.id)
        cursor_key = sa.tuple_(sa.literal(value, column.type), sa.literal(cursor.id))
        query = query.where(row_key > cursor_key if params.sort_order == "asc" else row_key < cursor_key)
    direction = DIRECTIONS[params.sort_order]
    return query.order_by(direction(column), direction(_orders.c.id))


def _cursor(params: OrderQuery, last: OrderRow) -> str:
    values: dict[str, Callable[[], int]] = {
        "createdAt": lambda: pagination.to_sort_key(last.created_at),
        "pickupTime": lambda: pagination.to_sort_key(last.pickup_at or last.created_at),
        "orderNumber": lambda: last.order_number,
        "total": lambda: last.total_cents,
    }
    return pagination.encode_cursor(pagination.KeysetCursor(_sort_name(params), values[params.sort_field](), last.id))


def _sort_name(params: OrderQuery) -> str:
    return f"{params.sort_field}:{params.sort_order}"


def _conditions(truck: Truck | None, params: OrderQuery) -> list[sa.ColumnElement[bool]]:
    conditions: list[sa.ColumnElement[bool]] = []
    if params.status:
        _require_one_of("status", params.status, statuses.NEXT_STATUSES)
        conditions.append(_orders.c.status == params.status)
    zone = ZoneInfo(truck.timezone if truck else DEFAULT_TIMEZONE)
    if params.since:
        conditions.append(_orders.c.created_at >= _bound("from", params.since, zone))
    if params.until:
        conditions.append(_orders.c.created_at < _bound("to", params.until, zone, is_end=True))
    if params.pay_out:
        _require_one_of("payOut", params.pay_out, (DUE,))
        # The condition as text, because SQLite finds its partial index by that.
        conditions.append(_orders.c.id.in_(sa.select(Refund.order_id).where(IS_DUE)))
    if params.search and params.search.strip() and not _needs_scan(params):
        conditions.append(_find_exactly(params.search))
    return conditions


def _find_exactly(text: str) -> sa.ColumnElement[bool]:
    """SQL condition: `#101` is the order number, `A-12` what was told without network, a complete number the phone."""
    # The subquery of all trucks makes the database use the unique index on truck and number.
    of_any_truck = _orders.c.truck_id.in_(sa.select(Truck.id))
    if offline_number := parse_offline_number(text):
        return sa.and_(_orders.c.offline_number == offline_number, of_any_truck)
    if _is_order_number(text):
        return sa.and_(_orders.c.order_number == parse_order_number(text), of_any_truck)
    has_phone: sa.ColumnElement[bool] = _orders.c.customer_phone == us_e164(text)
    return has_phone


def _bound(name: str, text: str, zone: ZoneInfo, *, is_end: bool = False) -> datetime:
    """The instant of a bound, given as an instant or a day in the time zone; with `is_end`, the first one after it.

    Raises InvalidInput for the parameter `name`.
    """
    instant = parse_instant(text)
    try:
        if instant is not None:
            return instant + timedelta(milliseconds=1) if is_end else instant
        day = date.fromisoformat(text) + timedelta(days=1 if is_end else 0)
        return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)
    except (ValueError, OverflowError):
        raise invalid_parameter(name, DAY_OR_INSTANT_INVALID) from None


def _require_one_of(name: str, value: str, choices: Iterable[str]) -> None:
    if value not in choices:
        raise invalid_parameter(name, choose_one_of(tuple(choices)))
