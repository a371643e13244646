"""Filters shared by the reports."""

import sqlalchemy as sa

from chuckwagon.orders.models import Order
from chuckwagon.trucks.models import Truck


def at_truck(truck: Truck | None) -> sa.ColumnElement[bool]:
    """Match the orders of the truck (None: of all trucks)."""
    return sa.true() if truck is None else Order.truck_id == truck.id
