"""What customers answer to an SMS reaches the order that it is about, and is answered once for each order.

A reply is stored as an SMS of the order, of a kind of its own, so that it is erased and exported with the others. It
belongs to the latest open order of the phone; without one it is ignored.
"""

import unicodedata

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.database import insert_if_absent
from chuckwagon.kit import clock
from chuckwagon.kit.ids import new_id
from chuckwagon.kit.strings import collapse_whitespace
from chuckwagon.notifications import daily_sms_limit
from chuckwagon.notifications.templates import render_reply
from chuckwagon.orders.cancellation import NOT_COMPLETED
from chuckwagon.orders.messages.sms_status_queries import IS_REPLY, RECEIVED, reply_kind
from chuckwagon.orders.models import Order, OrderSms
from chuckwagon.realtime import change_log
from chuckwagon.settings import Settings
from chuckwagon.trucks.models import Truck

MAX_REPLY_LENGTH, MAX_REPLIES = 300, 5


def record_reply(session: Session, settings: Settings, phone: str, body: str, sid: str) -> str | None:
    """Store the customer's words with their order and publish it. Returns our answer to the first reply, else None.

    `sid` is Twilio's ID of the reply, which may be delivered twice. Further replies than `MAX_REPLIES` are ignored.
    """
    words = _clean(body)
    order = _find_open_order(session, phone) if words else None
    if order is None:
        return None
    count = session.scalar(sa.select(sa.func.count()).where(OrderSms.order_id == order.id, IS_REPLY)) or 0
    if count >= MAX_REPLIES:
        return None
    instant = clock.now()
    row = {
        "id": new_id(), "order_id": order.id, "kind": reply_kind(count + 1), "to_phone": None, "body": words,
        "status": RECEIVED, "provider_sid": sid or None, "created_at": instant, "updated_at": instant,
    }  # fmt: skip
    if not insert_if_absent(session, OrderSms, row):
        return None
    change_log.publish_change(session, order.truck_id, change_log.ORDER, order.id)
    is_paid = order.source == "online"
    if count or daily_sms_limit.claim_daily_sms(session, settings, order.truck_id, is_paid=is_paid) is not None:
        return None
    truck = session.get_one(Truck, order.truck_id)
    return render_reply(truck.name, truck.phone, order.order_number, order.language)  # type: ignore[arg-type]


def _find_open_order(session: Session, phone: str) -> Order | None:
    """The latest order of the phone that is neither completed nor cancelled; locks its row, so replies are counted."""
    open_ones = sa.select(Order).where(Order.customer_phone == phone, Order.status.in_(NOT_COMPLETED))
    newest = open_ones.order_by(Order.created_at.desc(), Order.id.desc()).limit(1)
    return session.scalars(newest.with_for_update()).first()


def _clean(body: str) -> str:
    """The words on one line, without control characters, cut to what the board shows."""
    printable = "".join(" " if unicodedata.category(char) in ("Cc", "Cf", "Cs") else char for char in body)
    return collapse_whitespace(printable)[:MAX_REPLY_LENGTH].strip()
