"""Draws a picture anew in its widths: upright, in sRGB, without a byte of metadata.

Runs in a process of its own (see `picture_process`). Nothing here trusts the file: the format is told by its
content, its size is read before its pixels, and every failure of a decoder is a refusal.
"""

import io
import warnings
from typing import BinaryIO

import pillow_heif
from PIL import Image, ImageCms

from chuckwagon.uploads.variants import (
    MAX_PIXELS,
    NOT_A_PICTURE,
    TOO_MANY_PIXELS,
    TOO_MUCH_WORK,
    TOO_TALL,
    WIDTHS,
    Declined,
    Drawn,
    Variant,
    widths_up_to,
)

FORMATS = ("JPEG", "PNG", "WEBP", "HEIF")
QUALITY = 82
MAX_SIDE = 16_383  # of a WebP file
ORIENTATION = 0x0112
MIRRORED_OR_TURNED = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
LIES_ON_ITS_SIDE = (5, 6, 7, 8)


def draw(file: BinaryIO) -> Drawn | Declined:
    """Every width of the picture, or the reason why there is none."""
    _prepare_libraries()
    try:
        with Image.open(file, formats=FORMATS) as image:
            if image.width * image.height > MAX_PIXELS:
                return Declined(TOO_MANY_PIXELS, is_too_large=True)
            return _drawn(image)
    except MemoryError:
        return Declined(TOO_MUCH_WORK, is_too_large=True)
    except Exception:  # noqa: BLE001 - decoders fail in every way there is, and each means the same
        return Declined(NOT_A_PICTURE)


def _prepare_libraries() -> None:
    warnings.simplefilter("ignore")  # about odd files, which are refused or do not matter
    Image.MAX_IMAGE_PIXELS = None  # our own, lower limit is checked instead
    pillow_heif.options.DECODE_THREADS = 1
    pillow_heif.register_heif_opener()


def _drawn(image: Image.Image) -> Drawn | Declined:
    turn = _orientation(image)
    on_side = turn in LIES_ON_ITS_SIDE
    width, height = (image.height, image.width) if on_side else image.size
    largest = min(width, WIDTHS[-1])
    size = (largest, _height(width, height, largest))
    if size[1] > MAX_SIDE:
        return Declined(TOO_TALL)
    profile = image.info.get("icc_profile")
    small = _in_srgb(_shrunk(image, size[::-1] if on_side else size), profile)
    if turn in MIRRORED_OR_TURNED:
        small = small.transpose(MIRRORED_OR_TURNED[turn])
    return Drawn([_variant(small, step) for step in widths_up_to(largest)])


def _orientation(image: Image.Image) -> int:
    """How the camera was held; a picture whose notes cannot be read stands as it is."""
    try:
        return int(image.getexif().get(ORIENTATION, 1))
    except Exception:  # noqa: BLE001 - damaged notes do not make a damaged picture
        return 1


def _height(width: int, height: int, wanted: int) -> int:
    return max(1, round(height * wanted / width))


def _shrunk(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """The picture in its largest variant's size. A JPEG is decoded at a fraction of its size already."""
    image.draft(None, (2 * size[0], 2 * size[1]))
    image.load()
    return _blendable(image).resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0)


def _blendable(image: Image.Image) -> Image.Image:
    """The picture in a mode whose pixels may be mixed: palettes and key colours are spelled out first."""
    if image.mode in ("1", "L", "P", "PA", "RGB") and (image.mode == "PA" or "transparency" in image.info):
        return image.convert("RGBA")
    if image.mode in ("1", "P"):
        return image.convert("RGB")
    return image.convert("I") if image.mode.startswith("I") else image


def _in_srgb(image: Image.Image, profile: bytes | None) -> Image.Image:
    """RGB, or RGBA where something shows through, with the colours that the profile meant."""
    alpha = image.getchannel("A") if image.mode in ("RGBA", "LA") else None
    if image.mode == "I":
        image = image.point(lambda level: level / 257).convert("L")  # 16 bits to 8; convert alone would clip
    elif alpha is not None:
        image = image.convert(image.mode.removesuffix("A"))
    colours = (_by_profile(image, profile) if profile else None) or image.convert("RGB")
    if alpha is not None and alpha.getextrema() != (255, 255):
        colours.putalpha(alpha)
    return colours


def _by_profile(image: Image.Image, profile: bytes) -> Image.Image | None:
    """The colours by their profile; None for one that is damaged or meant for another kind of picture."""
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        return ImageCms.profileToProfile(image, source, ImageCms.createProfile("sRGB"), outputMode="RGB")
    except (ImageCms.PyCMSError, OSError):
        return None


def _variant(image: Image.Image, width: int) -> Variant:
    size = (width, _height(*image.size, width))
    scaled = image.resize(size, Image.Resampling.LANCZOS)
    scaled.info.clear()  # the notes of the file would otherwise be written into the new one
    out = io.BytesIO()
    scaled.save(out, "WEBP", quality=QUALITY, method=4)
    return Variant(*size, out.getvalue())
