"""Several server processes on one socket: watched, replaced when they die, and renewed one after another.

On SIGHUP the product is imported anew, by a fresh interpreter: new code and the settings of `.env` and of
files come into use while the socket stays open and the old processes finish what they have begun.
"""

import asyncio
import ctypes
import gc
import multiprocessing
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any
from weakref import WeakSet

import click
import uvicorn
from uvicorn.supervisors import multiprocess

from chuckwagon.core.connection import Connection, crowd_of
from chuckwagon.door import Door
from chuckwagon.settings import CannotStart
from chuckwagon.source import ENDINGS, Source, listen_to_signals

READY_SECONDS = 60.0
REST_AFTER_SECONDS = 2.0  # the first pages need the machine; nobody has filled a cart before
LOOK_SECONDS = 0.1
HASTY_SECONDS = 0.2  # whoever presses Ctrl-C does not want to wait for browsers
PREPARE = [sys.executable, "-c", "from chuckwagon.cli import main; main()", "prepare"]
ORPHAN_SECONDS = 5.0
PATIENCE_SECONDS = 10.0  # after an orphan could not be replaced: it serves on
UNKNOWN_END = 255  # what the library takes for the end of a process whose source is gone
CANNOT_FORK = (OSError, EOFError)  # the second when it was the source's own end
SO_ATTACH_FILTER = 26  # of Linux; elsewhere it is refused
DROP_ALL = struct.pack("@HBBI", 6, 0, 0, 0)  # a packet filter of one instruction: take nothing of it
# Listening sockets that their giver keeps open: whoever knocks while we are away waits there.
kept_by_others: WeakSet[socket.socket] = WeakSet()


class Server(uvicorn.Server):
    """The server, which at its end also answers whoever has been let in by the kernel and not by us yet."""

    is_last = True  # nobody else takes connections from the same socket
    _is_hasty = False

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._loading = threading.Timer(REST_AFTER_SECONDS, self._load_the_rest)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Called for SIGTERM and SIGINT."""
        self._is_hasty = self._is_hasty or sig == signal.SIGINT
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the application, whose own objects the collector need not look through ever again.

        There are so many of them that each of its rounds would have everybody wait for a tenth of a second.
        """
        await super().startup(sockets)
        gc.freeze()
        gc.enable()
        self._loading.daemon = True
        if self.started:
            self._loading.start()

    def _load_the_rest(self) -> None:
        """What only a checkout needs, while we serve already: nobody who pays should have to wait for it."""
        from chuckwagon.app import load_what_a_checkout_needs

        app: Any = self.config.loaded_app
        load_what_a_checkout_needs(app.api.state.settings)
        if not self.should_exit:
            gc.freeze()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more, finish what has begun, and let idle connections rest for a while."""
        self._loading.cancel()
        app: Any = self.config.loaded_app
        if self.is_last and not self._is_hasty:
            await self._say_so(app)
        for bound in sockets or () if self.is_last else ():
            let_nobody_in(bound)
        waiting = [line for bound in sockets or () for line in _accept_all(bound)]
        for server in self.servers:
            server.close()
        idle = HASTY_SECONDS if self._is_hasty else app.api.state.settings.drain_seconds
        crowd_of(self.server_state).end(idle)
        app.end_streams()
        worker = app.api.state.get("worker")
        if worker is not None:
            worker.finish()
        for line in waiting:
            await asyncio.get_running_loop().connect_accepted_socket(self._make_connection, line)
        await super().shutdown(sockets)

    async def _say_so(self, app: Any) -> None:
        """Serve on, but tell the proxy, which asks `/health`, to send nobody more."""
        app.api.state.is_leaving = True
        await asyncio.sleep(app.api.state.settings.leave_seconds)

    def _make_connection(self) -> Connection:
        return Connection(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)


def _no_process(error: Exception) -> str:
    reason = getattr(error, "strerror", None) or "see above"
    return f"A server process could not be started ({reason}); the machine may be out of memory or processes."


def let_nobody_in(bound: socket.socket) -> None:
    """Have the kernel overhear who knocks from now on; they knock again, when the door is closed.

    Otherwise it would let somebody in between the last look and the closing, which resets them.
    """
    if bound not in kept_by_others:
        program = ctypes.create_string_buffer(DROP_ALL)
        with suppress(OSError):
            bound.setsockopt(
                socket.SOL_SOCKET, SO_ATTACH_FILTER, struct.pack("@HP", 1, ctypes.addressof(program))
            )


def _accept_all(bound: socket.socket) -> list[socket.socket]:
    """Those who believe that they are connected; closing the socket would hang up on them."""
    found = []
    bound.setblocking(False)
    try:
        while True:
            line, _address = bound.accept()
            line.setblocking(False)
            found.append(line)
    except OSError:
        return found


class OneOfSeveral(Server):
    """Shares its socket with other processes."""

    is_last = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the application, and take connections in turn with the others."""
        await super().startup(sockets=[])
        for bound in sockets or ():
            self.servers.append(Door(bound, self._make_connection))  # type: ignore[arg-type]  # as far as used


class ServerProcess(multiprocess.Process):
    """One of several; what is sent to it is the configuration alone."""

    _is_left_alone = False  # told to end, and nobody will say when it has

    def target(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve, and end with whoever watches over us: else nobody would know who holds the address."""
        threading.Thread(target=_end_with_supervisor, daemon=True).start()
        listen_to_signals()
        super().target(sockets)

    def start(self) -> None:
        """Start it. Its end of the line is its own, so that ours is closed when it ends, however it does."""
        super().start()
        self.child_conn.close()

    def is_orphan(self) -> bool:
        """Whether it serves, though the library believes it dead: what it was forked from has died."""
        return self.process.exitcode == UNKNOWN_END and self.ping(ORPHAN_SECONDS)

    def is_alive(self, timeout: float = 5) -> bool:
        """Asked every half a second."""
        return super().is_alive(timeout) or self.is_orphan()

    def terminate(self) -> None:
        """Ask it to end."""
        if self.is_orphan() and self.pid is not None:
            os.kill(self.pid, signal.SIGTERM)
            self._is_left_alone = True
        super().terminate()

    def join(self) -> None:
        """Wait until it has ended."""
        while self.runs():
            time.sleep(LOOK_SECONDS)

    def runs(self) -> bool:
        """Whether it has not ended yet."""
        return self.process.is_alive() or (self._is_left_alone and _exists(self.pid))

    @property
    def server(self) -> uvicorn.Server:
        """Made in the process itself."""
        if self._server is None:
            self._server = OneOfSeveral(self.config)
        return self._server


def _exists(pid: int | None) -> bool:
    if pid is None:
        return False
    with suppress(ChildProcessError):
        # Ours by adoption, where we are the first process of all, as in a container.
        if os.waitpid(pid, os.WNOHANG)[0]:
            return False
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def _end_with_supervisor() -> None:
    supervisor = multiprocessing.parent_process()
    if supervisor is not None:
        supervisor.join()
        os.kill(os.getpid(), signal.SIGTERM)


class _Told(threading.Event):
    """Set as soon as we are told to end, also while nobody looks after the signals that came."""

    def __init__(self, is_told: Callable[[], bool]) -> None:
        super().__init__()
        self.is_set = is_told  # type: ignore[method-assign]


class Servers(multiprocess.Multiprocess):
    """The library's supervisor, with a way to renew the code."""

    def __init__(
        self,
        config: uvicorn.Config,
        sockets: list[socket.socket],
        source: Source,
        import_anew: Callable[[], Source],
    ) -> None:
        multiprocess.Process = ServerProcess  # type: ignore[misc]  # it has no option for it
        super().__init__(config, sockets)
        self._source, self._import_anew = source, import_anew
        source.use()
        self._left: list[Source] = []
        self._patient_until = 0.0

    def handle_hup(self) -> None:
        """Renew all processes, or leave everything as it is and say why."""
        try:
            done = subprocess.run(PREPARE, check=False)  # noqa: S603 - our own interpreter and module
            source = self._import_anew() if done.returncode == 0 else None
        except CANNOT_FORK as error:
            click.echo(_no_process(error), err=True)
            source = None
        if source is None:
            click.echo("Not renewed: the reason is above. The old processes go on.", err=True)
            return
        before, self._source = self._source, source
        self._source.use()
        renewed = 0
        while renewed < len(self.processes) and not self._is_to_end() and self._renew(renewed):
            renewed += 1
        if renewed == 0:
            before, self._source = self._source, before
            self._source.use()
        before.leave()
        self._left.append(before)
        click.echo(f"{renewed} of {len(self.processes)} server processes are renewed.")

    def _renew(self, place: int) -> bool:
        """Start the next process, and end this one once the next one serves."""
        old, new = self.processes[place], ServerProcess(self.config, self.sockets)
        try:
            new.start()
        except CANNOT_FORK as error:
            click.echo(f"Server process {old.pid} stays: {_no_process(error)}", err=True)
            return False
        if not new.wait_until_ready(READY_SECONDS, _Told(self._is_to_end)):
            new.kill()
            new.join()
            click.echo(f"Server process {old.pid} stays: the new one did not start.", err=True)
            return False
        self.processes[place] = new
        old.terminate()
        old.join()
        return True

    def _is_to_end(self) -> bool:
        return self.should_exit.is_set() or any(number in ENDINGS for number in self.signal_queue)

    def keep_subprocess_alive(self) -> None:
        """Called every half a second."""
        self._left = [source for source in self._left if not source.has_ended()]
        try:
            super().keep_subprocess_alive()
        except CANNOT_FORK as error:
            click.echo(f"{_no_process(error)} It is tried again.", err=True)
        for place, process in enumerate(self.processes):
            if self._is_to_end() or time.monotonic() < self._patient_until:
                return
            is_orphan = isinstance(process, ServerProcess) and process.is_orphan()
            if is_orphan and not self._renew(place):
                self._patient_until = time.monotonic() + PATIENCE_SECONDS

    def init_processes(self) -> None:
        """Called once, at the start."""
        try:
            super().init_processes()
        except CANNOT_FORK as error:
            raise CannotStart(_no_process(error)) from error

    def terminate_all(self) -> None:
        """Called once, at the end. The socket goes first: who comes now is to ask somebody else at once."""
        for bound in self.sockets:
            let_nobody_in(bound)
            bound.close()
        super().terminate_all()
