"""Loads the history into a demo that has no order yet, and into the sandbox."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database
from chuckwagon.db.installation_id import ensure_installation_id
from chuckwagon.demo.history import dispute_and_held_payment, lost_demand, slot_and_stock_usage, staff_actions, totals
from chuckwagon.demo.history.customers import CustomerPool
from chuckwagon.demo.history.demo_trucks import load_shops
from chuckwagon.demo.history.order_rows import OrderWriter, write_order
from chuckwagon.demo.history.past_stops import Visit, make_spots, plan_visits
from chuckwagon.demo.history.provider_payments import ProviderPayments
from chuckwagon.demo.history.row_buffer import RowBuffer
from chuckwagon.demo.history.sales import Sale, SalesSimulator
from chuckwagon.demo.history.seeded_random import SEED, SeededRandom
from chuckwagon.demo.history.today import sell_today
from chuckwagon.kit import clock
from chuckwagon.menu.models import StopStock
from chuckwagon.orders.models import Order
from chuckwagon.orders.numbers_and_counts import FIRST_ORDER_NUMBER
from chuckwagon.payments.models import Checkout
from chuckwagon.realtime import change_log
from chuckwagon.schedule.models import Place
from chuckwagon.settings import Settings

DAYS = 60
SendPayments = Callable[[ProviderPayments], None]


def load_history(db: Database, settings: Settings, send: SendPayments | None = None, days: int = DAYS) -> bool:
    """Load `days` days of history. Returns False, and does nothing, when there is an order or a checkout.

    Raises ValueError outside of the sandbox, or with a live Stripe key.

    `send` tells the provider of the payments, by default the sandbox. It comes first, outside of any transaction, and
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
    (send or _send_to_sandbox(settings))(loading.provider_payments)
    return db.write(loading.write)


def _send_to_sandbox(settings: Settings) -> SendPayments:
    return lambda provider_payments: provider_payments.send(settings.sandbox_origin)


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
        self._customers, self._lost = CustomerPool(self._rng), lost_demand.LostDemandSums()
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
        slot_and_stock_usage.record_present_stock_usage(session, self._present_stock)
        totals.write_totals(session, self._buffer)
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
        slot_and_stock_usage.add_slots(buffer, [*self._past, *self._present])
        present = sa.select(StopStock.stop_id, StopStock.subject_id).where(
            StopStock.stop_id.in_([visit.stop.id for visit in self._present])
        )
        counted: dict[str, set[str]] = {}
        for stop_id, subject_id in self._session.execute(present):
            counted.setdefault(stop_id, set()).add(subject_id)
        self._present_stock = slot_and_stock_usage.record_stock_usage(buffer, counted)
        slot_and_stock_usage.count_stock(rng, buffer, self._past, self._counted_items)
        dispute_and_held_payment.add_dispute(rng, buffer, self.provider_payments, self._now)
        dispute_and_held_payment.hold_payment(rng, buffer, self.provider_payments, self._now)
        self._lost.write(buffer)
        staff_actions.add_staff_actions(rng, buffer, self._past, self._staff)
        totals.add_counters(buffer)
        totals.add_customers(buffer)
