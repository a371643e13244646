"""What customers have ordered at stops, and which of them are paying at this moment."""

from collections.abc import Collection
from datetime import timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.kit import clock
from chuckwagon.orders.board.status import CANCELLED
from chuckwagon.orders.models import Order
from chuckwagon.orders.revenue import REVENUE_CENTS
from chuckwagon.payments.models import OPEN, Checkout
from chuckwagon.schedule.usage import StopUsage, UsedStop

HELD_FOR = timedelta(minutes=10)  # an unpaid checkout keeps its stop as it is for so long


class StoredStopUsage(StopUsage):
    """Reads the tables of orders and checkouts."""

    def read(self, session: Session, stop_ids: Collection[str]) -> dict[str, UsedStop]:
        """The usage by stop, of the stops that have any."""
        if not stop_ids:
            return {}
        ordered = (
            sa.select(Order.stop_id, sa.func.count(), sa.func.sum(REVENUE_CENTS))
            .where(Order.stop_id.in_(stop_ids), Order.status != CANCELLED)
            .group_by(Order.stop_id)
        )
        orders = {stop_id: (count, int(cents)) for stop_id, count, cents in session.execute(ordered)}
        recent = (Checkout.status == OPEN, Checkout.created_at > clock.now() - HELD_FOR)
        held = set(session.scalars(sa.select(Checkout.stop_id).where(*recent, Checkout.stop_id.in_(stop_ids))))
        return {
            stop_id: UsedStop(*orders.get(stop_id, (0, 0)), is_held=stop_id in held)
            for stop_id in orders.keys() | held
            if stop_id is not None
        }
