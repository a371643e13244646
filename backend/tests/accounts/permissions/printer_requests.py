"""For every route of printers and of their jobs a request that an authorized user may make."""

from chuckwagon.kit import clock
from chuckwagon.kit.ids import hash_secret, new_id, new_secret
from chuckwagon.printers.enqueue import make_job
from chuckwagon.printers.models import FAILED, PLACED, STAR, TICKET, Printer, PrintJob
from tests.accounts.sample_data import Json, Request, SampleData


def add_printer(data: SampleData) -> str:
    """Register a printer at the own truck; returns its ID."""
    printer = Printer(
        id=new_id(), truck_id=data.own.id, label="Kitchen", kind=STAR, paper_mm=80, prints_tickets=True,
        prints_receipts=True, print_on=PLACED, language="en", drawer_kick=False, created_at=clock.now(),
        secret_hash=hash_secret(new_secret()),
    )  # fmt: skip
    data.add([printer])
    return printer.id


def new_printer(data: SampleData) -> Json:
    return {"json": {"truckId": data.own.id, "label": "Kitchen", "kind": "star_cloudprnt"}}


def of_printer(body: Json | None = None) -> Request:
    given = {"json": body} if body is not None else {}
    return lambda data: {"address": {"printer_id": add_printer(data)}, **given}


def of_failed_job(data: SampleData) -> Json:
    columns = make_job(add_printer(data), data.own.id, TICKET, "ticket:failed", order_id=data.order.id)
    job = PrintJob(**columns | {"state": FAILED, "available_at": None, "done_at": clock.now()})
    data.add([job])
    return {"address": {"job_id": job.id}}


def paper_of_order(data: SampleData) -> Json:
    return {"address": {"order_id": data.order.id}, "json": {"what": "ticket", "printerId": add_printer(data)}}


def unknown_printer(_data: SampleData) -> Json:
    return {"address": {"secret": "x" * 43}}
