"""Queries of what a customer may still change in an order."""

from datetime import datetime

from sqlalchemy.orm import Session

from chuckwagon.kit import clock
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.money import to_dollars
from chuckwagon.orders.board import status as statuses
from chuckwagon.orders.board.status import NOT_STARTED
from chuckwagon.orders.models import Order
from chuckwagon.orders.pickup_changes.models import LATE, MOVED, PickupChange
from chuckwagon.orders.queries import refunded_cents
from chuckwagon.orders.self_service.change_window import (
    ChangeWindow,
    contact_ends_at,
    get_change_window,
    unconfirmed_from,
)
from chuckwagon.orders.self_service.schemas import Choices
from chuckwagon.schedule import states
from chuckwagon.schedule.schemas import Stop
from chuckwagon.trucks.models import Truck


def read_change_window(order: Order, truck: Truck, change: PickupChange | None) -> ChangeWindow:
    """Until when the customer may change an order that was paid online, whatever its status.

    Never for a counter order. `change` is the order's last disruption.
    """
    if order.payment_intent_id is None:
        return ChangeWindow(None)
    pickup_at = order.slot_at or order.estimated_pickup_at or order.pickup_at
    return get_change_window(pickup_at, _notified_at(change), is_switched_on=truck.self_service)


def _notified_at(change: PickupChange | None) -> datetime | None:
    """When the customer was told of a disruption that left the order alive; while the SMS is being sent, now."""
    if change is None or change.kind not in (LATE, MOVED):
        return None
    return change.told_at or clock.now()


def read_choices(
    session: Session, order: Order, truck: Truck, stop: Stop | None, change: PickupChange | None
) -> Choices | None:
    """What the customer may choose now; None for nothing."""
    window, is_unconfirmed = read_change_window(order, truck, change), may_cancel_unconfirmed(order, truck)
    is_open = not window.is_closed(clock.now())
    if order.status not in NOT_STARTED or not (is_open or is_unconfirmed):
        return None
    can_move = is_open and (stop is None or stop.state in (states.OPEN, states.UPCOMING))
    held = order.total_cents - refunded_cents(session, order.id) if order.payment_status in statuses.HOLDS_MONEY else 0
    until = to_iso(window.until or order.created_at)
    return Choices(can_move and order.slot_at is not None, True, until, to_dollars(held), is_unconfirmed)


def read_contact_end(status: str, created_at: datetime) -> str | None:
    """Until when the customer may correct their phone or e-mail address; None when that is over."""
    ends_at = contact_ends_at(created_at)
    is_over = status in (statuses.COMPLETED, statuses.CANCELLED) or clock.now() > ends_at
    return None if is_over else to_iso(ends_at)


def may_cancel_unconfirmed(order: Order, truck: Truck) -> bool:
    """Whether the customer may cancel because no one has confirmed the order, whatever the time.

    Where the truck has switched self-service off, only from when the order is escalated.
    """
    if order.status != statuses.PENDING or order.payment_intent_id is None:
        return False
    due = order.estimated_pickup_at or order.pickup_at or order.created_at
    return truck.self_service or clock.now() >= unconfirmed_from(order.created_at, due)
