"""Variants of an image, and the result of the subprocess that creates them."""

import msgspec

WIDTHS = (320, 640, 1280)
MAX_PIXELS = 40_000_000
MAX_PHOTO_PIXELS = 52_000_000  # the largest photos of phones; JPEG is decoded smaller, HEIC takes 400 MB

NOT_AN_IMAGE = "the file is not a readable JPEG, PNG, WebP or HEIC picture"
TOO_MANY_PIXELS = "the picture has too many megapixels, please choose a smaller copy of it"
TOO_TALL = "the picture is too tall for its width"
TOO_EXPENSIVE = "the picture takes too much work to read"


# The image process sends the sentence as plain text.
IMAGE_REASONS = {
    NOT_AN_IMAGE: "image_unreadable",
    TOO_MANY_PIXELS: "image_too_many_pixels",
    TOO_TALL: "image_too_tall",
    TOO_EXPENSIVE: "image_too_expensive",
}


class Variant(msgspec.Struct, frozen=True):
    """One width of an image as a WebP file."""

    width: int
    height: int
    content: bytes


class ProcessedImage(msgspec.Struct, frozen=True, tag=True):
    """All variants of an image, the largest last."""

    variants: list[Variant]


class RejectedImage(msgspec.Struct, frozen=True, tag=True):
    """Rejected image. `reason` follows 'Upload failed: '."""

    reason: str
    is_too_large: bool = False


def widths_up_to(largest: int) -> list[int]:
    """All widths up to the largest variant. The front end derives the same list from the image URL."""
    return [width for width in WIDTHS if width < largest] + [largest]
