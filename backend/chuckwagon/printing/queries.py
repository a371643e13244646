"""Queries of print jobs: the access check, the list."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.kit.errors import InvalidInput, NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.sentences import choose_one_of
from chuckwagon.orders.models import Order
from chuckwagon.printers.models import JOB_STATES, Printer, PrintJob
from chuckwagon.printing.schemas import PrintJobView, to_job_view

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
