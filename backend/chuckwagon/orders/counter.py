"""Orders taken at the window: priced by the server like any other, paid in cash, by card, or not yet.

The window is open for whoever stands there: a truck that takes no orders online, or pauses, still writes
them down here.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor
from chuckwagon.core import clock
from chuckwagon.core.db import Database
from chuckwagon.core.errors import Conflict, InvalidInput, NotFound
from chuckwagon.core.idempotency import once, read_repeat
from chuckwagon.core.money import to_cents, to_dollars
from chuckwagon.core.text import has_control_characters, one_line
from chuckwagon.menu.cart_items import items_for_cart
from chuckwagon.orders import audited, queries
from chuckwagon.orders import status as statuses
from chuckwagon.orders.phones import us_e164
from chuckwagon.orders.pricing import Choice, Line, Selection, price_cart, totals
from chuckwagon.orders.schemas import WINDOW_METHODS, StaffOrder
from chuckwagon.orders.service import OrderDraft, place_order
from chuckwagon.trucks.models import Truck

Text = Annotated[str, Meta(max_length=1000)]
MOST_LINES, MOST_OF_ONE, MOST_OPTIONS, MOST_DOLLARS = 50, 99, 300, 100_000_000
PAYMENTS = (*WINDOW_METHODS, statuses.UNPAID)
REQUIRED = "Please fill in all required fields"
PHONE = "Please enter a valid 10-digit phone number"


class ItemsNotSold(Conflict):
    """A dish or an option is not to be had as asked; `problems` names the lines."""

    code = "cart_invalid"
    sentence = "Something in this order is not available."


class CounterPricesChanged(Conflict):
    """The customer was told another total; `total` is what it comes to now, in dollars."""

    code = "prices_changed"
    sentence = "Prices have changed. Please check the total before you take the money."


class CounterItem(Struct, rename="camel"):
    """A dish, how often, and the chosen options by id."""

    menu_item_id: Annotated[str, Meta(max_length=64)]
    quantity: int
    option_ids: list[Annotated[str, Meta(max_length=64)]] | None = None
    special_instructions: Text | None = None


class CounterOrderRequest(Struct, rename="camel"):
    """The body of POST /orders. What is missing is said by `check`, after it is known who may ask.

    `expectedTotal` is what the customer was told, in dollars; another total is refused.
    """

    truck_id: Annotated[str, Meta(max_length=64)] | None = None
    customer_name: Text | None = None
    customer_phone: Annotated[str, Meta(max_length=40)] | None = None
    items: list[CounterItem] | None = None
    special_instructions: Text | None = None
    payment: Annotated[str, Meta(max_length=20)] | None = None
    expected_total: float | None = None


class CounterOrder(Struct, frozen=True):
    """The order after the rules of the form; the phone in E.164."""

    name: str
    phone: str | None
    selections: Sequence[Selection]
    special_instructions: str | None
    payment: str
    expected_cents: int | None


def take_order(
    db: Database, actor: Actor, request: CounterOrderRequest, idempotency_key: str | None
) -> StaffOrder:
    """Write down an order from the window, once per key.

    Raises NotAllowed, NotFound, InvalidInput, ItemsNotSold, CounterPricesChanged, IdempotencyKeyReused.
    """
    with db.reading() as session:
        truck = queries.find_scope(session, actor, Action.WORK_ORDERS, request.truck_id)
    if truck is None:
        sentence = "Choose a truck."
        raise InvalidInput(sentence, fields={"truckId": sentence})
    if truck.archived_at is not None:
        raise NotFound("This truck does not exist.")
    order = check_counter_order(request)
    repeat = read_repeat(actor.user_id, idempotency_key, "take_order", truck.id, request)
    return db.write(
        lambda session: once(session, repeat, StaffOrder, lambda: _take(session, actor, truck, order))
    )


def _take(session: Session, actor: Actor, truck: Truck, order: CounterOrder) -> StaffOrder:
    staff = queries.get_staff_name(session, actor.user_id)
    lines = _price(session, truck, order.selections)
    total = totals((line.total_cents for line in lines), truck.tax_rate_units)
    if order.expected_cents not in (None, total.total_cents):
        raise CounterPricesChanged(total=to_dollars(total.total_cents))
    placed = place_order(
        session,
        OrderDraft(
            truck_id=truck.id,
            checkout_id=None,
            payment_intent_id=None,
            source="counter",
            placed_by=staff,
            customer_name=order.name,
            customer_phone=order.phone,
            customer_email=None,
            lines=lines,
            tax_rate_units=truck.tax_rate_units,
            pickup_at=None,
            estimated_pickup_at=None,
            special_instructions=order.special_instructions,
            **_payment(order.payment, staff),
            **msgspec.structs.asdict(total),
        ),
    )
    shown = queries.get_staff_order(session, placed.id)
    audited.note_taken(session, actor, shown, order.payment)
    return shown


def _payment(payment: str, staff: str) -> dict[str, Any]:
    if payment == statuses.UNPAID:
        return {"payment_status": statuses.UNPAID}
    paid = {"window_method": payment, "window_paid_at": clock.now(), "window_paid_to": staff}
    return {"payment_status": statuses.PAID, **paid}


def _price(session: Session, truck: Truck, selections: Sequence[Selection]) -> list[Line]:
    items = items_for_cart(session, [selection.menu_item_id for selection in selections])
    lines, problems = price_cart(truck.id, selections, items)
    if problems:
        raise ItemsNotSold(problems=msgspec.to_builtins(problems))
    return lines


def check_counter_order(given: CounterOrderRequest) -> CounterOrder:
    """The rules of the form. Raises InvalidInput naming every field that breaks one."""
    wrong: dict[str, str] = {}
    name = one_line(given.customer_name or "")
    _limit(wrong, "customerName", given.customer_name, 80)
    if not name:
        wrong["customerName"] = REQUIRED
    _limit(wrong, "specialInstructions", given.special_instructions, 500)
    phone = us_e164(given.customer_phone) if given.customer_phone else None
    if given.customer_phone and phone is None:
        wrong["customerPhone"] = PHONE
    if given.payment not in PAYMENTS:
        wrong["payment"] = f"Choose one of {', '.join(PAYMENTS)}."
    if given.expected_total is not None and not 0 <= given.expected_total <= MOST_DOLLARS:
        wrong["expectedTotal"] = "Enter an amount such as 12.50."
    items = given.items or []
    if not 1 <= len(items) <= MOST_LINES:
        wrong["items"] = f"An order has 1 to {MOST_LINES} lines."
    for index, item in enumerate(items[:MOST_LINES]):
        _check_item(wrong, f"items.{index}", item)
    if wrong:
        raise InvalidInput(next(iter(wrong.values())), fields=wrong)
    selections = [_selection(item) for item in items]
    expected = None if given.expected_total is None else to_cents(given.expected_total)
    note = _trimmed(given.special_instructions)
    return CounterOrder(name, phone, selections, note, given.payment or "", expected)


def _check_item(wrong: dict[str, str], path: str, item: CounterItem) -> None:
    if not 1 <= item.quantity <= MOST_OF_ONE:
        wrong[f"{path}.quantity"] = f"Choose 1 to {MOST_OF_ONE}."
    if len(item.option_ids or ()) > MOST_OPTIONS:
        wrong[f"{path}.optionIds"] = "There are too many options."
    _limit(wrong, f"{path}.specialInstructions", item.special_instructions, 200)


def _limit(wrong: dict[str, str], path: str, text: str | None, most: int) -> None:
    if text and len(text.strip()) > most:
        wrong[path] = f"Use at most {most} characters."
    elif text and has_control_characters(text):
        wrong[path] = "This text holds characters that cannot be printed."


def _selection(item: CounterItem) -> Selection:
    choices = tuple(Choice(option_id=option_id) for option_id in item.option_ids or ())
    return Selection(item.menu_item_id, item.quantity, choices, _trimmed(item.special_instructions))


def _trimmed(text: str | None) -> str | None:
    return (text or "").strip() or None
