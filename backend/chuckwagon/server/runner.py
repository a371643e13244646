"""Serves the product: the socket, the sandbox beside it, the server processes, and a quiet end."""

import gc
import http.client
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import click

from chuckwagon.settings import CannotStart, Settings, load_settings
from chuckwagon.source import Source, end_with_parent

SANDBOX_START_SECONDS = 20.0
SANDBOX_STOP_SECONDS = 5.0
KEEP_ALIVE_SECONDS = 15  # longer than a proxy keeps a connection, so that it never sends into one that closes
FINISH_SECONDS = 30  # a provider may take 15 to answer, and a picture as long to arrive
MOST_FILES = 65_536
HANDED_OVER = 3  # the first descriptor that a service manager hands over
PRELOADED = ["chuckwagon.app", "uvicorn.lifespan.on", "uvicorn.loops.uvloop"]
told_to_end: list[int] = []  # the signals of a start


class CannotServe(CannotStart):
    """A port is taken, or what has to run beside does not."""


def end_quietly() -> None:
    """The server hands SIGTERM on once it has stopped; it must not skip the end of the sandbox.

    Whoever wants new settings of a server that still starts has it started again: it serves nobody yet.
    """

    def leave(number: int, _frame: FrameType | None) -> None:
        told_to_end.append(number)
        raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(0)

    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, leave)


def end_if_told() -> None:
    """End now if a signal came where Python drops what its handler raises, as in the hooks of a fork."""
    if told_to_end:
        raise SystemExit(0)


def take_port(host: str, port: int, setting: str) -> socket.socket:
    """Bind the address now, so that a taken port is one sentence and not a stack trace later.

    A service manager that has it open already hands it over (`LISTEN_FDS`), and keeps it while we restart.
    """
    handed = _handed_over() if setting == "CHUCKWAGON_PORT" else None
    if handed is not None:
        return handed
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except OSError as error:
        bound.close()
        raise CannotServe(
            f"Cannot use {host}:{port} ({error.strerror}). Stop what runs there, or set {setting}."
        ) from error
    return bound


def _handed_over() -> socket.socket | None:
    """The socket of the service manager, if it has given us one; nobody we start is to take it for theirs."""
    names = ("LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES")
    pid, count, _names = (os.environ.pop(name, "") for name in names)
    if pid != str(os.getpid()) or not count.isdecimal() or count == "0":
        return None
    from chuckwagon.supervising import kept_by_others

    found = socket.socket(fileno=HANDED_OVER)
    kept_by_others.add(found)
    if count != "1" or found.family not in (socket.AF_INET, socket.AF_INET6):
        raise CannotServe("The service manager must hand over one TCP socket: one ListenStream with a port.")
    found.set_inheritable(False)
    return found


@contextmanager
def sandbox_beside(settings: Settings) -> Iterator[Callable[[], None]]:
    """Run the sandbox as a child process; gives a function that waits until it answers."""
    take_port("127.0.0.1", settings.sandbox_port, "CHUCKWAGON_SANDBOX_PORT").close()
    command = [sys.executable, "-m", "sandbox"]
    # A session of its own: Ctrl-C reaches it through us, after the last request has been answered.
    child = subprocess.Popen(  # noqa: S603 - our own interpreter and module
        command,
        env=_sandbox_environment(settings),
        start_new_session=True,
        preexec_fn=end_with_parent,  # noqa: PLW1509 - no other thread runs yet
    )
    stopping = threading.Event()
    threading.Thread(target=_tell_if_it_ends, args=(child, stopping), daemon=True).start()
    try:
        yield lambda: _wait_for_sandbox(child, settings)
    finally:
        stopping.set()
        _stop(child)


def _sandbox_environment(settings: Settings) -> dict[str, str]:
    return {
        **os.environ,
        "SANDBOX_PORT": str(settings.sandbox_port),
        "SANDBOX_PUBLIC_URL": settings.sandbox_origin,
        "SANDBOX_DATA_DIR": str(settings.data_dir / "sandbox"),
        "SANDBOX_WEBHOOK_URL": f"http://{_reachable(settings.host)}:{settings.port}/api/stripe/webhook",
        "SANDBOX_SMS_INBOUND_URL": f"{settings.origin}/api/sms/inbound",
        "STRIPE_WEBHOOK_SECRET": settings.stripe_webhook_secret,
        "TWILIO_ACCOUNT_SID": settings.twilio_account_sid,
        "TWILIO_AUTH_TOKEN": settings.twilio_auth_token,
    }


def _reachable(host: str) -> str:
    """An address of this machine that reaches a server bound to `host`."""
    if host in ("", "0.0.0.0", "::", "localhost"):  # noqa: S104 - compared, not bound
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _wait_for_sandbox(child: subprocess.Popen[bytes], settings: Settings) -> None:
    deadline = time.monotonic() + SANDBOX_START_SECONDS
    while time.monotonic() < deadline:
        if child.poll() is not None:
            raise CannotServe("The sandbox did not start; its own message is above.")
        if answers("127.0.0.1", settings.sandbox_port, "/_sandbox/faults"):
            return
        time.sleep(0.05)
    raise CannotServe(f"The sandbox did not answer within {SANDBOX_START_SECONDS:.0f} seconds.")


def answers(host: str, port: int, path: str) -> bool:
    """Whether a server answers this path with 200."""
    connection = http.client.HTTPConnection(host.strip("[]"), port, timeout=2)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _tell_if_it_ends(child: subprocess.Popen[bytes], stopping: threading.Event) -> None:
    code = child.wait()
    if not stopping.is_set():
        click.echo(
            f"The sandbox has ended (exit code {code}). Payments and texts need it: start again.", err=True
        )


def _stop(child: subprocess.Popen[bytes]) -> None:
    child.terminate()
    try:
        child.wait(SANDBOX_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


def run_server(
    settings: Settings, bound: socket.socket, announce: Callable[[], None], source: Source | None
) -> None:
    """Serve until Ctrl-C or SIGTERM; `announce` is called once the product answers.

    `source` is what `prepare_processes` has given.
    """
    import uvicorn

    from chuckwagon.core.connection import Connection

    options: dict[str, Any] = {
        "loop": "uvloop", "http": Connection, "lifespan": "on", "ws": "none",
        "access_log": False, "log_config": None, "log_level": "warning",
        "proxy_headers": False, "server_header": False,
        "timeout_keep_alive": KEEP_ALIVE_SECONDS, "timeout_graceful_shutdown": FINISH_SECONDS,
    }  # fmt: skip
    _allow_many_files()
    threading.Thread(target=_announce, args=(bound.getsockname()[:2], announce), daemon=True).start()
    if source is not None:
        from chuckwagon.supervising import Servers

        config = uvicorn.Config(
            "chuckwagon.serving:app_from_environment", factory=True, workers=settings.processes, **options
        )
        servers = Servers(config, [bound], source, lambda: _import_anew(settings))
        gc.enable()
        end_if_told()
        servers.run()
    else:
        _run_one(uvicorn.Config(_app(settings), **options), bound)


def _run_one(config: Any, bound: socket.socket) -> None:
    from chuckwagon.supervising import Server

    server = Server(config)
    # Nobody else could serve meanwhile, so we end: whoever started us does it again.
    signal.signal(signal.SIGHUP, lambda _number, frame: server.handle_exit(signal.SIGTERM, frame))
    end_if_told()
    server.run(sockets=[bound])
    if not server.started:
        raise CannotServe("The product did not start; the reason is above.")


def _app(settings: Settings) -> Any:
    from chuckwagon.app import create_app

    return create_app(settings, with_worker=settings.worker)


def _allow_many_files() -> None:
    """Every connection is an open file; shells allow a thousand unless one asks for more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if wanted > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _announce(address: tuple[str, int], announce: Callable[[], None]) -> None:
    while not answers(_reachable(address[0]), address[1], "/health"):
        time.sleep(0.05)
    announce()


def prepare_processes(settings: Settings) -> Source | None:
    """Import the product beside the look at the database, if there are to be several processes."""
    if settings.processes <= 1:
        return None
    _pass_on(settings)
    return _import_anew(settings)


def _import_anew(settings: Settings) -> Source:
    """Once, in a process that all server processes are forked from: the import is most of a start."""
    drivers = [] if settings.database.startswith("sqlite") else ["psycopg"]
    return Source([*PRELOADED, *drivers])


def _pass_on(settings: Settings) -> None:
    """Options of the command line reach the other server processes through the environment."""
    os.environ |= {
        "CHUCKWAGON_DEMO": "1" if settings.demo else "0",
        "CHUCKWAGON_SANDBOX": "1" if settings.sandbox else "0",
        "CHUCKWAGON_PORT": str(settings.port),
        "CHUCKWAGON_HOST": settings.host,
        "CHUCKWAGON_WORKER": "1" if settings.worker else "0",
    }


def app_from_environment() -> Any:
    """The web application of one of several server processes."""
    return _app(load_settings())
