"""A full disk, a restarted database, an unreachable Stripe: nothing is lost, and nothing needs repair."""

from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta

import httpx
import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.app import create_app
from chuckwagon.db.database import Database
from chuckwagon.db.migrations import migrate
from chuckwagon.orders.models import Order
from chuckwagon.payments.models import Checkout
from chuckwagon.realtime import change_log
from tests.conftest import DATABASE_KIND
from tests.factories import checkout_body, make_item, make_truck
from tests.servers import LiveServer, PostgresServer, bound_socket, wait_until

pytestmark = pytest.mark.dialect

CARD = "4242424242424242"


@pytest.fixture
def cart(db):
    """Enough line items that neither the checkout nor the order fits into the free space of a page."""
    truck = make_truck(db, name="Spice Route")
    order = checkout_body(truck, (make_item(db, truck, name="Taco", price=450), 1))
    [line] = order["cart"]["items"]
    notes = [f"{number:03} " + "without onions, " * 11 for number in range(40)]
    items = [line | {"customization": {"specialInstructions": note}} for note in notes]
    return order | {"cart": {"items": items}}


@pytest.fixture
def intent(client, cart) -> str:
    return client.post("/api/create-payment-intent", json=cart).json()["paymentIntentId"]


def verify(client, intent):
    return client.post("/api/verify-payment", json={"payment_intent_id": intent})


def count(db, model) -> int:
    with db.reading() as session:
        return session.scalar(sa.select(sa.func.count()).select_from(model)) or 0


def run(db, sql):
    """Execute one statement on the writing connection, and return its first value."""

    def execute(session):
        result = session.connection().exec_driver_sql(sql)
        return result.scalar() if result.returns_rows else None

    return db.write(execute)


@pytest.fixture
def fill_disk(db) -> Iterator[Callable[[], None]]:
    """From the call on, SQLite cannot add pages to its file, as on a full disk."""
    if DATABASE_KIND != "sqlite":
        pytest.skip("a full disk of PostgreSQL's is the database server's")
    run(db, "CREATE TABLE ballast (bytes BLOB)")
    ends: list[int] = []

    def limit(connection, _record) -> None:  # the limit is a property of the connection
        if ends:
            connection.execute(f"PRAGMA max_page_count={ends[0]}")

    def fill() -> None:
        ends.append(run(db, "PRAGMA page_count"))
        run(db, f"PRAGMA max_page_count={ends[0]}")
        for size in (1_000_000, 10_000, 500):
            while True:
                try:
                    run(db, f"INSERT INTO ballast VALUES (zeroblob({size}))")
                except sa.exc.OperationalError:
                    break

    sa.event.listen(sa.Engine, "connect", limit)
    yield fill
    sa.event.remove(sa.Engine, "connect", limit)
    make_room(db)


def make_room(db) -> None:
    """Lift the limit on a connection that is already open."""
    run(db, "PRAGMA max_page_count=1073741823")
    run(db, "DROP TABLE IF EXISTS ballast")


def test_a_full_disk_refuses_and_once_there_is_room_all_is_well(client, db, cart, sandbox, worker, intent, fill_disk):
    sandbox.pay(intent, CARD, webhooks=False)
    fill_disk()
    for _ in range(3):
        refused = [client.post("/api/create-payment-intent", json=cart), verify(client, intent)]
        assert {answer.status_code for answer in refused} == {503}
        assert all("Retry-After" in answer.headers for answer in refused)
    assert (count(db, Checkout), count(db, Order)) == (1, 0)
    assert client.get("/api/trucks/public").status_code == 200
    make_room(db)
    worker.run_once()
    assert count(db, Order) == 1
    assert len(sandbox.messages()) == 1
    assert client.post("/api/create-payment-intent", json=cart).status_code == 200


def test_a_payment_during_the_providers_outage_becomes_an_order_after_it(
    client, db, cart, sandbox, worker, intent, clock
):
    sandbox.pay(intent, CARD, webhooks=False)
    sandbox.fault("stripe", "error")
    for _ in range(3):
        assert verify(client, intent).status_code == 503
        assert client.post("/api/create-payment-intent", json=cart).status_code == 503
        worker.run_once()
        clock.advance(timedelta(seconds=100))
    assert count(db, Order) == 0
    sandbox.clear_faults()
    worker.run_once()
    assert count(db, Order) == 1
    assert len(sandbox.messages()) == 1


def refusal_of(answer):
    return None if answer.is_success else answer


def names_listed(client):
    return [truck["name"] for truck in client.get("/api/trucks/public").json()]


def test_a_database_that_is_restarted_is_found_again(settings):
    """As after a power failure: all pooled connections are dead, and the next request opens new ones."""
    if DATABASE_KIND != "postgresql":
        pytest.skip("SQLite has no server")
    server = PostgresServer()
    server.start()
    try:
        url = server.create_database("restarted")
        own = msgspec.structs.replace(settings, database_url=url)
        migrate(own.database)
        db = Database(own.database)
        with closing(db), bound_socket() as bound:
            product = LiveServer(create_app(own, with_worker=True, db=db), bound)
            try:
                with httpx.Client(base_url=product.url, timeout=30) as client:
                    see_it_found_again(server, db, client)
            finally:
                product.stop()
    finally:
        server.stop()


def see_it_found_again(server, db, client):
    make_truck(db, name="Before")
    assert names_listed(client) == ["Before"]
    server.crash()
    # A cached response may still be sent for a moment.
    away = wait_until(lambda: refusal_of(client.get("/api/trucks/public")))
    assert (away.status_code, "Retry-After" in away.headers) == (503, True)
    assert client.get("/health").status_code == 503
    server.run()
    wait_until(lambda: client.get("/health").status_code == 200)
    assert names_listed(client) == ["Before"]
    after = make_truck(db, name="After")
    # As a screen that adds a truck does: what is cached is out of date at once.
    db.write(lambda session: change_log.publish_change(session, after.id, change_log.TRUCK, after.id))
    assert names_listed(client) == ["After", "Before"]
