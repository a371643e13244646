"""The one price routine, on whole cents.

A menu item and what was chosen go in, priced lines and totals come out; a broken rule becomes a problem
that names its line. Source of the formula: line = (base + options) × quantity, tax once on the subtotal.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

import msgspec

from chuckwagon.core import clock
from chuckwagon.core.money import tax_cents
from chuckwagon.menu.cart_items import CartGroup, CartItem, CartOption


class Choice(msgspec.Struct, frozen=True):
    """One chosen option, as a cart names it: by id, or by its name within the item."""

    name: str = ""
    option_id: str | None = None
    group_name: str | None = None


class Selection(msgspec.Struct, frozen=True):
    """One line of a cart before it is priced."""

    menu_item_id: str
    quantity: int
    choices: tuple[Choice, ...] = ()
    special_instructions: str | None = None


class Modifier(msgspec.Struct, frozen=True):
    """A chosen option with its price in cents."""

    option_id: str
    group_name: str
    name: str
    additional_price_cents: int
    single: bool = False


class Line(msgspec.Struct, frozen=True):
    """A priced line item, in cents; `unit_price_cents` includes the options."""

    menu_item_id: str
    name: str
    quantity: int
    base_price_cents: int
    unit_price_cents: int
    total_cents: int
    modifiers: tuple[Modifier, ...] = ()
    special_instructions: str | None = None


class Totals(msgspec.Struct, frozen=True):
    """Subtotal, tax and total in cents."""

    subtotal_cents: int
    tax_cents: int
    total_cents: int


class Problem(msgspec.Struct, frozen=True):
    """Why a line cannot be sold as asked; `line` is its index in the cart."""

    line: int
    code: str
    message: str


def price_cart(
    truck_id: str, selections: Sequence[Selection], items: Mapping[str, CartItem]
) -> tuple[list[Line], list[Problem]]:
    """Price every line from the menu as it is now. Lines are complete only when there is no problem."""
    instant = clock.now()
    lines: list[Line] = []
    problems: list[Problem] = []
    for index, selection in enumerate(selections):
        item = items.get(selection.menu_item_id)
        if item is None or item.truck_id != truck_id or item.archived_at is not None:
            problems.append(Problem(index, "item_gone", "This item is no longer on the menu."))
            continue
        if not item.availability.on_sale_at(instant):
            problems.append(Problem(index, "item_sold_out", f"{item.name} is sold out."))
        modifiers, broken = _choose(item, selection.choices, instant)
        problems += [Problem(index, code, message) for code, message in broken]
        lines.append(_line(item, selection, modifiers))
    return lines, problems


def totals(line_totals: Iterable[int], rate_units: int) -> Totals:
    """Sum the lines (cents) and round the tax once, half up."""
    subtotal = sum(line_totals)
    tax = tax_cents(subtotal, rate_units)
    return Totals(subtotal, tax, subtotal + tax)


def _line(item: CartItem, selection: Selection, modifiers: list[Modifier]) -> Line:
    unit = item.base_price_cents + sum(modifier.additional_price_cents for modifier in modifiers)
    return Line(
        menu_item_id=item.id,
        name=item.name,
        quantity=selection.quantity,
        base_price_cents=item.base_price_cents,
        unit_price_cents=unit,
        total_cents=unit * selection.quantity,
        modifiers=tuple(modifiers),
        special_instructions=selection.special_instructions,
    )


def _choose(
    item: CartItem, choices: Sequence[Choice], instant: datetime
) -> tuple[list[Modifier], list[tuple[str, str]]]:
    chosen: dict[str, tuple[CartGroup, CartOption]] = {}
    broken: list[tuple[str, str]] = []
    for choice in choices:
        found = _find_option(item, choice)
        if found is None:
            broken.append(("option_gone", f"An option of {item.name} is no longer offered."))
        elif found[1].id in chosen:
            broken.append(("option_twice", f"{found[1].name} was chosen twice for {item.name}."))
        else:
            chosen[found[1].id] = found
            if not found[1].availability.on_sale_at(instant):
                broken.append(("option_sold_out", f"{found[1].name} is sold out for {item.name}."))
    for group in item.option_groups:
        count = sum(1 for owner, _ in chosen.values() if owner.id == group.id)
        if count < group.min_select:
            broken.append(
                ("too_few_options", f"{item.name}: choose at least {group.min_select} of {group.name}.")
            )
        if count > group.max_select:
            broken.append(
                ("too_many_options", f"{item.name}: choose at most {group.max_select} of {group.name}.")
            )
    return [_modifier(group, option) for group, option in chosen.values()], broken


def _modifier(group: CartGroup, option: CartOption) -> Modifier:
    return Modifier(option.id, group.name, option.name, option.additional_price_cents, group.max_select == 1)


def _find_option(item: CartItem, choice: Choice) -> tuple[CartGroup, CartOption] | None:
    """By id, or without one by name; the group's name decides between two options of one name."""
    pairs = [(group, option) for group in item.option_groups for option in group.options]
    if choice.option_id is not None:
        return next((pair for pair in pairs if pair[1].id == choice.option_id), None)
    named = [pair for pair in pairs if pair[1].name == choice.name]
    in_group = [pair for pair in named if pair[0].name == choice.group_name]
    return next(iter(in_group or named), None)
