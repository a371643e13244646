"""Counter orders: priced by the server, and paid in cash, by card, or later (`record_payment.py`).

A truck takes counter orders even while it accepts no online orders.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import parse_idempotency_key, run_idempotent
from chuckwagon.kit import clock
from chuckwagon.kit.errors import raise_if_any
from chuckwagon.kit.ids import new_id
from chuckwagon.kit.money import to_cents, to_dollars
from chuckwagon.kit.sentences import REQUIRED_FIELDS, UNPRINTABLE, Sentence, choose_one_of, too_long
from chuckwagon.kit.validation import (
    collapse_whitespace,
    has_control_characters,
    limited,
    trimmed,
    us_e164,
    why_no_us_phone,
)
from chuckwagon.menu.cart_items import MenuItemState, load_cart_items
from chuckwagon.offers.discounts import MAX_SENT_CODE_LENGTH, OfferTerms, check_total, normalize_code
from chuckwagon.offers.queries import apply_offer, find_offer
from chuckwagon.offers.uses import UseHold, take_use
from chuckwagon.orders import audit_events, queries
from chuckwagon.orders import status as statuses
from chuckwagon.orders.placement.counter_drafts import (
    SentDraft,
    find_order_of_draft,
    place_once,
    without_transport,
)
from chuckwagon.orders.placement.counter_slot import (
    ChosenStop,
    CounterPricesChanged,
    CounterSlot,
    CounterSlotChoice,
    ItemsUnavailable,
    choose_counter_stop,
    reserve_counter_slot,
)
from chuckwagon.orders.placement.options import CartChoice
from chuckwagon.orders.placement.pricing import (
    CartLine,
    OrderTotals,
    PricedLine,
    TaxTerms,
    check_tip,
    list_price_changes,
    price_cart,
    read_tip_cents,
    server_cart,
    total_lines,
)
from chuckwagon.orders.reservations import service as reservations
from chuckwagon.orders.schemas import COUNTER_PAYMENT_METHODS, StaffOrder
from chuckwagon.orders.service import OrderDraft, place_order
from chuckwagon.schedule.checkout_stop import CheckoutStop
from chuckwagon.trucks.models import Truck

Text = Annotated[str, Meta(max_length=1000)]
MAX_LINES, MAX_QUANTITY, MAX_OPTIONS, MAX_DOLLARS = 50, 99, 300, 100_000_000
MAX_NAME_LENGTH, MAX_INSTRUCTIONS_LENGTH = 80, 500
AT_THE_COUNTER = "counter"  # in place of a network, whose unpaid checkouts hold a part of an offer's uses
PAYMENT_CHOICES = (*COUNTER_PAYMENT_METHODS, statuses.UNPAID)
AMOUNT_INVALID = Sentence("Enter an amount such as 12.50.", "amount_invalid")
LINE_COUNT_INVALID = Sentence(f"An order has 1 to {MAX_LINES} lines.", "line_count_invalid", max=MAX_LINES)
QUANTITY_INVALID = Sentence(f"Choose 1 to {MAX_QUANTITY}.", "quantity_invalid", max=MAX_QUANTITY)
OPTIONS_TOO_MANY = Sentence("There are too many options.", "options_too_many", max=MAX_OPTIONS)


class CounterItem(Struct, rename="camel"):
    """A menu item, its quantity, and the ids of the chosen options.

    `unitPrice` is the price of one with its options that the customer was told, in dollars.
    """

    menu_item_id: Annotated[str, Meta(max_length=64)]
    quantity: int
    option_ids: list[Annotated[str, Meta(max_length=64)]] | None = None
    special_instructions: Text | None = None
    unit_price: float | UnsetType | None = UNSET


class CounterOrderRequest(SentDraft, rename="camel"):
    """The body of POST /orders. No field is required here, because permissions are checked before the fields.

    `expectedTotal` is the total that the customer was told, in dollars, `tip` included. Any other total is refused.
    `stopId` is a stop of `GET /trucks/{id}/counter`, by default the first, and `stopVersion` the version for which the
    order was priced. `slotAt` is the start of one of its pickup slots, by default the one that is running. With
    `confirmOverCapacity` a full one is overfilled. `offerCode` counts as used at once, also of an unpaid order.
    """

    truck_id: Annotated[str, Meta(max_length=64)] | None = None
    customer_name: Annotated[Text, trimmed(MAX_NAME_LENGTH, min_length=1)] | None = None
    customer_phone: Annotated[str, Meta(max_length=40)] | None = None
    items: Annotated[list[CounterItem] | None, limited(min_items=1, max_items=MAX_LINES)] = None
    special_instructions: Annotated[Text, trimmed(MAX_INSTRUCTIONS_LENGTH)] | None = None
    payment: Annotated[str, Meta(max_length=20)] | None = None
    expected_total: float | None = None
    # Left out of the digest of a request without them, which older releases have stored.
    slot_at: Annotated[datetime, Meta(tz=True)] | UnsetType | None = UNSET
    confirm_over_capacity: bool | UnsetType | None = UNSET
    tip: float | UnsetType | None = UNSET
    stop_id: Annotated[str, Meta(max_length=64)] | UnsetType | None = UNSET
    stop_version: int | UnsetType | None = UNSET
    offer_code: Annotated[str, Meta(max_length=MAX_SENT_CODE_LENGTH)] | UnsetType | None = UNSET


class ValidatedCounterOrder(Struct, frozen=True):
    """A validated request, before it is priced; the phone in E.164."""

    name: str
    phone: str | None
    cart: Sequence[CartLine]
    special_instructions: str | None
    payment: str
    expected_cents: int | None
    slot_at: datetime | None
    may_overfill: bool
    tip_cents: int = 0
    stop: ChosenStop = ChosenStop()
    told_unit_cents: Sequence[int | None] = ()
    offer_code: str | None = None


def place_counter_order(
    db: Database, actor: Actor, request: CounterOrderRequest, idempotency_key: str | None, *, hold_seconds: int
) -> StaffOrder:
    """Place a counter order, once for each draft and each idempotency key, and return it for staff.

    A draft that is an order already gets that order, whatever else the request says. `hold_seconds` is how long an
    unpaid checkout may hold the use of an offer.

    Raises NotAllowed or NotFound for the truck, the errors of `choose_counter_stop`, InvalidInput, ItemsUnavailable,
    TipsOff, OfferRefused, CounterPricesChanged when the total is not the expected one, OverCapacity for a full slot
    without confirmation, and IdempotencyKeyReused when the key was used with another request.
    """
    with db.reading() as session:
        truck = queries.get_truck_for_orders(session, actor, request.truck_id)
        earlier = find_order_of_draft(session, truck.id, request.draft_id)
    if earlier is not None:
        return earlier
    order = check_counter_order(request)
    asked = without_transport(request)
    repeat = parse_idempotency_key(actor.user_id, idempotency_key, "take_order", truck.id, asked)

    def write(exclusive: bool) -> StaffOrder:
        def work(session: Session) -> StaffOrder:
            place = partial(_place, session, actor, truck, order, hold_seconds, exclusive=exclusive)
            return place_once(
                session, truck.id, request.draft_id, lambda: run_idempotent(session, repeat, StaffOrder, place)
            )

        return db.write(work)

    return reservations.retry_on_conflict(write)


def _place(
    session: Session, actor: Actor, truck: Truck, order: ValidatedCounterOrder, hold_seconds: int, *, exclusive: bool
) -> StaffOrder:
    staff_name = queries.get_staff_name(session, actor.user_id)
    order_id = new_id()
    reserved = reserve_counter_order(session, truck, order, order_id, exclusive=exclusive)
    stop, lines, offer, total, slot = reserved.stop, reserved.lines, reserved.offer, reserved.total, reserved.slot
    if offer:
        hold = UseHold(hold_seconds, stop.timezone if stop else truck.timezone, holder=AT_THE_COUNTER, percent=0)
        take_use(session, offer, order_id, order.phone, hold)
    placed = place_order(
        session,
        OrderDraft(
            id=order_id,
            truck_id=truck.id,
            checkout_id=None,
            payment_intent_id=None,
            source="counter",
            tender=order.payment,
            placed_by=staff_name,
            typed_by=actor.user_id,
            confirms_itself=truck.confirms_orders,
            customer_name=order.name,
            customer_phone=order.phone,
            customer_email=None,
            lines=lines,
            offer_code=offer.code if offer else None,
            tax_rate_units=(stop or truck).tax_rate_units,
            pickup_at=slot.pickup_at,
            estimated_pickup_at=slot.pickup_at,
            slot_at=slot.slot_at,
            flags=slot.flags,
            special_instructions=order.special_instructions,
            **stop_columns(stop),
            **_payment(order.payment, staff_name),
            **msgspec.structs.asdict(total),
        ),
    )
    shown = queries.get_staff_order(session, placed.id)
    audit_events.record_counter_order(session, actor, shown, order.payment)
    return shown


class ReservedCounterOrder(Struct, frozen=True):
    """A priced counter order, and what it has reserved."""

    stop: CheckoutStop | None
    lines: list[PricedLine]
    offer: OfferTerms | None
    total: OrderTotals
    slot: CounterSlot


def reserve_counter_order(
    session: Session,
    truck: Truck,
    order: ValidatedCounterOrder,
    reservation_id: str,
    *,
    exclusive: bool,
    hold_expires_at: datetime | None = None,
) -> ReservedCounterOrder:
    """Price the order, and take its slot and stock; with `hold_expires_at` only until then.

    Raises the errors of `place_counter_order` about stop, items, tip, code, total and slot.
    """
    stop = choose_counter_stop(session, truck, order.stop)
    lines, items = _price(session, truck, order.cart, stop)
    offer, total = _sum(session, truck, order, lines, stop or truck)
    choice = CounterSlotChoice(order.slot_at, order.may_overfill, exclusive, hold_expires_at)
    slot = reserve_counter_slot(session, truck, stop, reservation_id, lines, items, choice)
    return ReservedCounterOrder(stop, lines, offer, total, slot)


def _sum(
    session: Session, truck: Truck, order: ValidatedCounterOrder, lines: list[PricedLine], terms: TaxTerms
) -> tuple[OfferTerms | None, OrderTotals]:
    """The terms of the order's code, and what the order comes to; raises when the customer was told another total."""
    offer = find_offer(session, truck.id, order.offer_code)
    discount = apply_offer(offer, sum(line.total_cents for line in lines)) if offer else 0
    total = total_lines(lines, terms, order.tip_cents, discount)
    check_total(total.subtotal_cents, discount, total.total_cents - order.tip_cents)
    check_tip(order.tip_cents, total.subtotal_cents, "tip", takes_tips=truck.takes_tips)
    if order.expected_cents not in (None, total.total_cents):
        raise _prices_changed(order, lines, total)
    return offer, total


def _prices_changed(order: ValidatedCounterOrder, lines: list[PricedLine], total: OrderTotals) -> CounterPricesChanged:
    told = zip(order.told_unit_cents, lines, strict=True)
    problems = list_price_changes([None if unit is None else unit * line.quantity for unit, line in told], lines)
    return CounterPricesChanged(
        cart=server_cart(lines, total, order.special_instructions),
        problems=msgspec.to_builtins(problems),
        total=to_dollars(total.total_cents),
    )


def stop_columns(stop: CheckoutStop | None) -> dict[str, Any]:
    """The stop at which the order is taken; none while the truck is between stops."""
    if stop is None:
        return {}
    place = {"place_name": stop.place_name, "place_address": stop.place_address, "place_timezone": stop.timezone}
    return {"stop_id": stop.id, **place}


def _payment(payment: str, staff_name: str) -> dict[str, Any]:
    if payment == statuses.UNPAID:
        return {"payment_status": statuses.UNPAID}
    payment_fields = {"window_method": payment, "window_paid_at": clock.now(), "window_paid_to": staff_name}
    return {"payment_status": statuses.PAID, **payment_fields}


def _price(
    session: Session, truck: Truck, cart: Sequence[CartLine], stop: CheckoutStop | None
) -> tuple[list[PricedLine], dict[str, MenuItemState]]:
    items = load_cart_items(session, [line.menu_item_id for line in cart], stop.id if stop else None)
    lines, problems = price_cart(truck.id, cart, items)
    if problems:
        raise ItemsUnavailable(problems=msgspec.to_builtins(problems))
    return lines, items


def check_counter_order(request: CounterOrderRequest) -> ValidatedCounterOrder:
    """Check the request. Raises InvalidInput with a sentence for every invalid field."""
    problems: dict[str, Sentence] = {}
    name = collapse_whitespace(request.customer_name or "")
    _limit(problems, "customerName", request.customer_name, MAX_NAME_LENGTH)
    if not name:
        problems["customerName"] = REQUIRED_FIELDS
    _limit(problems, "specialInstructions", request.special_instructions, MAX_INSTRUCTIONS_LENGTH)
    phone = us_e164(request.customer_phone) if request.customer_phone else None
    if request.customer_phone and phone is None:
        problems["customerPhone"] = why_no_us_phone(request.customer_phone)
    if request.payment not in PAYMENT_CHOICES:
        problems["payment"] = choose_one_of(PAYMENT_CHOICES)
    if request.expected_total is not None and not 0 <= request.expected_total <= MAX_DOLLARS:
        problems["expectedTotal"] = AMOUNT_INVALID
    items = request.items or []
    if not 1 <= len(items) <= MAX_LINES:
        problems["items"] = LINE_COUNT_INVALID
    for index, item in enumerate(items[:MAX_LINES]):
        _check_item(problems, f"items.{index}", item)
    raise_if_any(problems)
    cart = [_cart_line(item) for item in items]
    expected = None if request.expected_total is None else to_cents(request.expected_total)
    note = _trimmed(request.special_instructions)
    slot_at = request.slot_at if isinstance(request.slot_at, datetime) else None
    tip = read_tip_cents(None if isinstance(request.tip, UnsetType) else request.tip, "tip")
    stop = ChosenStop(request.stop_id or None, request.stop_version if isinstance(request.stop_version, int) else None)
    told = [to_cents(item.unit_price) if isinstance(item.unit_price, float) else None for item in items]
    code = normalize_code(request.offer_code or None)
    chosen = (slot_at, request.confirm_over_capacity is True, tip, stop, told, code)
    return ValidatedCounterOrder(name, phone, cart, note, request.payment or "", expected, *chosen)


def _check_item(problems: dict[str, Sentence], path: str, item: CounterItem) -> None:
    if not 1 <= item.quantity <= MAX_QUANTITY:
        problems[f"{path}.quantity"] = QUANTITY_INVALID
    if isinstance(item.unit_price, float) and not 0 <= item.unit_price <= MAX_DOLLARS:
        problems[f"{path}.unitPrice"] = AMOUNT_INVALID
    if len(item.option_ids or ()) > MAX_OPTIONS:
        problems[f"{path}.optionIds"] = OPTIONS_TOO_MANY
    _limit(problems, f"{path}.specialInstructions", item.special_instructions, 200)


def _limit(problems: dict[str, Sentence], path: str, text: str | None, max_length: int) -> None:
    if text and len(text.strip()) > max_length:
        problems[path] = too_long(max_length)
    elif text and has_control_characters(text):
        problems[path] = UNPRINTABLE


def _cart_line(item: CounterItem) -> CartLine:
    choices = tuple(CartChoice(option_id=option_id) for option_id in item.option_ids or ())
    return CartLine(item.menu_item_id, item.quantity, choices, _trimmed(item.special_instructions))


def _trimmed(text: str | None) -> str | None:
    return (text or "").strip() or None
