"""Reading orders: one, and the gate that staff get it through, and what a screen shows of many."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import User
from chuckwagon.accounts.permissions import Action, Actor, require
from chuckwagon.core import outbox
from chuckwagon.core.db import Database
from chuckwagon.core.errors import NotFound
from chuckwagon.core.ids import is_id
from chuckwagon.orders.models import Dispute, Order, OrderEvent, Refund
from chuckwagon.orders.schemas import OrderCounts, StaffOrder, StaffOrderTruck, staff_order
from chuckwagon.orders.service import confirmation_key
from chuckwagon.orders.texts import list_told
from chuckwagon.trucks.models import Truck

_SMS_STATUS = {
    outbox.WAITING: "pending",
    outbox.DONE: "sent",
    outbox.FAILED: "failed",
    outbox.SKIPPED: "skipped",
}


def find_order_by_intent(session: Session, payment_intent_id: str) -> Order | None:
    """The one order that this payment made."""
    query = sa.select(Order).where(Order.payment_intent_id == payment_intent_id)
    return session.scalars(query).one_or_none()


def get_sms_status(session: Session, order_id: str) -> str:
    """Where the confirmation text is: pending, sent, failed or skipped."""
    message = outbox.find(session, confirmation_key(order_id))
    return _SMS_STATUS[message.status] if message else "skipped"


def get_order_for(session: Session, actor: Actor, order_id: str) -> Order:
    """The gate: one order for the staff of its truck. Raises NotFound, NotAllowed."""
    order = session.get(Order, order_id) if is_id(order_id) else None
    if order is None:
        raise NotFound("This order does not exist.")
    require(actor, Action.WORK_ORDERS, order.truck_id)
    return order


def check_access(db: Database, actor: Actor, order_id: str) -> None:
    """Return when this order is the actor's to work on. Raises NotFound, NotAllowed."""
    with db.reading() as session:
        get_order_for(session, actor, order_id)


def find_scope(session: Session, actor: Actor, action: Action, truck_id: str | None) -> Truck | None:
    """The truck whose orders are asked about: the admin's own unless named; None is every truck.

    Raises what the action's rule says for another's truck, NotFound for one that does not exist.
    """
    wanted = truck_id or actor.truck_id
    if wanted is None and actor.is_superadmin:
        return None
    require(actor, action, wanted)
    truck = session.get(Truck, wanted) if wanted and is_id(wanted) else None
    if truck is None:
        raise NotFound("This truck does not exist.")
    return truck


def require_customer(session: Session, truck: Truck | None, customer_id: str) -> None:
    """Return when the customer has ordered from the truck (None: from any). Raises NotFound."""
    query = sa.select(sa.literal(1)).where(Order.customer_id == customer_id)
    if truck is not None:
        query = query.where(Order.truck_id == truck.id)
    if not is_id(customer_id) or session.scalar(query.limit(1)) is None:
        raise NotFound("This customer does not exist.")


def get_staff_name(session: Session, user_id: str) -> str:
    """How a member of the staff is named in an order's history."""
    return session.get_one(User, user_id).name


def get_staff_order(session: Session, order_id: str) -> StaffOrder:
    """The order as it is now, whatever the session has seen of it before."""
    order = session.get_one(Order, order_id, populate_existing=True)
    return show_orders(session, [order])[0]


def show_orders(session: Session, orders: Sequence[Order]) -> list[StaffOrder]:
    """The orders with their trucks, histories, refunds, disputes and texts, in as many selects as for one."""
    ids = [order.id for order in orders]
    trucks = {
        row.id: StaffOrderTruck(row.name, row.slug)
        for row in session.execute(
            sa.select(Truck.id, Truck.name, Truck.slug).where(
                Truck.id.in_({order.truck_id for order in orders})
            )
        )
    }
    history = _by_order(session, sa.select(OrderEvent).order_by(OrderEvent.id), OrderEvent.order_id, ids)
    given_back = sa.select(Refund).order_by(Refund.created_at, Refund.id)
    refunds = _by_order(session, given_back, Refund.order_id, ids)
    questioned = sa.select(Dispute).order_by(Dispute.created_at, Dispute.id)
    disputes = _by_order(session, questioned, Dispute.order_id, ids)
    told = list_told(session, orders)
    return [
        staff_order(
            order,
            trucks[order.truck_id],
            history[order.id],
            refunds[order.id],
            disputes[order.id],
            told[order.id],
        )
        for order in orders
    ]


def _by_order(session: Session, query: sa.Select[Any], column: Any, ids: list[str]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = defaultdict(list)
    for row in session.scalars(query.where(column.in_(ids))):
        found[row.order_id].append(row)
    return found


def count_by_status(session: Session, truck_id: str | None) -> OrderCounts:
    """How many orders of the truck (None: of all) stand at each status."""
    query = sa.select(Order.status, sa.func.count()).group_by(Order.status)
    if truck_id is not None:
        query = query.where(Order.truck_id == truck_id)
    return OrderCounts(**dict(session.execute(query).all()))
