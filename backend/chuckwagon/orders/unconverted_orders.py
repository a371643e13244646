"""Orders as named tuples of all columns, unconverted: with the values that the database driver gives. For lists.

Converting a page of them costs more than reading it, and what is only compared needs no conversion.
"""

from collections import namedtuple
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import table_of
from chuckwagon.orders.models import Order

_orders = table_of(Order)
if TYPE_CHECKING:
    OrderTuple = Any
else:
    OrderTuple = namedtuple("OrderTuple", _orders.c.keys())
    OrderTuple.__doc__ = "The columns of an order."

UNCONVERTED: list[Any] = [sa.type_coerce(column, sa.types.NullType()).label(column.name) for column in _orders.c]
_ALL = CompiledStatement(sa.select(*_orders.c))


def to_order_tuples(rows: Iterable[Any]) -> list[OrderTuple]:
    """Name the values of these rows, which have all columns of an order in sequence."""
    return [OrderTuple._make(row) for row in rows]


def convert_orders(session: Session, orders: Iterable[OrderTuple]) -> list[OrderTuple]:
    """The same tuples with instants and lists in place of the driver's values."""
    return to_order_tuples(_ALL.convert(session, orders))
