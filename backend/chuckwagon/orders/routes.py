"""Routes of orders for staff, and the live stream of the board: changed orders, menu changes, the truck itself."""

import asyncio
from collections.abc import Collection, Sequence
from typing import Annotated, Any

import sqlalchemy as sa
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency, Provide
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, JSONBody, QueryParameter
from sqlalchemy.orm import Session

from chuckwagon.accounts import sessions
from chuckwagon.accounts.permissions import AccessDecision, Action, Actor, decide_access
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import IdempotencyKey
from chuckwagon.kit import clock
from chuckwagon.orders import counts, queries, receipts, refunds, status_changes
from chuckwagon.orders import list_orders as listing
from chuckwagon.orders.late.schemas import CounterSaleRequest
from chuckwagon.orders.late.service import place_late_order
from chuckwagon.orders.models import Order
from chuckwagon.orders.placement import counter_orders, record_payment
from chuckwagon.orders.schemas import ChangeRequest, OrderCounts, OrderPage, StaffOrder
from chuckwagon.realtime import change_log
from chuckwagon.realtime.broker import Broker, EncodedEvent, Grant, Topic
from chuckwagon.realtime.change_log import ChangeEvent
from chuckwagon.schedule.truck_queries import get_scheduled_staff_truck
from chuckwagon.settings import Settings
from chuckwagon.trucks.queries import list_unarchived_ids
from chuckwagon.web import pagination
from chuckwagon.web.routing import get, make_alias, patch, post
from chuckwagon.web.sse import EventStream, LastEventId, encode_event, stream_responses

# Events that name what changed, for the board to read: by kind of change, the event and its field.
NAMED_CHANGES = {
    change_log.MENU: ("menu", "menuItemId"),
    change_log.STOP: ("stop", "stopId"),
    change_log.SLOTS: ("slots", "stopId"),
    change_log.DISRUPTION: ("disruption", "disruptionId"),
    change_log.DRAWER: ("drawer", "sessionId"),
    change_log.COUNTER_PAYMENT: ("counterPayment", "counterPaymentId"),
    change_log.PRINTER: ("printer", "printerId"),
}


def open_board(db: Database, actor: Actor, truck_id: str | None) -> Topic:
    """The topic of a truck's board: of the admin's own truck, or of the one that a superadmin names.

    Superadmins follow an archived truck too, because they end what is left of its orders. Raises NotAllowed for another
    admin's truck, NotFound for an unknown one, and InvalidInput when a superadmin names none.
    """
    with db.reading() as session:
        truck = queries.get_truck_for_orders(session, actor, truck_id, allows_archived=actor.is_superadmin)
    return Topic(truck.id, render_any_board if actor.is_superadmin else render_board, filter_staff_grants)


def render_any_board(session: Session, topic: Topic, changes: Sequence[ChangeEvent]) -> list[EncodedEvent]:
    """The events of `render_board` for superadmins, whose boards go on when the truck is archived."""
    return render_board(session, topic, changes, with_archived=True)


def render_board(
    session: Session, topic: Topic, changes: Sequence[ChangeEvent], *, with_archived: bool = False
) -> list[EncodedEvent]:
    """Encoded events: an order or the truck with its current state, everything else with the ID of what changed.

    Orders that no longer exist are left out. Raises NotFound for an archived truck, which ends the boards of its
    staff, unless it is allowed.
    """
    ids = [change.subject_id for change in changes if change.kind == change_log.ORDER]
    orders = session.scalars(sa.select(Order).where(Order.id.in_(ids))).all() if ids else ()
    shown = {order.id: order for order in queries.load_staff_orders(session, orders)} if orders else {}
    events = []
    for change in changes:
        if change.kind in NAMED_CHANGES:
            event, name = NAMED_CHANGES[change.kind]
            events.append(encode_event(change.id, event, {name: change.subject_id}))
        elif change.kind == change_log.TRUCK:
            truck = get_scheduled_staff_truck(session, topic.truck_id, clock.now(), with_archived=with_archived)
            events.append(encode_event(change.id, "truck", truck))
        elif change.subject_id in shown:
            events.append(encode_event(change.id, "order", shown[change.subject_id]))
    return events


def filter_staff_grants(session: Session, grants: Collection[Grant]) -> set[Grant]:
    """The grants whose session is still signed in and allowed to work on the truck; an archived one: superadmins."""
    unarchived = list_unarchived_ids(session, {truck_id for truck_id, _session_id in grants})
    actors = sessions.list_actors(session, {session_id for _truck_id, session_id in grants if session_id})
    return {
        (truck_id, session_id)
        for truck_id, session_id in grants
        if decide_access(actor := actors.get(session_id or ""), Action.MANAGE_ORDERS, truck_id)
        is AccessDecision.ALLOWED
        and (truck_id in unarchived or (actor is not None and actor.is_superadmin))
    }


TruckId = Annotated[str | None, QueryParameter(name="truckId", required=False, description="Usually one's own truck")]


def read_order_query(
    status: Annotated[str | None, QueryParameter(name="status", required=False)] = None,
    pay_out: Annotated[
        str | None, QueryParameter(name="payOut", required=False, description="due: money to be paid out by staff")
    ] = None,
    q: Annotated[str | None, QueryParameter(name="q", required=False, description="Number, name or phone")] = None,
    since: Annotated[str | None, QueryParameter(name="from", required=False, description="A day or an instant")] = None,
    until: Annotated[
        str | None, QueryParameter(name="to", required=False, description="A day or an instant, inclusive")
    ] = None,
    sort_field: Annotated[
        str,
        QueryParameter(name="sortField", required=False, description="createdAt, orderNumber, total or pickupTime"),
    ] = "createdAt",
    sort_order: Annotated[str, QueryParameter(name="sortOrder", required=False, description="asc or desc")] = "desc",
    limit: pagination.Limit = None,
    cursor: pagination.Cursor = None,
) -> listing.OrderQuery:
    """Dependency `order_query`: the query parameters of a list."""
    return listing.OrderQuery(
        status=status,
        pay_out=pay_out,
        search=q,
        since=since,
        until=until,
        sort_field=sort_field,
        sort_order=sort_order,
        limit=limit,
        cursor=cursor,
    )


ORDER_QUERY = {"order_query": Provide(read_order_query, sync_to_thread=False)}


@get("/api/orders", summary="List orders", errors=[400, 401, 403, 404, 503], dependencies=ORDER_QUERY)
def list_orders(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    order_query: NamedDependency[listing.OrderQuery],
    truck_id: TruckId = None,
) -> OrderPage:
    """Orders of a truck, newest first by default. Without `truckId` a superadmin gets the orders of all trucks."""
    return _orders_of_truck(actor, db, order_query, truck_id)


@get(
    "/api/orders/truck/{truck_id:str}",
    summary="List orders of a truck (alias)",
    errors=[400, 401, 403, 404, 503],
    dependencies=ORDER_QUERY,
)
def list_truck_orders(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    order_query: NamedDependency[listing.OrderQuery],
    truck_id: FromPath[str],
) -> OrderPage:
    """Same as `GET /api/orders` with a `truckId`."""
    return _orders_of_truck(actor, db, order_query, truck_id)


def _orders_of_truck(actor: Actor, db: Database, order_query: listing.OrderQuery, truck_id: str | None) -> OrderPage:
    with db.reading() as session:
        truck = queries.resolve_truck_scope(session, actor, Action.MANAGE_ORDERS, truck_id)
        return listing.list_orders(session, truck, order_query)


@get("/api/orders/counts", summary="Count orders by status", errors=[401, 403, 404, 503])
def count_orders(actor: NamedDependency[Actor], db: NamedDependency[Database], truck_id: TruckId = None) -> OrderCounts:
    """Counts all orders of the truck, not only one page."""
    with db.reading() as session:
        truck = queries.resolve_truck_scope(session, actor, Action.MANAGE_ORDERS, truck_id)
        return counts.count_by_status(session, truck.id if truck else None)


@get(
    "/api/orders/stream",
    summary="Stream changes of a truck's orders",
    errors=[400, 401, 403, 404, 503],
    responses=stream_responses(
        "`hello`, `order` with the whole order, `menu` with a `menuItemId`, `stop` with a `stopId`, "
        "`slots` with a `stopId`, `disruption` with a `disruptionId`, `drawer` with a `sessionId`, "
        "`truck` with the whole truck."
    ),
)
def follow_orders(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    broker: NamedDependency[Broker],
    truck_id: TruckId = None,
    last_event_id: LastEventId = None,
) -> EventStream:
    """Server-sent events. `resumed` in `hello` is true when every event since `Last-Event-ID` follows.

    The stream ends within 15 seconds after the session or the access to the truck ends. A superadmin names the truck.
    """
    topic = open_board(db, actor, truck_id)
    return EventStream(broker, db, topic, last_event_id, session_id=actor.session_id)


@get(
    "/api/orders/customer/{customer_id:str}",
    summary="List orders of a customer",
    errors=[400, 401, 404, 503],
    dependencies=ORDER_QUERY,
)
def list_orders_of_customer(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    order_query: NamedDependency[listing.OrderQuery],
    customer_id: FromPath[str],
    truck_id: TruckId = None,
) -> OrderPage:
    """An admin sees the orders at their own truck. A customer who never ordered there is answered with 404."""
    with db.reading() as session:
        truck = queries.resolve_truck_scope(session, actor, Action.VIEW_CUSTOMER, truck_id)
        queries.require_customer(session, truck, customer_id)
        return listing.list_orders(session, truck, order_query, customer_id)


list_customer_orders = make_alias(
    list_orders_of_customer,
    "/api/customers/{customer_id:str}/orders",
    operation_id="ApiCustomersCustomerIdOrdersListCustomerOrders",
)


@get("/api/orders/{order_id:str}", summary="Get an order", errors=[401, 403, 404, 503])
def get_order(actor: NamedDependency[Actor], db: NamedDependency[Database], order_id: FromPath[str]) -> StaffOrder:
    """The order with its history, refunds, flags, and the statuses it may change to."""
    with db.reading() as session:
        return queries.load_staff_orders(session, [queries.get_order_for(session, actor, order_id)])[0]


@post("/api/orders", summary="Place a counter order", errors=[400, 401, 403, 404, 409, 413, 415, 422, 429, 503])
def take_order(
    data: JSONBody[CounterSaleRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    idempotency_key: IdempotencyKey = None,
) -> StaffOrder:
    """The server computes the prices. A customer gets the order's SMS if a phone number is given.

    409 `stop_changed` has the `stop` as the counter reads it, `prices_changed` the `cart`, its `problems` and `total`.
    One that was taken without network is kept as it was charged, and what does not fit is in its `flags`. It is refused
    only by 409 `order_items_unknown` (with `problems`), `order_sums_differ` (with `fields`), `order_too_old` and
    `order_discarded`. It is sent again later after 409 `format_unknown` and `payment_running`, and after 429: those of
    one device above 500 in an hour wait. A draft that is an order already answers with it.
    """
    if data.is_late:
        return place_late_order(db, actor, data)
    return counter_orders.place_counter_order(db, actor, data, idempotency_key, hold_seconds=settings.hold_seconds)


async def may_work_on_order(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Guard: check access before the body is read, so that its validation errors reach only the order's staff."""
    db, order_id = connection.app.state.db, connection.path_params["order_id"]
    await asyncio.to_thread(queries.require_order_access, db, connection.scope["user"], order_id)


@patch(
    "/api/orders/{order_id:str}",
    summary="Change order status",
    errors=[400, 401, 403, 404, 409, 413, 415, 503],
    guards=[may_work_on_order],
)
def change_order(
    data: JSONBody[ChangeRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    order_id: FromPath[str],
) -> StaffOrder:
    """Changes the status to one of `nextStatuses`, or the estimated pickup time. 409 has the current `order`.

    With `through`, to a later status, by all steps on the way. A new time is texted after a minute without another: the
    last of the `messages` with the kind `time_changed` is then `pending`, or `skipped` with the `reasonCode`, such as
    `no_phone` or `opted_out`, if the customer is not told.
    """
    return status_changes.change_order(db, actor, order_id, data, free_cents=settings.refund_proof_dollars * 100)


change_status = make_alias(
    change_order, "/api/orders/{order_id:str}/status", operation_id="ApiOrdersOrderIdStatusChangeStatus"
)


@post(
    "/api/orders/{order_id:str}/refunds",
    summary="Refund an order",
    errors=[400, 401, 403, 404, 409, 413, 415, 422, 503],
    guards=[may_work_on_order],
)
def refund_order(
    data: JSONBody[refunds.RefundRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    order_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> StaffOrder:
    """Refunds an amount, or quantities of line items with their tax. It is in `refunds` at once, as pending.

    Above an amount that a setting names, it needs a recent proof of the second factor, else of the password.
    """
    free_cents = settings.refund_proof_dollars * 100
    return refunds.refund_order(db, actor, order_id, data, idempotency_key, free_cents=free_cents)


@post(
    "/api/orders/{order_id:str}/payment",
    summary="Record a counter payment",
    errors=[400, 401, 403, 404, 409, 413, 415, 422, 503],
    status_code=200,
    guards=[may_work_on_order],
)
def take_payment(
    data: JSONBody[record_payment.PaymentRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    order_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> StaffOrder:
    """Records that an unpaid counter order was paid, by `cash` or `card`. 409 has the current `order`."""
    return record_payment.record_payment(db, actor, order_id, data, idempotency_key)


@post(
    "/api/orders/{order_id:str}/receipt",
    summary="Give the receipt of an order",
    errors=[400, 401, 403, 404, 409, 413, 415, 422, 503],
    status_code=200,
    guards=[may_work_on_order],
)
def send_receipt(
    data: JSONBody[receipts.ReceiptRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    order_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> StaffOrder:
    """On a printer, or to any address, at most five times. 409 `receipt_refused` with the reason."""
    return receipts.send_receipt(db, actor, order_id, data, idempotency_key, has_mail=settings.has_mail)


@post(
    "/api/orders/{order_id:str}/pay-outs",
    summary="Mark a refund at the counter as paid out",
    errors=[400, 401, 403, 404, 413, 415, 503],
    status_code=200,
    guards=[may_work_on_order],
)
def pay_out(
    data: JSONBody[refunds.PayOutRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    order_id: FromPath[str],
) -> StaffOrder:
    """Money that was paid at the counter goes back there, by a person. Repeating it changes nothing."""
    return refunds.pay_out(db, actor, order_id, data.refund_id)
