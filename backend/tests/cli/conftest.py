"""The program as an operator starts it, in a process and a folder of its own, with free ports."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import httpx
import msgspec
import pytest
from click.testing import CliRunner

from chuckwagon.cli.main import cli
from chuckwagon.kit.ids import new_id
from tests.conftest import DATABASE_KIND, POSTGRES_FOLDER
from tests.databases import create_tables
from tests.servers import BACKEND, PostgresServer, free_ports, postgres_programs, wait_until

PROGRAM = [sys.executable, "-c", "from chuckwagon.cli.main import main; main()"]
PRODUCT_PREFIXES = ("CHUCKWAGON_", "STRIPE_", "TWILIO_", "DATABASE_URL")


class Program:
    """Runs `chuckwagon` in an empty folder."""

    def __init__(self, folder: Path) -> None:
        self.port, self.sandbox_port = free_ports(2)
        self.folder = folder
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(PRODUCT_PREFIXES)}
        self._settings = {
            "CHUCKWAGON_PORT": str(self.port),
            "CHUCKWAGON_SANDBOX_PORT": str(self.sandbox_port),
            "CHUCKWAGON_DEMO_HISTORY": "0",
        }
        self.environment = inherited | {"PYTHONPATH": str(BACKEND)} | self._settings
        self._started: list[subprocess.Popen[str]] = []

    def run(self, *arguments: str, given: str = "", **settings: str) -> subprocess.CompletedProcess[str]:
        """Run a command to its end, with `given` as standard input; output and errors come as one text."""
        return subprocess.run(
            [*PROGRAM, *arguments], cwd=self.folder, env=self.environment | settings, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, check=False, input=given,
        )  # fmt: skip

    def call(self, *arguments: str, given: str = "", **settings: str) -> subprocess.CompletedProcess[str]:
        """Do what `run` does, without a process of its own, whose start takes longer than most commands.

        The lines of the log are left out: a server of the same test process may write some meanwhile.
        """
        foreign = dict.fromkeys(name for name in os.environ if name.startswith(PRODUCT_PREFIXES))
        with chdir(self.folder):
            done = CliRunner().invoke(
                cli, arguments, input=given, env=foreign | self._settings | settings, catch_exceptions=False
            )
        said = [line for line in done.output.splitlines(keepends=True) if not line.startswith('{"ts":')]
        return subprocess.CompletedProcess(arguments, done.exit_code, "".join(said))

    def serve(self, *arguments: str, **settings: str) -> "ServerProcess":
        """Start the server and wait until it is ready. It finds tables, without `CHUCKWAGON_DATABASE_URL`."""
        database = self.folder / "data/chuckwagon.sqlite3"
        if "CHUCKWAGON_DATABASE_URL" not in settings and not database.exists():
            create_tables(f"sqlite:///{database}")
        with (self.folder / "output").open("w") as output:
            process = subprocess.Popen(
                [*PROGRAM, "serve", *arguments], cwd=self.folder, env=self.environment | settings,
                stdout=output, stderr=subprocess.STDOUT, text=True, start_new_session=True,
            )  # fmt: skip
        self._started.append(process)
        served = ServerProcess(self, process)
        wait_until(lambda: "Ctrl-C stops." in served.output() or process.poll() is not None)
        assert process.poll() is None, served.output()
        return served

    def adopt(self, process: subprocess.Popen[str]) -> None:
        """Kill this process too, if the test leaves it running."""
        self._started.append(process)

    def kill_all(self) -> None:
        for process in self._started:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


class ServerProcess:
    """A running `chuckwagon serve`."""

    def __init__(self, program: Program, process: subprocess.Popen[str]) -> None:
        self.program = program
        self.process = process

    def output(self) -> str:
        return (self.program.folder / "output").read_text()

    def get(self, path: str) -> httpx.Response:
        return httpx.get(f"http://127.0.0.1:{self.program.port}{path}", timeout=60)

    def end(self, number: int) -> int:
        """Signal the process group, as a terminal does. Returns the exit code."""
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
    """Put the PostgreSQL client programs of the test server's version first in PATH."""
    if DATABASE_KIND == "postgresql":
        monkeypatch.setenv("PATH", f"{postgres_programs()}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def elsewhere(settings, tmp_path, own_programs):
    """Settings of another machine: an empty folder and a database without tables."""
    if DATABASE_KIND == "sqlite":
        url = f"sqlite:///{tmp_path}/there/chuckwagon.sqlite3"
    else:
        name = f"there_{new_id()}"
        url = PostgresServer.running_in(os.environ[POSTGRES_FOLDER]).create_database(name)
    return msgspec.structs.replace(settings, data_dir=tmp_path / "there", database_url=url)
