"""The workbook of Clover and the tables of Toast, whose choices stand in rows or sheets of their own."""

from chuckwagon.menu.csv_cells import write_requests
from tests.menu.menu_imports import confirm, read, read_menu, staff_menu, tell
from tests.menu.workbook_files import xlsx

ITEMS = [
    ["Clover ID", "Name", "Alternate Name", "Description", "Price", "Price Type", "Price Unit", "Cost", "Product Code",
     "SKU", "Quantity", "Hidden?", "Default tax rates?", "Non-revenue item?", "Printer Labels", "Modifier Groups",
     "Categories", "Tax Rates", "Variant Attribute", "Variant Option", "Variant Attribute", "Variant Option"],
    ["A1", "Taco al pastor", "TACO", "Piña y cilantro", 4.5, "Fixed", "", 1, "", "", 5, "No", "Yes", "No", "Kitchen",
     "Salsas, dips, Extras", "Tacos, Specials"],
    ["B1", "Agua fresca", "", "", 3, "Fixed", "", "", "", "", 2, "No", "Yes", "No", "", "", "Aguas", "", "Size",
     "Small"],
    ["B2", "", "", "", 4, "Fixed", "", "", "", "", 0, "No", "Yes", "No", "", "", "", "", "", "Large"],
    ["C1", "Brisket", "", "", 24, "Per Unit", "lb", "", "", "", "", "No"],
    ["D1", "Donation", "", "", "", "Variable", "", "", "", "", "", "No"],
    ["E1", "Old", "", "", 1, "Fixed", "", "", "", "", "", "Yes"],
    ["F1", "Cap", "", "", 9, "Fixed", "", "", "", "", "", "No", "", "", "", "Colors", "", "", "Color", "Red",
     "Size", "S"],
    ["F2", "Cap", "", "", 9, "Fixed", "", "", "", "", "", "No", "", "", "", "", "", "", "Color", "Blue", "Size", "S"],
    ["F3", "Cap", "", "", 10, "Fixed", "", "", "", "", "", "No", "", "", "", "", "", "", "Color", "Red", "Size", "L"],
    ["F4", "Cap", "", "", 10, "Fixed", "", "", "", "", "", "No", "", "", "", "", "", "", "Color", "Blue", "Size", "L"],
]  # fmt: skip
SETS = [
    ["Modifier Group ID", "Modifier Group Name", "Pop up Automatically?", "Modifier", "Price", "Required Quantity",
     "Max Quantity"],
    ["M1", "Salsas, dips", "Yes", "Verde", "", 1, 1],
    ["", "", "", "Habanero", 0.5],
    ["M2", "Extras", "No", "Queso", 1.25, "", 2],
    ["", "", "", "Guacamole", 2],
    ["", "", "", "Jalapeño", 0],
]  # fmt: skip
CATEGORIES = [
    ["Category ID", "Category Name", "Subcategory Name", "Item Sort Order"],
    ["K1", "Tacos"], ["K2", "Drinks", "Aguas"], ["K3", "Specials"],
]  # fmt: skip
TAXES = [["Tax Rate ID", "Name", "Tax Rate", "Tax Amount", "Default?"], ["T1", "Sales tax", 8.25, "", "Yes"]]
NOTES = [["How to fill in this workbook"], ["name", "price"], ["Write the name", 1]]
SHEETS = {"Items": ITEMS, "Modifier Groups": SETS, "Categories": CATEGORIES, "Tax Rates": TAXES, "Instructions": NOTES}
CHOICES = "Salsas, dips [1-1]: Verde; Habanero +0.50 | Extras [0-2]: Queso +1.25; Guacamole +2.00; Jalapeño"
TACO = ("Taco al pastor", 4.5, "Tacos / Tacos", True, CHOICES)


def items_of(found):
    return [
        (
            item.form.name,
            item.form.base_price,
            f"{item.form.category} / {item.form.section}" if isinstance(item.form.category, str) else "",
            item.form.is_available,
            write_requests(item.form.option_groups) if isinstance(item.form.option_groups, list) else "",
        )
        for item in found.items
    ]


def test_the_workbook_of_clover_becomes_the_menu_that_its_owner_means():
    found = read_menu(xlsx(SHEETS), "inventory.xlsx")
    assert (found.shape, found.problems, found.questions) == ("clover", [], [])
    assert items_of(found) == [
        TACO,
        ("Agua fresca", 3, "Drinks / Aguas", True, "Size [1-1]: Small; Large +1.00 (sold out)"),
        ("Brisket", 0, "", True, ""),
        ("Donation", 0, "", True, ""),
        ("Cap", 9, "", True, "Color [1-1]: Red; Blue | Size [1-1]: S; L +1.00"),
    ]
    named = [one.name or one.params.get("words") or one.params.get("column") for one in found.left_out]
    assert named == [
        "Old", "Colors", "Clover ID", "Alternate Name", "Cost", "Quantity", "Default tax rates?", "Non-revenue item?",
        "Printer Labels", "Tax Rates", "Instructions",
    ]  # fmt: skip


def test_a_price_by_the_pound_and_one_that_varies_are_asked():
    asked = {item.form.name: [(one.column, one.value) for one in item.findings]
             for item in read_menu(xlsx(SHEETS), "inventory.xlsx").items if item.findings}  # fmt: skip
    assert asked == {"Brisket": [("price", "24 / lb")], "Donation": [("price", "Variable")]}


def test_categories_across_the_first_row_have_their_items_below():
    items = [["Clover ID", "Name", "Price"], ["1", "Taco", 4], ["2", "Cola", 2], ["3", "Flan", 3]]
    across = [["Category Name", "Tacos", "Drinks"], ["Items in Category", "Taco", "Cola"], ["", "Flan", ""]]
    found = read_menu(xlsx({"Items": items, "Categories": across}), "inventory.xlsx")
    assert [(item.form.name, item.form.category) for item in found.items] == [
        ("Taco", "Tacos"), ("Cola", "Drinks"), ("Flan", "Tacos")
    ]  # fmt: skip
    down = [
        ["Category ID", "Category Name", "Item Name"],
        ["1", "Tacos", "Taco"],
        ["", "", "Flan"],
        ["2", "Drinks", "Cola"],
    ]
    again = read_menu(xlsx({"Items": items, "Categories": down}), "inventory.xlsx")
    assert items_of(again) == items_of(found)


def test_a_bad_price_of_a_choice_is_asked_at_each_item_that_has_it(client, cast):
    headers = cast.headers("truck_admin")
    sets = [*SETS[:2], ["", "", "", "Habanero", "free?"]]
    found = read(client, headers, xlsx({"Items": ITEMS[:2], "Modifier Groups": sets}), name="inventory.xlsx")
    [question] = found["questions"]
    assert (question["code"], question["field"], question["params"]["words"]) == (
        "import_modifier_price", "options", "Habanero"
    )  # fmt: skip
    told = tell(client, headers, found, {question["_id"]: "Salsas [1-1]: Verde; Habanero +0.50"}).json()
    assert confirm(client, headers, told).status_code == 200
    [taco] = [item for item in staff_menu(client, cast, headers) if item["name"] == "Taco al pastor"]
    assert [option["additionalPrice"] for option in taco["optionGroups"][0]["options"]] == [0, 0.5]


TOAST = """Entity type,Name,Menu,Menu group,Size,Base price,Archived,Modifier groups,Modifier group,Stock status
Menu item,Pizza,Food,Mains,Small,9.00,No,"Toppings, cold; Dips",,In stock
Menu item,Pizza,Food,Mains,Large,12.50,No,,,Out of stock
Menu item,Agua,Food,Drinks,,3.00,No,,,In stock
Modifier group,"Toppings, cold",,,,,No,,,
Modifier,Olives,,,,1.00,No,,"Toppings, cold",
Modifier,Jamón,,,,2.00,No,,"Toppings, cold",Out of stock
Modifier,Old,,,,2.00,Yes,,"Toppings, cold",
"""
BULK = """Operation,Entity type,Operation ID,Name,Parent entity type,Parent version ID or operation ID,\
Pricing strategy or method,Price,Min selections,Max selections
CREATE,MENU_ITEM,1,Bowl,MENU_GROUP,50001,BASE,12.99,,
CREATE,MODIFIER_GROUP,2,Protein,MENU_ITEM,1,PRICED_BY_MODIFIERS,,1,1
CREATE,MODIFIER,3,Tofu,MODIFIER_GROUP,2,BASE,,,
CREATE,MODIFIER,4,Pork,MODIFIER_GROUP,2,BASE,3.00,,
CREATE,MENU_ITEM,5,Soup,MENU_GROUP,50001,BASE,6,,
"""


def test_sizes_and_choices_of_toast_are_groups():
    found = read_menu(TOAST)
    assert (found.shape, found.problems) == ("toast", [])
    assert items_of(found) == [
        (
            "Pizza", 9, "Food / Mains", True,
            "Size [1-1]: Small; Large +3.50 (sold out) | Toppings, cold [0-2]: Olives +1.00; Jamón +2.00 (sold out)",
        ),
        ("Agua", 3, "Food / Drinks", True, ""),
    ]  # fmt: skip
    assert [one.params["words"] for one in found.left_out if "words" in one.params] == ["Dips"]


def test_rows_of_toast_belong_together_by_their_numbers():
    assert items_of(read_menu(BULK)) == [
        ("Bowl", 12.99, "", True, "Protein [1-1]: Tofu; Pork +3.00"),
        ("Soup", 6, "", True, ""),
    ]


ATTACHED = (
    BULK
    + """CREATE,MENU_ITEM,6,Salad,MENU_GROUP,50002,BASE,7,,
ATTACH,MODIFIER_GROUP,2,,MENU_ITEM,5,,,,
CREATE,MODIFIER_GROUP,7,Bread,MENU_ITEM,6,,,0,2
ATTACH,MODIFIER_GROUP,7,,MENU_GROUP,50001,,,,
CREATE,MODIFIER,8,Rye,MODIFIER_GROUP,7,BASE,1,,
ATTACH,MODIFIER,3,,MODIFIER_GROUP,7,,,,
ATTACH,MENU_ITEM,6,,MENU_GROUP,50001,,,,
"""
)


def test_sets_of_toast_are_attached_to_items_and_to_menu_groups():
    protein, bread = "Protein [1-1]: Tofu; Pork +3.00", "Bread [0-2]: Rye +1.00; Tofu"
    assert items_of(read_menu(ATTACHED)) == [
        ("Bowl", 12.99, "", True, f"{protein} | {bread}"),
        ("Soup", 6, "", True, f"{protein} | {bread}"),
        ("Salad", 7, "", True, bread),
    ]


TOAST_FILES = {
    "Items.csv": "Menu,Menu Group,Item Name,Base Price,Modifier Groups\nFood,Mains,Pizza,9.00,Toppings; Dips\n",
    "Modifier groups.csv": "Modifier Group,Required,Max Selections\nToppings,Yes,2\n",
    "Modifiers.csv": "Modifier Group,Modifier Name,Price\nToppings,Olives,1.00\nToppings,Jamón,2\nDips,Ranch,0.50\n",
}


def test_files_of_one_toast_export_are_read_together():
    found = read_menu(TOAST_FILES)
    assert (found.shape, found.problems, found.left_out) == ("toast", [], [])
    [pizza] = items_of(found)
    assert pizza[4] == "Toppings [1-2]: Olives +1.00; Jamón +2.00 | Dips [0-1]: Ranch +0.50"
    typed = dict(zip(("a.csv", "b.csv"), TOAST.split("Modifier group,", 1), strict=True))
    typed["b.csv"] = f"{TOAST.splitlines()[0]}\nModifier group,{typed['b.csv']}"
    assert items_of(read_menu(typed)) == items_of(read_menu(TOAST))
    numbers = read_menu({"a.csv": BULK, "b.csv": BULK.replace("Tofu", "Fish")})
    assert [item[4][:20] for item in items_of(numbers)[::2]] == ["Protein [1-1]: Tofu;", "Protein [1-1]: Fish;"]


def test_sizes_of_toast_may_stand_in_columns():
    wide = "Entity type,Name,Menu group,Base price,Size price: Small,Size price: Large\nMenu item,Pizza,Mains,,9,12\n"
    assert items_of(read_menu(wide)) == [("Pizza", 9, "Mains / Mains", True, "Size [1-1]: Small; Large +3.00")]


def test_a_choice_that_costs_more_at_a_larger_size_is_asked():
    rows = "Modifier,Olives,,,Small,1.00,No,,Toppings,\nModifier,Olives,,,Large,1.50,No,,Toppings,\n"
    [pizza, _] = read_menu(TOAST.replace('"Toppings, cold; Dips"', "Toppings") + rows).items
    assert [one.sentence.reason for one in pizza.findings] == ["import_modifier_price"]
