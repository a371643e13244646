"""Records changes of an order's plan, tells the customer, and reads the changes of an order.

Domain functions take a session and never commit. The caller has locked the order's row, so that the changes of an order
are numbered one after the other.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.customers.models import OptOut
from chuckwagon.db.database import table_of, try_update_one
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.ids import new_id
from chuckwagon.orders.erasure import in_batches
from chuckwagon.orders.messages import SMS_REASONS, change_sms_kind, enqueue_order_pushes, push_key, sms_key
from chuckwagon.orders.models import (
    CANCELLED_BY_CUSTOMER,
    LATE,
    MOVED,
    SLOT_CHANGED,
    STOP_CANCELLED,
    TIME_CHANGED,
    Order,
    PickupChange,
)
from chuckwagon.orders.service import suppress_sms
from chuckwagon.orders.status import CANCELLED, COMPLETED, READY
from chuckwagon.printers.enqueue import follow_change
from chuckwagon.push.models import OrderDevice, list_order_devices
from chuckwagon.realtime import change_log

PLAN_CHANGE_SMS = "plan_change_sms"
TOLD_BY_ONE_SMS = SMS_REASONS["told_by_change"]
GATHERED_FOR = timedelta(seconds=60)  # staff press "5 minutes later" several times
MAX_TIME_SMS = 5
TOLD_OFTEN = SMS_REASONS["told_times"]


class NewPickupChange(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a plan change to add. `before` and `after` are instants in ISO 8601 or names of places.

    `by` is the name of a staff user, or `customer`.
    """

    kind: str
    by: str
    minutes: int | None = None
    before: str | None = None
    after: str | None = None
    sentence: str = ""
    disruption_id: str | None = None


def add_change(session: Session, order_id: str, change: NewPickupChange) -> PickupChange:
    """Insert a change into the history of the order, numbered after its last one, and return its row."""
    last = session.scalar(sa.select(sa.func.max(PickupChange.number)).where(PickupChange.order_id == order_id))
    columns = msgspec.structs.asdict(change)
    row = PickupChange(id=new_id(), order_id=order_id, number=(last or 0) + 1, at=clock.now(), **columns)
    session.add(row)
    session.flush()
    if change.kind not in (STOP_CANCELLED, CANCELLED_BY_CUSTOMER):
        follow_change(session, order_id, row.id)
    return row


def record_new_time(session: Session, order: Order, before: datetime | None, by: str) -> None:
    """Record that staff moved the pickup of an open order, and tell its customer once of the time that stays.

    A customer whom no text can reach gets a skipped one, which says why. Presses in quick succession change the one
    change whose SMS still waits. `before` is what the customer knew.
    """
    after = to_iso(order.estimated_pickup_at) if order.estimated_pickup_at else None
    newest = sa.select(PickupChange).where(PickupChange.order_id == order.id).order_by(PickupChange.number.desc())
    last = session.scalars(newest.limit(1)).first()
    if last is not None and last.kind == TIME_CHANGED and last.told_at is None and _wait_longer(session, last):
        last.after, last.by = after, by
        session.flush()
        follow_change(session, order.id, f"{last.id}:{order.version}")
        return
    if after is None:
        return
    count = sa.select(sa.func.count()).where(PickupChange.order_id == order.id, PickupChange.kind == TIME_CHANGED)
    is_often = (session.scalar(count) or 0) >= MAX_TIME_SMS
    known = to_iso(before) if before else None
    change = add_change(session, order.id, NewPickupChange(kind=TIME_CHANGED, by=by, before=known, after=after))
    untold = _find_why_untold(session, order) or (TOLD_OFTEN if is_often else None)
    if untold is None:
        enqueue_change_sms(session, order, change, delay=GATHERED_FOR)
    else:
        kind = change_sms_kind(change.kind, change.number)
        payload = {"orderId": order.id, "changeId": change.id, "kind": kind}
        outbox.enqueue_skipped(session, PLAN_CHANGE_SMS, sms_key(order.id, kind), payload, untold)


def _find_why_untold(session: Session, order: Order) -> str | None:
    """Why no text can reach the customer, so that who moves the pickup reads it at once. None if one may.

    A device of the customer is told with or without a phone.
    """
    if list_order_devices(session, order.id):
        return None
    if order.customer_phone is None:
        return SMS_REASONS["no_phone"]
    return SMS_REASONS["opted_out"] if session.get(OptOut, order.customer_phone) is not None else None


def _wait_longer(session: Session, change: PickupChange) -> bool:
    """Let the SMS about a change wait for another press. False if it is being sent, was sent, or there is none."""
    key = sms_key(change.order_id, change_sms_kind(change.kind, change.number))
    untouched = (OutboxMessage.status == outbox.WAITING, OutboxMessage.attempts == 0)
    waits = sa.update(OutboxMessage).where(OutboxMessage.key == key, *untouched, OutboxMessage.leased_until.is_(None))
    return try_update_one(session, waits.values(available_at=clock.now() + GATHERED_FOR))


def enqueue_change_sms(
    session: Session, order: Order, change: PickupChange, *, delay: timedelta = timedelta(0)
) -> str | None:
    """Enqueue the one SMS about a change. Returns its outbox key, or None for an order without a phone.

    The customer's devices are told too, with or without a phone.
    """
    kind = change_sms_kind(change.kind, change.number)
    key = sms_key(order.id, kind)
    delay = enqueue_order_pushes(session, order.id, kind, key, change.id, delay=delay)
    if order.customer_phone is None:
        return None
    payload = {"orderId": order.id, "changeId": change.id, "kind": kind}
    outbox.enqueue(session, PLAN_CHANGE_SMS, key, payload, delay=delay)
    return key


def suppress_closing_sms(session: Session, order: Order) -> None:
    """Record that no SMS about the cancellation and the refund is sent: the one about the change covers both."""
    for kind in ("cancelled", "refunded"):
        suppress_sms(session, order, kind, TOLD_BY_ONE_SMS)


def record_notified(session: Session, change_id: str) -> None:
    """Record that the SMS about a change was sent or given up, and publish the progress of its disruption."""
    change = session.get(PickupChange, change_id)
    if change is None:
        return
    if change.told_at is None:
        change.told_at = clock.now()
        session.flush()
    if change.disruption_id is not None:
        truck_id = session.scalar(sa.select(Order.truck_id).where(Order.id == change.order_id))
        change_log.publish_change(session, str(truck_id), change_log.DISRUPTION, change.disruption_id)


_changes, _orders = table_of(PickupChange), table_of(Order)
_later = table_of(PickupChange).alias("later_changes")
_REPLACED = sa.or_(
    sa.and_(_changes.c.kind == LATE, _later.c.kind.in_((LATE, SLOT_CHANGED))),
    sa.and_(_changes.c.kind == MOVED, _later.c.kind == MOVED),
    sa.and_(_changes.c.kind == TIME_CHANGED, _later.c.kind.in_((LATE, SLOT_CHANGED, TIME_CHANGED))),
)
# For a select of changes joined with their orders: what the change said is no longer so, because the order is closed
# or ready after all, or a later change says otherwise. A cancellation stays true.
IS_OVERTAKEN = sa.and_(
    _changes.c.kind.in_((LATE, MOVED, TIME_CHANGED)),
    sa.or_(
        sa.and_(_changes.c.kind == TIME_CHANGED, _changes.c.before == _changes.c.after),  # set back meanwhile
        _orders.c.status.in_((CANCELLED, COMPLETED)),
        sa.and_(_changes.c.kind != MOVED, _orders.c.status == READY),
        sa.exists().where(_later.c.order_id == _changes.c.order_id, _later.c.number > _changes.c.number, _REPLACED),
    ),
)


def find_last_disruption(session: Session, order_id: str) -> PickupChange | None:
    """The last change of an order by a disruption of its stop, or None."""
    query = sa.select(PickupChange).where(PickupChange.order_id == order_id, PickupChange.disruption_id.is_not(None))
    newest = query.order_by(PickupChange.number.desc()).limit(1)
    return session.scalars(newest.execution_options(populate_existing=True)).first()


def is_overtaken(session: Session, change_id: str) -> bool:
    """Whether an SMS about this change would no longer be true: the order is closed, it is ready and was said to be
    late, or a later change says otherwise.

    False for a change that does not exist.
    """
    joined = sa.select(_changes.c.id).join(_orders, _orders.c.id == _changes.c.order_id)
    return session.scalar(joined.where(_changes.c.id == change_id, IS_OVERTAKEN)) is not None


def list_changes(session: Session, order_ids: Sequence[str]) -> Sequence[Any]:
    """What the keys of the SMS about changes of these orders are made of."""
    columns = (PickupChange.order_id, PickupChange.kind, PickupChange.number)
    return session.execute(sa.select(*columns).where(PickupChange.order_id.in_(order_ids))).all()


def list_push_keys(session: Session, order_ids: Sequence[str]) -> list[str]:
    """The outbox keys of the pushes to the devices that are told about these orders."""
    keys: list[str] = []
    for ids in in_batches(order_ids):
        devices = sa.select(OrderDevice.order_id, OrderDevice.id).where(OrderDevice.order_id.in_(ids))
        told = [(order_id, device_id) for order_id, device_id in session.execute(devices)]
        keys += [push_key(order_id, kind, device_id) for order_id, device_id in told for kind in (READY, CANCELLED)]
        changes = sa.select(OrderDevice.id, PickupChange.order_id, PickupChange.kind, PickupChange.number)
        joined = changes.join(PickupChange, PickupChange.order_id == OrderDevice.order_id)
        for device_id, order_id, kind, number in session.execute(joined.where(OrderDevice.order_id.in_(ids))):
            keys.append(push_key(order_id, change_sms_kind(kind, number), device_id))
    return keys
