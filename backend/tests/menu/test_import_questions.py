"""An import never doubles a menu in silence, asks what is unclear, and takes lists that were not exported here."""

import re
from pathlib import Path

import pytest

from chuckwagon.menu.models import MenuItem
from tests.error_reasons import require_listed
from tests.factories import make_item
from tests.menu.menu_imports import (
    confirm,
    counts,
    exported,
    file_of,
    put_on_menu,
    read,
    row,
    staff_menu,
    start,
    tell,
)
from tests.menu.workbook_files import xlsx

GUIDE = Path(__file__).parents[3] / "docs" / "guides" / "menu.md"
SIZES = [("Size", 1, 1, [("Small", 0), ("Large", 250)])]


@pytest.fixture
def headers(cast):
    return cast.headers("truck_admin")


@pytest.fixture
def taco(db, cast):
    return make_item(db, cast.truck, "Café Taco", 450, SIZES, section="Mains", description="Good", prep_units=3)


def names_and_prices(client, cast, headers):
    return [(entry["name"], entry["basePrice"]) for entry in staff_menu(client, cast, headers)]


def test_a_row_of_a_known_name_is_stored_only_by_a_choice(client, cast, taco, headers, snapshot):
    rows = [row(name="CAFE  taco", price="5"), row(name="Flan"), row(name="flan", price="2")]
    shown = read(client, headers, rows)
    first, second = shown["questions"]
    assert (first["row"], first["sameAsRow"], first["item"]["basePrice"]) == (2, None, 5)
    assert {one["field"] for one in first["differences"]} >= {"name", "basePrice", "description"}
    assert (second["row"], second["sameAsRow"]) == (4, 3)
    assert (counts(shown), shown["problems"]) == ((1, 0, 0), [])
    answer = confirm(client, headers, shown)
    assert (answer.status_code, answer.json()["code"]) == (409, "import_not_ready")
    assert tell(client, headers, shown, {first["_id"]: "both"}).json()["reason"] == "choice_unknown"
    half = tell(client, headers, shown, {second["_id"]: "add"}).json()
    assert [one["_id"] for one in half["questions"]] == [first["_id"]]
    assert names_and_prices(client, cast, headers) == [("Café Taco", 4.5)]
    told = tell(client, headers, shown, {first["_id"]: "change", second["_id"]: "change"}).json()
    assert counts(told) == (1, 1, 0)
    confirm(client, headers, told)
    assert names_and_prices(client, cast, headers) == [("CAFE taco", 5), ("flan", 2)]
    late = tell(client, headers, shown, {})
    assert (late.status_code, late.json()["code"]) == (409, "import_done")


def test_an_export_is_never_asked_about_and_a_freed_name_is_new(client, db, cast, taco, headers):
    make_item(db, cast.truck, "cafe taco", 300, [("Size [1-1]", 1, 1, [("Large, 2.00", 0)])], position=1)
    whole = read(client, headers, exported(client, headers))
    assert (whole["questions"], counts(whole)) == ([], (0, 0, 2))
    first, second = exported(client, headers)
    second["options"] = second["options"].replace("\\", "")  # as an older version wrote it
    assert read(client, headers, [second])["questions"] == []
    renamed = [first | {"name": "Old"}, second | {"name": "Older"}, row(name="Cafe Taco")]
    shown = read(client, headers, renamed)
    assert (counts(shown), shown["questions"]) == ((1, 2, 0), [])


def test_columns_that_a_file_lacks_stay_as_they_are(client, cast, taco, headers):
    raw = b"Lunch\nname,price,calories\nCafe Taco,6.00,500\nFlan,3.00,200\n"
    shown = read(client, headers, raw)
    assert [(note["code"], note["params"]) for note in shown["leftOut"]] == [
        ("import_rows_above_left_out", {"row": 2}),
        ("import_column_left_out", {"column": "calories"}),
    ]
    [before] = staff_menu(client, cast, headers)
    put_on_menu(client, headers, raw, {shown["questions"][0]["_id"]: "change"})
    after, flan = staff_menu(client, cast, headers)
    own = {"name": "Cafe Taco", "basePrice": 6, "version": 2, "updatedAt": after["updatedAt"]}
    assert after == before | own
    assert (flan["isAvailable"], flan["prepUnits"], flan["optionGroups"]) == (True, 1, [])


def test_the_example_of_the_guide_can_be_imported(client, cast, headers):
    [example] = re.findall(r"```\n(Size .*)\n```", GUIDE.read_text(encoding="utf-8"))
    done = put_on_menu(client, headers, file_of([row(options=example)]))
    assert (counts(done), done["leftOut"]) == ((1, 0, 0), [])


def test_a_menu_with_an_item_at_the_last_place_still_comes_back_as_it_is(client, db, cast, headers):
    last = make_item(db, cast.truck, "Last", 450, position=99_999)
    client.post("/api/menu-items", json={"name": "Added", "basePrice": 1}, headers=headers)
    client.post(f"/api/menu-items/{last.id}/duplicate", headers=headers)
    rows = exported(client, headers)
    assert [one["position"] for one in rows] == ["99999"] * 3
    assert counts(put_on_menu(client, headers, rows)) == (0, 0, 3)


PROBLEMS = [
    ({"name": "x" * 81}, "name", "too_long"),
    ({"name": "'=x\u0007"}, "name", "unprintable"),
    ({"name": ""}, "name", "required"),
    ({"description": "x" * 501}, "description", "too_long"),
    ({"section": "x" * 41}, "section", "too_long"),
    ({"price": "10000"}, "price", "amount_out_of_range"),
    ({"price": ""}, "price", "import_price_required"),
    ({"price": "FREE"}, "price", "import_price_invalid"),
    ({"available": "perhaps"}, "available", "import_available_invalid"),
    ({"position": "-1"}, "position", "import_number_invalid"),
    ({"position": "100000"}, "position", "number_out_of_range"),
    ({"image": "http://a.example/x.png"}, "image", "image_url_invalid"),
    ({"image": "/uploads/menu-items/never-640.webp"}, "image", "image_url_invalid"),
    ({"options": "Size: Small"}, "options", "import_group_no_limits"),
    ({"options": "A [0-1]: a | Size [2-3]: Small"}, "options", "max_select_too_large"),
    ({"options": "A [0-1]: a; " + "b" * 81}, "options", "too_long"),
    ({"options": "A [0-1]: a +1001"}, "options", "amount_out_of_range"),
    ({"options": "A [0-1]: a; ; b"}, "options", "required"),
    ({"options": "A [0-1]: "}, "options", "options_required"),
    ({"id": "f" * 24}, "id", "import_id_unknown"),
]


@pytest.mark.parametrize(("cells", "field", "code"), PROBLEMS)
def test_a_bad_cell_is_asked_and_can_be_corrected_or_left_out(client, cast, headers, cells, field, code):
    shown = read(client, headers, [row(name="Good"), row(name="Bad") | cells])
    [question] = shown["questions"]
    assert (question["kind"], question["row"], question["field"], question["code"]) == ("problem", 3, field, code)
    require_listed({"reason": code, "params": question["params"]})
    assert counts(shown) == (1, 0, 0)
    without = tell(client, headers, shown, {question["_id"]: "leave_out"}).json()
    assert (without["state"], counts(without)) == ("preview", (1, 0, 0))
    values = {"price": "8.50", "available": "no", "position": "3", "image": "", "options": "A [0-1]: a", "id": "add"}
    right = tell(client, headers, shown, {question["_id"]: values.get(field, "Right")}).json()
    assert (right["state"], right["questions"], counts(right)) == ("preview", [], (2, 0, 0))


def test_the_beginning_of_a_long_text_is_taken_only_if_that_is_said(client, headers):
    shown = read(client, headers, [row(description="so many words " * 60)])
    [question] = shown["questions"]
    assert question["choices"] == ["cut", "leave_out"]
    told = tell(client, headers, shown, {question["_id"]: "cut"}).json()
    assert told["preview"]["changes"][0]["item"]["description"].endswith("so many…")


def test_too_many_items_and_rows_are_one_sentence(client, cast, headers):
    whole = read(client, headers, [row(name=f"Item {at}") for at in range(1001)])
    assert (whole["state"], [one["code"] for one in whole["problems"]]) == ("failed", ["import_too_many_items"])
    long = read(client, headers, b"name,price\n" + b"A,1\n" * 10_100)
    assert (long["state"], [one["code"] for one in long["problems"]]) == ("failed", ["import_file_too_many_rows"])


def test_a_whole_large_menu_is_taken_at_once_and_never_grows_beyond_its_limit(client, cast, headers):
    rows = [row(name=f"Item {at}", options="Size [1-1]: Small; Large +1.00") for at in range(999)]
    assert counts(put_on_menu(client, headers, rows)) == (999, 0, 0)
    full = read(client, headers, [row(name="A"), row(name="B")])
    assert [one["code"] for one in full["problems"]] == ["menu_full"]
    assert confirm(client, headers, full).json()["code"] == "import_not_ready"


@pytest.mark.dialect
def test_a_failure_in_the_middle_leaves_nothing_behind(client, db, cast, taco, headers, monkeypatch, snapshot):
    from chuckwagon.menu.imports import undo

    def fail(*_):
        raise MemoryError

    shown = read(client, headers, [row(id=taco.id, price="9"), row(name="A"), row(name="B")])
    monkeypatch.setattr(undo, "write_records", fail)  # after all items are stored
    before = snapshot()
    assert confirm(client, headers, shown).status_code == 500
    assert snapshot() == before
    with db.reading() as session:
        assert session.get_one(MenuItem, taco.id).base_price_cents == 450


def test_the_menu_as_it_is_when_confirmed_decides(client, db, cast, taco, headers):
    shown = read(client, headers, [row(name="Flan")])
    make_item(db, cast.truck, "Flan", 100, position=2)
    late = confirm(client, headers, shown)
    assert (late.status_code, late.json()["code"]) == (409, "menu_changed")
    assert [one["kind"] for one in late.json()["menuImport"]["questions"]] == ["same_name"]


def test_it_is_planned_without_a_lock_and_once_more_if_the_menu_changes_by_then(
    client, db, cast, taco, headers, monkeypatch
):
    from chuckwagon.menu.imports import service

    plan, prepare, planned = service._plan, service._prepare, []

    def count(*given):
        planned.append(1)
        return plan(*given)

    def change_meanwhile(*given):
        prepared = prepare(*given)
        make_item(db, cast.truck, "Flan", 100, position=2)
        return prepared

    named = (("5", "A"), ("6", "Flan"))
    shown = [read(client, headers, [row(id=taco.id, price=price), row(name=name)]) for price, name in named]
    monkeypatch.setattr(service, "_plan", count)
    assert (confirm(client, headers, shown[0]).status_code, len(planned)) == (200, 1)
    monkeypatch.setattr(service, "_prepare", change_meanwhile)
    late = confirm(client, headers, shown[1])
    assert (late.json()["code"], len(planned)) == ("menu_changed", 3)
    assert dict(names_and_prices(client, cast, headers)) == {"New": 5, "A": 1, "Flan": 1}


def test_a_superadmin_names_the_truck(client, cast, headers):
    headers = cast.headers("superadmin")
    assert read(client, headers, [row()], truck_id=cast.truck.id)["truckId"] == cast.truck.id
    for truck_id, status in ((None, 400), ("f" * 24, 404), ("x", 404)):
        assert start(client, headers, [row()], truck_id=truck_id).status_code == status


def test_a_workbook_with_several_sheets_that_may_be_the_menu_asks_which(client, cast, headers):
    raw = xlsx(
        {
            "Food": [["Plato", "Precio", "Notas"], ["Tamal", "3", ""], ["Pozole", "9.50", "hot"]],
            "Staff": [["Who", "When"], ["Ana", "Mon"]],
            "Drinks": [["Bebida", "Costo"], ["Agua", "2"]],
        }
    )
    shown = read(client, headers, raw, name="menu.xlsx")
    [question] = shown["questions"]
    assert (question["kind"], question["choices"]) == ("sheet", ["0", "1", "2", "all_sheets"])
    assert [one["title"] for one in question["columns"]] == ["Food", "Staff", "Drinks"]
    assert question["rows"][2] == ["Bebida", "Costo"]
    assert shown["preview"]["rows"] == 4
    assert tell(client, headers, shown, {"sheets": "9"}).json()["reason"] == "choice_unknown"
    assert confirm(client, headers, shown).json()["code"] == "import_not_ready"
    assert names_and_prices(client, cast, headers) == []


def test_the_chosen_sheet_is_read_and_the_others_are_listed_and_it_is_known_the_next_time(client, cast, headers):
    raw = xlsx({"Food": [["Plato", "Precio"], ["Tamal", "3"]], "Staff": [["Who", "When"], ["Ana", "Mon"]]})
    shown = tell(client, headers, read(client, headers, raw, name="menu.xlsx"), {"sheets": "0"}).json()
    assert {one["kind"] for one in shown["questions"]} == {"column"}
    assert shown["preview"]["rows"] == 1  # while the first question is open
    assert [one["params"] for one in shown["leftOut"]] == [{"words": "Staff"}]
    told = tell(client, headers, shown, {"0:column:name": "Plato", "0:column:price": "B"}).json()
    confirm(client, headers, told)
    assert names_and_prices(client, cast, headers) == [("Tamal", 3)]
    again = read(client, headers, raw, name="menu.xlsx")
    assert [one["kind"] for one in again["questions"]] == ["same_name"]


def test_sheets_of_different_columns_can_all_be_the_menu(client, cast, headers):
    raw = xlsx({"Food": [["Plato", "Precio"], ["Tamal", "3"]], "Drinks": [["Costo", "Bebida"], ["2", "Agua"]]})
    shown = tell(client, headers, read(client, headers, raw, name="menu.xlsx"), {"sheets": "all_sheets"}).json()
    for answers in ({"0:column:name": "A", "0:column:price": "B"}, {"1:column:name": "B", "1:column:price": "A"}):
        assert shown["state"] == "questions"
        shown = tell(client, headers, shown, answers).json()
    confirm(client, headers, shown)
    assert names_and_prices(client, cast, headers) == [("Tamal", 3), ("Agua", 2)]
