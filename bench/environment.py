"""The product as it is served: its processes, started and ended here, watched from outside.

One process serves the port itself. Several are units as `deploy/systemd/` has them: each with a port and a processor of
its own, without a worker, and beside them a worker; Caddy with the file of `deploy/` serves the port.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from bench import machine, null_provider
from bench.plan import Cell
from chuckwagon.server.runner import is_responding

ROOT = Path(__file__).resolve().parents[1]
START = "from chuckwagon.cli.main import main; main()"
PROGRAM = (sys.executable, "-c", START)
FOREIGN = ("CHUCKWAGON_", "STRIPE_", "TWILIO_", "SANDBOX_", "DATABASE_URL", "AWS_")
KEYS = {
    "STRIPE_SECRET_KEY": "sk_test_bench",
    "STRIPE_PUBLISHABLE_KEY": "pk_test_bench",
    "STRIPE_WEBHOOK_SECRET": "whsec_bench_of_this_machine",
    "TWILIO_ACCOUNT_SID": "AC" + "be" * 16,
    "TWILIO_AUTH_TOKEN": "bench-token",
    "TWILIO_FROM": "+15005550006",
}
# Everybody here buys from one machine.
UNLIMITED = (
    "LIMIT_READS_PER_ADDRESS",
    "LIMIT_SEARCHES_PER_ADDRESS",
    "LIMIT_CHECKOUTS_PER_ADDRESS",
    "LIMIT_CHECKOUTS_PER_PHONE",
    "LIMIT_VERIFICATIONS_PER_ADDRESS",
    "SMS_DAILY_BUDGET",
    "MAX_CONNECTIONS_PER_ADDRESS",
    "MAX_STREAMS_PER_ADDRESS",
)
START_SECONDS = 60.0
STOP_SECONDS = 60.0
WORKER = "worker"
UNIT = {"CHUCKWAGON_WORKER": "0", "CHUCKWAGON_LEAVE_SECONDS": "5", "CHUCKWAGON_TRUSTED_PROXIES": "127.0.0.1"}
# Caddy asks each unit every two seconds, and remembers a failure for five.
NOTICED_SECONDS = 10.0


class Product:
    """`chuckwagon serve` on a database that is there already, with providers that answer at once.

    `program` is what is started: that of another commit has its own interpreter.
    """

    def __init__(
        self,
        cell: Cell,
        database_url: str,
        folder: Path,
        ports: tuple[int, int],
        program: Sequence[str] = PROGRAM,
        **settings: str,
    ) -> None:
        self.cell, self.port, self.provider_port = cell, *ports
        self.url = f"http://127.0.0.1:{self.port}"
        self._folder, self._program, self._settings = folder, program, settings
        self._log = folder / "product.log"
        self._environment = _environment(database_url, folder, ports) | settings
        several = cell.processes > 1
        self.unit_ports = [_free_port() for _ in range(cell.processes)] if several else [self.port]
        self._processes: dict[int | str, subprocess.Popen[bytes]] = {}  # by port, and the worker
        self._others: list[subprocess.Popen[bytes]] = []  # that are not the product's

    def __enter__(self) -> Self:
        self._others.append(null_provider.start(self.provider_port))
        try:
            self.start()
            if self.cell.processes > 1:
                self._others.append(_start_caddy(self.port, self.unit_ports, self._folder))
                self._wait_until_answered(self.port, self._others[-1])
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        while self._others:
            end(self._others.pop())

    def start(self) -> float:
        """Start it; the seconds until its first answer, of several processes until that of the last one."""
        begun = time.perf_counter()
        for port in self.unit_ports:
            self._start_server(port)
        for port in self.unit_ports:
            self._wait_until_answered(port, self._processes[port])
        seconds = time.perf_counter() - begun
        if self.cell.processes > 1:
            self._processes[WORKER] = self._spawn([*self._program, "worker"], {})
        return seconds

    def _start_server(self, port: int) -> None:
        cores, place = machine.cores(), self.unit_ports.index(port)
        unit = UNIT | {"CHUCKWAGON_PORT": str(port)} if self.cell.processes > 1 else {}
        process = self._spawn([*self._program, "serve"], unit | self._settings)
        self._processes[port] = process
        if self.cell.processes == len(cores) > 1:
            machine.pin([process.pid], [cores[place]])  # as CPUAffinity= does; its threads inherit it

    def _spawn(self, command: Sequence[str], settings: dict[str, str]) -> subprocess.Popen[bytes]:
        with self._log.open("ab") as log:
            return subprocess.Popen(
                command, cwd=self._folder, env=self._environment | settings,
                stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip

    def _wait_until_answered(self, port: int, process: subprocess.Popen[bytes]) -> None:
        ends_at = time.perf_counter() + START_SECONDS
        while not is_responding("127.0.0.1", port, "/health"):
            if process.poll() is not None or time.perf_counter() > ends_at:
                raise RuntimeError(f"The product did not start:\n{self._log.read_text(encoding='utf-8')[-2000:]}")
            time.sleep(0.005)

    @property
    def pids(self) -> list[int]:
        """All its processes of now."""
        return [pid for process in self._processes.values() for pid in machine.family(process.pid)]

    def stop(self) -> None:
        """End it, as a service manager would."""
        for process in self._processes.values():
            process.terminate()
        while self._processes:
            end(self._processes.popitem()[1])

    def renew(self) -> None:
        """Replace one unit after the other, as the guide says: end it, start it, wait until Caddy has noticed."""
        for port in self.unit_ports:
            end(self._processes[port])
            self._start_server(port)
            self._wait_until_answered(port, self._processes[port])
            time.sleep(NOTICED_SECONDS)

    def memory_mib(self) -> float:
        """Of the largest of its processes."""
        return max(machine.resident_kib(pid) for pid in self.pids) / 1024

    def cpu_seconds(self) -> float:
        """Of all its processes until now."""
        return machine.cpu_seconds(self.pids)

    def provider_cpu_seconds(self) -> float:
        """Of the provider until now."""
        return machine.cpu_seconds([self._others[0].pid]) if self._others else 0.0


def end(process: subprocess.Popen[bytes]) -> None:
    """Ask it to end, and make it if it does not."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            for pid in machine.family(process.pid):
                os.kill(pid, signal.SIGKILL)
            process.wait()


def _start_caddy(port: int, unit_ports: Sequence[int], folder: Path) -> subprocess.Popen[bytes]:
    """Caddy in front of the units, with the file that is deployed, but without TLS."""
    program = shutil.which("caddy")
    if program is None:
        raise RuntimeError("Several processes need Caddy in front of them: apt-get install caddy")
    served = {
        "SITE_ADDRESS": f"http://:{port}",
        "APP_SERVERS": " ".join(f"127.0.0.1:{one}" for one in unit_ports),
        "XDG_CONFIG_HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
    }
    with (folder / "caddy.log").open("ab") as log:
        return subprocess.Popen(
            [program, "run", "--config", str(ROOT / "deploy" / "Caddyfile"), "--adapter", "caddyfile"],
            env=os.environ | served, cwd=folder, stdout=log, stderr=log, start_new_session=True,
        )  # fmt: skip


def _free_port() -> int:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        port: int = bound.getsockname()[1]
    return port


def _environment(database_url: str, folder: Path, ports: tuple[int, int]) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
    provider = f"http://127.0.0.1:{ports[1]}"
    return {
        **inherited,
        **KEYS,
        **{f"CHUCKWAGON_{name}": "0" for name in UNLIMITED},
        "CHUCKWAGON_PORT": str(ports[0]),
        "CHUCKWAGON_DATA_DIR": str(folder / "data"),
        "CHUCKWAGON_DATABASE_URL": database_url,
        "CHUCKWAGON_FRONTEND_DIR": str(_screens(folder)),
        "STRIPE_API_BASE": provider,
        "TWILIO_API_BASE": provider,
        "MALLOC_ARENA_MAX": "2",  # as in deploy/systemd
    }


def _screens(folder: Path) -> Path:
    """The built ones, or a page that stands for them."""
    built = ROOT / "frontend" / "dist"
    if (built / "index.html").is_file():
        return built
    screens = folder / "screens"
    screens.mkdir(exist_ok=True)
    (screens / "index.html").write_text("<!doctype html><title>Chuckwagon</title>", encoding="utf-8")
    return screens
