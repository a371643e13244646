"""Worker jobs of push messages about orders, and the deletion of devices whose orders are over, in small batches."""

from datetime import datetime, timedelta
from functools import partial
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts import sessions
from chuckwagon.db.database import Database, table_of
from chuckwagon.integrations.webpush import push_gateway
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import IS_PUSH, JobHandler, OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.notifications.push.compose import compose_dispute_for_staff, compose_for_customer, compose_for_staff
from chuckwagon.orders import messages
from chuckwagon.orders.models import Order
from chuckwagon.orders.pickup_changes import record_notified
from chuckwagon.orders.service import publish_order_change
from chuckwagon.orders.status import CANCELLED, COMPLETED
from chuckwagon.push.models import OrderDevice, list_staff_device_ids
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
    is_closed = sa.and_(_orders.c.status.in_((CANCELLED, COMPLETED)), _orders.c.updated_at < now - KEPT_AFTER_END)
    pickup_at = sa.func.coalesce(_orders.c.estimated_pickup_at, _orders.c.pickup_at, _orders.c.created_at)
    joined = sa.select(_devices.c.id).join(_orders, _orders.c.id == _devices.c.order_id)
    return joined.where(sa.or_(is_closed, pickup_at < now - KEPT_AFTER_PICKUP))


def _select_messages(now: datetime) -> sa.Select[Any]:
    """A message that waits has no `finished_at`."""
    old = sa.select(_messages.c.id).where(IS_PUSH, _messages.c.finished_at < now - KEPT_RESULTS)
    return old.order_by(_messages.c.finished_at)
