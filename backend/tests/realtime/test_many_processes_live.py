"""Several processes, one database: what one of them changes appears in the streams of the others."""

import subprocess

import httpx
import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.app import create_app
from chuckwagon.core import hub
from chuckwagon.core.db import Database
from chuckwagon.core.migrate import migrate
from chuckwagon.orders.service import leave_text
from tests.cli.conftest import PROGRAM, Program
from tests.conftest import KIND
from tests.factories import make_truck
from tests.live.conftest import Stream
from tests.orders.orders import add_order
from tests.servers import LiveServer, PostgresServer, bound_socket, wait_until

pytestmark = pytest.mark.dialect

BOARD = "/api/orders/stream"


@pytest.fixture
def program(tmp_path):
    found = Program(tmp_path)
    yield found
    found.kill_all()


@pytest.fixture
def only_bells(monkeypatch):
    """The hub does not look by itself within the test: what comes was rung for."""
    monkeypatch.setattr(hub, "LOOK_SECONDS", 600)


def test_a_change_in_one_process_appears_in_the_stream_of_another(
    open_stream, db, cast, program, database_url, only_bells
):
    order = add_order(db, truck_id=cast.truck.id)
    program.serve("--sandbox", CHUCKWAGON_DATABASE_URL=database_url)
    stream = open_stream(BOARD, cast.headers("truck_admin"))
    for number, status in enumerate(("confirmed", "preparing", "ready"), 1):
        address = f"http://127.0.0.1:{program.port}/api/orders/{order.id}"
        answer = httpx.patch(
            address, json={"status": status}, headers=cast.headers("truck_admin"), timeout=60
        )
        assert answer.status_code == 200, answer.text
        wait_until(lambda number=number: len(stream.named("order")) >= number)
        assert stream.named("order")[-1]["status"] == status


def test_what_a_worker_of_its_own_does_appears_in_the_stream(
    open_stream, db, cast, program, settings, database_url, sandbox, only_bells
):
    order = add_order(db, truck_id=cast.truck.id)
    stream = open_stream(BOARD, cast.headers("truck_admin"))
    db.write(lambda session: leave_text(session, order, "confirmed"))
    own = {
        "CHUCKWAGON_SANDBOX": "1",
        "CHUCKWAGON_SANDBOX_PORT": str(settings.sandbox_port),
        "CHUCKWAGON_DATABASE_URL": database_url,
        "CHUCKWAGON_PUBLIC_URL": "http://127.0.0.1:9",
    }
    working = subprocess.Popen(
        [*PROGRAM, "worker"],
        cwd=program.folder,
        env=program.environment | own,
        stdout=subprocess.DEVNULL,
    )
    try:
        told = wait_until(lambda: stream.named("order"))
        assert [text["status"] for text in told[-1]["messages"]] == ["sent"]
    finally:
        working.terminate()
        assert working.wait(60) == 0


@pytest.mark.parametrize("processes", ["1", "2"])
def test_the_end_of_the_server_ends_the_streams_at_once(program, processes):
    served = program.serve("--demo", CHUCKWAGON_PROCESSES=processes, CHUCKWAGON_DRAIN_SECONDS="25")
    url = f"http://127.0.0.1:{program.port}"
    truck = httpx.get(f"{url}/api/trucks/public", timeout=60).json()[0]
    streams = [Stream(url, f"/api/trucks/{truck['_id']}/stream") for _ in range(8)]
    for stream in streams:
        wait_until(lambda stream=stream: stream.named("hello"))
    assert served.end(15) == 0, "the server waits longer than that for answers that do not end"
    for stream in streams:
        wait_until(lambda stream=stream: stream.has_ended)
        stream.close()
    assert "Traceback" not in served.output()
    assert "Cancel" not in served.output()


def test_a_restarted_database_is_listened_to_again(settings, only_bells):
    """Its LISTEN died with it; without it only the look every second would be left."""
    if KIND != "postgresql":
        pytest.skip("SQLite has no server")
    server = PostgresServer()
    server.start()
    try:
        own = msgspec.structs.replace(settings, database_url=server.create_database("restarted"))
        migrate(own.database)
        db = Database(own.database)
        with bound_socket() as bound:
            product = LiveServer(create_app(own, db=db), bound)
            truck = make_truck(db)
            stream = Stream(product.url, f"/api/trucks/{truck.id}/stream")
            wait_until(lambda: stream.named("hello"))
            server.crash()
            server.run()
            for number in range(1, 4):
                wait_until(lambda: _is_announced(own.database, truck.id))
                wait_until(lambda number=number: len(stream.named("menu")) >= number)
            stream.close()
            product.stop()
        db.close()
    finally:
        server.stop()


def _is_announced(url, truck_id):
    """Written and told by a connection of its own, as another process does."""
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
