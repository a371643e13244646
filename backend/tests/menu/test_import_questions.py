"""An import never doubles a menu in silence, and takes lists that were not exported here."""

import re
from pathlib import Path

import pytest

from chuckwagon.menu.models import MenuItem
from tests.error_reasons import require_listed
from tests.factories import make_item
from tests.menu.test_import_menu import exported, file_of, import_menu, row, staff_menu

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
    shown = import_menu(client, headers, rows).json()
    first, second = shown["questions"]
    assert (first["row"], first["sameAsRow"], first["choice"], first["item"]["basePrice"]) == (2, None, None, 5)
    assert {one["field"] for one in first["differences"]} >= {"name", "basePrice", "description"}
    assert (second["row"], second["sameAsRow"]) == (4, 3)
    assert (shown["added"], shown["changed"], shown["problems"]) == (1, 0, [])
    before = snapshot()
    for choices, refused in (({}, [2, 4]), ({4: "add"}, [2])):
        answer = import_menu(client, headers, rows, confirm=True, choices=choices)
        assert (answer.status_code, answer.json()["code"]) == (400, "import_invalid")
        problems = answer.json()["problems"]
        assert [(one["row"], one["reason"]) for one in problems] == [(at, "import_name_unanswered") for at in refused]
        require_listed(problems[0])
    assert import_menu(client, headers, rows, choices={2: "both"}).json()["reason"] == "import_choices_invalid"
    gone = import_menu(client, headers, rows, confirm=True, choices={2: "add", 3: "change", 4: "add"}).json()
    assert [(one["row"], one["reason"]) for one in gone["problems"]] == [(3, "import_name_gone")]
    assert snapshot() == before

    done = import_menu(client, headers, rows, confirm=True, choices={2: "change", 4: "change"}).json()
    assert (done["added"], done["changed"]) == (1, 1)
    assert names_and_prices(client, cast, headers) == [("CAFE taco", 5), ("flan", 2)]
    again = import_menu(client, headers, rows[:2], confirm=True, choices={2: "add", 3: "add"}, key="again")
    assert again.json()["added"] == 2
    other = import_menu(client, headers, rows[:2], confirm=True, choices={2: "change", 3: "add"}, key="again")
    assert other.status_code == 422
    assert len(staff_menu(client, cast, headers)) == 4


def test_an_export_is_never_asked_about_and_a_freed_name_is_new(client, db, cast, taco, headers):
    make_item(db, cast.truck, "cafe taco", 300, [("Size [1-1]", 1, 1, [("Large, 2.00", 0)])], position=1)
    assert import_menu(client, headers, exported(client, headers)).json() | {"notes": []} == {
        "rows": 2,
        "added": 0,
        "changed": 0,
        "unchanged": 2,
        "applied": False,
        "changes": [],
        "problems": [],
        "questions": [],
        "notes": [],
    }
    first, second = exported(client, headers)
    second["options"] = second["options"].replace("\\", "")  # as an older version wrote it
    assert import_menu(client, headers, [second]).json()["problems"] == []
    copied = [found | {"id": ""} for found in exported(client, headers)]
    assert import_menu(client, headers, copied).json()["problems"] == []
    renamed = [first | {"name": "Old"}, second | {"name": "Older"}, row(name="Cafe Taco")]
    shown = import_menu(client, headers, renamed).json()
    assert (shown["added"], shown["changed"], shown["questions"]) == (1, 2, [])


def test_columns_that_a_file_lacks_stay_as_they_are(client, cast, taco, headers):
    raw = b"Lunch\nname,price,calories\nCafe Taco,6.00,milk\nFlan,3.00,eggs\n"
    shown = import_menu(client, headers, raw).json()
    assert [(note["row"], note["reason"], note["params"]) for note in shown["notes"]] == [
        (2, "import_rows_above_left_out", {"row": 2}),
        (2, "import_column_left_out", {"column": "calories"}),
    ]
    [before] = staff_menu(client, cast, headers)
    assert import_menu(client, headers, raw, confirm=True, choices={3: "change"}).status_code == 200
    after, flan = staff_menu(client, cast, headers)
    own = {"name": "Cafe Taco", "basePrice": 6, "version": 2, "updatedAt": after["updatedAt"]}
    assert after == before | own
    assert (flan["isAvailable"], flan["prepUnits"], flan["optionGroups"]) == (True, 1, [])


def test_the_example_of_the_guide_can_be_imported(client, cast, headers):
    [example] = re.findall(r"```\n(Size .*)\n```", GUIDE.read_text(encoding="utf-8"))
    answer = import_menu(client, headers, file_of([row(options=example)]), confirm=True).json()
    assert (answer["added"], answer["problems"], answer["notes"]) == (1, [], [])


def test_a_repeated_confirmation_adds_once(client, cast, headers):
    first = import_menu(client, headers, [row()], confirm=True, key="file-1")
    assert import_menu(client, headers, [row()], confirm=True, key="file-1").json() == first.json()
    other = import_menu(client, headers, [row(name="Other")], confirm=True, key="file-1")
    assert other.status_code == 422
    assert [entry["name"] for entry in staff_menu(client, cast, headers)] == ["New"]


def test_a_menu_with_an_item_at_the_last_place_still_comes_back_as_it_is(client, db, cast, headers):
    last = make_item(db, cast.truck, "Last", 450, position=99_999)
    client.post("/api/menu-items", json={"name": "Added", "basePrice": 1}, headers=headers)
    client.post(f"/api/menu-items/{last.id}/duplicate", headers=headers)
    rows = exported(client, headers)
    assert [one["position"] for one in rows] == ["99999"] * 3
    answer = import_menu(client, headers, rows, confirm=True).json()
    assert (answer["unchanged"], answer["problems"]) == (3, [])


@pytest.mark.dialect
def test_a_failure_in_the_middle_leaves_nothing_behind(client, db, cast, taco, headers, monkeypatch, snapshot):
    from chuckwagon.menu.csv import service

    real, calls = service.add_item, []

    def fail_late(session, author, truck_id, draft):
        calls.append(draft)
        if len(calls) == 2:
            raise MemoryError
        return real(session, author, truck_id, draft)

    monkeypatch.setattr(service, "add_item", fail_late)
    before = snapshot()
    rows = [row(id=taco.id, price="9"), row(name="A"), row(name="B")]
    assert import_menu(client, headers, rows, confirm=True).status_code == 500
    assert (len(calls), snapshot()) == (2, before)
    with db.reading() as session:
        assert session.get_one(MenuItem, taco.id).base_price_cents == 450
