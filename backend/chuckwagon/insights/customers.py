"""Customers: one row per phone number, made of the orders in the asker's scope and of nothing else.

Name and e-mail are those of the newest order in the scope, so that what a guest told one truck is never
shown to another; a search finds whatever they told this one, be it long ago. `orders` counts every order,
cancelled ones too; `total spent` only sales. All of it is kept by the writes (`orders/regulars.py`).

A search is for the beginnings of words, or of the phone's last ten, seven or four digits. A word that few
begin with is looked up; where many do, a page looks through so many people and says where to go on.
"""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from msgspec import Struct, field
from sqlalchemy.orm import Session

from chuckwagon.core import paging
from chuckwagon.core.clock import to_iso
from chuckwagon.core.db import table_of
from chuckwagon.core.errors import NotFound
from chuckwagon.core.ids import is_id
from chuckwagon.core.money import to_dollars
from chuckwagon.orders.forgetting import known_phone
from chuckwagon.orders.models import Customer, CustomerWord, TruckCustomer
from chuckwagon.orders.phones import shown_phone
from chuckwagon.orders.search import typed_words
from chuckwagon.trucks.models import Truck

COLUMNS = ("Name", "Phone", "E-mail", "Orders", "Total spent", "Last order")
NEWEST_FIRST = "lastOrderAt:desc"
FEW = 500
LAST_LETTER = "\U0010ffff"  # sorts behind every letter, in UTF-8 too


class CustomerEntry(Struct, rename="camel"):
    """A person as the truck knows them; the total in dollars."""

    id: str = field(name="_id")
    name: str
    phone: str
    email: str | None
    order_count: int
    total_spent: float
    last_order_at: str


class CustomerPage(Struct, rename="camel"):
    """One page of customers, how many there are in all, and where the next page begins.

    Not exact, the total is the least that it can be.
    """

    customers: list[CustomerEntry]
    total: int
    total_is_exact: bool
    next_cursor: str | None


class _People:
    """The customers of a truck, or of all trucks: where they are kept, and in which order they are told."""

    def __init__(self, truck: Truck | None) -> None:
        self.truck = truck
        columns = table_of(Customer if truck is None else TruckCustomer).c
        self.id = columns.id if truck is None else columns.customer_id
        self.words, self.last_order_at = columns.words, columns.last_order_at
        self._shown = (
            self.id.label("id"), columns.name, columns.phone, columns.email, columns.words,
            columns.order_count, columns.spent_cents, columns.last_order_at,
        )  # fmt: skip
        self._is_here = columns.last_order_at.is_not(None) if truck is None else columns.truck_id == truck.id

    def select(self, *conditions: sa.ColumnElement[bool]) -> sa.Select[Any]:
        """The people whom the conditions fit, in no order."""
        return sa.select(*self._shown).where(self._is_here, *conditions)

    def newest_first(self, mark: paging.Mark | None, *conditions: sa.ColumnElement[bool]) -> sa.Select[Any]:
        """Those who come after the mark. Raises InvalidInput."""
        query = self.select(*conditions).order_by(self.last_order_at.desc(), self.id.desc())
        if mark is None:
            return query
        there = sa.literal(paging.instant_at(mark.place), self.last_order_at.type), sa.literal(mark.id)
        return query.where(sa.tuple_(self.last_order_at, self.id) < sa.tuple_(*there))


def list_customers(
    session: Session, truck: Truck | None, search: str | None, limit: int | None, cursor: str | None
) -> CustomerPage:
    """Whoever ordered last comes first. Raises InvalidInput."""
    people, most = _People(truck), paging.clamp(limit)
    words, mark = _typed(search), paging.read_cursor(cursor, NEWEST_FIRST)
    conditions: list[sa.ColumnElement[bool]] = []
    if words:
        few = _find_few(session, people, words)
        if few is None:
            return _look_through(session, people, words, mark, most)
        conditions = [people.id.in_(few), *_begin_with(people.words, words)]
    elif words is not None:
        return CustomerPage([], 0, total_is_exact=True, next_cursor=None)
    total, is_exact = paging.count(session, people.select(*conditions))
    rows = session.execute(people.newest_first(mark, *conditions).limit(most + 1)).all()
    end = rows[most - 1] if len(rows) > most else None
    return CustomerPage(list(map(_entry, rows[:most])), total, is_exact, _cursor(end))


def list_all_customers(session: Session, truck: Truck | None, search: str | None) -> list[CustomerEntry]:
    """Everybody, for a file. Raises InvalidInput."""
    people, words = _People(truck), _typed(search)
    if words is not None and not words:
        return []
    found = people.newest_first(None, *_begin_with(people.words, words or []))
    return list(map(_entry, session.execute(found)))


def file_row(person: CustomerEntry) -> tuple[object, ...]:
    """A line of the file, in the order of COLUMNS."""
    spent = f"{person.total_spent:.2f}"
    phone = shown_phone(person.phone)
    return person.name, phone, person.email, person.order_count, spent, person.last_order_at


def get_customer(session: Session, truck: Truck | None, customer_id: str) -> CustomerEntry:
    """One customer who has ordered in the scope. Raises NotFound."""
    people = _People(truck)
    query = people.select(people.id == customer_id)
    row = session.execute(query).one_or_none() if is_id(customer_id) else None
    if row is None:
        raise NotFound("This customer does not exist.")
    return _entry(row)


def _typed(search: str | None) -> list[str] | None:
    """The words to look for; None when nothing was typed, none when there is no word in it."""
    return typed_words(search) if search and search.strip() else None


def _find_few(session: Session, people: _People, words: list[str]) -> set[str] | None:
    """Those who have the rarest of the words, looked up; None when many have every one of them."""
    word = table_of(CustomerWord).c
    here = sa.true() if people.truck is None else word.truck_id == people.truck.id
    for typed in words:
        alike = sa.select(word.customer_id).where(here, word.word >= typed, word.word < typed + LAST_LETTER)
        found = session.scalars(alike.limit(FEW + 1)).all()
        if len(found) <= FEW:
            return set(found)
    return None


def _look_through(
    session: Session, people: _People, words: list[str], mark: paging.Mark | None, most: int
) -> CustomerPage:
    """A page of what everybody's words begin with: through so many people, and on from there."""
    window = people.newest_first(mark).limit(paging.MOST_SEARCHED).subquery()
    seen = sa.select(window).order_by(window.c.last_order_at.desc(), window.c.id.desc())
    rows = session.execute(seen.where(*_begin_with(window.c.words, words)).limit(most + 1)).all()
    end = rows[most - 1] if len(rows) > most else None
    if end is None:
        end = session.execute(seen.offset(paging.MOST_SEARCHED - 1)).first()
    whole = people.newest_first(None).limit(paging.MOST_SEARCHED).subquery()
    total, _ = paging.count(session, sa.select(whole).where(*_begin_with(whole.c.words, words)))
    return CustomerPage(list(map(_entry, rows[:most])), total, total_is_exact=False, next_cursor=_cursor(end))


def _begin_with(words: Any, typed: Sequence[str]) -> list[sa.ColumnElement[bool]]:
    """The kept words have a space before each; what was typed has no sign that LIKE knows."""
    return [words.like(f"% {word}%") for word in typed]


def _cursor(row: Any) -> str | None:
    if row is None:
        return None
    return paging.write_cursor(paging.Mark(NEWEST_FIRST, paging.place_of(row.last_order_at), row.id))


def _entry(row: Any) -> CustomerEntry:
    return CustomerEntry(
        id=row.id,
        name=row.name,
        phone=known_phone(row.phone),
        email=row.email,
        order_count=row.order_count,
        total_spent=to_dollars(row.spent_cents),
        last_order_at=to_iso(row.last_order_at),
    )
