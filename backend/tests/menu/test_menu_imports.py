"""Staff import a menu from files: read, answer, confirm, and undo for a day."""

import json
from collections import Counter
from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.audit.log import AuditEvent, compute_digest
from chuckwagon.kit import clock
from chuckwagon.menu.models import MenuImport
from tests.factories import make_item
from tests.menu.menu_imports import confirm, counts, exported, put_on_menu, read, row, staff_menu, start, tell, undo

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


def test_an_export_comes_back_unchanged_and_without_a_question(client, cast, menu, headers):
    raw = client.get("/api/menu-items/export", headers=headers).content
    before = staff_menu(client, cast, headers)
    found = read(client, headers, raw)
    assert (found["state"], found["shape"], counts(found)) == ("preview", "chuckwagon", (0, 0, 3))
    assert (found["questions"], found["problems"], found["leftOut"]) == ([], [], [])
    done = confirm(client, headers, found).json()
    assert (done["state"], done["undoUntil"]) == ("confirmed", None)
    assert staff_menu(client, cast, headers) == before


def test_an_edited_file_is_shown_then_stored_then_undone(client, cast, menu, headers):
    before = staff_menu(client, cast, headers)
    taco, _nduja, cola = exported(client, headers)
    taco |= {"price": "$5", "options": "Extras [0-1]: Salsa +1.00 | Size [1-1]: Large +2.50; XL +3.00; Small"}
    cola |= {"available": "Yes", "section": "", "position": ""}
    found = read(client, headers, [cola, taco, row(name="Flan", price="3.5", options="Top [0-2]: Caramel; Nuts +1")])
    assert (found["state"], counts(found)) == ("preview", (1, 2, 0))
    assert staff_menu(client, cast, headers) == before
    assert client.get(f"/api/menu-imports/{found['_id']}", headers=headers).json() == found
    done = confirm(client, headers, found).json()
    assert done["state"] == "confirmed"
    assert done["preview"] == found["preview"]
    assert confirm(client, headers, found).json() == done
    after = {entry["name"]: entry for entry in staff_menu(client, cast, headers)}
    assert (after["Taco"]["basePrice"], after["Flan"]["basePrice"], after["=Cola"]["isAvailable"]) == (5, 3.5, True)
    back = undo(client, headers, found)
    assert (back.status_code, back.json()["state"]) == (200, "undone")
    assert list(map(content, staff_menu(client, cast, headers))) == list(map(content, before))
    assert undo(client, headers, found).json() == back.json()


def content(entry) -> dict:
    """An item without its versions and without the ids of options, of which an import may have removed some."""
    groups = [
        {**group, "_id": "", "options": [{**option, "_id": ""} for option in group["options"]]}
        for group in entry["optionGroups"]
    ]
    return {**entry, "version": 0, "updatedAt": "", "optionGroups": groups}


def test_an_import_is_undone_only_for_a_day_and_while_nothing_was_edited(client, db, cast, menu, headers):
    taco = exported(client, headers)[0]
    done = put_on_menu(client, headers, [taco | {"price": "5"}, row(name="Flan")])
    flan = next(one for one in staff_menu(client, cast, headers) if one["name"] == "Flan")
    client.patch(f"/api/menu-items/{flan['_id']}/toggle-availability", headers=headers)
    client.put(f"/api/menu-items/{flan['_id']}", json={"basePrice": 9}, headers=headers)
    refused = undo(client, headers, done)
    assert (refused.status_code, refused.json()["code"], refused.json()["items"]) == (409, "import_edited", ["Flan"])
    client.put(f"/api/menu-items/{flan['_id']}", json={"basePrice": 1}, headers=headers)
    _age(db, timedelta(hours=23, minutes=59))
    assert undo(client, headers, done).status_code == 200
    late = put_on_menu(client, headers, [row(name="Late")])
    _age(db, timedelta(hours=24))
    assert undo(client, headers, late).json()["code"] == "import_undo_late"


def test_an_import_of_an_older_server_is_undone(client, db, cast, menu, headers):
    taco = exported(client, headers)[0]
    done = put_on_menu(client, headers, [taco | {"price": "5"}])

    def forget(session):
        stored = session.scalars(sa.select(MenuImport)).one()
        records = json.loads(stored.undo)
        for record in records:
            for content in (record["before"], record["after"]):
                del content["values"]["translations"], content["values"]["sale_times"]
                for group in content["groups"]:
                    del group["free_count"]
                    for option in group["options"]:
                        del option["max_quantity"]
        stored.undo = json.dumps(records)

    db.write(forget)
    assert undo(client, headers, done).status_code == 200
    assert {one["name"]: one["basePrice"] for one in staff_menu(client, cast, headers)}["Taco"] == 4.5


def _age(db, by):
    """All imports were confirmed so long ago."""
    db.write(lambda session: session.execute(sa.update(MenuImport).values(confirmed_at=clock.now() - by)))


@pytest.mark.parametrize("is_deleted", [False, True], ids=["changed", "deleted"])
def test_an_undone_import_brings_a_group_back_as_its_option_set_is_now(client, cast, headers, is_deleted):
    def ask(method, path, **body):
        answer = client.request(method, f"/api{path}", headers=headers, json=body or None)
        assert answer.is_success, answer.text
        return answer.json()

    shrimp = {"name": "Shrimp", "additionalPrice": 2.5}
    of_set = {"name": "Filling", "minSelect": 0, "maxSelect": 1, "options": [shrimp]}
    made = ask("POST", "/option-sets", **of_set)
    item = ask("POST", "/menu-items", name="Burrito", basePrice=9, optionGroups=[{"setId": made["_id"]}])
    [line] = exported(client, headers)
    done = put_on_menu(client, headers, [line | {"options": "Size [0-1]: Small; Large +1.00"}])
    if is_deleted:
        ask("DELETE", f"/option-sets/{made['_id']}")
    else:
        dearer = [made["options"][0] | {"additionalPrice": 3}]
        ask("PUT", f"/option-sets/{made['_id']}", **of_set | {"options": dearer, "version": made["version"]})
    assert undo(client, headers, done).status_code == 200
    [group] = ask("GET", f"/menu-items/{item['_id']}")["optionGroups"]
    price, set_id = (2.5, None) if is_deleted else (3, made["_id"])
    assert (group["name"], group.get("setId"), group["options"][0]["additionalPrice"]) == ("Filling", set_id, price)
    edited = of_set | {"_id": group["_id"], "name": "Meat"}
    changed = client.put(f"/api/menu-items/{item['_id']}", json={"optionGroups": [edited]}, headers=headers)
    assert changed.status_code == (200 if is_deleted else 400), changed.text


def test_the_last_ten_imports_can_be_undone_and_the_others_keep_their_counts(client, db, cast, headers):
    done = [put_on_menu(client, headers, [row(name=f"Item {at}")]) for at in range(12)]
    for emptied in done[:2]:
        shown = client.get(f"/api/menu-imports/{emptied['_id']}", headers=headers).json()
        assert (counts(shown), shown["preview"]["changes"], shown["undoUntil"]) == ((1, 0, 0), [], None)
        refused = undo(client, headers, emptied)
        assert (refused.status_code, refused.json()["code"]) == (409, "import_undo_late")
    with db.reading() as session:
        stored = session.scalars(sa.select(MenuImport.undo).order_by(MenuImport.confirmed_at)).all()
    assert [one == "[]" for one in stored] == [True] * 2 + [False] * 10
    assert len(staff_menu(client, cast, headers)) == 12
    assert undo(client, headers, done[2]).json()["state"] == "undone"
    assert [entry["name"] for entry in staff_menu(client, cast, headers) if entry["name"] == "Item 2"] == []
    unchanged = put_on_menu(client, headers, exported(client, headers))
    assert undo(client, headers, unchanged).status_code == 200


def test_what_is_wrong_with_one_item_is_a_question(client, cast, menu, headers):
    rows = [row(name="A", price="8,50"), row(name="B", options="Size [1-1]: Small; Large 2.00"), row(name="Taco")]
    found = read(client, headers, rows)
    price, doubt, same = found["questions"]
    assert (found["state"], counts(found)) == ("questions", (0, 0, 0))
    assert (price["kind"], price["code"], price["field"], price["value"]) == (
        "problem", "import_price_comma", "price", "8,50",
    )  # fmt: skip
    assert (doubt["kind"], doubt["suggestion"]) == ("doubt", "Size [1-1]: Small; Large +2.00")
    assert (same["kind"], same["choices"]) == ("same_name", ["change", "add", "leave_out"])
    assert confirm(client, headers, found).json()["code"] == "import_not_ready"
    assert tell(client, headers, found, {"9.9:price": "1"}).status_code == 400
    assert tell(client, headers, found, {doubt["_id"]: "perhaps"}).status_code == 400
    asked = tell(client, headers, found, {price["_id"]: "8.5.0", doubt["_id"]: "as_suggested"}).json()
    assert [one["_id"] for one in asked["questions"]] == [price["_id"], same["_id"]]
    told = tell(client, headers, found, {price["_id"]: "8.50", same["_id"]: "leave_out"}).json()
    assert (told["state"], counts(told), told["questions"]) == ("preview", (2, 0, 0), [])
    assert [(one["code"], one["name"]) for one in told["leftOut"]] == [("import_item_left_out", "Taco")]
    confirm(client, headers, told)
    after = {entry["name"]: entry for entry in staff_menu(client, cast, headers)}
    assert (after["A"]["basePrice"], after["Taco"]["basePrice"]) == (8.5, 4.5)
    assert [one["additionalPrice"] for one in after["B"]["optionGroups"][0]["options"]] == [0, 2]


def test_an_unknown_table_asks_which_column_is_what_and_remembers_it(client, cast, headers):
    raw = "Artículo;Importe;Notas\nPan;8,50;dulce\nJamón;1.250,00;\n".encode("cp1252")
    found = read(client, headers, raw)
    assert (found["state"], found["shape"]) == ("questions", "table")
    name, price = found["questions"][:2]
    assert (name["field"], name["suggestion"], price["suggestion"], name["rows"][0]) == (
        "name",
        "A",
        "B",
        ["Pan", "8,50", "dulce"],
    )
    told = tell(client, headers, found, {name["_id"]: "A", price["_id"]: "importe"}).json()
    assert (told["state"], counts(told)) == ("preview", (2, 0, 0))
    assert [one["params"] for one in told["leftOut"]] == [{"column": "Notas"}]
    confirm(client, headers, told)
    assert {entry["name"]: entry["basePrice"] for entry in staff_menu(client, cast, headers)} == {
        "Pan": 8.5,
        "Jamón": 1250,
    }
    again = read(client, headers, raw)
    assert [one["kind"] for one in again["questions"]] == ["same_name"] * 2


def test_a_form_that_brings_no_file_is_refused(client, headers):
    assert client.post("/api/menu-imports", json={}, headers=headers).status_code == 415
    assert client.post("/api/menu-imports", files={"other": ("a.csv", b"x")}, headers=headers).status_code == 400
    assert start(client, headers, b"x" * (5 * 1024 * 1024 + 1)).status_code == 413
    assert start(client, headers, b"x" * (10 * 1024 * 1024)).status_code == 413


@pytest.mark.parametrize("role", [None, "other_admin", "truckless_admin"])
def test_nobody_else_imports(client, cast, menu, headers, role):
    found = read(client, headers, [row()])
    others, status = cast.headers(role), 401 if role is None else 403
    assert start(client, others, [row()], truck_id=cast.truck.id).status_code == status
    address = f"/api/menu-imports/{found['_id']}"
    assert client.get(address, headers=others).status_code == status
    assert client.post(f"{address}/answers", json={"answers": {}}, headers=others).status_code == status
    for step in ("confirm", "undo"):
        assert client.post(f"{address}/{step}", headers=others).status_code == status
    assert client.get("/api/menu-imports/x", headers=headers).status_code == 404


def test_many_items_take_as_few_statements_as_few_and_their_audit_rows_are_whole(client, cast, headers, db):
    def run(step, found):
        statements = []

        def note(_connection, _cursor, text, *_):
            statements.append(text)

        sa.event.listen(sa.Engine, "before_cursor_execute", note)
        try:
            assert step(client, headers, found).status_code == 200
        finally:
            sa.event.remove(sa.Engine, "before_cursor_execute", note)
        return len(statements)

    seen = []
    for count in (2, 40):
        options = "Size [1-1]: S; L +1.00"
        added = read(client, headers, [row(name=f"{count} {at}", options=options) for at in range(count)])
        steps = [run(confirm, added)]
        rows = [one | {"price": "9", "options": f"{options}; XL +2.00"} for one in exported(client, headers)]
        changed = read(client, headers, [one for one in rows if one["name"].startswith(f"{count} ")])
        seen.append([*steps, run(confirm, changed), run(undo, changed), run(undo, added)])
    assert seen[0] == seen[1]
    with db.reading() as session:
        rows = session.scalars(sa.select(AuditEvent).where(AuditEvent.action.like("menu_item.%"))).all()
    actions = Counter(row.action.partition(".")[2] for row in rows)
    assert actions == {"created": 42, "price_changed": 84, "changed": 84, "archived": 42}
    assert all(row.digest == compute_digest(vars(row)) for row in rows)
