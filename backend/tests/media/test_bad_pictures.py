"""What may not be uploaded: each kind has its answer, and leaves no file and no row."""

import tempfile

import pytest
from PIL import Image

from chuckwagon.core.limits import LimitWindow
from chuckwagon.uploads import drawing, picture_process
from chuckwagon.uploads.variants import NOT_A_PICTURE, TOO_MANY_PIXELS, TOO_MUCH_WORK, TOO_TALL
from tests.uploads import corpus

MEBIBYTE = 1024 * 1024
PHOTO = corpus.encoded(corpus.corners(), "JPEG", quality=90)
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">' + corpus.SCRIPT + b"</svg>"
PAGE = b"<!doctype html><html><body>" + corpus.SCRIPT + b"</body></html>"


def with_heic_cut() -> bytes:
    content = corpus.heic_lying_down()
    return content[: len(content) // 2]


REFUSED = {
    "svg with a script": SVG,
    "page named .jpg": PAGE,
    "page with a picture behind it": PAGE + PHOTO,
    "gif": corpus.encoded(corpus.corners((320, 240)).convert("P"), "GIF"),
    "moving gif": corpus.animated("GIF"),
    "gif that is also a script": b"GIF89a/*" + b"\0" * 40 + b"*/=1;" + corpus.SCRIPT,
    "tiff": corpus.encoded(corpus.corners((320, 240)), "TIFF"),
    "bmp": corpus.encoded(corpus.corners((320, 240)), "BMP"),
    "icon": corpus.encoded(corpus.corners((32, 32)), "ICO"),
    "postscript": corpus.encoded(corpus.corners((32, 32)), "EPS"),
    "avif": corpus.encoded(corpus.corners((64, 64)), "AVIF"),
    "pdf": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n" + PHOTO,
    "zip": b"PK\x03\x04" + b"\0" * 200,
    "one byte": b"\xff",
    "only the first bytes of a jpeg": PHOTO[:20],
    "jpeg cut in half": PHOTO[: len(PHOTO) // 2],
    "png cut in half": corpus.png_of(2000, 2000)[:400],
    "webp cut in half": corpus.encoded(corpus.corners(), "WEBP")[:2000],
    "heic cut in half": with_heic_cut(),
    "png with a wrong sum": corpus.png_of(64, 64).replace(b"IDAT", b"IDAX"),
    "jpeg of noise": PHOTO[:600] + bytes(range(256)) * 40,
    "png without an area": corpus.png_of(0, 0),
}


@pytest.fixture
def refuse(upload, stored):
    """Upload something bad: the answer's status and reason. Nothing may be there that was not before."""

    def send(content, **given) -> tuple[int, str]:
        before = stored()
        answer = upload(content, **given)
        assert stored() == before
        body = answer.json()
        assert body["error"] == body["message"] == next(iter(body["fields"].values()))
        assert body["error"].startswith("Upload failed: ")
        return answer.status_code, body["error"].removeprefix("Upload failed: ").removesuffix(".")

    return send


@pytest.mark.parametrize("content", REFUSED.values(), ids=REFUSED)
def test_what_is_no_whole_picture_is_refused(refuse, content):
    assert refuse(content, name="lunch.jpg", kind="image/jpeg") == (400, NOT_A_PICTURE)


def test_an_empty_file_is_refused(refuse):
    assert refuse(b"") == (400, "the file is empty")


@pytest.mark.parametrize(
    "content",
    [corpus.png_of(30_000, 30_000), corpus.webp_with_huge_canvas(), corpus.png_of(8000, 5001)],
    ids=["png", "webp", "just above"],
)
def test_a_picture_of_too_many_pixels_is_refused(refuse, content):
    assert refuse(content, name="bomb.png", kind="image/png") == (413, TOO_MANY_PIXELS)


def test_exactly_forty_megapixels_are_taken(upload):
    answer = upload(corpus.png_of(8000, 5000))
    assert (answer.status_code, answer.json()["width"], answer.json()["height"]) == (201, 1280, 800)


def test_a_picture_too_tall_for_the_format_is_refused(refuse):
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
    monkeypatch.setattr(picture_process, "WAIT_SECONDS", 0.01)
    with tempfile.TemporaryFile() as file:
        file.write(PHOTO)
        assert picture_process.draw_apart(file).reason == TOO_MUCH_WORK


@pytest.mark.parametrize(
    ("end", "answer"),
    [
        ("signal.SIGSEGV", (400, NOT_A_PICTURE)),
        ("signal.SIGABRT", (400, NOT_A_PICTURE)),
        ("signal.SIGXCPU", (413, TOO_MUCH_WORK)),
        ("signal.SIGKILL", (413, TOO_MUCH_WORK)),
    ],
)
def test_a_decoder_that_dies_takes_nothing_with_it(monkeypatch, refuse, upload, end, answer):
    with monkeypatch.context() as broken:
        broken.setattr(picture_process, "PROGRAM", f"import os, signal; os.kill(os.getpid(), {end})")
        assert refuse(PHOTO) == answer
    assert upload(PHOTO).status_code == 201


def test_a_broken_installation_is_not_blamed_on_the_picture(monkeypatch, upload, stored):
    before = stored()
    monkeypatch.setattr(picture_process, "PROGRAM", "import no_such_module")
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
        declined = drawing.draw(file)
    assert (declined.reason, declined.is_too_large) == (TOO_MUCH_WORK, True)


def test_the_process_of_a_decoder_knows_no_secret(monkeypatch):
    monkeypatch.setenv("STRIPE_SECRET_KEY", "sk_live_x")
    monkeypatch.setenv("CHUCKWAGON_DATABASE_URL", "postgresql://user:password@host/name")
    assert not {"STRIPE_SECRET_KEY", "CHUCKWAGON_DATABASE_URL"} & picture_process._environment().keys()


def test_refused_forms_do_not_count_and_refused_pictures_do(upload, db):
    for content in (b"", PAGE, PHOTO):
        upload(content)
    upload(PHOTO, folder="elsewhere")
    with db.reading() as session:
        assert [row.count for row in session.query(LimitWindow)] == [2]
