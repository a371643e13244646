"""What customers have ordered at stops. The slices of orders and payments are above this one and implement it."""

from abc import ABC, abstractmethod
from collections.abc import Collection

import msgspec
from sqlalchemy.orm import Session


class UsedStop(msgspec.Struct, frozen=True):
    """The orders of a stop without cancelled ones, their revenue in cents, and whether a customer is paying now.

    `is_changing` is true while a change of plan of the stop waits for its start.
    """

    orders: int = 0
    revenue_cents: int = 0
    is_held: bool = False
    is_changing: bool = False

    @property
    def has_customers(self) -> bool:
        """True when a customer has ordered for the stop or is about to."""
        return self.orders > 0 or self.is_held

    @property
    def is_locked(self) -> bool:
        """True when only a change of plan that tells its customers may change the stop."""
        return self.has_customers or self.is_changing


UNUSED = UsedStop()


class StopUsage(ABC):
    """Reads what customers have ordered at stops."""

    @abstractmethod
    def read(self, session: Session, stop_ids: Collection[str]) -> dict[str, UsedStop]:
        """The usage by stop; a stop without customers may be missing."""

    @abstractmethod
    def sum_pieces(self, session: Session, stop_id: str) -> dict[str, int]:
        """The pieces that orders and open checkouts of the stop have, by the ID of the item or option."""

    @abstractmethod
    def lock_pieces(self, session: Session, stop_id: str) -> dict[str, int]:
        """The same, and none of them is given back until the commit. The caller has locked the stop."""

    @abstractmethod
    def is_relocation_target(self, session: Session, place_id: str) -> bool:
        """Whether a change of plan that waits for its start moves a stop to the place."""
