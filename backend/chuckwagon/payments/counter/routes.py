"""Routes of card readers, and of payments on them."""

from typing import Annotated
from uuid import UUID

from litestar.di import NamedDependency
from litestar.params import FromPath, HeaderParameter, JSONBody, QueryParameter

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import IdempotencyKey
from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.sentences import choose_one_of
from chuckwagon.orders.queries import get_truck_for_orders
from chuckwagon.orders.routes import TruckId
from chuckwagon.payments.counter import endings, queries, readers, schemas, service, states
from chuckwagon.settings import Settings
from chuckwagon.trucks.schemas import Deleted
from chuckwagon.web.executors import ACCOUNTS, CHECKOUTS, READER_LOOKS, READS
from chuckwagon.web.routing import delete, get, patch, post

STATE_UNKNOWN = choose_one_of(("open",))
MAX_LOOK_SECONDS = 1.0  # that a list waits for the provider
CHANGE_ERRORS = [400, 401, 403, 404, 409, 413, 415, 503]


@get("/api/readers", summary="List card readers", errors=[401, 403, 404, 503])
async def list_readers(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    truck_id: TruckId = None,
) -> schemas.ReaderList:
    """The readers of a truck, oldest first, as the provider describes them; what it said last if it takes long."""
    await READER_LOOKS.call_for(
        MAX_LOOK_SECONDS, readers.look_at_readers, db, settings, actor, truck_id, client=f"user:{actor.user_id}"
    )
    return await READS.call(_list_readers, db, actor, truck_id)


def _list_readers(db: Database, actor: Actor, truck_id: str | None) -> schemas.ReaderList:
    with db.reading() as session:
        return schemas.ReaderList(readers.list_readers(session, get_truck_for_orders(session, actor, truck_id).id))


@post("/api/readers", summary="Register a card reader", errors=CHANGE_ERRORS)
async def register_reader(
    data: JSONBody[schemas.ReaderRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> schemas.Reader:
    """400 `address_missing` without the truck's business address; 409 `reader_refused` says what is wrong."""
    return await ACCOUNTS.call(readers.register_reader, db, settings, actor, data)


@patch("/api/readers/{reader_id:str}", summary="Rename a card reader", errors=CHANGE_ERRORS)
async def rename_reader(
    data: JSONBody[schemas.ReaderChange],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    reader_id: FromPath[str],
) -> schemas.Reader:
    """The label is on the staff's screens and on receipts."""
    return await ACCOUNTS.call(readers.rename_reader, db, settings, actor, reader_id, data.label)


@delete(
    "/api/readers/{reader_id:str}", summary="Remove a card reader", errors=[401, 403, 404, 409, 503], status_code=200
)
async def remove_reader(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    reader_id: FromPath[str],
) -> Deleted:
    """The reader can be registered again, here or at another truck."""
    await ACCOUNTS.call(readers.remove_reader, db, settings, actor, reader_id)
    return Deleted()


DeviceId = Annotated[
    UUID | None, HeaderParameter(name="X-Device-Id", required=False, description="The UUID that the browser has made")
]


@get("/api/trucks/{truck_id:str}/counter", summary="Get the counter of a truck", errors=[400, 401, 403, 404, 503])
def get_counter(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: FromPath[str],
    device_id: DeviceId = None,
) -> schemas.Counter:
    """What the counter needs to price and take an order: the stops that it can be for, tax rates, slots, tips, readers.

    In this order: the open stop, those that ended within the last hour, the coming one from its first pre-orders on.
    A device has one letter at each truck. Its prices are kept for 14 days, for what it sells by them without network.
    """
    return queries.read_counter(db, actor, truck_id, device_id)


@get("/api/counter-payments", summary="List open counter payments", errors=[400, 401, 403, 404, 503])
def list_counter_payments(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: TruckId = None,
    wanted: Annotated[str, QueryParameter(name="state", required=False, description="open")] = "open",
) -> schemas.CounterPayments:
    """Those that are not final, oldest first: a reloaded tablet finds its payment here."""
    if wanted != "open":
        raise InvalidInput(STATE_UNKNOWN, fields={"state": STATE_UNKNOWN})
    with db.reading() as session:
        truck = get_truck_for_orders(session, actor, truck_id)
        found = states.list_open(session, truck.id)
        return schemas.CounterPayments([queries.to_payment(session, one) for one in found])


@post("/api/counter-payments", summary="Take a card on a reader", errors=[*CHANGE_ERRORS, 422])
async def take_card(
    data: JSONBody[schemas.CounterPaymentRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    idempotency_key: IdempotencyKey = None,
) -> schemas.CounterPayment:
    """Prices and reserves as a counter order does. The state says what the reader and the provider answer."""
    return await CHECKOUTS.call(
        service.take_card, db, settings, actor, data, idempotency_key, client=f"user:{actor.user_id}"
    )


@get("/api/counter-payments/{payment_id:str}", summary="Get a counter payment", errors=[401, 403, 404, 503])
def get_counter_payment(
    actor: NamedDependency[Actor], db: NamedDependency[Database], payment_id: FromPath[str]
) -> schemas.CounterPayment:
    """Its changes are told by the event `counterPayment` of the orders' stream."""
    return queries.read_payment(db, actor, payment_id)


@post(
    "/api/counter-payments/{payment_id:str}/retry",
    summary="Ask for the card again",
    errors=CHANGE_ERRORS,
    status_code=200,
)
async def retry_counter_payment(
    data: JSONBody[schemas.RetryRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    payment_id: FromPath[str],
) -> schemas.CounterPayment:
    """On the same reader or another, after it was declined, timed out, or the reader was offline or busy."""
    return await CHECKOUTS.call(
        service.retry, db, settings, actor, payment_id, data.reader_id, client=f"user:{actor.user_id}"
    )


@post(
    "/api/counter-payments/{payment_id:str}/cancel",
    summary="Cancel a counter payment",
    errors=[401, 403, 404, 409, 503],
    status_code=200,
)
async def cancel_counter_payment(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    payment_id: FromPath[str],
) -> schemas.CounterPayment:
    """Cancelled at the provider first. If the charge was faster, the answer is `paid` with its order."""
    return await CHECKOUTS.call(endings.cancel, db, settings, actor, payment_id, client=f"user:{actor.user_id}")


@post(
    "/api/counter-payments/{payment_id:str}/cash",
    summary="Take cash instead of the card",
    errors=[401, 403, 404, 409, 503],
    status_code=200,
)
async def take_cash_instead(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    payment_id: FromPath[str],
) -> schemas.CounterPayment:
    """Cancelled at the provider first. If the charge was faster, the answer is `paid` with its order."""
    return await CHECKOUTS.call(endings.take_cash, db, settings, actor, payment_id, client=f"user:{actor.user_id}")
