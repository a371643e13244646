"""Loads the history into a demo that has no order yet, and into the sandbox's books."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database
from chuckwagon.db.installation_id import ensure_installation_id
from chuckwagon.demo.history import incidents, lost, staff, taken, totals
from chuckwagon.demo.history.books import Books
from chuckwagon.demo.history.dice import SEED, Dice
from chuckwagon.demo.history.journal import Journal
from chuckwagon.demo.history.order_rows import Writer, write_order
from chuckwagon.demo.history.people import People
from chuckwagon.demo.history.routine import Visit, make_spots, plan_visits
from chuckwagon.demo.history.sales import Market, Sale
from chuckwagon.demo.history.shops import load_shops
from chuckwagon.demo.history.today import sell_today
from chuckwagon.kit import clock
from chuckwagon.menu.models import StopStock
from chuckwagon.orders.counters import FIRST_ORDER_NUMBER
from chuckwagon.orders.models import Order
from chuckwagon.payments.models import Checkout
from chuckwagon.realtime import change_log
from chuckwagon.schedule.models import Place
from chuckwagon.settings import Settings

DAYS = 60
SendBooks = Callable[[Books], None]


def load_history(db: Database, settings: Settings, send: SendBooks | None = None, days: int = DAYS) -> bool:
    """Load so many days of history. Returns False, and does nothing, when there is an order or a checkout.

    `send` tells the provider of the payments, by default the sandbox. It comes first, outside of any transaction, and
    may be repeated: the seed is fixed, so a second try on the same day makes the same history.
    """
    if not settings.sandbox or settings.moves_real_money:
        raise ValueError("The history belongs to the demo.")
    installation_id = db.write(ensure_installation_id)
    with db.reading() as session:
        if _is_in_use(session):
            return False
        loading = _Loading(session, Books(installation_id), settings.origin, days)
        loading.make_all()
    (send or _send_to_sandbox(settings))(loading.books)
    return db.write(loading.write)


def _send_to_sandbox(settings: Settings) -> SendBooks:
    return lambda books: books.send(settings.sandbox_origin)


def _is_in_use(session: Session) -> bool:
    found = sa.select(sa.or_(sa.exists().where(Order.id.is_not(None)), sa.exists().where(Checkout.id.is_not(None))))
    return session.scalar(found) is True


class _Loading:
    """One run: sells at every truck, and derives everything else from the orders."""

    def __init__(self, session: Session, books: Books, origin: str, days: int) -> None:
        self._days = days
        self._session, self._now, self._dice = session, clock.now(), Dice(SEED)
        self.books, self._journal = books, Journal()
        self._writer = Writer(self._dice, self._journal, books, origin)
        self._people, self._lost = People(self._dice), lost.LostSums()
        self._past: list[Visit] = []
        self._present: list[Visit] = []
        self._present_stock: Counter[tuple[str, str]] = Counter()
        self._counted_items: dict[str, str] = {}
        self._staff: dict[str, str] = {}

    def write(self, session: Session) -> bool:
        """Insert everything, unless someone has ordered meanwhile."""
        if _is_in_use(session):
            return False
        self._journal.write(session)
        taken.take_present_stock(session, self._present_stock)
        totals.write_totals(session, self._journal)
        for truck_id in self._staff:
            change_log.publish_change(session, truck_id, change_log.TRUCK, truck_id)
        return True

    def make_all(self) -> None:
        """Fill the journal."""
        for shop in load_shops(self._session):
            self._staff[shop.truck.id], self._counted_items[shop.truck.id] = shop.staff, shop.menu[0]
            market = Market(self._dice, self._people, shop)
            sales = self._sell_past(market)
            today, visit = sell_today(self._session, market, self._now)
            self._present += [visit] if visit else []
            self._write_orders(sales + today)
        self._derive()

    def _sell_past(self, market: Market) -> list[Sale]:
        if not market.shop.moves:
            return list(market.sell_always(self._now, self._days))
        at_truck = sa.select(Place).where(Place.truck_id == market.shop.truck.id, Place.archived_at.is_(None))
        usual = self._session.scalars(at_truck.order_by(Place.created_at, Place.id).limit(1)).first()
        if usual is None:
            return []
        spots = make_spots(self._dice, market.shop, usual, self._now - timedelta(days=self._days))
        visits = plan_visits(self._dice, market.shop, spots, self._now, self._days)
        self._journal.entities += [spot.place for spot in spots[1:]]
        self._journal.entities += [visit.stop for visit in visits]
        sales: list[Sale] = []
        for visit in visits:
            sold, refused = market.sell_at(visit)
            self._lost.add_stop(self._dice, visit, refused)
            sales += sold
        self._past += visits
        return sales

    def _write_orders(self, sales: list[Sale]) -> None:
        for number, sale in enumerate(sorted(sales, key=lambda sale: sale.at), start=FIRST_ORDER_NUMBER):
            write_order(self._writer, sale, number, self._now)

    def _derive(self) -> None:
        dice, journal = self._dice, self._journal
        taken.add_slots(journal, [*self._past, *self._present])
        present = sa.select(StopStock.stop_id, StopStock.subject_id).where(
            StopStock.stop_id.in_([visit.stop.id for visit in self._present])
        )
        counted: dict[str, set[str]] = {}
        for stop_id, subject_id in self._session.execute(present):
            counted.setdefault(stop_id, set()).add(subject_id)
        self._present_stock = taken.take_stock(journal, counted)
        taken.count_stock(dice, journal, self._past, self._counted_items)
        incidents.add_dispute(dice, journal, self.books, self._now)
        incidents.hold_payment(dice, journal, self.books, self._now)
        self._lost.write(journal)
        staff.add_staff_actions(dice, journal, self._past, self._staff)
        totals.add_counters(journal)
        totals.add_customers(journal)
