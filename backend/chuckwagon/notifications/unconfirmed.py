"""Escalates paid orders that no one confirms: to the truck's staff when they are nearly due, then to the superadmins.

A periodic task marks each order and level by an outbox key of its own, so several workers and repeated runs tell no one
twice. The job of that message enqueues one e-mail for each user and one push for each device of the truck's staff. Both
say nothing any more once the order is confirmed or cancelled.
"""

from collections.abc import Sequence
from datetime import timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts import sessions
from chuckwagon.accounts.models import User
from chuckwagon.db import rate_limits
from chuckwagon.db.database import Database
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import JobHandler, OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.orders import messages
from chuckwagon.orders.models import Order
from chuckwagon.orders.self_service_slots import UNCONFIRMED_AFTER, UNCONFIRMED_BEFORE_DUE
from chuckwagon.orders.status import PENDING
from chuckwagon.push.models import list_staff_device_ids
from chuckwagon.settings import Settings

STAFF, SUPERADMINS = 1, 2
TO_SUPERADMINS_AFTER = UNCONFIRMED_BEFORE_DUE + timedelta(minutes=5)  # so five minutes after the order was due
TO_SUPERADMINS_AT_LEAST = timedelta(minutes=5)
FORGOTTEN_AFTER = timedelta(hours=6)  # after an outage or an upgrade, no one is told of what is long past
LONGEST_AHEAD = timedelta(days=60)
BATCH_SIZE, MAX_BATCHES, MAX_USERS, MAX_DEVICES = 50, 20, 20, 50
EMAILS_PER_HOUR = 6  # of one truck and level; pushes go on
UNCONFIRMED_ORDER, UNCONFIRMED_EMAIL = "unconfirmed_order", "unconfirmed_order_email"


class DueAlert(msgspec.Struct, frozen=True):
    """An order about which a level has to be told."""

    order_id: str
    level: int

    @property
    def key(self) -> str:
        return f"order:{self.order_id}:unconfirmed_{self.level}"


def has_due_alerts(session: Session) -> bool:
    """Whether someone has to be told. Takes no write lock."""
    return bool(list_due_alerts(session))


def enqueue_due_alerts(db: Database) -> None:
    """Enqueue what is due, once for each order and level, in transactions of at most `BATCH_SIZE` orders."""

    def enqueue(session: Session) -> int:
        found = list_due_alerts(session)
        for alert in found:
            payload = {"orderId": alert.order_id, "level": alert.level}
            outbox.enqueue(session, UNCONFIRMED_ORDER, alert.key, payload)
        return len(found)

    for _ in range(MAX_BATCHES):
        if db.write(enqueue) == 0:
            return


def list_due_alerts(session: Session) -> list[DueAlert]:
    """The alerts that are due and not enqueued, of at most `BATCH_SIZE` orders, those that are due first."""
    now, due = clock.now(), sa.func.coalesce(Order.estimated_pickup_at, Order.pickup_at, Order.created_at)
    is_for_superadmins = sa.and_(
        Order.created_at <= now - UNCONFIRMED_AFTER - TO_SUPERADMINS_AT_LEAST,
        due <= now + UNCONFIRMED_BEFORE_DUE - max(TO_SUPERADMINS_AT_LEAST, TO_SUPERADMINS_AFTER),
    )
    is_missing = [_is_not_enqueued(STAFF), sa.and_(is_for_superadmins, _is_not_enqueued(SUPERADMINS))]
    query = (
        sa.select(Order.id, *(sa.cast(one, sa.Boolean) for one in is_missing))
        .where(
            Order.status == PENDING,
            Order.source == "online",
            Order.created_at.between(now - LONGEST_AHEAD, now - UNCONFIRMED_AFTER),
            due.between(now - FORGOTTEN_AFTER, now + UNCONFIRMED_BEFORE_DUE),
            sa.or_(*is_missing),
        )
        .order_by(due, Order.id)
        .limit(BATCH_SIZE)
    )
    return [
        DueAlert(order_id, level)
        for order_id, *missing in session.execute(query)
        for level, is_due in zip((STAFF, SUPERADMINS), missing, strict=True)
        if is_due
    ]


def _is_not_enqueued(level: int) -> sa.ColumnElement[bool]:
    return ~sa.exists().where(OutboxMessage.key == sa.literal("order:") + Order.id + f":unconfirmed_{level}")


def tell_of_unconfirmed_order(db: Database, _settings: Settings, claimed: OutboxMessage) -> None:
    """Job: enqueue the e-mails and pushes of one level, and finish this message. All in one transaction."""
    db.write(lambda session: _fan_out(session, claimed, int(claimed.payload["level"])))


def _fan_out(session: Session, claimed: OutboxMessage, level: int) -> None:
    if not outbox.has_claim(session, claimed):
        return
    order = session.get(Order, str(claimed.payload["orderId"]))
    if order is not None and order.status == PENDING:
        known = {"orderId": order.id}
        hourly = f"unconfirmed:{order.truck_id}:{level}"
        if rate_limits.try_consume(session, hourly, limit=EMAILS_PER_HOUR, seconds=60 * 60):
            for user_id in _list_users(session, order.truck_id, level):
                key = f"{claimed.key}:{user_id}_email"
                outbox.enqueue(session, UNCONFIRMED_EMAIL, key, known | {"userId": user_id})
        about = f"unconfirmed_{level}"
        for device_id in list_staff_device_ids(session, order.truck_id, sessions.select_living(), "", MAX_DEVICES):
            payload = known | {"deviceId": device_id, "about": "unconfirmed"}
            outbox.enqueue(session, messages.STAFF_PUSH, messages.push_key(order.id, about, device_id), payload)
    outbox.finish(session, claimed.id)


def _list_users(session: Session, truck_id: str, level: int) -> Sequence[str]:
    """The truck's staff; the superadmins at their level, and at once of a truck that has no staff."""
    of_truck = (User.role == "admin", User.truck_id == truck_id)
    superadmins = (User.role == "superadmin",)
    for who in (of_truck, superadmins) if level == STAFF else (superadmins,):
        active = sa.select(User.id).where(*who, User.is_active).order_by(User.id).limit(MAX_USERS)
        if found := session.scalars(active).all():
            return found
    return ()


jobs: dict[str, JobHandler] = {UNCONFIRMED_ORDER: tell_of_unconfirmed_order}
