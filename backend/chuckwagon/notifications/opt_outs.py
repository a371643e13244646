"""Replies to SMS: STOP, START and HELP, with the keywords that the US carriers define, also in Spanish, and others."""

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.customers.models import OptOut
from chuckwagon.db import rate_limits
from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import insert_if_absent, table_of
from chuckwagon.kit import clock
from chuckwagon.kit.languages import ENGLISH
from chuckwagon.notifications import daily_sms_limit, queries
from chuckwagon.notifications.customer_replies import record_reply
from chuckwagon.notifications.templates import render_help
from chuckwagon.settings import Settings

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
