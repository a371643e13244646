"""The worker indexes the search words of customers; a search finds them before and after."""

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.customers import search as word_index
from chuckwagon.customers.models import Customer, CustomerWord, TruckCustomer
from chuckwagon.customers.service import OrderContribution, upsert_customer, upsert_truck_customer
from chuckwagon.kit import clock
from chuckwagon.orders.counts import rebuild_customer_totals
from chuckwagon.reporting.customer_search import list_customer_page
from tests.suites import SAME_ON_BOTH, first_on_both

pytestmark = pytest.mark.dialect

ADA, BOB = "+12133734253", "+13105550199"
ADAS_WORDS = {"ada", "lovelace", "2133734253", "3734253", "4253"}


@pytest.fixture
def place(db, cast):
    """Write the customer of a new order, as an order does. Return the customer's ID."""

    def place(name, phone=ADA, truck=cast.truck):
        order = OrderContribution(truck_id=truck.id, phone=phone, name=name, email=None, at=clock.now(), cents=900)

        def write(session):
            customer_id, _ = upsert_customer(session, order)
            upsert_truck_customer(session, customer_id, order)
            return customer_id

        return db.write(write)

    return place


@pytest.fixture
def indexed(db):
    """The words of the index."""

    def read():
        with db.reading() as session:
            return set(session.scalars(sa.select(CustomerWord.word)))

    return read


def search(db, truck, text):
    with db.reading() as session:
        page = list_customer_page(session, truck, text, None, None)
        return [one.name for one in page.customers], page.total, page.total_is_exact


def has_unindexed(db):
    with db.reading() as session:
        return word_index.has_unindexed(session)


def test_an_order_leaves_the_index_to_the_worker(db, place, indexed, worker):
    place("Ada Lovelace")
    assert (indexed(), has_unindexed(db)) == (set(), True)
    worker.run_once()
    assert (indexed(), has_unindexed(db)) == (ADAS_WORDS, False)


@pytest.mark.parametrize(
    "text", first_on_both(["lovelace ad", "(213) 373-4253", "ada", "love", "4253", "byron", "oda"], 2)
)
def test_a_search_finds_the_same_before_and_after(db, cast, place, text):
    place("Ada Lovelace")
    place("Adam Byron", BOB, cast.other_truck)
    before = [search(db, truck, text) for truck in (cast.truck, cast.other_truck, None)]
    word_index.index_words(db)
    assert [search(db, truck, text) for truck in (cast.truck, cast.other_truck, None)] == before


@SAME_ON_BOTH
def test_another_truck_does_not_find_a_customer_that_waits(db, cast, place):
    place("Ada Lovelace")
    assert search(db, cast.truck, "ada") == (["Ada Lovelace"], 1, True)
    assert search(db, cast.other_truck, "ada") == ([], 0, True)


def test_a_later_name_is_found_at_once_and_indexed_next(db, cast, place, indexed):
    place("Ada Lovelace")
    word_index.index_words(db)
    place("Ada Lovelace")
    assert not has_unindexed(db)
    place("Miss Byron")
    assert search(db, cast.truck, "byron") == (["Miss Byron"], 1, True)
    assert search(db, cast.truck, "lovelace") == (["Miss Byron"], 1, True)
    word_index.index_words(db)
    assert indexed() == ADAS_WORDS | {"miss", "byron"}


def test_many_are_indexed_in_several_transactions(db, place, indexed, monkeypatch):
    monkeypatch.setattr(word_index, "MAX_CUSTOMERS", 2)
    names = [f"Name{number}" for number in range(5)]
    for number, name in enumerate(names):
        place(name, f"+1310555019{number}")
    word_index.index_words(db)
    assert set(map(str.lower, names)) <= indexed()
    assert not has_unindexed(db)


@SAME_ON_BOTH
def test_nothing_of_a_customer_without_orders_is_indexed(db, place, indexed):
    """As after an erasure."""
    customer_id = place("Ada Lovelace")
    db.write(lambda session: rebuild_customer_totals(session, customer_id))
    word_index.index_words(db)
    assert indexed() == set()
    with db.reading() as session:
        assert session.scalars(sa.select(TruckCustomer)).all() == []


def test_a_customer_who_orders_right_now_is_indexed_next_time(db, place, indexed):
    """On SQLite the worker waits for the writer instead."""
    if db.is_sqlite:
        pytest.skip("has one writer")
    ada = place("Ada Lovelace")
    place("Bob", BOB)
    with Session(db.engine) as ordering:
        ordering.execute(sa.select(Customer).where(Customer.id == ada).with_for_update())
        word_index.index_words(db)
        assert "bob" in indexed()
        assert "ada" not in indexed()
    word_index.index_words(db)
    assert indexed() >= ADAS_WORDS
