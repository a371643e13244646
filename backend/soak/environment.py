"""Starts and ends the processes of the soak test: database, sandbox and product."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

import sqlalchemy as sa

from chuckwagon.db.database import Database
from soak.client import ProductClient, Provider
from soak.recorder import Journal, Stopwatch
from tests.servers import BACKEND, PostgresServer, wait_until

PROGRAM = [sys.executable, "-c", "from chuckwagon.cli.main import main; main()"]
FOREIGN = ("CHUCKWAGON_", "STRIPE_", "TWILIO_", "SANDBOX_", "DATABASE_URL")
KEYS = {
    "STRIPE_SECRET_KEY": "sk_test_soak",
    "STRIPE_PUBLISHABLE_KEY": "pk_test_soak",
    "STRIPE_WEBHOOK_SECRET": "whsec_soak_of_this_machine",
    "TWILIO_ACCOUNT_SID": "AC" + "50" * 16,
    "TWILIO_AUTH_TOKEN": "soak-token",
    "TWILIO_FROM": "+15005550006",
}
UNLIMITED = (
    "LIMIT_READS_PER_ADDRESS",
    "LIMIT_SEARCHES_PER_ADDRESS",
    "LIMIT_CHECKOUTS_PER_ADDRESS",
    "LIMIT_CHECKOUTS_PER_PHONE",
    "LIMIT_VERIFICATIONS_PER_ADDRESS",
    "SMS_DAILY_BUDGET",
)
# Twilio and Stripe retry often, and for longer than the product is ever down.
WEBHOOK_WAITS = "0.2,0.5,1,1,2,2,3,3,5,5,10,10,20,20"
START_SECONDS = 60.0


class Environment:
    """The product and a sandbox in a process of its own, which keeps running while the product is down."""

    def __init__(
        self,
        folder: Path,
        database: str,
        processes: int,
        ports: tuple[int, int],
        more: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """`database` is sqlite, postgresql (started here), or the address of an empty one.

        `more` are further settings of the product.
        """
        self._folder, self._more = folder, more
        self._database_url = database if "://" in database else f"sqlite:///{folder / 'soak.sqlite3'}"
        self._postgres = PostgresServer() if database == "postgresql" else None
        self._port, self._sandbox_port = ports
        # Each server process has a port of its own; webhooks go to the first.
        self._ports = [self._port, *(self._sandbox_port + number for number in range(1, processes))]
        self.urls = [f"http://127.0.0.1:{port}" for port in self._ports]
        self.url, self.sandbox_url = (f"http://127.0.0.1:{port}" for port in ports)
        self._sandbox: subprocess.Popen[bytes] | None = None
        self._product: list[subprocess.Popen[bytes]] = []

    def open(self, journal: Journal) -> tuple[ProductClient, Provider]:
        """Start everything, with the demo's data in an empty database."""
        if self._postgres is not None:
            self._postgres.start()
            self._database_url = self._postgres.create_database("soak")
        (self._folder / "data").mkdir(mode=0o700)
        screens = self._folder / "screens"
        screens.mkdir()
        for name in ("index.html", "staff.html"):
            (screens / name).write_text("<!doctype html><title>Soak</title>", encoding="utf-8")
        self._environment = self._make_environment(screens)
        subprocess.run([*PROGRAM, "seed"], cwd=self._folder, env=self._environment, check=True)
        self._sandbox = self._spawn("sandbox", [sys.executable, "-m", "sandbox"])
        self._start()
        product, provider = ProductClient(self.urls, journal), Provider(self.sandbox_url)
        wait_until(product.is_open, START_SECONDS)
        return product, provider

    @property
    def product_pid(self) -> int | None:
        """Process group of the running product."""
        return self._product[0].pid if self._product else None

    def read_column(self, query: str) -> list[str]:
        """Return the first column of a query's rows."""
        engine = sa.create_engine(self._database_url.replace("postgresql:", "postgresql+psycopg:"))
        with engine.connect() as connection:
            found = [str(value) for value in connection.execute(sa.text(query)).scalars()]
        engine.dispose()
        return found

    @contextlib.contextmanager
    def opened_database(self) -> Iterator[Database]:
        """Open the product's database, as its own commands do."""
        db = Database(self._database_url.replace("postgresql:", "postgresql+psycopg:"))
        yield db
        db.close()

    def close(self) -> None:
        """End all started processes."""
        _kill(self._product)
        if self._sandbox is not None:
            _kill([self._sandbox])
        if self._postgres is not None:
            self._postgres.stop()

    def kill_and_restart(self, product: ProductClient, *, forget_leases: bool) -> float:
        """Send SIGKILL to every process of the product and restart it. Return the seconds until it responds again."""
        watch = Stopwatch()
        _kill(self._product)
        if forget_leases:
            self._forget_leases()
        self._start()
        while not product.is_open():
            if watch.seconds > START_SECONDS:
                raise RuntimeError(f"The product did not come back; see {self._folder / 'product.log'}.")
            if any(process.poll() is not None for process in self._product):
                _kill(self._product)
                self._start()  # a killed process may hold the port for a moment longer
            time.sleep(0.02)
        return watch.seconds

    def _start(self) -> None:
        self._product = []
        for port in self._ports:
            group = self._product[0].pid if self._product else 0
            self._product.append(self._spawn("product", [*PROGRAM, "serve", "--port", str(port)], group))

    def _spawn(self, name: str, command: list[str], group: int = 0) -> subprocess.Popen[bytes]:
        """Start the command in a process group, by default one of its own."""
        with (self._folder / f"{name}.log").open("ab") as log:
            return subprocess.Popen(
                command, cwd=self._folder, env=self._environment,
                stdout=log, stderr=log, process_group=group,
            )  # fmt: skip

    def _make_environment(self, screens: Path) -> dict[str, str]:
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
        return {
            **inherited,
            **KEYS,
            **{f"CHUCKWAGON_{name}": "0" for name in UNLIMITED},
            "PYTHONPATH": str(BACKEND),
            "CHUCKWAGON_PORT": str(self._port),
            "CHUCKWAGON_SANDBOX_PORT": str(self._sandbox_port),
            "CHUCKWAGON_DATA_DIR": str(self._folder / "data"),
            "CHUCKWAGON_DATABASE_URL": self._database_url,
            "CHUCKWAGON_FRONTEND_DIR": str(screens),
            "CHUCKWAGON_PUBLIC_URL": f"http://localhost:{self._port}",
            "CHUCKWAGON_RECONCILE_SECONDS": "1",
            "CHUCKWAGON_SMS_RETRY_SECONDS": "1",
            "STRIPE_API_BASE": self.sandbox_url,
            "TWILIO_API_BASE": self.sandbox_url,
            "SANDBOX_PORT": str(self._sandbox_port),
            "SANDBOX_PUBLIC_URL": self.sandbox_url,
            "SANDBOX_WEBHOOK_URL": f"{self.url}/api/stripe/webhook",
            "SANDBOX_WEBHOOK_RETRY_SECONDS": WEBHOOK_WAITS,
            "SANDBOX_SMS_INBOUND_URL": f"http://localhost:{self._port}/api/sms/inbound",
            **self._more,
        }

    def _forget_leases(self) -> None:
        """End all leases at once, instead of after a minute. No worker runs, so each belongs to a killed one."""
        engine = sa.create_engine(self._database_url.replace("postgresql:", "postgresql+psycopg:"))
        with engine.begin() as connection:
            connection.execute(sa.text("UPDATE outbox_messages SET leased_until = NULL"))
            connection.execute(sa.text("DELETE FROM worker_leases"))
        engine.dispose()


def _kill(group: list[subprocess.Popen[bytes]]) -> None:
    """Kill a whole process group, named by its first process, with what its processes have started."""
    if group:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(group[0].pid, signal.SIGKILL)
    for process in group:
        process.wait()
