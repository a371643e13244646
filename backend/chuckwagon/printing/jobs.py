"""What the worker does for printers: notices silence, holds back and gives up jobs, deletes what is no longer needed.

A printer that asks does some of it for itself; the worker does it for those that do not ask.
"""

from datetime import timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database
from chuckwagon.kit import clock
from chuckwagon.printers import models
from chuckwagon.printers.enqueue import hold_back_jobs
from chuckwagon.printers.models import Printer, PrintImage, PrintJob
from chuckwagon.printing.handout import MAX_ATTEMPTS, RETRY_AFTER, give_up
from chuckwagon.realtime import change_log

SILENT_AFTER = timedelta(minutes=2)
IMAGES_KEPT, JOBS_KEPT, PRINTERS_KEPT = timedelta(hours=1), timedelta(days=7), timedelta(days=1)
MAX_DELETED = 500  # at once, so that orders do not wait


def follow_printers(db: Database) -> None:
    """Write down which printers are silent, and which jobs are held back or given up."""
    db.write(_follow)


def _follow(session: Session) -> None:
    now = clock.now()
    for printer in session.scalars(sa.select(Printer).where(*_is_silent())):
        printer.state = models.SILENT
        change_log.publish_change(session, printer.truck_id, change_log.PRINTER, printer.id)
    hold_back_jobs(session, now)
    give_up(session)


def has_news(session: Session) -> bool:
    """Whether `follow_printers` has something to write."""
    now = clock.now()
    is_overdue = sa.and_(PrintJob.attempts >= MAX_ATTEMPTS, PrintJob.fetched_at <= now - RETRY_AFTER)
    late = sa.select(PrintJob.id).where(
        PrintJob.available_at.is_not(None), sa.or_(PrintJob.expires_at <= now, is_overdue)
    )
    silent = sa.select(Printer.id).where(*_is_silent())
    return any(session.scalar(query.limit(1)) is not None for query in (silent, late))


def _is_silent() -> tuple[sa.ColumnElement[bool], ...]:
    seen_before = clock.now() - SILENT_AFTER
    return Printer.deleted_at.is_(None), Printer.state != models.SILENT, Printer.last_seen_at < seen_before


def delete_old(db: Database) -> None:
    """Delete images an hour after their job is done, jobs after a week, deleted printers with their jobs."""
    db.write(_delete_old)


def _delete_old(session: Session) -> None:
    now = clock.now()
    gone = sa.select(Printer.id).where(Printer.deleted_at < now - PRINTERS_KEPT)
    done = sa.select(PrintJob.id).where(PrintJob.done_at < now - IMAGES_KEPT)
    old = sa.or_(
        PrintJob.done_at < now - JOBS_KEPT, PrintJob.created_at < now - 2 * JOBS_KEPT, PrintJob.printer_id.in_(gone)
    )
    jobs = sa.select(PrintJob.id).where(old).limit(MAX_DELETED)
    left = sa.select(PrintJob.id).where(PrintJob.printer_id == Printer.id).exists()
    for statement in (
        sa.delete(PrintImage).where(PrintImage.job_id.in_(done)),
        sa.delete(PrintImage).where(PrintImage.job_id.in_(jobs)),
        sa.delete(PrintJob).where(PrintJob.id.in_(jobs)),
        sa.delete(Printer).where(Printer.deleted_at < now - PRINTERS_KEPT, ~left),
    ):
        session.execute(statement.execution_options(synchronize_session=False))
