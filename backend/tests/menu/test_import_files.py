"""Files of menus are read whatever their encoding is; hostile, cut and misnamed ones are refused in one sentence."""

import pytest

from chuckwagon.menu.imports import service
from chuckwagon.menu.imports.files import UploadedFile
from chuckwagon.menu.imports.shapes import word_refusal
from tests.menu.menu_imports import read_menu
from tests.menu.workbook_files import text_cell, xlsx_of_xml

TEXT = "name;price\njalapeño café;8,50\nmaíz “rojo”;2\n"
HEADER = f'<row r="1">{text_cell("A1", "name")}{text_cell("B1", "price")}</row>'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "mac_roman"])
def test_four_encodings_are_read_as_they_were_written(encoding):
    found = read_menu(TEXT.encode(encoding))
    assert [(item.form.name, item.form.base_price) for item in found.items] == [
        ("jalapeño café", 8.5),
        ("maíz “rojo”", 2),
    ]


def test_a_formula_counts_by_its_result_and_without_one_names_its_cell():
    rows = [
        f'<row r="2">{text_cell("A2", "Taco")}<c r="B2"><f>4+4.5</f><v>8.5</v></c></row>',
        f'<row r="3">{text_cell("A3", "Flan")}<c r="B3"><f>1+1</f></c></row>',
        f'<row r="4">{text_cell("A4", "Agua")}<c r="B4" t="e"><v>#REF!</v></c></row>',
    ]
    taco, *others = read_menu(xlsx_of_xml({"Menu": HEADER + "".join(rows)}), "menu.xlsx").items
    assert (taco.form.base_price, taco.findings) == (8.5, [])
    assert [(item.row, item.findings[0].sentence.reason, item.findings[0].sentence.params) for item in others] == [
        (3, "import_formula_without_result", {"cell": "B3"}),
        (4, "import_cell_error", {"cell": "B4"}),
    ]


WHOLE = xlsx_of_xml({"Menu": HEADER})
BOMB = xlsx_of_xml({"Menu": f"<row r='1'>{text_cell('A1', 'x' * 90_000_000)}</row>"})


@pytest.mark.parametrize(
    ("name", "raw", "reason"),
    [
        ("a.csv", b"", "import_file_empty"),
        ("a.csv", WHOLE, "import_file_is_workbook"),
        ("a.xlsx", b"name,price\nA,1", "import_file_is_text"),
        ("a.xlsx", WHOLE[:-60], "import_file_damaged"),
        ("a.xls", b"\xd0\xcf\x11\xe0" + bytes(600), "import_file_damaged"),
        ("a.json", b'{"a": 1', "import_file_damaged"),
        ("a.json", b"[" * 100_000, "import_file_expensive"),
        ("a.csv", b'{"a": 1}', "import_file_is_json"),
        ("a.json", b"name,price", "import_file_no_json"),
        ("a.csv", b"%PDF-1.7", "import_file_is_pdf"),
        ("a.xlsx", b"\x89PNG\r\n", "import_file_is_image"),
        ("a.csv", bytes(range(256)) * 4, "import_file_not_text"),
        ("a.csv", b'name,price\n"A,1', "import_file_damaged"),
        ("a.csv", b"a," * 500_000, "import_file_too_many_cells"),
        (
            "a.xlsx",
            xlsx_of_xml({"Menu": f"<row r='1'>{text_cell('A1', 'x' * 90_000_000)}</row>"}),
            "import_file_too_large",
        ),
    ],
)
def test_a_file_that_cannot_be_read_is_one_sentence(name, raw, reason):
    source = service.read_in_subprocess([UploadedFile(name, raw)])
    [refusal] = source.refusals
    assert (refusal.file, refusal.reason, source.sheets, source.documents) == (name, reason, [], [])
    assert word_refusal(refusal)


@pytest.mark.parametrize(("end", "reason"), [("SIGSEGV", "import_file_damaged"), ("SIGXCPU", "import_file_expensive")])
def test_the_end_of_the_process_by_a_signal_is_a_refusal(monkeypatch, end, reason):
    monkeypatch.setattr(service, "PROGRAM", f"import os, signal; os.kill(os.getpid(), signal.{end})")
    source = service.read_in_subprocess([UploadedFile("a.csv", b"name,price")])
    assert [one.reason for one in source.refusals] == [reason]


def test_quoted_decimal_commas_are_read_where_several_stand_and_no_point_does():
    rows = ["name,price", *(f'Taco {at},"{at},50"' for at in range(3)), "Pan,2"]
    prices = [item.form.base_price for item in read_menu("\n".join(rows)).items]
    assert prices == [0.5, 1.5, 2.5, 2]
    for others in ([rows[0], *rows[2:]], [*rows, "Flan,3.25"]):
        found = read_menu("\n".join(others))
        asked = {one.sentence.reason for item in found.items for one in item.findings}
        assert asked == {"import_price_comma"}


def test_a_table_of_thousands_of_columns_and_a_group_at_thousands_of_items_are_refused():
    wide = ",".join(f"c{at}" for at in range(1001))
    assert [one.reason for _, one in read_menu(f"{wide}\n").problems] == ["import_file_too_many_columns"]
    choices = "".join(f"Modifier,Choice {at},,1,Set,\n" for at in range(500))
    items = "".join(f"Menu item,Item {at},Food,1,,Set\n" for at in range(401))
    rows = f"Entity type,Name,Menu group,Base price,Modifier group,Modifier groups\n{choices}{items}"
    assert [one.reason for _, one in read_menu(rows).problems] == ["import_file_expensive"]


def test_variations_without_end_are_read_in_one_pass():
    rows = "".join(f"Taco,Size {at},1\n" for at in range(9000))
    found = read_menu(f"Item Name,Variation Name,Price\n{rows}{rows[: rows.index('Size 9')]}Size 3,2\n")
    assert [len(item.form.option_groups[0].options) for item in found.items[:1]] == [9000]
