"""Reading orders: one, and the gate that staff get it through, and what a screen shows of many."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import User
from chuckwagon.accounts.permissions import Action, Actor, require
from chuckwagon.core import outbox
from chuckwagon.core.db import Database, table_of
from chuckwagon.core.errors import NotFound
from chuckwagon.core.ids import is_id
from chuckwagon.core.money import to_dollars
from chuckwagon.orders.models import Dispute, LineModifier, Order, OrderEvent, OrderLine, OrderRow, Refund
from chuckwagon.orders.schemas import StaffModifier, StaffOrder, StaffOrderTruck, staff_item, staff_order
from chuckwagon.orders.service import confirmation_key
from chuckwagon.orders.texts import list_told
from chuckwagon.trucks.models import Truck

_BY_INTENT = sa.select(Order).where(Order.payment_intent_id == sa.bindparam("intent_id"))
_IDS: sa.BindParameter[Any] = sa.bindparam("ids", expanding=True)
_lines, _options, _steps = table_of(OrderLine), table_of(LineModifier), table_of(OrderEvent)
_refunds, _disputes = table_of(Refund), table_of(Dispute)
_TRUCKS = sa.select(Truck.id, Truck.name, Truck.slug, Truck.timezone).where(
    Truck.id.in_(sa.bindparam("trucks", expanding=True))
)
_LINES = sa.select(*_lines.c).where(_lines.c.order_id.in_(_IDS)).order_by(_lines.c.position)
_OPTIONS = (
    sa.select(_options.c.line_id, _options.c.group_name, _options.c.name, _options.c.additional_price_cents)
    .join(_lines, _lines.c.id == _options.c.line_id)
    .where(_lines.c.order_id.in_(_IDS))
    .order_by(_options.c.position)
)
_HISTORY = sa.select(*_steps.c).where(_steps.c.order_id.in_(_IDS)).order_by(_steps.c.id)
_REFUNDS = (
    sa.select(*_refunds.c).where(_refunds.c.order_id.in_(_IDS)).order_by(_refunds.c.created_at, _refunds.c.id)
)
_DISPUTES = (
    sa.select(*_disputes.c)
    .where(_disputes.c.order_id.in_(_IDS))
    .order_by(_disputes.c.created_at, _disputes.c.id)
)
_SMS_STATUS = {
    outbox.WAITING: "pending",
    outbox.DONE: "sent",
    outbox.FAILED: "failed",
    outbox.SKIPPED: "skipped",
}


def find_order_by_intent(session: Session, payment_intent_id: str) -> Order | None:
    """The one order that this payment made."""
    return session.scalars(_BY_INTENT, {"intent_id": payment_intent_id}).one_or_none()


def get_sms_status(session: Session, order_id: str) -> str:
    """Where the confirmation text is: pending, sent, failed or skipped."""
    status = outbox.find_status(session, confirmation_key(order_id))
    return _SMS_STATUS[status] if status else "skipped"


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


def show_orders(session: Session, orders: Sequence[Order | OrderRow]) -> list[StaffOrder]:
    """The orders with all that belongs to them, in as many selects as for one.

    Read by column: making objects of fifty orders with their lines costs several times as much.
    """
    ids = [order.id for order in orders]
    trucks = {
        row.id: StaffOrderTruck(row.name, row.slug, row.timezone)
        for row in session.execute(_TRUCKS, {"trucks": list({order.truck_id for order in orders})})
    }
    lines, history, refunds, disputes = (
        _by_order(session, query, ids) for query in (_LINES, _HISTORY, _REFUNDS, _DISPUTES)
    )
    options: dict[str, list[StaffModifier]] = defaultdict(list)
    for line_id, group, name, cents in session.execute(_OPTIONS, {"ids": ids}):
        options[line_id].append(StaffModifier(group, name, to_dollars(cents)))
    told = list_told(session, orders)
    return [
        staff_order(
            order,
            trucks[order.truck_id],
            [staff_item(line, options[line.id]) for line in lines[order.id]],
            history[order.id],
            refunds[order.id],
            disputes[order.id],
            told[order.id],
        )
        for order in orders
    ]


def _by_order(session: Session, query: sa.Select[Any], ids: list[str]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = defaultdict(list)
    for row in session.execute(query, {"ids": ids}):
        found[row.order_id].append(row)
    return found
