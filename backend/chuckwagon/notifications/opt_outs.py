"""Replies to SMS: STOP, START and HELP, with the keywords that the US carriers define, also in Spanish, and others.

Any other reply is stored as an SMS of the order that it is about, of a kind of its own, so that it is erased and
exported with the others. It belongs to the latest open order of the phone, is answered once for each order, and is
ignored without one.
"""

import unicodedata

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.customers.models import OptOut
from chuckwagon.db import rate_limits
from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import insert_if_absent, table_of
from chuckwagon.kit import clock
from chuckwagon.kit.ids import new_id
from chuckwagon.kit.sentences import ENGLISH
from chuckwagon.kit.validation import collapse_whitespace
from chuckwagon.notifications import daily_sms_limit, queries
from chuckwagon.notifications.templates import render_help, render_reply
from chuckwagon.orders.late.models import say_number
from chuckwagon.orders.messages import IS_REPLY, RECEIVED, reply_kind
from chuckwagon.orders.models import Order, OrderSms
from chuckwagon.orders.status_changes import NOT_COMPLETED
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
    number = say_number(order.order_number, order.offline_number)
    return render_reply(truck.name, truck.phone, number, order.language)  # type: ignore[arg-type]


def _find_open_order(session: Session, phone: str) -> Order | None:
    """The latest order of the phone that is neither completed nor cancelled; locks its row, so replies are counted."""
    open_ones = sa.select(Order).where(Order.customer_phone == phone, Order.status.in_(NOT_COMPLETED))
    newest = open_ones.order_by(Order.created_at.desc(), Order.id.desc()).limit(1)
    return session.scalars(newest.with_for_update()).first()


def _clean(body: str) -> str:
    """The words on one line, without control characters, cut to what the board shows."""
    printable = "".join(" " if unicodedata.category(char) in ("Cc", "Cf", "Cs") else char for char in body)
    return collapse_whitespace(printable)[:MAX_REPLY_LENGTH].strip()


STOP_WORDS = frozenset({"STOP", "UNSUBSCRIBE", "END", "QUIT", "STOPALL", "REVOKE", "OPTOUT", "CANCEL", "ALTO", "BAJA"})
START_WORDS = frozenset({"START", "UNSTOP", "YES"})
HELP_WORDS = frozenset({"HELP", "INFO", "AYUDA"})
PLATFORM = "Chuckwagon"
HELP_GAP_SECONDS = 60
HELP_SHARE = "help"  # all answers to HELP together have the share of a truck
_opt_outs = table_of(OptOut)
_FIND = CompiledStatement(sa.select(_opt_outs.c.phone).where(_opt_outs.c.phone == sa.bindparam("phone")))


def handle_reply(
    session: Session, settings: Settings, phone: str, body: str, opt_out_type: str, sid: str = ""
) -> str | None:
    """Store STOP, delete the opt-out on START, and give any other reply to the order. Returns our answer, else None.

    HELP is answered, and the first other reply about an order. `opt_out_type` is Twilio's reading of the reply. It
    takes precedence, and Twilio has then answered already. `sid` is Twilio's ID of the reply.
    """
    word = "".join((opt_out_type or body).split()).upper().strip(".!\"'")
    if word in STOP_WORDS:
        record_opt_out(session, phone)
    elif word in START_WORDS:
        session.execute(sa.delete(OptOut).where(OptOut.phone == phone))
    elif word in HELP_WORDS and not opt_out_type and _may_send_help(session, settings, phone):
        facts = queries.find_help_reply_facts(session, phone) or queries.HelpReplyFacts(PLATFORM, "", ENGLISH)
        return render_help(facts.truck_name, facts.truck_phone, facts.language)
    elif word not in HELP_WORDS and not opt_out_type:
        return record_reply(session, settings, phone, body, sid)
    return None


def record_opt_out(session: Session, phone: str) -> None:
    """Store that this phone gets no more SMS; an earlier opt-out stays."""
    insert_if_absent(session, OptOut, {"phone": phone, "opted_out_at": clock.now()})


def has_opted_out(session: Session, phone: str) -> bool:
    """Whether the phone's owner asked for no SMS."""
    return _FIND.first(session, {"phone": phone}) is not None


def _may_send_help(session: Session, settings: Settings, phone: str) -> bool:
    """Count an answer to HELP; False when this phone got one within a minute, or the daily limit is reached.

    So two machines do not answer each other forever.
    """
    if not rate_limits.try_consume(session, f"sms-help:{phone}", limit=1, seconds=HELP_GAP_SECONDS):
        return False
    return daily_sms_limit.claim_daily_sms(session, settings, HELP_SHARE, is_paid=False) is None
