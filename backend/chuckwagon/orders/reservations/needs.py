"""What an order needs: kitchen units, and pieces of items and options. No input or output."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from chuckwagon.kit.sentences import Param
from chuckwagon.menu.cart_items import MenuItemState, OptionState
from chuckwagon.orders.models import OrderLine
from chuckwagon.orders.placement.pricing import CartProblem, PricedLine


class OrderNeeds(Struct, frozen=True):
    """The kitchen units that line items need, and the pieces by the ID of each item and option, counted or not."""

    units: int
    stock: dict[str, int]


def sum_needs(lines: Sequence[PricedLine], items: Mapping[str, MenuItemState]) -> OrderNeeds:
    """What these line items need. An item that is no longer known needs one unit a piece."""
    units = sum(line.quantity * (item.prep_units if (item := items.get(line.menu_item_id)) else 1) for line in lines)
    stock: dict[str, int] = {}
    for line in lines:
        for subject_id, pieces in count_pieces(line).items():
            stock[subject_id] = stock.get(subject_id, 0) + pieces * line.quantity
    return OrderNeeds(units, stock)


def count_pieces(line: PricedLine | OrderLine) -> dict[str, int]:
    """The pieces that one item of the line needs, by the ID of the item and of each option."""
    pieces = {line.menu_item_id: 1} if line.menu_item_id else {}
    for one in line.modifiers:
        if one.option_id:
            pieces[one.option_id] = pieces.get(one.option_id, 0) + one.quantity
    return pieces


def find_shortages(
    lines: Sequence[PricedLine], items: Mapping[str, MenuItemState], own: Mapping[str, int]
) -> list[CartProblem]:
    """A problem for each line item of which not enough is left; empty when all are there.

    `own` are the pieces that this customer holds already, by the ID of the item or option.
    """
    needed: dict[str, int] = {}
    problems = []
    for index, line in enumerate(lines):
        pieces = count_pieces(line)
        for counted, left in _list_counted(line, items.get(line.menu_item_id)):
            needed[counted.id] = needed.get(counted.id, 0) + line.quantity * pieces[counted.id]
            available = max(0, left + own.get(counted.id, 0))
            if needed[counted.id] > available:
                problems.append(_describe(index, line, counted, available))
    return problems


def _list_counted(line: PricedLine, item: MenuItemState | None) -> Iterator[tuple[MenuItemState | OptionState, int]]:
    """The item and the options of this line that are counted, and how many are left of each."""
    if item is None:
        return
    if item.remaining is not None:
        yield item, item.remaining
    chosen = {modifier.option_id for modifier in line.modifiers}
    for group in item.option_groups:
        for option in group.options:
            if option.id in chosen and option.remaining is not None:
                yield option, option.remaining


def _describe(index: int, line: PricedLine, counted: MenuItemState | OptionState, left: int) -> CartProblem:
    """The problem of a line; with `left` in its values when some pieces are left, but not enough."""
    values: dict[str, Param] = {"left": left} if left else {}
    if isinstance(counted, MenuItemState):
        text = f"Only {left} left." if left else f"{counted.name} is sold out."
        return CartProblem(index, "item_sold_out", text, {"item": counted.name, **values})
    text = f"{counted.name}: only {left} left." if left else f"{counted.name} is sold out for {line.name}."
    return CartProblem(index, "option_sold_out", text, {"item": line.name, "option": counted.name, **values})
