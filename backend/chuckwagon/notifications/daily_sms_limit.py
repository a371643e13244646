"""Limits of SMS: those of a day (UTC), for the whole platform and for each truck, and those to new numbers in an hour.

What a payer must know (confirmation, refund, cancellation, change of plan) is always sent, and counts. Of the rest,
texts about paid online orders go first, because money has moved: the last fifth of the day's limit is theirs alone, and
a truck's first quarter of it is sent even when others have used all. All other texts stop before that fifth, and one
truck has at most a quarter of the limit for them, so that four have to send as much as they can before another one has
none; where fewer than four are active, each has an equal part. What is above a limit is
skipped, and the first of each is logged.
"""

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db import rate_limits
from chuckwagon.notifications import delivery_status
from chuckwagon.observability.logging import log
from chuckwagon.settings import Settings
from chuckwagon.trucks.models import Truck

LIMIT_KEY = "sms-budget"
RESERVED_PART, SHARE_PART = 5, 4  # of the day's limit: a fifth for paid orders alone, a quarter for one truck
MIN_SHARE = 50  # a small platform's truck has them, whatever a quarter is
UNLIMITED = 2**31 - 1


def find_remaining_sms(session: Session, settings: Settings) -> int | None:
    """Return how many SMS are left today (UTC); None without a limit. Counts nothing."""
    limit = settings.sms_daily_limit
    if limit <= 0:
        return None
    return max(0, limit - rate_limits.get_consumed(session, LIMIT_KEY, seconds=rate_limits.DAY_SECONDS))


def claim_daily_sms(
    session: Session, settings: Settings, truck_id: str, *, is_paid: bool, is_owed: bool = False
) -> str | None:
    """Count one SMS of the truck toward today's limits (UTC), in the caller's transaction.

    Returns None, or the reason why it must be skipped. `is_paid`: it is about an order that was paid online. `is_owed`:
    it says what the payer must know, so it is counted and never skipped.
    """
    limit = settings.sms_daily_limit
    if limit <= 0:
        return None
    if is_owed:
        if not _try_count(session, LIMIT_KEY, limit):
            _try_count(session, LIMIT_KEY, UNLIMITED)
            _tell_once(session, "sms_budget_used_up", "paid", limit=limit)
        return None
    key, share = f"sms-{'paid' if is_paid else 'other'}:{truck_id}", max(limit // SHARE_PART, min(limit, MIN_SHARE))
    is_within_share = _try_count(session, key, share)
    if not (is_paid or is_within_share):
        share = max(share, limit // _count_active_trucks(session))
        if not _try_count(session, key, share):
            _tell_once(session, "sms_share_used_up", truck_id, limit=share)
            return delivery_status.OVER_TRUCK_SHARE
    all_limit = limit if is_paid else limit - limit // RESERVED_PART
    if _try_count(session, LIMIT_KEY, UNLIMITED if is_paid and is_within_share else all_limit):
        return None
    _tell_once(session, "sms_budget_used_up", "paid" if is_paid else "others", limit=all_limit)
    return delivery_status.OVER_DAILY_LIMIT


def claim_new_number(session: Session, settings: Settings, truck_id: str, user_id: str | None) -> bool:
    """Count one SMS to a number that has proven nothing, for the truck and the user who typed it, if known.

    Returns False, and counts nothing, when either has none left in this hour.
    """
    hour, of_user = rate_limits.HOUR_SECONDS, f"sms-new-by:{user_id}"
    if user_id is not None and not rate_limits.try_consume(
        session, of_user, limit=settings.limit_new_numbers_per_user, seconds=hour
    ):
        return False
    limit = settings.limit_new_numbers_per_truck
    is_counted = rate_limits.try_consume(session, f"sms-new:{truck_id}", limit=limit, seconds=hour)
    if user_id is not None and not is_counted:
        rate_limits.uncount(session, of_user, seconds=hour)
    return is_counted


def _count_active_trucks(session: Session) -> int:
    """From 1 up to `SHARE_PART`, from where on the number does not matter."""
    active = sa.select(Truck.id).where(Truck.is_active).limit(SHARE_PART).subquery()
    return max(1, session.scalar(sa.select(sa.func.count()).select_from(active)) or 0)


def _try_count(session: Session, key: str, limit: int) -> bool:
    return rate_limits.try_consume(session, key, limit=limit, seconds=rate_limits.DAY_SECONDS)


def _tell_once(session: Session, event: str, about: str, *, limit: int) -> None:
    if _try_count(session, f"{event}:{about}", 1):
        log.error(event, about=about, limit=limit)
