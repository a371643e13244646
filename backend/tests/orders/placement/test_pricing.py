"""Pricing: sums, and every problem that a cart can have."""

import pytest

from chuckwagon.menu.availability import ON_SALE
from chuckwagon.menu.cart_items import MenuItemState, OptionGroupState, OptionState
from chuckwagon.menu.models import MenuItem, Option, OptionGroup
from chuckwagon.orders.placement.options import CartChoice
from chuckwagon.orders.placement.pricing import CartLine, check_cart, price_cart, sum_lines
from chuckwagon.orders.reservations.service import find_shortages, sum_needs

TRUCK = "a" * 24


def option(id_, name, cents=0, *, available=True, most=1):
    return Option(id=id_, name=name, additional_price_cents=cents, is_available=available, max_quantity=most)


@pytest.fixture
def taco():
    size = OptionGroup(id="size", name="Size", min_select=1, max_select=1, free_count=0)
    size.options = [option("small", "Small"), option("large", "Large", 150)]
    extras = OptionGroup(id="extras", name="Extras", min_select=0, max_select=2, free_count=0)
    extras.options = [
        option("salsa", "Salsa", 50),
        option("lime", "Lime"),
        option("guac", "Guacamole", 125, available=False),
        option("cheese", "Cheese", 75),
    ]
    item = MenuItem(id="taco", truck_id=TRUCK, name="Taco", base_price_cents=450, is_available=True)
    item.option_groups = [size, extras]
    return item


def price(item, *choices, quantity=1, truck=TRUCK):
    """The priced line and its problems. A check without prices finds the same ones."""
    cart, items = [CartLine("taco", quantity, tuple(choices))], {"taco": item}
    lines, problems = price_cart(truck, cart, items)
    assert check_cart(truck, cart, items) == problems
    return lines, problems


def codes(problems):
    return [(problem.line, problem.code) for problem in problems]


def test_a_line_is_base_plus_options_times_quantity(taco):
    lines, problems = price(taco, CartChoice(option_id="large"), CartChoice(option_id="salsa"), quantity=3)
    assert problems == []
    assert (lines[0].unit_price_cents, lines[0].total_cents) == (650, 1950)
    assert [(m.group_name, m.name, m.single) for m in lines[0].modifiers] == [
        ("Size", "Large", True),
        ("Extras", "Salsa", False),
    ]


@pytest.fixture
def bowl():
    extras = OptionGroup(id="extras", name="Extras", min_select=0, max_select=4, free_count=1)
    extras.options = [
        option("guac", "Guacamole", 125, most=2),
        option("beans", "Beans", 50, most=3),
        option("rice", "Rice", 50),
    ]
    item = MenuItem(id="taco", truck_id=TRUCK, name="Bowl", base_price_cents=900, is_available=True)
    item.option_groups = [extras]
    return item


def test_an_option_that_is_taken_twice_is_charged_twice_and_the_cheapest_piece_is_free(bowl):
    lines, problems = price(bowl, CartChoice(option_id="guac", quantity=2), CartChoice(option_id="beans"), quantity=3)
    assert problems == []
    assert [(m.name, m.quantity, m.additional_price_cents) for m in lines[0].modifiers] == [
        ("Guacamole", 2, 250),
        ("Beans", 1, 0),
    ]
    assert (lines[0].unit_price_cents, lines[0].total_cents) == (1150, 3450)


def test_of_equal_surcharges_the_first_of_the_menu_is_free_however_the_cart_names_them(bowl):
    lines, _ = price(bowl, CartChoice(option_id="rice"), CartChoice(option_id="beans"))
    assert [(m.name, m.additional_price_cents) for m in lines[0].modifiers] == [("Rice", 50), ("Beans", 0)]


def test_an_option_that_is_named_twice_is_taken_twice(bowl):
    named, _ = price(bowl, CartChoice(option_id="guac"), CartChoice(option_id="guac"))
    counted, problems = price(bowl, CartChoice(option_id="guac", quantity=2))
    assert (named, problems) == (counted, [])
    assert named[0].unit_price_cents == 1025


def test_more_of_an_option_or_of_a_group_than_allowed_is_refused(bowl):
    assert codes(price(bowl, CartChoice(option_id="guac", quantity=3))[1]) == [(0, "option_too_often")]
    choices = (CartChoice(option_id="guac", quantity=2), CartChoice(option_id="beans", quantity=3))
    assert codes(price(bowl, *choices)[1]) == [(0, "too_many_options")]


def test_counted_stock_loses_each_piece_of_an_option(bowl):
    lines, _ = price(bowl, CartChoice(option_id="guac", quantity=2), quantity=3)
    assert sum_needs(lines, {}).stock == {"taco": 3, "guac": 6}
    guacamole = OptionState("guac", "Guacamole", 125, ON_SALE, 5)
    group = OptionGroupState("extras", "Extras", 0, 4, [guacamole])
    item = MenuItemState("taco", TRUCK, "Bowl", 900, ON_SALE, None, option_groups=[group])
    [problem] = find_shortages(lines, {"taco": item}, {})
    assert problem.code == "option_sold_out"
    assert problem.params == {"item": "Bowl", "option": "Guacamole", "optionId": "guac", "left": 5}
    assert find_shortages(lines, {"taco": item}, {"guac": 1}) == []


def test_an_option_is_found_by_its_name_without_an_id(taco):
    lines, problems = price(taco, CartChoice("Large", group_name="Size"), CartChoice("Cheese"))
    assert (problems, lines[0].unit_price_cents) == ([], 675)


@pytest.mark.parametrize(
    ("choices", "code"),
    [
        ([], "too_few_options"),
        ([CartChoice(option_id="small"), CartChoice(option_id="large")], "too_many_options"),
        ([CartChoice(option_id="small"), CartChoice(option_id="nope")], "option_gone"),
        ([CartChoice(option_id="small"), CartChoice("Truffle")], "option_gone"),
        ([CartChoice("Truffle"), CartChoice("Caviar"), CartChoice(option_id="small")], "option_gone"),
        ([CartChoice(option_id="small"), CartChoice(option_id="guac")], "option_sold_out"),
        ([CartChoice(option_id="small"), CartChoice(option_id="salsa"), CartChoice("Salsa")], "option_twice"),
    ],
)
def test_a_broken_choice_is_named_with_its_line(taco, choices, code):
    _, problems = price(taco, *choices)
    assert codes(problems) == [(0, code)]


def test_more_extras_than_allowed_are_refused(taco):
    extras = [CartChoice(option_id=name) for name in ("small", "salsa", "lime", "cheese")]
    assert codes(price(taco, *extras)[1]) == [(0, "too_many_options")]


def test_a_sold_out_item_is_a_problem(taco):
    taco.is_available = False
    assert codes(price(taco, CartChoice(option_id="small"))[1]) == [(0, "item_sold_out")]


def test_another_trucks_item_is_not_on_this_menu(taco):
    assert codes(price(taco, CartChoice(option_id="small"), truck="b" * 24)[1]) == [(0, "item_gone")]


def test_an_unknown_item_is_gone(taco):
    _, problems = price_cart(TRUCK, [CartLine("ghost", 1)], {"taco": taco})
    assert codes(problems) == [(0, "item_gone")]


def test_totals_round_the_tax_once_on_the_subtotal():
    assert sum_lines([600], 87_500).tax_cents == 53
    result = sum_lines([333, 333, 333], 87_500)
    assert (result.subtotal_cents, result.tax_cents, result.total_cents) == (999, 87, 1086)
