"""An order at the moment it is made: its rows as they are written, and as the answer reads them.

The toolkit's objects and its unit of work would cost more than all the inserts together.
"""

from collections.abc import Sequence
from datetime import datetime
from itertools import chain

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.core.db import table_of
from chuckwagon.core.ids import new_id
from chuckwagon.core.prepared import Prepared
from chuckwagon.orders.models import LineModifier, Order, OrderLine
from chuckwagon.orders.pricing import Line, Modifier


class PlacedModifier(msgspec.Struct, frozen=True):
    """The columns of a chosen option."""

    id: str
    line_id: str
    position: int
    option_id: str
    group_name: str
    name: str
    additional_price_cents: int


class PlacedLine(msgspec.Struct, frozen=True):
    """The columns of a line item, with its options."""

    id: str
    order_id: str
    position: int
    menu_item_id: str | None
    name: str
    quantity: int
    unit_price_cents: int
    total_cents: int
    special_instructions: str | None
    modifiers: list[PlacedModifier]


class PlacedOrder(msgspec.Struct, frozen=True, kw_only=True):
    """The columns of an order, with its lines. A change to it is not stored."""

    id: str
    order_number: int
    truck_id: str
    checkout_id: str | None
    payment_intent_id: str | None
    customer_id: str | None
    status: str
    payment_status: str
    source: str
    customer_name: str
    customer_phone: str | None
    customer_email: str | None
    subtotal_cents: int
    tax_cents: int
    total_cents: int
    tax_rate_units: int
    pickup_at: datetime | None
    estimated_pickup_at: datetime | None
    special_instructions: str | None
    flags: list[str]
    tracking_token: str
    window_method: str | None
    window_paid_at: datetime | None
    window_paid_to: str | None
    version: int
    created_at: datetime
    updated_at: datetime
    lines: list[PlacedLine]


def _insert(model: type[Order] | type[OrderLine] | type[LineModifier]) -> Prepared:
    table = table_of(model)
    return Prepared(table.insert(), table.c.keys())


_ORDER, _LINE, _MODIFIER = _insert(Order), _insert(OrderLine), _insert(LineModifier)


def store(session: Session, order: PlacedOrder) -> None:
    """Write its rows."""
    _ORDER.write(session, _columns(order))
    _LINE.write_each(session, map(_columns, order.lines))
    modifiers = chain.from_iterable(line.modifiers for line in order.lines)
    if chosen := list(map(_columns, modifiers)):
        _MODIFIER.write_each(session, chosen)


def copy_lines(order_id: str, lines: Sequence[Line]) -> list[PlacedLine]:
    """The priced lines as those of an order."""
    return [_copy_line(order_id, position, line) for position, line in enumerate(lines)]


def _copy_line(order_id: str, position: int, line: Line) -> PlacedLine:
    line_id = new_id()
    return PlacedLine(
        id=line_id,
        order_id=order_id,
        position=position,
        menu_item_id=line.menu_item_id or None,
        name=line.name,
        quantity=line.quantity,
        unit_price_cents=line.unit_price_cents,
        total_cents=line.total_cents,
        special_instructions=line.special_instructions,
        modifiers=[_copy_modifier(line_id, index, one) for index, one in enumerate(line.modifiers)],
    )


def _copy_modifier(line_id: str, position: int, modifier: Modifier) -> PlacedModifier:
    return PlacedModifier(
        id=new_id(),
        line_id=line_id,
        position=position,
        option_id=modifier.option_id,
        group_name=modifier.group_name,
        name=modifier.name,
        additional_price_cents=modifier.additional_price_cents,
    )


_columns = msgspec.structs.asdict
