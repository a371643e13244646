"""Sixty days of history for the demo: orders at stops, customers who return, refunds, and what staff did.

It is loaded into a demo that has no order yet, and into the sandbox. All of it follows from a fixed seed and the
present instant. It is inserted in bulk, and agrees with what the product itself would have written:
`tests/demo/test_history.py` compares totals, counters, slots, stock and payments with the domain.

The boards of today get a few open orders in each state, at the stops that are open now and at the trucks without. Order
counters and customers with their totals are computed at the end.

Why: docs/decisions/0044-a-demo-with-a-past.md
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.customers.models import Customer
from chuckwagon.customers.service import OrderContribution, replace_totals
from chuckwagon.db.database import Database
from chuckwagon.db.installation import ensure_installation_id
from chuckwagon.demo import past_stops, staff_actions
from chuckwagon.demo.buffers import SEED, ProviderPayments, Row, RowBuffer, SeededRandom
from chuckwagon.demo.order_rows import OrderWriter, write_order
from chuckwagon.demo.past_stops import USUAL_FACTOR, Spot, Visit, load_shops, make_spots, plan_visits
from chuckwagon.demo.sales import REFUNDED, CustomerPool, Ending, Sale, SalesSimulator, add_dispute, hold_payment
from chuckwagon.demo.staff_actions import close_yesterday
from chuckwagon.kit import clock
from chuckwagon.menu.models import StopStock
from chuckwagon.offers.models import RELEASED, Offer, OfferUse
from chuckwagon.orders import status as statuses
from chuckwagon.orders.counts import FIRST_ORDER_NUMBER
from chuckwagon.orders.models import Order, OrderCounter, Refund
from chuckwagon.payments.models import Checkout
from chuckwagon.realtime import change_log
from chuckwagon.schedule.models import SCHEDULED, Place, Stop
from chuckwagon.schedule.slot_allocation import build_calendar
from chuckwagon.settings import Settings

# The states of the open orders, each with the minutes for which the order has been waiting.
OPEN_ORDERS = (
    (statuses.COMPLETED, 71), (statuses.COMPLETED, 58), (statuses.COMPLETED, 52), (statuses.CANCELLED, 47),
    (statuses.READY, 24), (statuses.READY, 21), (statuses.PREPARING, 17), (statuses.PREPARING, 14),
    (statuses.CONFIRMED, 9), (statuses.CONFIRMED, 7), (statuses.PENDING, 3), (statuses.PENDING, 1),
)  # fmt: skip


def sell_today(session: Session, simulator: SalesSimulator, now: datetime) -> tuple[list[Sale], Visit | None]:
    """Return (sales, visit): a truck's orders of about the last hour, and the stop where it is now.

    A truck that moves has orders only at a stop that is open now; without one, ([], None).
    """
    if not simulator.shop.moves:
        return list(_sell(simulator, None, now)), None
    visit = _find_open_visit(session, simulator, now)
    return (list(_sell(simulator, visit, now)) if visit else []), visit


def _sell(simulator: SalesSimulator, visit: Visit | None, now: datetime) -> Iterator[Sale]:
    for status, minutes in OPEN_ORDERS:
        at = now - timedelta(minutes=minutes)
        ending = REFUNDED if status == statuses.CANCELLED else Ending(status)
        sale = simulator.try_sell(visit, at, ending) if visit else simulator.sell_without_stop(at, ending)
        if sale is not None:
            yield sale


def _find_open_visit(session: Session, simulator: SalesSimulator, now: datetime) -> Visit | None:
    is_open = (
        Stop.truck_id == simulator.shop.truck.id,
        Stop.status == SCHEDULED,
        Stop.starts_at <= now,
        Stop.ends_at > now,
    )
    stop = session.scalars(sa.select(Stop).where(*is_open).limit(1)).first()
    if stop is None:
        return None
    return Visit(stop, Spot(session.get_one(Place, stop.place_id), USUAL_FACTOR), build_calendar(stop), {})


def add_counters(buffer: RowBuffer) -> None:
    """Add a row for each truck, with the last order number and the number of orders in each status."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    last: dict[str, int] = {}
    for order in buffer.rows[Order]:
        counts[order["truck_id"]][order["status"]] += 1
        last[order["truck_id"]] = max(order["order_number"], last.get(order["truck_id"], 0))
    for truck_id, by_status in sorted(counts.items()):
        numbers = {name: by_status[name] for name in statuses.NEXT_STATUSES}
        buffer.add(OrderCounter, truck_id=truck_id, last_number=last[truck_id], **numbers)


def add_customers(buffer: RowBuffer) -> None:
    """Add a row for each customer with an order, with totals of zero. `write_totals` sets them."""
    first: dict[str, Row] = {}
    for order in sorted(buffer.rows[Order], key=lambda row: row["created_at"]):
        if order["customer_id"] is not None:
            first.setdefault(order["customer_id"], order)
    for customer_id, order in first.items():
        buffer.add(
            Customer,
            id=customer_id,
            phone=order["customer_phone"],
            name=order["customer_name"],
            email=order["customer_email"],
            words="",
            order_count=0,
            spent_cents=0,
            last_order_at=None,
            created_at=order["created_at"],
        )


def write_totals(session: Session, buffer: RowBuffer) -> None:
    """Set the totals of every customer, computed from all their orders, once the rows are inserted."""
    refunded: Counter[str] = Counter()
    for refund in buffer.rows[Refund]:
        refunded[refund["order_id"]] += refund["amount_cents"]
    by_customer: dict[str, list[OrderContribution]] = defaultdict(list)
    for order in sorted(buffer.rows[Order], key=lambda row: (row["created_at"], row["id"])):
        if order["customer_id"] is not None:
            by_customer[order["customer_id"]].append(_count(order, refunded[order["id"]]))
    for customer_id, orders in by_customer.items():
        replace_totals(session, customer_id, orders)


def count_offer_uses(session: Session, buffer: RowBuffer) -> None:
    """Count the uses of each offer that were not given back."""
    uses = Counter(use["offer_id"] for use in buffer.rows[OfferUse] if use["status"] != RELEASED)
    for offer_id, count in sorted(uses.items()):
        session.execute(sa.update(Offer).where(Offer.id == offer_id).values(uses=Offer.uses + count))


def _count(order: Row, refunded_cents: int) -> OrderContribution:
    is_sale = order["status"] != statuses.CANCELLED and order["payment_status"] in statuses.HOLDS_MONEY
    return OrderContribution(
        truck_id=order["truck_id"],
        phone=order["customer_phone"],
        name=order["customer_name"],
        email=order["customer_email"],
        at=order["created_at"],
        cents=order["total_cents"] - refunded_cents if is_sale else 0,
    )


DAYS = 60
SendPayments = Callable[[ProviderPayments], None]


def load_history(db: Database, settings: Settings, send: SendPayments, days: int = DAYS) -> bool:
    """Load `days` days of history. Returns False, and does nothing, when there is an order or a checkout.

    Raises ValueError outside of the sandbox, or with a live Stripe key.

    `send` tells the provider of the payments. It comes first, outside of any transaction, and
    may be repeated: the seed is fixed, so a second try on the same day makes the same history.
    """
    if not settings.sandbox or settings.moves_real_money:
        raise ValueError("The history belongs to the demo.")
    installation_id = db.write(ensure_installation_id)
    with db.reading() as session:
        if _is_in_use(session):
            return False
        loading = _HistoryLoader(session, ProviderPayments(installation_id), settings.origin, days)
        loading.make_all()
    send(loading.provider_payments)
    return db.write(loading.write)


def _is_in_use(session: Session) -> bool:
    found = sa.select(sa.or_(sa.exists().where(Order.id.is_not(None)), sa.exists().where(Checkout.id.is_not(None))))
    return session.scalar(found) is True


class _HistoryLoader:
    """One run: sells at every truck, and derives everything else from the orders."""

    def __init__(self, session: Session, provider_payments: ProviderPayments, origin: str, days: int) -> None:
        self._days = days
        self._session, self._now, self._rng = session, clock.now(), SeededRandom(SEED)
        self.provider_payments, self._buffer = provider_payments, RowBuffer()
        self._writer = OrderWriter(self._rng, self._buffer, provider_payments, origin)
        self._customers, self._lost = CustomerPool(self._rng), staff_actions.LostDemandSums()
        self._past: list[Visit] = []
        self._present: list[Visit] = []
        self._present_stock: Counter[tuple[str, str]] = Counter()
        self._counted_items: dict[str, str] = {}
        self._staff: dict[str, str] = {}

    def write(self, session: Session) -> bool:
        """Insert everything and publish each truck. Returns False, and does nothing, if there is an order meanwhile."""
        if _is_in_use(session):
            return False
        self._buffer.write(session)
        past_stops.record_present_stock_usage(session, self._present_stock)
        count_offer_uses(session, self._buffer)
        write_totals(session, self._buffer)
        close_yesterday(session, self._now, self._staff)
        for truck_id in self._staff:
            change_log.publish_change(session, truck_id, change_log.TRUCK, truck_id)
        return True

    def make_all(self) -> None:
        """Sell at every truck, and derive all other rows from the orders."""
        for shop in load_shops(self._session):
            self._staff[shop.truck.id], self._counted_items[shop.truck.id] = shop.staff, shop.menu[0]
            simulator = SalesSimulator(self._rng, self._customers, shop)
            sales = self._sell_past(simulator)
            today, visit = sell_today(self._session, simulator, self._now)
            self._present += [visit] if visit else []
            self._write_orders(sales + today)
        self._derive()

    def _sell_past(self, simulator: SalesSimulator) -> list[Sale]:
        if not simulator.shop.moves:
            return list(simulator.sell_always(self._now, self._days))
        at_truck = sa.select(Place).where(Place.truck_id == simulator.shop.truck.id, Place.archived_at.is_(None))
        usual = self._session.scalars(at_truck.order_by(Place.created_at, Place.id).limit(1)).first()
        if usual is None:
            return []
        spots = make_spots(self._rng, simulator.shop, usual, self._now - timedelta(days=self._days))
        visits = plan_visits(self._rng, simulator.shop, spots, self._now, self._days)
        self._buffer.entities += [spot.place for spot in spots[1:]]
        self._buffer.entities += [visit.stop for visit in visits]
        sales: list[Sale] = []
        for visit in visits:
            sold, refused = simulator.sell_at(visit)
            self._lost.add_stop(self._rng, visit, refused)
            sales += sold
        self._past += visits
        return sales

    def _write_orders(self, sales: list[Sale]) -> None:
        for number, sale in enumerate(sorted(sales, key=lambda sale: sale.at), start=FIRST_ORDER_NUMBER):
            write_order(self._writer, sale, number, self._now)

    def _derive(self) -> None:
        rng, buffer = self._rng, self._buffer
        past_stops.add_slots(buffer, [*self._past, *self._present])
        present = sa.select(StopStock.stop_id, StopStock.subject_id).where(
            StopStock.stop_id.in_([visit.stop.id for visit in self._present])
        )
        counted: dict[str, set[str]] = {}
        for stop_id, subject_id in self._session.execute(present):
            counted.setdefault(stop_id, set()).add(subject_id)
        self._present_stock = past_stops.record_stock_usage(buffer, counted)
        past_stops.count_stock(rng, buffer, self._past, self._counted_items)
        add_dispute(rng, buffer, self.provider_payments, self._now)
        hold_payment(rng, buffer, self.provider_payments, self._now)
        self._lost.write(buffer)
        staff_actions.add_staff_actions(rng, buffer, self._past, self._staff)
        add_counters(buffer)
        add_customers(buffer)
