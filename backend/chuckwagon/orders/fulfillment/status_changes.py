"""The kitchen's door: the one place where an order's status changes.

The change is one conditional update from the status that the person saw; history row, text and refund are
written with it. Whoever comes second learns what the first one did and changes nothing.
"""

from functools import partial
from itertools import pairwise
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import UNSET
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.core import changes, clock
from chuckwagon.core.db import Database, changed_one
from chuckwagon.core.errors import Conflict
from chuckwagon.core.transaction_callbacks import after_commit
from chuckwagon.orders import audited, queries
from chuckwagon.orders import status as statuses
from chuckwagon.orders.counts import move_count
from chuckwagon.orders.metrics import TRANSITIONS
from chuckwagon.orders.models import Order, OrderEvent, cancellation_key
from chuckwagon.orders.regulars import hold, note_spent
from chuckwagon.orders.schemas import Change, ChangeRequest, StaffOrder
from chuckwagon.orders.service import add_refund, leave_text, refunded_cents

ANNOUNCED = (statuses.PREPARING, statuses.READY, statuses.CANCELLED)


class StatusConflict(Conflict):
    """The order cannot take this step, or a colleague was faster; `order` is what it is now."""

    code = "status_conflict"


def change_order(db: Database, actor: Actor, order_id: str, request: ChangeRequest) -> StaffOrder:
    """Move the order along, or set when it will be ready; repeating the present state changes nothing.

    Of several steps those that are made already are passed over; the rest is taken together or not at all.

    Raises NotFound, NotAllowed, InvalidInput, StatusConflict.
    """
    with db.reading() as session:
        seen = queries.get_order_for(session, actor, order_id)
    change = request.check()
    return db.write(lambda session: _walk(session, actor, seen, change))


def _walk(session: Session, actor: Actor, seen: Order, change: Change) -> StaffOrder:
    through = change.through
    if seen.status in through:
        through = through[through.index(seen.status) + 1 :]
    elif seen.status == change.status:
        through = ()
    # Before the first is taken: what a refusal tells must be how the order really is.
    path = (*through, change.status) if change.status else ()
    if any(after not in statuses.NEXT[status] for status, after in pairwise(path)):
        raise _conflict(session, seen.id, change.status)
    if through and change.status == statuses.CANCELLED:
        # The order, its customer, then the counter, which every step moves.
        session.get_one(Order, seen.id, with_for_update=True)
        hold(session, seen.customer_id)
    for status in through:
        _apply(session, actor, seen, Change(status, UNSET))
        seen = session.get_one(Order, seen.id, populate_existing=True)
    return _apply(session, actor, seen, change)


def _apply(session: Session, actor: Actor, seen: Order, change: Change) -> StaffOrder:
    status = change.status if change.status != seen.status else None
    if status is not None and status not in statuses.NEXT[seen.status]:
        raise _conflict(session, seen.id, status)
    values = _values(seen, status, change)
    if not values:
        return queries.get_staff_order(session, seen.id)
    before = {name: getattr(seen, name) for name in values}
    is_as_seen = [Order.id == seen.id] + ([Order.status == seen.status] if status else [])
    stamped = {**values, "version": Order.version + 1, "updated_at": clock.now()}
    if changed_one(session, sa.update(Order).where(*is_as_seen).values(stamped)):
        changes.announce(session, seen.truck_id, changes.ORDER, seen.id)
        if status is not None:
            if status == statuses.CANCELLED:
                hold(session, seen.customer_id)  # before the counter, as an order that is placed does
            move_count(session, seen.truck_id, seen.status, status)
            after_commit(session, partial(TRANSITIONS.add, seen.status, status))
            _record_step(session, actor, seen.id, status)
        shown = queries.get_staff_order(session, seen.id)
        audited.note_changes(session, actor, shown, before, values)
        return shown
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
        _give_back(session, actor, order, name)


def _give_back(session: Session, actor: Actor, order: Order, by: str) -> None:
    """Ask for the rest of what was paid. Money taken at the window is handed back there, and written down."""
    left = order.total_cents - refunded_cents(session, order.id)
    if order.payment_status not in statuses.HOLDS_MONEY:
        return
    if left <= 0:
        note_spent(session, order.truck_id, order.customer_id)  # all of it is on its way back already
        return
    key = cancellation_key(order.id)
    add_refund(session, order, left, reason="Order cancelled", asked_by=by, key=key)
    audited.note_refund(session, actor, order, left)


def _conflict(session: Session, order_id: str, status: str | None) -> StatusConflict:
    shown = queries.get_staff_order(session, order_id)
    sentence = f"Order #{shown.order_number} is {shown.status} and cannot become {status}."
    return StatusConflict(sentence, order=msgspec.to_builtins(shown))
