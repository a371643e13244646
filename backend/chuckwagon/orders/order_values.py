"""Orders as plain tuples with the values of the driver, for lists.

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
    OrderValues = Any
else:
    OrderValues = namedtuple("OrderValues", _orders.c.keys())
    OrderValues.__doc__ = "The columns of an order."

UNCONVERTED: list[Any] = [sa.type_coerce(column, sa.types.NullType()).label(column.name) for column in _orders.c]
_ALL = CompiledStatement(sa.select(*_orders.c))


def name_values(rows: Iterable[Any]) -> list[OrderValues]:
    """The rows with names for their values."""
    return [OrderValues._make(row) for row in rows]


def convert_orders(session: Session, orders: Iterable[OrderValues]) -> list[OrderValues]:
    """The orders with instants and lists in place of the driver's values."""
    return name_values(_ALL.convert(session, orders))
