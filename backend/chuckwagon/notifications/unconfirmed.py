"""Escalates paid orders that no one confirms: to the truck's staff when they are nearly due, then to the superadmins.

A periodic task marks each order and level by an outbox key of its own, so several workers and repeated runs tell no one
twice. The job of that message enqueues one e-mail for each user and one push for each device of the truck's staff. Both
say nothing any more once the order is confirmed or cancelled.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

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
from chuckwagon.orders.board.status import PENDING
from chuckwagon.orders.messages import pushes
from chuckwagon.orders.models import Order
from chuckwagon.orders.self_service.change_window import UNCONFIRMED_AFTER, UNCONFIRMED_BEFORE_DUE, unconfirmed_from
from chuckwagon.push.queries import list_staff_device_ids
from chuckwagon.settings import Settings

STAFF, SUPERADMINS = 1, 2
TO_SUPERADMINS_AFTER = UNCONFIRMED_BEFORE_DUE + timedelta(minutes=5)  # so five minutes after the order was due
TO_SUPERADMINS_AT_LEAST = timedelta(minutes=5)
FORGOTTEN_AFTER = timedelta(hours=6)  # after an outage or an upgrade, no one is told of what is long past
LONGEST_AHEAD = timedelta(days=60)
BATCH_SIZE, MAX_USERS, MAX_DEVICES = 50, 20, 50
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
    """Enqueue what is due, once for each order and level."""

    def enqueue(session: Session) -> None:
        for alert in list_due_alerts(session):
            payload = {"orderId": alert.order_id, "level": alert.level}
            outbox.enqueue(session, UNCONFIRMED_ORDER, alert.key, payload)

    db.write(enqueue)


def list_due_alerts(session: Session) -> list[DueAlert]:
    """At most `BATCH_SIZE` alerts that are due and not enqueued, of the orders that are due first."""
    now, due = clock.now(), sa.func.coalesce(Order.estimated_pickup_at, Order.pickup_at, Order.created_at)
    query = (
        sa.select(Order.id, Order.created_at, due.label("due"))
        .where(
            Order.status == PENDING,
            Order.source == "online",
            Order.created_at.between(now - LONGEST_AHEAD, now - UNCONFIRMED_AFTER),
            due.between(now - FORGOTTEN_AFTER, now + UNCONFIRMED_BEFORE_DUE),
            ~sa.exists().where(OutboxMessage.key == sa.literal("order:") + Order.id + f":unconfirmed_{SUPERADMINS}"),
        )
        .order_by(due, Order.id)
        .limit(BATCH_SIZE)
    )
    alerts = [
        DueAlert(row.id, level)
        for row in session.execute(query)
        for level in (STAFF, SUPERADMINS)
        if now >= _due_at(row.created_at, row.due, level)
    ]
    keys = [alert.key for alert in alerts]
    known = set(session.scalars(sa.select(OutboxMessage.key).where(OutboxMessage.key.in_(keys)))) if keys else set()
    return [alert for alert in alerts if alert.key not in known]


def _due_at(created_at: datetime, due: datetime, level: int) -> datetime:
    first = unconfirmed_from(created_at, due)
    if level == STAFF:
        return first
    return max(first + TO_SUPERADMINS_AT_LEAST, due - UNCONFIRMED_BEFORE_DUE + TO_SUPERADMINS_AFTER)


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
            outbox.enqueue(session, pushes.STAFF_PUSH, pushes.push_key(order.id, about, device_id), payload)
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
