"""Composes the push messages about orders and disputes, in each language, from what is true when they are sent.

The functions return the message, or the reason for which none is sent: FORGOTTEN, NOT_ALLOWED or OVERTAKEN.
Anyone near can read a lock screen, so it never contains a name, a phone or an amount of money.
"""

from zoneinfo import ZoneInfo

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.accounts import sessions
from chuckwagon.accounts.models import User
from chuckwagon.accounts.permissions import AccessDecision, Action, Actor, decide_access
from chuckwagon.kit.languages import ENGLISH, SPANISH, Language
from chuckwagon.mail.service import CATALOGS as EMAIL_CATALOGS
from chuckwagon.notifications.alert_emails import DISPUTES_PATH
from chuckwagon.notifications.catalogs import CATALOGS
from chuckwagon.orders import status as statuses
from chuckwagon.orders.late.sale import say_number
from chuckwagon.orders.messages import CANCELLED, READY
from chuckwagon.orders.models import ENDS_EARLY, LATE, MOVED, STOP_CANCELLED, TIME_CHANGED, Dispute, Order, PickupChange
from chuckwagon.orders.pickup_changes import is_overtaken
from chuckwagon.orders.pickup_schemas import name_with_address
from chuckwagon.orders.schemas import tracking_url
from chuckwagon.push.models import OrderDevice, StaffDevice
from chuckwagon.push.service import PushContent, PushMessage
from chuckwagon.trucks.models import Truck


class PushWords(msgspec.Struct, frozen=True, kw_only=True):
    """The sentences of one language: patterns with named values in braces. `one_item` and `items` count pieces."""

    new_order: str
    unconfirmed: str
    one_item: str
    items: str
    pickup: str
    dispute: str
    answer_by: str
    of_customer: dict[str, str]


_EN = PushWords(
    new_order="New order #{number}",
    unconfirmed="Order #{number} is not confirmed",
    one_item="1 item",
    items="{count} items",
    pickup="pickup {when}",
    dispute="Disputed payment: order #{number}",
    answer_by="The last day to answer is {day}.",
    of_customer={
        READY: "Your order #{number} is ready.",
        CANCELLED: "Your order #{number} was cancelled.",
        LATE: "Running {minutes} minutes late. Your order #{number} will be ready later.",
        MOVED: "The truck has moved to {place}. Pick up order #{number} there.",
        ENDS_EARLY: "The truck closes early. Sorry, your order #{number} is cancelled.",
        TIME_CHANGED: "Your order #{number} has a new pickup time.",
        STOP_CANCELLED: "The truck cannot come. Sorry, your order #{number} is cancelled.",
    },
)
_ES = PushWords(
    new_order="Nueva orden #{number}",
    unconfirmed="Falta confirmar la orden #{number}",
    one_item="1 artículo",
    items="{count} artículos",
    pickup="recogen {when}",
    dispute="Pago en disputa: orden #{number}",
    answer_by="El último día para responder es el {day}.",
    of_customer={
        READY: "Tu orden #{number} está lista.",
        CANCELLED: "Se canceló tu orden #{number}.",
        LATE: "Vamos {minutes} minutos tarde. Tu orden #{number} va a estar lista más tarde.",
        MOVED: "El camión se cambió a {place}. Recoge ahí tu orden #{number}.",
        ENDS_EARLY: "El camión cierra antes. Disculpa, cancelamos tu orden #{number}.",
        TIME_CHANGED: "Tu orden #{number} tiene nueva hora para recoger.",
        STOP_CANCELLED: "El camión no puede ir. Disculpa, cancelamos tu orden #{number}.",
    },
)
WORDS: dict[Language, PushWords] = {ENGLISH: _EN, SPANISH: _ES}


def word_for_staff(
    language: Language, number: int | str, pieces: int, when: str, about: str = "new_order"
) -> tuple[str, str]:
    """Return (title, body) for the staff. `when` is the time of pickup, empty if the order has none.

    `about` says what the title says: that the order is new, or still unconfirmed.
    """
    words = WORDS[language]
    count = words.one_item if pieces == 1 else words.items.format(count=pieces)
    body = ", ".join(part for part in (count, words.pickup.format(when=when) if when else "") if part)
    title = words.unconfirmed if about == "unconfirmed" else words.new_order
    return title.format(number=number), body


def word_dispute(language: Language, number: int | str, day: str) -> tuple[str, str]:
    """Return (title, body) for the staff. `day` is the last one to answer, empty if it is not known."""
    words = WORDS[language]
    return words.dispute.format(number=number), words.answer_by.format(day=day) if day else ""


def word_for_customer(language: Language, kind: str, number: int | str, minutes: int = 0, place: str = "") -> str:
    """The body for the customer. `kind` is ready, cancelled, or the kind of a change of plan.

    `place` is the new one of a truck that has moved, with its address.
    """
    return WORDS[language].of_customer[kind].format(number=number, minutes=minutes, place=place)


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
    number = say_number(order.order_number, order.offline_number)
    body = word_for_customer(language, change.kind if change else kind, number, minutes, place)
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
