"""Fixtures for all tests: a migrated database, the sandbox, and the product behind a socket.

`CHUCKWAGON_TEST_DATABASE` chooses the database: sqlite (the default) or postgresql. `suites` selects the tests.
"""

import gc
import os
import socket
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import argon2
import httpx
import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck
from hypothesis import settings as examples

from chuckwagon.accounts import passwords
from chuckwagon.accounts.models import UserSession
from chuckwagon.app import create_app
from chuckwagon.db import rate_limits
from chuckwagon.db.database import Database
from chuckwagon.kit import clock as product_clock
from chuckwagon.settings import Settings
from chuckwagon.settings_sources import load_settings
from chuckwagon.web import executors, system_routes
from chuckwagon.worker.loop import Worker
from tests import canaries, environment, flaky, suites
from tests.cast import Cast
from tests.databases import create_tables, every_row, filled_tables, read_rows, table_names
from tests.error_reasons import require_known_reason
from tests.sandbox_client import SandboxClient
from tests.servers import (
    NO_CERTIFICATES,
    LiveServer,
    NoCache,
    PostgresServer,
    SandboxProcess,
    bound_socket,
    free_ports,
    wait_until,
)

DATABASE_KIND = os.environ.get("CHUCKWAGON_TEST_DATABASE", "sqlite")
POSTGRES_FOLDER = "CHUCKWAGON_TEST_POSTGRES_FOLDER"
# Deterministic examples, so that a failure can be repeated, and no time limit for each example.
examples.register_profile(
    "tests", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
examples.load_profile("tests")

_started = pytest.StashKey[PostgresServer]()


def pytest_addoption(parser: pytest.Parser) -> None:
    suites.add_options(parser)
    flaky.add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Start PostgreSQL once, before the parallel test processes, which find it in their environment."""
    if DATABASE_KIND not in ("sqlite", "postgresql"):
        raise pytest.UsageError(f"CHUCKWAGON_TEST_DATABASE must be sqlite or postgresql, not {DATABASE_KIND}.")
    is_first = not hasattr(config, "workerinput")
    if is_first:
        environment.prepare(config)
    canaries.install(config)
    flaky.configure(config)
    if is_first and DATABASE_KIND == "postgresql":
        server = PostgresServer()
        config.stash[_started] = server
        server.start()
        os.environ[POSTGRES_FOLDER] = str(server.folder)


def pytest_collection_finish() -> None:
    """Turn garbage collection on, without the collected tests, which saves 6 % of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    gc.enable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return suites.holds_nothing(collection_path, config, DATABASE_KIND) or None


def pytest_pycollect_makeitem(collector: pytest.Collector, name: str, obj: object) -> list[pytest.Item] | None:
    return [] if suites.is_left_out(collector, obj, DATABASE_KIND) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    suites.select(config, items, DATABASE_KIND)


def pytest_unconfigure(config: pytest.Config) -> None:
    server = config.stash.get(_started, None)
    if server is not None:
        server.stop()
    environment.clean_up(config)


@pytest.fixture(scope="session")
def product_socket() -> Iterator[socket.socket]:
    """The product's socket, bound before the sandbox starts, because the sandbox delivers webhooks to it."""
    bound = bound_socket()
    yield bound
    bound.close()


@pytest.fixture(scope="session")
def database_url(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> str:
    """The URL of an empty database of this test process."""
    if DATABASE_KIND == "sqlite":
        return f"sqlite:///{tmp_path_factory.mktemp('database')}/chuckwagon.sqlite3"
    return PostgresServer.running_in(os.environ[POSTGRES_FOLDER]).create_database(f"chuckwagon_{worker_id}")


@pytest.fixture(scope="session")
def settings(product_socket: socket.socket, database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings in sandbox mode, with separate ports for the product and the sandbox."""
    sandbox_port, mail_port = free_ports(2)
    screens = tmp_path_factory.mktemp("screens")
    for name in ("index.html", "staff.html"):
        (screens / name).write_text("<!doctype html><title>Chuckwagon</title>", encoding="utf-8")
    environ = {
        "CHUCKWAGON_PORT": str(product_socket.getsockname()[1]),
        "CHUCKWAGON_SANDBOX_PORT": str(sandbox_port),
        "CHUCKWAGON_SANDBOX_MAIL_PORT": str(mail_port),
        "CHUCKWAGON_DATA_DIR": str(tmp_path_factory.mktemp("data")),
        "CHUCKWAGON_DATABASE_URL": database_url,
        "CHUCKWAGON_FRONTEND_DIR": str(screens),
        "CHUCKWAGON_DRAIN_SECONDS": "0",
        # The tests come from one address and fill slots; those of the share switch it on.
        "CHUCKWAGON_LIMIT_UNPAID_PERCENT_PER_ADDRESS": "0",
    }
    return load_settings(environ, sandbox=True)


@pytest.fixture(scope="session")
def migrated(settings: Settings) -> Iterator[Database]:
    """The database after all migrations. Tests use `db`."""
    create_tables(settings.database)
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
    """The product without its worker, which tests run themselves, and without response caching, because tests
    change rows without publishing changes.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(system_routes, "HEALTH_TIMEOUT_SECONDS", 30.0)  # a busy machine is not a broken database
        for executor in vars(executors).values():
            if isinstance(executor, executors.ProviderExecutor):
                patch.setattr(executor, "_max_wait_seconds", 60.0)  # nor a slow provider
        yield create_app(settings, with_worker=False, db=migrated, cache_validator=NoCache())


@pytest.fixture(scope="session")
def live_server(app: Any, product_socket: socket.socket) -> Iterator[LiveServer]:
    server = LiveServer(app, product_socket)
    yield server
    server.stop()


@pytest.fixture
def sandbox(sandbox_process: SandboxProcess, settings: Settings) -> Iterator[SandboxClient]:
    """The sandbox, reset after each test, pending deliveries included."""
    client = SandboxClient(sandbox_process.url, settings.stripe_secret_key)
    yield client
    client.reset()
    client.close()


def empty_database(database: Database) -> None:
    """Delete all rows of the migrated database.

    Only filled tables are deleted from, because most are empty and TRUNCATE of all tables takes PostgreSQL 30 ms.
    """
    database.write(lambda session: _delete_filled(session.connection(), is_sqlite=database.is_sqlite))


def _delete_filled(connection: sa.Connection, *, is_sqlite: bool) -> None:
    """On PostgreSQL, a lock keeps a late webhook of the previous test from writing in between."""
    if not is_sqlite:
        connection.exec_driver_sql(f"LOCK TABLE {', '.join(table_names())} IN SHARE ROW EXCLUSIVE MODE")
    for name in filled_tables(connection):
        connection.exec_driver_sql(f"DELETE FROM {name}")


@pytest.fixture
def db(migrated: Database) -> Database:
    """The migrated database without rows."""
    empty_database(migrated)
    rate_limits.forget_refusals()
    return migrated


@pytest.fixture
def snapshot(db: Database) -> Callable[[], dict[str, list[str]]]:
    """Every row of every table except the sessions, by table name, to show that a refused change changed nothing."""

    def take() -> dict[str, list[str]]:
        return {name: rows for name, rows in every_row(db).items() if name != UserSession.__tablename__}

    return take


@pytest.fixture
def client(sandbox: SandboxClient, db: Database, live_server: LiveServer) -> Iterator[httpx.Client]:
    """The product over real HTTP, at the URL to which the sandbox sends webhooks."""
    # The server closes an idle connection after five seconds; the client stops using it before.
    limits = httpx.Limits(max_connections=64, keepalive_expiry=1)
    hooks = {"response": [require_known_reason]}
    with httpx.Client(
        base_url=live_server.url, timeout=120, limits=limits, event_hooks=hooks, verify=NO_CERTIFICATES
    ) as http:
        yield http


@pytest.fixture
def worker(db: Database, settings: Settings, sandbox: SandboxClient) -> Worker:
    """The worker. `run_once` does everything that is due."""
    return Worker(db, settings)


class ManualClock:
    """The product's clock, which stops until a test moves it. The sandbox uses the real time."""

    def __init__(self) -> None:
        self._instant = datetime.now(UTC)
        product_clock.set_time_source(self.now)

    def now(self) -> datetime:
        return self._instant

    def set(self, text: str) -> None:
        """Set an ISO 8601 instant, such as 2026-07-01T19:00:00Z."""
        self._instant = datetime.fromisoformat(text).astimezone(UTC)

    def advance(self, by: timedelta) -> None:
        self._instant += by


@pytest.fixture
def clock() -> Iterator[ManualClock]:
    yield ManualClock()
    product_clock.set_time_source(None)


@pytest.fixture
def frozen_clock(clock: ManualClock) -> None:
    """The product's clock stands still, so that no window of a rate limit ends while a test reaches the limit."""


@pytest.fixture
def rows(db: Database) -> Callable[[type[Any]], list[Any]]:
    """Every row of a table, oldest first."""
    return partial(read_rows, db)


@pytest.fixture
def cast(db: Database) -> Cast:
    """The cast: one user for each role."""
    return Cast(db)


@pytest.fixture
def wait_for() -> Callable[..., Any]:
    """Wait for something asynchronous, such as the effect of a webhook."""
    return wait_until


@pytest.fixture(scope="session", autouse=True)
def _quick_hashes() -> Iterator[None]:
    """Make password hashing cheap. The fixture `full_hashes` restores the product's own cost."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_hasher", argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        yield


@pytest.fixture(autouse=True)
def _no_dotenv(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ignore the developer's own `.env`."""
    monkeypatch.setattr("chuckwagon.settings_sources._read_dotenv", lambda _path: {})
