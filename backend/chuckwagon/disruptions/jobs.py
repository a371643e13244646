"""Worker jobs of disruptions."""

from collections.abc import Callable
from datetime import timedelta

from sqlalchemy.orm import Session

from chuckwagon.db.database import Database, is_outage
from chuckwagon.disruptions import start, steps
from chuckwagon.disruptions.steps import STEP_FAILED
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import JobHandler, OutboxMessage
from chuckwagon.observability.logging import log
from chuckwagon.payments.fulfillment.service import FOLLOW_PLAN
from chuckwagon.settings import Settings

MAX_DELAY = timedelta(minutes=5)


def start_disruption(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
    """Start a disruption, unless it was taken back. It is tried until it succeeds."""
    disruption_id = str(claimed.payload["disruptionId"])
    _run(db, settings, claimed, lambda session: start.start(session, disruption_id))


def apply_missed_disruptions(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
    """Apply the disruptions that an order missed while it was paid. It is tried until it succeeds."""
    order_id = str(claimed.payload["orderId"])
    _run(db, settings, claimed, lambda session: start.apply_missed(session, order_id))


def apply_step(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
    """Apply a step: change one order and enqueue its SMS. After the last attempt the step fails, and staff see it."""
    step_id = str(claimed.payload["stepId"])
    _run(db, settings, claimed, lambda session: steps.apply_step(session, step_id), step_id)


def _run(
    db: Database,
    settings: Settings,
    claimed: OutboxMessage,
    work: Callable[[Session], None],
    step_id: str | None = None,
) -> None:
    def do(session: Session) -> None:
        if outbox.has_claim(session, claimed):
            work(session)
            outbox.finish(session, claimed.id)

    try:
        db.write(do)
    except Exception as error:  # what staff have asked for is not lost by a bug of ours
        if is_outage(error):
            raise
        log.exception("disruption_stumbled", key=claimed.key, attempts=claimed.attempts)
        reason = type(error).__name__
        db.write(lambda session: _retry_or_fail(session, settings, claimed, reason, step_id))


def _retry_or_fail(
    session: Session, settings: Settings, claimed: OutboxMessage, reason: str, step_id: str | None
) -> None:
    if not outbox.has_claim(session, claimed):
        return
    first_delay = settings.disruption_retry_seconds
    if step_id is not None and outbox.is_last_attempt(claimed, first_delay):
        outbox.finish(session, claimed.id, outbox.FAILED, reason)
        steps.record_failure(session, step_id, STEP_FAILED)
        return
    outbox.postpone(session, claimed, reason, min(outbox.get_retry_delay(claimed, first_delay), MAX_DELAY))


jobs: dict[str, JobHandler] = {
    steps.START: start_disruption,
    steps.APPLY_STEP: apply_step,
    FOLLOW_PLAN: apply_missed_disruptions,
}
