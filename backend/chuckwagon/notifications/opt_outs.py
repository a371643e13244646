"""Who wants no texts: STOP and START, in the words that the networks define."""

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import clock
from chuckwagon.core.db import insert_if_absent
from chuckwagon.notifications.models import OptOut

STOP_WORDS = frozenset({"STOP", "UNSUBSCRIBE", "END", "QUIT", "STOPALL", "REVOKE", "OPTOUT", "CANCEL"})
START_WORDS = frozenset({"START", "UNSTOP", "YES"})


def take_reply(session: Session, phone: str, body: str, opt_out_type: str) -> None:
    """Honour a reply. The provider's own reading of it, where it gives one, comes before the word."""
    word = (opt_out_type or body).strip().upper()
    if word in STOP_WORDS:
        opt_out(session, phone)
    elif word in START_WORDS:
        session.execute(sa.delete(OptOut).where(OptOut.phone == phone))


def opt_out(session: Session, phone: str) -> None:
    """No more texts to this phone; the first request counts."""
    insert_if_absent(session, OptOut, {"phone": phone, "opted_out_at": clock.now()})


def has_opted_out(session: Session, phone: str) -> bool:
    """Whether the phone's owner asked for no texts."""
    return session.get(OptOut, phone) is not None
