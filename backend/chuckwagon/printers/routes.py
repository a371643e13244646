"""Routes of printers, for the staff of a truck. What printers themselves ask is in `printing`."""

from typing import Annotated

from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import IdempotencyKey
from chuckwagon.printers import queries, service
from chuckwagon.printers.queries import DeletedPrinter, PrinterList, PrinterRequest, PrinterView, PrinterWithUrl
from chuckwagon.settings import Settings
from chuckwagon.web.routing import delete, get, patch, post

TruckId = Annotated[str | None, QueryParameter(name="truckId", required=False, description="Usually one's own truck")]


@get("/api/printers", summary="List printers", errors=[400, 401, 403, 404, 503])
def list_printers(
    actor: NamedDependency[Actor], db: NamedDependency[Database], truck_id: TruckId = None
) -> PrinterList:
    """Oldest first, each with its state."""
    with db.reading() as session:
        return PrinterList(queries.list_printers(session, queries.get_truck_for(session, actor, truck_id).id))


@post("/api/printers", summary="Add a printer", errors=[400, 401, 403, 404, 409, 413, 415, 422, 503])
def add_printer(
    data: JSONBody[PrinterRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    idempotency_key: IdempotencyKey = None,
) -> PrinterWithUrl:
    """`url` is the address to type into the printer. It is shown once."""
    return service.add_printer(db, actor, data, idempotency_key, settings.origin)


@patch("/api/printers/{printer_id:str}", summary="Change a printer", errors=[400, 401, 403, 404, 413, 415, 503])
def change_printer(
    data: JSONBody[PrinterRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    printer_id: FromPath[str],
) -> PrinterView:
    """Only what the body names; its kind and its truck stay."""
    return service.change_printer(db, actor, printer_id, data)


@delete("/api/printers/{printer_id:str}", summary="Remove a printer", errors=[401, 403, 404, 503], status_code=200)
def delete_printer(
    actor: NamedDependency[Actor], db: NamedDependency[Database], printer_id: FromPath[str]
) -> DeletedPrinter:
    """What it has not printed is dropped, and its address is unknown from now on."""
    service.delete_printer(db, actor, printer_id)
    return DeletedPrinter()


@post(
    "/api/printers/{printer_id:str}/renew",
    summary="Give a printer another address",
    errors=[401, 403, 404, 503],
    status_code=200,
)
def renew_printer(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    printer_id: FromPath[str],
) -> PrinterWithUrl:
    """The address of before is unknown from now on. What waits is printed at the new one."""
    return service.renew_address(db, actor, printer_id, settings.origin)


@post(
    "/api/printers/{printer_id:str}/test",
    summary="Print a test page",
    errors=[401, 403, 404, 409, 503],
    status_code=200,
)
def print_test_page(
    actor: NamedDependency[Actor], db: NamedDependency[Database], printer_id: FromPath[str]
) -> PrinterView:
    """It comes when the printer asks the next time."""
    return service.print_test_page(db, actor, printer_id)
