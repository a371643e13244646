"""Writes print jobs in the transaction of what causes them, one for each printer and cause.

An order asks for the truck's printers before it takes its number, and the rows are written with it (`run_later`).
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import table_of
from chuckwagon.kit import clock
from chuckwagon.kit.ids import new_id
from chuckwagon.printers import models
from chuckwagon.printers.models import Printer, PrintImage, PrintJob
from chuckwagon.realtime import change_log

PRINTED_FOR = timedelta(hours=1)  # an older job is printed only if staff say so
DRAWER_FOR = timedelta(minutes=2)  # a drawer that opens later than that surprises
_printers, _jobs = table_of(Printer), table_of(PrintJob)
_OF_TRUCK = CompiledStatement(
    sa.select(
        _printers.c.id, _printers.c.prints_tickets, _printers.c.prints_receipts, _printers.c.print_on,
        _printers.c.drawer_kick,
    )
    .where(_printers.c.truck_id == sa.bindparam("truck"), _printers.c.deleted_at.is_(None))
    .order_by(_printers.c.created_at, _printers.c.id)
)  # fmt: skip
_COLUMNS = _jobs.c.keys()
_INSERT = CompiledStatement(
    lambda insert: insert(_jobs).on_conflict_do_nothing(index_elements=[_jobs.c.key]), tuple(_COLUMNS)
)


class TruckPrinter(msgspec.Struct, frozen=True):
    """What decides which jobs a printer gets."""

    id: str
    prints_tickets: bool
    prints_receipts: bool
    print_on: str
    drawer_kick: bool


def list_truck_printers(session: Session, truck_id: str) -> list[TruckPrinter]:
    """The truck's printers, oldest first."""
    return [TruckPrinter(*row) for row in _OF_TRUCK.all(session, {"truck": truck_id})]


def print_new_order(
    session: Session, printers: Sequence[TruckPrinter], truck_id: str, order_id: str, *, is_confirmed: bool
) -> None:
    """Enqueue the tickets of an order that this transaction inserts; `printers` were read before its number."""
    wanted = [one for one in printers if one.prints_tickets and (is_confirmed or one.print_on == models.PLACED)]
    _add_tickets(session, wanted, truck_id, order_id)


def print_confirmed_order(session: Session, truck_id: str, order_id: str) -> None:
    """Enqueue the tickets of an order that was confirmed, for the printers that did not print it when it was placed."""
    printers = list_truck_printers(session, truck_id)
    wanted = [one for one in printers if one.prints_tickets and one.print_on == models.CONFIRMED]
    _add_tickets(session, wanted, truck_id, order_id)


def _add_tickets(session: Session, printers: Iterable[TruckPrinter], truck_id: str, order_id: str) -> None:
    jobs = [
        make_job(one.id, truck_id, models.TICKET, f"ticket:{order_id}:{one.id}", order_id=order_id) for one in printers
    ]
    insert_jobs(session, jobs)


def open_drawers(session: Session, printers: Sequence[TruckPrinter], truck_id: str, order_id: str) -> None:
    """Enqueue a kick for each drawer of the truck that is at a printer, after a sale for cash."""
    jobs = [
        make_job(one.id, truck_id, models.DRAWER, f"drawer:{order_id}:{one.id}", order_id=order_id)
        for one in printers
        if one.drawer_kick
    ]
    insert_jobs(session, jobs)


def release_receipts(session: Session, order_id: str) -> None:
    """Offer the receipts now that have waited for what is known of the order's card."""
    instant = clock.now()
    waiting = (PrintJob.order_id == order_id, PrintJob.kind == models.RECEIPT, PrintJob.available_at > instant)
    released = sa.update(PrintJob).where(*waiting, PrintJob.fetched_at.is_(None)).values(available_at=instant)
    for printer_id, truck_id in session.execute(released.returning(PrintJob.printer_id, PrintJob.truck_id)):
        change_log.publish_change(session, truck_id, change_log.PRINTER, printer_id)


def print_day_close(session: Session, truck_id: str, close_id: str) -> None:
    """Enqueue the sheet of a day close for the printers that print receipts."""
    jobs = [
        make_job(one.id, truck_id, models.CLOSE, f"close:{close_id}:{one.id}", detail={"closeId": close_id})
        for one in list_truck_printers(session, truck_id)
        if one.prints_receipts
    ]
    insert_jobs(session, jobs)


def follow_cancellation(session: Session, order_id: str) -> None:
    """Drop what is left to print of the order, and send a slip after each ticket that a printer has fetched."""
    followed: dict[str, str] = {}
    for job in _lock_jobs(session, order_id):
        if job.kind == models.TICKET and job.fetched_at is not None:
            followed[job.printer_id] = job.truck_id
        if job.done_at is None or job.state == models.FAILED:
            close_job(job, models.DROPPED)
            change_log.publish_change(session, job.truck_id, change_log.PRINTER, job.printer_id)
    _add_slips(session, followed, order_id, models.CANCELLED, "")


def follow_change(session: Session, order_id: str, cause: str) -> None:
    """Send a slip after the order's tickets that a printer has fetched; one that has not shows the change itself.

    So does a slip that waits. What was drawn for a fetch that did not come to its end is drawn again. `cause` tells the
    changes of an order apart.
    """
    followed: dict[str, str] = {}
    jobs = _lock_jobs(session, order_id)
    waiting = [job.id for job in jobs if job.fetched_at is None]
    drawn = sa.delete(PrintImage).where(PrintImage.job_id.in_(waiting))
    session.execute(drawn.execution_options(synchronize_session=False))
    for job in jobs:
        if job.kind == models.TICKET and job.fetched_at is not None and job.state != models.DROPPED:
            followed[job.printer_id] = job.truck_id
        elif job.kind == models.CHANGED and job.state == models.WAITING and job.fetched_at is None:
            followed.pop(job.printer_id, None)
    _add_slips(session, followed, order_id, models.CHANGED, f":{cause}")


def _lock_jobs(session: Session, order_id: str) -> list[PrintJob]:
    """What printers have to print in the kitchen for the order, oldest first, locked.

    So of a change and a printer that fetches a job at this instant one sees the other.
    """
    kinds = (models.TICKET, models.CHANGED)
    jobs = sa.select(PrintJob).where(PrintJob.order_id == order_id, PrintJob.kind.in_(kinds))
    locked = jobs.order_by(PrintJob.created_at, PrintJob.id).with_for_update()
    return list(session.scalars(locked, execution_options={"populate_existing": True}))


def _add_slips(session: Session, printers: Mapping[str, str], order_id: str, kind: str, suffix: str) -> None:
    session.flush()
    jobs = [
        make_job(printer_id, truck_id, kind, f"{kind}:{order_id}:{printer_id}{suffix}", order_id=order_id)
        for printer_id, truck_id in printers.items()
    ]
    insert_jobs(session, jobs)


def close_job(job: PrintJob, state: str, failure: str | None = None) -> None:
    """End a job: it is not offered any more."""
    job.state, job.available_at, job.done_at = state, None, clock.now()
    if failure is not None:
        job.failure = failure[:200]


def make_job(
    printer_id: str,
    truck_id: str,
    kind: str,
    key: str,
    *,
    order_id: str | None = None,
    detail: dict[str, Any] | None = None,
    is_copy: bool = False,
) -> dict[str, Any]:
    """The columns of a new job."""
    instant = clock.now()
    return dict.fromkeys(_COLUMNS) | {
        "id": new_id(),
        "printer_id": printer_id,
        "truck_id": truck_id,
        "key": key,
        "kind": kind,
        "order_id": order_id,
        "detail": detail or {},
        "state": models.WAITING,
        "part": 0,
        "parts": 1,
        "attempts": 0,
        "is_copy": is_copy,
        "created_at": instant,
        "available_at": instant,
        "expires_at": expires_at(kind, instant),
    }


def expires_at(kind: str, instant: datetime) -> datetime:
    """Until when a job of this kind is printed by itself, if it was asked for at the instant."""
    return instant + (DRAWER_FOR if kind == models.DRAWER else PRINTED_FOR)


def insert_jobs(session: Session, jobs: list[dict[str, Any]]) -> None:
    """Insert the jobs later in the transaction (`run_later`); one whose key exists is left out."""
    for job in jobs:
        _INSERT.run_later(session, job)


def hold_back_jobs(session: Session, until: datetime | None = None) -> int:
    """Keep jobs from being printed by themselves: those that expired before the instant, or after a restore all.

    They are listed for staff, who print or drop them. A drawer opens at once or not at all.
    """
    open_jobs = [PrintJob.available_at.is_not(None)] + ([PrintJob.expires_at <= until] if until is not None else [])
    held = list(session.scalars(sa.select(PrintJob).where(*open_jobs).with_for_update()))
    for job in held:
        if job.kind == models.DRAWER:
            close_job(job, models.DROPPED)
        else:
            job.state, job.available_at = models.WAITING, None
        change_log.publish_change(session, job.truck_id, change_log.PRINTER, job.printer_id)
    return len(held)
