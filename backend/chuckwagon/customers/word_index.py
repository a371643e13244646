"""The index of the search words, written by the worker, so that no order waits for it.

An order stores the words in the customer's own row, marked as not indexed. The index is for the searches of a large
database; until it has a customer, a search reads the marked rows themselves (`reporting/customer_search.py`).

Why: docs/decisions/0035-search-index-later.md
"""

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.customers.models import IS_NOT_INDEXED, Customer, CustomerWord, TruckCustomer
from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import Database, table_of

MAX_CUSTOMERS = 200  # per transaction, because one transaction blocks all writes on SQLite

_customers, _truck_customers = table_of(Customer), table_of(TruckCustomer)
_ADD_WORD = CompiledStatement(
    lambda insert: insert(table_of(CustomerWord)).on_conflict_do_nothing(), ("truck_id", "word", "customer_id")
)
_WAITING = sa.select(_truck_customers.c.customer_id).where(IS_NOT_INDEXED)


def has_unindexed(session: Session) -> bool:
    """Whether any customer has words that are not in the index."""
    return session.execute(_WAITING.limit(1)).first() is not None


def index_words(db: Database) -> None:
    """Index the words of all customers that wait for it. One that is locked waits for the next run."""
    while db.write(_index_some) == MAX_CUSTOMERS:
        pass


def _index_some(session: Session) -> int:
    """Index the words of up to MAX_CUSTOMERS customers. Returns how many.

    The lock keeps out orders and erasures of the customer. The words are read under it, since they may have changed.
    """
    waiting = session.scalars(_WAITING.distinct().limit(MAX_CUSTOMERS)).all()
    lock = sa.select(_customers.c.id).where(_customers.c.id.in_(waiting)).order_by(_customers.c.id)
    locked = session.scalars(lock.with_for_update(skip_locked=True)).all()
    table = _truck_customers.c
    of_locked = sa.and_(table.customer_id.in_(locked), IS_NOT_INDEXED)
    rows = session.execute(sa.select(table.truck_id, table.customer_id, table.words).where(of_locked)).all()
    entries = [
        {"truck_id": truck_id, "word": word, "customer_id": customer_id}
        for truck_id, customer_id, words in rows
        for word in words.split()
    ]
    if entries:
        _ADD_WORD.run_each_later(session, entries)
    session.execute(sa.update(_truck_customers).where(of_locked).values(is_indexed=True))
    return len(locked)
