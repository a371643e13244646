"""Serves the product: the socket, the sandbox beside it, the server processes, and a quiet end."""

import ctypes
import http.client
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from chuckwagon.settings import Settings, load_settings

SANDBOX_START_SECONDS = 20.0
SANDBOX_STOP_SECONDS = 5.0


class CannotServe(Exception):
    """The product cannot start here; the message says why and what to do."""


def take_port(host: str, port: int, setting: str) -> socket.socket:
    """Bind the address now, so that a taken port is one sentence and not a stack trace later."""
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
def sandbox_beside(settings: Settings) -> Iterator[Callable[[], None]]:
    """Run the sandbox as a child process; gives a function that waits until it answers."""
    take_port("127.0.0.1", settings.sandbox_port, "CHUCKWAGON_SANDBOX_PORT").close()
    command = [sys.executable, "-m", "sandbox"]
    # A session of its own: Ctrl-C reaches it through us, after the last request has been answered.
    child = subprocess.Popen(  # noqa: S603 - our own interpreter and module
        command,
        env=_sandbox_environment(settings),
        start_new_session=True,
        preexec_fn=_end_with_parent,  # noqa: PLW1509 - no other thread runs yet
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


def _end_with_parent() -> None:
    """Ask Linux to end the sandbox with us, even if we are killed; elsewhere a kill leaves it running."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)


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


def run_server(settings: Settings, bound: socket.socket, announce: Callable[[], None]) -> None:
    """Serve until Ctrl-C or SIGTERM; `announce` is called once the product answers."""
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    options: dict[str, Any] = {
        "loop": "uvloop", "http": "httptools", "lifespan": "on", "ws": "none",
        "access_log": False, "log_level": "warning", "proxy_headers": False, "server_header": False,
        "timeout_graceful_shutdown": 5,
    }  # fmt: skip
    threading.Thread(target=_announce, args=(settings, announce), daemon=True).start()
    if settings.processes > 1:
        _pass_on(settings)
        config = uvicorn.Config(
            "chuckwagon.serving:app_from_environment", factory=True, workers=settings.processes, **options
        )
        bound.set_inheritable(True)
        Multiprocess(config, sockets=[bound]).run()
    else:
        from chuckwagon.app import create_app

        server = uvicorn.Server(uvicorn.Config(create_app(settings, with_worker=True), **options))
        server.run(sockets=[bound])
        if not server.started:
            raise CannotServe("The product did not start; the reason is above.")


def _announce(settings: Settings, announce: Callable[[], None]) -> None:
    while not answers(_reachable(settings.host), settings.port, "/health"):
        time.sleep(0.05)
    announce()


def _pass_on(settings: Settings) -> None:
    """Options of the command line reach the other server processes through the environment."""
    os.environ |= {
        "CHUCKWAGON_DEMO": "1" if settings.demo else "0",
        "CHUCKWAGON_SANDBOX": "1" if settings.sandbox else "0",
        "CHUCKWAGON_PORT": str(settings.port),
        "CHUCKWAGON_HOST": settings.host,
    }


def app_from_environment() -> Any:
    """The web application of one of several server processes."""
    from chuckwagon.app import create_app

    return create_app(load_settings(), with_worker=True)
