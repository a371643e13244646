"""The product behind PgBouncer in transaction mode: purchases, live updates, a worker, a backup."""

import contextlib
import os
import random
import subprocess
import zipfile

import pytest
import sqlalchemy as sa

from chuckwagon.app import create_app
from chuckwagon.db import postgresql
from chuckwagon.db.database import Database
from chuckwagon.db.migrations import migration_engine
from chuckwagon.kit.ids import new_id
from chuckwagon.realtime import broker
from chuckwagon.settings_sources import load_settings
from soak.catalog import TRUCKS, Catalog
from soak.client import ProductClient, Provider
from soak.ledgers import Ledgers
from soak.recorder import Journal
from tests.cli.conftest import PROGRAM, Program
from tests.conftest import DATABASE_KIND, POSTGRES_FOLDER
from tests.pgbouncer import PROGRAM as PGBOUNCER
from tests.pgbouncer import PgBouncer
from tests.realtime.conftest import Stream
from tests.servers import LiveServer, PostgresServer, bound_socket, wait_until

pytestmark = [
    pytest.mark.dialect,
    pytest.mark.skipif(DATABASE_KIND != "postgresql", reason="a pooler is for PostgreSQL"),
    pytest.mark.skipif(PGBOUNCER is None, reason="PgBouncer is not installed (Debian: apt-get install pgbouncer)"),
]
END_OTHER_SESSIONS = sa.text("""
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
""")
PURCHASES = 7  # more than it takes until the driver would prepare a statement


@pytest.fixture(scope="module")
def urls(tmp_path_factory):
    """The settings of a pooler in front of a migrated database."""
    server = PostgresServer.running_in(os.environ[POSTGRES_FOLDER])
    name = f"pooled_{new_id()}"  # another test process may run tests of this file too
    direct = server.create_database(name)
    pgbouncer = PgBouncer(str(server.folder))
    found = {"CHUCKWAGON_DATABASE_URL": pgbouncer.start(name), "CHUCKWAGON_DATABASE_DIRECT_URL": direct}
    # First of all, because PgBouncer keeps the time zone of its first session for the later ones.
    done = Program(tmp_path_factory.mktemp("migrated")).call("migrate", **found)
    assert done.returncode == 0, done.stdout
    yield found
    pgbouncer.stop()


@pytest.fixture
def program(tmp_path):
    found = Program(tmp_path)
    yield found
    found.kill_all()


@pytest.fixture
def other_server(program, urls):
    """Start a second server process, in this one, once the first has prepared the database."""
    with contextlib.ExitStack() as stack:

        def start():
            ports = {"CHUCKWAGON_SANDBOX_PORT": str(program.sandbox_port), "CHUCKWAGON_DATA_DIR": str(program.folder)}
            bound = stack.enter_context(bound_socket())
            server = LiveServer(create_app(load_settings(urls | ports, sandbox=True)), bound)
            stack.callback(server.stop)
            return server

        yield start


@pytest.fixture
def opened():
    """Closes what a test opens, also where it fails: what is left open fails its second try."""
    with contextlib.ExitStack() as stack:
        yield lambda one: stack.enter_context(contextlib.closing(one))


@pytest.mark.proof
def test_everything_works_behind_a_pooler(program, urls, other_server, opened, monkeypatch):
    monkeypatch.setattr(broker, "POLL_SECONDS", 600)  # so that only notifications cause events
    program.serve("--demo", "--no-worker", **urls)
    journal = Journal()
    product = opened(ProductClient([f"http://127.0.0.1:{program.port}"], journal))
    provider = opened(Provider(f"http://127.0.0.1:{program.sandbox_port}"))
    ledgers = Ledgers(product, provider)
    headers = {"Authorization": f"Bearer {ledgers.token}"}
    truck = product.ask("GET", "/api/trucks/public").json()[0]
    ledgers.keep_open(truck["_id"])
    board = opened(Stream(other_server().url, f"/api/orders/stream?truckId={truck['_id']}", headers))
    wait_until(lambda: board.named("hello"))
    catalog = Catalog(product)
    orders = {_buy(product, provider, catalog, number) for number in range(0, PURCHASES * TRUCKS, TRUCKS)}
    wait_until(lambda: orders <= {order["_id"] for order in board.named("order")})
    _work_until_texts_are_sent(program, urls, provider)
    wait_until(lambda: any(message["status"] == "sent" for message in board.named("order")[-1]["messages"]))
    _check_backup(program, urls)
    assert journal.oddities == []


def test_a_session_behind_the_pooler_has_the_settings_of_a_direct_one(urls, program):
    assert program.call("migrate", **urls).returncode == 0
    settings = load_settings(urls, needs_provider=False)
    assert not postgresql.store_session_settings(settings.direct_database), "migrate has stored them"
    assert postgresql.find_wrong_settings(settings.database) == []
    db = Database(settings.database, settings.direct_database)
    with db.reading() as session, pytest.raises(sa.exc.InternalError, match="read-only transaction"):
        session.execute(sa.text("DELETE FROM changes"))
    db.close()


def test_two_connections_that_share_a_session_do_not_meet_in_its_prepared_statements(urls):
    settings = load_settings(urls, needs_provider=False)
    db = Database(settings.database, settings.direct_database)
    with db.reading() as one, db.reading() as other:
        for number in range(PURCHASES):
            for session in (one, other):
                assert session.scalar(sa.text("SELECT CAST(:number AS int)"), {"number": number}) == number
    db.close()


def test_settings_that_a_session_lacks_are_told(urls, program):
    assert program.call("migrate", **urls).returncode == 0
    settings = load_settings(urls, needs_provider=False)
    with migration_engine(settings.direct_database).begin() as connection:
        name = connection.engine.url.database
        connection.execute(sa.text(f"ALTER ROLE CURRENT_USER IN DATABASE {name} RESET statement_timeout"))
        connection.execute(END_OTHER_SESSIONS)
    assert postgresql.find_wrong_settings(settings.database) == ["statement_timeout=30s"]
    assert postgresql.store_session_settings(settings.direct_database)
    with migration_engine(settings.direct_database).begin() as connection:
        connection.execute(END_OTHER_SESSIONS)  # those that lack it


def test_a_pooler_without_a_direct_url_is_told(urls, program):
    said = program.call("migrate", CHUCKWAGON_DATABASE_URL=urls["CHUCKWAGON_DATABASE_URL"])
    assert said.returncode == 1
    assert "a pooler such as PgBouncer answers there. Set CHUCKWAGON_DATABASE_DIRECT_URL" in said.stdout


def _buy(product, provider, catalog, number):
    """Order, pay and confirm as a customer does; returns the order's id."""
    body, _bill = catalog.fill_cart(random.Random(number), number)
    body["customerInfo"] |= {"name": "Ada", "phone": f"213400{number:04d}"}
    made = product.ask("POST", "/api/create-payment-intent", json=body)
    assert made.is_success, made.text
    intent = made.json()["paymentIntentId"]
    provider.pay(intent, "4242424242424242")
    paid = product.ask("POST", "/api/verify-payment", json={"payment_intent_id": intent})
    assert paid.is_success, paid.text
    return paid.json()["order"]["_id"]


def _work_until_texts_are_sent(program, urls, provider):
    given = urls | {"CHUCKWAGON_SANDBOX": "1", "CHUCKWAGON_PUBLIC_URL": "http://127.0.0.1:9"}
    said = program.folder / "worker"
    with said.open("w") as output:
        working = subprocess.Popen(
            [*PROGRAM, "worker"], cwd=program.folder, env=program.environment | given, stdout=output, stderr=output,
            start_new_session=True,
        )  # fmt: skip
    program.adopt(working)
    try:
        # Beside a busy process, its start and the load of the provider's SDK take up to a minute.
        wait_until(lambda: working.poll() is not None or len(provider.messages()) >= PURCHASES, 180)
    except AssertionError as error:
        error.add_note(f"{len(provider.messages())} texts, and the worker said:\n{said.read_text()}")
        raise
    finally:
        working.terminate()
        assert working.wait(60) == 0, said.read_text()


def _check_backup(program, urls):
    said = program.call("backup", "copy.zip", **urls)
    assert said.returncode == 0, said.stdout
    assert zipfile.ZipFile(program.folder / "copy.zip").testzip() is None
