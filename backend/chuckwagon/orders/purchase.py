"""The columns that a checkout and its order share. Each is named here only: in the tables, and in the struct.

A column that an order takes over from its checkout is added to both classes. `Checkout` and `Order` have it then, and
so do `CheckoutRow`, `OrderDraft` and `PlacedOrder`.
"""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.kit.languages import ENGLISH
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
