"""The drawers of the demo: yesterday is counted and closed at each truck with sales, and today's drawer is open.

The events of these two days follow from the orders. What a sheet says is computed by `day_closes`, as for a real close.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.day_closes.figures import compute_figures
from chuckwagon.db.database import table_of
from chuckwagon.drawer.models import CANCELLED, CASH, PAY_OUT, SALE, DayClose, DayEvent, DrawerSession
from chuckwagon.drawer.queries import expected_cents
from chuckwagon.kit.ids import new_id
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import Order
from chuckwagon.trucks.models import Truck

FLOAT_CENTS, ICE_CENTS, SHORT_CENTS = 15_000, 1_250, 75
_orders = table_of(Order)


def close_yesterday(session: Session, now: datetime, staff: dict[str, str]) -> None:
    """Write events, drawers and a close for each truck. `staff` has a name by the ID of the truck."""
    for truck in session.scalars(sa.select(Truck).where(Truck.id.in_(staff)).order_by(Truck.name)):
        today = now.astimezone(ZoneInfo(truck.timezone)).replace(hour=4, minute=0, second=0, microsecond=0)
        begin = today if today <= now else today - timedelta(days=1)
        _write_day(session, truck, (begin - timedelta(days=1), begin), staff[truck.id])
        _open_today(session, truck, (begin, now), staff[truck.id])


def _write_day(session: Session, truck: Truck, span: tuple[datetime, datetime], by: str) -> None:
    orders = _list_orders(session, truck.id, span)
    opened_at, closed_at = span[0], span[1] - timedelta(minutes=1)
    drawer = _add_drawer(session, truck.id, orders[0].created_at - timedelta(minutes=20) if orders else opened_at, by)
    session.add_all(_to_events(orders, drawer.id))
    ice = {"reason": "Ice", "by": by, "at": drawer.opened_at + timedelta(minutes=5)}
    session.add(_event(truck.id, PAY_OUT, CASH, ICE_CENTS, session_id=drawer.id, **ice))
    session.flush()
    expected = expected_cents(session, drawer)
    drawer.closed_at, drawer.closed_by = closed_at, by
    drawer.expected_cents, drawer.counted_cents = expected, expected - SHORT_CENTS
    numbers = [order.order_number for order in orders]
    before = session.scalar(
        sa.select(sa.func.max(_orders.c.order_number)).where(
            _orders.c.truck_id == truck.id, _orders.c.created_at < span[0]
        )
    )
    close = DayClose(
        id=new_id(), truck_id=truck.id, number=1, session_id=drawer.id, from_at=drawer.opened_at, closed_at=closed_at,
        last_order_number=max(numbers, default=before or 0), truck_name=truck.name, timezone=truck.timezone,
        figures={},
    )  # fmt: skip
    session.add(close)
    session.flush()
    of_drawer = sa.update(DayEvent).where(DayEvent.truck_id == truck.id).values(close_id=close.id)
    session.execute(of_drawer, execution_options={"synchronize_session": False})
    first = min(numbers) - 1 if numbers else close.last_order_number
    close.figures = msgspec.to_builtins(compute_figures(session, truck.id, close.id, (first, close.last_order_number)))
    session.flush()


def _open_today(session: Session, truck: Truck, span: tuple[datetime, datetime], by: str) -> None:
    orders = _list_orders(session, truck.id, span)
    drawer = _add_drawer(session, truck.id, orders[0].created_at - timedelta(minutes=20) if orders else span[0], by)
    session.add_all(_to_events(orders, drawer.id))
    session.flush()


def _list_orders(session: Session, truck_id: str, span: tuple[datetime, datetime]) -> list[Any]:
    of_day = (_orders.c.truck_id == truck_id, _orders.c.created_at >= span[0], _orders.c.created_at < span[1])
    return list(session.execute(sa.select(_orders).where(*of_day).order_by(_orders.c.created_at)).all())


def _add_drawer(session: Session, truck_id: str, at: datetime, by: str) -> DrawerSession:
    drawer = DrawerSession(id=new_id(), truck_id=truck_id, float_cents=FLOAT_CENTS, opened_at=at, opened_by=by)
    session.add(drawer)
    session.flush()
    return drawer


def _to_events(orders: list[Any], drawer_id: str) -> Iterator[DayEvent]:
    for order in orders:
        if order.payment_status != statuses.UNPAID:
            of_drawer = {"session_id": drawer_id} if order.tender == CASH else {}
            sold = {"order_id": order.id, "at": order.created_at, **of_drawer}
            yield _event(order.truck_id, SALE, order.tender, order.total_cents, **sold)
        if order.status == statuses.CANCELLED:
            yield _event(
                order.truck_id, CANCELLED, None, order.total_cents, order_id=order.id, at=order.updated_at
            )  # fmt: skip


def _event(truck_id: str, kind: str, tender: str | None, cents: int, **others: Any) -> DayEvent:
    return DayEvent(truck_id=truck_id, kind=kind, tender=tender, amount_cents=cents, **others)
