"""Processes each image in a subprocess, which isolates the decoders' memory and crashes.

A damaged file may crash a decoder or make it run forever. That ends one process with few rights and no settings in its
environment, and the server's memory is not affected.

Why: docs/decisions/0016-pictures.md
"""

import os
import signal
import subprocess
import sys
from typing import IO

import msgspec

from chuckwagon.kit.errors import Unavailable
from chuckwagon.media.variants import NOT_AN_IMAGE, TOO_EXPENSIVE, ProcessedImage, RejectedImage
from chuckwagon.observability.logging import log

PROGRAM = "from chuckwagon.media.image_program import main; main()"
TIMEOUT_SECONDS = 120.0
INHERITED_VARIABLES = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT")
# Signals of our limits and of the out-of-memory killer. Any other signal is a crash of a decoder.
LIMIT_SIGNALS = (-signal.SIGXCPU, -signal.SIGKILL)
_ANSWER: msgspec.msgpack.Decoder[ProcessedImage | RejectedImage] = msgspec.msgpack.Decoder(
    ProcessedImage | RejectedImage
)


def process_in_subprocess(file: IO[bytes]) -> ProcessedImage | RejectedImage:
    """Process the image in a subprocess. A crash or timeout is a rejection.

    Raises Unavailable if the subprocess cannot run.
    """
    file.seek(0)
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter and arguments
            [sys.executable, "-P", "-c", PROGRAM],
            stdin=file, capture_output=True, timeout=TIMEOUT_SECONDS, check=False, env=_minimal_environment(),
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        log.warning("picture_process_too_slow")
        return RejectedImage(TOO_EXPENSIVE, is_too_large=True)
    if done.returncode == 0:
        return _ANSWER.decode(done.stdout)
    if done.returncode < 0:
        log.warning("picture_process_ended", signal=-done.returncode)
        is_limit = done.returncode in LIMIT_SIGNALS
        return RejectedImage(TOO_EXPENSIVE if is_limit else NOT_AN_IMAGE, is_too_large=is_limit)
    log.error("picture_process_failed", words=done.stderr[-500:].decode("utf-8", "replace"))
    raise Unavailable


def _minimal_environment() -> dict[str, str]:
    """Environment without the server's secrets and with one heap for all threads of the decoders."""
    found = {name: os.environ[name] for name in INHERITED_VARIABLES if name in os.environ}
    return {**found, "MALLOC_ARENA_MAX": "1"}
