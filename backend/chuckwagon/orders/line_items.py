"""JSON of line items for customers. Amounts are dollars here and cents everywhere else."""

from msgspec import Struct

from chuckwagon.kit.money import to_dollars
from chuckwagon.kit.structs import copy_fields
from chuckwagon.orders.models import OrderLine
from chuckwagon.orders.placement.order_insert import PlacedLine


class ModifierOut(Struct, rename="camel"):
    """A chosen option, with the price that was paid."""

    group: str
    name: str
    additional_price: float


class OrderItemOut(Struct, rename="camel"):
    """A line item of the order, with the prices that were paid."""

    menu_item_id: str | None
    name: str
    quantity: int
    unit_price: float
    total_price: float
    customizations: list[ModifierOut]
    special_instructions: str | None


def to_order_item(line: OrderLine | PlacedLine) -> OrderItemOut:
    """The line item's JSON for customers."""
    return copy_fields(
        OrderItemOut,
        line,
        unit_price=to_dollars(line.unit_price_cents),
        total_price=to_dollars(line.total_cents),
        customizations=[
            ModifierOut(one.group_name, one.name, to_dollars(one.additional_price_cents)) for one in line.modifiers
        ],
    )
