"""Deferrals: payments and checkouts that the reconciler failed to finish and retries later.

The delay doubles with each failure of the subject's own, up to an hour. Retries never stop. While Stripe does not
answer at all nothing is counted, and what was deferred by it is due once Stripe answers again.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.orm import InstrumentedAttribute, Session

from chuckwagon.db.database import insert_if_absent, try_update_one
from chuckwagon.jobs.leases import MAX_CLOCK_ERROR
from chuckwagon.kit import clock
from chuckwagon.observability.logging import log
from chuckwagon.payments.models import OPEN, Checkout, Deferral

PAYMENT, CHECKOUT = "payment", "checkout"
FIRST_DELAY, MAX_DELAY = timedelta(seconds=30), timedelta(hours=1)
OUTAGE = "outage"  # the error of what was deferred because Stripe did not answer


def defer(session: Session, kind: str, subject_id: str, error: str, paid_at: datetime | None = None) -> None:
    """Store that the subject is retried later, and log it as an error.

    The first retry is after 30 seconds, each following one after twice as long, up to an hour. With the error OUTAGE it
    is no failure of the subject: it is retried after 30 seconds.
    """
    instant, failures = clock.now(), int(error != OUTAGE)
    values = {
        "kind": kind,
        "subject_id": subject_id,
        "attempts": failures,
        "next_try_at": instant + FIRST_DELAY,
        "paid_at": paid_at,
        "last_error": error[:100],
        "created_at": instant,
    }
    attempts = failures
    if not insert_if_absent(session, Deferral, values):
        known = session.get_one(Deferral, (kind, subject_id), with_for_update=True, populate_existing=True)
        known.attempts = attempts = known.attempts + failures
        doublings = min(attempts - 1, 10) if failures else 0
        known.next_try_at = instant + min(FIRST_DELAY * 2**doublings, MAX_DELAY)
        known.last_error = error[:100]
    log.error(f"{kind}_set_aside", subject_id=subject_id, attempts=attempts, reason=error[:100])


def has_waiting_for_outage(session: Session) -> bool:
    """Whether anything waits that was deferred by an outage."""
    waiting = (Deferral.last_error == OUTAGE, Deferral.next_try_at > clock.now())
    return session.scalar(sa.select(Deferral.kind).where(*waiting).limit(1)) is not None


def resume_after_outage(session: Session) -> None:
    """Make what was deferred by an outage due now, because Stripe answers again."""
    waiting = (Deferral.last_error == OUTAGE, Deferral.next_try_at > clock.now())
    due = sa.update(Deferral).where(*waiting).values(next_try_at=clock.now())
    session.execute(due.execution_options(synchronize_session=False))


def clear_deferral(session: Session, kind: str, subject_id: str) -> None:
    """Delete the deferral, because its subject is finished; nothing if there is none."""
    matches = (Deferral.kind == kind, Deferral.subject_id == subject_id)
    try_update_one(session, sa.delete(Deferral).where(*matches))


def list_due_deferrals(session: Session, kind: str, limit: int) -> list[Deferral]:
    """List the deferrals that may be retried now, the longest due first."""
    due = (Deferral.kind == kind, ~_is_ahead(clock.now()))
    query = sa.select(Deferral).where(*due).order_by(Deferral.next_try_at, Deferral.subject_id)
    return list(session.scalars(query.limit(limit)))


def find_deferred_ids(session: Session, kind: str, ids: Iterable[str]) -> set[str]:
    """Return those of these IDs that are deferred."""
    matches = (Deferral.kind == kind, Deferral.subject_id.in_(list(ids)))
    return set(session.scalars(sa.select(Deferral.subject_id).where(*matches)))


def is_deferred_past(kind: str, subject_id: InstrumentedAttribute[str], instant: datetime) -> sa.ColumnElement[bool]:
    """SQL condition: the row of the outer query on checkouts is deferred past this instant (UTC)."""
    matches = (Deferral.kind == kind, Deferral.subject_id == subject_id, _is_ahead(instant))
    return sa.select(sa.literal(1)).where(*matches).correlate(Checkout).exists()


def _is_ahead(instant: datetime) -> sa.ColumnElement[bool]:
    """SQL condition: to be retried after the instant. A time beyond any delay is of a clock that was set back since."""
    return sa.and_(Deferral.next_try_at > instant, Deferral.next_try_at <= instant + MAX_DELAY + MAX_CLOCK_ERROR)


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
