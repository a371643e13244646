"""Reads of print jobs: the access check, the list, and their JSON."""

from datetime import datetime
from typing import Annotated, Any, Literal

import sqlalchemy as sa
from msgspec import Meta, Struct, field
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.kit.errors import InvalidInput, NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.sentences import choose_one_of
from chuckwagon.orders.models import Order
from chuckwagon.printers.models import JOB_STATES, Printer, PrintJob

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
