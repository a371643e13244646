"""Following one order without signing in: whoever holds its token may look."""

from litestar import get
from litestar.datastructures import ResponseHeader
from litestar.di import NamedDependency
from litestar.params import FromPath

from chuckwagon.core.db import Database
from chuckwagon.core.event_stream import STREAM_HEADERS, EventStream, LastEventId, stream_answers
from chuckwagon.core.http import errors
from chuckwagon.core.hub import Hub
from chuckwagon.orders import tracking
from chuckwagon.orders.tracking import TrackedOrder

NO_STORE = [ResponseHeader(name="Cache-Control", documentation_only=True, description="no-store")]


@get(
    "/api/track/{token:str}",
    summary="Follow an order",
    sync_to_thread=True,
    responses=errors(404, 503),
    response_headers=NO_STORE,
)
def track_order(db: NamedDependency[Database], token: FromPath[str]) -> TrackedOrder:
    """By the token of the confirmation, for its customer. Never a phone, an e-mail or a name of the staff."""
    with db.reading() as session:
        return tracking.show_tracked(session, tracking.get_tracked(session, token))


@get(
    "/api/track/{token:str}/stream",
    summary="Follow an order as it changes",
    sync_to_thread=True,
    responses=stream_answers("`hello`, `order` as it is now, `truck` with nothing in it.", 404, 503),
    response_headers=STREAM_HEADERS,
)
def stream_order(
    db: NamedDependency[Database],
    hub: NamedDependency[Hub],
    token: FromPath[str],
    last_event_id: LastEventId = None,
) -> EventStream:
    """Server-sent events of the one order that the token opens; `truck` says to read the order again.

    `hello` says with `resumed` whether all since `Last-Event-ID` follows.
    """
    return EventStream(hub, db, tracking.open_tracking(db, token), last_event_id)


routes = [track_order, stream_order]
