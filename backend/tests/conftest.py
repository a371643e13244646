"""The ground that every test stands on: a migrated database, the sandbox, and the product behind a socket.

`CHUCKWAGON_TEST_DATABASE` chooses the database: sqlite (the default) or postgresql. `suites` says which tests
a run takes.
"""

import gc
import os
import socket
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck
from hypothesis import settings as examples

from chuckwagon.app import create_app
from chuckwagon.core import clock as product_clock
from chuckwagon.core import system
from chuckwagon.core.db import Base, Database
from chuckwagon.core.migrate import migrate
from chuckwagon.settings import Settings, load_settings
from chuckwagon.worker import Worker
from tests import canaries, environment, flaky, suites
from tests.cast import Cast
from tests.sandbox_client import SandboxClient
from tests.servers import (
    LiveServer,
    NeverSure,
    PostgresServer,
    SandboxProcess,
    bound_socket,
    free_ports,
    wait_until,
)

KIND = os.environ.get("CHUCKWAGON_TEST_DATABASE", "sqlite")
POSTGRES_FOLDER = "CHUCKWAGON_TEST_POSTGRES_FOLDER"
# The same examples each time, so that a red run can be run again, and none of them by the clock.
examples.register_profile(
    "tests", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
examples.load_profile("tests")

_started = pytest.StashKey[PostgresServer]()


def pytest_addoption(parser: pytest.Parser) -> None:
    suites.add_options(parser)
    flaky.add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Start PostgreSQL once, before the parallel test processes, which find it by their environment."""
    if KIND not in ("sqlite", "postgresql"):
        raise pytest.UsageError(f"CHUCKWAGON_TEST_DATABASE must be sqlite or postgresql, not {KIND}.")
    is_first = not hasattr(config, "workerinput")
    if is_first:
        environment.prepare(config)
    canaries.watch(config)
    flaky.configure(config)
    if is_first and KIND == "postgresql":
        server = PostgresServer()
        config.stash[_started] = server
        server.start()
        os.environ[POSTGRES_FOLDER] = str(server.folder)


def pytest_collection_finish() -> None:
    """Keep the collected tests out of the garbage collector's rounds, which saves 6 % of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    suites.select(config, items, KIND)


def pytest_unconfigure(config: pytest.Config) -> None:
    server = config.stash.get(_started, None)
    if server is not None:
        server.stop()
    environment.clean_up(config)


@pytest.fixture(scope="session")
def product_socket() -> Iterator[socket.socket]:
    """The port of the product, bound before the sandbox starts, which delivers to it."""
    bound = bound_socket()
    yield bound
    bound.close()


@pytest.fixture(scope="session")
def database_url(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> str:
    """An empty database of this test process."""
    if KIND == "sqlite":
        return f"sqlite:///{tmp_path_factory.mktemp('database')}/chuckwagon.sqlite3"
    return PostgresServer.running_in(os.environ[POSTGRES_FOLDER]).create_database(f"chuckwagon_{worker_id}")


@pytest.fixture(scope="session")
def settings(
    product_socket: socket.socket, database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Settings:
    """Sandbox mode; the product and the sandbox on ports of their own."""
    [sandbox_port] = free_ports()
    screens = tmp_path_factory.mktemp("screens")
    (screens / "index.html").write_text("<!doctype html><title>Chuckwagon</title>", encoding="utf-8")
    environ = {
        "CHUCKWAGON_PORT": str(product_socket.getsockname()[1]),
        "CHUCKWAGON_SANDBOX_PORT": str(sandbox_port),
        "CHUCKWAGON_DATA_DIR": str(tmp_path_factory.mktemp("data")),
        "CHUCKWAGON_DATABASE_URL": database_url,
        "CHUCKWAGON_FRONTEND_DIR": str(screens),
    }
    return load_settings(environ, sandbox=True)


@pytest.fixture(scope="session")
def migrated(settings: Settings) -> Iterator[Database]:
    """The database after all migrations; `db` is the one that tests take."""
    migrate(settings.database)
    database = Database(settings.database)
    yield database
    database.close()


@pytest.fixture(scope="session")
def sandbox_process(settings: Settings, product_socket: socket.socket) -> Iterator[SandboxProcess]:
    process = SandboxProcess(settings, product_socket.getsockname()[1])
    yield process
    process.stop()


@pytest.fixture(scope="session")
def app(settings: Settings, migrated: Database) -> Iterator[Any]:
    """The product without its worker: tests say when work is done. It keeps no answers, since tests change
    rows behind its back.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(system, "HEALTH_SECONDS", 30.0)  # a busy machine is not an ill database
        yield create_app(settings, with_worker=False, db=migrated, freshness=NeverSure())


@pytest.fixture(scope="session")
def live_server(app: Any, product_socket: socket.socket) -> Iterator[LiveServer]:
    server = LiveServer(app, product_socket)
    yield server
    server.stop()


@pytest.fixture
def sandbox(sandbox_process: SandboxProcess, settings: Settings) -> Iterator[SandboxClient]:
    """The providers, which forget everything after each test, also what they still have to deliver."""
    client = SandboxClient(sandbox_process.url, settings.stripe_secret_key)
    yield client
    client.reset()
    client.close()


def empty(database: Database) -> None:
    """Leave not a row in the migrated database."""
    database.write(_delete_all if database.is_sqlite else _delete_what_is_there)


def _delete_all(session: sa.orm.Session) -> None:
    for table in reversed(Base.metadata.sorted_tables):
        session.execute(table.delete())


def _delete_what_is_there(session: sa.orm.Session) -> None:
    """On PostgreSQL, look first: a TRUNCATE of all tables takes 30 ms, mostly for those that are empty.

    The lock keeps a late webhook of the test before from writing in between.
    """
    tables = Base.metadata.sorted_tables
    session.execute(sa.text(f"LOCK TABLE {', '.join(t.name for t in tables)} IN SHARE ROW EXCLUSIVE MODE"))
    looks = [f"(SELECT '{table.name}' FROM {table.name} LIMIT 1)" for table in tables]
    filled = set(session.scalars(sa.text(" UNION ALL ".join(looks))))
    for table in reversed(tables):
        if table.name in filled:
            session.execute(table.delete())


@pytest.fixture
def db(migrated: Database) -> Database:
    """The migrated database without a row."""
    empty(migrated)
    return migrated


@pytest.fixture
def client(sandbox: SandboxClient, db: Database, live_server: LiveServer) -> Iterator[httpx.Client]:
    """The product over real HTTP, at the address that the providers' signed calls reach."""
    # The server lets an idle line go after five seconds: by then nothing is asked on it any more.
    limits = httpx.Limits(max_connections=64, keepalive_expiry=1)
    with httpx.Client(base_url=live_server.url, timeout=120, limits=limits) as http:
        yield http


@pytest.fixture
def worker(db: Database, settings: Settings, sandbox: SandboxClient) -> Worker:
    """`run_once` does everything that is due now."""
    return Worker(db, settings)


class SetClock:
    """The product's clock, standing still until a test moves it. The sandbox keeps the real time."""

    def __init__(self) -> None:
        self._instant = datetime.now(UTC)
        product_clock.use(self.now)

    def now(self) -> datetime:
        return self._instant

    def set(self, text: str) -> None:
        """An ISO instant, such as 2026-07-01T19:00:00Z."""
        self._instant = datetime.fromisoformat(text).astimezone(UTC)

    def advance(self, by: timedelta) -> None:
        self._instant += by


@pytest.fixture
def clock() -> Iterator[SetClock]:
    yield SetClock()
    product_clock.use(None)


@pytest.fixture
def cast(db: Database) -> Cast:
    """One user for each role."""
    return Cast(db)


@pytest.fixture
def wait_for() -> Callable[..., Any]:
    """Waits for something that happens by itself, such as a webhook's effect."""
    return wait_until


@pytest.fixture(autouse=True)
def _no_dotenv(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings of the developer's own `.env` must not reach a test."""
    monkeypatch.setattr("chuckwagon.settings._dotenv", lambda _path: {})
