"""Money in whole cents. Only JSON carries dollars.

Why: docs/decisions/0012-money.md
"""

from collections.abc import Sequence
from typing import Literal, get_args

TaxClass = Literal["standard", "reduced", "exempt"]  # which of the rates of a place a menu item is taxed at
STANDARD: TaxClass = "standard"
REDUCED: TaxClass = "reduced"
EXEMPT: TaxClass = "exempt"
TAX_CLASSES: tuple[TaxClass, ...] = get_args(TaxClass)
MIN_TOTAL_CENTS = 50  # Stripe's smallest payment in US dollars
RATE_UNITS_PER_PERCENT = 10_000
RATE_UNITS_PER_WHOLE = 100 * RATE_UNITS_PER_PERCENT


def to_cents(dollars: float) -> int:
    """Convert dollars with at most two decimals, as in JSON, to cents."""
    return round(dollars * 100)


def to_dollars(cents: int) -> float:
    """Convert cents to dollars for JSON. The nearest float prints with at most two decimals."""
    return cents / 100


def compute_tax_cents(subtotal_cents: int, rate_units: int) -> int:
    """Compute the tax in cents, rounded once on the subtotal, half up.

    `rate_units` is the rate in ten-thousandths of a percent (`to_rate_units`). For 8.75% the formula is
    `(cents * 875 + 5000) // 10000`. The browser uses the same one.
    """
    return (subtotal_cents * rate_units + RATE_UNITS_PER_WHOLE // 2) // RATE_UNITS_PER_WHOLE


def compute_included_tax_cents(cents: int, rate_units: int) -> int:
    """Compute the tax in cents that an amount with tax contains, rounded once, half up.

    The rate is as in `compute_tax_cents`. The browser uses the same formula.
    """
    with_tax = RATE_UNITS_PER_WHOLE + rate_units
    return (2 * cents * rate_units + with_tax) // (2 * with_tax)


def divide_cents(cents: int, weights: Sequence[int]) -> list[int]:
    """Divide an amount in proportion to the weights, by largest remainder; equal ones in the order of the weights.

    Without any weight each gets 0. The browser uses the same rule.
    """
    whole = sum(weights)
    if whole == 0:
        return [0] * len(weights)
    shares = [cents * weight // whole for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda index: -(cents * weights[index] % whole))
    for index in by_remainder[: cents - sum(shares)]:
        shares[index] += 1
    return shares


def charge_options(chosen: Sequence[tuple[int, int]], free_count: int) -> list[int]:
    """What each chosen option of a group adds to the price of one item, in cents.

    `chosen` are (surcharge in cents, quantity), in the order of the menu. The cheapest pieces are free, as many as the
    group says; of equal surcharges those that come first. The browser uses the same rule.
    """
    charged = [cents * quantity for cents, quantity in chosen]
    left = free_count
    for index in sorted(range(len(chosen)), key=lambda at: chosen[at][0]):
        cents, quantity = chosen[index]
        free = min(left, quantity)
        charged[index] -= free * cents
        left -= free
    return charged


def count_free_pieces(cents: int, quantity: int, charged_cents: int) -> int:
    """How many pieces of a surcharge cost nothing, by what they were charged; 0 where that is no whole number."""
    if cents <= 0 or not 0 <= charged_cents <= cents * quantity or charged_cents % cents:
        return 0
    return quantity - charged_cents // cents


def compute_percent_cents(cents: int, percent: int) -> int:
    """Compute a whole percentage of an amount in cents, rounded half up. The browser uses the same formula."""
    return (cents * percent + 50) // 100


def to_rate_units(percent: float) -> int:
    """Convert a percentage to ten-thousandths of a percent: 8.75 becomes 87,500."""
    return round(percent * RATE_UNITS_PER_PERCENT)


def to_rate_percent(units: int) -> float:
    """Convert ten-thousandths of a percent to the percentage for JSON."""
    return units / RATE_UNITS_PER_PERCENT


def to_optional_percent(units: int | None) -> float | None:
    """The same; None stays None."""
    return None if units is None else to_rate_percent(units)


def format_usd(cents: int) -> str:
    """Format cents with a dollar sign and two decimals, without thousands separators: `$1234.50`."""
    sign = "-" if cents < 0 else ""
    return f"{sign}${abs(cents) // 100}.{abs(cents) % 100:02d}"


def format_spanish_money(cents: int) -> str:
    """Format dollars: `$1,234.50`, and less than none `-$1.50`."""
    sign, cents = ("-" if cents < 0 else ""), abs(cents)
    return f"{sign}${cents // 100:,}.{cents % 100:02d}"
