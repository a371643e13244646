"""Prices a cart, in whole cents. With its options the only code that computes prices.

A line item costs (base price + options) × quantity; `options.py` has the options. Tax is computed once for each rate,
on its lines less their part of the discount of an offer. A line that cannot be sold becomes a problem that names its
line.
A truck that takes tips offers three percentages of the subtotal. The amount itself is what a request names, so
a customer pays exactly the tip that was shown. No tax is charged on it.

Why: docs/decisions/0061-tax-by-class.md
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

import msgspec

from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict, InvalidInput
from chuckwagon.kit.money import (
    EXEMPT,
    REDUCED,
    STANDARD,
    TAX_CLASSES,
    TaxClass,
    compute_included_tax_cents,
    compute_tax_cents,
    divide_cents,
    format_usd,
    to_cents,
    to_dollars,
)
from chuckwagon.kit.sentences import Param, Sentence
from chuckwagon.menu.cart_items import MenuItemState
from chuckwagon.menu.diets import state_line
from chuckwagon.menu.translations import StoredTranslations, pick_translations
from chuckwagon.orders.placement.options import CartChoice, ChosenOption, PricedModifier, choose_options, price_options
from chuckwagon.schedule.wall_clock import is_within

ITEM_GONE = Sentence("This item is no longer on the menu.", "item_gone")


class CartLine(msgspec.Struct, frozen=True):
    """A line of a cart before pricing."""

    menu_item_id: str
    quantity: int
    choices: tuple[CartChoice, ...] = ()
    special_instructions: str | None = None


class PricedLine(msgspec.Struct, frozen=True):
    """A priced line item, in cents; `unit_price_cents` includes the options."""

    menu_item_id: str
    name: str
    quantity: int
    base_price_cents: int
    unit_price_cents: int
    total_cents: int
    modifiers: tuple[PricedModifier, ...] = ()
    special_instructions: str | None = None
    tax_class: TaxClass = STANDARD
    diets: tuple[str, ...] | None = None
    allergens: tuple[str, ...] | None = None
    allergens_not_stated: tuple[str, ...] = ()
    translations: dict[str, Any] | None = None


class OrderTotals(msgspec.Struct, frozen=True):
    """Subtotal, tax, tip, discount and the total of them in cents.

    `exempt_cents` is the part after the discount that is not taxed. `reduced_taxable_cents` and `reduced_tax_cents` are
    the parts at the reduced rate, which is None unless an item has it and it differs from the standard rate. Where
    prices include tax, subtotal and discount contain it, and the total is their difference and the tip.
    """

    subtotal_cents: int
    tax_cents: int
    total_cents: int
    tip_cents: int = 0
    discount_cents: int = 0
    exempt_cents: int = 0
    reduced_tax_rate_units: int | None = None
    reduced_taxable_cents: int = 0
    reduced_tax_cents: int = 0
    prices_include_tax: bool = False


class CartProblem(msgspec.Struct, frozen=True):
    """Why a line cannot be sold as requested; `line` is its index in the cart.

    `code` and `params` word the message in another language.
    """

    line: int
    code: str
    message: str
    params: dict[str, Param] = {}


def price_cart(
    truck_id: str, cart: Sequence[CartLine], items: Mapping[str, MenuItemState], served_at: datetime | None = None
) -> tuple[list[PricedLine], list[CartProblem]]:
    """Price the cart with menu items by id. Returns (line items, problems); without problems all lines are there.

    Does not raise: a sold-out item or a wrong choice of options is a problem. Counted stock is not checked here.
    `served_at` is when customers get it, in UTC; None at the counter, where meal times do not bind, and while it is not
    known: see `list_not_served`.
    """
    instant = clock.now()
    lines: list[PricedLine] = []
    problems: list[CartProblem] = []
    for index, cart_line in enumerate(cart):
        item, chosen, line_problems = _check_line(truck_id, index, cart_line, items, instant, served_at)
        problems += line_problems
        if item is not None:
            lines.append(_line(item, cart_line, chosen))
    return lines, problems


def check_cart(truck_id: str, cart: Sequence[CartLine], items: Mapping[str, MenuItemState]) -> list[CartProblem]:
    """The problems that `price_cart` finds without `served_at`, without pricing a line."""
    instant = clock.now()
    checked = (_check_line(truck_id, index, line, items, instant, None) for index, line in enumerate(cart))
    return [problem for _, _, problems in checked for problem in problems]


def _check_line(
    truck_id: str,
    index: int,
    cart_line: CartLine,
    items: Mapping[str, MenuItemState],
    instant: datetime,
    served_at: datetime | None,
) -> tuple[MenuItemState | None, list[ChosenOption], list[CartProblem]]:
    """The menu item of a line, or None where it is gone, the chosen options, and what is wrong with them."""
    item = items.get(cart_line.menu_item_id)
    if item is None or item.truck_id != truck_id or item.archived_at is not None:
        return None, [], [_problem(index, ITEM_GONE)]
    problems: list[CartProblem] = []
    if not item.availability.is_on_sale_at(instant):
        text = f"{item.name} is sold out."
        problems.append(_problem(index, Sentence(text, "item_sold_out", item=item.name)))
    elif served_at is not None:
        problems += _check_served(index, item, served_at)
    chosen, option_problems = choose_options(item, cart_line.choices, instant)
    return item, chosen, [*problems, *(_problem(index, sentence) for sentence in option_problems)]


def list_not_served(
    lines: Sequence[PricedLine], items: Mapping[str, MenuItemState], served_at: datetime
) -> list[CartProblem]:
    """A problem for each line whose menu item is not sold when customers get it, in UTC."""
    return [
        problem
        for index, line in enumerate(lines)
        for problem in _check_served(index, items[line.menu_item_id], served_at)
    ]


def _check_served(line: int, item: MenuItemState, served_at: datetime) -> list[CartProblem]:
    if is_within(item.sale_times, item.timezone, served_at):
        return []
    text = f"{item.name} is not sold at that time."
    return [_problem(line, Sentence(text, "item_not_served", item=item.name))]


def _problem(line: int, sentence: Sentence) -> CartProblem:
    return CartProblem(line, sentence.reason, str(sentence), sentence.params)


class TaxTerms(Protocol):
    """The tax at a truck or at a stop of it. The reduced rate is None where it is the standard one."""

    @property
    def tax_rate_units(self) -> int: ...

    @property
    def reduced_tax_rate_units(self) -> int | None: ...

    @property
    def prices_include_tax(self) -> bool: ...


def total_lines(
    lines: Sequence[PricedLine], terms: TaxTerms, tip_cents: int = 0, discount_cents: int = 0
) -> OrderTotals:
    """The totals of priced line items by the terms of the truck or the stop, in cents."""
    return sum_lines(
        [line.total_cents for line in lines],
        terms.tax_rate_units,
        tip_cents,
        discount_cents,
        classes=[line.tax_class for line in lines],
        reduced_rate_units=terms.reduced_tax_rate_units,
        prices_include_tax=terms.prices_include_tax,
    )


def sum_lines(
    line_totals: Iterable[int],
    rate_units: int,
    tip_cents: int = 0,
    discount_cents: int = 0,
    *,
    classes: Sequence[TaxClass] | None = None,
    reduced_rate_units: int | None = None,
    prices_include_tax: bool = False,
) -> OrderTotals:
    """The totals of line items (cents). Without `classes` all are of the standard one.

    The discount is divided among the lines. Tax is rounded once for each rate, half up, on the sum of its lines after
    their discount. There is none on the tip. Classes of one rate are taxed together.
    """
    totals = list(line_totals)
    subtotal = sum(totals)
    shares = divide_cents(discount_cents, totals)
    left = dict.fromkeys(TAX_CLASSES, 0)
    for total, share, tax_class in zip(totals, shares, classes or [STANDARD] * len(totals), strict=True):
        left[tax_class] += total - share
    is_reduced = reduced_rate_units not in (None, rate_units) and REDUCED in (classes or ())
    if not is_reduced:
        left[STANDARD] += left.pop(REDUCED)
    taxed = compute_included_tax_cents if prices_include_tax else compute_tax_cents
    reduced_tax = taxed(left[REDUCED], reduced_rate_units or 0) if is_reduced else 0
    tax = taxed(left[STANDARD], rate_units) + reduced_tax
    return OrderTotals(
        subtotal_cents=subtotal,
        tax_cents=tax,
        total_cents=subtotal - discount_cents + (0 if prices_include_tax else tax) + tip_cents,
        tip_cents=tip_cents,
        discount_cents=discount_cents,
        exempt_cents=left[EXEMPT],
        reduced_tax_rate_units=reduced_rate_units if is_reduced else None,
        reduced_taxable_cents=left[REDUCED] - (reduced_tax if prices_include_tax else 0) if is_reduced else 0,
        reduced_tax_cents=reduced_tax,
        prices_include_tax=prices_include_tax,
    )


def _line(item: MenuItemState, cart_line: CartLine, chosen: list[ChosenOption]) -> PricedLine:
    modifiers = price_options(item, chosen)
    said = state_line(item.name, item.diets, item.allergens, [one.option for one in chosen])
    unit = item.base_price_cents + sum(modifier.additional_price_cents for modifier in modifiers)
    return PricedLine(
        menu_item_id=item.id,
        name=item.name,
        quantity=cart_line.quantity,
        base_price_cents=item.base_price_cents,
        unit_price_cents=unit,
        total_cents=unit * cart_line.quantity,
        modifiers=tuple(modifiers),
        special_instructions=cart_line.special_instructions,
        tax_class=item.tax_class,
        diets=said.diets,
        allergens=said.allergens,
        allergens_not_stated=said.not_stated,
        translations=pick_line_translations(item, modifiers),
    )


def pick_line_translations(item: MenuItemState, modifiers: Iterable[PricedModifier]) -> StoredTranslations:
    """What a line item keeps of its menu item's translations."""
    return pick_translations(item.translations, (name for one in modifiers for name in (one.group_name, one.name)))


def server_cart(lines: list[PricedLine], totals: OrderTotals, instructions: str | None) -> dict[str, Any]:
    """Build the cart with the server's prices, in the browser's format; amounts in dollars."""
    return {
        "items": [_server_cart_item(line) for line in lines],
        "specialInstructions": instructions,
        "subtotal": to_dollars(totals.subtotal_cents),
        "tax": to_dollars(totals.tax_cents),
        "tip": to_dollars(totals.tip_cents),
        "discount": to_dollars(totals.discount_cents),
        "total": to_dollars(totals.total_cents),
    }


def _server_cart_item(line: PricedLine) -> dict[str, Any]:
    several = [modifier for modifier in line.modifiers if not modifier.single]
    single = [modifier for modifier in line.modifiers if modifier.single]
    return {
        "menuItemId": line.menu_item_id,
        "name": line.name,
        "quantity": line.quantity,
        **({} if line.tax_class == STANDARD else {"taxClass": line.tax_class}),
        "basePrice": to_dollars(line.base_price_cents),
        "totalPrice": to_dollars(line.total_cents),
        "customization": {
            "selectedOptions": [_option_body(modifier) for modifier in several],
            "optionChoices": [
                {**_option_body(modifier), "selectedOption": {"name": modifier.group_name}} for modifier in single
            ],
            "specialInstructions": line.special_instructions,
        },
    }


def _option_body(modifier: PricedModifier) -> dict[str, Any]:
    price = to_dollars(modifier.additional_price_cents)
    quantity = {"quantity": modifier.quantity} if modifier.quantity > 1 else {}
    return {"optionId": modifier.option_id, "name": modifier.name, "additionalPrice": price, **quantity}


def list_price_changes(told_cents: Iterable[int | None], lines: Sequence[PricedLine]) -> list[CartProblem]:
    """A problem for each line whose total differs from the one that the customer was told, or was told none."""
    return [
        CartProblem(
            index,
            "price_changed",
            f"{line.name} now comes to {format_usd(line.total_cents)}.",
            {"item": line.name, "cents": line.total_cents},
        )
        for index, (told, line) in enumerate(zip(told_cents, lines, strict=True))
        if told != line.total_cents
    ]


MAX_TIP_CENTS = 50_000
TIP_INVALID = Sentence("Enter a tip in dollars, with at most two decimals.", "tip_invalid")


class TipsOff(Conflict):
    code = "tips_off"
    sentence = "This truck takes no tips. Please choose no tip and try again."


def read_tip_cents(dollars: float | None, path: str) -> int:
    """Convert a tip from JSON to cents; a missing one is 0. Raises InvalidInput for parts of a cent and below 0."""
    if dollars is None:
        return 0
    if not 0 <= dollars <= MAX_TIP_CENTS or to_dollars(to_cents(dollars)) != dollars:
        raise InvalidInput(TIP_INVALID, fields={path: TIP_INVALID})
    return to_cents(dollars)


def max_tip_cents(subtotal_cents: int) -> int:
    """The largest tip on a subtotal: as much as the subtotal, and at most $500."""
    return min(subtotal_cents, MAX_TIP_CENTS)


def check_tip(tip_cents: int, subtotal_cents: int, path: str, *, takes_tips: bool) -> None:
    """Raises TipsOff at a truck without tips, and InvalidInput for a tip above the maximum."""
    if tip_cents and not takes_tips:
        raise TipsOff
    limit = max_tip_cents(subtotal_cents)
    if tip_cents > limit:
        text = f"A tip on this order may be at most {format_usd(limit)}."
        sentence = Sentence(text, "tip_too_large", cents=limit)
        raise InvalidInput(sentence, fields={path: sentence})
