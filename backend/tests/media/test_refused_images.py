"""Invalid uploads: each kind has its response and leaves no file and no row."""

import tempfile

import pytest
from PIL import Image

from chuckwagon.db.rate_limits import RateLimitWindow
from chuckwagon.kit import limited_process
from chuckwagon.media import image_processing, service
from chuckwagon.media.variants import NOT_AN_IMAGE, TOO_EXPENSIVE, TOO_MANY_PIXELS, TOO_TALL
from tests.media import corpus
from tests.suites import sample

MEBIBYTE = 1024 * 1024
PHOTO = corpus.encoded(corpus.corners(), "JPEG", quality=90)
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">' + corpus.SCRIPT + b"</svg>"
PAGE = b"<!doctype html><html><body>" + corpus.SCRIPT + b"</body></html>"


def with_heic_cut() -> bytes:
    content = corpus.sideways_heic()
    return content[: len(content) // 2]


# Made when they are sent: every test process reads this table, and drawing takes long.
REFUSED = {
    "svg with a script": lambda: SVG,
    "page named .jpg": lambda: PAGE,
    "page with an image behind it": lambda: PAGE + PHOTO,
    "gif": lambda: corpus.encoded(corpus.corners((320, 240)).convert("P"), "GIF"),
    "moving gif": lambda: corpus.animated("GIF"),
    "gif that is also a script": lambda: b"GIF89a/*" + b"\0" * 40 + b"*/=1;" + corpus.SCRIPT,
    "tiff": lambda: corpus.encoded(corpus.corners((320, 240)), "TIFF"),
    "bmp": lambda: corpus.encoded(corpus.corners((320, 240)), "BMP"),
    "icon": lambda: corpus.encoded(corpus.corners((32, 32)), "ICO"),
    "postscript": lambda: corpus.encoded(corpus.corners((32, 32)), "EPS"),
    "avif": lambda: corpus.encoded(corpus.corners((64, 64)), "AVIF"),
    "pdf": lambda: b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n" + PHOTO,
    "zip": lambda: b"PK\x03\x04" + b"\0" * 200,
    "one byte": lambda: b"\xff",
    "only the first bytes of a jpeg": lambda: PHOTO[:20],
    "jpeg cut in half": lambda: PHOTO[: len(PHOTO) // 2],
    "png cut in half": lambda: corpus.png_of(2000, 2000)[:400],
    "webp cut in half": lambda: corpus.encoded(corpus.corners(), "WEBP")[:2000],
    "heic cut in half": with_heic_cut,
    "png with a wrong sum": lambda: corpus.png_of(64, 64).replace(b"IDAT", b"IDAX"),
    "jpeg of noise": lambda: PHOTO[:600] + bytes(range(256)) * 40,
    "png without an area": lambda: corpus.png_of(0, 0),
}


@pytest.fixture
def refuse(upload, stored):
    """Upload something invalid and return status and reason. Nothing may be stored."""

    def send(content, **given) -> tuple[int, str]:
        before = stored()
        answer = upload(content, **given)
        assert stored() == before
        body = answer.json()
        assert body["error"] == body["message"] == next(iter(body["fields"].values()))
        assert body["error"].startswith("Upload failed: ")
        return answer.status_code, body["error"].removeprefix("Upload failed: ").removesuffix(".")

    return send


@pytest.mark.parametrize("content", sample(REFUSED.values(), every=3), ids=REFUSED)
def test_what_is_no_whole_image_is_refused(refuse, content):
    assert refuse(content(), name="lunch.jpg", kind="image/jpeg") == (400, NOT_AN_IMAGE)


def test_an_empty_file_is_refused(refuse):
    assert refuse(b"") == (400, "the file is empty")


@pytest.mark.parametrize(
    "content",
    [
        lambda: corpus.png_of(30_000, 30_000),
        corpus.webp_with_huge_canvas,
        lambda: corpus.png_of(8000, 5001),
        lambda: corpus.encoded(Image.new("L", (8320, 6251)), "JPEG"),
    ],
    ids=["png", "webp", "just above", "photo just above"],
)
def test_an_image_of_too_many_pixels_is_refused(refuse, content):
    assert refuse(content(), name="bomb.png", kind="image/png") == (413, TOO_MANY_PIXELS)


@pytest.mark.parametrize(
    ("content", "height"),
    [
        (lambda: corpus.png_of(8000, 5000), 800),
        (lambda: corpus.encoded(Image.new("L", (8320, 6240)), "JPEG"), 960),
    ],
    ids=["40 megapixels", "photo of 52 megapixels"],
)
def test_the_largest_images_are_taken(upload, content, height):
    answer = upload(content())
    assert (answer.status_code, answer.json()["width"], answer.json()["height"]) == (201, 1280, height)


def test_an_image_too_tall_for_the_format_is_refused(refuse):
    assert refuse(corpus.png_of(100, 20_000)) == (400, TOO_TALL)


@pytest.mark.parametrize("extra", [1, MEBIBYTE], ids=["a byte", "a mebibyte"])
def test_more_than_ten_mebibytes_are_refused_whatever_they_are(refuse, extra):
    content = PHOTO + bytes(10 * MEBIBYTE + extra - len(PHOTO))
    assert refuse(content) == (413, "the file is larger than 10 MB")


def test_ten_mebibytes_are_taken(upload):
    assert upload(PHOTO + bytes(10 * MEBIBYTE - len(PHOTO))).status_code == 201


def test_a_body_that_hides_its_length_is_refused_when_it_is_too_long(client, cast, stored):
    before = stored()
    sent = []

    def body():
        yield b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
        for _ in range(160):
            sent.append(1)
            yield bytes(MEBIBYTE)

    headers = cast.headers("truck_admin") | {"Content-Type": "multipart/form-data; boundary=x"}
    try:
        answer = client.post("/api/upload", content=body(), headers=headers)
    except OSError:
        pytest.fail("the answer must arrive although the body is not finished")
    assert (answer.status_code, answer.json()["error"]) == (
        413,
        "Upload failed: the file is larger than 10 MB.",
    )
    assert stored() == before


def test_a_decoder_that_runs_for_ever_is_ended(monkeypatch):
    monkeypatch.setattr(service, "TIMEOUT_SECONDS", 0.01)
    with tempfile.TemporaryFile() as file:
        file.write(PHOTO)
        assert service.process_in_subprocess(file).reason == TOO_EXPENSIVE


@pytest.mark.parametrize(
    ("end", "answer"),
    [
        ("signal.SIGSEGV", (400, NOT_AN_IMAGE)),
        ("signal.SIGABRT", (400, NOT_AN_IMAGE)),
        ("signal.SIGXCPU", (413, TOO_EXPENSIVE)),
        ("signal.SIGKILL", (413, TOO_EXPENSIVE)),
    ],
)
def test_a_decoder_that_dies_takes_nothing_with_it(monkeypatch, refuse, upload, end, answer):
    with monkeypatch.context() as broken:
        broken.setattr(service, "PROGRAM", f"import os, signal; os.kill(os.getpid(), {end})")
        assert refuse(PHOTO) == answer
    assert upload(PHOTO).status_code == 201


def test_a_broken_installation_is_not_blamed_on_the_image(monkeypatch, upload, stored):
    before = stored()
    monkeypatch.setattr(service, "PROGRAM", "import no_such_module")
    answer = upload(PHOTO)
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert "Retry-After" in answer.headers
    assert stored() == before


def test_a_decoder_that_wants_all_memory_is_a_refusal(monkeypatch, tmp_path):
    def greedy(*_args, **_given):
        raise MemoryError

    monkeypatch.setattr(Image, "open", greedy)
    (tmp_path / "a").write_bytes(PHOTO)
    with (tmp_path / "a").open("rb") as file:
        declined = image_processing.process_image(file)
    assert (declined.reason, declined.is_too_large) == (TOO_EXPENSIVE, True)


def test_the_process_of_a_decoder_knows_no_secret(monkeypatch):
    monkeypatch.setenv("STRIPE_SECRET_KEY", "sk_live_x")
    monkeypatch.setenv("CHUCKWAGON_DATABASE_URL", "postgresql://user:password@host/name")
    assert not {"STRIPE_SECRET_KEY", "CHUCKWAGON_DATABASE_URL"} & limited_process.minimal_environment().keys()


def test_refused_forms_do_not_count_and_refused_images_do(upload, db):
    for content in (b"", PAGE, PHOTO):
        upload(content)
    upload(PHOTO, folder="elsewhere")
    with db.reading() as session:
        assert [row.count for row in session.query(RateLimitWindow)] == [2]
