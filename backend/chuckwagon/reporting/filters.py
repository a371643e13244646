"""Whose orders a figure is made of."""

import sqlalchemy as sa

from chuckwagon.orders.models import Order
from chuckwagon.trucks.models import Truck


def at_truck(truck: Truck | None) -> sa.ColumnElement[bool]:
    """The orders of the truck; None is every truck."""
    return sa.true() if truck is None else Order.truck_id == truck.id
