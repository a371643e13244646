"""The product as it is served: its processes, started and ended here, watched from outside."""

import os
import signal
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
    "LIMIT_CHECKOUTS_PER_ADDRESS",
    "LIMIT_CHECKOUTS_PER_PHONE",
    "LIMIT_VERIFICATIONS_PER_ADDRESS",
    "SMS_DAILY_BUDGET",
    "MAX_CONNECTIONS_PER_ADDRESS",
    "MAX_STREAMS_PER_ADDRESS",
)
START_SECONDS = 60.0
STOP_SECONDS = 60.0
RENEW_SECONDS = 120.0


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
        self._folder, self._program = folder, program
        self._log = folder / "product.log"
        self._environment = _environment(cell, database_url, folder, ports) | settings
        self._process: subprocess.Popen[bytes] | None = None
        self._provider: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self._provider = null_provider.start(self.provider_port)
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        if self._provider is not None:
            end(self._provider)

    def start(self) -> float:
        """Start it; the seconds until its first answer."""
        begun = time.perf_counter()
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*self._program, "serve"], cwd=self._folder, env=self._environment,
                stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
        while not is_responding("127.0.0.1", self.port, "/health"):
            if self._process.poll() is not None or time.perf_counter() > begun + START_SECONDS:
                raise RuntimeError(f"The product did not start:\n{self._log.read_text(encoding='utf-8')[-2000:]}")
            time.sleep(0.005)
        return time.perf_counter() - begun

    @property
    def pids(self) -> list[int]:
        """All its processes of now: the first one answers before the others have started."""
        return machine.family(self._process.pid) if self._process else []

    def stop(self) -> None:
        """End it, as a service manager would."""
        if self._process is not None:
            end(self._process)
            self._process = None

    def renew(self) -> None:
        """Have every server process replaced by a new one, and wait until they are."""
        assert self._process is not None
        before = self._renewals()
        os.kill(self._process.pid, signal.SIGHUP)
        ends_at = time.perf_counter() + RENEW_SECONDS
        while self._renewals() == before:
            if self._process.poll() is not None or time.perf_counter() > ends_at:
                raise RuntimeError(f"It was not renewed:\n{self._log.read_text(encoding='utf-8')[-2000:]}")
            time.sleep(0.05)

    def _renewals(self) -> int:
        count = self.cell.processes
        return self._log.read_text(encoding="utf-8").count(f"{count} of {count} server processes are renewed")

    def memory_mib(self) -> float:
        """Of the largest of its processes."""
        return max(machine.resident_kib(pid) for pid in self.pids) / 1024

    def cpu_seconds(self) -> float:
        """Of all its processes until now."""
        return machine.cpu_seconds(self.pids)

    def provider_cpu_seconds(self) -> float:
        """Of the provider until now."""
        return machine.cpu_seconds([self._provider.pid]) if self._provider else 0.0


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


def _environment(cell: Cell, database_url: str, folder: Path, ports: tuple[int, int]) -> dict[str, str]:
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
        "CHUCKWAGON_PROCESSES": str(cell.processes),
        "STRIPE_API_BASE": provider,
        "TWILIO_API_BASE": provider,
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
