"""Push messages about orders and disputes: the worker's jobs, and what they say when they are sent, in each language.

The functions that compose return the message, or the reason for which none is sent: FORGOTTEN, NOT_ALLOWED or
OVERTAKEN. Anyone near can read a lock screen, so it never contains a name, a phone or an amount of money. Devices whose
orders are over are deleted in small batches.
"""

from datetime import datetime, timedelta
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts import sessions
from chuckwagon.accounts.models import User
from chuckwagon.accounts.permissions import AccessDecision, Action, Actor, decide_access
from chuckwagon.db.database import Database, table_of
from chuckwagon.integrations.webpush import push_gateway
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import IS_PUSH, JobHandler, OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.kit.sentences import ENGLISH, SPANISH, Language
from chuckwagon.mail.service import CATALOGS as EMAIL_CATALOGS
from chuckwagon.notifications.catalogs import CATALOGS
from chuckwagon.notifications.emails import DISPUTES_PATH
from chuckwagon.orders import messages
from chuckwagon.orders import status as statuses
from chuckwagon.orders.late.models import say_number
from chuckwagon.orders.messages import CANCELLED, READY
from chuckwagon.orders.models import ENDS_EARLY, LATE, MOVED, STOP_CANCELLED, TIME_CHANGED, Dispute, Order, PickupChange
from chuckwagon.orders.pickup_changes import is_overtaken, record_notified
from chuckwagon.orders.pickup_schemas import name_with_address
from chuckwagon.orders.schemas import tracking_url
from chuckwagon.orders.service import publish_order_change
from chuckwagon.orders.status import CANCELLED as ORDER_CANCELLED
from chuckwagon.orders.status import COMPLETED
from chuckwagon.push.models import OrderDevice, StaffDevice, list_staff_device_ids
from chuckwagon.push.service import PushCallbacks, PushContent, PushMessage, send_push
from chuckwagon.settings import Settings
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


PAGE_SIZE = 100


def fan_out_new_order(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
    """Job: enqueue one message for each device of the truck's staff, a page in each transaction, and finish this one.

    The message is about a new order, or about a dispute of its payment.

    A worker that dies in between leaves the rest to the next one: a key is enqueued once.
    """
    order_id = str(claimed.payload["orderId"])
    with db.reading() as session:
        order = session.get(Order, order_id)
        truck_id = order.truck_id if order is not None and settings.has_push else None
    last = ""
    while truck_id is not None:
        page = db.write(partial(_enqueue_page, claimed=claimed, truck_id=truck_id, after=last))
        if len(page) < PAGE_SIZE:
            break
        last = page[-1]
    db.write(lambda session: outbox.finish(session, claimed.id))


def _enqueue_page(session: Session, claimed: OutboxMessage, truck_id: str, after: str) -> list[str]:
    ids = list_staff_device_ids(session, truck_id, sessions.select_living(), after, PAGE_SIZE)
    of_order = messages.push_key(str(claimed.payload["orderId"]), "new", "")
    prefix = f"{claimed.key}:" if "disputeId" in claimed.payload else of_order
    for device_id in ids:
        outbox.enqueue(session, messages.STAFF_PUSH, f"{prefix}{device_id}", claimed.payload | {"deviceId": device_id})
    return ids


def send_staff_push(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
    """Job: push an order or a dispute to one device of the staff, and finish or reschedule the message."""
    said, device_id = claimed.payload, str(claimed.payload["deviceId"])
    compose = (
        partial(compose_dispute_for_staff, dispute_id=str(said["disputeId"]), device_id=device_id)
        if "disputeId" in said
        else partial(
            compose_for_staff,
            order_id=str(said["orderId"]),
            device_id=device_id,
            about=str(said.get("about", "new_order")),
        )
    )
    send_push(db, settings, lambda: push_gateway(settings), claimed, PushCallbacks("staff", compose))


def send_order_push(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
    """Job: send a push to one device of a customer, and finish or reschedule the message.

    When it is accepted, an SMS that waits for it is closed. When it has failed for good, that SMS is due at once,
    unless another device may still be told instead.
    """
    said = claimed.payload
    order_id, device_id, change_id = str(said["orderId"]), str(said["deviceId"]), said["changeId"]
    compose = partial(
        compose_for_customer, order_id=order_id, device_id=device_id, kind=str(said["kind"]), change_id=change_id
    )

    def settle_sms(session: Session, is_accepted: bool) -> None:
        device = session.get(OrderDevice, device_id)
        if not is_accepted:
            if not messages.has_other_instead(session, order_id, str(said["kind"]), device_id):
                messages.release_held_sms(session, str(said["smsKey"]))
        elif device is not None and device.is_instead and messages.close_held_sms(session, str(said["smsKey"])):
            publish_order_change(session, order_id)
            if change_id is not None:
                record_notified(session, str(change_id))

    send_push(db, settings, lambda: push_gateway(settings), claimed, PushCallbacks("customer", compose, settle_sms))


jobs: dict[str, JobHandler] = {
    messages.NEW_ORDER_PUSHES: fan_out_new_order,
    messages.STAFF_PUSH: send_staff_push,
    messages.ORDER_PUSH: send_order_push,
}


KEPT_AFTER_END = timedelta(hours=6)
KEPT_AFTER_PICKUP = timedelta(hours=24)  # of an order that was never closed
KEPT_RESULTS = timedelta(days=2)
BATCH_SIZE = 500
MAX_BATCHES = 100  # in one run; the next one goes on
_messages, _devices, _orders = table_of(OutboxMessage), table_of(OrderDevice), table_of(Order)


def has_ended(session: Session) -> bool:
    """Whether there is a device or a message to delete."""
    now = clock.now()
    return any(session.scalar(old.limit(1)) is not None for old in (_select_devices(now), _select_messages(now)))


def delete_ended(db: Database) -> None:
    """Delete the devices of orders that ended or were due some hours ago, and old outbox messages of pushes.

    Messages that wait stay. Each batch is a transaction, so that orders do not wait for it.
    """
    now = clock.now()
    for table, old in ((_devices, _select_devices(now)), (_messages, _select_messages(now))):
        for _ in range(MAX_BATCHES):
            if db.write(partial(_delete_batch, table=table, old=old.limit(BATCH_SIZE))) < BATCH_SIZE:
                break


def _delete_batch(session: Session, table: sa.Table, old: sa.Select[Any]) -> int:
    ids = session.scalars(old).all()
    session.execute(sa.delete(table).where(table.c.id.in_(ids)))
    return len(ids)


def _select_devices(now: datetime) -> sa.Select[Any]:
    is_closed = sa.and_(_orders.c.status.in_((ORDER_CANCELLED, COMPLETED)), _orders.c.updated_at < now - KEPT_AFTER_END)
    pickup_at = sa.func.coalesce(_orders.c.estimated_pickup_at, _orders.c.pickup_at, _orders.c.created_at)
    joined = sa.select(_devices.c.id).join(_orders, _orders.c.id == _devices.c.order_id)
    return joined.where(sa.or_(is_closed, pickup_at < now - KEPT_AFTER_PICKUP))


def _select_messages(now: datetime) -> sa.Select[Any]:
    """A message that waits has no `finished_at`."""
    old = sa.select(_messages.c.id).where(IS_PUSH, _messages.c.finished_at < now - KEPT_RESULTS)
    return old.order_by(_messages.c.finished_at)
