"""The program of the subprocess that processes an image. It loads little, because each upload starts one."""

import sys

import msgspec

from chuckwagon.kit.limited_process import limit_resources

CPU_SECONDS = 30
# Address space, not memory in use: a WebP of 16,383 x 16,383 reserves 2 GiB before its size can be read.
ADDRESS_SPACE_BYTES = 3 * 1024**3


def main() -> None:
    """Read an image from standard input and write the result to standard output."""
    limit_resources(CPU_SECONDS, ADDRESS_SPACE_BYTES)
    from chuckwagon.media.image_processing import process_image

    sys.stdout.buffer.write(msgspec.msgpack.encode(process_image(sys.stdin.buffer)))
