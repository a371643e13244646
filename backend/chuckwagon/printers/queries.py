"""Queries of printers: the access check, the list."""

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.kit.errors import InvalidInput, NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.sentences import Sentence
from chuckwagon.printers.models import Printer, PrintJob
from chuckwagon.printers.schemas import PrinterView, to_view
from chuckwagon.trucks.models import Truck

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
