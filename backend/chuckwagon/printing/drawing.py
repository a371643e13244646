"""Draws a document as images of one bit, as wide as a line of the printer: 203 dots to the inch, 8 to the mm.

Which font draws which character is in `glyphs.py`. Pure: no database, no clock.

Why: docs/decisions/0065-fonts-on-paper.md
"""

import io
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct, field

from chuckwagon.printing.glyphs import clean, is_latin, measure, name_of, step, write

ITEM, BODY, SMALL = 48, 38, 28  # dots from line to line of the font; a capital letter of ITEM is 4.2 mm high
MAX_HEADLINE, MIN_HEADLINE = 220, 40
MAX_ROWS = 2400  # of one part: 30 cm of paper
MARGIN, GAP, RULE_ROWS, BOX_EDGE, INDENT = 4, 8, 3, 3, 28
BLACK, WHITE = 0, 1
_PLAIN_SIGNS = str.maketrans("×·", "x-")


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


class Kept(Struct, frozen=True):
    """Blocks that stay on one part of a long document, such as an item with what is said of it."""

    blocks: "list[Part]"


Part = Text | Boxed | Rule | Gap
Block = Part | Headline | Kept


class Document(Struct, frozen=True):
    """What is printed. `head` is repeated on each part of a long one; `copy` is the word for a copy."""

    blocks: list[Block]
    head: list[Block] = field(default_factory=list)
    copy: str = "COPY"
    part_of: str = "{part} of {parts}"

    def list_blocks(self) -> Iterator[Part | Headline]:
        """All that is on it, without the groups."""
        for block in (*self.head, *self.blocks):
            yield from block.blocks if isinstance(block, Kept) else (block,)


_Stroke = tuple[int, Callable[[Any, int], None]]
"""The rows that something takes, and a function that draws it from a row on."""


def draw(document: Document, dots: int) -> list[bytes]:
    """Draw the document, in parts if it is long. Returns a PNG for each part."""
    groups = [list(_lay_out(block, dots)) for block in document.blocks]
    head = [stroke for block in document.head for stroke in _lay_out(block, dots)]
    head_rows = sum(rows for rows, _ in head)
    parts: list[list[_Stroke]] = [[]]
    used = head_rows
    for group in groups:
        needed = sum(rows for rows, _ in group)
        is_kept = head_rows + needed <= MAX_ROWS
        for place, stroke in enumerate(group):
            wanted = (needed if place == 0 else 0) if is_kept else stroke[0]
            if parts[-1] and used + wanted > MAX_ROWS:
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
    for block in document.list_blocks():
        if isinstance(block, Rule):
            lines.append("-" * 24)
        elif isinstance(block, Gap):
            lines.append("")
        else:
            text, right = block.text, block.right if isinstance(block, Text) else ""
            lines.append(f"{text}  {right}" if right else text)
    folded = unicodedata.normalize("NFKD", "\n".join(lines).translate(_PLAIN_SIGNS))
    letters = (char for char in folded if not unicodedata.combining(char))
    return "".join(char if char.isascii() else f"[{name_of(char)}]" for char in letters) + "\n\n\n"


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
    """What a block draws, from top to bottom. One that fits on a part is not cut."""
    if isinstance(block, Kept):
        for inner in block.blocks:
            yield from _lay_out(inner, dots)
    elif isinstance(block, Gap):
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
    while size > MIN_HEADLINE and measure(text, size) > widest:
        size -= 4
    left = max(0, (dots - measure(text, size)) // 2)
    return size, lambda canvas, row: write(canvas, left, row, text, size, BLACK)


def _lay_out_text(block: Text, dots: int) -> Iterator[_Stroke]:
    left, right = MARGIN + block.indent, clean(block.right)
    room = dots - left - MARGIN
    lines = _wrap(clean(block.text), block.size, room)
    beside = measure(right, block.size) if right else 0
    if right and measure(lines[-1], block.size) + beside + INDENT > room:
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
    width = measure(line, block.size)
    start = (dots - width) // 2 if block.align == "center" else left
    write(canvas, start, row, line, block.size, BLACK)
    if block.is_struck:
        middle = row + block.size * 6 // 10
        canvas.rectangle((start, middle, start + width, middle + 3), fill=BLACK)
    if at_end:
        write(canvas, dots - MARGIN - measure(at_end, block.size), row, at_end, block.size, BLACK)


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
            write(canvas, inner, row + BOX_EDGE + GAP + number * (block.size + 4), line, block.size, ink)

    return height + GAP, paint


def _wrap(text: str, size: int, room: int) -> list[str]:
    """The lines of a paragraph: broken at spaces, beside wide characters, and inside a word that is too long."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line, width, breaks_at = "", 0.0, 0
        for char in paragraph:
            advance = step(char, size)
            if line and width + advance > room:
                cut = breaks_at or len(line)
                lines.append(line[:cut].rstrip())
                line, breaks_at = line[cut:].lstrip(), 0
                width = sum(step(one, size) for one in line)
                if char == " " and not line:
                    continue
            line, width = line + char, width + advance
            if char in " -/" or not is_latin(char):
                breaks_at = len(line)
        lines.append(line.rstrip())
    return lines
