"""The rows of an order, with its checkout, line items, history, refund, messages and reservation."""

from datetime import datetime, timedelta
from typing import Any

import msgspec
from msgspec import Struct

from chuckwagon.demo.buffers import ProviderPayments, Row, RowBuffer, SeededRandom
from chuckwagon.demo.sales import DemoCustomer, Sale
from chuckwagon.kit.ids import hash_secret
from chuckwagon.kit.money import compute_percent_cents
from chuckwagon.notifications.delivery_status import describe_error_code
from chuckwagon.notifications.templates import CANCELLED, READY, REFUNDED, SmsFacts, render_sms
from chuckwagon.notifications.templates import CONFIRMED as SMS_CONFIRMED
from chuckwagon.offers import models as offers
from chuckwagon.offers.discounts import OfferTerms, compute_discount_cents
from chuckwagon.offers.models import OfferUse
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import (
    CARD,
    COUNTER,
    ONLINE,
    LineModifier,
    Order,
    OrderEvent,
    OrderLine,
    OrderSms,
    Refund,
    cancellation_key,
)
from chuckwagon.orders.placement.order_insert import to_placed_lines
from chuckwagon.orders.placement.pricing import OrderTotals, PricedLine, sum_lines
from chuckwagon.orders.reservations.models import CONFIRMED, RELEASED, Reservation
from chuckwagon.payments.models import PAID, Checkout
from chuckwagon.schedule.models import Place
from chuckwagon.schedule.slot_allocation import Allocation

Steps = list[tuple[str, datetime]]
"""The statuses of an order with the instants at which it reached them, from pending on."""
PATH = (statuses.PENDING, statuses.CONFIRMED, statuses.PREPARING, statuses.READY, statuses.COMPLETED)
COOKING = timedelta(minutes=12)


def make_steps(rng: SeededRandom, sale: Sale, now: datetime) -> Steps:
    """The steps of an order. None of them is later than now."""
    if sale.status == statuses.CANCELLED:
        return _until_now([(statuses.PENDING, sale.at), (statuses.CANCELLED, sale.at + _minutes(rng, 2, 9))], now)
    confirmed = sale.at + _minutes(rng, 1, 4)
    started = max(confirmed + _minutes(rng, 1, 3), (sale.slot_at or sale.at) - COOKING)
    ready = started + _minutes(rng, 5, 14)
    times = (sale.at, confirmed, started, ready, ready + _minutes(rng, 1, 9))
    steps = list(zip(PATH, times, strict=True))
    return _until_now(steps[: PATH.index(sale.status) + 1], now)


def _until_now(steps: Steps, now: datetime) -> Steps:
    """The same steps, moved closer together when the last one would be in the future."""
    begin, last = steps[0][1], steps[-1][1]
    if last <= now or last == begin:
        return steps
    factor = (now - begin) / (last - begin)
    return [(name, begin + (at - begin) * factor) for name, at in steps]


def _minutes(rng: SeededRandom, least: float, most: float) -> timedelta:
    return timedelta(minutes=rng.uniform(least, most))


KINDS_OF_STEPS = ((READY, statuses.READY), (CANCELLED, statuses.CANCELLED))
FAILED_SHARE, FAILURE_CODES = 0.03, (30003, 30005, 30006)


def add_sms(rng: SeededRandom, buffer: RowBuffer, sale: Sale, order: Row, steps: Steps, origin: str) -> None:
    """Add the confirmation of an online order, and one SMS each when it was ready, cancelled or refunded."""
    reached = dict(steps)
    facts = SmsFacts(
        order_number=order["order_number"],
        truck_name=sale.shop.truck.name,
        total_cents=order["total_cents"],
        zone=order["place_timezone"] or sale.shop.truck.timezone,
        ordered_at=sale.at,
        pickup_at=order["pickup_at"],
        place=order["place_name"] or "",
        link=f"{origin}/track/{order['tracking_token']}",
        language=order["language"],
    )
    code = rng.choice(FAILURE_CODES) if rng.happens(FAILED_SHARE) else None
    kinds = [(SMS_CONFIRMED, sale.at)]
    kinds += [(kind, reached[name]) for kind, name in KINDS_OF_STEPS if name in reached]
    if sale.refunded_share and sale.status != statuses.CANCELLED:
        kinds.append((REFUNDED, steps[-1][1]))
    for kind, at in kinds:
        _add_sms_row(rng, buffer, order, kind, render_sms(kind, facts), at, code)


def _add_sms_row(
    rng: SeededRandom, buffer: RowBuffer, order: Row, kind: str, body: str, at: datetime, code: int | None
) -> None:
    buffer.add(
        OrderSms,
        id=rng.new_id(),
        order_id=order["id"],
        kind=kind,
        to_phone=order["customer_phone"],
        body=body,
        status="undelivered" if code else "delivered",
        reason=describe_error_code(code) if code else None,
        provider_sid=f"SM{rng.getrandbits(128):032x}",
        error_code=code,
        created_at=at,
        updated_at=at,
    )


UNPAID_MINUTES = timedelta(minutes=120)
COUNTER_NAMES = ("Alex", "Sam", "Pat", "Chris", "Jo", "Lee")
CUSTOMER = "customer"


class OrderWriter(Struct, frozen=True):
    """What `write_order` needs: the random source, the buffers of rows and of payments, and the product's own URL."""

    rng: SeededRandom
    buffer: RowBuffer
    provider_payments: ProviderPayments
    origin: str


def write_order(to: OrderWriter, sale: Sale, number: int, now: datetime) -> Row:
    """Add all rows of a sale to the buffer, and its card payment to the provider's. Returns the row of the order."""
    place = sale.visit.spot.place if sale.visit else None
    rate = place.tax_rate_units if place else sale.shop.truck.tax_rate_units
    total = _total(sale, place, rate)
    steps = make_steps(to.rng, sale, now)
    where = {
        "stop_id": sale.visit.stop.id if sale.visit else None,
        "place_name": place.name if place else None,
        "place_address": place.address if place else None,
        "place_timezone": place.timezone if place else None,
        "slot_at": sale.slot_at,
        "offer_code": sale.offer.code if sale.offer else None,
    }
    checkout = _add_checkout(to, sale, sale.customer, total, rate, where) if sale.customer else None
    sold = {
        "sold_place_id": place.id if place else None,
        "sold_place_name": place.name if place else None,
        "sold_timezone": place.timezone if place else sale.shop.truck.timezone,
    }
    order = _add_order(to, sale, number, total, rate, where | sold, checkout, steps)
    _add_lines(to, order["id"], sale.lines)
    for name, at in steps:
        by = sale.shop.staff if sale.customer is None or name != statuses.PENDING else CUSTOMER
        to.buffer.add(OrderEvent, order_id=order["id"], status=name, at=at, by=by)
    refund = _add_refund(to, sale, order, steps)
    if checkout is not None:
        to.provider_payments.add_payment(checkout, order, refund)
        add_sms(to.rng, to.buffer, sale, order, steps, to.origin)
    if sale.visit is not None:
        _add_reservation(to, sale, order)
    if sale.offer is not None:
        _add_offer_use(to, sale.offer, order)
    return order


def _total(sale: Sale, place: Place | None, rate: int) -> OrderTotals:
    """The totals as the product computes them, with the tip and the discount of the sale."""
    truck, totals = sale.shop.truck, [line.total_cents for line in sale.lines]
    return sum_lines(
        totals,
        rate,
        compute_percent_cents(sum(totals), sale.tip_percent),
        compute_discount_cents(sale.offer, sum(totals)) if sale.offer else 0,
        classes=[line.tax_class for line in sale.lines],
        reduced_rate_units=(place or truck).reduced_tax_rate_units,
        prices_include_tax=truck.prices_include_tax,
    )


def _add_checkout(
    to: OrderWriter, sale: Sale, customer: DemoCustomer, total: OrderTotals, rate: int, where: dict[str, Any]
) -> Row:
    intent_id = f"pi_3{to.rng.new_id()}"
    return to.buffer.add(
        Checkout,
        id=to.rng.new_id(),
        truck_id=sale.shop.truck.id,
        attempt=None,
        sequence=1,
        idempotency_key=None,
        request_hash=hash_secret(intent_id),
        status=PAID,
        payment_intent_id=intent_id,
        client_secret_hash=hash_secret(to.provider_payments.make_secret(intent_id)),
        intent_try=1,
        lines=[msgspec.to_builtins(line) for line in sale.lines],
        offer_id=sale.offer.id if sale.offer else None,
        tax_rate_units=rate,
        currency="usd",
        destination_account=None,
        application_fee_cents=0,
        fee_back_cents=0,
        customer_name=customer.name,
        customer_phone=customer.phone,
        customer_email=customer.email,
        pickup_at=sale.slot_at or sale.at + timedelta(minutes=15),
        special_instructions=None,
        language=customer.language,
        stop_plan_version=1 if sale.visit else None,
        created_at=sale.at - timedelta(seconds=50),
        expires_at=sale.at + UNPAID_MINUTES,
        **where,
        **msgspec.structs.asdict(total),
    )


def _add_order(
    to: OrderWriter,
    sale: Sale,
    number: int,
    total: OrderTotals,
    rate: int,
    where: dict[str, Any],
    checkout: Row | None,
    steps: Steps,
) -> Row:
    customer = sale.customer
    payment: dict[str, Any] = dict.fromkeys(("window_method", "window_paid_at", "window_paid_to")) | {"tender": ONLINE}
    if customer is None:
        tender = to.rng.choice(("cash", "card"))
        payment = {
            "tender": tender,
            "window_method": tender,
            "window_paid_at": sale.at,
            "window_paid_to": sale.shop.staff,
        }
    return to.buffer.add(
        Order,
        id=to.rng.new_id(),
        order_number=number,
        truck_id=sale.shop.truck.id,
        checkout_id=checkout["id"] if checkout else None,
        payment_intent_id=checkout["payment_intent_id"] if checkout else None,
        customer_id=customer.id if customer else None,
        status=sale.status,
        payment_status=_payment_status(sale),
        source="online" if customer else "counter",
        customer_name=customer.name if customer else to.rng.choice(COUNTER_NAMES),
        customer_phone=customer.phone if customer else None,
        customer_email=customer.email if customer else None,
        tax_rate_units=rate,
        pickup_at=checkout["pickup_at"] if checkout else None,
        estimated_pickup_at=None,
        special_instructions=None,
        flags=[],
        pieces=sum(line.quantity for line in sale.lines),
        seconds_to_ready=_seconds_to_ready(sale, steps),
        tracking_token=to.rng.new_token(),
        language=customer.language if customer else "en",
        version=len(steps),
        created_at=sale.at,
        updated_at=steps[-1][1],
        **where,
        **payment,
        **msgspec.structs.asdict(total),
    )


def _seconds_to_ready(sale: Sale, steps: Steps) -> float | None:
    return next(((at - sale.at).total_seconds() for name, at in steps if name == statuses.READY), None)


def _payment_status(sale: Sale) -> str:
    if not sale.refunded_share:
        return statuses.PAID
    return statuses.REFUNDED if sale.refunded_share == 1 else statuses.PARTIALLY_REFUNDED


def _add_lines(to: OrderWriter, order_id: str, lines: list[PricedLine]) -> None:
    for line in to_placed_lines(order_id, lines, to.rng.new_id):
        columns = msgspec.structs.asdict(line)
        modifiers = columns.pop("modifiers")
        to.buffer.add(OrderLine, **columns)
        for modifier in modifiers:
            to.buffer.add(LineModifier, **msgspec.structs.asdict(modifier))


def _add_refund(to: OrderWriter, sale: Sale, order: Row, steps: Steps) -> Row | None:
    """The refund of a cancelled or a disappointing order, which was made at once."""
    if not sale.refunded_share:
        return None
    is_cancelled, is_card = sale.status == statuses.CANCELLED, sale.customer is not None
    refund_id, at = to.rng.new_id(), steps[-1][1]
    return to.buffer.add(
        Refund,
        id=refund_id,
        order_id=order["id"],
        payment_intent_id=order["payment_intent_id"],
        key=cancellation_key(order["id"]) if is_cancelled else f"refund:{refund_id}",
        key_try=1,
        method=CARD if is_card else COUNTER,
        amount_cents=round(order["total_cents"] * sale.refunded_share),
        lines=None,
        reason_code=None if is_cancelled else "mistake",
        reason="Order cancelled" if is_cancelled else "",
        asked_by=sale.shop.staff,
        status="succeeded",
        failure=None,
        provider_id=f"re_3{to.rng.new_id()}" if is_card else None,
        reversed_cents=0,
        paid_out_at=None if is_card else at,
        paid_out_by=None if is_card else sale.shop.staff,
        created_at=at,
        updated_at=at,
    )


def _add_offer_use(to: OrderWriter, offer: OfferTerms, order: Row) -> None:
    """The use of the code, which a cancelled order gave back. `history.py` counts the uses."""
    to.buffer.add(
        OfferUse,
        id=order["checkout_id"] or order["id"],
        offer_id=offer.id,
        status=offers.RELEASED if order["status"] == statuses.CANCELLED else offers.CONFIRMED,
        phone_digest=None,
        holder=None,
        over_limit=False,
        created_at=order["created_at"],
        updated_at=order["updated_at"],
    )


def _add_reservation(to: OrderWriter, sale: Sale, order: Row) -> None:
    """What the order has taken of the slots; a cancelled one gave it back. `past_stops.py` adds pieces."""
    visit, is_kept = sale.visit, sale.status != statuses.CANCELLED
    if visit is None:
        return
    allocation: Allocation = sale.allocation
    to.buffer.add(
        Reservation,
        id=order["checkout_id"] or order["id"],
        truck_id=order["truck_id"],
        calendar_id=visit.stop.id,
        stop_id=visit.stop.id,
        status=CONFIRMED if is_kept else RELEASED,
        position=sale.position,
        slots=[list(one) for one in sorted(allocation.items())],
        stock=[],
        is_online=sale.customer is not None,
        is_over_capacity=False,
        hold_expires_at=None,
        created_at=sale.at,
        updated_at=order["updated_at"],
    )
