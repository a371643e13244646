"""Menus in two languages: what is translated, what falls back to the truck's own words, and who reads which."""

import pytest
import sqlalchemy as sa
from msgspec import UNSET

from chuckwagon.audit.log import AuditEvent
from chuckwagon.mail.service import CATALOGS
from chuckwagon.menu.cart_items import load_cart_items
from chuckwagon.menu.csv_cells import InvalidCell
from chuckwagon.menu.csv_files import put_translation, text_of_translation
from chuckwagon.menu.schemas import ItemRequest
from chuckwagon.menu.translations import (
    merge_translations,
    pick_translations,
    show_translations,
    translate_name,
    translate_option,
)
from chuckwagon.notifications.emails import _to_receipt_line
from chuckwagon.orders.models import LineModifier, OrderLine
from chuckwagon.orders.placement.pricing import CartChoice, CartLine, price_cart
from chuckwagon.orders.schemas import StaffModifier, to_staff_item
from chuckwagon.printing import documents
from tests.api_calls import call_as
from tests.menu import menu_imports
from tests.suites import SAME_ON_BOTH

pytestmark = pytest.mark.dialect
SPANISH = {
    "name": "Tazón",
    "description": "Con arroz",
    "section": "Platos",
    "options": {"Size": "Tamaño", "Large": "Grande"},
}
GROUP = {"name": "Size", "minSelect": 0, "maxSelect": 1, "options": [{"name": "Large"}, {"name": "Small"}]}


@pytest.fixture
def ask(client, cast):
    return call_as(client, cast, "truck_admin")


@pytest.fixture
def bowl(ask):
    sent = {"name": "Bowl", "basePrice": 9, "optionGroups": [GROUP], "translations": {"es": SPANISH}}
    return ask("POST", "/menu-items", json=sent).json()


def change(ask, item, translations):
    answer = ask("PUT", f"/menu-items/{item['_id']}", json={"translations": translations})
    assert answer.status_code == 200, answer.text
    return answer.json().get("translations")


def test_customers_and_staff_read_the_translations_beside_the_own_words(client, cast, ask, bowl):
    plain = ask("POST", "/menu-items", json={"name": "Soup", "basePrice": 5}).json()
    assert "translations" not in plain
    public = {one["name"]: one for one in client.get(f"/api/menu-items/public/{cast.truck.id}").json()}
    assert public["Bowl"]["translations"] == bowl["translations"] == {"es": SPANISH}
    assert "translations" not in public["Soup"]
    copy = ask("POST", f"/menu-items/{bowl['_id']}/duplicate").json()
    assert copy["translations"] == {"es": SPANISH}


def test_a_change_is_merged_by_field_and_an_empty_text_removes(ask, bowl):
    assert change(ask, bowl, {"es": {"name": " Bol  grande "}}) == {"es": SPANISH | {"name": "Bol grande"}}
    assert change(ask, bowl, {"es": {"description": "", "section": "", "options": {"Large": ""}}}) == {
        "es": {"name": "Bol grande"}
    }
    assert change(ask, bowl, {"en": {"name": "The bowl"}}) == {
        "en": {"name": "The bowl"},
        "es": {"name": "Bol grande"},
    }
    assert change(ask, bowl, {"es": {"name": ""}}) == {"en": {"name": "The bowl"}}
    assert change(ask, bowl, None) is None


def test_what_is_not_sent_stays_and_saving_the_same_is_no_change(ask, bowl):
    again = ask("PUT", f"/menu-items/{bowl['_id']}", json={"translations": {"es": SPANISH}}).json()
    assert (again["version"], again["translations"]) == (bowl["version"], {"es": SPANISH})
    renamed = ask("PUT", f"/menu-items/{bowl['_id']}", json={"name": "Big bowl"}).json()
    assert renamed["translations"] == {"es": SPANISH}


def test_a_text_that_is_too_long_is_refused_by_its_field(ask, bowl):
    sent = {"es": {"name": "x" * 81, "section": "x" * 41, "options": {"Large": "x" * 81}}}
    answer = ask("PUT", f"/menu-items/{bowl['_id']}", json={"translations": sent})
    assert answer.status_code == 400
    assert set(answer.json()["fields"]) == {
        "translations.es.name",
        "translations.es.section",
        "translations.es.options",
    }
    many = {"es": {"options": {f"Option {number}": "Otra" for number in range(311)}}}
    assert ask("PUT", f"/menu-items/{bowl['_id']}", json={"translations": many}).status_code == 400


def test_the_audit_log_says_what_was_translated(ask, bowl, db):
    change(ask, bowl, {"es": {"name": "Bol"}})
    with db.reading() as session:
        rows = session.scalars(sa.select(AuditEvent).where(AuditEvent.subject_id == bowl["_id"]))
        written = [str(row.details) for row in rows]
    assert any("es name: Bol" in text for text in written)


def test_a_line_item_keeps_the_name_and_what_was_chosen(cast, bowl, db):
    large = bowl["optionGroups"][0]["options"][0]["_id"]
    cart = [CartLine(bowl["_id"], 1, (CartChoice(option_id=large),)), CartLine(bowl["_id"], 1)]
    with db.reading() as session:
        lines, problems = price_cart(cast.truck.id, cart, load_cart_items(session, [bowl["_id"]]))
    assert problems == []
    assert [line.translations for line in lines] == [
        {"es": {"name": "Tazón", "options": {"Size": "Tamaño", "Large": "Grande"}}},
        {"es": {"name": "Tazón"}},
    ]
    assert lines[0].name == "Bowl"


@SAME_ON_BOTH
@pytest.mark.parametrize(
    ("language", "expected"), [("es", ("Tazón", ["Grande", "Small"])), ("en", ("Bowl", ["Large", "Small"]))]
)
def test_a_receipt_is_in_the_customers_language_where_it_is_there(language, expected):
    stored = pick_translations({"es": SPANISH}, ["Size", "Large", "Small"])
    modifiers = [LineModifier(name=one, group_name="Size", quantity=1) for one in ("Large", "Small")]
    line = OrderLine(name="Bowl", quantity=1, total_cents=900, translations=stored, modifiers=modifiers)
    receipt = _to_receipt_line(line, CATALOGS[language], language)
    assert (receipt.name, receipt.options) == expected


@SAME_ON_BOTH
def test_a_ticket_is_in_the_printers_language_where_it_is_there():
    stored = pick_translations({"es": SPANISH}, ["Large"])
    options = [StaffModifier("Size", "Large", 0), StaffModifier("Sauce", "Mild", 0)]
    line = OrderLine(
        name="Bowl", quantity=1, unit_price_cents=900, total_cents=900, tax_class="standard", translations=stored,
        allergens_not_stated=["Bowl", "Large", "Mild"],
    )  # fmt: skip
    item = to_staff_item(line, options, 0)
    spanish, english = (documents._translate_item(item, language) for language in ("es", "en"))
    assert english is item
    assert (spanish.name, [one.name for one in spanish.customizations]) == ("Tazón", ["Grande", "Mild"])
    assert spanish.allergens_not_stated == ["Tazón", "Grande", "Mild"]


def test_a_file_carries_translations_and_keeps_those_it_has_no_column_for(client, cast, ask, bowl):
    headers = cast.headers("truck_admin")
    [row] = menu_imports.exported(client, headers)
    assert (row["name es"], row["options es"], row["name en"]) == ("Tazón", "Size = Tamaño; Large = Grande", "")
    assert menu_imports.counts(menu_imports.read(client, headers, [row])) == (0, 0, 1)
    renamed = f"id,name,price,section es\n{bowl['_id']},Bowl,9,\n".encode()
    menu_imports.put_on_menu(client, headers, renamed)
    now = ask("GET", f"/menu-items/{bowl['_id']}").json()["translations"]["es"]
    assert now == {field: text for field, text in SPANISH.items() if field != "section"}
    plain = f"id,name,price\n{bowl['_id']},Bowl,8\n".encode()
    menu_imports.put_on_menu(client, headers, plain)
    assert ask("GET", f"/menu-items/{bowl['_id']}").json()["translations"]["es"] == now


def test_a_cell_that_is_no_pair_is_asked_back(client, cast, bowl):
    headers = cast.headers("truck_admin")
    file = f"id,name,price,name es,options es\n{bowl['_id']},Bowl,9,Bol,Grande\n".encode()
    found = menu_imports.read(client, headers, file)
    [question] = found["questions"]
    assert (question["code"], question["field"], question["value"]) == ("import_names_invalid", "options es", "Grande")
    answered = menu_imports.tell(client, headers, found, {question["_id"]: "Large = Grande"}).json()
    assert (answered["questions"], answered["state"]) == ([], "preview")


@SAME_ON_BOTH
def test_merging_leaves_no_empty_language():
    assert merge_translations({"es": {"name": "a"}}, {"es": {"name": ""}}) is None
    assert merge_translations(None, {"es": {}}) is None
    assert merge_translations({"es": {"name": "a"}}, {"en": {"name": "b"}}) == {
        "en": {"name": "b"},
        "es": {"name": "a"},
    }
    assert show_translations(None) is UNSET
    assert translate_name(None, "es", "Bowl") == translate_name({"es": {"section": "x"}}, "es", "Bowl") == "Bowl"
    assert translate_option({"es": SPANISH}, "es", "Small") == "Small"


@SAME_ON_BOTH
def test_a_cell_of_names_is_read_as_it_is_written():
    form = ItemRequest()
    text = r"Large = Grande; Half \= half = Mitad\; mitad"
    put_translation(form, "options es", text)
    put_translation(form, "name es", "Tazón")
    assert form.translations.es.options == {"Large": "Grande", "Half = half": "Mitad; mitad"}
    assert (text_of_translation(form, "options es"), text_of_translation(form, "name es")) == (text, "Tazón")
    for wrong in ("Grande", "Large = Grande = otra"):
        with pytest.raises(InvalidCell):
            put_translation(form, "options es", wrong)
