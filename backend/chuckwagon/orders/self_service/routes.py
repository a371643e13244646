"""Routes of what customers change in their orders. The order's token is the only credential."""

import msgspec
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, JSONBody

from chuckwagon.accounts.guards import authenticate, get_request_source
from chuckwagon.audit.log import AuditActor
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import IdempotencyKey
from chuckwagon.orders.self_service import service
from chuckwagon.orders.self_service.schemas import SlotRequest
from chuckwagon.orders.tracking.service import TrackedOrder
from chuckwagon.schedule.slots.schemas import OfferedSlots
from chuckwagon.settings import Settings
from chuckwagon.web.requests import AnyRequest
from chuckwagon.web.routing import get, post


async def read_author(request: AnyRequest) -> AuditActor:
    """Dependency `author`: the customer, with the caller's network; the user where a session was sent along.

    The audit log then tells who of the staff acted by a customer's link. The session itself gives no right here.
    """
    source, actor = get_request_source(request), await authenticate(request)
    if actor is None:
        return msgspec.structs.replace(service.CUSTOMER_AUTHOR, origin=source)
    return msgspec.structs.replace(actor.author, origin=msgspec.structs.replace(source, by_link=True))


LINK_AUTHOR = {"author": Provide(read_author)}


@get("/api/track/{token:str}/slots", summary="List the slots that an order may move to", errors=[404, 409, 503])
def list_own_slots(
    db: NamedDependency[Database], settings: NamedDependency[Settings], token: FromPath[str]
) -> OfferedSlots:
    """The slots of the order's stop. What the order itself has taken counts as free. 409 `too_late` as for a move."""
    return service.list_slots(db, settings, token)


@post(
    "/api/track/{token:str}/slot",
    summary="Move an order to another slot",
    errors=[400, 403, 404, 409, 413, 415, 422, 429, 503],
    status_code=200,
    dependencies=LINK_AUTHOR,
)
def change_slot(
    data: JSONBody[SlotRequest],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    author: NamedDependency[AuditActor],
    token: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> TrackedOrder:
    """409 `too_late` once the kitchen has started, `slot_full` with other slots; 403 `self_service_off`."""
    return service.change_slot(db, settings, (token, author), data.slot_at, idempotency_key)


@post(
    "/api/track/{token:str}/cancel",
    summary="Cancel an order and refund it",
    errors=[403, 404, 409, 413, 422, 429, 503],
    status_code=200,
    dependencies=LINK_AUTHOR,
)
def cancel_order(
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    author: NamedDependency[AuditActor],
    token: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> TrackedOrder:
    """409 `too_late` once the kitchen has started; 403 `self_service_off`. Repeating it changes nothing."""
    return service.cancel_order(db, settings, (token, author), idempotency_key)
