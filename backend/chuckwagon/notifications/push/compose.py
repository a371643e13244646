"""Composes the push messages about orders and disputes, from what is true when they are sent.

The functions return the message, or the reason for which none is sent: FORGOTTEN, NOT_ALLOWED or OVERTAKEN.
"""

from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from chuckwagon.accounts import sessions
from chuckwagon.accounts.models import User
from chuckwagon.accounts.permissions import AccessDecision, Action, Actor, decide_access
from chuckwagon.kit.languages import Language
from chuckwagon.mail.templates import CATALOGS as EMAIL_CATALOGS
from chuckwagon.notifications.emails.alerts import DISPUTES_PATH
from chuckwagon.notifications.push.words import word_dispute, word_for_customer, word_for_staff
from chuckwagon.notifications.templates import CATALOGS
from chuckwagon.orders.board import status as statuses
from chuckwagon.orders.messages.pushes import READY
from chuckwagon.orders.models import Dispute, Order
from chuckwagon.orders.pickup_changes.models import LATE, MOVED, TIME_CHANGED, PickupChange
from chuckwagon.orders.pickup_changes.queries import is_overtaken
from chuckwagon.orders.pickup_place import name_with_address
from chuckwagon.orders.schemas import tracking_url
from chuckwagon.push.models import OrderDevice, StaffDevice
from chuckwagon.push.service import PushContent, PushMessage
from chuckwagon.trucks.models import Truck

BOARD_PATH = "/admin/orders"
NEW_ORDER_SECONDS = 30 * 60  # after that the board has been looked at, or the truck is closed
DISPUTE_SECONDS = 24 * 60 * 60
CUSTOMER_SECONDS = 2 * 60 * 60
NOT_ALLOWED, OVERTAKEN, FORGOTTEN = "not_allowed", "overtaken", "device_forgotten"


def compose_for_staff(session: Session, order_id: str, device_id: str, about: str) -> PushMessage | str:
    """Compose the message about an order that is new or unconfirmed, or return the reason for which none is sent.

    None is sent to a device that was removed, or whose user may not see the truck's orders any more, and about an order
    that is no longer pending.
    """
    device, order = session.get(StaffDevice, device_id), session.get(Order, order_id)
    if device is None or order is None:
        return FORGOTTEN
    actor = _find_allowed_actor(session, device)
    if actor is None:
        return NOT_ALLOWED
    if order.status != statuses.PENDING:
        return OVERTAKEN
    truck, language = session.get_one(Truck, order.truck_id), _language_of(session, device)
    when = _pickup_time(order, truck, language)
    title, body = word_for_staff(language, order.order_number, _count_pieces(order), when, about)
    url = f"{BOARD_PATH}?truckId={truck.id}" if actor.is_superadmin else BOARD_PATH
    content = PushContent(title, body, f"order-{order.id}", url, language)
    return PushMessage(device, content, NEW_ORDER_SECONDS)


def compose_dispute_for_staff(session: Session, dispute_id: str, device_id: str) -> PushMessage | str:
    """Compose the message about a dispute, or return the reason for which none is sent.

    None is sent as for a new order, and once the dispute needs no answer any more.
    """
    device, dispute = session.get(StaffDevice, device_id), session.get(Dispute, dispute_id)
    if device is None or dispute is None:
        return FORGOTTEN
    if _find_allowed_actor(session, device) is None:
        return NOT_ALLOWED
    if dispute.status not in statuses.NEEDS_ANSWER or dispute.order_id is None:
        return OVERTAKEN
    order, language = session.get_one(Order, dispute.order_id), _language_of(session, device)
    zone = ZoneInfo(session.get_one(Truck, order.truck_id).timezone)
    day = EMAIL_CATALOGS[language].format_day(dispute.answer_by.astimezone(zone)) if dispute.answer_by else ""
    title, body = word_dispute(language, order.order_number, day)
    content = PushContent(title, body, f"dispute-{order.id}", DISPUTES_PATH, language)
    return PushMessage(device, content, DISPUTE_SECONDS)


def _find_allowed_actor(session: Session, device: StaffDevice) -> Actor | None:
    """The user of the device; None once the session is over or the user may not see the truck's orders."""
    actor = sessions.list_actors(session, [device.session_digest]).get(device.session_digest)
    is_allowed = decide_access(actor, Action.MANAGE_ORDERS, device.truck_id) is AccessDecision.ALLOWED
    return actor if is_allowed else None


def _language_of(session: Session, device: StaffDevice) -> Language:
    user = session.get_one(User, device.user_id)
    return user.language if user.has_chosen_language else device.language  # type: ignore[return-value]


def compose_for_customer(
    session: Session, order_id: str, device_id: str, kind: str, change_id: str | None
) -> PushMessage | str:
    """Compose the message about a customer's order, or return the reason for which none is sent.

    None is sent to a device that was removed, and about what is no longer true.
    """
    device, order = session.get(OrderDevice, device_id), session.get(Order, order_id)
    if device is None or order is None:
        return FORGOTTEN
    change = session.get(PickupChange, change_id) if change_id else None
    if (change is not None and is_overtaken(session, change.id)) or (kind == READY and order.status != statuses.READY):
        return OVERTAKEN
    truck = session.get_one(Truck, order.truck_id)
    language: Language = order.language  # type: ignore[assignment]
    minutes = (change.minutes if change else None) or 0
    place = name_with_address(order.place_name, order.place_address)
    body = word_for_customer(language, change.kind if change else kind, order.order_number, minutes, place)
    url = tracking_url("", truck.slug, order.tracking_token)
    tag = _tag_for_customer(order.id, change)
    return PushMessage(device, PushContent(truck.name, body, tag, url, language), CUSTOMER_SECONDS)


def _tag_for_customer(order_id: str, change: PickupChange | None) -> str:
    """What a later message replaces. A change of plan must not take the place of "ready", which it may arrive after."""
    return (
        f"order-{order_id}-plan"
        if change is not None and change.kind in (LATE, MOVED, TIME_CHANGED)
        else f"order-{order_id}"
    )


def _count_pieces(order: Order) -> int:
    return order.pieces or sum(line.quantity for line in order.lines)


def _pickup_time(order: Order, truck: Truck, language: Language) -> str:
    """When the order is picked up, in the time zone of the place; empty without a time.

    The weekday is added on another day than the order's.
    """
    instant = order.estimated_pickup_at or order.pickup_at
    if instant is None:
        return ""
    words = CATALOGS[language]
    zone = ZoneInfo(order.place_timezone or truck.timezone)
    local = instant.astimezone(zone)
    is_same_day = local.date() == order.created_at.astimezone(zone).date()
    when = words.format_time(local)
    return when if is_same_day else f"{words.weekdays[local.weekday()]} {when}"
