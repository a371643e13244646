"""The whole cluster: started part by part, each when the one before it answers, and stopped as a whole."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from cluster.configuration import PASSWORD, Configuration
from cluster.database import START_SECONDS, DatabaseCluster
from cluster.processes import Program, find_program
from soak.environment import FOREIGN, KEYS, PROGRAM
from tests.servers import BACKEND, wait_until

Say = Callable[[str], None]


class Cluster:
    """Two servers and a worker behind HAProxy, on a database that may fail."""

    def __init__(self, configuration: Configuration, settings: dict[str, str]) -> None:
        """`settings` are further settings of the product."""
        self._configuration, folder = configuration, configuration.folder
        ports = self.ports = configuration.ports
        self.url, self.sandbox_url = (f"http://127.0.0.1:{ports[name]}" for name in ("PUBLIC", "SANDBOX"))
        self._store_url = f"http://127.0.0.1:{ports['STORE']}"
        self._environment = self._make_environment() | settings
        self.database = DatabaseCluster(configuration)
        store = ["-m", "moto.server", "-H", "127.0.0.1", "-p", str(ports["STORE"])]
        self._store = self._own("storage", [sys.executable, *store])
        self._sandbox = self._own("sandbox", [sys.executable, "-m", "sandbox"])
        self.proxy = Program(
            "haproxy", [find_program("haproxy"), "-W", "-db", "-f", str(folder / "haproxy.cfg")], folder
        )
        self.servers = [
            self._own(f"server-{number}", [*PROGRAM, "serve", "--no-worker", "--port", str(ports[f"SERVER_{number}"])])
            for number in (1, 2)
        ]
        self._worker = self._own("worker", [*PROGRAM, "worker"])

    def start(self, say: Say) -> None:
        """Start every part, and say which."""
        for sentence, part in (
            ("etcd, which decides who is the primary", self.database.start_etcd),
            ("PostgreSQL: a primary and its synchronous standby, under Patroni", self.database.start_postgresql),
            ("HAProxy in front of servers and primary", self.proxy.start),
            ("role and database", self.database.create_database),
            ("PgBouncer in transaction mode", self.database.start_pooler),
            ("storage for images, and the sandbox in place of Stripe and Twilio", self._start_providers),
            ("tables and the demo's trucks", self._seed),
            ("two servers and a worker", self._start_product),
        ):
            say(sentence)
            part()

    def stop(self) -> None:
        """End all programs, those first that use others."""
        for program in (*self.servers, self._worker):
            program.signal(signal.SIGTERM)
        for program in (*self.servers, self._worker, self.proxy, self._sandbox, self._store):
            program.stop()
        self.database.stop()

    def is_serving(self) -> bool:
        """Whether both servers answer."""
        return all(_answers(f"http://127.0.0.1:{self.ports[f'SERVER_{number}']}/health") for number in (1, 2))

    def restart_dead_servers(self) -> None:
        """Do what systemd does: start a program that has ended."""
        for program in (*self.servers, self._worker):
            if program.has_ended:
                program.start()

    def _start_providers(self) -> None:
        self._store.start()
        self._sandbox.start()
        wait_until(lambda: _answers(f"{self._store_url}/moto-api/"), START_SECONDS)
        httpx.put(f"{self._store_url}/chuckwagon").raise_for_status()
        wait_until(lambda: _answers(f"{self.sandbox_url}/_sandbox/faults"), START_SECONDS)

    def _seed(self) -> None:
        command = [*PROGRAM, "seed"]
        subprocess.run(command, cwd=self._configuration.folder, env=self._environment, check=True)

    def _start_product(self) -> None:
        self.restart_dead_servers()
        wait_until(self.is_serving, START_SECONDS)
        wait_until(lambda: _answers(f"{self.url}/health"), START_SECONDS)

    def _own(self, name: str, command: list[str]) -> Program:
        return Program(name, command, self._configuration.folder, self._environment, as_root=True)

    def _make_environment(self) -> dict[str, str]:
        inherited = {name: value for name, value in os.environ.items() if not name.startswith((*FOREIGN, "AWS_"))}
        return {
            **inherited,
            **KEYS,
            **self._configuration.server_settings(),
            "PYTHONPATH": str(BACKEND),
            "CHUCKWAGON_DATA_DIR": str(self._configuration.folder / "data"),
            "CHUCKWAGON_SANDBOX_PORT": str(self.ports["SANDBOX"]),
            "STRIPE_API_BASE": self.sandbox_url,
            "TWILIO_API_BASE": self.sandbox_url,
            "SANDBOX_PORT": str(self.ports["SANDBOX"]),
            "SANDBOX_PUBLIC_URL": self.sandbox_url,
            "SANDBOX_WEBHOOK_URL": f"{self.url}/api/stripe/webhook",
            "SANDBOX_SMS_INBOUND_URL": f"{self.url}/api/sms/inbound",
            "AWS_SECRET_ACCESS_KEY": PASSWORD,
        }


@contextmanager
def running(folder: Path, first_port: int, settings: dict[str, str], say: Say) -> Iterator[Cluster]:
    """Run a cluster in an empty folder, and stop it whole with the block."""
    folder.mkdir(parents=True, exist_ok=True)
    configuration = Configuration(folder, first_port)
    configuration.write()
    cluster = Cluster(configuration, settings)
    try:
        cluster.start(say)
        yield cluster
    finally:
        cluster.stop()


def _answers(url: str) -> bool:
    try:
        return httpx.get(url, timeout=2).is_success
    except httpx.TransportError:
        return False
