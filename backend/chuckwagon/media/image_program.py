"""The program of the subprocess that processes an image. It loads little, because each upload starts one."""

import os
import sys
from contextlib import suppress
from pathlib import Path

import msgspec

CPU_SECONDS = 30
# Address space, not memory in use: a WebP of 16,383 x 16,383 reserves 2 GiB before its size can be read.
ADDRESS_SPACE_BYTES = 3 * 1024**3


def main() -> None:
    """Read an image from standard input and write the result to standard output. Arguments: the processors to use."""
    _limit_resources()
    _use_cpus({int(number) for number in sys.argv[1:]})
    from chuckwagon.media.image_processing import process_image

    sys.stdout.buffer.write(msgspec.msgpack.encode(process_image(sys.stdin.buffer)))


def _use_cpus(cpus: set[int]) -> None:
    """Leave the processor of the server process for others, so that its requests do not wait for the image."""
    if cpus:
        with suppress(OSError):  # this process runs where the server process does, then
            os.sched_setaffinity(0, cpus)


def _limit_resources() -> None:
    """Limit memory and CPU time, forbid writing files, and be the first to go when memory runs out.

    Skips what the operating system does not support.
    """
    import resource

    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    limits = {
        resource.RLIMIT_AS: ADDRESS_SPACE_BYTES,
        resource.RLIMIT_CPU: CPU_SECONDS,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CORE: 0,
    }
    for kind, limit in limits.items():
        with suppress(OSError, ValueError):  # macOS does not know all of them
            resource.setrlimit(kind, (limit, limit))
