"""Enqueues the push messages about an order: to the devices of its truck's staff, and to those of its customer.

A customer may ask for them instead of SMS. Then the SMS is enqueued too, but waits for HOLD. The job of the push closes
it when the push service has accepted, and makes it due at once when the push has failed for good. So whatever happens
to the push, the customer is told.
"""

from datetime import timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.database import try_update_one
from chuckwagon.db.transaction_callbacks import after_commit
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.orders.messages.sms_status_queries import SMS_REASONS
from chuckwagon.push.queries import has_staff_device, list_order_devices

NEW_ORDER_PUSHES, STAFF_PUSH, ORDER_PUSH = "new_order_pushes", "staff_push", "order_push"
READY, CANCELLED = "ready", "cancelled"
HOLD = timedelta(seconds=60)  # more than the push's first three tries take
NO_HOLD = timedelta(0)
TOLD_BY_PUSH = SMS_REASONS["told_by_push"]


def push_key(order_id: str, kind: str, device_id: str) -> str:
    """The outbox key of a push, of which there is one for each order, kind and device."""
    return f"push:{order_id}:{kind}:{device_id}"


def enqueue_new_order_pushes(session: Session, order_id: str, truck_id: str) -> None:
    """Enqueue the job that enqueues a push to each staff device of the truck, about an order of this transaction.

    Nothing without a device. The row is written later in the transaction (`run_later`).
    """
    if has_staff_device(session, truck_id):
        outbox.enqueue_new(session, NEW_ORDER_PUSHES, f"order:{order_id}:{NEW_ORDER_PUSHES}", {"orderId": order_id})


def enqueue_dispute_pushes(session: Session, order_id: str, truck_id: str, dispute_id: str, key: str) -> None:
    """Enqueue the same job about a dispute of the order's payment, under this key. Nothing without a device."""
    if has_staff_device(session, truck_id):
        outbox.enqueue(session, NEW_ORDER_PUSHES, f"{key}:pushes", {"orderId": order_id, "disputeId": dispute_id})


def enqueue_order_pushes(
    session: Session,
    order_id: str,
    kind: str,
    sms_key: str,
    change_id: str | None = None,
    *,
    delay: timedelta = NO_HOLD,
) -> timedelta:
    """Enqueue a push to each device of the order, due after `delay`. Returns how long the SMS of that kind has to wait.

    `kind` is the one under which the SMS is stored, `change_id` the change of plan that it is about.
    """
    devices = list_order_devices(session, order_id)
    for device in devices:
        payload = {"orderId": order_id, "deviceId": device.id, "kind": kind, "changeId": change_id, "smsKey": sms_key}
        outbox.enqueue(session, ORDER_PUSH, push_key(order_id, kind, device.id), payload, delay=delay)
    return delay + (HOLD if any(device.is_instead for device in devices) else NO_HOLD)


def close_held_sms(session: Session, sms_key: str) -> bool:
    """Finish the SMS that waits for a push, because the push was accepted. False if it was tried or finished before."""
    instant = clock.now()
    closed = {"status": outbox.DONE, "finished_at": instant, "last_error": TOLD_BY_PUSH}
    return try_update_one(session, sa.update(OutboxMessage).where(*_is_held(sms_key)).values(closed))


def release_held_sms(session: Session, sms_key: str) -> None:
    """Make the SMS that waits for a push due now, because the push has failed for good.

    Does nothing if the SMS was tried before.
    """
    due = sa.update(OutboxMessage).where(*_is_held(sms_key)).values(available_at=clock.now())
    if try_update_one(session, due):
        after_commit(session, outbox.wake_event.set)


def has_other_instead(session: Session, order_id: str, kind: str, device_id: str) -> bool:
    """Whether a push of this kind to another device, one that replaces the SMS, waits or was accepted."""
    others = [one.id for one in list_order_devices(session, order_id) if one.is_instead and one.id != device_id]
    keys = [push_key(order_id, kind, other) for other in others]
    hopeful = (OutboxMessage.key.in_(keys), OutboxMessage.status.in_((outbox.WAITING, outbox.DONE)))
    return session.scalar(sa.select(OutboxMessage.id).where(*hopeful).limit(1)) is not None


def _is_held(sms_key: str) -> tuple[sa.ColumnElement[bool], ...]:
    is_untouched = (OutboxMessage.status == outbox.WAITING, OutboxMessage.attempts == 0)
    return (OutboxMessage.key == sms_key, *is_untouched, OutboxMessage.leased_until.is_(None))
