"""What customers have ordered at stops. The slices of orders and payments are above this one and implement it."""

from abc import ABC, abstractmethod
from collections.abc import Collection

import msgspec
from sqlalchemy.orm import Session


class UsedStop(msgspec.Struct, frozen=True):
    """The orders of a stop without cancelled ones, their revenue in cents, and whether a customer is paying now."""

    orders: int = 0
    revenue_cents: int = 0
    is_held: bool = False

    @property
    def has_customers(self) -> bool:
        """True when a customer has ordered for the stop or is about to."""
        return self.orders > 0 or self.is_held


UNUSED = UsedStop()


class StopUsage(ABC):
    """Reads what customers have ordered at stops."""

    @abstractmethod
    def read(self, session: Session, stop_ids: Collection[str]) -> dict[str, UsedStop]:
        """The usage by stop; a stop without customers may be missing."""
