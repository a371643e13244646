"""Commands of staff on paper: print an order, and decide about jobs that are held back or have failed."""

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.audit.log import record
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import parse_idempotency_key, write_once
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict, InvalidInput
from chuckwagon.kit.sentences import choose_one_of
from chuckwagon.orders.queries import get_order_for
from chuckwagon.orders.receipts import print_paper
from chuckwagon.printers import models
from chuckwagon.printers.enqueue import close_job, expires_at
from chuckwagon.printers.models import PrintJob
from chuckwagon.printing import queries
from chuckwagon.printing.queries import PrintJobView, PrintOrderRequest
from chuckwagon.realtime import change_log

ASKED_AGAIN, DROPPED = "print_job.asked_again", "print_job.dropped"
WHAT = (models.TICKET, models.RECEIPT)


class JobIsUnderWay(Conflict):
    """The printer has it, or it is done; `printJob` is its present state."""

    code = "print_job_done"
    sentence = "This is being printed, or it is done already."


def print_order(db: Database, actor: Actor, order_id: str, request: PrintOrderRequest, key: str | None) -> PrintJobView:
    """Enqueue a ticket or a receipt of an order, marked as a copy if one was printed before.

    Raises NotFound, NotAllowed, InvalidInput, PrinterQueueFull and IdempotencyKeyReused.
    """
    with db.reading() as session:
        get_order_for(session, actor, order_id)
    if request.what not in WHAT:
        sentence = choose_one_of(WHAT)
        raise InvalidInput(sentence, fields={"what": sentence})
    what = request.what
    repeat = parse_idempotency_key(actor.user_id, key, "print_order", order_id, request)

    def write(session: Session) -> PrintJobView:
        return queries.show_job(session, print_paper(session, actor, order_id, what, request.printer_id))

    return write_once(db, repeat, PrintJobView, write)


def print_job(db: Database, actor: Actor, job_id: str) -> PrintJobView:
    """Offer a job again that is held back or has failed. Raises NotFound, NotAllowed and JobIsUnderWay."""

    def write(session: Session) -> PrintJobView:
        job = _lock(session, actor, job_id)
        is_held = job.state == models.WAITING and job.available_at is None
        if not is_held and job.state != models.FAILED:
            raise _refusal(session, job_id)
        instant = clock.now()
        job.is_copy = job.is_copy or job.fetched_at is not None
        job.state, job.attempts, job.done_at = models.WAITING, 0, None
        job.available_at, job.expires_at = instant, expires_at(job.kind, instant)
        return _note(session, actor, job, ASKED_AGAIN)

    return db.write(write)


def drop_job(db: Database, actor: Actor, job_id: str) -> PrintJobView:
    """End a job that is not printed yet. A second time it changes nothing.

    Raises NotFound, NotAllowed and JobIsUnderWay.
    """

    def write(session: Session) -> PrintJobView:
        job = _lock(session, actor, job_id)
        if job.state == models.DROPPED:
            return queries.show_job(session, job_id)
        if job.state == models.PRINTED:
            raise _refusal(session, job_id)
        close_job(job, models.DROPPED)
        return _note(session, actor, job, DROPPED)

    return db.write(write)


def _lock(session: Session, actor: Actor, job_id: str) -> PrintJob:
    queries.get_job_for(session, actor, job_id)
    return session.get_one(PrintJob, job_id, with_for_update=True, populate_existing=True)


def _note(session: Session, actor: Actor, job: PrintJob, action: str) -> PrintJobView:
    session.flush()
    change_log.publish_change(session, job.truck_id, change_log.PRINTER, job.printer_id)
    record(session, actor.author, action, job.id, truck_id=job.truck_id, details={"kind": job.kind})
    return queries.show_job(session, job.id)


def _refusal(session: Session, job_id: str) -> JobIsUnderWay:
    return JobIsUnderWay(printJob=msgspec.to_builtins(queries.show_job(session, job_id)))
