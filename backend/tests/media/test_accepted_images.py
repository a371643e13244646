"""Valid uploads become WebP in up to three widths, upright and without metadata."""

import io

import pytest
from PIL import Image

from chuckwagon.media.service import is_uploaded_image
from tests.media import corpus
from tests.suites import sample


@pytest.fixture
def images(client, upload):
    """Upload a valid image. Returns the response and every opened variant."""

    def send(content, **given) -> tuple[dict, list[Image.Image]]:
        answer = upload(content, **given)
        assert answer.status_code == 201, answer.text
        found = [client.get(variant["url"]) for variant in answer.json()["variants"]]
        assert {(each.status_code, each.headers["content-type"]) for each in found} == {(200, "image/webp")}
        return answer.json(), [Image.open(io.BytesIO(each.content)) for each in found]

    return send


def is_close(found, wanted, slack=14) -> bool:
    return all(abs(a - b) <= slack for a, b in zip(found, wanted, strict=True))


def is_upright(image: Image.Image) -> bool:
    width, height = image.size
    at = {"red": (0.25, 0.25), "green": (0.75, 0.25), "blue": (0.25, 0.75)}
    wanted = {"red": corpus.RED, "green": corpus.GREEN, "blue": corpus.BLUE}
    seen = {name: image.getpixel((int(x * width), int(y * height))) for name, (x, y) in at.items()}
    return all(is_close(seen[name], wanted[name]) for name in seen)


def test_an_image_is_kept_in_three_widths_and_answered_by_the_largest(images, db):
    answer, variants = images(corpus.encoded(corpus.corners(), "JPEG", quality=92), folder="trucks")
    assert [image.size for image in variants] == [(320, 240), (640, 480), (1280, 960)]
    stem = answer["url"].removesuffix("-1280.webp")
    assert answer == {
        "url": f"{stem}-1280.webp",
        "width": 1280,
        "height": 960,
        "variants": [{"url": f"{stem}-{width}.webp", "width": width} for width in (320, 640, 1280)],
    }
    assert stem.startswith("/uploads/trucks/")
    assert all(is_upright(image) and image.format == "WEBP" for image in variants)
    with db.reading() as session:
        assert is_uploaded_image(session, answer["url"])


@pytest.mark.parametrize(
    ("width", "widths"),
    [
        (1, [1]),
        pytest.param(200, [200], marks=pytest.mark.proof),
        pytest.param(320, [320], marks=pytest.mark.proof),
        (321, [320, 321]),
        pytest.param(900, [320, 640, 900], marks=pytest.mark.proof),
        (1280, [320, 640, 1280]),
    ],
)
def test_no_variant_is_wider_than_the_image(images, width, widths):
    answer, variants = images(corpus.encoded(corpus.corners((width, 30)), "PNG"))
    assert [image.width for image in variants] == widths
    assert answer["url"].endswith(f"-{widths[-1]}.webp")
    assert (answer["width"], answer["height"]) == variants[-1].size


@pytest.mark.parametrize(
    "orientation",
    [1, 6, *(pytest.param(other, marks=pytest.mark.proof) for other in (2, 3, 4, 5, 7, 8))],
)
def test_an_image_stands_as_the_camera_was_held_and_says_nothing_else(images, orientation):
    _answer, variants = images(corpus.sideways_jpeg(orientation))
    assert [image.size for image in variants] == [(320, 240), (640, 480), (1280, 960)]
    assert all(is_upright(image) for image in variants)


def test_a_phones_heic_stands_upright(images):
    _answer, variants = images(corpus.sideways_heic(), name="IMG_0001.HEIC", kind="image/heic")
    assert variants[-1].size == (1280, 960)
    assert all(is_upright(image) for image in variants)


@pytest.mark.parametrize(
    "content",
    [
        lambda: corpus.sideways_jpeg(6),
        corpus.sideways_heic,
        lambda: corpus.encoded(corpus.corners(), "WEBP", exif=corpus.exif(1), xmp=corpus.XMP,
                               icc_profile=corpus.display_profile()),
        lambda: corpus.encoded(corpus.corners(), "PNG", exif=corpus.exif(1),
                               icc_profile=corpus.display_profile()),
    ],
    ids=["jpeg", "heic", "webp", "png"],
)  # fmt: skip
def test_no_note_of_the_camera_is_kept(images, settings, content):
    sent = content()
    assert b"Secret" in sent
    answer, variants = images(sent, name="Secret.jpg")
    for image, variant in zip(variants, answer["variants"], strict=True):
        assert not {"exif", "xmp", "icc_profile"} & image.info.keys()
        assert not image.getexif()
        raw = (settings.data_dir / variant["url"].lstrip("/")).read_bytes()
        assert not [mark for mark in (b"Secret", b"EXIF", b"XMP ", b"ICCP", b"Exif") if mark in raw]


def test_colours_are_those_that_the_profile_meant(images):
    """A profile that changes only the brightness curve. If it were ignored, the gray would be darker."""
    grey = Image.new("RGB", (400, 300), (100, 100, 100))
    _answer, plain = images(corpus.encoded(grey, "PNG"))
    _answer, meant = images(corpus.encoded(grey, "PNG", icc_profile=corpus.linear_profile()))
    assert is_close(plain[-1].getpixel((200, 150)), (100, 100, 100), 3)
    assert is_close(meant[-1].getpixel((200, 150)), (168, 168, 168), 4)


@pytest.mark.parametrize("profile", sample([b"", b"not a profile", corpus.display_profile()[:200]], every=3))
def test_a_damaged_profile_is_passed_over(images, profile):
    _answer, variants = images(corpus.encoded(corpus.corners(), "JPEG", quality=92, icc_profile=profile))
    assert is_upright(variants[-1])


def test_print_colours_become_screen_colours(images):
    _answer, variants = images(corpus.encoded(corpus.corners(mode="CMYK"), "JPEG", quality=95))
    assert variants[-1].mode == "RGB"
    assert is_upright(variants[-1])


def test_sixteen_bits_become_eight_without_burning_out(images):
    _answer, variants = images(corpus.png_16_bit())
    assert is_close(variants[-1].convert("RGB").getpixel((300, 200)), (128, 128, 128), 3)


@pytest.mark.parametrize("mode", sample(["1", "L", "LA", "P", "RGBA"], every=3))
def test_every_kind_of_png_is_read(images, mode):
    _answer, variants = images(corpus.encoded(corpus.corners((640, 480)).convert(mode), "PNG"))
    assert [image.size for image in variants] == [(320, 240), (640, 480)]
    assert {image.mode for image in variants} == {"RGB"}  # nothing is transparent, so there is no alpha channel


def test_a_hole_in_a_palette_stays_a_hole(images):
    _answer, variants = images(corpus.transparent_palette())
    middle, corner = variants[-1].getpixel((200, 200)), variants[-1].getpixel((20, 20))
    assert variants[-1].mode == "RGBA"
    assert (middle[3], corner[3]) == (0, 255)
    assert is_close(corner[:3], corpus.RED)


def test_what_half_shows_through_still_does(images):
    image = corpus.corners((640, 480)).convert("RGBA")
    image.putalpha(128)
    _answer, variants = images(corpus.encoded(image, "WEBP", lossless=True))
    assert {each.getpixel((100, 100))[3] for each in variants} == {128}


@pytest.mark.parametrize("kind", sample(["WEBP", "PNG"], every=2))
def test_of_a_moving_image_the_first_frame_is_kept(images, kind):
    _answer, variants = images(corpus.animated(kind))
    assert getattr(variants[-1], "n_frames", 1) == 1
    assert is_close(variants[-1].getpixel((200, 150)), corpus.RED)


def test_what_hangs_on_to_an_image_is_left_behind(images, settings):
    """An image and a page in one file: only the image is processed."""
    polyglot = corpus.encoded(corpus.corners(), "JPEG", comment=corpus.SCRIPT) + b"<html>" + corpus.SCRIPT
    answer, variants = images(polyglot, name="page.html", kind="text/html")
    assert is_upright(variants[-1])
    for variant in answer["variants"]:
        assert b"script" not in (settings.data_dir / variant["url"].lstrip("/")).read_bytes()


@pytest.mark.parametrize(
    "name", sample(["../../evil.php", "a.svg", "", "\u202egpj.exe", "x" * 300, 'q".webp'], every=3)
)
def test_the_name_of_the_file_does_not_matter(images, name):
    answer, _variants = images(corpus.encoded(corpus.corners((320, 240)), "PNG"), name=name or "blob")
    found = answer["url"].removeprefix("/uploads/menu-items/").removesuffix("-320.webp")
    assert len(found) == 32
    assert set(found) <= set("0123456789abcdef")


def test_the_same_image_is_kept_once(images, stored):
    content = corpus.encoded(corpus.corners(), "PNG")
    first, _variants = images(content)
    before = stored()
    again, _variants = images(content, role="other_admin")
    assert (again, stored()) == (first, before)
    elsewhere, _variants = images(content, folder="trucks")
    assert elsewhere["url"] == first["url"].replace("menu-items", "trucks")


def test_only_addresses_of_stored_images_are_the_products_own(images, db):
    answer, _variants = images(corpus.encoded(corpus.corners((900, 600)), "PNG"))
    url = answer["url"]
    others = [
        url.replace("-900", "-1280"), url.replace("-900", ""), url.replace("menu-items", "trucks"),
        f"https://example.com{url}", f"{url}?x=1", url.upper(), url.replace("/uploads", ""),
        "/uploads/menu-items/../trucks/a-320.webp", "", "javascript:alert(1)", f"{url}\n",
    ]  # fmt: skip
    with db.reading() as session:
        assert all(is_uploaded_image(session, variant["url"]) for variant in answer["variants"])
        assert not [other for other in others if is_uploaded_image(session, other)]
