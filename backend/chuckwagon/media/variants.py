"""What becomes of a picture: its widths, and the answer of the process that draws them."""

import msgspec

WIDTHS = (320, 640, 1280)
MAX_PIXELS = 40_000_000

NOT_A_PICTURE = "the file is not a readable JPEG, PNG, WebP or HEIC picture"
TOO_MANY_PIXELS = f"the picture has more than {MAX_PIXELS // 1_000_000} megapixels"
TOO_TALL = "the picture is too tall for its width"
TOO_MUCH_WORK = "the picture takes too much work to read"


class Variant(msgspec.Struct, frozen=True):
    """One width of a picture as a finished WebP file."""

    width: int
    height: int
    content: bytes


class Drawn(msgspec.Struct, frozen=True, tag=True):
    """The picture in each of its widths, the largest last."""

    variants: list[Variant]


class Declined(msgspec.Struct, frozen=True, tag=True):
    """Why the picture cannot be used, in words that follow 'Upload failed: '."""

    reason: str
    is_too_large: bool = False


def widths_up_to(largest: int) -> list[int]:
    """The steps below the largest variant, and that one; the browser derives the same from its address."""
    return [width for width in WIDTHS if width < largest] + [largest]
