"""The boards of today: a few open orders in each state, at the stops that are open now and at the trucks without."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.demo.history.past_stops import USUAL_FACTOR, Spot, Visit
from chuckwagon.demo.history.sales import REFUNDED, Ending, Sale, SalesSimulator
from chuckwagon.orders.board import status as statuses
from chuckwagon.schedule.models import SCHEDULED, Place, Stop
from chuckwagon.schedule.slots.calendars import build_calendar

# The states of the open orders, each with the minutes for which the order has been waiting.
OPEN_ORDERS = (
    (statuses.COMPLETED, 71), (statuses.COMPLETED, 58), (statuses.COMPLETED, 52), (statuses.CANCELLED, 47),
    (statuses.READY, 24), (statuses.READY, 21), (statuses.PREPARING, 17), (statuses.PREPARING, 14),
    (statuses.CONFIRMED, 9), (statuses.CONFIRMED, 7), (statuses.PENDING, 3), (statuses.PENDING, 1),
)  # fmt: skip


def sell_today(session: Session, simulator: SalesSimulator, now: datetime) -> tuple[list[Sale], Visit | None]:
    """Return (sales, visit): a truck's orders of about the last hour, and the stop where it is now.

    A truck that moves has orders only at a stop that is open now; without one, ([], None).
    """
    if not simulator.shop.moves:
        return list(_sell(simulator, None, now)), None
    visit = _find_open_visit(session, simulator, now)
    return (list(_sell(simulator, visit, now)) if visit else []), visit


def _sell(simulator: SalesSimulator, visit: Visit | None, now: datetime) -> Iterator[Sale]:
    for status, minutes in OPEN_ORDERS:
        at = now - timedelta(minutes=minutes)
        ending = REFUNDED if status == statuses.CANCELLED else Ending(status)
        sale = simulator.try_sell(visit, at, ending) if visit else simulator.sell_without_stop(at, ending)
        if sale is not None:
            yield sale


def _find_open_visit(session: Session, simulator: SalesSimulator, now: datetime) -> Visit | None:
    is_open = (
        Stop.truck_id == simulator.shop.truck.id,
        Stop.status == SCHEDULED,
        Stop.starts_at <= now,
        Stop.ends_at > now,
    )
    stop = session.scalars(sa.select(Stop).where(*is_open).limit(1)).first()
    if stop is None:
        return None
    return Visit(stop, Spot(session.get_one(Place, stop.place_id), USUAL_FACTOR), build_calendar(stop), {})
