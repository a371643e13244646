"""Characters on paper: which font draws each, how wide it is, and what is printed for what no font has.

Latin, with Vietnamese, has a font that reads well from afar. A pixel font with wide coverage stands in for any other
character, one by one; what it lacks is printed as its Unicode name in brackets. So each name prints, and no two alike.

Why: docs/decisions/0065-fonts-on-paper.md
"""

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

SMALLEST = 28  # the size at which it is asked whether a font has a character
FONTS = Path(__file__).parent / "fonts"
_LATIN = tuple(f"barlow-semi-condensed-{subset}-600-normal.woff2" for subset in ("latin", "latin-ext", "vietnamese"))
_WIDE, WIDE_ROWS, WIDE_BASELINE = "unifontex-400-normal.woff2", 18, 14
_WIDE_SIZE = 16  # at which each dot of the font is one of the image; larger ones are multiples
_JOINER, _VARIATIONS = "\u200d", frozenset(map(chr, range(0xFE00, 0xFE10)))


def write(canvas: Any, left: float, row: int, text: str, size: int, ink: int) -> None:
    """Write one line whose characters are `size` high, its baseline four fifths below `row`."""
    baseline = row + size * 4 // 5
    for number, run in _runs(text):
        if number is None:
            for char in run:
                factor = _wide_factor(size)
                image, offset = _draw_wide(char, factor)
                for bolder in (0, 1):  # less than the gap between two of its dots, so no two characters become alike
                    at = (int(left) + offset + bolder, baseline - WIDE_BASELINE * factor)
                    canvas.bitmap(at, image, fill=ink)
                left += step(char, size)
        else:
            font = _latin_font(number, size)
            canvas.text((left, baseline), run, font=font, fill=ink, anchor="ls")
            left += font.getlength(run)


def _runs(text: str) -> Iterator[tuple[int | None, str]]:
    """The text in pieces of one font: the number of the Latin font, or None for the wide one."""
    run, known = "", None
    for char in text:
        font = _find_latin(char)
        if run and font != known:
            yield known, run
            run = ""
        run, known = run + char, font
    if run:
        yield known, run


def measure(text: str, size: int) -> int:
    """The width of one line in dots."""
    width = sum(
        _latin_font(font, size).getlength(run) if font is not None else sum(step(char, size) for char in run)
        for font, run in _runs(text)
    )
    return int(width + 0.999)


@lru_cache(4096)
def step(char: str, size: int) -> float:
    """The width of one character in dots."""
    font = _find_latin(char)
    if font is not None:
        return float(_latin_font(font, size).getlength(char))
    return float(_wide_font().getlength(char)) * _wide_factor(size)


def _wide_factor(size: int) -> int:
    return max(1, (size + 4) // _WIDE_SIZE)


@lru_cache(512)
def _draw_wide(char: str, factor: int) -> tuple[Any, int]:
    """A character of the wide font, each of its dots `factor` dots wide and high, and where it begins.

    A mark begins to the left, above the character before it.
    """
    from PIL import Image, ImageDraw

    start, _, end, _ = _wide_font().getbbox(char, anchor="ls")
    width = max(1, int(end - start))
    small = Image.new("1", (width, WIDE_ROWS), 0)
    canvas = ImageDraw.Draw(small)
    canvas.fontmode = "1"
    canvas.text((-start, WIDE_BASELINE), char, font=_wide_font(), fill=1, anchor="ls")
    return small.resize((width * factor, WIDE_ROWS * factor), Image.Resampling.NEAREST), int(start) * factor


def clean(text: str) -> str:
    """The text as it can be printed: composed, without variations, and with names for what no font has."""
    composed = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\t", " ")
    return "".join(_printable(char) for char in composed if char not in _VARIATIONS)


@lru_cache(4096)
def _printable(char: str) -> str:
    if char == "\n" or (char.isascii() and char.isprintable()):
        return char
    if char == _JOINER:
        return "+"  # between the parts of one emoji
    if unicodedata.category(char) in ("Zs", "Zl", "Zp"):
        return " "
    if _find_latin(char) is not None or _has_wide(char):
        return char
    return f"[{name_of(char)}]"


def name_of(char: str) -> str:
    return unicodedata.name(char, f"U+{ord(char):04X}").lower()


def is_latin(char: str) -> bool:
    return _find_latin(char) is not None


@lru_cache(4096)
def _find_latin(char: str) -> int | None:
    """The number of the Latin font that has the character."""
    return next((number for number in range(len(_LATIN)) if _has_glyph(_latin_font(number, SMALLEST), char)), None)


@lru_cache(4096)
def _has_wide(char: str) -> bool:
    return unicodedata.category(char)[0] != "C" and _has_glyph(_wide_font(), char)


def _has_glyph(font: Any, char: str) -> bool:
    """Whether the font has the character. It draws the same sign, which no character has, for all that it lacks."""
    return char == " " or _image_of(font, char) != _missing(font)


@cache
def _missing(font: Any) -> tuple[Any, bytes]:
    return _image_of(font, "\U000fffff")


def _image_of(font: Any, char: str) -> tuple[Any, bytes]:
    mask = font.getmask(char, mode="1")
    return mask.size, bytes(mask)


@cache
def _latin_font(number: int, size: int) -> Any:
    return _load(_LATIN[number], size)


@cache
def _wide_font() -> Any:
    """Loading it takes half a second, so only a character that needs it does."""
    return _load(_WIDE, _WIDE_SIZE)


def _load(name: str, size: int) -> Any:
    from PIL import ImageFont

    return ImageFont.truetype(str(FONTS / name), size, layout_engine=ImageFont.Layout.BASIC)
