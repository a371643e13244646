"""A stored picture in the published JSON."""

import msgspec


class VariantAnswer(msgspec.Struct):
    """One width of the picture."""

    url: str
    width: int


class PictureAnswer(msgspec.Struct):
    """The picture by its largest variant, which is what `imageUrl` takes."""

    url: str
    width: int
    height: int
    variants: list[VariantAnswer]
