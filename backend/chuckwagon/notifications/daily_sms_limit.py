"""Daily limit of SMS for the whole platform. Further SMS are skipped, and the first of them is logged."""

from sqlalchemy.orm import Session

from chuckwagon.db import rate_limits
from chuckwagon.observability.logging import log
from chuckwagon.settings import Settings

LIMIT_KEY = "sms-budget"


def find_remaining_sms(session: Session, settings: Settings) -> int | None:
    """Return how many SMS are left today (UTC); None without a limit. Counts nothing."""
    limit = settings.sms_daily_limit
    if limit <= 0:
        return None
    return max(0, limit - rate_limits.get_consumed(session, LIMIT_KEY, seconds=rate_limits.DAY_SECONDS))


def claim_daily_sms(session: Session, settings: Settings) -> bool:
    """Count one SMS toward today's limit (UTC), in the caller's transaction.

    Returns False when the limit is reached; the first time of the day that is logged as an error. True without a limit.
    """
    limit = settings.sms_daily_limit
    if rate_limits.try_consume(session, LIMIT_KEY, limit=limit, seconds=rate_limits.DAY_SECONDS):
        return True
    if rate_limits.try_consume(session, "sms-budget-told", limit=1, seconds=rate_limits.DAY_SECONDS):
        log.error("sms_budget_used_up", limit=limit)
    return False
