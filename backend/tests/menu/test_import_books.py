"""Workbooks of each kind are read, and several files of one export at once; hostile ones store nothing."""

import pytest

from chuckwagon.menu.imports import service
from chuckwagon.menu.imports.files import UploadedFile
from chuckwagon.menu.models import MenuImport
from tests.menu.menu_imports import confirm, read, read_menu, start
from tests.menu.workbook_files import ods, xls, xlsx_of_xml

ROWS = [["name", "price", "category"], ["Café con piñón", 8.5, "Bebidas"], ["Té", 2, "Bebidas"]]


@pytest.mark.parametrize(("name", "raw"), [("a.ods", ods({"Menú": ROWS})), ("a.xls", xls("Menú", ROWS))])
def test_an_open_document_and_an_old_workbook_are_read(client, cast, name, raw):
    found = read(client, cast.headers("truck_admin"), raw, name=name)
    assert (found["state"], found["shape"]) == ("preview", "chuckwagon")
    items = [change["item"] for change in found["preview"]["changes"]]
    assert [(item["name"], item["basePrice"], item["category"]) for item in items] == [
        ("Café con piñón", 8.5, "Bebidas"), ("Té", 2, "Bebidas")
    ]  # fmt: skip


def test_a_formula_of_an_open_document_without_a_result_names_its_cell():
    rows = [ROWS[0], ["Taco", ("of:=4+4", 8)], ["Flan", ("of:=B9", None)]]
    taco, flan = read_menu(ods({"Menu": rows}), "a.ods").items
    assert (taco.form.base_price, taco.findings) == (8, [])
    assert [one.sentence.params for one in flan.findings] == [{"cell": "B3"}]


def test_several_files_of_one_export_are_one_import(client, cast):
    headers = cast.headers("truck_admin")
    items = "Clover ID,Name,Price,Price Type,Modifier Groups\n1,Taco,4.00,Fixed,Salsas\n"
    sets = "Modifier Group Name,Modifier,Price,Required Quantity,Max Quantity\nSalsas,Verde,0,1,1\n,Roja,0.50,,\n"
    categories = "Category Name,Tacos\nItems in Category,Taco\n"
    files = {"sets.csv": sets, "items.csv": items, "categories.csv": categories}
    found = read(client, headers, {name: text.encode() for name, text in files.items()})
    assert (found["state"], found["shape"], found["files"]) == ("preview", "clover", list(files))
    [change] = found["preview"]["changes"]
    assert (change["item"]["category"], [group["name"] for group in change["item"]["optionGroups"]]) == (
        "Tacos", ["Salsas"]
    )  # fmt: skip
    assert confirm(client, headers, found).status_code == 200


def test_files_of_different_systems_are_refused(client, cast):
    files = {"a.csv": b"name,price\nTaco,4\n", "b.csv": b"Item Name,Variation Name,Price\nFlan,Regular,3\n"}
    found = read(client, cast.headers("truck_admin"), files)
    assert (found["state"], [one["code"] for one in found["problems"]]) == ("failed", ["import_several_systems"])


MILLION = "".join(f'<row r="{at}">{"<c><v>1</v></c>" * 100}</row>' for at in range(1, 10_001))


@pytest.mark.parametrize(
    ("name", "raw", "code"),
    [
        ("a.csv", b"name,price\n" + b"1," * 1_000_000, "import_file_too_many_cells"),
        ("a.xlsx", ods({"Menu": ROWS}), "import_file_is_workbook"),
        ("a.ods", ods({"Menu": ROWS})[:-80], "import_file_damaged"),
        ("a.xls", xls("Menu", ROWS)[:1600], "import_file_damaged"),
    ],
)
def test_a_hostile_file_is_one_sentence_and_cannot_be_confirmed(client, cast, name, raw, code):
    headers = cast.headers("truck_admin")
    found = read(client, headers, raw, name=name)
    assert (found["state"], [one["code"] for one in found["problems"]]) == ("failed", [code])
    assert (found["preview"]["changes"], found["questions"]) == ([], [])
    assert confirm(client, headers, found).status_code == 409


def test_a_million_cells_of_a_workbook_are_refused():
    source = service.read_in_subprocess([UploadedFile("a.xlsx", xlsx_of_xml({"Menu": MILLION}))])
    assert [one.reason for one in source.refusals] == ["import_file_too_many_cells"]


def test_ten_mebibytes_are_refused_before_they_are_read(client, cast, db):
    answer = start(client, cast.headers("truck_admin"), b"a,b\n" * (10 * 1024 * 1024 // 4))
    assert answer.status_code == 413
    with db.reading() as session:
        assert session.query(MenuImport).count() == 0
