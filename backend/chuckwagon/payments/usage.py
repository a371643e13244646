"""What customers have ordered at stops and trucks, and which of them are paying at this moment."""

from collections import Counter
from collections.abc import Collection
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.kit import clock
from chuckwagon.kit.money import to_dollars
from chuckwagon.orders.models import Order
from chuckwagon.orders.reservations.models import ACTIVE, HELD, Reservation
from chuckwagon.orders.status import CANCELLED, REVENUE_CENTS
from chuckwagon.orders.status_changes import NOT_COMPLETED
from chuckwagon.payments.models import OPEN, Checkout
from chuckwagon.schedule.models import Stop
from chuckwagon.schedule.slot_rows import sum_used_units
from chuckwagon.schedule.usage import StopUsage, UsedStop
from chuckwagon.trucks.models import Truck
from chuckwagon.trucks.schemas import OpenOrders
from chuckwagon.trucks.service import TruckUsage

MANY_UNITS = 20  # an opening stop has some unpaid checkouts and no paid one
_IS_HELD_AT_A_STOP = (Reservation.status == HELD, Reservation.stop_id.is_not(None))


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


class OrderedTruckUsage(TruckUsage):
    """Reads the tables of orders and checkouts."""

    def read(self, session: Session, truck_id: str) -> OpenOrders:
        """The open orders of the truck, and the checkouts that may still be paid."""
        facts = (
            sa.func.count(),
            sa.func.coalesce(sa.func.sum(Order.total_cents), 0),
            sa.func.coalesce(sa.func.sum(REVENUE_CENTS), 0),
            sa.func.count(Order.stop_id.distinct()),
        )
        is_open = (Order.truck_id == truck_id, Order.status.in_(NOT_COMPLETED))
        orders, total, refund, stops = session.execute(sa.select(*facts).where(*is_open)).one()
        is_payable = (Checkout.truck_id == truck_id, Checkout.status == OPEN, Checkout.expires_at > clock.now())
        checkouts = session.scalar(sa.select(sa.func.count()).select_from(Checkout).where(*is_payable)) or 0
        return OpenOrders(orders, to_dollars(int(total)), to_dollars(int(refund)), checkouts, stops)

    def renew_stops(self, session: Session, truck_id: str) -> None:
        """Give them a new version (`schedule.models.Stop`)."""
        follows = (Stop.truck_id == truck_id, Stop.prices_include_tax.is_(None), Stop.ends_at > clock.now())
        newer = sa.update(Stop).where(*follows).values(version=Stop.version + 1)
        session.execute(newer, execution_options={"synchronize_session": False})


def count_orders_of_deleted_trucks(session: Session) -> int:
    """The open orders of deleted trucks. A superadmin has to end them; new ones are refunded by themselves."""
    deleted = sa.select(Truck.id).where(Truck.archived_at.is_not(None))
    is_open = (Order.truck_id.in_(deleted), Order.status.in_(NOT_COMPLETED))
    return session.scalar(sa.select(sa.func.count()).select_from(Order).where(*is_open)) or 0


def find_largest_unpaid_share(session: Session) -> float:
    """The largest share of a stop's taken units that unpaid checkouts hold, from 0 to 1; few units do not count."""
    held: Counter[str] = Counter()
    unpaid = sa.select(Reservation.calendar_id, Reservation.slots).where(*_IS_HELD_AT_A_STOP)
    for stop_id, slots in session.execute(unpaid):
        held[stop_id] += sum(units for _position, units in slots)
    many = [stop_id for stop_id, units in held.items() if units >= MANY_UNITS]
    used = sum_used_units(session, many)
    return max((held[stop_id] / max(units, held[stop_id]) for stop_id, units in used.items()), default=0.0)


def _is_active_at(stop_id: str) -> tuple[sa.ColumnElement[bool], ...]:
    return (Reservation.calendar_id == stop_id, Reservation.status.in_(ACTIVE))


def _sum_stock(session: Session, stock: sa.Select[Any]) -> dict[str, int]:
    pieces: Counter[str] = Counter()
    for taken in session.scalars(stock):
        for subject_id, count in taken:
            pieces[str(subject_id)] += int(count)
    return dict(pieces)
