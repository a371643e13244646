"""What the reconciler has set aside: payments that it could not settle, checkouts that it could not end.

Each waits longer from try to try, up to an hour, and is never given up.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.orm import InstrumentedAttribute, Session

from chuckwagon.core import clock
from chuckwagon.core.db import changed_one, insert_if_absent
from chuckwagon.core.logging import log
from chuckwagon.payments.models import OPEN, Checkout, Deferral

PAYMENT, CHECKOUT = "payment", "checkout"
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=30), timedelta(hours=1)


def defer(session: Session, kind: str, subject_id: str, error: str, paid_at: datetime | None = None) -> None:
    """Have it tried again later: half a minute after the first failure, then twice as long each time."""
    instant = clock.now()
    values = {
        "kind": kind,
        "subject_id": subject_id,
        "attempts": 1,
        "next_try_at": instant + FIRST_WAIT,
        "paid_at": paid_at,
        "last_error": error[:100],
        "created_at": instant,
    }
    attempts = 1
    if not insert_if_absent(session, Deferral, values):
        known = session.get_one(Deferral, (kind, subject_id), with_for_update=True, populate_existing=True)
        known.attempts = attempts = known.attempts + 1
        known.next_try_at = instant + min(FIRST_WAIT * 2 ** min(attempts - 1, 10), LONGEST_WAIT)
        known.last_error = error[:100]
    log.error(f"{kind}_set_aside", subject_id=subject_id, attempts=attempts, reason=error[:100])


def clear(session: Session, kind: str, subject_id: str) -> None:
    """Forget it: it has been finished."""
    mine = (Deferral.kind == kind, Deferral.subject_id == subject_id)
    changed_one(session, sa.delete(Deferral).where(*mine))


def list_due(session: Session, kind: str, limit: int) -> list[Deferral]:
    """Those that may be tried again, the longest due first."""
    due = (Deferral.kind == kind, Deferral.next_try_at <= clock.now())
    query = sa.select(Deferral).where(*due).order_by(Deferral.next_try_at, Deferral.subject_id)
    return list(session.scalars(query.limit(limit)))


def find_deferred(session: Session, kind: str, ids: Iterable[str]) -> set[str]:
    """Which of these are set aside."""
    mine = (Deferral.kind == kind, Deferral.subject_id.in_(list(ids)))
    return set(session.scalars(sa.select(Deferral.subject_id).where(*mine)))


def is_waiting(
    kind: str, subject_id: InstrumentedAttribute[str], instant: datetime
) -> sa.ColumnElement[bool]:
    """Whether the row of the outer query is set aside until after this instant."""
    mine = (Deferral.kind == kind, Deferral.subject_id == subject_id, Deferral.next_try_at > instant)
    return sa.select(sa.literal(1)).where(*mine).correlate(Checkout).exists()


def read_payments(session: Session) -> tuple[int, datetime | None]:
    """How many paid payments are set aside, and when the oldest of them was paid."""
    query = sa.select(sa.func.count(), sa.func.min(Deferral.paid_at)).where(Deferral.kind == PAYMENT)
    count, since = session.execute(query).one()
    return count, since


def count_checkouts(session: Session) -> int:
    """How many overdue checkouts are set aside."""
    return session.scalar(sa.select(sa.func.count()).where(Deferral.kind == CHECKOUT)) or 0


def drop_finished(session: Session) -> None:
    """Forget checkouts that were finished, or deleted, by others."""
    is_open = sa.select(sa.literal(1)).where(Checkout.id == Deferral.subject_id, Checkout.status == OPEN)
    session.execute(sa.delete(Deferral).where(Deferral.kind == CHECKOUT, ~is_open.exists()))
