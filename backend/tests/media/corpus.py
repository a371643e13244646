"""Test images: valid ones with a camera's metadata, and invalid ones of every kind."""

import io
import struct
import zlib

import pillow_heif
from PIL import Image, ImageCms

pillow_heif.register_heif_opener()

SCRIPT = b"<script>alert(document.cookie)</script>"
RED, GREEN, BLUE = (200, 30, 30), (30, 180, 60), (30, 60, 200)


def corners(size=(1600, 1200), mode="RGB") -> Image.Image:
    """Image with red upper left, green upper right and blue lower corners, which shows its orientation."""
    width, height = size
    image = Image.new("RGB", size, BLUE)
    image.paste(RED, (0, 0, width // 2, height // 2))
    image.paste(GREEN, (width // 2, 0, width, height // 2))
    return image.convert(mode)


def encoded(image: Image.Image, kind: str, **options) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def exif(orientation: int) -> Image.Exif:
    """Metadata of a phone: orientation, owner and GPS position."""
    notes = Image.Exif()
    notes[0x0112] = orientation
    notes[0x010F], notes[0x013B] = "SecretPhone", "Secret Owner"
    notes.get_ifd(0x8825).update({1: "N", 2: (34.0, 3.0, 8.0), 3: "W", 4: (118.0, 14.0, 37.0)})
    return notes


def display_profile() -> bytes:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


XMP = b"<x:xmpmeta xmlns:x='adobe:ns:meta/'><secret>Secret Owner</secret></x:xmpmeta>"


def sideways_jpeg(orientation: int) -> bytes:
    """Image stored rotated or mirrored; only its EXIF orientation makes it upright."""
    back = {
        1: None, 2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM, 5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE, 8: Image.Transpose.ROTATE_270,
    }[orientation]  # fmt: skip
    image = corners() if back is None else corners().transpose(back)
    return encoded(image, "JPEG", quality=92, exif=exif(orientation), xmp=XMP, icc_profile=display_profile())


def sideways_heic() -> bytes:
    image = corners().transpose(Image.Transpose.ROTATE_90)
    return encoded(image, "HEIF", exif=exif(6).tobytes(), xmp=XMP, icc_profile=display_profile())


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png_of(width: int, height: int) -> bytes:
    """A small file that expands to width x height pixels."""
    header = _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0))
    packer = zlib.compressobj(9)
    line = bytes(1 + (width + 7) // 8)
    body = b"".join(packer.compress(line) for _ in range(height)) + packer.flush()
    return b"\x89PNG\r\n\x1a\n" + header + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


def webp_with_huge_canvas() -> bytes:
    """Two small frames on a canvas of 16,383 x 16,383."""
    frames = [Image.new("RGB", (16, 16), colour) for colour in (RED, BLUE)]
    raw = bytearray(encoded(frames[0], "WEBP", save_all=True, append_images=frames[1:], lossless=True))
    assert raw[12:16] == b"VP8X"
    raw[24:30] = (16_382).to_bytes(3, "little") * 2
    return bytes(raw)


def animated(kind: str) -> bytes:
    """Animation: first red, then blue."""
    frames = [Image.new("RGB", (400, 300), colour) for colour in (RED, BLUE, GREEN)]
    return encoded(frames[0], kind, save_all=True, append_images=frames[1:], duration=80)


def png_16_bit() -> bytes:
    """Gray image, half of it at half brightness, with 16 bits per pixel."""
    image = Image.frombytes("I;16", (600, 400), struct.pack("<H", 32768) * 600 * 400)
    return encoded(image, "PNG")


def transparent_palette() -> bytes:
    image = Image.new("P", (400, 400), 0)
    image.putpalette([*RED, *GREEN])
    image.paste(1, (100, 100, 300, 300))
    return encoded(image, "PNG", transparency=1)


def linear_profile() -> bytes:
    """sRGB profile with a linear curve: the same values mean brighter colors."""
    profile = bytearray(display_profile())
    count = struct.unpack_from(">I", profile, 128)[0]
    for index in range(count):
        kind, offset, _size = struct.unpack_from(">4sII", profile, 132 + 12 * index)
        if kind in (b"rTRC", b"gTRC", b"bTRC"):
            # A curve without points is linear; the rest of the old curve is never read.
            profile[offset : offset + 12] = b"curv" + bytes(8)
    return bytes(profile)
