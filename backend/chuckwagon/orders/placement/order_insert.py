"""Inserts the rows of a new order with compiled statements.

SQLAlchemy's entities and unit of work would cost more time than all the inserts together.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import chain
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import table_of
from chuckwagon.kit.ids import new_id
from chuckwagon.orders.counts import allocated_number
from chuckwagon.orders.models import ONLINE, LineModifier, Order, OrderLine
from chuckwagon.orders.placement.options import PricedModifier
from chuckwagon.orders.placement.pricing import PricedLine
from chuckwagon.orders.purchase import Purchase
from chuckwagon.schedule.models import Place, Stop
from chuckwagon.trucks.models import Truck


class PlacedModifier(msgspec.Struct, frozen=True):
    """The columns of a chosen option."""

    id: str
    line_id: str
    position: int
    option_id: str | None
    group_name: str
    name: str
    additional_price_cents: int
    quantity: int = 1
    free_quantity: int = 0


class PlacedLine(msgspec.Struct, frozen=True):
    """The columns of a line item, and its options."""

    id: str
    order_id: str
    position: int
    menu_item_id: str | None
    name: str
    quantity: int
    unit_price_cents: int
    total_cents: int
    special_instructions: str | None
    tax_class: str
    diets: tuple[str, ...] | None
    allergens: tuple[str, ...] | None
    allergens_not_stated: tuple[str, ...] | None
    translations: dict[str, Any] | None
    modifiers: list[PlacedModifier]


class NewOrder(Purchase, frozen=True, kw_only=True):
    """The columns of an order that its caller gives. The `window_` fields describe a payment at the counter."""

    checkout_id: str | None
    payment_intent_id: str | None
    payment_status: str
    source: str
    tender: str = ONLINE
    estimated_pickup_at: datetime | None
    reader: dict[str, Any] | None = None
    offline_number: str | None = None
    offline: dict[str, Any] | None = None
    window_method: str | None = None
    window_paid_at: datetime | None = None
    window_paid_to: str | None = None


class PlacedOrder(NewOrder, frozen=True, kw_only=True):
    """The columns of an order, and its line items. Not an entity: changes to it are not stored.

    `allocated` gives the number, and is not a column.
    """

    id: str
    allocated: Callable[[], int]
    customer_id: str | None
    status: str
    flags: list[str]
    tracking_token: str
    pieces: int
    seconds_to_ready: float | None
    version: int
    created_at: datetime
    updated_at: datetime
    lines: list[PlacedLine]

    @property
    def order_number(self) -> int:
        """The number, which is known after the transaction. See `allocate_order_number`."""
        return self.allocated()


def _insert_into(model: type[OrderLine] | type[LineModifier]) -> CompiledStatement:
    table = table_of(model)
    return CompiledStatement(table.insert(), table.c.keys())


def _insert_order() -> CompiledStatement:
    """The insert of an order with the number that was allocated just before, and with where it is sold."""
    table, stops, places, trucks = map(table_of, (Order, Stop, Place, Truck))
    names = ("of_truck", "at_stop", "at_place", "in_zone")
    truck_id, stop_id, name, zone = (sa.bindparam(one, type_=sa.String()) for one in names)
    # The place with the name that the customer saw: the stop may have been moved, or its place renamed, since.
    of_stop = sa.select(stops.c.place_id).where(stops.c.id == stop_id).scalar_subquery()
    place_id = sa.select(places.c.id).where(
        places.c.truck_id == truck_id, sa.or_(places.c.name == name, places.c.id == of_stop)
    )
    clock = sa.select(trucks.c.timezone).where(trucks.c.id == truck_id)
    computed: dict[str, Any] = {
        "order_number": allocated_number(truck_id),
        "sold_place_id": place_id.order_by(
            sa.case((places.c.name == name, 0), else_=1), sa.case((places.c.id == of_stop, 0), else_=1), places.c.id
        )
        .limit(1)
        .scalar_subquery(),
        "sold_timezone": sa.func.coalesce(zone, clock.scalar_subquery()),
    }
    columns = [column for column in table.c.keys() if column not in computed]  # noqa: SIM118 - a collection of columns
    return CompiledStatement(table.insert().values(computed), columns)


_ORDER, _LINE, _MODIFIER = _insert_order(), _insert_into(OrderLine), _insert_into(LineModifier)


def insert_order(session: Session, order: PlacedOrder) -> None:
    """Insert the order, its line items and their options. The statements run later in the transaction (`run_later`).

    The caller has allocated the order's number.
    """
    sold = {
        "of_truck": order.truck_id, "at_stop": order.stop_id, "at_place": order.place_name,
        "in_zone": order.place_timezone, "sold_place_name": order.place_name,
    }  # fmt: skip
    _ORDER.run_later(session, {**_columns(order), **sold})
    _LINE.run_each_later(session, map(_columns, order.lines))
    modifiers = chain.from_iterable(line.modifiers for line in order.lines)
    if chosen := list(map(_columns, modifiers)):
        _MODIFIER.run_each_later(session, chosen)


def to_placed_lines(
    order_id: str, lines: Sequence[PricedLine], make_id: Callable[[], str] = new_id
) -> list[PlacedLine]:
    """The priced line items with new ids and their positions, for `insert_order`. Inserts nothing."""
    return [_to_placed_line(order_id, position, line, make_id) for position, line in enumerate(lines)]


def _to_placed_line(order_id: str, position: int, line: PricedLine, make_id: Callable[[], str]) -> PlacedLine:
    line_id = make_id()
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
        tax_class=line.tax_class,
        diets=line.diets,
        allergens=line.allergens,
        allergens_not_stated=line.allergens_not_stated or None,
        translations=line.translations,
        modifiers=[_to_placed_modifier(make_id(), line_id, index, one) for index, one in enumerate(line.modifiers)],
    )


def _to_placed_modifier(modifier_id: str, line_id: str, position: int, modifier: PricedModifier) -> PlacedModifier:
    return PlacedModifier(
        id=modifier_id,
        line_id=line_id,
        position=position,
        option_id=modifier.option_id or None,
        group_name=modifier.group_name,
        name=modifier.name,
        additional_price_cents=modifier.additional_price_cents,
        quantity=modifier.quantity,
        free_quantity=modifier.free_quantity,
    )


_columns = msgspec.structs.asdict
