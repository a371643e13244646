"""Chooses and prices the options of one line of a cart, in whole cents.

An option may be taken several times, and the first pieces of a group may be free (`kit.money.charge_options`). What
cannot be taken is a sentence.

Why: docs/decisions/0073-option-quantities.md
"""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from chuckwagon.kit.money import charge_options, count_free_pieces
from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu.cart_items import MenuItemState, OptionGroupState, OptionState


class CartChoice(msgspec.Struct, frozen=True):
    """A chosen option, as a cart names it: by id, or by its name within the menu item. Named again, it adds up."""

    name: str = ""
    option_id: str | None = None
    group_name: str | None = None
    quantity: int = 1


class PricedModifier(msgspec.Struct, frozen=True):
    """A chosen option, and what its `quantity` pieces, less the free ones, add to the price of one item, in cents."""

    option_id: str
    group_name: str
    name: str
    additional_price_cents: int
    single: bool = False
    quantity: int = 1
    free_quantity: int = 0


class ChosenOption(msgspec.Struct):
    """An option of a cart's line that the menu has, and how many of it one item has."""

    group: OptionGroupState
    option: OptionState
    quantity: int


def choose_options(
    item: MenuItemState, choices: Sequence[CartChoice], instant: datetime
) -> tuple[list[ChosenOption], list[Sentence]]:
    """The options of a line and what is wrong with them. It stops at the first that is unknown: a cart has many."""
    chosen: dict[str, ChosenOption] = {}
    problems: list[Sentence] = []
    for choice in choices:
        pair = _find_option(item, choice)
        if pair is None:
            text = f"An option of {item.name} is no longer offered."
            return [], [*problems, Sentence(text, "option_gone", item=item.name)]
        group, option = pair
        if option.id in chosen:
            chosen[option.id].quantity += choice.quantity
            continue
        chosen[option.id] = ChosenOption(group, option, choice.quantity)
        if not option.availability.is_on_sale_at(instant):
            text = f"{option.name} is sold out for {item.name}."
            problems.append(Sentence(text, "option_sold_out", item=item.name, option=option.name, optionId=option.id))
    problems += [_too_often(item, one.option) for one in chosen.values() if one.quantity > one.option.max_quantity]
    taken = dict.fromkeys((group.id for group in item.option_groups), 0)
    for one in chosen.values():
        taken[one.group.id] += min(one.quantity, one.option.max_quantity)
    for group in item.option_groups:
        problems += _check_count(item, group, taken[group.id])
    return list(chosen.values()), problems


def _too_often(item: MenuItemState, option: OptionState) -> Sentence:
    most = option.max_quantity
    if most == 1:
        text = f"{option.name} was chosen twice for {item.name}."
        return Sentence(text, "option_twice", item=item.name, option=option.name)
    text = f"{item.name}: {option.name} can be taken at most {most} times."
    return Sentence(text, "option_too_often", item=item.name, option=option.name, max=most)


def _check_count(item: MenuItemState, group: OptionGroupState, count: int) -> list[Sentence]:
    """The sentence for a group of which too few or too many options were chosen, if that is so."""
    if group.min_select <= count <= group.max_select:
        return []
    names = {"item": item.name, "group": group.name}
    if count < group.min_select:
        text = f"{item.name}: choose at least {group.min_select} of {group.name}."
        return [Sentence(text, "too_few_options", **names, min=group.min_select)]
    text = f"{item.name}: choose at most {group.max_select} of {group.name}."
    return [Sentence(text, "too_many_options", **names, max=group.max_select)]


def price_options(item: MenuItemState, chosen: Sequence[ChosenOption]) -> list[PricedModifier]:
    """The chosen options at the present prices, in the order in which they were chosen."""
    quantities = {one.option.id: one.quantity for one in chosen}
    charged: dict[str, int] = {}
    for group in item.option_groups:
        taken = [option for option in group.options if option.id in quantities]
        pieces = [(option.additional_price_cents, quantities[option.id]) for option in taken]
        charged |= zip((option.id for option in taken), charge_options(pieces, group.free_count), strict=True)
    return [_price_option(one, charged[one.option.id]) for one in chosen]


def _price_option(chosen: ChosenOption, charged_cents: int) -> PricedModifier:
    group, option = chosen.group, chosen.option
    free = count_free_pieces(option.additional_price_cents, chosen.quantity, charged_cents) if group.free_count else 0
    return PricedModifier(
        option.id, group.name, option.name, charged_cents, group.max_select == 1, chosen.quantity, free
    )


def _find_option(item: MenuItemState, choice: CartChoice) -> tuple[OptionGroupState, OptionState] | None:
    """Find an option by id, or without an id by name. The group's name decides between options of the same name."""
    pairs = [(group, option) for group in item.option_groups for option in group.options]
    if choice.option_id is not None:
        found = [pair for pair in pairs if pair[1].id == choice.option_id]
        return found[0] if found else None
    named = [pair for pair in pairs if pair[1].name == choice.name]
    in_group = [pair for pair in named if pair[0].name == choice.group_name]
    return next(iter(in_group or named), None)
