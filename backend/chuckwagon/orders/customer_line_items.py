"""JSON of an order's line items for customers, in dollars. The rows that it is made from hold cents."""

from msgspec import Struct

from chuckwagon.kit.decoding import copy_fields
from chuckwagon.kit.money import to_dollars
from chuckwagon.orders.models import OrderLine
from chuckwagon.orders.placement.order_insert import PlacedLine


class ModifierOut(Struct, rename="camel"):
    """A chosen option, with its price in dollars at the time of purchase."""

    group: str
    name: str
    additional_price: float


class OrderItemOut(Struct, rename="camel"):
    """A line item, with its prices in dollars at the time of purchase. `total_price` is for the whole quantity.

    `refunded_quantity` of it was refunded, or is about to be.
    """

    menu_item_id: str | None
    name: str
    quantity: int
    unit_price: float
    total_price: float
    customizations: list[ModifierOut]
    special_instructions: str | None
    # The default is for idempotent responses that were stored before this field existed.
    refunded_quantity: int = 0


def to_order_item(line: OrderLine | PlacedLine, refunded_quantity: int = 0) -> OrderItemOut:
    """The line item's JSON for customers."""
    return copy_fields(
        OrderItemOut,
        line,
        unit_price=to_dollars(line.unit_price_cents),
        total_price=to_dollars(line.total_cents),
        customizations=[
            ModifierOut(one.group_name, one.name, to_dollars(one.additional_price_cents)) for one in line.modifiers
        ],
        refunded_quantity=refunded_quantity,
    )
