"""Where server processes come from: started first of all, while this process still imports its own half."""

import ctypes
import multiprocessing
import os
import signal
import sys
from multiprocessing import forkserver, resource_tracker

ENDINGS = (signal.SIGTERM, signal.SIGINT)


class Source:
    """A process that has imported the product once, and that all server processes are forked from."""

    def __init__(self, modules: list[str]) -> None:
        self.forks = forkserver.ForkServer()
        self.forks.set_forkserver_preload(modules)
        self._start = self.forks.ensure_running
        self.forks.ensure_running = self._ensure_running  # type: ignore[method-assign]
        self._ensure_running()

    def _ensure_running(self) -> None:
        """Called by the library before each new process: it starts a source again that has died.

        Ctrl-C reaches everybody of the terminal, and the end of a service everybody of the service. What
        there is to say of it is ours to say, and the source is needed until its last process has ended.
        """
        # The library's other helper unblocks the signals when it starts, so it has to be there before.
        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_BLOCK, ENDINGS)
        try:
            self._start()
        finally:
            listen_to_signals()

    def use(self) -> None:
        """Have every new server process come from here; the library knows one source only."""
        from uvicorn import _subprocess

        for name in ("ensure_running", "connect_to_new_process", "get_inherited_fds"):
            setattr(forkserver, name, getattr(self.forks, name))
        forkserver._forkserver = self.forks  # noqa: SLF001 - the library has one and no name for it
        _subprocess.spawn = multiprocessing.get_context("forkserver")  # type: ignore[assignment]

    def leave(self) -> None:
        """It ends with the last process that came from it."""
        line = self._part("alive_fd")
        if line is not None:
            os.close(line)

    def has_ended(self) -> bool:
        """Whether it is gone; to be asked until it is."""
        pid = self._part("pid")
        return pid is None or os.waitpid(pid, os.WNOHANG)[0] != 0

    def _part(self, name: str) -> int | None:
        """The library shows neither; it has none when it could not start the process again."""
        found: int | None = getattr(self.forks, f"_forkserver_{name}")
        return found


def listen_to_signals() -> None:
    """Let whoever wants this process to end reach it again; what a source has forked is born deaf."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDINGS)


def end_with_parent() -> None:
    """Have this process told to end when the one that it came from is gone, however that ended; on Linux."""
    if sys.platform == "linux":
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGTERM)
