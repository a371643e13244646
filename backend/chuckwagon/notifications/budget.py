"""How many texts the whole platform sends in a day: what comes after them is skipped, and said once."""

from sqlalchemy.orm import Session

from chuckwagon.core import limits
from chuckwagon.core.logging import log
from chuckwagon.settings import Settings

KEY = "sms-budget"


def read_left(session: Session, settings: Settings) -> int | None:
    """How many texts today's budget still has; None where there is no limit."""
    limit = settings.sms_daily_budget
    if limit <= 0:
        return None
    return max(0, limit - limits.taken(session, KEY, seconds=limits.DAY_SECONDS))


def take_one(session: Session, settings: Settings) -> bool:
    """Whether today's budget (UTC) has room for one more text, which is then spent."""
    limit = settings.sms_daily_budget
    if limits.take(session, KEY, limit=limit, seconds=limits.DAY_SECONDS):
        return True
    if limits.take(session, "sms-budget-told", limit=1, seconds=limits.DAY_SECONDS):
        log.error("sms_budget_used_up", limit=limit)
    return False
