"""Staff export a menu, edit the file and import it, all or nothing."""

import csv
import io
import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from chuckwagon.kit import clock
from chuckwagon.menu.csv.format import COLUMNS
from tests.error_reasons import require_listed
from tests.factories import make_item

SIZES = [("Size", 1, 1, [("Small", 0), ("Large", 250)]), ("Extras", 0, 2, [("Salsa", 0), ("Salsa", 100)])]


@pytest.fixture
def menu(db, cast):
    return [
        make_item(db, cast.truck, "Taco", 450, SIZES, section="Mains", description='Pork, "al pastor"\n=best'),
        make_item(db, cast.truck, "=Cola", 250, section="Drinks", position=1, is_available=False),
        make_item(db, cast.truck, "'Nduja", 700, section="Mains", position=2, image_url="/uploads/demo/x-640.webp"),
    ]


@pytest.fixture
def headers(cast):
    return cast.headers("truck_admin")


def exported(client, headers, **query) -> list[dict]:
    answer = client.get("/api/menu-items/export", params=query, headers=headers)
    assert answer.status_code == 200, answer.text
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))


def row(**cells) -> dict:
    return {"id": "", "name": "New", "price": "1", "available": "yes"} | cells


def file_of(rows) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, COLUMNS, restval="")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def import_menu(client, headers, rows, *, confirm=False, truck_id=None, key=None, choices=None):
    raw = rows if isinstance(rows, bytes) else file_of(rows)
    return client.post(
        "/api/menu-items/import",
        params={"truckId": truck_id} if truck_id else {},
        files={"file": ("menu.csv", raw, "text/csv")},
        data=({"confirm": "true"} if confirm else {}) | ({"choices": json.dumps(choices)} if choices else {}),
        headers=headers | ({"Idempotency-Key": key} if key else {}),
    )


def staff_menu(client, cast, headers) -> list[dict]:
    return client.get(f"/api/menu-items/truck/{cast.truck.id}", headers=headers).json()


def test_the_file_holds_one_row_for_each_item_in_the_menus_order(client, db, cast, menu, headers):
    make_item(db, cast.truck, "Gone", archived_at=clock.now())
    make_item(db, cast.other_truck, "Theirs")
    answer = client.get("/api/menu-items/export", headers=headers)
    assert answer.content.startswith(b"\xef\xbb\xbfid,name,description,category,section,price,available,")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="menu-own-truck.csv"'
    assert answer.headers["cache-control"] == "no-store"
    rows = exported(client, headers)
    assert [found["name"] for found in rows] == ["Taco", "'Nduja", "'=Cola"]
    assert rows[0] | {"description": ""} == {
        "id": menu[0].id,
        "name": "Taco",
        "description": "",
        "category": "",
        "section": "Mains",
        "price": "4.50",
        "available": "yes",
        "position": "0",
        "image": "",
        "options": "Size [1-1]: Small; Large +2.50 | Extras [0-2]: Salsa; Salsa +1.00",
        "units": "1",
        "tax": "standard",
        "diets": "",
        "allergens": "",
    }


def test_a_file_that_was_not_edited_changes_nothing(client, cast, menu, headers, snapshot):
    raw = client.get("/api/menu-items/export", headers=headers).content
    before = snapshot()
    for confirm in (False, True):
        answer = import_menu(client, headers, raw, confirm=confirm)
        assert answer.json() == {
            "rows": 3,
            "added": 0,
            "changed": 0,
            "unchanged": 3,
            "applied": confirm,
            "changes": [],
            "problems": [],
            "questions": [],
            "notes": [],
        }
    assert snapshot() == before


EDITED = {
    "rows": 3,
    "added": 1,
    "changed": 2,
    "unchanged": 0,
    "applied": True,
    "changes": [
        {
            "row": 2,
            "kind": "changed",
            "name": "=Cola",
            "details": ["Section: “Drinks” → nothing", "Now available"],
        },
        {
            "row": 3,
            "kind": "changed",
            "name": "Taco",
            "details": [
                "Price: $4.50 → $5.00",
                "Options: Extras [0-2]: Salsa; Salsa +1.00 → Extras [0-1]: Salsa +1.00",
                "Options: Size [1-1]: Small; Large +2.50 → Size [1-1]: Large +2.50; XL +3.00; Small",
            ],
        },
        {"row": 4, "kind": "added", "name": "Flan", "details": ["Price: $3.50"]},
    ],
    "problems": [],
    "questions": [],
    "notes": [],
}


def check_values(changes):
    """What a screen shows of the changes, without a sentence."""
    cola, taco, flan = changes
    assert [(one["field"], one["before"], one["after"]) for one in cola["differences"]] == [
        ("section", "Drinks", ""),
        ("isAvailable", False, True),
    ]
    price, extras, size = taco["differences"]
    assert (price["field"], price["before"], price["after"]) == ("basePrice", 4.5, 5)
    assert (extras["groupBefore"]["maxSelect"], extras["groupAfter"]["maxSelect"]) == (2, 1)
    assert [one["name"] for one in size["groupAfter"]["options"]] == ["Large", "XL", "Small"]
    caramel = {"name": "Caramel", "additionalPrice": 0, "isAvailable": True}
    assert flan["item"] == {
        "name": "Flan",
        "description": "",
        "category": "",
        "section": "Sweets",
        "basePrice": 3.5,
        "isAvailable": True,
        "imageUrl": None,
        "position": None,
        "prepUnits": 1,
        "taxClass": "standard",
        "diets": None,
        "allergens": None,
        "optionGroups": [{"name": "Top", "minSelect": 0, "maxSelect": 1, "options": [caramel]}],
    }


def test_an_edited_file_is_shown_first_and_then_taken(client, cast, menu, headers, snapshot):
    taco, nduja, cola = exported(client, headers)
    old = {entry["_id"]: entry for entry in staff_menu(client, cast, headers)}
    taco |= {"price": "$5", "options": "Extras [0-1]: Salsa +1.00 | Size [1-1]: Large +2.50; XL +3.00; Small"}
    cola |= {"available": "Yes", "section": "", "position": ""}
    new = row(name="Flan", price="3.5", section="Sweets", options="Top [0-1]: Caramel")
    rows = [cola, taco, new]
    before = snapshot()
    shown = import_menu(client, headers, rows)
    assert (shown.status_code, shown.headers["cache-control"]) == (200, "no-store")
    assert snapshot() == before
    done = import_menu(client, headers, rows, confirm=True)
    assert done.json() == shown.json() | {"applied": True}
    plain = [{key: change[key] for key in ("row", "kind", "name", "details")} for change in done.json()["changes"]]
    assert done.json() | {"changes": plain} == EDITED
    check_values(done.json()["changes"])
    after = {entry["name"]: entry for entry in staff_menu(client, cast, headers)}
    assert set(after) == {"Taco", "=Cola", "'Nduja", "Flan"}
    assert (after["Flan"]["position"], after["Flan"]["basePrice"], after["Flan"]["hasOptions"]) == (
        3,
        3.5,
        True,
    )
    assert after["'Nduja"] == old[nduja["id"]]
    assert (after["=Cola"]["version"], after["=Cola"]["position"], after["Taco"]["basePrice"]) == (2, 1, 5)
    names = option_ids(old[taco["id"]]), option_ids(after["Taco"])
    assert names[1] == {
        **names[0],
        ("Extras", "Salsa"): names[0]["Extras", "Salsa"],
        ("Size", "XL"): names[1]["Size", "XL"],
    }
    assert import_menu(client, headers, exported(client, headers), confirm=True).json()["unchanged"] == 4


def option_ids(entry) -> dict:
    """Option ids by name; of two options with the same name, the first one."""
    found = {}
    for group in entry["optionGroups"]:
        found[group["name"], ""] = group["_id"]
        for option in group["options"]:
            found.setdefault((group["name"], option["name"]), option["_id"])
    return found


def test_three_bad_rows_of_a_hundred_are_named_and_nothing_is_changed(client, menu, headers, snapshot):
    rows = [row(name=f"Item {at}") for at in range(100)]
    rows[10]["price"] = "8,50"
    rows[50]["id"] = "f" * 24
    rows[98]["name"] = ""
    before = snapshot()
    shown = import_menu(client, headers, rows)
    assert (shown.status_code, shown.json()["added"], shown.json()["applied"]) == (200, 97, False)
    assert [(p["row"], p["column"]) for p in shown.json()["problems"]] == [
        (12, "price"),
        (52, "id"),
        (100, "name"),
    ]
    done = import_menu(client, headers, rows, confirm=True)
    assert (done.status_code, done.json()["code"]) == (400, "import_invalid")
    assert shown.json().items() <= done.json().items()
    assert snapshot() == before


BAD_ROWS = [
    ({"name": "x" * 81}, "name", "at most 80"),
    ({"name": "'=x\u0007"}, "name", "cannot be shown"),
    ({"description": "x" * 501}, "description", "at most 500"),
    ({"section": "x" * 41}, "section", "at most 40"),
    ({"price": "1000"}, "price", "from 0 to 999.99"),
    ({"price": ""}, "price", "Fill in"),
    ({"available": "perhaps"}, "available", "yes or no"),
    ({"position": "-1"}, "position", "whole number"),
    ({"position": "100000"}, "position", "whole number"),
    ({"image": "http://a.example/x.png"}, "image", "https:"),
    ({"image": "/uploads/menu-items/never-640.webp"}, "image", "https:"),
    ({"options": "Size: Small"}, "options", "how many"),
    ({"options": "A [0-1]: a | Size [2-3]: Small"}, "options", "Group 2: This group has only 1 option."),
    ({"options": "A [0-1]: a | Size [1-2]: Small"}, "options", "Group 2: “Size” must be chosen and has only one"),
    ({"options": "A [0-1]: a; " + "b" * 81}, "options", "Group 1, option 2: Use at most 80"),
    ({"options": "A [0-1]: a +101"}, "options", "Group 1, option 1: Use an amount from 0 to 100."),
    ({"options": "A [0-1]: a; ; b"}, "options", "Group 1, option 2: Please fill"),
    ({"options": "A [0-1]: "}, "options", "Group 1: Add at least one option."),
]


@pytest.mark.parametrize(("cells", "column", "part"), BAD_ROWS)
def test_a_bad_cell_is_named_with_its_row_and_column(client, menu, headers, snapshot, cells, column, part):
    before = snapshot()
    answer = import_menu(client, headers, [row(), row(**cells)], confirm=True)
    [problem] = answer.json()["problems"]
    assert (answer.status_code, problem["row"], problem["column"]) == (400, 3, column)
    assert part in problem["message"]
    require_listed(problem)
    assert snapshot() == before


def test_ids_belong_to_one_row_and_to_this_menu(client, db, cast, menu, headers, snapshot):
    theirs = make_item(db, cast.other_truck, "Theirs")
    gone = make_item(db, cast.truck, "Gone", archived_at=clock.now())
    rows = [row(id=menu[0].id), row(id=theirs.id), row(id=menu[0].id), row(id=gone.id), row(id="x")]
    before = snapshot()
    answer = import_menu(client, headers, rows, confirm=True)
    assert [(p["row"], p["column"], p["message"][:9]) for p in answer.json()["problems"]] == [
        (3, "id", "This menu"),
        (4, "id", "Row 2 has"),
        (5, "id", "This menu"),
        (6, "id", "This menu"),
    ]
    assert snapshot() == before


def test_a_header_that_is_not_as_expected_is_named(client, headers, snapshot):
    before = snapshot()
    raw = file_of([row()]).replace(b"price", b"cost", 1)
    for confirm, status in ((False, 200), (True, 400)):
        answer = import_menu(client, headers, raw, confirm=confirm)
        assert answer.status_code == status
        assert [(p["row"], p["column"]) for p in answer.json()["problems"]] == [(1, "price")]
        assert [(p["row"], p["column"]) for p in answer.json()["notes"]] == [(1, "cost")]
    assert snapshot() == before


def test_a_menu_never_grows_beyond_its_limit(client, menu, headers, snapshot):
    before = snapshot()
    answer = import_menu(client, headers, [row(name=f"Item {at}") for at in range(998)], confirm=True)
    assert [(p["row"], p["column"]) for p in answer.json()["problems"]] == [(999, "id")]
    assert snapshot() == before


def test_a_whole_large_menu_is_taken_at_once(client, cast, headers):
    rows = [row(name=f"Item {at}", options="Size [1-1]: Small; Large +1.00") for at in range(1000)]
    assert import_menu(client, headers, rows, confirm=True).json()["added"] == 1000
    assert import_menu(client, headers, exported(client, headers)).json()["unchanged"] == 1000


def test_the_menu_as_it_is_when_confirmed_decides(client, db, cast, menu, headers):
    taco, _, cola = exported(client, headers)
    rows = [taco | {"price": "5.00"}, cola | {"price": "3.00"}]
    assert import_menu(client, headers, rows).json()["changed"] == 2
    client.put(f"/api/menu-items/{menu[0].id}", json={"basePrice": 5, "name": "Tacos"}, headers=headers)
    done = import_menu(client, headers, rows, confirm=True).json()
    assert [change["details"] for change in done["changes"]] == [
        ["Name: “Tacos” → “Taco”"],
        ["Price: $2.50 → $3.00"],
    ]
    client.delete(f"/api/menu-items/{menu[1].id}", headers=headers)
    late = import_menu(client, headers, rows, confirm=True)
    assert (late.status_code, [p["column"] for p in late.json()["problems"]]) == (400, ["id"])


@pytest.mark.dialect
def test_files_that_are_confirmed_at_once_follow_each_other(client, cast, menu, headers):
    rows = exported(client, headers)
    files = [[found | {"price": f"{price}.00"} for found in rows] for price in range(1, 7)]
    with ThreadPoolExecutor(8) as pool:
        flips = [pool.submit(client.patch, f"/api/menu-items/{menu[0].id}/toggle-availability", headers=headers)]
        answers = list(pool.map(lambda rows: import_menu(client, headers, rows, confirm=True), files))
    assert flips[0].result().status_code == 200
    assert [(answer.status_code, answer.json()["applied"]) for answer in answers] == [(200, True)] * 6
    assert len({entry["basePrice"] for entry in staff_menu(client, cast, headers)}) == 1


@pytest.mark.parametrize(
    ("raw", "part"), [(b"PK\x03\x04xl/", "workbook"), (b"", "empty"), ("id,näme".encode("latin-1"), "UTF-8")]
)
def test_a_file_of_another_kind_says_so(client, headers, raw, part):
    for confirm in (False, True):
        answer = import_menu(client, headers, raw, confirm=confirm)
        assert (answer.status_code, list(answer.json()["fields"])) == (400, ["file"])
        assert part in answer.json()["error"]


def note_in(encoding: str) -> bytes:
    """A form part whose text is not in the charset that it names."""
    head = 'Content-Disposition: form-data; name="confirm"\r\nContent-Type: text/plain; charset='
    return f"--x\r\n{head}{encoding}\r\n\r\ntrue!\r\n--x--\r\n".encode()


def test_a_form_that_brings_no_file_is_refused(client, headers, snapshot):
    before = snapshot()
    address = "/api/menu-items/import"
    multipart = {**headers, "Content-Type": "multipart/form-data; boundary=x"}
    two = [("file", ("a.csv", file_of([row()]))), ("file", ("b.csv", file_of([row()])))]
    for answer, status in (
        (client.post(address, json={"file": "x"}, headers=headers), 415),
        (client.post(address, content=b"x", headers=headers), 415),
        (client.post(address, files={"other": ("a.csv", b"x")}, headers=headers), 400),
        (client.post(address, files={"note": ("", b"x")}, data={"file": "id,name"}, headers=headers), 400),
        (client.post(address, files=two, data={"confirm": "true"}, headers=headers), 400),
        (client.post(address, content=b"--x\r\nnonsense", headers=multipart), 400),
        (client.post(address, content=b"", headers=multipart), 400),
        (client.post(address, content=note_in("utf-32"), headers=multipart), 400),
        (client.post(address, content=note_in("klingon"), headers=multipart), 400),
        (client.post(address, content=b"x", headers=headers | {"Content-Type": "multipart/form-data"}), 400),
        (import_menu(client, headers, b"x" * (1024 * 1024 + 1)), 413),
        (import_menu(client, headers, b"x" * (2 * 1024 * 1024)), 413),
    ):
        assert answer.status_code == status, answer.text
    assert snapshot() == before


@pytest.mark.parametrize("role", [None, "other_admin", "truckless_admin"])
def test_nobody_else_takes_or_brings_the_file(client, cast, menu, snapshot, role):
    headers, before = cast.headers(role), snapshot()
    status = 401 if role is None else 403
    query = {"truckId": cast.truck.id}
    assert client.get("/api/menu-items/export", params=query, headers=headers).status_code == status
    assert import_menu(client, headers, [row()], confirm=True, truck_id=cast.truck.id).status_code == status
    assert import_menu(client, headers, b"not a file", truck_id=cast.truck.id).status_code == status
    assert snapshot() == before


def test_a_superadmin_names_the_truck(client, cast, menu):
    headers = cast.headers("superadmin")
    assert len(exported(client, headers, truckId=cast.truck.id)) == 3
    assert import_menu(client, headers, [row()], confirm=True, truck_id=cast.truck.id).json()["added"] == 1
    for truck_id, status in ((None, 400), ("f" * 24, 404), ("x", 404)):
        query = {"truckId": truck_id} if truck_id else {}
        assert client.get("/api/menu-items/export", params=query, headers=headers).status_code == status
        for confirm in (False, True):
            assert import_menu(client, headers, [row()], confirm=confirm, truck_id=truck_id).status_code == status
