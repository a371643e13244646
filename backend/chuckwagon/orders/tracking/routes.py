"""Routes of order tracking. The order's token, or the one that only shows the order, is the only credential."""

from typing import Any

import msgspec
from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from chuckwagon.db.database import Database
from chuckwagon.orders.tracking import service
from chuckwagon.orders.tracking.service import TrackedOrder
from chuckwagon.realtime.broker import Broker
from chuckwagon.trucks.models import Truck
from chuckwagon.trucks.web_app import MANIFEST, WebAppManifest, build_manifest
from chuckwagon.web.routing import get
from chuckwagon.web.sse import EventStream, LastEventId, stream_responses


@get("/api/track/{token:str}", summary="Track an order", errors=[404, 503])
def track_order(db: NamedDependency[Database], token: FromPath[str]) -> TrackedOrder:
    """For the customer, and for staff by the token of `trackingPath`. Without phone, e-mail address and staff names."""
    with db.reading() as session:
        return service.read_tracked_order(session, token)


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
        order = service.get_order_by_token(session, token)
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
    return EventStream(broker, db, service.open_tracking(db, token), last_event_id)
