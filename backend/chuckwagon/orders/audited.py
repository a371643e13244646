"""What the audit log says of orders: taken, moved along, edited, paid at the window, given back.

Never who ordered: the order's number leads there whoever may look.
"""

from typing import Any

from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.core.audit import Changed, record
from chuckwagon.core.money import format_usd, to_cents
from chuckwagon.orders.models import Order
from chuckwagon.orders.schemas import StaffOrder

TAKEN, PAID, REFUNDED = "order.taken", "order.paid", "order.refunded"
STATUS_CHANGED, CHANGED = "order.status_changed", "order.changed"


def note_taken(session: Session, actor: Actor, order: StaffOrder, payment: str) -> None:
    """An order from the window."""
    _note(session, actor, TAKEN, order, {"total": format_usd(to_cents(order.total)), "payment": payment})


def note_paid(session: Session, actor: Actor, order: StaffOrder, payment: str) -> None:
    """Money at the window."""
    _note(session, actor, PAID, order, {"total": format_usd(to_cents(order.total)), "payment": payment})


def note_changes(
    session: Session, actor: Actor, order: StaffOrder, before: dict[str, Any], after: dict[str, Any]
) -> None:
    """A step of the order, and when it will be ready."""
    if "status" in after:
        step = {"status": Changed(before["status"], after["status"]), "version": order.version}
        _note(session, actor, STATUS_CHANGED, order, step)
    if "estimated_pickup_at" in after:
        change = Changed(before["estimated_pickup_at"], after["estimated_pickup_at"])
        _note(session, actor, CHANGED, order, {"estimatedPickupTime": change})


def note_refund(session: Session, actor: Actor, order: Order, cents: int) -> None:
    """Money that goes back."""
    details = {"number": str(order.order_number), "amount": format_usd(cents)}
    record(session, actor.author, REFUNDED, order.id, truck_id=order.truck_id, details=details)


def _note(session: Session, actor: Actor, action: str, order: StaffOrder, details: dict[str, Any]) -> None:
    told = {"number": order.order_number, **details}
    record(session, actor.author, action, order.id, truck_id=order.truck_id, details=told)
