"""Reads of print jobs: the access check, the list and their JSON; and of all printers, for `chuckwagon doctor`."""

import urllib.request
from contextlib import closing
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import sqlalchemy as sa
from msgspec import Meta, Struct, field
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.db.database import Database
from chuckwagon.kit import clock
from chuckwagon.kit.errors import InvalidInput, NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.sentences import choose_one_of
from chuckwagon.orders.models import Order
from chuckwagon.printers import models
from chuckwagon.printers.models import JOB_STATES, Printer, PrintJob
from chuckwagon.settings import Settings
from chuckwagon.settings_validation import CheckResult, is_loopback
from chuckwagon.trucks.models import Truck

JobState = Literal["waiting", "fetched", "printed", "failed", "dropped"]
JobKind = Literal["ticket", "changed", "cancelled", "receipt", "close", "drawer", "test"]


class PrintJobView(Struct, rename="camel"):
    """A document for one printer. `isHeld`: it is older than an hour, and printed only if staff say so."""

    id: str = field(name="_id")
    printer_id: str
    printer_label: str
    truck_id: str
    kind: JobKind
    state: JobState
    order_id: str | None
    order_number: str | None
    is_held: bool
    attempts: int
    failure: str | None
    created_at: datetime
    done_at: datetime | None


class PrintJobList(Struct, rename="camel"):
    """Print jobs, newest first, at most two hundred."""

    print_jobs: list[PrintJobView]


class PrintOrderRequest(Struct, rename="camel"):
    """What of an order is printed, and where."""

    what: Annotated[str, Meta(max_length=40)] | None = None
    printer_id: Annotated[str, Meta(max_length=64)] | None = None


def to_job_view(job: PrintJob, printer: Printer, order_number: int | None) -> PrintJobView:
    """The JSON of a job."""
    return PrintJobView(
        id=job.id,
        printer_id=printer.id,
        printer_label=printer.label,
        truck_id=job.truck_id,
        kind=job.kind,  # type: ignore[arg-type]
        state=job.state,  # type: ignore[arg-type]
        order_id=job.order_id,
        order_number=None if order_number is None else str(order_number),
        is_held=job.done_at is None and job.available_at is None,
        attempts=job.attempts,
        failure=job.failure,
        created_at=job.created_at,
        done_at=job.done_at,
    )


HELD = "held"
MAX_LISTED = 200


def get_job_for(session: Session, actor: Actor, job_id: str) -> PrintJob:
    """A job of a printer that still exists. Raises NotFound, and NotAllowed for one of another truck."""
    job = session.get(PrintJob, job_id, populate_existing=True) if is_id(job_id) else None
    if job is None:
        raise NotFound
    authorize(actor, Action.MANAGE_PRINTERS, job.truck_id)
    if session.get_one(Printer, job.printer_id).deleted_at is not None:
        raise NotFound
    return job


def list_jobs(session: Session, truck_id: str, state: str | None) -> list[PrintJobView]:
    """The truck's jobs, newest first: all, or those in a state. `held` are those that wait for staff to decide.

    Raises InvalidInput for an unknown state.
    """
    query = _select_jobs().where(PrintJob.truck_id == truck_id)
    if state == HELD:
        query = query.where(PrintJob.done_at.is_(None), PrintJob.available_at.is_(None))
    elif state is not None:
        if state not in JOB_STATES:
            sentence = choose_one_of((*JOB_STATES, HELD))
            raise InvalidInput(sentence, fields={"state": sentence})
        query = query.where(PrintJob.state == state)
    rows = session.execute(query.order_by(PrintJob.created_at.desc(), PrintJob.id).limit(MAX_LISTED))
    return [to_job_view(job, printer, number) for job, printer, number in rows]


def show_job(session: Session, job_id: str) -> PrintJobView:
    """The JSON of a job. Access is not checked."""
    job, printer, number = session.execute(_select_jobs().where(PrintJob.id == job_id)).one()
    return to_job_view(job, printer, number)


def _select_jobs() -> Any:
    return (
        sa.select(PrintJob, Printer, Order.order_number)
        .join(Printer, sa.and_(Printer.id == PrintJob.printer_id, Printer.deleted_at.is_(None)))
        .outerjoin(Order, Order.id == PrintJob.order_id)
        .execution_options(populate_existing=True)
    )


MAX_NAMED = 5
WAITS_LONG, FAILED_LATELY = timedelta(minutes=10), timedelta(days=1)
ORIGIN_SECONDS = 3.0


def check_printers(settings: Settings) -> CheckResult:
    """Check that what was to be printed was, and that printers can reach the product.

    A silent printer for which nothing waits is only counted, because printers are switched off at night.
    """
    try:
        with closing(Database(settings.direct_database)) as db, db.reading() as session:
            count, silent = count_printers(session)
            problems = list_unprinted(session)
    except (sa.exc.DatabaseError, OSError):
        return CheckResult(True, "Printers are checked once the database responds.")
    if count and not settings.sandbox and (reason := _find_why_unreachable(settings.origin)):
        problems.insert(0, reason)
    if problems:
        more = f" And {len(problems) - MAX_NAMED} more." if len(problems) > MAX_NAMED else ""
        return CheckResult(False, " ".join(problems[:MAX_NAMED]) + more)
    return CheckResult(True, f"Nothing is left to print. Printers: {count}, silent: {silent}.")


def count_printers(session: Session) -> tuple[int, int]:
    """How many printers there are, and how many of them are silent."""
    states = session.execute(_in_use(sa.select(Printer.state)).select_from(Printer)).scalars().all()
    return len(states), sum(state == models.SILENT for state in states)


def list_unprinted(session: Session) -> list[str]:
    """A sentence for each printer with jobs that have failed within a day, or have waited for ten minutes."""
    now = clock.now()
    has_failed = sa.and_(PrintJob.state == models.FAILED, PrintJob.done_at > now - FAILED_LATELY)
    waits = sa.and_(PrintJob.done_at.is_(None), PrintJob.created_at < now - WAITS_LONG)
    found = _in_use(
        sa.select(
            Printer.label, Truck.name, Printer.state, Printer.last_seen_at,
            sa.func.sum(sa.case((waits, 1), else_=0)), sa.func.sum(sa.case((has_failed, 1), else_=0)),
        ).select_from(PrintJob).join(Printer, Printer.id == PrintJob.printer_id)
    ).where(sa.or_(has_failed, waits))  # fmt: skip
    grouped = found.group_by(Printer.id, Printer.label, Truck.name, Printer.state, Printer.last_seen_at)
    problems = []
    for label, truck, state, seen_at, waiting, failed in session.execute(grouped.order_by(Truck.name, Printer.label)):
        heard = f"heard of at {seen_at:%Y-%m-%d %H:%M} UTC" if seen_at else "never heard of"
        problems.append(
            f"{label} of {truck} ({state.replace('_', ' ')}, {heard}): {waiting} documents wait, {failed} have failed. "
            "They are listed under Devices."
        )
    return problems


def _in_use(query: Any) -> Any:
    joined = query.join(Truck, Truck.id == Printer.truck_id)
    return joined.where(Printer.deleted_at.is_(None), Truck.archived_at.is_(None))


def _find_why_unreachable(origin: str) -> str | None:
    if is_loopback(urlsplit(origin).hostname or ""):
        return f"No printer can reach {origin}, which is this machine's name for itself: set CHUCKWAGON_PUBLIC_URL."
    try:
        with urllib.request.urlopen(f"{origin}/health", timeout=ORIGIN_SECONDS):  # noqa: S310 - the own address
            return None
    except (OSError, ValueError) as error:
        return f"Printers ask at {origin}, which does not answer from here: {error}."
