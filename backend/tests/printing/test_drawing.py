"""Paper as it is seen: sizes, parts, scripts, and that no two names print alike."""

import io

import pytest
from PIL import Image

from chuckwagon.printing import drawing
from chuckwagon.printing.drawing import (
    BODY,
    INDENT,
    ITEM,
    MAX_ROWS,
    Boxed,
    Document,
    Headline,
    Kept,
    Rule,
    Text,
    draw,
    read_raster,
    stamp,
    to_plain_text,
)

DOTS_PER_MM = 203 / 25.4


def image(*blocks, dots=576, head=()):
    [png] = draw(Document(list(blocks), list(head)), dots)
    return Image.open(io.BytesIO(png))


def inked_rows(shown):
    """The first and the last row on which something is."""
    rows = [row for row in range(shown.height) if shown.crop((0, row, shown.width, row + 1)).getextrema()[0] == 0]
    return rows[0], rows[-1]


@pytest.mark.parametrize("dots", [384, 576])
def test_line_items_are_at_least_four_millimeters_high(dots):
    first, last = inked_rows(image(Text("1 × HEHE", ITEM), dots=dots))
    assert (last - first + 1) / DOTS_PER_MM >= 4


@pytest.mark.parametrize("dots", [384, 576])
@pytest.mark.parametrize("number", ["#7", "#1042", "#12345678"])
def test_the_number_is_one_line_as_wide_as_the_paper_allows(dots, number):
    shown = image(Headline(number), dots=dots)
    assert shown.height <= drawing.MAX_HEADLINE
    left, _, right, _ = Image.eval(shown.convert("L"), lambda value: 255 - value).getbbox()
    assert right <= dots
    assert right - left > dots * 0.7 or shown.height == drawing.MAX_HEADLINE


def test_a_long_name_wraps_at_words_and_a_long_word_anywhere():
    short, long = image(Text("Taco", ITEM), dots=384), image(Text("Taco " * 12, ITEM), dots=384)
    assert long.height >= 3 * short.height
    assert image(Text("x" * 200, ITEM), dots=384).height > 5 * short.height
    assert drawing._wrap("one two", ITEM, 10_000) == ["one two"]
    assert drawing._wrap("one two", ITEM, 100) == ["one", "two"]


NAMES = [
    "Bánh mì", "Banh mi", "Bành mì", "北京烤鸭", "北京烤鴨", "กุ้ง", "กุง", "김치", "김지", "🌮", "🌯", "🧋", "🫓",
    "فلافل", "שווארמה", "Ñandú", "Nandu", "👩‍🍳", "👩🍳", "Ệ", "Ê", "₫", "A\u0301\u0302", "A\u0302\u0301",
]  # fmt: skip


@pytest.mark.parametrize("dots", [384, 576])
def test_no_two_names_print_alike(dots):
    drawn = {name: image(Text(name, ITEM), dots=dots).tobytes() for name in NAMES}
    assert len(set(drawn.values())) == len(NAMES)
    blank = image(Text("", ITEM), dots=dots).tobytes()
    assert blank not in drawn.values()


def test_what_no_font_has_is_printed_by_its_name():
    assert drawing.clean("🧋") == "[bubble tea]"
    assert drawing.clean("\U000e0001") == "[language tag]"
    assert drawing.clean("\U000fffff") == "[u+fffff]"
    assert drawing.clean("e\u0301") == "é"
    assert drawing.clean("❤\ufe0f") == "❤"


def test_a_very_long_document_comes_in_parts_with_the_number_on_each():
    lines = [Text(f"{number} × Carnitas", ITEM) for number in range(1, 121)]
    parts = draw(Document(lines, [Headline("#7")]), 384)
    heights = [Image.open(io.BytesIO(png)).height for png in parts]
    assert len(parts) == 3
    assert max(heights) <= MAX_ROWS + 100
    assert len({png[:200] for png in parts}) > 1


def test_an_item_and_what_is_said_of_it_stay_on_one_part_unless_they_fill_one():
    for dots in (384, 576):
        item = Kept([Text("1 × Carnitas", ITEM), *[Text("Salsa", BODY)] * 4, Boxed("no onions", BODY, INDENT)])
        parts = draw(Document([item] * 12, [Headline("#7")]), dots)
        heights = [Image.open(io.BytesIO(png)).height for png in parts]
        [alone] = draw(Document([item], [Headline("#7")]), dots)
        [both] = draw(Document([item] * 2, [Headline("#7")]), dots)
        one = Image.open(io.BytesIO(both)).height - Image.open(io.BytesIO(alone)).height
        assert len(parts) > 1
        assert all((height - heights[-1]) % one == 0 for height in heights)
    assert len(draw(Document([Kept([Text("Salsa", ITEM)] * 80)]), 384)) == 2


def test_boxes_rules_and_warnings_are_drawn():
    plain = image(Boxed("no onions", BODY, INDENT), Rule())
    warned = image(Boxed("no onions", BODY, INDENT, is_warning=True), Rule())
    assert plain.size == warned.size
    assert sum(warned.convert("L").histogram()[:128]) > 5 * sum(plain.convert("L").histogram()[:128])


def test_a_struck_line_differs_and_a_right_column_stays_on_the_paper():
    assert image(Text("Taco", ITEM)).tobytes() != image(Text("Taco", ITEM, is_struck=True)).tobytes()
    shown = image(Text("A very long name that fills the line", BODY, right="$1,234.56"), dots=384)
    assert shown.height >= 2 * BODY


def test_a_stamp_is_above_and_leaves_the_rest_as_it_is():
    [png] = draw(Document([Text("Taco", ITEM)]), 576)
    before, after = Image.open(io.BytesIO(png)), Image.open(io.BytesIO(stamp(png, "COPIA")))
    assert after.crop((0, after.height - before.height, 576, after.height)).tobytes() == before.tobytes()


def test_a_raster_has_eight_dots_to_the_byte_and_black_is_one():
    width, height, rows = read_raster(draw(Document([Rule()]), 384)[0])
    assert len(rows) == width // 8 * height
    assert bytes([0xFF] * 48) in rows
    assert rows[:48] == bytes(48)


def test_plain_text_is_for_printers_without_images():
    text = to_plain_text(Document([Text("1 × Jalapeño", right="$5.00"), Rule(), Boxed("🌶")], [Headline("#7")]))
    assert text.splitlines()[:4] == ["#7", "1 x Jalapeno  $5.00", "-" * 24, "[hot pepper]"]
