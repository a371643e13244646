"""JSON of printers."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from chuckwagon.kit.languages import Language
from chuckwagon.kit.validation import trimmed
from chuckwagon.printers.models import Printer

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
