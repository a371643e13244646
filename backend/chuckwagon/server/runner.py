"""Serves the product: binds the socket, starts the sandbox, then runs the server.

Several processes are several `serve` with a port each: docs/decisions/0055-one-process-a-unit.md
"""

import ctypes
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

from chuckwagon.kit.errors import CannotStart
from chuckwagon.settings import Settings

SANDBOX_START_SECONDS = 20.0
SANDBOX_STOP_SECONDS = 5.0
KEEP_ALIVE_SECONDS = 15  # longer than a proxy keeps an idle connection, so that it never uses one that closes
FINISH_SECONDS = 30  # for open requests: a provider may take 15 to answer, and an upload as long to arrive
MAX_OPEN_FILES = 65_536
SERVER_OPTIONS: dict[str, Any] = {
    "loop": "uvloop", "http": "chuckwagon.server.http_protocol:Connection", "lifespan": "on", "ws": "none",
    "access_log": False, "log_config": None, "log_level": "warning",
    "proxy_headers": False, "server_header": False,
    "timeout_keep_alive": KEEP_ALIVE_SECONDS, "timeout_graceful_shutdown": FINISH_SECONDS,
}  # fmt: skip
received_signals: list[int] = []  # the signals that arrived during the start


class CannotServe(CannotStart):
    """A port is taken, or the sandbox or the server did not start."""


def install_signal_handlers() -> None:
    """Make SIGTERM, SIGHUP and SIGINT raise an exception, so that the sandbox ends in every case.

    uvicorn raises the signal again once it has stopped. SIGHUP during a start ends it as well, because the service
    manager starts the server again with the new settings.
    """

    def exit_on_signal(number: int, _frame: FrameType | None) -> None:
        received_signals.append(number)
        raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(0)

    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, exit_on_signal)


def exit_if_signaled() -> None:
    """Raise SystemExit if a signal arrived where Python drops exceptions of its handler, as in the hooks of a fork."""
    if received_signals:
        raise SystemExit(0)


def bind_port(host: str, port: int, setting: str) -> socket.socket:
    """Bind the address to a socket, which does not listen yet. Raises CannotServe, which names `setting`."""
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


@contextmanager
def run_sandbox(settings: Settings) -> Iterator[Callable[[], None]]:
    """Run the sandbox as a child process; yields a function that waits until it answers. Stops it at the end.

    Raises CannotServe if a port is taken, or, from that function, if the sandbox does not start.
    """
    bind_port("127.0.0.1", settings.sandbox_port, "CHUCKWAGON_SANDBOX_PORT").close()
    if settings.sandbox_mail_port:
        bind_port("127.0.0.1", settings.sandbox_mail_port, "CHUCKWAGON_SANDBOX_MAIL_PORT").close()
    command = [sys.executable, "-m", "sandbox"]
    # A session of its own, so that Ctrl-C in the terminal does not end it before the last request is answered.
    child = subprocess.Popen(  # noqa: S603 - our own interpreter and module
        command,
        env=_sandbox_environment(settings),
        start_new_session=True,
        preexec_fn=_set_parent_death_signal,  # noqa: PLW1509 - no other thread runs yet
    )
    stopping = threading.Event()
    threading.Thread(target=_report_unexpected_exit, args=(child, stopping), daemon=True).start()
    try:
        yield lambda: _wait_for_sandbox(child, settings)
    finally:
        stopping.set()
        _stop(child)


def _set_parent_death_signal() -> None:
    """Have the kernel end this process when the one that started it is gone, even if that was killed; on Linux."""
    if sys.platform == "linux":
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGTERM)


def _sandbox_environment(settings: Settings) -> dict[str, str]:
    return {
        **os.environ,
        "SANDBOX_PORT": str(settings.sandbox_port),
        "SANDBOX_MAIL_PORT": str(settings.sandbox_mail_port),
        "SANDBOX_PUBLIC_URL": settings.sandbox_origin,
        "SANDBOX_DATA_DIR": str(settings.data_dir / "sandbox"),
        "SANDBOX_WEBHOOK_URL": f"http://{_to_reachable_host(settings.host)}:{settings.port}/api/stripe/webhook",
        "SANDBOX_SMS_INBOUND_URL": f"{settings.origin}/api/sms/inbound",
        "STRIPE_WEBHOOK_SECRET": settings.stripe_webhook_secret,
        "TWILIO_ACCOUNT_SID": settings.twilio_account_sid,
        "TWILIO_AUTH_TOKEN": settings.twilio_auth_token,
    }


def _to_reachable_host(host: str) -> str:
    """The address that reaches a server bound to `host` from this machine."""
    if host in ("", "0.0.0.0", "::", "localhost"):  # noqa: S104 - compared, not bound
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _wait_for_sandbox(child: subprocess.Popen[bytes], settings: Settings) -> None:
    deadline = time.monotonic() + SANDBOX_START_SECONDS
    while time.monotonic() < deadline:
        if child.poll() is not None:
            raise CannotServe("The sandbox did not start; its own message is above.")
        if is_responding("127.0.0.1", settings.sandbox_port, "/_sandbox/faults"):
            return
        time.sleep(0.05)
    raise CannotServe(f"The sandbox did not answer within {SANDBOX_START_SECONDS:.0f} seconds.")


def is_responding(host: str, port: int, path: str) -> bool:
    """Whether a server answers this path with 200 within 2 seconds."""
    connection = http.client.HTTPConnection(host.strip("[]"), port, timeout=2)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _report_unexpected_exit(child: subprocess.Popen[bytes], stopping: threading.Event) -> None:
    code = child.wait()
    if not stopping.is_set():
        click.echo(f"The sandbox has ended (exit code {code}). Payments and texts need it: start again.", err=True)


def _stop(child: subprocess.Popen[bytes]) -> None:
    child.terminate()
    try:
        child.wait(SANDBOX_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


def run_server(settings: Settings, bound: socket.socket, announce: Callable[[], None]) -> None:
    """Serve until Ctrl-C or SIGTERM; `announce` is called in another thread once the product answers.

    Raises CannotServe or CannotStart if it does not start.
    """
    _raise_open_file_limit()
    threading.Thread(target=_announce, args=(bound.getsockname()[:2], announce), daemon=True).start()

    import uvicorn

    from chuckwagon.server.process import GracefulServer, create_served_app

    server = GracefulServer(uvicorn.Config(create_served_app(settings), **SERVER_OPTIONS))
    # It ends, and the service manager starts it again with new settings.
    signal.signal(signal.SIGHUP, lambda _number, frame: server.handle_exit(signal.SIGTERM, frame))
    exit_if_signaled()
    server.run(sockets=[bound])
    if not server.started:
        raise CannotServe("The product did not start; the reason is above.")


def _raise_open_file_limit() -> None:
    """Raise the limit of open files: each connection is one, and most shells allow 1,024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_OPEN_FILES)
    if wanted > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _announce(address: tuple[str, int], announce: Callable[[], None]) -> None:
    while not is_responding(_to_reachable_host(address[0]), address[1], "/health"):
        time.sleep(0.05)
    announce()
