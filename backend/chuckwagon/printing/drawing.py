"""Draws a document as images of one bit, as wide as a line of the printer: 203 dots to the inch, 8 to the mm.

Latin, with Vietnamese, has a font that reads well from afar. A pixel font with wide coverage stands in for any other
character, one by one; what it lacks is printed as its Unicode name in brackets. So each name prints, and no two alike.

Pure: no database, no clock.

Why: docs/decisions/0065-fonts-on-paper.md
"""

import io
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct, field

ITEM, BODY, SMALL = 48, 38, 28  # dots from line to line of the font; a capital letter of ITEM is 4.2 mm high
MAX_HEADLINE, MIN_HEADLINE = 220, 40
MAX_ROWS = 2400  # of one part: 30 cm of paper
MARGIN, GAP, RULE_ROWS, BOX_EDGE, INDENT = 4, 8, 3, 3, 28
BLACK, WHITE = 0, 1
_PLAIN_SIGNS = str.maketrans("×·", "x-")
FONTS = Path(__file__).parent / "fonts"
_LATIN = tuple(f"barlow-semi-condensed-{subset}-600-normal.woff2" for subset in ("latin", "latin-ext", "vietnamese"))
_WIDE, WIDE_ROWS, WIDE_BASELINE = "unifontex-400-normal.woff2", 18, 14
_WIDE_SIZE = 16  # at which each dot of the font is one of the image; larger ones are multiples
_JOINER, _VARIATIONS = "\u200d", frozenset(map(chr, range(0xFE00, 0xFE10)))


class Text(Struct, frozen=True):
    """A paragraph, with something at the right end of its last line if `right` is given."""

    text: str
    size: int = BODY
    align: str = "left"
    indent: int = 0
    right: str = ""
    is_struck: bool = False


class Boxed(Struct, frozen=True):
    """A paragraph in a box; white on black if it is a warning."""

    text: str
    size: int = BODY
    indent: int = 0
    is_warning: bool = False


class Headline(Struct, frozen=True):
    """One line, as large as the paper allows, never broken."""

    text: str


class Rule(Struct, frozen=True):
    """A line across the paper."""


class Gap(Struct, frozen=True):
    """Empty paper."""

    rows: int = GAP


Block = Text | Boxed | Headline | Rule | Gap


class Document(Struct, frozen=True):
    """What is printed. `head` is repeated on each part of a long one; `copy` is the word for a copy."""

    blocks: list[Block]
    head: list[Block] = field(default_factory=list)
    copy: str = "COPY"
    part_of: str = "{part} of {parts}"


_Stroke = tuple[int, Callable[[Any, int], None]]
"""The rows that something takes, and a function that draws it from a row on."""


def draw(document: Document, dots: int) -> list[bytes]:
    """Draw the document, in parts if it is long. Returns a PNG for each part."""
    strokes = [stroke for block in document.blocks for stroke in _lay_out(block, dots)]
    head = [stroke for block in document.head for stroke in _lay_out(block, dots)]
    head_rows = sum(rows for rows, _ in head)
    parts: list[list[_Stroke]] = [[]]
    used = head_rows
    for stroke in strokes:
        if parts[-1] and used + stroke[0] > MAX_ROWS:
            parts.append([])
            used = head_rows
        parts[-1].append(stroke)
        used += stroke[0]
    images = []
    for number, body in enumerate(parts, 1):
        label = Text(document.part_of.format(part=number, parts=len(parts)), ITEM, "center")
        numbered = list(_lay_out(label, dots)) if len(parts) > 1 else []
        images.append(_paint([*numbered, *head, *body], dots))
    return images


def stamp(png: bytes, word: str) -> bytes:
    """The image below a black bar with this word."""
    from PIL import Image

    with Image.open(io.BytesIO(png)) as below:
        dots = below.width
        strokes = list(_lay_out(Boxed(word, ITEM, is_warning=True), dots))
        image = Image.new("1", (dots, below.height + sum(rows for rows, _ in strokes)), WHITE)
        _draw_all(image, strokes)
        image.paste(below.convert("1"), (0, image.height - below.height))
    return _encode(image)


def blank(dots: int) -> bytes:
    """An image without anything on it, for a job that only opens the drawer."""
    return _paint([(8, lambda _canvas, _row: None)], dots)


def read_raster(png: bytes) -> tuple[int, int, bytes]:
    """Width and height in dots, and the rows as a printer takes them: eight dots to the byte, black is one."""
    from PIL import Image

    with Image.open(io.BytesIO(png)) as image:
        rows = image.convert("1").tobytes()
        return image.width, image.height, bytes(byte ^ 0xFF for byte in rows)


def to_plain_text(document: Document) -> str:
    """The document for a printer that prints no images: only what its own characters can show."""
    lines = []
    for block in [*document.head, *document.blocks]:
        if isinstance(block, Rule):
            lines.append("-" * 24)
        elif isinstance(block, Gap):
            lines.append("")
        else:
            text, right = block.text, block.right if isinstance(block, Text) else ""
            lines.append(f"{text}  {right}" if right else text)
    folded = unicodedata.normalize("NFKD", "\n".join(lines).translate(_PLAIN_SIGNS))
    letters = (char for char in folded if not unicodedata.combining(char))
    return "".join(char if char.isascii() else f"[{_name(char)}]" for char in letters) + "\n\n\n"


def _paint(strokes: Sequence[_Stroke], dots: int) -> bytes:
    from PIL import Image

    image = Image.new("1", (dots, max(1, sum(rows for rows, _ in strokes))), WHITE)
    _draw_all(image, strokes)
    return _encode(image)


def _draw_all(image: Any, strokes: Sequence[_Stroke]) -> None:
    from PIL import ImageDraw

    canvas, row = ImageDraw.Draw(image), 0
    canvas.fontmode = "1"
    for rows, paint in strokes:
        paint(canvas, row)
        row += rows


def _encode(image: Any) -> bytes:
    sink = io.BytesIO()
    image.save(sink, "PNG", dpi=(203, 203))
    return sink.getvalue()


def _lay_out(block: Block, dots: int) -> Iterator[_Stroke]:
    """What a block draws, from top to bottom. A long document may be cut between two of them."""
    if isinstance(block, Gap):
        yield block.rows, lambda _canvas, _row: None
    elif isinstance(block, Rule):
        yield RULE_ROWS + 2 * GAP, lambda canvas, row: canvas.rectangle((0, row + GAP, dots, row + GAP + 2), fill=BLACK)
    elif isinstance(block, Headline):
        yield _lay_out_headline(clean(block.text), dots)
    elif isinstance(block, Boxed):
        yield _lay_out_box(block, dots)
    else:
        yield from _lay_out_text(block, dots)


def _lay_out_headline(text: str, dots: int) -> _Stroke:
    widest = dots - 2 * MARGIN
    size = MAX_HEADLINE
    while size > MIN_HEADLINE and _measure(text, size) > widest:
        size -= 4
    left = max(0, (dots - _measure(text, size)) // 2)
    return size, lambda canvas, row: _write(canvas, left, row, text, size, BLACK)


def _lay_out_text(block: Text, dots: int) -> Iterator[_Stroke]:
    left, right = MARGIN + block.indent, clean(block.right)
    room = dots - left - MARGIN
    lines = _wrap(clean(block.text), block.size, room)
    beside = _measure(right, block.size) if right else 0
    if right and _measure(lines[-1], block.size) + beside + INDENT > room:
        lines.append("")
    for number, line in enumerate(lines):
        at_end = right if number == len(lines) - 1 else ""
        yield (
            block.size + 4,
            lambda canvas, row, line=line, at_end=at_end: _write_line(  # type: ignore[misc]
                canvas, row, block, (left, dots), line, at_end
            ),
        )


def _write_line(canvas: Any, row: int, block: Text, edges: tuple[int, int], line: str, at_end: str) -> None:
    left, dots = edges
    width = _measure(line, block.size)
    start = (dots - width) // 2 if block.align == "center" else left
    _write(canvas, start, row, line, block.size, BLACK)
    if block.is_struck:
        middle = row + block.size * 6 // 10
        canvas.rectangle((start, middle, start + width, middle + 3), fill=BLACK)
    if at_end:
        _write(canvas, dots - MARGIN - _measure(at_end, block.size), row, at_end, block.size, BLACK)


def _lay_out_box(block: Boxed, dots: int) -> _Stroke:
    left = MARGIN + block.indent
    inner = left + BOX_EDGE + GAP
    lines = _wrap(clean(block.text), block.size, dots - inner - MARGIN - BOX_EDGE - GAP)
    height = len(lines) * (block.size + 4) + 2 * (BOX_EDGE + GAP)

    def paint(canvas: Any, row: int) -> None:
        edge = (left, row, dots - 1 - MARGIN, row + height - 1)
        ink = WHITE if block.is_warning else BLACK
        canvas.rectangle(edge, fill=BLACK if block.is_warning else WHITE, outline=BLACK, width=BOX_EDGE)
        for number, line in enumerate(lines):
            _write(canvas, inner, row + BOX_EDGE + GAP + number * (block.size + 4), line, block.size, ink)

    return height + GAP, paint


def _wrap(text: str, size: int, room: int) -> list[str]:
    """The lines of a paragraph: broken at spaces, beside wide characters, and inside a word that is too long."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line, width, breaks_at = "", 0.0, 0
        for char in paragraph:
            step = _step(char, size)
            if line and width + step > room:
                cut = breaks_at or len(line)
                lines.append(line[:cut].rstrip())
                line, breaks_at = line[cut:].lstrip(), 0
                width = sum(_step(one, size) for one in line)
                if char == " " and not line:
                    continue
            line, width = line + char, width + step
            if char in " -/" or not _is_latin(char):
                breaks_at = len(line)
        lines.append(line.rstrip())
    return lines


def _write(canvas: Any, left: float, row: int, text: str, size: int, ink: int) -> None:
    """Write one line whose characters are `size` high, its baseline four fifths below `row`."""
    baseline = row + size * 4 // 5
    for is_latin, run in _runs(text):
        if is_latin is None:
            for char in run:
                factor = _wide_factor(size)
                image, offset = _draw_wide(char, factor)
                canvas.bitmap((int(left) + offset, baseline - WIDE_BASELINE * factor), image, fill=ink)
                left += _step(char, size)
        else:
            font = _latin_font(is_latin, size)
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


def _measure(text: str, size: int) -> int:
    """The width of one line in dots."""
    width = sum(
        _latin_font(font, size).getlength(run) if font is not None else sum(_step(char, size) for char in run)
        for font, run in _runs(text)
    )
    return int(width + 0.999)


@lru_cache(4096)
def _step(char: str, size: int) -> float:
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
    return f"[{_name(char)}]"


def _name(char: str) -> str:
    return unicodedata.name(char, f"U+{ord(char):04X}").lower()


def _is_latin(char: str) -> bool:
    return _find_latin(char) is not None


@lru_cache(4096)
def _find_latin(char: str) -> int | None:
    """The number of the Latin font that has the character."""
    return next((number for number in range(len(_LATIN)) if _has_glyph(_latin_font(number, SMALL), char)), None)


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
