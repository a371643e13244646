"""The kitchen's door: the one place where an order's status changes.

The change is one conditional update from the status that the person saw; history row, text and refund are
written with it. Whoever comes second learns what the first one did and changes nothing.
"""

from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import UNSET
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.core import clock
from chuckwagon.core.db import Database, changed_one
from chuckwagon.core.errors import Conflict
from chuckwagon.orders import queries
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import Order, OrderEvent
from chuckwagon.orders.schemas import Change, ChangeRequest, StaffOrder
from chuckwagon.orders.service import add_refund, leave_text, refunded_cents

ANNOUNCED = (statuses.PREPARING, statuses.READY, statuses.CANCELLED)


class StatusConflict(Conflict):
    """The order cannot take this step, or a colleague was faster; `order` is what it is now."""

    code = "status_conflict"


def change_order(db: Database, actor: Actor, order_id: str, request: ChangeRequest) -> StaffOrder:
    """Move the order along, or set when it will be ready; repeating the present state changes nothing.

    Raises NotFound, NotAllowed, InvalidInput, StatusConflict.
    """
    with db.reading() as session:
        seen = queries.get_order_for(session, actor, order_id)
    change = request.check()
    return db.write(lambda session: _apply(session, actor, seen, change))


def _apply(session: Session, actor: Actor, seen: Order, change: Change) -> StaffOrder:
    status = change.status if change.status != seen.status else None
    if status is not None and status not in statuses.NEXT[seen.status]:
        raise _conflict(session, seen.id, status)
    values = _values(seen, status, change)
    if not values:
        return queries.get_staff_order(session, seen.id)
    is_as_seen = [Order.id == seen.id] + ([Order.status == seen.status] if status else [])
    stamped = {**values, "version": Order.version + 1, "updated_at": clock.now()}
    if changed_one(session, sa.update(Order).where(*is_as_seen).values(stamped)):
        if status is not None:
            _record_step(session, actor, seen.id, status)
        return queries.get_staff_order(session, seen.id)
    now = session.get_one(Order, seen.id, populate_existing=True)
    if now.status != status:
        raise _conflict(session, seen.id, status)
    return _apply(session, actor, now, change)  # a colleague pressed the same button


def _values(seen: Order, status: str | None, change: Change) -> dict[str, Any]:
    values: dict[str, Any] = {"status": status} if status else {}
    if change.estimated_pickup_at is not UNSET and change.estimated_pickup_at != seen.estimated_pickup_at:
        values["estimated_pickup_at"] = change.estimated_pickup_at
    return values


def _record_step(session: Session, actor: Actor, order_id: str, status: str) -> None:
    """What follows from the new status: history, the customer's text, the money back."""
    name = queries.get_staff_name(session, actor.user_id)
    session.add(OrderEvent(order_id=order_id, status=status, at=clock.now(), by=name))
    order = session.get_one(Order, order_id, populate_existing=True)
    if status in ANNOUNCED:
        leave_text(session, order, status)
    if status == statuses.CANCELLED:
        _give_back(session, order, name)


def _give_back(session: Session, order: Order, by: str) -> None:
    """Ask for the rest of what was paid by card. Money taken at the window goes back at the window."""
    left = order.total_cents - refunded_cents(session, order.id)
    if order.payment_intent_id is None or order.payment_status not in statuses.HOLDS_MONEY or left <= 0:
        return
    add_refund(session, order, left, reason="Order cancelled", asked_by=by, key=f"refund:{order.id}")


def _conflict(session: Session, order_id: str, status: str | None) -> StatusConflict:
    shown = queries.get_staff_order(session, order_id)
    sentence = f"Order #{shown.order_number} is {shown.status} and cannot become {status}."
    return StatusConflict(sentence, order=msgspec.to_builtins(shown))
