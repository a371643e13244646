"""Queries of orders: the access check for staff, and the orders with everything that the screens show."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from msgspec.structs import replace
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import User
from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.db.compiled import join_list
from chuckwagon.db.database import Database, fetch_named_rows, table_of
from chuckwagon.jobs import outbox
from chuckwagon.kit.errors import InvalidInput, NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.money import to_dollars
from chuckwagon.kit.sentences import CUSTOMER_UNKNOWN, Sentence
from chuckwagon.orders.messages import confirmation_sms_key, list_sms_statuses
from chuckwagon.orders.models import (
    IS_DUE,
    Dispute,
    LineModifier,
    Order,
    OrderEvent,
    OrderLine,
    OrderRow,
    PickupChange,
    Refund,
)
from chuckwagon.orders.refund_amount import count_refunded_pieces
from chuckwagon.orders.schemas import StaffModifier, StaffOrder, StaffOrderTruck, to_staff_item, to_staff_order
from chuckwagon.trucks.models import Truck

TRUCK_REQUIRED = Sentence("Choose a truck.", "truck_required")
TRUCK_NOT_FOUND = Sentence("This truck does not exist.", "truck_unknown")
ORDER_UNKNOWN = Sentence("This order does not exist.", "order_unknown")

_BY_INTENT = sa.select(Order).where(Order.payment_intent_id == sa.bindparam("intent_id"))
_lines, _options, _steps = table_of(OrderLine), table_of(LineModifier), table_of(OrderEvent)
_refunds, _disputes, _changes = table_of(Refund), table_of(Dispute), table_of(PickupChange)
_trucks = table_of(Truck)
_TRUCKS = sa.select(_trucks.c.id, _trucks.c.name, _trucks.c.slug, _trucks.c.timezone).select_from(
    join_list(_trucks.c.id, "trucks")
)


def _of_orders(table: sa.Table, *order_by: sa.ColumnElement[Any]) -> sa.Select[Any]:
    """Select the rows of the orders `ids`."""
    return sa.select(*table.c).select_from(join_list(table.c.order_id, "ids")).order_by(*order_by)


_LINES = _of_orders(_lines, _lines.c.position)
_OPTIONS = (
    sa.select(
        _options.c.line_id,
        _options.c.group_name,
        _options.c.name,
        _options.c.additional_price_cents,
        _options.c.quantity,
        _options.c.free_quantity,
    )
    .select_from(join_list(_lines.c.order_id, "ids").join(_options, _lines.c.id == _options.c.line_id))
    .order_by(_options.c.position)
)
_HISTORY = _of_orders(_steps, _steps.c.id)
_REFUNDS = _of_orders(_refunds, _refunds.c.created_at, _refunds.c.id)
_CHANGES = _of_orders(_changes, _changes.c.number)
_DISPUTES = _of_orders(_disputes, _disputes.c.created_at, _disputes.c.id)
_SMS_STATUS = {
    outbox.WAITING: "pending",
    outbox.DONE: "sent",
    outbox.FAILED: "failed",
    outbox.SKIPPED: "skipped",
}


def find_order_by_intent(session: Session, payment_intent_id: str) -> Order | None:
    """The order that was placed for this PaymentIntent, or None."""
    return session.scalars(_BY_INTENT, {"intent_id": payment_intent_id}).one_or_none()


def get_confirmation_sms_status(session: Session, order_id: str) -> str:
    """Status of the confirmation SMS: pending, sent, failed or skipped. An order without one reads `skipped` too."""
    status = outbox.find_status(session, confirmation_sms_key(order_id))
    return _SMS_STATUS[status] if status else "skipped"


def list_effective_refunds(session: Session, order_id: str) -> list[Refund]:
    """Refunds that succeeded, are pending or are due at the counter, read again from the database.

    A caller that refunds what they leave has locked the order's row.
    """
    query = sa.select(Refund).where(Refund.order_id == order_id, Refund.status != "failed")
    return list(session.scalars(query.execution_options(populate_existing=True)))


def refunded_cents(session: Session, order_id: str) -> int:
    """Sum of the refunds that succeeded, are pending or are due at the counter, in cents."""
    return sum(refund.amount_cents for refund in list_effective_refunds(session, order_id))


def get_order_for(session: Session, actor: Actor, order_id: str) -> Order:
    """One order, if the user works at its truck. Raises NotFound, and NotAllowed for another truck's order."""
    order = session.get(Order, order_id) if is_id(order_id) else None
    if order is None:
        raise NotFound(ORDER_UNKNOWN)
    authorize(actor, Action.MANAGE_ORDERS, order.truck_id)
    return order


def require_order_access(db: Database, actor: Actor, order_id: str) -> None:
    """Check that the user may work on this order. Raises NotFound, NotAllowed."""
    with db.reading() as session:
        get_order_for(session, actor, order_id)


def resolve_truck_scope(session: Session, actor: Actor, action: Action, truck_id: str | None) -> Truck | None:
    """The truck that a list is limited to: the one named, else the admin's own; None means all trucks.

    Raises NotAllowed or NotFound for another admin's truck, as the action's policy says, and NotFound for an
    unknown truck.
    """
    wanted = truck_id or actor.truck_id
    if wanted is None and actor.is_superadmin:
        return None
    authorize(actor, action, wanted)
    truck = session.get(Truck, wanted) if wanted and is_id(wanted) else None
    if truck is None:
        raise NotFound(TRUCK_NOT_FOUND)
    return truck


def get_truck_for_orders(
    session: Session, actor: Actor, truck_id: str | None, *, allows_archived: bool = False
) -> Truck:
    """The truck at which the user works on orders: the one named, else the admin's own.

    Raises NotAllowed, NotFound (for an archived truck too, unless it is allowed), and InvalidInput when a superadmin
    names none.
    """
    truck = resolve_truck_scope(session, actor, Action.MANAGE_ORDERS, truck_id)
    if truck is None:
        raise InvalidInput(TRUCK_REQUIRED, fields={"truckId": TRUCK_REQUIRED})
    if truck.archived_at is not None and not allows_archived:
        raise NotFound(TRUCK_NOT_FOUND)
    return truck


def require_customer(session: Session, truck: Truck | None, customer_id: str) -> None:
    """Check that the customer has ordered at the truck (None: at any truck). Raises NotFound."""
    query = sa.select(sa.literal(1)).where(Order.customer_id == customer_id)
    if truck is not None:
        query = query.where(Order.truck_id == truck.id)
    if not is_id(customer_id) or session.scalar(query.limit(1)) is None:
        raise NotFound(CUSTOMER_UNKNOWN)


def sum_pay_outs_due(session: Session, before: datetime) -> tuple[int, int]:
    """Return (count, cents) of the refunds at the counter that have been due since before this instant."""
    figures = sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(Refund.amount_cents), 0))
    count, cents = session.execute(figures.where(IS_DUE, Refund.created_at < before)).one()
    return count, int(cents)


def get_staff_name(session: Session, user_id: str) -> str:
    """The name of a user in the history of orders, also of a disabled one. Raises NoResultFound for an unknown user."""
    return session.get_one(User, user_id).name


def get_staff_order(session: Session, order_id: str) -> StaffOrder:
    """The StaffOrder of an order in its current state, read from the database even if the session has it already.

    Access is not checked.
    """
    order = session.get_one(Order, order_id, populate_existing=True)
    return load_staff_orders(session, [order])[0]


def load_staff_orders(session: Session, orders: Sequence[Order | OrderRow]) -> list[StaffOrder]:
    """The StaffOrder of each of these orders, in the same sequence. The number of selects is constant.

    Reads columns instead of entities, because entities for a page of fifty orders cost several times as much. Access is
    not checked.
    """
    ids = [order.id for order in orders]
    trucks = {
        row.id: StaffOrderTruck(row.name, row.slug, row.timezone)
        for row in session.execute(_TRUCKS, {"trucks": list({order.truck_id for order in orders})})
    }
    lines, history, refunds, disputes, changes = (
        _group_by_order(session, query, ids) for query in (_LINES, _HISTORY, _REFUNDS, _DISPUTES, _CHANGES)
    )
    options: dict[str, list[StaffModifier]] = defaultdict(list)
    for line_id, group, name, cents, quantity, free in session.execute(_OPTIONS, {"ids": ids}).all():
        options[line_id].append(StaffModifier(group, name, to_dollars(cents), quantity, free))
    refunded = {order_id: count_refunded_pieces(refunds[order_id]) for order_id in ids}
    sms_statuses = list_sms_statuses(session, orders, changes, refunds)
    return [
        to_staff_order(
            order,
            _at_place(trucks[order.truck_id], order),
            [
                to_staff_item(line, options[line.id], refunded[order.id][index])
                for index, line in enumerate(lines[order.id])
            ],
            history[order.id],
            refunds[order.id],
            disputes[order.id],
            sms_statuses[order.id],
            changes[order.id],
        )
        for order in orders
    ]


def _at_place(truck: StaffOrderTruck, order: Order | OrderRow) -> StaffOrderTruck:
    """The truck with the time zone of the order's place."""
    return replace(truck, timezone=order.place_timezone) if order.place_timezone else truck


def _group_by_order(session: Session, query: sa.Select[Any], ids: list[str]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = defaultdict(list)
    for row in fetch_named_rows(session.execute(query, {"ids": ids})):
        found[row.order_id].append(row)
    return found
