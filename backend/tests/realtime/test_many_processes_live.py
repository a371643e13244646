"""Several processes share a database: changes of one of them appear in the streams of the others."""

import os
import signal
import subprocess

import httpx
import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.app import create_app
from chuckwagon.db.database import Database
from chuckwagon.db.migrations import migrate
from chuckwagon.orders.service import enqueue_sms
from chuckwagon.realtime import broker
from tests.cli.conftest import PROGRAM, Program
from tests.conftest import DATABASE_KIND
from tests.factories import make_truck
from tests.orders.factories import add_order
from tests.realtime.conftest import Stream
from tests.servers import LiveServer, PostgresServer, bound_socket, wait_until

BOARD = "/api/orders/stream"


@pytest.fixture
def program(tmp_path):
    found = Program(tmp_path)
    yield found
    found.kill_all()


@pytest.fixture
def without_polling(monkeypatch):
    """Keep the broker from polling, so that only notifications cause events."""
    monkeypatch.setattr(broker, "POLL_SECONDS", 600)


@pytest.mark.dialect
def test_a_change_in_one_process_appears_in_the_stream_of_another(
    open_stream, db, cast, program, database_url, without_polling
):
    order = add_order(db, truck_id=cast.truck.id)
    program.serve("--sandbox", CHUCKWAGON_DATABASE_URL=database_url)
    stream = open_stream(BOARD, cast.headers("truck_admin"))
    for status in ("confirmed", "preparing", "ready"):
        url = f"http://127.0.0.1:{program.port}/api/orders/{order.id}"
        answer = httpx.patch(url, json={"status": status}, headers=cast.headers("truck_admin"), timeout=60)
        assert answer.status_code == 200, answer.text
        # An event that catches up may come twice, so the status is awaited and not a number of events.
        wait_until(lambda status=status: status in [event["status"] for event in stream.named("order")])


@pytest.mark.dialect
@pytest.mark.proof
def test_what_a_worker_of_its_own_does_appears_in_the_stream(
    open_stream, db, cast, program, settings, database_url, sandbox, without_polling
):
    order = add_order(db, truck_id=cast.truck.id)
    stream = open_stream(BOARD, cast.headers("truck_admin"))
    db.write(lambda session: enqueue_sms(session, order, "confirmed"))
    own_settings = {
        "CHUCKWAGON_SANDBOX": "1",
        "CHUCKWAGON_SANDBOX_PORT": str(settings.sandbox_port),
        "CHUCKWAGON_DATABASE_URL": database_url,
        "CHUCKWAGON_PUBLIC_URL": "http://127.0.0.1:9",
    }
    working = subprocess.Popen(
        [*PROGRAM, "worker"],
        cwd=program.folder,
        env=program.environment | own_settings,
        stdout=subprocess.DEVNULL,
    )
    try:
        events = wait_until(lambda: stream.named("order"))
        assert [message["status"] for message in events[-1]["messages"]] == ["sent"]
    finally:
        working.terminate()
        assert working.wait(60) == 0


@pytest.mark.proof
def test_the_end_of_the_server_ends_the_streams_at_once(program):
    served = program.serve("--demo", CHUCKWAGON_DRAIN_SECONDS="25")
    url = f"http://127.0.0.1:{program.port}"
    truck = httpx.get(f"{url}/api/trucks/public", timeout=60).json()[0]
    streams = [Stream(url, f"/api/trucks/{truck['_id']}/stream") for _ in range(8)]
    for stream in streams:
        wait_until(lambda stream=stream: stream.named("hello"))
    os.killpg(served.process.pid, signal.SIGTERM)
    for stream in streams:
        wait_until(lambda stream=stream: stream.has_ended)
        stream.close()  # or the server waits for another request on the connection
    assert served.process.wait(60) == 0
    assert "Traceback" not in served.output()
    assert "Cancel" not in served.output()


@pytest.mark.dialect
def test_a_restarted_database_is_listened_to_again(settings, without_polling):
    """The LISTEN ends with the connection. Without a new one, changes would arrive only with the next poll."""
    if DATABASE_KIND != "postgresql":
        pytest.skip("SQLite has no server")
    server = PostgresServer()
    server.start()
    try:
        own_settings = msgspec.structs.replace(settings, database_url=server.create_database("restarted"))
        migrate(own_settings.database)
        db = Database(own_settings.database)
        with bound_socket() as bound:
            product = LiveServer(create_app(own_settings, db=db), bound)
            truck = make_truck(db)
            stream = Stream(product.url, f"/api/trucks/{truck.id}/stream")
            wait_until(lambda: stream.named("hello"))
            server.crash()
            server.run()
            for number in range(1, 4):
                wait_until(lambda: _try_publish(own_settings.database, truck.id))
                wait_until(lambda number=number: len(stream.named("menu")) >= number)
            stream.close()
            product.stop()
        db.close()
    finally:
        server.stop()


def _try_publish(url, truck_id):
    """Insert and notify on a separate connection, as another process does."""
    row = "INSERT INTO changes (truck_id, kind, subject_id, at) VALUES (:truck_id, 'menu', :truck_id, now())"
    engine = sa.create_engine(url, poolclass=sa.pool.NullPool)
    try:
        with engine.begin() as connection:
            connection.execute(sa.text(row), {"truck_id": truck_id})
        with engine.begin() as connection:
            connection.execute(sa.text("SELECT pg_notify('chuckwagon_changes', :truck)"), {"truck": truck_id})
    except sa.exc.OperationalError:
        return False
    return True
