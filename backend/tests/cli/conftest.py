"""The program as a person starts it: a process of its own, a folder of its own, free ports."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest

from chuckwagon.core.ids import new_id
from tests.conftest import KIND, POSTGRES_FOLDER
from tests.servers import BACKEND, PostgresServer, free_ports, postgres_programs, wait_until

PROGRAM = [sys.executable, "-c", "from chuckwagon.cli import main; main()"]
FOREIGN = ("CHUCKWAGON_", "STRIPE_", "TWILIO_", "DATABASE_URL")


class Program:
    """Runs `chuckwagon` in an empty folder."""

    def __init__(self, folder: Path) -> None:
        self.port, self.sandbox_port = free_ports(2)
        self.folder = folder
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
        self.environment = inherited | {
            "PYTHONPATH": str(BACKEND),
            "CHUCKWAGON_PORT": str(self.port),
            "CHUCKWAGON_SANDBOX_PORT": str(self.sandbox_port),
        }
        self._started: list[subprocess.Popen[str]] = []

    def run(self, *arguments: str, given: str = "", **settings: str) -> subprocess.CompletedProcess[str]:
        """Run a command to its end; standard output and error come as one text, `given` is typed in."""
        return subprocess.run(
            [*PROGRAM, *arguments], cwd=self.folder, env=self.environment | settings, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, check=False, input=given,
        )  # fmt: skip

    def serve(self, *arguments: str, **settings: str) -> "Served":
        """Start the server and wait until it says that it serves."""
        with (self.folder / "output").open("w") as output:
            process = subprocess.Popen(
                [*PROGRAM, "serve", *arguments], cwd=self.folder, env=self.environment | settings,
                stdout=output, stderr=subprocess.STDOUT, text=True, start_new_session=True,
            )  # fmt: skip
        self._started.append(process)
        served = Served(self, process)
        wait_until(lambda: "Ctrl-C stops." in served.output() or process.poll() is not None)
        assert process.poll() is None, served.output()
        return served

    def adopt(self, process: subprocess.Popen[str]) -> None:
        """Have it killed with the others, should it be left over."""
        self._started.append(process)

    def kill_all(self) -> None:
        for process in self._started:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


class Served:
    """A running `chuckwagon serve`."""

    def __init__(self, program: Program, process: subprocess.Popen[str]) -> None:
        self.program = program
        self.process = process

    def output(self) -> str:
        return (self.program.folder / "output").read_text()

    def get(self, path: str) -> httpx.Response:
        return httpx.get(f"http://127.0.0.1:{self.program.port}{path}", timeout=60)

    def end(self, number: int) -> int:
        """Signal the whole group, as a terminal does; gives the exit code."""
        os.killpg(self.process.pid, number)
        return self.process.wait(60)

    def sandbox_answers(self) -> bool:
        try:
            return httpx.get(f"http://127.0.0.1:{self.program.sandbox_port}/_sandbox/faults").is_success
        except httpx.TransportError:
            return False


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    found = Program(tmp_path)
    yield found
    found.kill_all()


@pytest.fixture
def own_programs(monkeypatch):
    """PostgreSQL's client programs of the same version as the server of the tests."""
    if KIND == "postgresql":
        monkeypatch.setenv("PATH", f"{postgres_programs()}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def elsewhere(settings, tmp_path, own_programs):
    """The settings of another machine: an empty folder and no tables."""
    if KIND == "sqlite":
        url = f"sqlite:///{tmp_path}/there/chuckwagon.sqlite3"
    else:
        name = f"there_{new_id()}"
        url = PostgresServer.running_in(os.environ[POSTGRES_FOLDER]).create_database(name)
    return msgspec.structs.replace(settings, data_dir=tmp_path / "there", database_url=url)
