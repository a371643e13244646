"""Reads of printers: the access check, the list, and the JSON of a printer."""

from datetime import datetime
from typing import Annotated, Literal

import sqlalchemy as sa
from msgspec import UNSET, Meta, Struct, UnsetType, field
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.kit.errors import InvalidInput, NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.sentences import Language, Sentence
from chuckwagon.kit.validation import trimmed
from chuckwagon.printers.models import Printer, PrintJob
from chuckwagon.trucks.models import Truck

MAX_LABEL_LENGTH, MAX_PRINTERS = 40, 20
PrinterKind = Literal["star_cloudprnt", "epson_sdp"]
PrinterState = Literal["new", "ready", "silent", "paper_out", "cover_open"]
Prints = Literal["ticket", "receipt"]
PrintOn = Literal["placed", "confirmed"]
Word = Annotated[str, Meta(max_length=40)]


class PrinterRequest(Struct, rename="camel"):
    """The body of POST /printers. A change names only what changes; the kind of a printer does not change."""

    truck_id: Annotated[str, Meta(max_length=64)] | None = None
    label: Annotated[str, trimmed(MAX_LABEL_LENGTH, min_length=1)] | None = None
    kind: Word | None = None
    paper_mm: int | UnsetType = UNSET
    prints: Annotated[list[Word], Meta(max_length=4)] | UnsetType = UNSET
    print_on: Word | UnsetType = UNSET
    language: Word | UnsetType = UNSET
    drawer_kick: bool | UnsetType = UNSET


class PrinterView(Struct, rename="camel"):
    """A printer. `state` is what it said last, `silent` two minutes after it has asked the last time."""

    id: str = field(name="_id")
    truck_id: str
    label: str
    kind: PrinterKind
    paper_mm: int
    prints: list[Prints]
    print_on: PrintOn
    language: Language
    drawer_kick: bool
    state: PrinterState
    last_seen_at: datetime | None
    created_at: datetime


class PrinterWithUrl(PrinterView, rename="camel", kw_only=True):
    """A printer with the address to type into it, which is shown once."""

    url: str


class PrinterList(Struct):
    """The printers of a truck, oldest first."""

    printers: list[PrinterView]


class DeletedPrinter(Struct):
    """The answer to a deletion."""

    deleted: bool = True


def to_view(printer: Printer) -> PrinterView:
    """The JSON of a printer."""
    prints: list[Prints] = []
    if printer.prints_tickets:
        prints.append("ticket")
    if printer.prints_receipts:
        prints.append("receipt")
    return PrinterView(
        id=printer.id,
        truck_id=printer.truck_id,
        label=printer.label,
        kind=printer.kind,  # type: ignore[arg-type]
        paper_mm=printer.paper_mm,
        prints=prints,
        print_on=printer.print_on,  # type: ignore[arg-type]
        language=printer.language,  # type: ignore[arg-type]
        drawer_kick=printer.drawer_kick,
        state=printer.state,  # type: ignore[arg-type]
        last_seen_at=printer.last_seen_at,
        created_at=printer.created_at,
    )


TRUCK_REQUIRED = Sentence("Choose a truck.", "truck_required")
TRUCK_NOT_FOUND = Sentence("This truck does not exist.", "truck_unknown")


def get_truck_for(session: Session, actor: Actor, truck_id: str | None) -> Truck:
    """The truck whose printers are meant: the one named, else an admin's own.

    Raises NotAllowed, NotFound, and InvalidInput when a superadmin names none.
    """
    wanted = truck_id or actor.truck_id
    if wanted is None and actor.is_superadmin:
        raise InvalidInput(TRUCK_REQUIRED, fields={"truckId": TRUCK_REQUIRED})
    authorize(actor, Action.MANAGE_PRINTERS, wanted)
    truck = session.get(Truck, wanted) if wanted and is_id(wanted) else None
    if truck is None or truck.archived_at is not None:
        raise NotFound(TRUCK_NOT_FOUND)
    return truck


def get_printer_for(session: Session, actor: Actor, printer_id: str | None) -> Printer:
    """A printer, read again from the database. Raises NotFound, and NotAllowed for one of another truck."""
    wanted = printer_id or ""
    printer = session.get(Printer, wanted, populate_existing=True) if is_id(wanted) else None
    if printer is None or printer.deleted_at is not None:
        raise NotFound
    authorize(actor, Action.MANAGE_PRINTERS, printer.truck_id)
    return printer


def list_printers(session: Session, truck_id: str) -> list[PrinterView]:
    """The truck's printers, oldest first. Access is not checked."""
    query = sa.select(Printer).where(Printer.truck_id == truck_id, Printer.deleted_at.is_(None))
    return [to_view(printer) for printer in session.scalars(query.order_by(Printer.created_at, Printer.id))]


def has_printed(session: Session, order_id: str, kind: str) -> bool:
    """Whether a printer has fetched paper of this kind for the order, so that more of it is a copy."""
    fetched = (PrintJob.order_id == order_id, PrintJob.kind == kind, PrintJob.fetched_at.is_not(None))
    return session.scalar(sa.select(sa.literal(1)).where(*fetched).limit(1)) is not None


def count_waiting(session: Session, printer_id: str) -> int:
    """How many jobs the printer has not printed yet, those that are held back included."""
    waiting = (PrintJob.printer_id == printer_id, PrintJob.done_at.is_(None))
    return session.scalar(sa.select(sa.func.count()).where(*waiting)) or 0
