"""Routes of order tracking and of what customers change in their orders. The order's token is the only credential.

The token that only shows the order is enough for tracking.
"""

from typing import Any

import msgspec
from litestar import Response
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, JSONBody

from chuckwagon.accounts.guards import authenticate, get_request_source
from chuckwagon.audit.log import AuditActor
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import IdempotencyKey
from chuckwagon.orders import self_service, tracking
from chuckwagon.orders.self_service_slots import SlotRequest
from chuckwagon.orders.tracking import TrackedOrder
from chuckwagon.realtime.broker import Broker
from chuckwagon.schedule.schemas import OfferedSlots
from chuckwagon.settings import Settings
from chuckwagon.trucks.models import Truck
from chuckwagon.trucks.schemas import MANIFEST, WebAppManifest, build_manifest
from chuckwagon.web.requests import AnyRequest
from chuckwagon.web.routing import get, post
from chuckwagon.web.sse import EventStream, LastEventId, stream_responses


async def read_author(request: AnyRequest) -> AuditActor:
    """Dependency `author`: the customer, with the caller's network; the user where a session was sent along.

    The audit log then tells who of the staff acted by a customer's link. The session itself gives no right here.
    """
    source, actor = get_request_source(request), await authenticate(request)
    if actor is None:
        return msgspec.structs.replace(self_service.CUSTOMER_AUTHOR, origin=source)
    return msgspec.structs.replace(actor.author, origin=msgspec.structs.replace(source, by_link=True))


LINK_AUTHOR = {"author": Provide(read_author)}


@get("/api/track/{token:str}/slots", summary="List the slots that an order may move to", errors=[404, 409, 503])
def list_own_slots(
    db: NamedDependency[Database], settings: NamedDependency[Settings], token: FromPath[str]
) -> OfferedSlots:
    """The slots of the order's stop. What the order itself has taken counts as free. 409 `too_late` as for a move."""
    return self_service.list_slots(db, settings, token)


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
    """409 `too_late` once the kitchen has started, `slot_full` with other slots, `item_not_served` outside of the times
    of a menu item; 403 `self_service_off`.
    """
    return self_service.change_slot(db, settings, (token, author), data.slot_at, idempotency_key)


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
    return self_service.cancel_order(db, settings, (token, author), idempotency_key)


@get("/api/track/{token:str}", summary="Track an order", errors=[404, 503])
def track_order(db: NamedDependency[Database], token: FromPath[str]) -> TrackedOrder:
    """For the customer, and for staff by the token of `trackingPath`. Without phone, e-mail address and staff names."""
    with db.reading() as session:
        return tracking.read_tracked_order(session, token)


@get(
    "/api/track/{token:str}/manifest",
    summary="Get the web app manifest of an order",
    errors=[404, 503],
    media_type=MANIFEST,
)
def get_order_manifest(db: NamedDependency[Database], token: FromPath[str]) -> Response[WebAppManifest]:
    """The truck's app, which opens the page of this order.

    An iPhone shows notifications in an installed app only, and gives it a storage of its own, so that nothing but the
    address leads back to the order.
    """
    with db.reading() as session:
        order = tracking.get_order_by_token(session, token)
        truck = session.get_one(Truck, order.truck_id)
        manifest = build_manifest(truck, start_url=f"/{truck.slug}/order/{token}")
    # Encoded here, because Litestar encodes no object for this media type.
    content: Any = msgspec.json.encode(manifest)
    return Response(content, media_type=MANIFEST)


@get(
    "/api/track/{token:str}/stream",
    summary="Stream changes of an order",
    errors=[404, 503],
    responses=stream_responses("`hello`, `order` as it is now, `stop` with a `stopId`, `truck` with nothing in it."),
)
def stream_order(
    db: NamedDependency[Database],
    broker: NamedDependency[Broker],
    token: FromPath[str],
    last_event_id: LastEventId = None,
) -> EventStream:
    """Server-sent events of the order with this tracking token.

    The client reads the order again on `truck`, and on `stop` for the stop of the order.
    `resumed` in `hello` is true when every event since `Last-Event-ID` follows.
    """
    return EventStream(broker, db, tracking.open_tracking(db, token), last_event_id)
