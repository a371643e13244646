"""Routes of disruptions, for staff."""

from typing import Annotated

from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import IdempotencyKey
from chuckwagon.disruptions import service
from chuckwagon.disruptions.schemas import DisruptionAnswer, DisruptionPreview, DisruptionRequest
from chuckwagon.settings import Settings
from chuckwagon.web.routing import delete, get, post


@post(
    "/api/stops/{stop_id:str}/disruptions/preview",
    summary="Preview a disruption",
    errors=[400, 401, 403, 404, 409, 413, 415, 503],
    status_code=200,
)
def preview_disruption(
    data: JSONBody[DisruptionRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    stop_id: FromPath[str],
) -> DisruptionPreview:
    """What the change would do now. 409 `disruption_running` while another one of the stop has orders to change."""
    return service.preview(db, actor, stop_id, data)


@post(
    "/api/stops/{stop_id:str}/disruptions",
    summary="Schedule a disruption",
    errors=[400, 401, 403, 404, 409, 413, 415, 422, 503],
)
def schedule_disruption(
    data: JSONBody[DisruptionRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    stop_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> DisruptionAnswer:
    """Starts ten seconds later. 409 `preview_outdated` with a fresh `preview` when facts differ from the digest's."""
    return service.schedule(db, settings, actor, stop_id, data, idempotency_key)


@get("/api/stops/{stop_id:str}/disruptions", summary="List the disruptions of a stop", errors=[401, 403, 404, 503])
def list_disruptions(
    actor: NamedDependency[Actor], db: NamedDependency[Database], stop_id: FromPath[str]
) -> list[DisruptionAnswer]:
    """Those of one stop, the newest ones first, with their progress."""
    return service.list_disruptions(db, actor, stop_id)


@get("/api/disruptions", summary="List the unfinished disruptions of a truck", errors=[400, 401, 403, 503])
def list_unfinished(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: Annotated[str | None, QueryParameter(name="truckId", max_length=100, required=False)] = None,
) -> list[DisruptionAnswer]:
    """Of the last day, newest first: what is under way, and what has left customers to call or refunds to repeat."""
    return service.list_unfinished(db, actor, truck_id)


@get("/api/disruptions/{disruption_id:str}", summary="Get a disruption", errors=[401, 403, 404, 503])
def get_disruption(
    actor: NamedDependency[Actor], db: NamedDependency[Database], disruption_id: FromPath[str]
) -> DisruptionAnswer:
    """The disruption with its progress, and the customers to call."""
    return service.get_disruption(db, actor, disruption_id)


@delete(
    "/api/disruptions/{disruption_id:str}",
    summary="Take a disruption back",
    errors=[401, 403, 404, 409, 503],
    status_code=200,
)
def withdraw_disruption(
    actor: NamedDependency[Actor], db: NamedDependency[Database], disruption_id: FromPath[str]
) -> DisruptionAnswer:
    """409 `disruption_started` once it has started. Repeating it changes nothing."""
    return service.withdraw(db, actor, disruption_id)


@post(
    "/api/disruptions/{disruption_id:str}/retry",
    summary="Try failed steps of a disruption again",
    errors=[401, 403, 404, 413, 503],
    status_code=200,
)
def retry_disruption(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    disruption_id: FromPath[str],
) -> DisruptionAnswer:
    """Everything in `failed` that can be tried again is."""
    return service.retry(db, settings, actor, disruption_id)
