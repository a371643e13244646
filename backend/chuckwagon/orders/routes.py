"""Orders, for the staff of a truck."""

import asyncio
from typing import Annotated, Any

from litestar import get, patch, post
from litestar.connection import ASGIConnection
from litestar.datastructures import ResponseHeader
from litestar.di import NamedDependency, Provide
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, JSONBody, QueryParameter

from chuckwagon.accounts.guards import BEARER
from chuckwagon.accounts.permissions import Action, Actor
from chuckwagon.core import paging
from chuckwagon.core.db import Database
from chuckwagon.core.event_stream import STREAM_HEADERS, EventStream, LastEventId, stream_answers
from chuckwagon.core.http import errors
from chuckwagon.core.hub import Hub
from chuckwagon.core.idempotency import IdempotencyKey
from chuckwagon.orders import (
    counter,
    counts,
    kitchen,
    listing,
    live,
    queries,
    refunding,
    till,
    tracking_routes,
)
from chuckwagon.orders.schemas import ChangeRequest, OrderCounts, OrderPage, StaffOrder

NO_STORE = [ResponseHeader(name="Cache-Control", documentation_only=True, description="no-store")]
TruckId = Annotated[
    str | None, QueryParameter(name="truckId", required=False, description="Usually one's own truck")
]


def read_order_query(
    status: Annotated[str | None, QueryParameter(name="status", required=False)] = None,
    q: Annotated[
        str | None, QueryParameter(name="q", required=False, description="Number, name or phone")
    ] = None,
    since: Annotated[
        str | None, QueryParameter(name="from", required=False, description="A day or an instant")
    ] = None,
    until: Annotated[
        str | None, QueryParameter(name="to", required=False, description="A day or an instant, inclusive")
    ] = None,
    sort_field: Annotated[
        str,
        QueryParameter(
            name="sortField", required=False, description="createdAt, orderNumber, total or pickupTime"
        ),
    ] = "createdAt",
    sort_order: Annotated[
        str, QueryParameter(name="sortOrder", required=False, description="asc or desc")
    ] = "desc",
    limit: paging.Limit = None,
    cursor: paging.Cursor = None,
) -> listing.OrderQuery:
    """Dependency `asked`: what the address of a list says."""
    return listing.OrderQuery(
        status=status,
        search=q,
        since=since,
        until=until,
        sort_field=sort_field,
        sort_order=sort_order,
        limit=limit,
        cursor=cursor,
    )


ASKED = {"asked": Provide(read_order_query, sync_to_thread=False)}


@get(
    "/api/orders",
    summary="The orders of a truck",
    sync_to_thread=True,
    security=BEARER,
    dependencies=ASKED,
    responses=errors(400, 401, 403, 404, 503),
    response_headers=NO_STORE,
)
def list_orders(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    asked: NamedDependency[listing.OrderQuery],
    truck_id: TruckId = None,
) -> OrderPage:
    """Newest first unless asked otherwise. Without `truckId` a superadmin gets the orders of all trucks."""
    with db.reading() as session:
        truck = queries.find_scope(session, actor, Action.WORK_ORDERS, truck_id)
        return listing.list_orders(session, truck, asked)


@get(
    "/api/orders/truck/{truck_id:str}",
    summary="The orders of the truck in the address",
    sync_to_thread=True,
    security=BEARER,
    dependencies=ASKED,
    responses=errors(400, 401, 403, 404, 503),
    response_headers=NO_STORE,
)
def list_truck_orders(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    asked: NamedDependency[listing.OrderQuery],
    truck_id: FromPath[str],
) -> OrderPage:
    """The same list under its other address."""
    with db.reading() as session:
        truck = queries.find_scope(session, actor, Action.WORK_ORDERS, truck_id)
        return listing.list_orders(session, truck, asked)


@get(
    "/api/orders/counts",
    summary="How many orders stand at each status",
    sync_to_thread=True,
    security=BEARER,
    responses=errors(401, 403, 404, 503),
    response_headers=NO_STORE,
)
def count_orders(
    actor: NamedDependency[Actor], db: NamedDependency[Database], truck_id: TruckId = None
) -> OrderCounts:
    """Over all orders of the truck, not only those of a page."""
    with db.reading() as session:
        truck = queries.find_scope(session, actor, Action.WORK_ORDERS, truck_id)
        return counts.count_by_status(session, truck.id if truck else None)


@get(
    "/api/orders/customer/{customer_id:str}",
    summary="The orders of a customer",
    sync_to_thread=True,
    security=BEARER,
    dependencies=ASKED,
    responses=errors(400, 401, 404, 503),
    response_headers=NO_STORE,
)
def list_orders_of_customer(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    asked: NamedDependency[listing.OrderQuery],
    customer_id: FromPath[str],
    truck_id: TruckId = None,
) -> OrderPage:
    """An admin sees the orders at the own truck; whoever never ordered there does not exist."""
    return _orders_of_customer(actor, db, asked, customer_id, truck_id)


@get(
    "/api/customers/{customer_id:str}/orders",
    summary="The order history of a customer",
    sync_to_thread=True,
    security=BEARER,
    dependencies=ASKED,
    responses=errors(400, 401, 404, 503),
    response_headers=NO_STORE,
)
def list_customer_orders(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    asked: NamedDependency[listing.OrderQuery],
    customer_id: FromPath[str],
    truck_id: TruckId = None,
) -> OrderPage:
    """The same list under its other address."""
    return _orders_of_customer(actor, db, asked, customer_id, truck_id)


def _orders_of_customer(
    actor: Actor, db: Database, asked: listing.OrderQuery, customer_id: str, truck_id: str | None
) -> OrderPage:
    with db.reading() as session:
        truck = queries.find_scope(session, actor, Action.SEE_CUSTOMER, truck_id)
        queries.require_customer(session, truck, customer_id)
        return listing.list_orders(session, truck, asked, customer_id)


@get(
    "/api/orders/stream",
    summary="Follow the orders of a truck as they happen",
    sync_to_thread=True,
    security=BEARER,
    responses=stream_answers(
        "`hello`, `order` with the whole order, `menu` with a `menuItemId`, `truck` with the whole truck.",
        400,
        401,
        403,
        404,
        503,
    ),
    response_headers=STREAM_HEADERS,
)
def follow_orders(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    hub: NamedDependency[Hub],
    truck_id: TruckId = None,
    last_event_id: LastEventId = None,
) -> EventStream:
    """Server-sent events. `hello` says with `resumed` whether all since `Last-Event-ID` follows.

    Ends within 15 seconds when the sign-in or the right to see the truck does. A superadmin names the truck.
    """
    topic = live.open_board(db, actor, truck_id)
    return EventStream(hub, db, topic, last_event_id, session_id=actor.session_id)


@get(
    "/api/orders/{order_id:str}",
    summary="One order",
    sync_to_thread=True,
    security=BEARER,
    responses=errors(401, 403, 404, 503),
    response_headers=NO_STORE,
)
def get_order(
    actor: NamedDependency[Actor], db: NamedDependency[Database], order_id: FromPath[str]
) -> StaffOrder:
    """With its history, refunds, flags and the statuses that it may take next."""
    with db.reading() as session:
        return queries.show_orders(session, [queries.get_order_for(session, actor, order_id)])[0]


@post(
    "/api/orders",
    summary="Take an order at the window",
    sync_to_thread=True,
    security=BEARER,
    responses=errors(400, 401, 403, 404, 409, 413, 415, 422, 503),
    response_headers=NO_STORE,
)
def take_order(
    data: JSONBody[counter.CounterOrderRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    idempotency_key: IdempotencyKey = None,
) -> StaffOrder:
    """Priced by the server. A customer with a phone gets the texts of an order, one without gets none."""
    return counter.take_order(db, actor, data, idempotency_key)


async def may_work_on_order(
    connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler
) -> None:
    """Whose order it is decides before the body is read, so that a stranger learns nothing from it."""
    db, order_id = connection.app.state.db, connection.path_params["order_id"]
    await asyncio.to_thread(queries.check_access, db, connection.scope["user"], order_id)


@patch(
    "/api/orders/{order_id:str}",
    summary="Move an order along",
    sync_to_thread=True,
    security=BEARER,
    guards=[may_work_on_order],
    responses=errors(400, 401, 403, 404, 409, 413, 415, 503),
    response_headers=NO_STORE,
)
def change_order(
    data: JSONBody[ChangeRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    order_id: FromPath[str],
) -> StaffOrder:
    """One of `nextStatuses`, and when it will be ready. 409 holds the `order` as it is now."""
    return kitchen.change_order(db, actor, order_id, data)


@patch(
    "/api/orders/{order_id:str}/status",
    summary="Move an order along, by its other address",
    sync_to_thread=True,
    security=BEARER,
    guards=[may_work_on_order],
    responses=errors(400, 401, 403, 404, 409, 413, 415, 503),
    response_headers=NO_STORE,
)
def change_status(
    data: JSONBody[ChangeRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    order_id: FromPath[str],
) -> StaffOrder:
    """The same change."""
    return kitchen.change_order(db, actor, order_id, data)


@post(
    "/api/orders/{order_id:str}/refunds",
    summary="Give money back",
    sync_to_thread=True,
    security=BEARER,
    guards=[may_work_on_order],
    responses=errors(400, 401, 403, 404, 409, 413, 415, 422, 503),
    response_headers=NO_STORE,
)
def refund_order(
    data: JSONBody[refunding.RefundRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    order_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> StaffOrder:
    """An amount, or pieces of lines with their tax. It stands in `refunds` at once, as pending."""
    return refunding.refund_order(db, actor, order_id, data, idempotency_key)


@post(
    "/api/orders/{order_id:str}/payment",
    status_code=200,
    summary="Take the money at the window",
    sync_to_thread=True,
    security=BEARER,
    guards=[may_work_on_order],
    responses=errors(400, 401, 403, 404, 409, 413, 415, 422, 503),
    response_headers=NO_STORE,
)
def take_payment(
    data: JSONBody[till.PaymentRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    order_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> StaffOrder:
    """For an unpaid order from the window: `cash` or `card`. 409 holds the `order` as it is now."""
    return till.take_payment(db, actor, order_id, data, idempotency_key)


routes = [
    list_orders,
    list_truck_orders,
    count_orders,
    follow_orders,
    list_orders_of_customer,
    list_customer_orders,
    get_order,
    take_order,
    change_order,
    change_status,
    refund_order,
    take_payment,
    *tracking_routes.routes,
]
