"""Menu files of other systems, in the shapes that their public documentation names; the contents are our own."""

import json

import pytest

from chuckwagon.menu.csv_cells import write_requests
from tests.menu.menu_imports import read_menu

SQUARE = """Token,Item Name,Variation Name,SKU,Description,Categories,Price,Archived,\
Current Quantity Truck,Modifier Set - Toppings
A,Café con leche,Small,1,Rich,Drinks > Hot,3.50,N,,Y
A,Café con leche,Large,2,Rich,Drinks > Hot,4.50,N,0,Y
B,Taco,Regular,3,,"Mains, Lunch",4.00,N,,N
C,Old,Regular,4,,Mains,4.00,Y,,N
D,Wine,Regular,,,Drinks,variable,N,,N
"""
LOYVERSE = '''Handle,SKU,Name,Category,Sold by weight,Option 1 name,Option 1 value,Option 2 name,Option 2 value,\
Track stock,Available for sale [T],Price [T],In stock [T],"Modifier - ""Extras"""
tea,1,Té,Drinks,N,Size,S,Milk,Oat,N,Y,3.00,,Y
tea,2,,,,,S,,Cow,N,Y,2.50,,
tea,3,,,,,L,,Oat,N,Y,4.00,,
tea,4,,,,,L,,Cow,N,Y,3.50,,
bun,5,Bun,Bakery,N,,,,,Y,N,2.00,0,N
mix,6,Mix,Bakery,N,Size,S,Nuts,Yes,N,Y,2.00,,N
mix,7,,,,,S,,No,N,Y,1.00,,N
mix,8,,,,,L,,Yes,N,Y,4.00,,N
mix,9,,,,,L,,No,N,Y,2.00,,N
'''
SHOPIFY = """Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Name,Option1 Value,Variant Price,Status
mug,Chili,<p>Hot &amp; good</p>,V,Mains,TRUE,Title,Default Title,8.00,active
bur,Burrito,,V,Mains,TRUE,Filling,Beef,9.00,active
bur,,,,,,,Shrimp,11.00,
dr,Draft,,V,Mains,TRUE,Title,Default Title,1.00,draft
"""
GIFT_CARD = (
    SHOPIFY.replace("Vendor", "Gift Card").replace("dr,Draft,,V", "dr,Voucher,,TRUE").replace(",draft", ",active")
)
WOOCOMMERCE = """ID,Type,SKU,Name,Published,Visibility in catalog,In stock?,Regular price,\
Categories,Parent,Attribute 1 name,Attribute 1 value(s)
1,simple,a,Flan,1,visible,0,4.5,Food > Sweets,,,
2,variable,b,Soda,1,visible,1,,"Drinks, Cold",,Size,"S, L"
3,variation,b1,Soda - S,1,visible,1,2,,b,Size,S
4,variation,b2,Soda - L,1,visible,1,3,,b,Size,L
5,simple,c,Secret,0,visible,1,3,Food,,,
"""
TASTYIGNITER = (
    "menu_name,menu_description,menu_price,categories,menu_status\nSopa,Hot,5.5,Starters,1\nX,,3,Starters,0\n"
)
TOAST = """Entity type,Name,Menu,Menu group,Base price,Archived,Modifier groups
MENU_ITEM,Burger,Food,Mains,9.00,N,Sides
MENU_ITEM,Old,Food,Mains,9.00,Y,
"""
GLORIAFOOD = {
    "id": 1,
    "currency": "USD",
    "categories": [
        {
            "name": "Pizza",
            "items": [
                {
                    "name": "Margherita",
                    "price": 8.0,
                    "tags": ["VEGETARIAN", "HOT"],
                    "sizes": [
                        {"name": "Small", "price": 0, "groups": []},
                        {
                            "name": "Large",
                            "price": 3.5,
                            "groups": [{"id": 9, "name": "Crust", "options": [{"name": "Thick", "price": 1}]}],
                        },
                    ],
                    "groups": [
                        {
                            "name": "Extra",
                            "force_max": 2,
                            "options": [{"name": "Ham", "price": 1.25}, {"name": "Egg", "price": 0.5}],
                        }
                    ],
                }
            ],
        }
    ],
}


def title(text):
    return {"translations": {"en_us": text}}


UBER_EATS = {
    "menus": [{"id": "m", "title": title("All"), "category_ids": ["c"]}],
    "categories": [{"id": "c", "title": title("Tacos"), "entities": [{"id": "i", "type": "ITEM"}]}],
    "items": [
        {
            "id": "i",
            "title": title("Taco"),
            "price_info": {"price": 450},
            "dietary_label_info": {"labels": ["VEGAN"]},
            "modifier_group_ids": {"ids": ["g"]},
            "suspension_info": {"suspension": {"suspend_until": 99_999_999_999}},
        },
        {
            "id": "o",
            "title": title("Salsa"),
            "price_info": {"price": 100, "overrides": [{"context_value": "g", "price": 75}]},
        },
        {"id": "p", "title": title("Guac"), "price_info": {"price": 100}},
    ],
    "modifier_groups": [
        {
            "id": "g",
            "title": title("Add"),
            "quantity_info": {"quantity": {"min_permitted": 0, "max_permitted": 2}},
            "modifier_options": [{"id": "o", "type": "ITEM"}, {"id": "p", "type": "ITEM"}],
        }
    ],
}
DOORDASH = {
    "menu": {
        "name": "M",
        "categories": [
            {
                "name": "Bowls",
                "items": [
                    {
                        "name": "Bowl",
                        "price": 1050,
                        "active": False,
                        "extras": [
                            {
                                "name": "Protein",
                                "min_num_options": 1,
                                "max_num_options": 1,
                                "options": [{"name": "Tofu", "price": 0}, {"name": "Beef", "price": 200}],
                            }
                        ],
                    }
                ],
            }
        ],
    }
}
SCHEMA_ORG = {
    "@context": "https://schema.org",
    "@type": "Menu",
    "hasMenuSection": {
        "@type": "MenuSection",
        "name": "Starters",
        "hasMenuItem": {
            "@type": "MenuItem",
            "name": "Sopa",
            "offers": {"@type": "Offer", "price": "5.50", "priceCurrency": "USD"},
            "suitableForDiet": "https://schema.org/VeganDiet",
            "menuAddOn": {"@type": "MenuItem", "name": "Bread", "offers": {"price": 1}},
        },
    },
}


def items_of(found):
    """Each item as customers read it: name, price, category and section, sold out, options."""
    return [
        (
            item.form.name,
            item.form.base_price,
            f"{item.form.category} / {item.form.section}",
            item.form.is_available,
            write_requests(item.form.option_groups) if isinstance(item.form.option_groups, list) else "",
        )
        for item in found.items
    ]


SYSTEMS = [
    (
        "square",
        SQUARE,
        [
            ("Café con leche", 3.5, "Drinks / Hot", True, "Size [1-1]: Small; Large +1.00 (sold out)"),
            ("Taco", 4, "Mains / Mains", True, ""),
            ("Wine", 0, "Drinks / Drinks", True, ""),
        ],
        ["Toppings", "Old", "Token", "SKU"],
    ),
    (
        "loyverse",
        LOYVERSE,
        [
            ("Té", 2.5, "Drinks / Drinks", True, "Size [1-1]: S; L +1.00 | Milk [1-1]: Oat +0.50; Cow"),
            ("Bun", 2, "Bakery / Bakery", False, ""),
            (
                "Mix", 1, "Bakery / Bakery", True,
                "Size [1-1]: S / Yes +1.00; S / No; L / Yes +3.00; L / No +1.00",
            ),
        ],
        ["Extras", "SKU"],
    ),
    (
        "shopify",
        SHOPIFY,
        [
            ("Chili", 8, "Mains / Mains", True, ""),
            ("Burrito", 9, "Mains / Mains", True, "Filling [1-1]: Beef; Shrimp +2.00"),
        ],
        ["Draft", "Vendor"],
    ),
    (
        "woocommerce",
        WOOCOMMERCE,
        [
            ("Flan", 4.5, "Food / Sweets", False, ""),
            ("Soda", 2, "Drinks / Drinks", True, "Size [1-1]: S; L +1.00"),
        ],
        ["Secret", "ID", "SKU"],
    ),
    ("tastyigniter", TASTYIGNITER, [("Sopa", 5.5, "Starters / Starters", True, "")], ["X"]),
    ("toast", TOAST, [("Burger", 9, "Food / Mains", True, "")], ["Sides", "Old"]),
    (
        "gloriafood",
        GLORIAFOOD,
        [
            (
                "Margherita", 8, "Pizza / Pizza", True,
                "Size [1-1]: Small; Large +3.50 | Extra [0-2]: Ham +1.25; Egg +0.50",
            ),
        ],
        ["Margherita"],
    ),
    (
        "uber_eats",
        UBER_EATS,
        [("Taco", 4.5, "Tacos / Tacos", False, "Add [0-2]: Salsa +0.75; Guac +1.00")],
        [],
    ),
    ("doordash", DOORDASH, [("Bowl", 10.5, "Bowls / Bowls", False, "Protein [1-1]: Tofu; Beef +2.00")], []),
    ("schema_org", SCHEMA_ORG, [("Sopa", 5.5, "Starters / Starters", True, "Extras [0-1]: Bread +1.00")], []),
]  # fmt: skip


@pytest.mark.parametrize(("shape", "content", "items", "left_out"), SYSTEMS, ids=[one[0] for one in SYSTEMS])
def test_a_file_of_a_known_system_becomes_the_menu_that_its_owner_means(shape, content, items, left_out):
    is_json = isinstance(content, dict)
    found = read_menu(json.dumps(content) if is_json else content, "menu.json" if is_json else "menu.csv")
    assert (found.shape, found.problems) == (shape, [])
    assert items_of(found) == items
    named = [one.name or one.params.get("words") or one.params.get("column") for one in found.left_out]
    assert named == left_out


def test_how_often_a_choice_can_be_taken_is_read_and_which_are_free_is_left_out():
    bowl = json.loads(json.dumps(DOORDASH))
    [extra] = bowl["menu"]["categories"][0]["items"][0]["extras"]
    extra |= {"max_num_options": 3, "max_option_choice_quantity": 2, "num_free_options": 1}
    found = read_menu(json.dumps(bowl), "menu.json")
    assert items_of(found)[0][4] == "Protein [1-3]: Tofu (up to 2); Beef +2.00 (up to 2)"
    assert [one.code for one in found.left_out] == ["import_free_left_out"]
    text = json.dumps(GLORIAFOOD).replace('"force_max": 2', '"allow_quantity": true, "force_max": 2')
    pizza = items_of(read_menu(text, "menu.json"))[0][4]
    assert pizza.endswith("Extra [0-2]: Ham +1.25 (up to 2); Egg +0.50 (up to 2)")
    tacos = json.loads(json.dumps(UBER_EATS))
    tacos["modifier_groups"][0]["quantity_info"]["quantity"] |= {"max_permitted": 4, "charge_above": 1}
    next(one for one in tacos["items"] if one["id"] == "p")["quantity_info"] = {"quantity": {"max_permitted": 3}}
    found = read_menu(json.dumps(tacos), "menu.json")
    assert items_of(found)[0][4] == "Add [0-4]: Salsa +0.75; Guac +1.00 (up to 3)"
    assert [one.code for one in found.left_out] == ["import_free_left_out"]


def test_a_price_that_the_file_does_not_say_is_asked():
    found = read_menu(SQUARE)
    [wine] = [item for item in found.items if item.findings]
    assert [(one.column, one.sentence.reason) for one in wine.findings] == [("price", "import_price_invalid")]
    sizes = SQUARE.replace("3.50", "variable")
    [coffee, _] = [item for item in read_menu(sizes).items if item.findings]
    assert [one.column for one in coffee.findings] == ["variation.1"]
    told = read_menu(sizes, answers={"0.2:variation.1": "3.00"})
    assert items_of(told)[0][4] == "Size [1-1]: Small; Large +1.50 (sold out)"


def test_a_price_by_weight_is_asked_and_never_taken_as_that_of_a_portion():
    by_weight = LOYVERSE.replace("bun,5,Bun,Bakery,N", "bun,5,Bun,Bakery,Y").replace(
        "tea,1,Té,Drinks,N", "tea,1,Té,Drinks,Y"
    )
    tea, bun = [item for item in read_menu(by_weight).items if item.findings]
    assert [(one.column, one.sentence.reason, one.value) for one in bun.findings] == [
        ("price", "import_sold_by_unit", "2.00")
    ]
    assert [(one.column, one.value) for one in tea.findings] == [("variation.1", "3.00")]
    told = read_menu(by_weight, answers={"0.2:variation.1": "3.00"})
    assert items_of(told)[0] == items_of(read_menu(LOYVERSE))[0]
    square = SQUARE.replace("SKU", "Unit and Precision").replace("Taco,Regular,3", "Taco,Regular,.00 lb")
    assert [item.form.name for item in read_menu(square).items if item.findings] == ["Taco", "Wine"]


def test_a_gift_card_is_no_menu_item():
    found = read_menu(GIFT_CARD)
    assert items_of(found) == items_of(read_menu(SHOPIFY))
    assert [one.name for one in found.left_out if one.code == "import_gift_card_left_out"] == ["Voucher"]


def test_the_marks_of_a_description_are_not_shown():
    rich = LOYVERSE.replace("Name,Category", "Name,Description").replace("Té,Drinks", "Té,<p>Hot &amp; sweet</p>")
    assert read_menu(rich).items[0].form.description == "Hot & sweet"


def test_groups_that_hang_on_a_size_are_a_question():
    raw = json.dumps(GLORIAFOOD)
    [question] = read_menu(raw, "menu.json").questions
    assert (question.kind, question.value, question.choices[:2]) == ("size_groups", "Crust", ["all_sizes", "without"])
    for answer, groups in (("all_sizes", 3), ("without", 2)):
        found = read_menu(raw, "menu.json", {question.id: answer})
        assert (len(found.items[0].form.option_groups), found.questions) == (groups, [])
    assert found.items[0].form.diets == ["vegetarian"]


def test_labels_of_diets_are_taken_and_half_a_cent_is_asked():
    [taco] = read_menu(json.dumps(UBER_EATS), "menu.json").items
    assert (taco.form.diets, taco.findings) == (["vegan"], [])
    halved = json.dumps(UBER_EATS).replace("450", "4.5")
    [[asked]] = [item.findings for item in read_menu(halved, "menu.json").items]
    assert (asked.column, asked.sentence.reason, asked.value) == ("price", "import_price_invalid", "4.5 ¢")


def test_json_of_an_unknown_shape_and_another_currency_are_refused():
    for content, reason in (({"a": 1}, "import_json_unknown"), (GLORIAFOOD | {"currency": "EUR"}, "import_currency")):
        assert [one.reason for _, one in read_menu(json.dumps(content), "menu.json").problems] == [reason]
