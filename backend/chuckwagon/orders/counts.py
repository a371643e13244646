"""How many orders of a truck stand at each status: kept by the writes, so that nobody counts a million rows.

The numbers lie in the row that the truck's order numbers are drawn from, which every new order changes
anyway. Whoever changes an order's status moves it here in the same transaction.
"""

from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import limits
from chuckwagon.core.db import table_of
from chuckwagon.core.prepared import Prepared
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import Order, OrderCounter
from chuckwagon.orders.schemas import OrderCounts

FIRST_NUMBER = 101

_counters, _orders = table_of(OrderCounter), table_of(Order)
_DRAW = Prepared(
    lambda insert: (
        insert(_counters)
        .on_conflict_do_update(
            index_elements=[_counters.c.truck_id],
            set_={"last_number": _counters.c.last_number + 1, "pending": _counters.c.pending + 1},
        )
        .returning(_counters.c.last_number)
    ),
    ("truck_id", "last_number", *statuses.NEXT),
)


def draw_number(session: Session, truck_id: str) -> int:
    """The number of a new order, which is counted as pending.

    Drawn inside the winning transaction, so that a truck's numbers have no gaps. The truck's buyers queue up
    for it: of those who wait for a row, every commit wakes all, and all but one wait again.
    """
    limits.queue_up(session, f"number of {truck_id}")
    none_yet = dict.fromkeys(statuses.NEXT, 0)
    first = {**none_yet, "truck_id": truck_id, "last_number": FIRST_NUMBER, statuses.PENDING: 1}
    [number] = _DRAW.first(session, first) or (FIRST_NUMBER,)
    return int(number)


def move_count(session: Session, truck_id: str, before: str, after: str) -> None:
    """One order of the truck has gone from one status to another; the caller has changed its row."""
    session.execute(_moved(before, after), {"truck": truck_id})


@cache
def _moved(before: str, after: str) -> sa.Update:
    changed = {before: _counters.c[before] - 1, after: _counters.c[after] + 1}
    return sa.update(_counters).where(_counters.c.truck_id == sa.bindparam("truck")).values(changed)


def count_by_status(session: Session, truck_id: str | None) -> OrderCounts:
    """How many orders of the truck (None: of all) stand at each status."""
    sums = [sa.func.coalesce(sa.func.sum(_counters.c[name]), 0) for name in statuses.NEXT]
    query = sa.select(*sums)
    if truck_id is not None:
        query = query.where(_counters.c.truck_id == truck_id)
    found = session.execute(query).one()
    return OrderCounts(**{name: int(count) for name, count in zip(statuses.NEXT, found, strict=True)})


def count_all(session: Session, truck_id: str | None, status: str | None) -> int:
    """How many orders the truck (None: all) has at this status (None: at any)."""
    found = count_by_status(session, truck_id)
    return int(sum(getattr(found, name) for name in ([status] if status else statuses.NEXT)))


def recount(session: Session) -> list[str]:
    """Count the rows and correct what was kept; gives the trucks whose numbers were wrong.

    The counters are held first: an order that is being changed waits, and adds its own step afterwards.
    """
    held = sa.select(_counters).order_by(_counters.c.truck_id).with_for_update()
    kept = {row["truck_id"]: dict(row) for row in session.execute(held).mappings()}
    real = _count_rows(session)
    wrong = []
    for truck_id in sorted(kept.keys() | real.keys()):
        known = kept.get(truck_id, {})
        truth = dict.fromkeys(statuses.NEXT, 0) | real.get(truck_id, {})
        # A number that was given out is not given out again, even if its order is gone.
        truth["last_number"] = max(truth.get("last_number", 0), known.get("last_number", 0))
        if not known:
            session.execute(sa.insert(_counters), {"truck_id": truck_id, **truth})
        elif known != {"truck_id": truck_id, **truth}:
            session.execute(sa.update(_counters).where(_counters.c.truck_id == truck_id).values(truth))
        else:
            continue
        wrong.append(truck_id)
    return wrong


def _count_rows(session: Session) -> dict[str, dict[str, Any]]:
    """By truck: the orders at each status that there are, and the highest number."""
    found: dict[str, dict[str, Any]] = {}
    columns = (_orders.c.truck_id, _orders.c.status)
    query = sa.select(*columns, sa.func.count(), sa.func.max(_orders.c.order_number)).group_by(*columns)
    for truck_id, status, count, number in session.execute(query):
        truck = found.setdefault(truck_id, {"last_number": 0})
        truck[status] = count
        truck["last_number"] = max(truck["last_number"], number)
    return found
