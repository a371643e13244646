"""What customers have ordered at a truck. The slices of orders and payments are above this one and implement it."""

from abc import ABC, abstractmethod

from msgspec import Struct
from sqlalchemy.orm import Session


class OpenOrders(Struct, rename="camel"):
    """The orders of a truck that are neither completed nor cancelled, and what their cancellation refunds, in dollars.

    `checkouts` are customers who are paying now, `stops` the stops that have such orders.
    """

    orders: int
    total: float
    refund_total: float
    checkouts: int
    stops: int


class TruckUsage(ABC):
    """Reads what customers have ordered at trucks."""

    @abstractmethod
    def read(self, session: Session, truck_id: str) -> OpenOrders:
        """The open orders and checkouts of the truck, active or not."""
