"""Routes of printers and print jobs, for the staff of a truck, and the address at which printers ask for jobs.

The secret in that address is all that a printer has. It says what it wants in the words of its maker.
"""

from collections.abc import Callable
from typing import Annotated

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec.json import encode as encode_json

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db import rate_limits
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import IdempotencyKey
from chuckwagon.db.rate_limits import client_ip_key
from chuckwagon.kit import clock
from chuckwagon.kit.errors import AppError, NotFound
from chuckwagon.kit.ids import hash_secret
from chuckwagon.printers import models
from chuckwagon.printers import queries as printers
from chuckwagon.printers import service as printer_service
from chuckwagon.printers.queries import (
    DeletedPrinter,
    PrinterList,
    PrinterRequest,
    PrinterView,
    PrinterWithUrl,
)
from chuckwagon.printing import epson, handout, queries, service, star
from chuckwagon.printing.handout import Poll
from chuckwagon.printing.idle_polls import ASKS_A_MINUTE, IdlePoll
from chuckwagon.printing.queries import PrintJobList, PrintJobView, PrintOrderRequest
from chuckwagon.settings import Settings
from chuckwagon.web.executors import PRINTS
from chuckwagon.web.requests import AnyRequest, client_address
from chuckwagon.web.routing import delete, file_operation, get, patch, post

TruckId = Annotated[str | None, QueryParameter(name="truckId", required=False, description="Usually one's own truck")]
ADDRESS = "/print/{secret:str}"
UNKNOWN_A_MINUTE = 30  # unknown addresses from one client
JobState = Annotated[str | None, QueryParameter(name="state", required=False, description="One of them, or held")]
JobToken = Annotated[str | None, QueryParameter(name="token", required=False, max_length=60)]
JobType = Annotated[str | None, QueryParameter(name="type", required=False, max_length=100)]
JobCode = Annotated[str | None, QueryParameter(name="code", required=False, max_length=200)]
DeleteByGet = Annotated[str | None, QueryParameter(name="delete", required=False, max_length=200)]


@get("/api/printers", summary="List printers", errors=[400, 401, 403, 404, 503])
def list_printers(
    actor: NamedDependency[Actor], db: NamedDependency[Database], truck_id: TruckId = None
) -> PrinterList:
    """Oldest first, each with its state."""
    with db.reading() as session:
        return PrinterList(printers.list_printers(session, printers.get_truck_for(session, actor, truck_id).id))


@post("/api/printers", summary="Add a printer", errors=[400, 401, 403, 404, 409, 413, 415, 422, 503])
def add_printer(
    data: JSONBody[PrinterRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    idempotency_key: IdempotencyKey = None,
) -> PrinterWithUrl:
    """`url` is the address to type into the printer. It is shown once."""
    return printer_service.add_printer(db, actor, data, idempotency_key, settings.origin)


@patch("/api/printers/{printer_id:str}", summary="Change a printer", errors=[400, 401, 403, 404, 413, 415, 503])
def change_printer(
    data: JSONBody[PrinterRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    printer_id: FromPath[str],
) -> PrinterView:
    """Only what the body names; its kind and its truck stay."""
    return printer_service.change_printer(db, actor, printer_id, data)


@delete("/api/printers/{printer_id:str}", summary="Remove a printer", errors=[401, 403, 404, 503], status_code=200)
def delete_printer(
    actor: NamedDependency[Actor], db: NamedDependency[Database], printer_id: FromPath[str]
) -> DeletedPrinter:
    """What it has not printed is dropped, and its address is unknown from now on."""
    printer_service.delete_printer(db, actor, printer_id)
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
    return printer_service.renew_address(db, actor, printer_id, settings.origin)


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
    return printer_service.print_test_page(db, actor, printer_id)


class CannotServe(AppError):
    """The printer asks for a kind of document that the job is not in."""

    status = 415
    code = "wrong_media_type"
    sentence = "This job is not in that format."


@get("/api/print-jobs", summary="List print jobs", errors=[400, 401, 403, 404, 503])
def list_print_jobs(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: TruckId = None,
    job_state: JobState = None,
) -> PrintJobList:
    """Newest first. `held` are those that are older than an hour: they are printed only if staff say so."""
    with db.reading() as session:
        return PrintJobList(queries.list_jobs(session, printers.get_truck_for(session, actor, truck_id).id, job_state))


@post(
    "/api/print-jobs/{job_id:str}/print",
    summary="Print a job after all",
    errors=[401, 403, 404, 409, 503],
    status_code=200,
)
def print_job(actor: NamedDependency[Actor], db: NamedDependency[Database], job_id: FromPath[str]) -> PrintJobView:
    """One that is held back or has failed. 409 has the `printJob`."""
    return service.print_job(db, actor, job_id)


@post("/api/print-jobs/{job_id:str}/drop", summary="Drop a job", errors=[401, 403, 404, 409, 503], status_code=200)
def drop_job(actor: NamedDependency[Actor], db: NamedDependency[Database], job_id: FromPath[str]) -> PrintJobView:
    """It is not printed any more. 409 has the `printJob` that was printed already."""
    return service.drop_job(db, actor, job_id)


@post(
    "/api/orders/{order_id:str}/print",
    summary="Print an order",
    errors=[400, 401, 403, 404, 409, 413, 415, 422, 503],
)
def print_order(
    data: JSONBody[PrintOrderRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    order_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> PrintJobView:
    """Its `ticket` or `receipt`; marked as a copy if one was printed before."""
    return service.print_order(db, actor, order_id, data, idempotency_key)


@post(
    ADDRESS,
    summary="Ask for work",
    errors=[404, 413, 429, 503],
    status_code=200,
    headers=(),
    operation_class=file_operation("application/json", "text/xml"),
)
async def ask(request: AnyRequest, db: NamedDependency[Database], secret: FromPath[str]) -> Response[bytes]:
    """Star CloudPRNT's poll, or a form of Epson Server Direct Print: a request for work, a result, a status."""
    body = await request.body()
    found = request.scope.get("idle_poll")
    idle = found if isinstance(found, IdlePoll) else IdlePoll()
    return await _serve(request, db, secret, lambda asked: _answer(db, asked, body, idle))


@get(
    ADDRESS,
    summary="Fetch a document",
    errors=[404, 415, 429, 503],
    headers=(),
    operation_class=file_operation(star.IMAGE, star.PLAIN),
)
async def fetch(
    request: AnyRequest,
    db: NamedDependency[Database],
    secret: FromPath[str],
    token: JobToken = None,
    media_type: JobType = None,
    delete_by_get: DeleteByGet = None,
    code: JobCode = None,
) -> Response[bytes]:
    """Star CloudPRNT: the document of the job, or with `delete` the same as DELETE. The same token, the same bytes."""
    if delete_by_get is not None:
        return await _serve(request, db, secret, lambda asked: _confirm_star(db, asked, token, code))
    return await _serve(request, db, secret, lambda asked: _fetch_star(db, asked, token, media_type))


@delete(
    ADDRESS,
    summary="Confirm a document",
    errors=[404, 429, 503],
    status_code=200,
    headers=(),
    operation_class=file_operation(star.PLAIN),
)
async def confirm(
    request: AnyRequest,
    db: NamedDependency[Database],
    secret: FromPath[str],
    token: JobToken = None,
    code: JobCode = None,
) -> Response[bytes]:
    """Star CloudPRNT: printed, or why not. Repeating it changes nothing."""
    return await _serve(request, db, secret, lambda asked: _confirm_star(db, asked, token, code))


async def _serve(
    request: AnyRequest, db: Database, secret: str, work: Callable[[Poll], Response[bytes]]
) -> Response[bytes]:
    """Find the printer and do what it asks, in one step of a thread, because most only ask for work.

    Raises NotFound for an unknown secret, and TooManyRequests: one client may try few unknown ones, and one printer may
    not ask without pause. Counted in this process alone.
    """
    client, own = f"print-unknown:{client_ip_key(client_address(request))}", f"print:{hash_secret(secret)[:12]}"
    await rate_limits.refuse_remembered_slowly(own)

    def find_and_do() -> Response[bytes] | None:
        asked = handout.poll(db, secret)
        return None if asked is None else work(asked)

    answer = await PRINTS.call(find_and_do)
    if answer is None:
        await rate_limits.refuse_remembered_slowly(client)
        rate_limits.count_here(client, limit=UNKNOWN_A_MINUTE, seconds=60)
        raise NotFound
    rate_limits.count_here(own, limit=ASKS_A_MINUTE, seconds=60)
    return answer


def _answer(db: Database, asked: Poll, body: bytes, idle: IdlePoll) -> Response[bytes]:
    return _answer_star(db, asked, body, idle) if asked.kind == models.STAR else _answer_epson(db, asked, body, idle)


def _answer_star(db: Database, asked: Poll, body: bytes, idle: IdlePoll) -> Response[bytes]:
    status = star.read_status(body)
    if handout.note_seen(db, asked, status.state, status.media_types) and asked.job_id is None:
        idle.asked = asked
    token = asked.find_token(clock.now()) if status.can_print else None
    media = status.media_types if status.media_types is not None else asked.media_types
    return Response(encode_json(star.answer_poll(token, media)), media_type="application/json")


def _fetch_star(db: Database, asked: Poll, text: str | None, media_type: str | None) -> Response[bytes]:
    known = handout.choose_token(asked, text)
    job = handout.fetch(db, asked, known) if known else None
    if job is None:
        raise NotFound
    wanted = (media_type or (star.PLAIN if job.text else star.IMAGE)).partition(";")[0].strip()
    if wanted == star.IMAGE:
        return Response(job.png, media_type=star.IMAGE, headers=star.describe_job(job))
    if wanted == star.PLAIN and job.text:
        return Response(job.text.encode(), media_type=star.PLAIN, headers=star.describe_job(job))
    raise CannotServe


def _confirm_star(db: Database, asked: Poll, text: str | None, code: str | None) -> Response[bytes]:
    said = code or "OK"
    handout.note_seen(db, asked, star.read_code(said) if said.upper() != "OK" else models.READY)
    handout.confirm(db, asked, text, None if star.is_success(said) else said)
    return Response(b"", media_type=star.PLAIN)


def _answer_epson(db: Database, asked: Poll, body: bytes, idle: IdlePoll) -> Response[bytes]:
    form = epson.read_request(body)
    answer = b""
    if form.kind == "SetResponse":
        for result in epson.read_results(form.xml):
            handout.note_seen(db, asked, result.state)
            handout.confirm(db, asked, result.job_id, result.failure)
    elif form.kind == "SetStatus":
        handout.note_seen(db, asked, epson.read_state(form.xml), epson.TELLS_STATUS)
    else:
        if handout.note_seen(db, asked, None) and asked.job_id is None:
            idle.asked = asked
        token = None if epson.is_stopped(asked) else handout.read_token(asked.find_token(clock.now()))
        job = handout.fetch(db, asked, token) if token else None
        answer = epson.format_job(job) if job else b""
    return Response(answer, media_type=epson.XML_TYPE)
