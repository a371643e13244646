"""What customers have ordered at stops, and which of them are paying at this moment."""

from collections import Counter
from collections.abc import Collection
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.orders.board.status import CANCELLED
from chuckwagon.orders.models import Order
from chuckwagon.orders.reservations.models import ACTIVE, HELD, Reservation
from chuckwagon.orders.revenue import REVENUE_CENTS
from chuckwagon.schedule.usage import StopUsage, UsedStop


class OrderedStopUsage(StopUsage):
    """Reads the tables of orders and reservations. The changes of plan are read by the slice above."""

    def read(self, session: Session, stop_ids: Collection[str]) -> dict[str, UsedStop]:
        """The usage by stop ID, of the stops that have any. `is_changing` is False here."""
        if not stop_ids:
            return {}
        ordered = (
            sa.select(Order.stop_id, sa.func.count(), sa.func.sum(REVENUE_CENTS))
            .where(Order.stop_id.in_(stop_ids), Order.status != CANCELLED)
            .group_by(Order.stop_id)
        )
        orders = {stop_id: (count, int(cents)) for stop_id, count, cents in session.execute(ordered)}
        is_held = (Reservation.calendar_id.in_(stop_ids), Reservation.status == HELD)
        held = set(session.scalars(sa.select(Reservation.calendar_id).where(*is_held)))
        return {
            stop_id: UsedStop(*orders.get(stop_id, (0, 0)), is_held=stop_id in held) for stop_id in orders.keys() | held
        }

    def sum_pieces(self, session: Session, stop_id: str) -> dict[str, int]:
        """The pieces that are held or ordered at the stop, by the ID of the item or option."""
        return _sum_stock(session, sa.select(Reservation.stock).where(*_is_active_at(stop_id)))

    def lock_pieces(self, session: Session, stop_id: str) -> dict[str, int]:
        """The same. A release of one of the reservations waits, and then finds the count that begins."""
        active = sa.select(Reservation.stock).where(*_is_active_at(stop_id)).order_by(Reservation.id)
        return _sum_stock(session, active.with_for_update())


def _is_active_at(stop_id: str) -> tuple[sa.ColumnElement[bool], ...]:
    return (Reservation.calendar_id == stop_id, Reservation.status.in_(ACTIVE))


def _sum_stock(session: Session, stock: sa.Select[Any]) -> dict[str, int]:
    pieces: Counter[str] = Counter()
    for taken in session.scalars(stock):
        for subject_id, count in taken:
            pieces[str(subject_id)] += int(count)
    return dict(pieces)
