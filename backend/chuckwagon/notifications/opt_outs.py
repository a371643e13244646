"""Who wants no texts: STOP, START and HELP, in the words that the networks define."""

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import clock, limits
from chuckwagon.core.db import insert_if_absent, table_of
from chuckwagon.core.prepared import Prepared
from chuckwagon.notifications import budget, queries
from chuckwagon.notifications.models import OptOut
from chuckwagon.notifications.templates import write_help
from chuckwagon.settings import Settings

STOP_WORDS = frozenset({"STOP", "UNSUBSCRIBE", "END", "QUIT", "STOPALL", "REVOKE", "OPTOUT", "CANCEL"})
START_WORDS = frozenset({"START", "UNSTOP", "YES"})
HELP_WORDS = frozenset({"HELP", "INFO"})
PLATFORM = "Chuckwagon"
HELP_GAP_SECONDS = 60
_opt_outs = table_of(OptOut)
_FIND = Prepared(sa.select(_opt_outs.c.phone).where(_opt_outs.c.phone == sa.bindparam("phone")))


def take_reply(session: Session, settings: Settings, phone: str, body: str, opt_out_type: str) -> str | None:
    """Honour a reply, and give the words to answer it with, if any.

    The provider's own reading of the reply, where it gives one, comes before the word; it has then answered
    by itself.
    """
    word = "".join((opt_out_type or body).split()).upper().strip(".!\"'")
    if word in STOP_WORDS:
        opt_out(session, phone)
    elif word in START_WORDS:
        session.execute(sa.delete(OptOut).where(OptOut.phone == phone))
    elif word in HELP_WORDS and not opt_out_type and _may_answer(session, settings, phone):
        name, number = queries.find_truck_of(session, phone) or (PLATFORM, "")
        return write_help(name, number)
    return None


def opt_out(session: Session, phone: str) -> None:
    """No more texts to this phone; the first request counts."""
    insert_if_absent(session, OptOut, {"phone": phone, "opted_out_at": clock.now()})


def has_opted_out(session: Session, phone: str) -> bool:
    """Whether the phone's owner asked for no texts."""
    return _FIND.first(session, {"phone": phone}) is not None


def _may_answer(session: Session, settings: Settings, phone: str) -> bool:
    """Two machines that answer each other must not go on for ever."""
    if not limits.take(session, f"sms-help:{phone}", limit=1, seconds=HELP_GAP_SECONDS):
        return False
    return budget.take_one(session, settings)
