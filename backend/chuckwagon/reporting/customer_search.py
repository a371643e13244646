"""Customers: one row per phone number, from the orders in the caller's scope only.

Name and e-mail are those of the newest order in the scope, so that one truck never sees what a customer entered at
another. A search also finds what the customer entered at this truck earlier. `orders` counts all orders, cancelled
ones too; `total spent` counts sales only. The writes keep these values (`orders/counts.py`).

A search matches the starts of words, or the last ten, seven or four digits of the phone. A rare word is looked up
in an index, and among the few customers that the worker has not indexed yet. For a frequent word, a page searches a
limited number of customers and returns a cursor.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from msgspec import Struct, field
from sqlalchemy.orm import Session

from chuckwagon.customers.models import IS_NOT_INDEXED, Customer, CustomerWord, TruckCustomer
from chuckwagon.customers.search import parse_search_words
from chuckwagon.db.database import table_of
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.decoding import copy_fields
from chuckwagon.kit.errors import NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.money import to_dollars
from chuckwagon.kit.sentences import CUSTOMER_UNKNOWN
from chuckwagon.kit.validation import format_us_phone
from chuckwagon.orders.erasure import phone_unless_erased
from chuckwagon.schedule.wall_clock import to_local
from chuckwagon.trucks.models import Truck
from chuckwagon.web import pagination

COLUMNS = ("Name", "Phone", "E-mail", "Orders", "Total spent", "Last order day", "Last order time", "Last order")
NEWEST_FIRST = "lastOrderAt:desc"
MAX_RARE_WORD_MATCHES = 500
MAX_CHARACTER = "\U0010ffff"  # sorts after every letter, also in UTF-8


class CustomerEntry(Struct, rename="camel"):
    """A customer as the truck knows them; the total in dollars."""

    id: str = field(name="_id")
    name: str
    phone: str
    email: str | None
    order_count: int
    total_spent: float
    last_order_at: str


class CustomerPage(Struct, rename="camel"):
    """A page of customers, their total number, and the cursor of the next page.

    If `total_is_exact` is false, there may be more.
    """

    customers: list[CustomerEntry]
    total: int
    total_is_exact: bool
    next_cursor: str | None


class _CustomerTable:
    """The table and columns of the customers of one truck, or of all trucks."""

    def __init__(self, truck: Truck | None) -> None:
        self.truck = truck
        columns = table_of(Customer if truck is None else TruckCustomer).c
        self.id = columns.id if truck is None else columns.customer_id
        self.words, self.last_order_at = columns.words, columns.last_order_at
        self._columns = (
            self.id.label("id"), columns.name, columns.phone, columns.email, columns.words,
            columns.order_count, columns.spent_cents, columns.last_order_at,
        )  # fmt: skip
        self._in_scope = columns.last_order_at.is_not(None) if truck is None else columns.truck_id == truck.id

    def select(self, *conditions: sa.ColumnElement[bool]) -> sa.Select[Any]:
        """Select the customers in the scope that match the conditions, unordered."""
        return sa.select(*self._columns).where(self._in_scope, *conditions)

    def build_newest_first_query(
        self, after: pagination.KeysetCursor | None, *conditions: sa.ColumnElement[bool]
    ) -> sa.Select[Any]:
        """Build the query of the customers after the cursor, newest order first, without a limit.

        Raises InvalidInput for a cursor whose instant is out of range.
        """
        query = self.select(*conditions).order_by(self.last_order_at.desc(), self.id.desc())
        if after is None:
            return query
        there = sa.literal(pagination.from_sort_key(after.sort_key), self.last_order_at.type), sa.literal(after.id)
        return query.where(sa.tuple_(self.last_order_at, self.id) < sa.tuple_(*there))


def list_customer_page(
    session: Session, truck: Truck | None, search: str | None, limit: int | None, cursor: str | None
) -> CustomerPage:
    """Return a page of the truck's customers (None: of all trucks), newest order first.

    Raises InvalidInput for a search text that is too long or unprintable, and for another list's cursor.
    """
    table, page_size = _CustomerTable(truck), pagination.clamp_limit(limit)
    words, after = _parse_search(search), pagination.decode_cursor(cursor, NEWEST_FIRST)
    conditions: list[sa.ColumnElement[bool]] = []
    if words:
        ids = _find_by_rare_word(session, table, words)
        if ids is None:
            return _search_newest(session, table, words, after, page_size)
        conditions = [table.id.in_(ids), *_match_word_starts(table.words, words)]
    elif words is not None:
        return CustomerPage([], 0, total_is_exact=True, next_cursor=None)
    total, is_exact = pagination.count_rows(session, table.select(*conditions))
    rows = session.execute(table.build_newest_first_query(after, *conditions).limit(page_size + 1)).all()
    end = rows[page_size - 1] if len(rows) > page_size else None
    return CustomerPage(list(map(_to_entry, rows[:page_size])), total, is_exact, _write_cursor(end))


def list_all_customers(session: Session, truck: Truck | None, search: str | None) -> list[CustomerEntry]:
    """List all matching customers for a CSV file, newest order first, without a limit.

    Raises InvalidInput for a search text that is too long or unprintable.
    """
    table, words = _CustomerTable(truck), _parse_search(search)
    if words is not None and not words:
        return []
    found = table.build_newest_first_query(None, *_match_word_starts(table.words, words or []))
    return list(map(_to_entry, session.execute(found)))


def customer_csv_row(customer: CustomerEntry, zone: str) -> tuple[object, ...]:
    """Return a CSV row, in the order of COLUMNS; the last order on the clock of the zone, and as an instant last."""
    spent = f"{customer.total_spent:.2f}"
    phone = format_us_phone(customer.phone)
    local = to_local(datetime.fromisoformat(customer.last_order_at), zone)
    last = (f"{local:%Y-%m-%d}", f"{local:%H:%M}", customer.last_order_at)
    return (customer.name, phone, customer.email, customer.order_count, spent, *last)


def get_customer(session: Session, truck: Truck | None, customer_id: str) -> CustomerEntry:
    """Return a customer who has ordered at the truck (None: at any truck). Raises NotFound."""
    table = _CustomerTable(truck)
    query = table.select(table.id == customer_id)
    row = session.execute(query).one_or_none() if is_id(customer_id) else None
    if row is None:
        raise NotFound(CUSTOMER_UNKNOWN)
    return _to_entry(row)


def _parse_search(search: str | None) -> list[str] | None:
    """Return the words of the search; None for an empty search, an empty list for one without words."""
    return parse_search_words(search) if search and search.strip() else None


def _find_by_rare_word(session: Session, table: _CustomerTable, words: list[str]) -> set[str] | None:
    """Return the IDs of the customers with a word that starts with the first rare one of `words`.

    Rare means at most MAX_RARE_WORD_MATCHES matches. The longest words come first, since they are likely the rarest.
    None if no word is rare.
    """
    word, new = table_of(CustomerWord).c, table_of(TruckCustomer).c
    here, new_here = (sa.true() if table.truck is None else it.truck_id == table.truck.id for it in (word, new))
    for start in words:
        indexed = sa.select(word.customer_id).where(here, word.word >= start, word.word < start + MAX_CHARACTER)
        waiting = sa.select(new.customer_id).where(new_here, IS_NOT_INDEXED, *_match_word_starts(new.words, [start]))
        matches = sa.union_all(indexed, waiting)
        found = session.scalars(matches.limit(MAX_RARE_WORD_MATCHES + 1)).all()
        if len(found) <= MAX_RARE_WORD_MATCHES:
            return set(found)
    return None


def _search_newest(
    session: Session, table: _CustomerTable, words: list[str], after: pagination.KeysetCursor | None, page_size: int
) -> CustomerPage:
    """Return a page of matches among the newest MAX_SEARCHED customers after the cursor."""
    window = table.build_newest_first_query(after).limit(pagination.MAX_SEARCHED).subquery()
    searched = sa.select(window).order_by(window.c.last_order_at.desc(), window.c.id.desc())
    rows = session.execute(searched.where(*_match_word_starts(window.c.words, words)).limit(page_size + 1)).all()
    end = rows[page_size - 1] if len(rows) > page_size else None
    if end is None:
        end = session.execute(searched.offset(pagination.MAX_SEARCHED - 1)).first()
    whole = table.build_newest_first_query(None).limit(pagination.MAX_SEARCHED).subquery()
    total, _ = pagination.count_rows(session, sa.select(whole).where(*_match_word_starts(whole.c.words, words)))
    return CustomerPage(
        list(map(_to_entry, rows[:page_size])), total, total_is_exact=False, next_cursor=_write_cursor(end)
    )


def _match_word_starts(words: Any, starts: Sequence[str]) -> list[sa.ColumnElement[bool]]:
    """SQL conditions: each of `starts` begins a word. Stored words have a space in front.

    Parsed words contain no LIKE wildcard.
    """
    return [words.like(f"% {word}%") for word in starts]


def _write_cursor(row: Any) -> str | None:
    if row is None:
        return None
    return pagination.encode_cursor(
        pagination.KeysetCursor(NEWEST_FIRST, pagination.to_sort_key(row.last_order_at), row.id)
    )


def _to_entry(row: Any) -> CustomerEntry:
    return copy_fields(
        CustomerEntry,
        row,
        phone=phone_unless_erased(row.phone),
        total_spent=to_dollars(row.spent_cents),
        last_order_at=to_iso(row.last_order_at),
    )
