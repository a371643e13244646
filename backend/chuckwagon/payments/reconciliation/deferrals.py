"""Deferrals: payments and checkouts that the reconciler failed to finish and retries later.

The delay doubles up to an hour. Retries never stop.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.orm import InstrumentedAttribute, Session

from chuckwagon.db.database import insert_if_absent, try_update_one
from chuckwagon.kit import clock
from chuckwagon.observability.logging import log
from chuckwagon.payments.models import OPEN, Checkout, Deferral

PAYMENT, CHECKOUT = "payment", "checkout"
FIRST_DELAY, MAX_DELAY = timedelta(seconds=30), timedelta(hours=1)


def defer(session: Session, kind: str, subject_id: str, error: str, paid_at: datetime | None = None) -> None:
    """Store that the subject is retried later, and log it as an error.

    The first retry is after 30 seconds, each following one after twice as long, up to an hour.
    """
    instant = clock.now()
    values = {
        "kind": kind,
        "subject_id": subject_id,
        "attempts": 1,
        "next_try_at": instant + FIRST_DELAY,
        "paid_at": paid_at,
        "last_error": error[:100],
        "created_at": instant,
    }
    attempts = 1
    if not insert_if_absent(session, Deferral, values):
        known = session.get_one(Deferral, (kind, subject_id), with_for_update=True, populate_existing=True)
        known.attempts = attempts = known.attempts + 1
        known.next_try_at = instant + min(FIRST_DELAY * 2 ** min(attempts - 1, 10), MAX_DELAY)
        known.last_error = error[:100]
    log.error(f"{kind}_set_aside", subject_id=subject_id, attempts=attempts, reason=error[:100])


def clear_deferral(session: Session, kind: str, subject_id: str) -> None:
    """Delete the deferral, because its subject is finished; nothing if there is none."""
    matches = (Deferral.kind == kind, Deferral.subject_id == subject_id)
    try_update_one(session, sa.delete(Deferral).where(*matches))


def list_due_deferrals(session: Session, kind: str, limit: int) -> list[Deferral]:
    """List the deferrals that may be retried now, the longest due first."""
    due = (Deferral.kind == kind, Deferral.next_try_at <= clock.now())
    query = sa.select(Deferral).where(*due).order_by(Deferral.next_try_at, Deferral.subject_id)
    return list(session.scalars(query.limit(limit)))


def find_deferred_ids(session: Session, kind: str, ids: Iterable[str]) -> set[str]:
    """Return those of these IDs that are deferred."""
    matches = (Deferral.kind == kind, Deferral.subject_id.in_(list(ids)))
    return set(session.scalars(sa.select(Deferral.subject_id).where(*matches)))


def is_deferred_past(kind: str, subject_id: InstrumentedAttribute[str], instant: datetime) -> sa.ColumnElement[bool]:
    """SQL condition: the row of the outer query on checkouts is deferred past this instant (UTC)."""
    matches = (Deferral.kind == kind, Deferral.subject_id == subject_id, Deferral.next_try_at > instant)
    return sa.select(sa.literal(1)).where(*matches).correlate(Checkout).exists()


def summarize_deferred_payments(session: Session) -> tuple[int, datetime | None]:
    """Return (count, since) of the deferred payments: when the oldest was paid (UTC; None without one)."""
    query = sa.select(sa.func.count(), sa.func.min(Deferral.paid_at)).where(Deferral.kind == PAYMENT)
    count, since = session.execute(query).one()
    return count, since


def count_deferred_checkouts(session: Session) -> int:
    """Return how many overdue checkouts are deferred."""
    return session.scalar(sa.select(sa.func.count()).where(Deferral.kind == CHECKOUT)) or 0


def delete_finished_checkouts(session: Session) -> None:
    """Delete the deferrals of checkouts that were closed or deleted elsewhere."""
    is_open = sa.select(sa.literal(1)).where(Checkout.id == Deferral.subject_id, Checkout.status == OPEN)
    session.execute(sa.delete(Deferral).where(Deferral.kind == CHECKOUT, ~is_open.exists()))
