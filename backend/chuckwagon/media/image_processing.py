"""Converts an uploaded image to WebP in several widths: upright, in sRGB, without metadata.

Runs in a subprocess, which loads little, because each upload starts one. The file is untrusted: its format is detected
from the content, its size is read before its pixels, and every failure of a decoder is a rejection.
"""

import io
import sys
import warnings
from typing import BinaryIO

import msgspec
import pillow_heif
from PIL import Image, ImageCms

from chuckwagon.kit.limited_process import limit_resources
from chuckwagon.media.variants import (
    MAX_PHOTO_PIXELS,
    MAX_PIXELS,
    NOT_AN_IMAGE,
    TOO_EXPENSIVE,
    TOO_MANY_PIXELS,
    TOO_TALL,
    WIDTHS,
    ProcessedImage,
    RejectedImage,
    Variant,
    widths_up_to,
)

FORMATS = ("JPEG", "PNG", "WEBP", "HEIF")
PHOTO_FORMATS = ("JPEG", "HEIF")
QUALITY = 82
MAX_SIDE = 16_383  # limit of the WebP format
ORIENTATION = 0x0112  # EXIF tag
TRANSPOSITIONS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
SIDEWAYS = (5, 6, 7, 8)
CPU_SECONDS = 30
# Address space, not memory in use: a WebP of 16,383 x 16,383 reserves 2 GiB before its size can be read.
ADDRESS_SPACE_BYTES = 3 * 1024**3


def main() -> None:
    """Read an image from standard input and write the result to standard output."""
    limit_resources(CPU_SECONDS, ADDRESS_SPACE_BYTES)
    sys.stdout.buffer.write(msgspec.msgpack.encode(process_image(sys.stdin.buffer)))


def process_image(file: BinaryIO) -> ProcessedImage | RejectedImage:
    """Convert the image to every width, or return the reason for its rejection."""
    _prepare_libraries()
    try:
        with Image.open(file, formats=FORMATS) as image:
            if image.width * image.height > (MAX_PHOTO_PIXELS if image.format in PHOTO_FORMATS else MAX_PIXELS):
                return RejectedImage(TOO_MANY_PIXELS, is_too_large=True)
            return _process(image)
    except MemoryError:
        return RejectedImage(TOO_EXPENSIVE, is_too_large=True)
    except Exception:  # noqa: BLE001 - decoders raise all kinds of exceptions, and each means the same
        return RejectedImage(NOT_AN_IMAGE)


def _prepare_libraries() -> None:
    warnings.simplefilter("ignore")  # about unusual files, which are rejected or harmless
    Image.MAX_IMAGE_PIXELS = None  # our lower limit is checked instead
    pillow_heif.options.DECODE_THREADS = 1
    pillow_heif.register_heif_opener()


def _process(image: Image.Image) -> ProcessedImage | RejectedImage:
    orientation = _read_orientation(image)
    is_sideways = orientation in SIDEWAYS
    width, height = (image.height, image.width) if is_sideways else image.size
    largest = min(width, WIDTHS[-1])
    size = (largest, _scale_height(width, height, largest))
    if size[1] > MAX_SIDE:
        return RejectedImage(TOO_TALL)
    profile = image.info.get("icc_profile")
    small = _to_srgb(_shrink(image, size[::-1] if is_sideways else size), profile)
    if orientation in TRANSPOSITIONS:
        small = small.transpose(TRANSPOSITIONS[orientation])
    return ProcessedImage([_encode_variant(small, step) for step in widths_up_to(largest)])


def _read_orientation(image: Image.Image) -> int:
    """EXIF orientation; 1 (upright) if the metadata cannot be read."""
    try:
        return int(image.getexif().get(ORIENTATION, 1))
    except Exception:  # noqa: BLE001 - damaged metadata does not make a damaged image
        return 1


def _scale_height(width: int, height: int, wanted: int) -> int:
    return max(1, round(height * wanted / width))


def _shrink(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Shrink the image to the size of its largest variant. A JPEG is decoded at a reduced size to save memory."""
    image.draft(None, (2 * size[0], 2 * size[1]))
    image.load()
    return _to_resizable_mode(image).resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0)


def _to_resizable_mode(image: Image.Image) -> Image.Image:
    """Convert to a mode that Pillow resizes smoothly.

    Palettes and black-and-white become RGB, or RGBA if they have transparency, as do gray and RGB images with a
    transparent color; 16-bit gray becomes mode I. Other modes stay.
    """
    if image.mode in ("1", "L", "P", "PA", "RGB") and (image.mode == "PA" or "transparency" in image.info):
        return image.convert("RGBA")
    if image.mode in ("1", "P"):
        return image.convert("RGB")
    return image.convert("I") if image.mode.startswith("I") else image


def _to_srgb(image: Image.Image, profile: bytes | None) -> Image.Image:
    """Convert to sRGB: RGB, or RGBA if any pixel is transparent. Colors follow the embedded profile."""
    alpha = image.getchannel("A") if image.mode in ("RGBA", "LA") else None
    if image.mode == "I":
        image = image.point(lambda level: level / 257).convert("L")  # 16 bits to 8; convert alone would clip
    elif alpha is not None:
        image = image.convert(image.mode.removesuffix("A"))
    colors = (_apply_profile(image, profile) if profile else None) or image.convert("RGB")
    if alpha is not None and alpha.getextrema() != (255, 255):
        colors.putalpha(alpha)
    return colors


def _apply_profile(image: Image.Image, profile: bytes) -> Image.Image | None:
    """Convert colors by the profile; None if it is damaged or meant for another color mode."""
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        return ImageCms.profileToProfile(image, source, ImageCms.createProfile("sRGB"), outputMode="RGB")
    except (ImageCms.PyCMSError, OSError):
        return None


def _encode_variant(image: Image.Image, width: int) -> Variant:
    size = (width, _scale_height(*image.size, width))
    scaled = image.resize(size, Image.Resampling.LANCZOS)
    scaled.info.clear()  # otherwise the metadata would be written into the new file
    out = io.BytesIO()
    scaled.save(out, "WEBP", quality=QUALITY, method=4)
    return Variant(*size, out.getvalue())
