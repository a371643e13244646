"""Competes with the tests for the machine, to find those that depend on its speed."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

# Ends with its parent, even with one that was killed.
LOOP = "import os, sys\nwhile os.getppid() == int(sys.argv[1]): pass"


@contextmanager
def busy_processor() -> Iterator[None]:
    """Keep one processor busy with a process of its own, at the same priority as the tests."""
    process = subprocess.Popen([sys.executable, "-c", LOOP, str(os.getpid())])  # noqa: S603
    try:
        yield
    finally:
        process.kill()
        process.wait()
