"""The till: an order that was taken at the window and not paid yet is paid there later.

One conditional update from `unpaid`: a second hand at the till is told what the first one did, and an order
that was cancelled is never paid.
"""

from typing import Annotated

import msgspec
import sqlalchemy as sa
from msgspec import Meta, Struct
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.core import changes, clock
from chuckwagon.core.db import Database, changed_one
from chuckwagon.core.errors import Conflict, InvalidInput
from chuckwagon.core.idempotency import once, read_repeat
from chuckwagon.orders import audited, queries
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import Order
from chuckwagon.orders.regulars import note_spent
from chuckwagon.orders.schemas import WINDOW_METHODS, StaffOrder


class PaymentConflict(Conflict):
    """Nothing is to be paid at the window any more; `order` is what it is now."""

    code = "payment_conflict"


class PaymentRequest(Struct):
    """The body of POST /orders/{id}/payment: how the money was taken."""

    payment: Annotated[str, Meta(max_length=20)] | None = None


def take_payment(
    db: Database, actor: Actor, order_id: str, request: PaymentRequest, idempotency_key: str | None
) -> StaffOrder:
    """Write down that the money is there, once per key.

    Raises NotFound, NotAllowed, InvalidInput, PaymentConflict, IdempotencyKeyReused.
    """
    with db.reading() as session:
        order = queries.get_order_for(session, actor, order_id)
    method = request.payment
    if method not in WINDOW_METHODS:
        sentence = f"Choose one of {', '.join(WINDOW_METHODS)}."
        raise InvalidInput(sentence, fields={"payment": sentence})
    repeat = read_repeat(actor.user_id, idempotency_key, "take_payment", order.id, request)
    return db.write(
        lambda session: once(session, repeat, StaffOrder, lambda: _take(session, actor, order.id, method))
    )


def _take(session: Session, actor: Actor, order_id: str, method: str) -> StaffOrder:
    instant = clock.now()
    is_open = (
        Order.id == order_id,
        Order.source == "counter",
        Order.payment_status == statuses.UNPAID,
        Order.status != statuses.CANCELLED,
    )
    taken = {
        "payment_status": statuses.PAID,
        "window_method": method,
        "window_paid_at": instant,
        "window_paid_to": queries.get_staff_name(session, actor.user_id),
        "version": Order.version + 1,
        "updated_at": instant,
    }
    if not changed_one(session, sa.update(Order).where(*is_open).values(taken)):
        raise _conflict(session, order_id)
    shown = queries.get_staff_order(session, order_id)
    note_spent(session, shown.truck_id, shown.customer_id)
    changes.announce(session, shown.truck_id, changes.ORDER, order_id)
    audited.note_paid(session, actor, shown, method)
    return shown


def _conflict(session: Session, order_id: str) -> PaymentConflict:
    shown = queries.get_staff_order(session, order_id)
    is_owed = shown.payment_status == statuses.UNPAID
    why = "was cancelled" if is_owed else "is paid already"
    return PaymentConflict(f"Order #{shown.order_number} {why}.", order=msgspec.to_builtins(shown))
