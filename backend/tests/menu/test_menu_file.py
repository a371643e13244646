"""The CSV format of menus: an exported menu is imported as the same menu, with any names."""

import csv
import io

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from chuckwagon.kit.error_reasons import REASONS
from chuckwagon.menu.csv_cells import InvalidCell, read_options, read_price, write_options, write_requests
from chuckwagon.menu.csv_files import COLUMNS, CsvExportItem, write_menu
from chuckwagon.menu.drafts import GroupDraft, ItemDraft, OptionDraft
from chuckwagon.menu.item_validation import read_new_item
from chuckwagon.menu.schemas import ItemRequest
from chuckwagon.web.json_body import convert
from tests.menu.menu_imports import read_menu

THOROUGH = settings(max_examples=120)

# Strings with a meaning in a spreadsheet, in CSV or in the options syntax, among ordinary text.
PIECES = st.sampled_from(
    [
        *"=+-@'\"\\|;:,[]()$ \t",
        "(sold out)",
        " +1.50",
        "[1-1]",
        "\\(",
        "+2",
        " 2.00",
        " $5",
        "(3.00)",
        ": 4",
        ";=",
        "\n",
        "é",
        "\U0001f32e",
        "Salsa",
        "=1+1",
    ]
)
WORDS = st.lists(st.one_of(PIECES, st.text(max_size=4)), max_size=8).map(lambda parts: shown("".join(parts)))
NAMES = WORDS.map(lambda text: " ".join(text.split())[:40].strip() or "x")


def shown(text: str) -> str:
    """The text without characters that the form refuses, and with at least one visible character."""
    plain = "".join(char for char in text if char.isprintable() or char in "\n\t")
    return plain if any(char.isalnum() for char in plain) else f"{plain}x"


def form(values: dict) -> ItemDraft:
    return read_new_item(convert(values, ItemRequest))


OPTIONS = st.fixed_dictionaries(
    {
        "name": NAMES,
        "additionalPrice": st.integers(0, 10_000).map(lambda cents: cents / 100),
        "isAvailable": st.booleans(),
    }
)
GROUPS = st.builds(
    lambda name, options, a, b: {
        "name": name,
        "options": options,
        "maxSelect": (most := 1 + a % len(options)),
        "minSelect": b % (most + 1),
    },
    NAMES,
    st.lists(OPTIONS, min_size=1, max_size=4),
    st.integers(0, 99),
    st.integers(0, 99),
)
ITEMS = st.fixed_dictionaries(
    {
        "name": NAMES,
        "description": WORDS,
        "category": NAMES,
        "section": NAMES | st.just(""),
        "basePrice": st.integers(0, 99_999).map(lambda cents: cents / 100),
        "isAvailable": st.booleans(),
        "position": st.integers(0, 99_999),
        "prepUnits": st.integers(0, 20),
        "imageUrl": st.sampled_from(["", "https://a.example/b,c;d.png?e=(f)", "/uploads/menu-items/x-640.webp"]),
        "optionGroups": st.lists(GROUPS, max_size=3),
    }
)


@THOROUGH
@given(st.lists(ITEMS, min_size=1, max_size=3))
def test_a_written_menu_is_read_as_the_same_menu(found):
    drafts = [form(values) for values in found]
    items = [CsvExportItem(f"{at:024x}", draft) for at, draft in enumerate(drafts)]
    for raw in (write_menu(items), with_semicolons(write_menu(items))):
        file = read_menu(raw)
        assert (file.problems, file.left_out, file.questions) == ([], [], [])
        assert [row.findings + row.doubts for row in file.items] == [[]] * len(drafts)
        assert [row.item_id for row in file.items] == [item.id for item in items]
        assert [whole(read_new_item(row.form)) for row in file.items] == [whole(draft) for draft in drafts]


def whole(draft):
    """The draft with what it does not say of its groups, as it is stored."""
    return ItemDraft(draft.values, tuple(group.keep_present(None) for group in draft.groups))


def with_semicolons(raw: bytes) -> bytes:
    """The file as saved with other regional settings: with semicolons, and without a byte order mark."""
    text = io.StringIO(newline="")
    rows = csv.reader(io.StringIO(raw.decode("utf-8-sig"), newline=""))
    csv.writer(text, delimiter=";", quoting=csv.QUOTE_MINIMAL).writerows(rows)
    return text.getvalue().encode()


CHOICES = st.lists(st.tuples(NAMES, st.integers(0, 10_000), st.booleans()), min_size=1, max_size=3)


@THOROUGH
@given(st.lists(st.tuples(NAMES, CHOICES), max_size=3))
@example([("a [1-2]", [("+5", 0, True), ("(sold out)", 0, True), ("Mac + cheese", 150, False)])])
@example([("\\", [("a\\", 0, True), ("a + 2", 250, True), ("a +", 1, True), ("x (Sold  Out)", 0, False)])])
@example([("a", [("Large 2.00", 0, True)]), ("b", [("Rice, beans (3.00)", 0, False)])])
@example([("a", [("Coke $2", 0, True), ("x: 2", 0, True), ("y $ 2.00", 50, False)]), ("b", [("\\x", 0, True)])])
@example([("a, 1 free [1-2]", [("x (up to 3)", 0, True), ("(Up  to 2)", 5, False), ("2.00 (up to 2)", 0, True)])])
@example([("a:b|c;d", [("+\\|5", 0, True), ("a + $", 0, True), ("- [0-1]", 0, True)])])
def test_every_name_survives_the_line_of_options(found):
    groups = [
        GroupDraft(None, name, at % 2, 1, tuple(OptionDraft(None, *option) for option in options))
        for at, (name, options) in enumerate(found)
    ]
    read = read_options(write_options(groups))
    back = read.groups
    assert (read.doubts, read.notes) == ((), ())
    assert [(group.name, group.min_select, group.max_select) for group in back] == [
        (group.name, group.min_select, 1) for group in groups
    ]
    for before, after in zip(groups, back, strict=True):
        assert [(o.name, round(o.additional_price * 100), o.is_available) for o in after.options] == [
            (o.name, o.additional_price_cents, o.is_available) for o in before.options
        ]


def test_quantities_and_free_ones_survive_the_line_of_options():
    options = (
        OptionDraft(None, "Guacamole", 150, False, max_quantity=2),
        OptionDraft(None, "Wings (up to 3)", 0, True, max_quantity=10),
        OptionDraft(None, "Salsa", 0, True, max_quantity=1),
    )
    text = write_options([GroupDraft(None, "Extras", 0, 13, options, free_count=2)])
    assert text == (r"Extras [0-13, 2 free]: Guacamole +1.50 (up to 2) (sold out); Wings \(up to 3) (up to 10); Salsa")
    [group] = read_options(text).groups
    assert (group.min_select, group.max_select, group.free_count) == (0, 13, 2)
    assert [(one.name, one.max_quantity) for one in group.options] == [
        ("Guacamole", 2), ("Wings (up to 3)", 10), ("Salsa", 1),
    ]  # fmt: skip
    [plain] = read_options("Extras [0-2]: Salsa (UP TO 2)").groups
    assert (plain.max_select, plain.free_count, plain.options[0].max_quantity) == (2, 0, 2)


def test_options_are_written_as_people_read_them():
    size = GroupDraft(
        None,
        "Size",
        1,
        1,
        (
            OptionDraft(None, "Small", 0, True),
            OptionDraft(None, "Large (2 people)", 200, True),
            OptionDraft(None, "Mac + cheese", 300, False),
        ),
    )
    extras = GroupDraft(None, "Extras", 0, 3, (OptionDraft(None, "Chips; salsa", 5, True),))
    assert write_options([size, extras]) == (
        r"Size [1-1]: Small; Large (2 people) +2.00; Mac + cheese +3.00 (sold out) "
        r"| Extras [0-3]: Chips\; salsa +0.05"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Small", ("Small", 0, True)),
        ("  Large   + 2 ", ("Large", 2, True)),
        ("Large +$2.5", ("Large", 2.5, True)),
        ("Large (SOLD OUT) +2.50", ("Large", 2.5, False)),
        ("Mac + cheese (sold out)", ("Mac + cheese", 0, False)),
        ("Coke: zero", ("Coke: zero", 0, True)),
        ("Wings 12", ("Wings 12", 0, True)),
        (r"Large \2.00", ("Large 2.00", 0, True)),
        (r"\Rice, beans", ("Rice, beans", 0, True)),
    ],
)
def test_options_typed_by_hand_are_understood(text, expected):
    [group] = read_options(f"Size [0 - 1] : {text}").groups
    [option] = group.options
    assert (group.name, option.name, option.additional_price, option.is_available) == ("Size", *expected)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Size", "no colon"),
        ("Size: Small", "how many may be chosen"),
        ("Size [1-1] Small", "no colon"),
        ("Size [a-b]: Small", "how many may be chosen"),
        ("Size [1-1]: Large +2,50", "not an amount"),
        ("Size [1-1]: Large +2.505", "not an amount"),
        ("Size [1-1]: Large +2.00 big", "is unclear"),
        ("Size [1-1]: Large (sold out) today", "is unclear"),
        ("Size [1-1]: Large +1 +2", "is unclear"),
        ("Size [1-1]: " + "a;" * 40, "at most 30"),
        (" | ".join(["Size [0-1]: Small"] * 11), "at most 10"),
    ],
)
def test_options_that_cannot_be_meant_are_refused_with_a_hint(text, part):
    with pytest.raises(InvalidCell, match=part):
        read_options(text)


@pytest.mark.parametrize(
    ("options", "suggestion"),
    [
        ("[1-1]: Small, Large +2.00", "Small; Large +2.00"),
        ("[0-1]: Small, Large (2.00)", "Small; Large +2.00"),
        ("[1-1]: Small; Large (2.00)", "Large +2.00"),
        ("[1-1]: Small; Large ($2)", "Large +2.00"),
        ("[1-1]: Small; Large 2.00", "Large +2.00"),
        ("[1-1]: Small; Large 2,50", "Large +2.50"),
        ("[1-1]: Small; Large $2.00 (sold out)", "Large +2.00 (sold out)"),
        ("[1-1]: Small; Large: 2.00", "Large +2.00"),
        ("[1-1]: Small; Large: 2", "Large +2.00"),
        ("[1-1]: Small; Large - 2.00", "Large +2.00"),
        ("[1-1]: Large +2.00", "Size [0-1]: Large +2.00"),
    ],
)
def test_options_that_are_likely_meant_otherwise_are_a_doubt_with_a_suggestion(options, suggestion):
    [doubt] = read_options(f"A [0-1]: a | Size {options}").doubts
    assert (doubt.at, doubt.sentence.params["suggestion"]) == (1, suggestion)
    assert f"Did you mean “{suggestion}”" in doubt.sentence
    assert set(doubt.sentence.params) == set(REASONS[doubt.sentence.reason])
    assert suggestion.split("; ")[-1].removeprefix("Size [0-1]: ") in write_requests([doubt.suggestion])


def test_more_choices_than_options_are_lowered_and_said():
    read = read_options("Extras [0-3]: Salsa; Guacamole +1.50")
    assert [(group.min_select, group.max_select) for group in read.groups] == [(0, 2)]
    assert [(at, note.params) for at, note in read.notes] == [(0, {"group": "Extras", "max": 3, "count": 2})]


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("8.5", 850),
        ("8.50", 850),
        ("$8.50", 850),
        (" $ 8 ", 800),
        ("0", 0),
        ("999.99", 99_999),
        ("0.05", 5),
        ("US$ 8.50", 850),
        ("8.50 USD", 850),
        ("8.50$", 850),
        ("8.50 $", 850),
    ],
)
def test_prices_are_read_as_people_type_them(text, cents):
    assert read_price(text) == read_price(text.replace(".", ","), has_decimal_commas=True) == cents


def test_cents_alone_and_the_zeros_of_a_database_are_amounts_and_three_decimals_are_not():
    assert [read_price(text) for text in (".50", "$.75", "12.0000", "5.500000")] == [50, 75, 1200, 550]
    for text in ("8.500", "8.5050", ".5", "."):
        with pytest.raises(InvalidCell):
            read_price(text)


def test_a_separator_of_thousands_counts_only_before_cents():
    assert read_price("1,250.00") == read_price("1.250,00", has_decimal_commas=True) == 125_000
    for text, has_commas in (("1,250", False), ("1,250", True), ("1.250", True)):
        with pytest.raises(InvalidCell):
            read_price(text, has_decimal_commas=has_commas)


@pytest.mark.parametrize(
    ("text", "part"),
    [("8,50", "comma"), ("8.505", "two decimals"), ("", "Fill in"), ("٣", "not a"),
     ("free", "not a price"), ("-1", "not a price"), ("1e3", "not a price"), ("8.", "not a price")],
)  # fmt: skip
def test_other_prices_are_refused_with_a_hint(text, part):
    with pytest.raises(ValueError, match=part):
        read_price(text)


def test_no_cell_of_a_file_is_a_formula():
    draft = form(
        {
            "name": "=HYPERLINK(1)",
            "basePrice": 1,
            "position": 0,
            "description": "+1",
            "category": "x;+1+1",
            "section": "@x;'=1",
        }
    )
    [_, cells] = csv.reader(io.StringIO(write_menu([CsvExportItem("f" * 24, draft)]).decode("utf-8-sig"), newline=""))
    assert cells[1:5] == ["'=HYPERLINK(1)", "'+1", "x;'+1+1", "'@x;''=1"]


def file_of(*rows: str, header: str = ",".join(COLUMNS)) -> bytes:
    return "\r\n".join([header, *rows]).encode()


def test_columns_may_stand_in_any_order_and_blank_rows_count_but_do_nothing():
    header = "Options;NAME; price ;id;description;category;section;available;position;image"
    file = read_menu(file_of("", ";;;;;;;;;", ";Taco;8.5;;;;;yes;;", header=header))
    [row] = file.items
    assert (row.row, row.form.name, row.form.base_price, row.findings) == (4, "Taco", 8.5, [])


def test_empty_columns_at_the_end_do_no_harm_but_stray_cells_do():
    rest = "," * (len(COLUMNS) - 6)
    rows = (f",A,,,,1,yes{rest}", f",B,,,,1,yes{rest}stray")
    file = read_menu(file_of(*rows, header=",".join([*COLUMNS, "", ""])))
    assert [(row.row, problem.column) for row in file.items for problem in row.findings] == [(3, "row")]


def test_line_breaks_inside_a_cell_do_not_shift_the_rows():
    file = read_menu(file_of(',A,"one\ntwo\nthree",,,1,yes,,,', ",B,,,,oops,yes,,,"))
    assert [(row.row, problem.column) for row in file.items for problem in row.findings] == [(3, "price")]


@pytest.mark.parametrize(
    ("header", "problems", "left_out", "asked"),
    [
        ("id,name", [], [], 8),
        ("name,price", [], [], 0),
        (",".join([*COLUMNS, "Cost"]), [], [("Cost", "import_column_left_out")], 0),
        (",".join([*COLUMNS, "Price"]), ["import_column_twice"], [("Price", "import_column_left_out")], 0),
        ("name,Preis,,id", [], [], 8),
    ],
)
def test_columns_that_are_not_as_expected_are_named_or_asked(header, problems, left_out, asked):
    file = read_menu(file_of("Taco,1,x", header=header))
    assert [sentence.reason for _, sentence in file.problems] == problems
    assert [(one.params["column"], one.code) for one in file.left_out] == left_out
    assert [question.kind for question in file.questions] == ["column"] * asked


@pytest.mark.parametrize(
    ("raw", "number"),
    [
        (b"Name\tPrice\tOptions\nTaco\t8,50\tSize [0-1]: Large +2.00", 2),
        (b"name|price|options\nTaco|8.50|Size [0-1]: Large +2.00", 2),
        (b'sep=;\r\nname;price;options\r\nTaco;8,50;"Size [0-1]: Large +2,00"', 2),
        (b"Our menu,2026\n\nname,price,position,options\nTaco,8.50,1.0,Size [0-1]: Large +2.00", 4),
    ],
)
def test_tables_of_other_programs_are_read(raw, number):
    [row] = read_menu(raw).items
    assert (row.row, row.form.name, row.form.base_price, row.findings) == (number, "Taco", 8.5, [])
    assert row.form.option_groups[0].options[0].additional_price == 2


def test_a_tax_class_is_one_of_three_words_and_an_empty_cell_keeps_it():
    words = ("standard", "Reduced", "exempt", "", "none")
    file = read_menu(file_of(*(f"Taco,1,{word}" for word in words), header="name,price,tax"))
    assert [row.form.tax_class for row in file.items] == ["standard", "reduced", "exempt", UNSET, UNSET]
    assert [row.findings[0].sentence.reason for row in file.items if row.findings] == ["import_tax_class_invalid"]
    assert read_menu(file_of("Taco,1", header="name,price")).items[0].form.tax_class is UNSET


def test_words_of_both_languages_say_whether_an_item_is_on_sale():
    words = {"sí": True, "x": True, "✓": True, "VERDADERO": True, "Sold out": False, "agotado": False}
    file = read_menu(file_of(*(f"Taco,1,{word}" for word in words), header="name,price,available"))
    assert [row.form.is_available for row in file.items] == list(words.values())


@THOROUGH
@given(st.one_of(st.binary(max_size=60), st.text(max_size=60).map(lambda text: file_of(text, text + text))))
def test_no_bytes_at_all_break_the_reader(raw):
    file = read_menu(raw)
    assert file.items or file.questions or file.problems or file.left_out
    assert all(row.row > 1 for row in file.items)
