"""Several server processes that share one socket, supervised by uvicorn.

uvicorn starts each process with a fresh interpreter, replaces one that dies, and on SIGHUP starts a new process, waits
until it serves, ends an old one and goes on with the next. So a reload brings new code and new settings into use while
the socket stays open.

Why: docs/decisions/0029-process-model.md
"""

import gc
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent import futures
from contextlib import contextmanager
from multiprocessing import resource_tracker

import click
import uvicorn
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from chuckwagon.kit.operator_errors import CannotStart
from chuckwagon.server.cpu_affinity import CpuAffinity

POLL_SECONDS = 0.2
END_SIGNALS = {signal.SIGTERM, signal.SIGINT}
PREPARE = [sys.executable, "-c", "from chuckwagon.cli.main import main; main()", "prepare"]


def run_supervisor(config: uvicorn.Config, bound: socket.socket) -> None:
    """Serve from `config.workers` processes until SIGTERM or SIGINT. Raises CannotStart.

    The supervisor runs in a thread of its own. SIGINT is blocked there, and a process inherits the blocked signals of
    the thread that starts it: Ctrl-C in a terminal reaches all processes, and only this one shall act on it.
    """
    supervisor = Supervisor(config, [bound])
    gc.enable()
    with futures.ThreadPoolExecutor(1, "supervisor") as executor:
        running = executor.submit(supervisor.run)
        while not futures.wait([running], POLL_SECONDS).done:
            # uvicorn looks at its signals between two reloads only, which may be a minute apart.
            if not END_SIGNALS.isdisjoint(supervisor.signal_queue):
                supervisor.should_exit.set()
        running.result()
    if any(process.exitcode == STARTUP_FAILURE for process in supervisor.processes):
        raise CannotStart("A server process did not start; the reason is above.")


class Supervisor(Multiprocess):
    """uvicorn's supervisor, with a check before a reload and a CPU for each process.

    Where the operating system cannot create a process, the others go on.
    """

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket]) -> None:
        super().__init__(config, sockets)
        self._is_starting = True
        self._affinity = CpuAffinity()

    def init_processes(self) -> None:
        """Start the first process. Raises CannotStart if the operating system cannot create it.

        A process that starts and ends again is not noticed here but by the supervisor's loop.

        The others follow when it serves, because several imports at once would delay the first response.
        """
        self.processes_num = 1
        try:
            # Started here, because its start unblocks the signals of its thread.
            resource_tracker.ensure_running()
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
            super().init_processes()
        except OSError as error:
            self.terminate_all()
            self.join_all()
            raise CannotStart(_describe(error)) from error

    def keep_subprocess_alive(self) -> None:
        """Replace the processes that have ended, and start those that are missing. Called every half a second.

        A new process is pinned to the CPU of the one that it replaces.
        """
        for process in self.processes:
            # uvicorn leaves the process's end of the pipe open here as well, and then waits START_SECONDS for the
            # answer of a process that has been killed before it could answer.
            process.child_conn.close()
        with _report_failed_start("It is tried again."):
            super().keep_subprocess_alive()
            if self._is_starting and not self.should_exit.is_set() and self.processes[-1].is_ready():
                self._start_next()
        if not self._is_starting:
            self._affinity.pin([process.pid for process in self.processes])

    def _start_next(self) -> None:
        if len(self.processes) < self.config.workers:
            self.handle_ttin()
        else:
            self._is_starting = False
            click.echo(f"{len(self.processes)} server processes are running.")

    def handle_hup(self) -> None:
        """Replace the processes one by one; none if `chuckwagon prepare` fails with the new settings or the database.

        Ends at the first new process that does not start: the old ones that are left go on.
        """
        before = {process.pid for process in self.processes}
        with _report_failed_start("The old processes go on."):
            if subprocess.run(PREPARE, check=False).returncode != 0:  # noqa: S603 - our own interpreter and module
                click.echo("Not renewed: the reason is above. The old processes go on.", err=True)
                return
            super().handle_hup()
        renewed = {process.pid for process in self.processes} - before
        click.echo(f"{len(renewed)} of {len(self.processes)} server processes are renewed.")

    def terminate_all(self) -> None:
        """Ask all processes to end.

        The socket is closed first, so that new clients are refused and ask another server.
        """
        for bound in self.sockets:
            bound.close()
        super().terminate_all()


@contextmanager
def _report_failed_start(consequence: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        click.echo(f"{_describe(error)} {consequence}", err=True)


def _describe(error: OSError) -> str:
    return f"A server process could not be started ({error.strerror}); the machine may be out of memory or processes."
