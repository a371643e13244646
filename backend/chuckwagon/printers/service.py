"""Commands of staff on printers: register, change, give another address, delete, print a test page."""

from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import UNSET
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.audit.log import record
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import parse_idempotency_key, write_once
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict, raise_if_any
from chuckwagon.kit.ids import hash_secret, new_id, new_secret
from chuckwagon.kit.sentences import ENGLISH, LANGUAGES, REQUIRED_FIELDS, UNPRINTABLE, Sentence, choose_one_of, too_long
from chuckwagon.kit.validation import collapse_whitespace, has_control_characters
from chuckwagon.printers import models, queries
from chuckwagon.printers.enqueue import close_job, insert_jobs, make_job
from chuckwagon.printers.models import PAPER_DOTS, PLACED, PRINT_ON, PRINTER_KINDS, Printer, PrintImage, PrintJob
from chuckwagon.printers.queries import (
    MAX_LABEL_LENGTH,
    MAX_PRINTERS,
    PrinterRequest,
    PrinterView,
    PrinterWithUrl,
    to_view,
)
from chuckwagon.realtime import change_log
from chuckwagon.trucks.models import Truck

ADDED, CHANGED, RENEWED, DELETED, TESTED = (
    "printer.added", "printer.changed", "printer.address_renewed", "printer.deleted", "printer.tested"
)  # fmt: skip
PRINTS = ("ticket", "receipt")
MAX_WAITING = 500  # jobs that staff may let a printer wait with


class TooManyPrinters(Conflict):
    code = "too_many_printers"
    sentence = "This truck has as many printers as it may have. Remove one first."


class PrinterQueueFull(Conflict):
    code = "printer_queue_full"
    sentence = "Too many documents wait for this printer. Drop some first."


def add_printer(db: Database, actor: Actor, request: PrinterRequest, key: str | None, origin: str) -> PrinterWithUrl:
    """Register a printer, and return it with the address to type into it.

    A repeat of the request gets another address, because the first one is not stored. Raises NotAllowed, NotFound,
    InvalidInput, TooManyPrinters and IdempotencyKeyReused.
    """
    with db.reading() as session:
        truck = queries.get_truck_for(session, actor, request.truck_id)
    problems: dict[str, Sentence] = {}
    values = _read_values(problems, request)
    if "label" not in values:
        problems.setdefault("label", REQUIRED_FIELDS)
    if request.kind not in PRINTER_KINDS:
        problems["kind"] = choose_one_of(PRINTER_KINDS)
    raise_if_any(problems)
    repeat = parse_idempotency_key(actor.user_id, key, "add_printer", truck.id, request)
    printer_id = write_once(db, repeat, str, lambda session: _add(session, actor, truck, request.kind or "", values))
    return _give_address(db, actor, printer_id, origin, is_recorded=False)


def _add(session: Session, actor: Actor, truck: Truck, kind: str, values: dict[str, Any]) -> str:
    # Locked, so that two that are added at once are counted.
    session.get_one(Truck, truck.id, with_for_update=True)
    if len(queries.list_printers(session, truck.id)) >= MAX_PRINTERS:
        raise TooManyPrinters
    defaults = {
        "paper_mm": 80, "prints_tickets": True, "prints_receipts": True, "print_on": PLACED, "language": ENGLISH,
        "drawer_kick": False,
    }  # fmt: skip
    printer = Printer(
        id=new_id(),
        truck_id=truck.id,
        kind=kind,
        secret_hash=hash_secret(new_secret()),
        created_at=clock.now(),
        **(defaults | values),
    )
    session.add(printer)
    session.flush()
    _record(session, actor, printer, ADDED, {"label": printer.label, "kind": kind})
    return printer.id


def change_printer(db: Database, actor: Actor, printer_id: str, request: PrinterRequest) -> PrinterView:
    """Change what a request names. Raises NotFound, NotAllowed and InvalidInput."""
    with db.reading() as session:
        queries.get_printer_for(session, actor, printer_id)
    problems: dict[str, Sentence] = {}
    values = _read_values(problems, request)
    raise_if_any(problems)

    def write(session: Session) -> PrinterView:
        printer = queries.get_printer_for(session, actor, printer_id)
        before = {name: getattr(printer, name) for name in values}
        for name, value in values.items():
            setattr(printer, name, value)
        session.flush()
        changed = {
            name: {"before": before[name], "after": value} for name, value in values.items() if before[name] != value
        }
        if changed:
            _record(session, actor, printer, CHANGED, changed)
        return to_view(printer)

    return db.write(write)


def renew_address(db: Database, actor: Actor, printer_id: str, origin: str) -> PrinterWithUrl:
    """Give a printer another address; the one before is unknown from now on. Raises NotFound and NotAllowed."""
    with db.reading() as session:
        queries.get_printer_for(session, actor, printer_id)
    return _give_address(db, actor, printer_id, origin, is_recorded=True)


def _give_address(db: Database, actor: Actor, printer_id: str, origin: str, *, is_recorded: bool) -> PrinterWithUrl:
    secret = new_secret()

    def write(session: Session) -> PrinterWithUrl:
        printer = queries.get_printer_for(session, actor, printer_id)
        printer.secret_hash = hash_secret(secret)
        session.flush()
        if is_recorded:
            _record(session, actor, printer, RENEWED, {"label": printer.label})
        view = to_view(printer)
        return PrinterWithUrl(**msgspec.structs.asdict(view), url=f"{origin}/print/{secret}")

    return db.write(write)


def delete_printer(db: Database, actor: Actor, printer_id: str) -> None:
    """Delete a printer with what it has not printed. Raises NotFound and NotAllowed."""

    def write(session: Session) -> None:
        printer = queries.get_printer_for(session, actor, printer_id)
        printer.deleted_at, printer.secret_hash = clock.now(), hash_secret(new_secret())
        waiting = sa.select(PrintJob).where(PrintJob.printer_id == printer.id, PrintJob.done_at.is_(None))
        for job in session.scalars(waiting.with_for_update()):
            close_job(job, models.DROPPED)
        ids = sa.select(PrintJob.id).where(PrintJob.printer_id == printer.id)
        images = sa.delete(PrintImage).where(PrintImage.job_id.in_(ids))
        session.execute(images.execution_options(synchronize_session=False))
        _record(session, actor, printer, DELETED, {"label": printer.label})

    db.write(write)


def print_test_page(db: Database, actor: Actor, printer_id: str) -> PrinterView:
    """Enqueue a test page. Raises NotFound, NotAllowed and PrinterQueueFull."""

    def write(session: Session) -> PrinterView:
        printer = queries.get_printer_for(session, actor, printer_id)
        refuse_full_queue(session, printer.id)
        insert_jobs(session, [make_job(printer.id, printer.truck_id, models.TEST, f"test:{new_id()}")])
        _record(session, actor, printer, TESTED, {"label": printer.label})
        return to_view(printer)

    return db.write(write)


def refuse_full_queue(session: Session, printer_id: str) -> None:
    """Raise PrinterQueueFull if so much waits for the printer that staff may add nothing."""
    if queries.count_waiting(session, printer_id) >= MAX_WAITING:
        raise PrinterQueueFull


def _record(session: Session, actor: Actor, printer: Printer, action: str, details: dict[str, Any]) -> None:
    change_log.publish_change(session, printer.truck_id, change_log.PRINTER, printer.id)
    record(session, actor.author, action, printer.id, truck_id=printer.truck_id, details=details)


def _read_values(problems: dict[str, Sentence], request: PrinterRequest) -> dict[str, Any]:
    """The columns that the request names; a sentence in `problems` for each invalid field."""
    values: dict[str, Any] = {}
    if request.label is not None:
        values["label"] = _read_label(problems, request.label)
    choices: tuple[tuple[str, str, Any, tuple[Any, ...]], ...] = (
        ("paper_mm", "paperMm", request.paper_mm, tuple(PAPER_DOTS)),
        ("print_on", "printOn", request.print_on, PRINT_ON),
        ("language", "language", request.language, LANGUAGES),
    )
    for column, field, value, allowed in choices:
        if value is UNSET:
            continue
        if value not in allowed:
            problems[field] = choose_one_of(tuple(map(str, allowed)))
        values[column] = value
    if request.prints is not UNSET:
        if set(request.prints) - set(PRINTS):
            problems["prints"] = choose_one_of(PRINTS)
        values["prints_tickets"], values["prints_receipts"] = (name in request.prints for name in PRINTS)
    if request.drawer_kick is not UNSET:
        values["drawer_kick"] = request.drawer_kick
    return values


def _read_label(problems: dict[str, Sentence], text: str) -> str:
    label = collapse_whitespace(text)
    if not label:
        problems["label"] = REQUIRED_FIELDS
    elif len(label) > MAX_LABEL_LENGTH:
        problems["label"] = too_long(MAX_LABEL_LENGTH)
    elif has_control_characters(label):
        problems["label"] = UNPRINTABLE
    return label
