"""A process of its own for each picture, which takes the decoders' memory, crashes and secrets with it.

A damaged file may bring a decoder down or make it run for ever; here that ends one process with few rights
and no settings in its environment, and the server's memory stays what it was.
"""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

import msgspec

from chuckwagon.core.errors import Unavailable
from chuckwagon.core.logging import log
from chuckwagon.uploads.variants import NOT_A_PICTURE, TOO_MUCH_WORK, Declined, Drawn

PROGRAM = "from chuckwagon.uploads.picture_process import main; main()"
CPU_SECONDS = 30
WAIT_SECONDS = 120.0
# Of addresses, not of use: a WebP of 16,383 x 16,383 reserves 2 GiB before its size can be read.
ADDRESS_SPACE_BYTES = 3 * 1024**3
PASSED_ON = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT")
# Ended by our limits or by the system's need of memory; any other signal is a decoder's own end.
ENDED_AS_TOO_MUCH = (-signal.SIGXCPU, -signal.SIGKILL)


def draw_apart(file: IO[bytes]) -> Drawn | Declined:
    """Draw the picture in a process of its own. One that dies or takes too long is a refusal.

    Raises Unavailable when the process cannot work at all.
    """
    file.seek(0)
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter and words
            [sys.executable, "-P", "-c", PROGRAM],
            stdin=file, capture_output=True, timeout=WAIT_SECONDS, check=False, env=_environment(),
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        log.warning("picture_process_too_slow")
        return Declined(TOO_MUCH_WORK, is_too_large=True)
    if done.returncode == 0:
        return msgspec.msgpack.decode(done.stdout, type=Drawn | Declined)
    if done.returncode < 0:
        log.warning("picture_process_ended", signal=-done.returncode)
        is_too_much = done.returncode in ENDED_AS_TOO_MUCH
        return Declined(TOO_MUCH_WORK if is_too_much else NOT_A_PICTURE, is_too_large=is_too_much)
    log.error("picture_process_failed", words=done.stderr[-500:].decode("utf-8", "replace"))
    raise Unavailable


def _environment() -> dict[str, str]:
    """No secret of the server's, and one heap for all threads of the decoders."""
    found = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    return {**found, "MALLOC_ARENA_MAX": "1"}


def main() -> None:
    """Read a picture from standard input; write what became of it to standard output."""
    _limit_ourselves()
    from chuckwagon.uploads.drawing import draw

    sys.stdout.buffer.write(msgspec.msgpack.encode(draw(sys.stdin.buffer)))


def _limit_ourselves() -> None:
    """As far as the system lets us: memory, computing time, no file to write, and first to go in need."""
    import resource

    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    limits = {
        resource.RLIMIT_AS: ADDRESS_SPACE_BYTES,
        resource.RLIMIT_CPU: CPU_SECONDS,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CORE: 0,
    }
    for kind, most in limits.items():
        with suppress(OSError, ValueError):  # macOS does not know all of them
            resource.setrlimit(kind, (most, most))
