"""SQL conditions that reports share."""

import sqlalchemy as sa

from chuckwagon.orders.models import Order
from chuckwagon.trucks.models import Truck


def at_truck(truck: Truck | None) -> sa.ColumnElement[bool]:
    """SQL condition: the order is of the truck (None: of any truck)."""
    return sa.true() if truck is None else Order.truck_id == truck.id
