"""Runs a program that reads an untrusted file in a subprocess, limited in memory and time.

A damaged or hostile file may crash a parser, or make it run forever or take all memory. That ends one process with few
rights and no settings in its environment, and the server's memory is not affected. `limit_resources` runs in the
subprocess; this module loads little, because each file starts one.
"""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

INHERITED_VARIABLES = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT")
# Signals of our limits and of the out-of-memory killer. Any other signal is a crash of a parser.
LIMIT_SIGNALS = (-signal.SIGXCPU, -signal.SIGKILL)


class ProcessEnded(Exception):
    """The process ended without a result: the file is refused. `cause` is "timeout" or the number of the signal."""

    def __init__(self, cause: int | str, *, is_limit: bool) -> None:
        super().__init__(str(cause))
        self.cause, self.is_limit = cause, is_limit


class ProcessFailed(Exception):
    """The program cannot run, whatever the file is. The argument is the end of its error output."""


def run_limited(program: str, file: IO[bytes], timeout_seconds: float) -> bytes:
    """Run Python code on a file as its standard input, and return its standard output.

    Raises ProcessEnded for a signal or the timeout, and ProcessFailed for an error of the program.
    """
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter and arguments
            [sys.executable, "-P", "-c", program],
            stdin=file, capture_output=True, timeout=timeout_seconds, check=False, env=minimal_environment(),
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise ProcessEnded("timeout", is_limit=True) from error
    if done.returncode < 0:
        raise ProcessEnded(-done.returncode, is_limit=done.returncode in LIMIT_SIGNALS)
    if done.returncode:
        raise ProcessFailed(done.stderr[-500:].decode("utf-8", "replace"))
    return done.stdout


def minimal_environment() -> dict[str, str]:
    """Environment without the server's secrets and with one heap for all threads of the parsers."""
    found = {name: os.environ[name] for name in INHERITED_VARIABLES if name in os.environ}
    return {**found, "MALLOC_ARENA_MAX": "1"}


def limit_resources(cpu_seconds: int, address_space_bytes: int) -> None:
    """Limit memory and CPU time, forbid writing files, and be the first to go when memory runs out.

    The server's requests go first, also on the same processor. Skips what the operating system does not support.
    """
    import resource

    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    limits = {
        resource.RLIMIT_AS: address_space_bytes,
        resource.RLIMIT_CPU: cpu_seconds,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CORE: 0,
    }
    for kind, limit in limits.items():
        with suppress(OSError, ValueError):  # macOS does not know all of them
            resource.setrlimit(kind, (limit, limit))
    os.nice(10)
