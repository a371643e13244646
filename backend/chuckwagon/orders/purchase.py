"""The columns that a checkout and its order share. Each is named here only: in the tables, and in the struct.

A column that an order takes over from its checkout is added to both classes. `Checkout` and `Order` have it then, and
so do `CheckoutRow`, `OrderDraft` and `PlacedOrder`.
"""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.kit.money import EXEMPT, REDUCED, to_dollars, to_rate_percent
from chuckwagon.kit.sentences import ENGLISH
from chuckwagon.orders.placement.pricing import OrderTotals


class PurchaseColumns:
    """The shared columns of the tables `checkouts` and `orders`, except for those that are optional in one of them."""

    subtotal_cents: Mapped[int]
    tax_cents: Mapped[int]
    tip_cents: Mapped[int] = mapped_column(default=0, server_default=sa.text("0"))
    discount_cents: Mapped[int] = mapped_column(default=0, server_default=sa.text("0"))
    offer_code: Mapped[str | None] = mapped_column(sa.String(20))
    total_cents: Mapped[int]
    tax_rate_units: Mapped[int]
    exempt_cents: Mapped[int] = mapped_column(default=0, server_default=sa.text("0"))
    reduced_tax_rate_units: Mapped[int | None]
    reduced_taxable_cents: Mapped[int] = mapped_column(default=0, server_default=sa.text("0"))
    reduced_tax_cents: Mapped[int] = mapped_column(default=0, server_default=sa.text("0"))
    prices_include_tax: Mapped[bool] = mapped_column(default=False, server_default=sa.false())
    customer_name: Mapped[str] = mapped_column(sa.String(80))
    customer_email: Mapped[str | None] = mapped_column(sa.String(254))
    special_instructions: Mapped[str | None] = mapped_column(sa.String(500))
    language: Mapped[str] = mapped_column(sa.String(2), default=ENGLISH, server_default=ENGLISH)
    stop_id: Mapped[str | None] = mapped_column(sa.String(24))
    place_name: Mapped[str | None] = mapped_column(sa.String(80))
    place_address: Mapped[str | None] = mapped_column(sa.String(200))
    place_timezone: Mapped[str | None] = mapped_column(sa.String(60))
    slot_at: Mapped[datetime | None]


class Purchase(OrderTotals, frozen=True, kw_only=True):
    """What a customer buys, as a checkout keeps it and its order takes it over: amounts in cents, instants in UTC.

    The `place_` fields are the place of the stop as the customer saw it.
    """

    truck_id: str
    offer_code: str | None = None
    tax_rate_units: int
    customer_name: str
    customer_phone: str | None
    customer_email: str | None
    pickup_at: datetime | None
    special_instructions: str | None
    language: str = ENGLISH
    stop_id: str | None = None
    place_name: str | None = None
    place_address: str | None = None
    place_timezone: str | None = None
    slot_at: datetime | None = None


def list_purchase_fields(purchase: Purchase) -> dict[str, Any]:
    """The fields of the purchase by name, without those that only a subclass has."""
    return {name: getattr(purchase, name) for name in Purchase.__struct_fields__}


class TaxPart(Struct, frozen=True):
    """What an order has at one rate: the amount without tax, and the tax on it, in cents."""

    rate_units: int
    taxable_cents: int
    tax_cents: int


def list_tax_parts(order: Any) -> list[TaxPart]:
    """The taxes of a checkout or an order by rate, higher rates first. A rate of which nothing is left is no part.

    `order` is any object with the columns of `PurchaseColumns`.
    """
    net = order.subtotal_cents - order.discount_cents - (order.tax_cents if order.prices_include_tax else 0)
    taxable = net - order.exempt_cents - order.reduced_taxable_cents
    parts = [TaxPart(order.tax_rate_units, taxable, order.tax_cents - order.reduced_tax_cents)]
    if order.reduced_tax_rate_units is not None:
        parts.append(TaxPart(order.reduced_tax_rate_units, order.reduced_taxable_cents, order.reduced_tax_cents))
    return sorted((part for part in parts if part.taxable_cents), key=lambda part: -part.rate_units)


def find_line_rate(order: Any, tax_class: str) -> int | None:
    """The rate in units of an order's lines of this tax class, or None if they are exempt. A reduced rate may be 0."""
    if tax_class == EXEMPT:
        return None
    is_reduced = tax_class == REDUCED and order.reduced_tax_rate_units is not None
    rate: int = order.reduced_tax_rate_units if is_reduced else order.tax_rate_units
    return rate


class OrderTax(Struct, rename="camel"):
    """What an order has at one rate (percent): the amount without tax, and the tax on it, in dollars."""

    rate: float
    taxable: float
    tax: float


def describe_taxes(order: Any) -> dict[str, Any]:
    """The fields `taxes`, `exempt` and `prices_include_tax` of the JSON of a checkout or an order."""
    parts = [
        OrderTax(to_rate_percent(part.rate_units), to_dollars(part.taxable_cents), to_dollars(part.tax_cents))
        for part in list_tax_parts(order)
    ]
    exempt = to_dollars(order.exempt_cents)
    return {"taxes": parts, "exempt": exempt, "prices_include_tax": order.prices_include_tax}
