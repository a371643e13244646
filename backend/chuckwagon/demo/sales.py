"""Decides what was ordered: when, by whom, for which slot, how the order ended, and what the payment provider knows.

The customers' phone numbers are those that are kept free for fiction. One payment is disputed and one is held.
"""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

from msgspec import Struct

from chuckwagon.demo.buffers import ProviderPayments, Row, RowBuffer, SeededRandom
from chuckwagon.demo.past_stops import Shop, Visit, make_cart
from chuckwagon.kit.ids import hash_secret
from chuckwagon.offers.discounts import OfferTerms
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import Dispute, Order
from chuckwagon.orders.placement.pricing import PricedLine
from chuckwagon.orders.reservations.service import sum_needs
from chuckwagon.orders.status import CANCELLED, COMPLETED
from chuckwagon.payments.models import CANCELLED as CHECKOUT_CANCELLED
from chuckwagon.payments.models import Checkout, PaymentReview
from chuckwagon.schedule import models, states
from chuckwagon.schedule.slot_allocation import EMPTY, Allocation, allocate_units, list_fitting
from chuckwagon.schedule.wall_clock import to_local, to_span

FIRST_NAMES = (
    "Maya", "Noah", "Elena", "Jamal", "Priya", "Owen", "Lucía", "Hannah", "Diego", "Grace", "Marcus", "Yuki", "Sofia",
    "Ethan", "Amina", "Caleb", "Rosa", "Julian", "Nadia", "Theo", "Camila", "Isaac", "Leila", "Simon", "Ruth",
)  # fmt: skip
LAST_NAMES = (
    "Alvarez", "Brooks", "Chen", "Delgado", "Ellis", "Foster", "Garcia", "Hughes", "Ibrahim", "Jensen", "Kim", "Lopez",
    "Morgan", "Nguyen", "Ortiz", "Patel", "Quinn", "Reyes", "Silva", "Turner", "Vargas", "Walsh", "Young", "Zhou",
)  # fmt: skip
AREA_CODES = (213, 303, 415, 512, 602, 718)
FICTIONAL_PER_AREA = 100
MANY = len(AREA_CODES) * FICTIONAL_PER_AREA
REGULARS = MANY // 5
SPANISH_SHARE, EMAIL_SHARE, REGULAR_SHARE = 0.2, 0.4, 0.6


class DemoCustomer(Struct, frozen=True):
    """A customer; phone in E.164."""

    id: str
    name: str
    phone: str
    email: str | None
    language: str


class CustomerPool:
    """All customers. A fifth of them are regulars, who place most of the orders."""

    def __init__(self, rng: SeededRandom) -> None:
        self._rng = rng
        self._customers = [self._make(number) for number in range(MANY)]

    def choose(self) -> DemoCustomer:
        """Choose the customer of the next order; a regular more often than not."""
        last = REGULARS if self._rng.happens(REGULAR_SHARE) else MANY
        return self._customers[self._rng.randrange(last)]

    def _make(self, number: int) -> DemoCustomer:
        area, line = AREA_CODES[number % len(AREA_CODES)], number // len(AREA_CODES)
        first, last = self._rng.choice(FIRST_NAMES), self._rng.choice(LAST_NAMES)
        email = f"{first}.{last}{number}@example.com".lower().replace("í", "i")
        return DemoCustomer(
            id=self._rng.new_id(),
            name=f"{first} {last}",
            phone=f"+1{area}55501{line:02d}",
            email=email if self._rng.happens(EMAIL_SHARE) else None,
            language="es" if self._rng.happens(SPANISH_SHARE) else "en",
        )


ORDERS_PER_STOP, ORDERS_PER_DAY = 13, 10
SPREAD = 0.2  # of the number of orders from stop to stop
COUNTER_SHARE, CANCELLED_SHARE, PARTIAL_REFUND_SHARE = 0.12, 0.025, 0.025
TIP_SHARE, CODE_SHARE = 0.4, 0.1  # of the online orders
PREORDER = timedelta(minutes=40)
LEAD = timedelta(minutes=12)
RUSH = 0.3  # when most customers come, as a share of the stop
ALWAYS_HOURS = time(11), time(20)


class Ending(Struct, frozen=True):
    """The status that an order has reached, and the share of its total that was refunded."""

    status: str = COMPLETED
    refunded_share: float = 0


SERVED, REFUNDED, DISAPPOINTED = Ending(), Ending(CANCELLED, 1), Ending(COMPLETED, 0.3)


class Sale(Struct, frozen=True, kw_only=True):
    """An order that was made. `customer` is None at the counter; `allocation` has its units, keyed by slot position.

    `tip_percent` is of the subtotal; `offer` is the code that the customer gave.
    """

    shop: Shop
    at: datetime
    customer: DemoCustomer | None
    lines: list[PricedLine]
    ending: Ending
    visit: Visit | None = None
    position: int | None = None
    allocation: Allocation = {}
    tip_percent: int = 0
    offer: OfferTerms | None = None

    @property
    def status(self) -> str:
        """The order's present status, a value of `orders/status.py`."""
        return self.ending.status

    @property
    def refunded_share(self) -> float:
        """The share of the total that went back."""
        return self.ending.refunded_share

    @property
    def slot_at(self) -> datetime | None:
        """When the order's slot starts; None for an order without a slot."""
        if self.visit is None or self.position is None:
            return None
        return self.visit.calendar.start_of(self.position)


class SalesSimulator(Struct, frozen=True):
    """Makes sales for one truck."""

    rng: SeededRandom
    customers: CustomerPool
    shop: Shop

    def sell_at(self, visit: Visit) -> tuple[list[Sale], int]:
        """Return (sales, refused): the sales at a stop, and how many customers found no slot; ([], 0) if cancelled."""
        if visit.stop.status == models.CANCELLED:
            return [], 0
        usual = ORDERS_PER_STOP * visit.spot.factor
        times = sorted(self._draw_time(visit) for _ in range(round(self.rng.gauss(usual, usual * SPREAD))))
        tried = [self.try_sell(visit, at) for at in times]
        return [sale for sale in tried if sale is not None], tried.count(None)

    def sell_always(self, now: datetime, days: int) -> Iterator[Sale]:
        """Yield the sales of a truck that is always open, on each of the last `days` days before today."""
        zone = self.shop.truck.timezone
        today = to_local(now, zone).date()
        for ago in range(days, 0, -1):
            yield from self._sell_on(today - timedelta(days=ago), zone)

    def try_sell(self, visit: Visit, at: datetime, fixed: Ending | None = None) -> Sale | None:
        """Make an order at a stop and add it to the load of its slots; None when no slot has room.

        With a `fixed` ending the order is made online; otherwise ending and source are random.
        """
        is_online = not self.rng.happens(COUNTER_SHARE) or at < states.opens_at(visit.stop) or fixed is not None
        lines = make_cart(self.rng, self.shop)
        units = sum_needs(lines, self.shop.items).units
        earliest = at + LEAD if is_online else at
        fitting = list_fitting(visit.calendar, visit.loads, units, earliest, at, is_online=is_online)
        position = next(fitting, None)
        if position is None:
            return None
        allocation = allocate_units(visit.calendar, visit.loads, position, units, at, is_online=is_online) or {}
        ending = fixed or self._draw_ending()
        if ending.status != CANCELLED:
            for place, taken in allocation.items():
                visit.loads[place] = visit.loads.get(place, EMPTY).add(taken, is_online=is_online)
        customer = self.customers.choose() if is_online else None
        return Sale(
            shop=self.shop,
            at=at,
            customer=customer,
            lines=lines,
            ending=ending,
            visit=visit,
            position=position,
            allocation=allocation,
            **self._draw_extras(customer),
        )

    def sell_without_stop(self, at: datetime, fixed: Ending | None = None) -> Sale:
        """Make an order of a truck that is always open. With a `fixed` ending it is made online."""
        customer = None if self.rng.happens(COUNTER_SHARE) and fixed is None else self.customers.choose()
        lines = make_cart(self.rng, self.shop)
        ending, extras = fixed or self._draw_ending(), self._draw_extras(customer)
        return Sale(shop=self.shop, at=at, customer=customer, lines=lines, ending=ending, **extras)

    def _sell_on(self, day: date, zone: str) -> Iterator[Sale]:
        begins_at, ends_at = to_span(day, *ALWAYS_HOURS, zone)
        count = round(self.rng.gauss(ORDERS_PER_DAY, ORDERS_PER_DAY * SPREAD))
        for share in sorted(self.rng.triangular(0, 1, RUSH) for _ in range(count)):
            yield self.sell_without_stop(begins_at + share * (ends_at - begins_at))

    def _draw_time(self, visit: Visit) -> datetime:
        begins_at = states.opens_at(visit.stop) - PREORDER
        return begins_at + self.rng.triangular(0, 1, RUSH) * (states.last_order_at(visit.stop) - begins_at)

    def _draw_extras(self, customer: DemoCustomer | None) -> dict[str, Any]:
        """The tip and the code of an online order, where the truck takes tips or has a code."""
        truck, offer = self.shop.truck, self.shop.offer
        if customer is None:
            return {}
        tip = self.rng.choice(truck.tip_presets) if truck.takes_tips and self.rng.happens(TIP_SHARE) else 0
        return {"tip_percent": tip, "offer": offer if offer and self.rng.happens(CODE_SHARE) else None}

    def _draw_ending(self) -> Ending:
        if self.rng.happens(CANCELLED_SHARE):
            return REFUNDED
        return DISAPPOINTED if self.rng.happens(PARTIAL_REFUND_SHARE) else SERVED


DISPUTED_AFTER, HELD_FOR, OVERPAID_CENTS = timedelta(days=6), timedelta(hours=20), 100
DISPUTED_AGO, DAYS_TO_ANSWER = timedelta(days=11), 9


def add_dispute(rng: SeededRandom, buffer: RowBuffer, provider_payments: ProviderPayments, now: datetime) -> None:
    """Add an open dispute about the newest paid order from before DISPUTED_AGO, or else about the oldest paid order.

    Changes that order's row in the buffer.
    """
    paid = sorted((row for row in buffer.rows[Order] if _is_disputable(row)), key=lambda row: row["created_at"])
    order = next((row for row in reversed(paid) if row["created_at"] < now - DISPUTED_AGO), paid[0])
    opened_at, dispute_id = min(order["created_at"] + DISPUTED_AFTER, now), f"du_1{rng.new_id()}"
    order["payment_status"], order["updated_at"], order["version"] = statuses.DISPUTED, opened_at, order["version"] + 1
    buffer.add(
        Dispute,
        id=dispute_id,
        order_id=order["id"],
        amount_cents=order["total_cents"],
        reason="fraudulent",
        status="needs_response",
        answer_by=(opened_at + timedelta(days=DAYS_TO_ANSWER)).replace(microsecond=0),
        created_at=opened_at.replace(microsecond=0),
        read_at=opened_at,
    )
    provider_payments.add_dispute(order["payment_intent_id"], dispute_id, opened_at, DAYS_TO_ANSWER)


def _is_disputable(order: Row) -> bool:
    return order["payment_status"] == statuses.PAID and order["payment_intent_id"] is not None


def hold_payment(rng: SeededRandom, buffer: RowBuffer, provider_payments: ProviderPayments, now: datetime) -> None:
    """Add a payment of another amount than its checkout says: it made no order, and is held for review."""
    paid = buffer.rows[Checkout][-1]
    intent_id, amount = f"pi_3{rng.new_id()}", paid["total_cents"] + OVERPAID_CENTS
    checkout = buffer.add(
        Checkout,
        **paid
        | {
            "id": rng.new_id(),
            "status": CHECKOUT_CANCELLED,
            "payment_intent_id": intent_id,
            "client_secret_hash": hash_secret(provider_payments.make_secret(intent_id)),
            "request_hash": hash_secret(intent_id),
            "created_at": now - HELD_FOR,
        },
    )
    provider_payments.add_held(checkout, amount, now - HELD_FOR)
    buffer.add(
        PaymentReview,
        id=rng.new_id(),
        payment_intent_id=intent_id,
        checkout_id=checkout["id"],
        reason="different amount",
        details={"amountReceivedCents": amount, "currency": "usd", "status": "succeeded"},
        decision=None,
        decided_by=None,
        decided_at=None,
        note=None,
        created_at=now - HELD_FOR,
    )
