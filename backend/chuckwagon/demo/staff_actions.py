"""What staff did: rows of the audit log, the lost demand of the history, and the drawers of the demo.

Yesterday is counted and closed at each truck with sales, and today's drawer is open. The events of these two days
follow from the orders. What a sheet says is computed by `day_closes`, as for a real close.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.audit.log import AuditEvent, compute_digest
from chuckwagon.day_closes.queries import compute_figures
from chuckwagon.db.database import table_of
from chuckwagon.demand import CLOSED_VIEW, HOUR_SECONDS, NO_STOP, SLOT_FULL, SOLD_OUT, UNPAID, LostDemand
from chuckwagon.demo.buffers import RowBuffer, SeededRandom
from chuckwagon.demo.past_stops import Visit
from chuckwagon.drawer.models import CANCELLED, CASH, PAY_OUT, REFUND, SALE, DayClose, DayEvent, DrawerSession
from chuckwagon.drawer.queries import expected_cents
from chuckwagon.kit.ids import new_id
from chuckwagon.kit.money import format_usd
from chuckwagon.orders import status as statuses
from chuckwagon.orders.audit_events import REFUNDED, STATUS_CHANGED
from chuckwagon.orders.models import Order, OrderEvent, Refund
from chuckwagon.schedule import models, states
from chuckwagon.schedule.audit_events import STOP_CREATED
from chuckwagon.trucks.models import Truck

MAX_STEPS = 200
ROLE = "admin"


def add_staff_actions(rng: SeededRandom, buffer: RowBuffer, visits: Iterable[Visit], staff: dict[str, str]) -> None:
    """Add audit events: the newest MAX_STEPS steps of orders, all refunds, and the stops.

    `staff` has the name of a member of staff, keyed by truck ID.
    """
    orders = {row["id"]: row for row in buffer.rows[Order]}
    for refund in buffer.rows[Refund]:
        order = orders[refund["order_id"]]
        details: dict[str, Any] = {"number": str(order["order_number"]), "amount": format_usd(refund["amount_cents"])}
        _add(rng, buffer, REFUNDED, order["id"], order["truck_id"], staff, refund["created_at"], details)
    steps = [pair for pair in pairwise(buffer.rows[OrderEvent]) if pair[0]["order_id"] == pair[1]["order_id"]]
    for before, after in sorted(steps, key=lambda pair: pair[1]["at"])[-MAX_STEPS:]:
        order = orders[after["order_id"]]
        change = {"before": before["status"], "after": after["status"]}
        step: dict[str, Any] = {"status": change, "version": order["version"]}
        details = {"number": str(order["order_number"]), **step}
        _add(rng, buffer, STATUS_CHANGED, order["id"], order["truck_id"], staff, after["at"], details)
    for visit in visits:
        stop = visit.stop
        details = {"stop": stop.starts_at.isoformat(), "place": visit.spot.place.name}
        _add(rng, buffer, STOP_CREATED, stop.id, stop.truck_id, staff, stop.created_at, details)


def _add(
    rng: SeededRandom,
    buffer: RowBuffer,
    action: str,
    subject_id: str,
    truck_id: str,
    staff: dict[str, str],
    at: datetime,
    details: dict[str, Any],
) -> None:
    row = {
        "id": rng.new_id(),
        "at": at,
        "actor_id": None,
        "actor_name": staff[truck_id],
        "actor_role": ROLE,
        "action": action,
        "truck_id": truck_id,
        "subject_kind": action.partition(".")[0],
        "subject_id": subject_id,
        "details": details,
        "request_id": "",
        "address": "",
    }
    buffer.add(AuditEvent, **row, digest=compute_digest(row))


MAX_VIEWS, MAX_UNPAID, MAX_SOLD_OUT = 9, 2, 3
BUSY_FACTOR = 1.2  # from here on a place is busy, and something is sold out


class LostDemandSums:
    """Sums lost demand by hour, truck, stop and kind, until `write` makes rows of the sums."""

    def __init__(self) -> None:
        self._sums: Counter[tuple[str, int, str, str]] = Counter()

    def add_stop(self, rng: SeededRandom, visit: Visit, refused: int) -> None:
        """Count the losses of a stop: the `refused` customers who found no slot, and random numbers of other kinds."""
        stop = visit.stop
        if stop.status == models.CANCELLED:
            self._count(stop.truck_id, stop.starts_at, stop.id, CLOSED_VIEW, rng.randint(1, MAX_VIEWS))
            return
        opens_at, closes_at = states.opens_at(stop), states.closes_at(stop)
        self._count(stop.truck_id, opens_at, stop.id, SLOT_FULL, refused)
        self._count(stop.truck_id, opens_at, stop.id, UNPAID, rng.randint(0, MAX_UNPAID))
        if visit.spot.factor >= BUSY_FACTOR:
            self._count(stop.truck_id, closes_at, stop.id, SOLD_OUT, rng.randint(0, MAX_SOLD_OUT))
        self._count(stop.truck_id, closes_at, NO_STOP, CLOSED_VIEW, rng.randint(0, MAX_VIEWS))

    def write(self, buffer: RowBuffer) -> None:
        """Add one row for each hour, truck, stop and kind of lost demand."""
        for (truck_id, hour, stop_id, kind), count in sorted(self._sums.items()):
            buffer.add(LostDemand, truck_id=truck_id, hour=hour, stop_id=stop_id, kind=kind, count=count)

    def _count(self, truck_id: str, at: datetime, stop_id: str, kind: str, count: int) -> None:
        if count:
            self._sums[truck_id, int(at.timestamp()) // HOUR_SECONDS, stop_id, kind] += count


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
    session.add_all(_list_refund_events(session, truck.id, span, drawer.id))
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
    session.add_all(_list_refund_events(session, truck.id, span, drawer.id))
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


def _list_refund_events(
    session: Session, truck_id: str, span: tuple[datetime, datetime], drawer_id: str
) -> list[DayEvent]:
    """What went back in the span, by card or from the drawer, whenever it was sold."""
    of_day = (Order.truck_id == truck_id, Refund.created_at >= span[0], Refund.created_at < span[1])
    made = sa.select(Refund, Order.tender).join(Order, Order.id == Refund.order_id).where(*of_day)
    return [
        _event(truck_id, REFUND, tender, refund.amount_cents, order_id=refund.order_id, refund_id=refund.id,
               at=refund.created_at, session_id=drawer_id if tender == CASH else None)
        for refund, tender in session.execute(made.order_by(Refund.created_at, Refund.id))
    ]  # fmt: skip


def _event(truck_id: str, kind: str, tender: str | None, cents: int, **others: Any) -> DayEvent:
    return DayEvent(truck_id=truck_id, kind=kind, tender=tender, amount_cents=cents, **others)
