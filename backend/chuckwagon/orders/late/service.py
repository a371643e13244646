"""Places late orders: each draft once, with the prices that were charged. What does not fit becomes a flag.

Food that was handed out is never refused. Refused is only what cannot be an order (`schemas.py`), items of
another truck, and a sender who does not work on the truck. A late order arrives without a ring, a text or a drawer that
opens, and counts on the day on which it was taken.

Why: docs/decisions/0070-late-orders.md
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db import rate_limits
from chuckwagon.db.database import Database, try_update_one
from chuckwagon.drawer import service as day_events
from chuckwagon.kit import clock
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.errors import Conflict
from chuckwagon.kit.ids import is_id, new_id
from chuckwagon.menu.cart_items import MenuItemState, load_cart_items
from chuckwagon.menu.diets import state_line
from chuckwagon.orders import audit_events, queries
from chuckwagon.orders import status as statuses
from chuckwagon.orders.late import prices
from chuckwagon.orders.late.models import OfflineSale, PriceDifference
from chuckwagon.orders.late.schemas import (
    LATE_AFTER,
    CounterSaleRequest,
    LateLine,
    LateOption,
    LateOrder,
    LateSums,
    check_late_order,
)
from chuckwagon.orders.late.slot import LateSlot, take_late_slot
from chuckwagon.orders.models import Order
from chuckwagon.orders.placement.counter_drafts import find_order_of_draft, place_once
from chuckwagon.orders.placement.counter_orders import stop_columns
from chuckwagon.orders.placement.options import ChosenOption, PricedModifier, price_options
from chuckwagon.orders.placement.pricing import (
    ITEM_GONE,
    CartProblem,
    OrderTotals,
    PricedLine,
    TaxTerms,
    max_tip_cents,
    pick_line_translations,
    total_lines,
)
from chuckwagon.orders.reservations import service as reservations
from chuckwagon.orders.schemas import StaffOrder
from chuckwagon.orders.service import OrderDraft, place_order, publish_order_change
from chuckwagon.schedule.checkout_stop import COUNTER_AFTER_END, CheckoutStop, find_checkout_stop
from chuckwagon.schedule.models import SCHEDULED
from chuckwagon.schedule.states import closes_at, orders_open_at
from chuckwagon.trucks.models import Truck, is_accepting_orders

ORDERS_PER_HOUR = 500  # of one device
TAKEN_OFFLINE = "taken_offline"  # the flag of each late order


class ItemsUnknown(Conflict):
    """A line names no item of this truck; `problems` names the lines."""

    code = "order_items_unknown"
    sentence = "This order has items that are not this truck's. Discard it, or enter it again."


class Bill(Struct, frozen=True):
    """What a late order comes to as it was charged, and what of it the published prices say otherwise."""

    lines: list[PricedLine]
    tax_rate_units: int
    totals: OrderTotals
    differences: list[PriceDifference]


def place_late_order(db: Database, actor: Actor, request: CounterSaleRequest) -> StaffOrder:
    """Place an order that was taken without network, once for each draft, and return it for staff.

    A draft that is an order already gets that order, whatever else the request says. Raises NotAllowed or NotFound for
    the truck, the errors of `check_late_order`, ItemsUnknown, PaymentRunning while a card is asked for, and
    TooManyRequests for more than `ORDERS_PER_HOUR` of one device.
    """
    with db.reading() as session:
        truck = queries.get_truck_for_orders(session, actor, request.truck_id)
        earlier = find_order_of_draft(session, truck.id, request.draft_id)
    if earlier is not None:
        return _name_as_heard(db, earlier, request)
    late = check_late_order(request)

    def write(exclusive: bool) -> StaffOrder:
        def work(session: Session) -> StaffOrder:
            return place_once(
                session, truck.id, request.draft_id, lambda: _place(session, actor, truck, late, exclusive=exclusive)
            )

        return db.write(work)

    return reservations.retry_on_conflict(write)


def _name_as_heard(db: Database, order: StaffOrder, request: CounterSaleRequest) -> StaffOrder:
    """The order with the number that its customer heard, where it had arrived and only its answer was lost."""
    number = request.offline_number or None
    if number is None or order.offline_number is not None:
        return order

    def write(session: Session) -> StaffOrder:
        named = {"offline_number": number, "version": Order.version + 1, "updated_at": clock.now()}
        is_unnamed = (Order.id == order.id, Order.offline_number.is_(None))
        if try_update_one(session, sa.update(Order).where(*is_unnamed).values(named)):
            publish_order_change(session, order.id)
        return queries.get_staff_order(session, order.id)

    return db.write(write)


def _place(session: Session, actor: Actor, truck: Truck, late: LateOrder, *, exclusive: bool) -> StaffOrder:
    limit = f"late-orders:{truck.id}:{late.device_id}"
    rate_limits.consume(session, limit, limit=ORDERS_PER_HOUR, seconds=rate_limits.HOUR_SECONDS)
    stop = _find_stop(session, truck, late.stop_id)
    items = load_cart_items(session, [line.menu_item_id for line in late.lines], stop.id if stop else None)
    bill = _write_bill(session, truck, stop, late, items)
    order_id, staff_name = new_id(), queries.get_staff_name(session, actor.user_id)
    slot = LateSlot()
    if late.void_reason is None:
        cart, times = (bill.lines, items), (late.slot_at, late.taken_at)
        slot = take_late_slot(session, truck, stop, order_id, cart, times, exclusive=exclusive)
    given = [flag for flag, is_so in _list_flags(truck, stop, late, bill, items).items() if is_so]
    placed = place_order(
        session,
        OrderDraft(
            id=order_id,
            truck_id=truck.id,
            checkout_id=None,
            payment_intent_id=None,
            source="counter",
            placed_by=staff_name,
            placed_at=late.taken_at,
            arrives_as=_find_first_status(late),
            has_ticket=late.is_ticket_printed,
            confirms_itself=truck.confirms_orders,
            customer_name=late.name,
            customer_phone=late.phone if late.void_reason is None else None,
            customer_email=None,
            lines=bill.lines,
            tax_rate_units=bill.tax_rate_units,
            pickup_at=slot.slot_at if slot.is_chosen else None,
            estimated_pickup_at=slot.slot_at if slot.is_chosen else None,
            slot_at=slot.slot_at,
            flags=[TAKEN_OFFLINE, *given, *late.flags, *slot.flags],
            special_instructions=late.special_instructions,
            offline_number=late.offline_number,
            offline=_describe_sale(late, bill),
            **stop_columns(stop),
            **_payment(late, staff_name),
            **msgspec.structs.asdict(bill.totals),
        ),
    )
    if late.void_reason is not None:
        day_events.record_cancellation(session, truck.id, order_id, bill.totals.total_cents)
    shown = queries.get_staff_order(session, placed.id)
    audit_events.record_late_order(session, actor, shown)
    return shown


def _describe_sale(late: LateOrder, bill: Bill) -> dict[str, Any]:
    """The column `offline` of the order."""
    sale = OfflineSale(
        device_id=late.device_id,
        taken_at=to_iso(late.taken_at),
        sent_at=to_iso(late.sent_at),
        arrived_at=to_iso(clock.now()),
        clock_seconds=late.clock_seconds,
        prices_version=late.prices_version,
        void_reason=late.void_reason,
        refusal=late.refusal,
        differences=bill.differences,
    )
    stored: dict[str, Any] = msgspec.to_builtins(sale)
    return stored


def _find_first_status(late: LateOrder) -> str | None:
    """The status of an order of which nothing is left to do; None for one that is to be made."""
    if late.void_reason is not None:
        return statuses.CANCELLED
    return statuses.COMPLETED if late.is_handed_over else None


def _payment(late: LateOrder, staff_name: str) -> dict[str, Any]:
    if late.void_reason is not None or late.payment == statuses.UNPAID:
        return {"payment_status": statuses.UNPAID, "tender": statuses.UNPAID}
    paid = {"window_method": late.payment, "window_paid_at": late.taken_at, "window_paid_to": staff_name}
    return {"payment_status": statuses.PAID, "tender": late.payment, **paid}


def _find_stop(session: Session, truck: Truck, stop_id: str | None) -> CheckoutStop | None:
    """The stop at which the order was taken; None for one that was deleted, and for one of another truck."""
    stop = find_checkout_stop(session, stop_id) if stop_id and is_id(stop_id) else None
    return stop if stop and stop.truck_id == truck.id else None


def _write_bill(
    session: Session,
    truck: Truck,
    stop: CheckoutStop | None,
    late: LateOrder,
    items: Mapping[str, MenuItemState],
) -> Bill:
    """The line items with their names, and the totals. Without sums that add up it is priced by the present menu.

    What was voided is kept without lines of items that are gone. Raises ItemsUnknown for others.
    """
    gone = [index for index, line in enumerate(late.lines) if _find_item(truck, line, items) is None]
    if gone and late.void_reason is None:
        problems = [CartProblem(index, ITEM_GONE.reason, str(ITEM_GONE), ITEM_GONE.params) for index in gone]
        raise ItemsUnknown(problems=msgspec.to_builtins(problems))
    terms: TaxTerms = stop or truck
    if late.sums is None or gone:
        known = [line for index, line in enumerate(late.lines) if index not in gone]
        lines = [_to_priced_line(line, items[line.menu_item_id], is_of_now=True) for line in known]
        return Bill(lines, terms.tax_rate_units, total_lines(lines, terms, late.tip_cents), [])
    published = prices.find_prices(session, truck, stop, late, items)
    lines = [
        msgspec.structs.replace(
            _to_priced_line(line, items[line.menu_item_id]), tax_class=published.class_of(line.menu_item_id)
        )
        for line in late.lines
    ]
    totals, standard = _to_totals(late.sums, published.terms)
    return Bill(lines, standard, totals, prices.list_differences(lines, late.sums, published))


def _find_item(truck: Truck, line: LateLine, items: Mapping[str, MenuItemState]) -> MenuItemState | None:
    item = items.get(line.menu_item_id)
    return item if item is not None and item.truck_id == truck.id else None


class UnknownOption(Struct, frozen=True):
    """An option that was taken off the menu meanwhile: it says nothing of what it has."""

    name: str
    allergens: Sequence[str] | None = None
    not_for: Sequence[str] = ()


def _to_priced_line(line: LateLine, item: MenuItemState, *, is_of_now: bool = False) -> PricedLine:
    """The line item as it was charged, or at the present prices. Names are the server's where it knows them."""
    known = {option.id: (group, option) for group in item.option_groups for option in group.options}
    chosen_now = [ChosenOption(*known[one.option_id], one.quantity) for one in line.options if one.option_id in known]
    now = {one.option_id: one for one in price_options(item, chosen_now)}
    modifiers = tuple(_to_modifier(one, now.get(one.option_id), is_of_now=is_of_now) for one in line.options)
    # What is eaten must be said, also of an option that the server does not know any more.
    chosen = [known[one.option_id][1] if one.option_id in known else UnknownOption(one.name) for one in line.options]
    said = state_line(item.name, item.diets, item.allergens, chosen)
    added = sum(modifier.additional_price_cents for modifier in modifiers)
    unit = item.base_price_cents + added if is_of_now else line.unit_price_cents
    return PricedLine(
        menu_item_id=item.id,
        name=item.name,
        quantity=line.quantity,
        base_price_cents=unit - added,
        unit_price_cents=unit,
        total_cents=unit * line.quantity,
        modifiers=modifiers,
        special_instructions=line.special_instructions,
        tax_class=item.tax_class,
        diets=said.diets,
        allergens=said.allergens,
        allergens_not_stated=said.not_stated,
        translations=pick_line_translations(item, modifiers),
    )


def _to_modifier(option: LateOption, now: PricedModifier | None, *, is_of_now: bool) -> PricedModifier:
    """The option as it was charged, or as it is priced `now`, where the menu has it."""
    if now is None:
        return PricedModifier(
            "", option.group_name, option.name, option.additional_price_cents, quantity=option.quantity
        )
    if is_of_now or now.additional_price_cents == option.additional_price_cents:
        return now
    return msgspec.structs.replace(now, additional_price_cents=option.additional_price_cents, free_quantity=0)


def _to_totals(sums: LateSums, terms: TaxTerms) -> tuple[OrderTotals, int]:
    """The totals as charged, and the standard rate: that of the terms if it was charged, else the higher one.

    One rate alone is the reduced one if it is that of the terms.
    """
    rates = {tax.rate_units: tax for tax in sums.taxes}
    reduced = terms.reduced_tax_rate_units
    if terms.tax_rate_units in rates or (len(rates) == 1 and reduced in rates):
        standard = terms.tax_rate_units
    else:
        standard = next(iter(rates), terms.tax_rate_units)
    other = next((tax for rate, tax in rates.items() if rate != standard), None)
    totals = OrderTotals(
        subtotal_cents=sums.subtotal_cents,
        tax_cents=sums.tax_cents,
        total_cents=sums.total_cents,
        tip_cents=sums.tip_cents,
        exempt_cents=sums.exempt_cents,
        reduced_tax_rate_units=other.rate_units if other else None,
        reduced_taxable_cents=other.taxable_cents if other else 0,
        reduced_tax_cents=other.tax_cents if other else 0,
        prices_include_tax=sums.prices_include_tax,
    )
    return totals, standard


def _list_flags(
    truck: Truck, stop: CheckoutStop | None, late: LateOrder, bill: Bill, items: Mapping[str, MenuItemState]
) -> dict[str, bool]:
    """What the owner is to see of a late order, as it is when it arrives."""
    now, is_void = clock.now(), late.void_reason is not None
    return {
        "voided": is_void,
        "sale_of_now": late.refusal is not None,
        "late": late.taken_at < now - LATE_AFTER,
        "clock_differs": late.clock_seconds is not None,
        "price_differs": bool(bill.differences),
        "sold_out": not is_void and any(_is_sold_out(line, items[line.menu_item_id]) for line in late.lines),
        "paused": not is_accepting_orders(truck.accepting_orders, truck.paused_until, now),
        "stop_over": _is_stop_over(stop, late),
        "tip_over_limit": late.tip_cents > max_tip_cents(bill.totals.subtotal_cents),
    }


def _is_sold_out(line: LateLine, item: MenuItemState) -> bool:
    """Whether the item, or an option of it, is not on sale now, or no longer on the menu."""
    now, chosen = clock.now(), {option.option_id for option in line.options}
    options = {option.id: option for group in item.option_groups for option in group.options}
    on_sale = item.archived_at is None and item.availability.is_on_sale_at(now)
    return not on_sale or any(
        option_id not in options or not options[option_id].availability.is_on_sale_at(now) for option_id in chosen
    )


def _is_stop_over(stop: CheckoutStop | None, late: LateOrder) -> bool:
    """Whether the counter would not have sold for the stop when the order was taken, or the stop is gone."""
    if stop is None:
        return late.stop_id is not None
    is_in_time = orders_open_at(stop) <= late.taken_at <= closes_at(stop) + COUNTER_AFTER_END
    return stop.status != SCHEDULED or not is_in_time
