"""Money as whole cents. JSON carries dollars; nothing inside does."""

RATE_UNITS_PER_PERCENT = 10_000
RATE_UNITS_PER_WHOLE = 100 * RATE_UNITS_PER_PERCENT


def to_cents(dollars: float) -> int:
    """Dollars with at most two decimals, as JSON gives them, to cents."""
    return round(dollars * 100)


def to_dollars(cents: int) -> float:
    """Cents to the dollars that JSON carries; the nearest float prints with two decimals at most."""
    return cents / 100


def tax_cents(subtotal_cents: int, rate_units: int) -> int:
    """Tax in cents, rounded once on the subtotal, half up; the rate in ten-thousandths of a percent.

    For 8.75 % this is `(cents * 875 + 5000) // 10000`. The browser computes the same.
    """
    return (subtotal_cents * rate_units + RATE_UNITS_PER_WHOLE // 2) // RATE_UNITS_PER_WHOLE


def rate_units(percent: float) -> int:
    """A percentage to the integer unit that tax is computed in: 8.75 is 87,500."""
    return round(percent * RATE_UNITS_PER_PERCENT)


def rate_percent(units: int) -> float:
    """The percentage that JSON carries."""
    return units / RATE_UNITS_PER_PERCENT


def format_usd(cents: int) -> str:
    """A dollar sign and two decimals, as in texts and receipts."""
    sign = "-" if cents < 0 else ""
    return f"{sign}${abs(cents) // 100}.{abs(cents) % 100:02d}"
