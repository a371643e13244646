"""Worker jobs of push messages about orders."""

from functools import partial

from sqlalchemy.orm import Session

from chuckwagon.accounts import sessions
from chuckwagon.db.database import Database
from chuckwagon.integrations.webpush.client import push_gateway
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import JobHandler, OutboxMessage
from chuckwagon.notifications.push.compose import compose_dispute_for_staff, compose_for_customer, compose_for_staff
from chuckwagon.orders.messages import pushes
from chuckwagon.orders.models import Order
from chuckwagon.orders.pickup_changes.change_records import record_notified
from chuckwagon.orders.service import publish_order_change
from chuckwagon.push.models import OrderDevice
from chuckwagon.push.queries import list_staff_device_ids
from chuckwagon.push.service import PushCallbacks, send_push
from chuckwagon.settings import Settings

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
    of_order = pushes.push_key(str(claimed.payload["orderId"]), "new", "")
    prefix = f"{claimed.key}:" if "disputeId" in claimed.payload else of_order
    for device_id in ids:
        outbox.enqueue(session, pushes.STAFF_PUSH, f"{prefix}{device_id}", claimed.payload | {"deviceId": device_id})
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
            if not pushes.has_other_instead(session, order_id, str(said["kind"]), device_id):
                pushes.release_held_sms(session, str(said["smsKey"]))
        elif device is not None and device.is_instead and pushes.close_held_sms(session, str(said["smsKey"])):
            publish_order_change(session, order_id)
            if change_id is not None:
                record_notified(session, str(change_id))

    send_push(db, settings, lambda: push_gateway(settings), claimed, PushCallbacks("customer", compose, settle_sms))


jobs: dict[str, JobHandler] = {
    pushes.NEW_ORDER_PUSHES: fan_out_new_order,
    pushes.STAFF_PUSH: send_staff_push,
    pushes.ORDER_PUSH: send_order_push,
}
