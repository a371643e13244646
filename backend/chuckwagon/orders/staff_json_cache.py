"""Cache of the JSON of orders for staff, each valid while the rows that it was made of stay the same.

A page of the board compares rows in place of making them into JSON, which costs several times as much. The rows of an
order are the order itself, its truck, and what changes beside it: refunds, disputes, changes of plan, SMS, and whether
the phone has opted out. Line items and history only change together with the order's `version`. Because the rows are
read each time, no change can be missed, in whichever process it was made.
"""

import threading
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.customers.models import OptOut
from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import Base, table_of
from chuckwagon.db.id_lists import join_list
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.orders.messages.sms_status_queries import name_sms_keys
from chuckwagon.orders.models import Dispute, OrderSms, Refund
from chuckwagon.orders.pickup_changes.models import PickupChange
from chuckwagon.orders.queries import load_staff_orders
from chuckwagon.orders.unconverted_orders import OrderTuple, convert_orders
from chuckwagon.trucks.models import Truck

MAX_CACHED = 1000

Rows = tuple[Any, ...]


def _select_by(model: type[Base], name: str, *columns: str) -> CompiledStatement:
    """Build the statement that selects rows by the list `ids` of values of the column `name`.

    Its rows are that column, then `columns`, or all others. They have no names.
    """
    table = table_of(model)
    chosen = [table.c[one] for one in columns] or [one for one in table.c if one.name != name]
    return CompiledStatement(sa.select(table.c[name], *chosen).select_from(join_list(table.c[name], "ids")))


_TRUCKS = _select_by(Truck, "id", "name", "slug", "timezone")
_OUTBOX_MESSAGES = _select_by(OutboxMessage, "key", "id", "status", "last_error", "created_at", "finished_at")
_OPT_OUTS = _select_by(OptOut, "phone", "phone")
_BESIDE_THE_ORDER = (
    _select_by(OrderSms, "order_id", "kind", "status", "reason", "updated_at"),
    _select_by(Dispute, "order_id"),
)
_changes, _refunds = table_of(PickupChange), table_of(Refund)
_CHANGES = CompiledStatement(
    sa.select(_changes.c.order_id, _changes.c.kind, _changes.c.number, *_changes.c).select_from(
        join_list(_changes.c.order_id, "ids")
    )
)
_REFUNDS = CompiledStatement(
    sa.select(_refunds.c.order_id, _refunds.c.id, _refunds.c.key, *_refunds.c).select_from(
        join_list(_refunds.c.order_id, "ids")
    )
)


class _PickupChangeKey(msgspec.Struct, frozen=True):
    """What the key of an SMS about a change of plan is made of."""

    order_id: str
    kind: str
    number: int


class _RefundKey(msgspec.Struct, frozen=True):
    """What the key of an SMS about a refund is made of."""

    order_id: str
    id: str
    key: str


class StaffJsonCache:
    """The JSON of the orders that were encoded last, keyed by order id. Thread-safe."""

    def __init__(self, limit: int = MAX_CACHED) -> None:
        self._limit = limit
        self._lock = threading.Lock()
        self._entries: dict[str, tuple[Rows, msgspec.Raw]] = {}

    def find(self, order_id: str, rows: Rows) -> msgspec.Raw | None:
        """The order's JSON, if it was made of these rows; else None."""
        known = self._entries.get(order_id)
        return known[1] if known is not None and known[0] == rows else None

    def store(self, order_id: str, rows: Rows, shown: msgspec.Raw) -> None:
        """Store the order's JSON. Above the limit, the entries that were stored first are removed."""
        with self._lock:
            self._entries.pop(order_id, None)
            self._entries[order_id] = (rows, shown)
            while len(self._entries) > self._limit:
                del self._entries[next(iter(self._entries))]


_cache = StaffJsonCache()


def encode_staff_orders(
    session: Session, orders: Sequence[OrderTuple], cache: StaffJsonCache = _cache
) -> list[msgspec.Raw]:
    """The StaffOrder of each of these orders as JSON, from the cache or encoded now, in the same order.

    The orders have the driver's values.
    """
    rows = _read_rows(session, orders)  # before what is made of them: then nothing can be older than its rows
    found = {order.id: cache.find(order.id, rows[order.id]) for order in orders}
    unknown = [order for order in orders if found[order.id] is None]
    for order in load_staff_orders(session, convert_orders(session, unknown)) if unknown else ():
        made = found[order.id] = msgspec.Raw(msgspec.json.encode(order))
        cache.store(order.id, rows[order.id], made)
    return [shown for order in orders if (shown := found[order.id]) is not None]


def _read_rows(session: Session, orders: Sequence[OrderTuple]) -> dict[str, Rows]:
    """By order id: all rows on which the order's JSON depends, as the driver gives them."""
    ids = [order.id for order in orders]
    beside: dict[str, list[Any]] = defaultdict(list)
    for statement in _BESIDE_THE_ORDER:
        for row in statement.all_unconverted(session, {"ids": ids}):
            beside[row[0]].append(row)
    changes = _CHANGES.all_unconverted(session, {"ids": ids})
    refunds = _REFUNDS.all_unconverted(session, {"ids": ids})
    for row in (*changes, *refunds):
        beside[row[0]].append(row)
    keys = name_sms_keys(
        ids, (_PickupChangeKey(*row[:3]) for row in changes), (_RefundKey(*row[:3]) for row in refunds)
    )
    for row in _OUTBOX_MESSAGES.all_unconverted(session, {"ids": list(keys)}):
        beside[keys[row[0]][0]].append(row)
    trucks = {row[0]: row for row in _TRUCKS.all_unconverted(session, {"ids": list({one.truck_id for one in orders})})}
    phones = list({order.customer_phone for order in orders if order.customer_phone})
    opted_out = {row[0] for row in _OPT_OUTS.all_unconverted(session, {"ids": phones})}
    return {
        order.id: (order, trucks[order.truck_id], order.customer_phone in opted_out, *beside[order.id])
        for order in orders
    }
