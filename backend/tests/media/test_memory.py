"""Large images and decompression bombs: the subprocess's memory is limited, and the server's does not grow."""

import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import msgspec
import pytest
from PIL import Image

from chuckwagon.kit import limited_process
from chuckwagon.media import service
from chuckwagon.media.variants import ProcessedImage, RejectedImage
from tests.cast import bearer
from tests.cli.conftest import Program
from tests.media import corpus

SIZE, PHOTO_SIZE = (7300, 5470), (8320, 6240)


def big(kind: str, mode: str = "RGB", size: tuple[int, int] = SIZE, **options) -> bytes:
    """Image of just under 40 megapixels, unless another size is given."""
    return corpus.encoded(Image.linear_gradient("L").resize(size).convert(mode), kind, **options)


def peak_mebibytes(content: bytes, *, is_taken: bool) -> float:
    """Peak memory of the subprocess for this image, in MiB, measured by itself."""
    told = f"{service.PROGRAM}; import sys; sys.stderr.write(open('/proc/self/status').read())"
    with tempfile.TemporaryFile() as file:
        file.write(content)
        file.seek(0)
        done = subprocess.run(
            [sys.executable, "-P", "-c", told], stdin=file, capture_output=True, check=True,
            env=limited_process.minimal_environment(),
        )  # fmt: skip
    answer = msgspec.msgpack.decode(done.stdout, type=ProcessedImage | RejectedImage)
    assert isinstance(answer, ProcessedImage) == is_taken
    return mebibytes(done.stderr.decode("ascii"), "VmHWM")


def mebibytes(status: str, measure: str) -> float:
    """Read a measure from /proc/…/status in MiB: VmRSS is the current, VmHWM the peak memory."""
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith(measure)) / 1024


@pytest.mark.skipif(sys.platform != "linux", reason="reads the memory from /proc")
def test_a_bomb_is_refused_before_it_is_unpacked():
    for content in (corpus.png_of(30_000, 30_000), corpus.webp_with_huge_canvas()):
        assert peak_mebibytes(content, is_taken=False) < 100


@pytest.mark.proof
@pytest.mark.skipif(sys.platform != "linux", reason="reads the memory from /proc")
def test_the_biggest_image_that_is_taken_needs_less_than_a_gibibyte():
    worst = {
        "progressive jpeg": big("JPEG", size=PHOTO_SIZE, progressive=True),
        "png": big("PNG", "RGBA", compress_level=1),
        "webp": big("WEBP", "RGBA", method=0),
        "heic": big("HEIF", size=PHOTO_SIZE, quality=10),
    }
    peaks = {name: peak_mebibytes(content, is_taken=True) for name, content in worst.items()}
    assert max(peaks.values()) < 1024, peaks


def superadmin_of_the_demo(client: httpx.Client) -> dict[str, str]:
    accounts = client.get("/api/config").json()["demoAccounts"]
    found = next(account for account in accounts if account["role"] == "superadmin")
    return {"email": found["email"], "password": found["password"]}


@pytest.fixture
def program(tmp_path):
    found = Program(tmp_path)
    yield found
    found.kill_all()


@pytest.mark.proof
@pytest.mark.skipif(sys.platform != "linux", reason="reads the memory from /proc")
def test_the_servers_memory_stays_flat_over_fifty_big_images(program):
    served = program.serve("--demo", CHUCKWAGON_LIMIT_UPLOADS_PER_USER="0")
    status = Path(f"/proc/{served.process.pid}/status")
    with httpx.Client(base_url=f"http://127.0.0.1:{program.port}", timeout=120) as client:
        token = client.post("/api/auth/login", json=superadmin_of_the_demo(client)).json()["token"]
        images = [big("JPEG", quality=80), corpus.png_of(8000, 5000)]

        def send(number: int) -> int:
            file = {"file": ("big.jpg", images[number % len(images)])}
            return client.post("/api/upload", files=file, headers=bearer(token)).status_code

        assert send(0) == 201
        before = mebibytes(status.read_text(), "VmRSS")
        with ThreadPoolExecutor(5) as pool:
            assert set(pool.map(send, range(50))) == {201}
    # One of these images takes 160 MiB when it is decoded.
    assert mebibytes(status.read_text(), "VmHWM") - before < 80
