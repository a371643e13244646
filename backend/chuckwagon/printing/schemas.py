"""JSON of print jobs."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from chuckwagon.printers.models import Printer, PrintJob

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
