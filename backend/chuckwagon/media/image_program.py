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
    """Read an image from standard input and write the result to standard output."""
    _limit_resources()
    os.nice(10)  # the server's requests go first, also on the same processor
    from chuckwagon.media.image_processing import process_image

    sys.stdout.buffer.write(msgspec.msgpack.encode(process_image(sys.stdin.buffer)))


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
