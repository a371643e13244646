"""The query plans of lists of orders: they use an index and read few rows, however many there are."""

import re
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.compiled import driver_of
from chuckwagon.kit.ids import new_id
from chuckwagon.orders.list_orders import OrderQuery, list_orders
from chuckwagon.reporting.analytics import analyze
from chuckwagon.reporting.customer_search import list_customer_page
from chuckwagon.reporting.periods import Period
from chuckwagon.reporting.stop_analytics import analyze_stops
from chuckwagon.schedule.models import Place, Stop
from chuckwagon.schedule.validation import DEFAULT_SETTINGS
from chuckwagon.trucks.models import Truck
from chuckwagon.web import pagination
from tests.orders.factories import add_order

pytestmark = pytest.mark.dialect

LISTS = [
    {},
    {"status": "ready"},
    {"sort_field": "createdAt", "sort_order": "asc"},
    {"sort_field": "orderNumber"},
    {"sort_field": "total"},
    {"sort_field": "pickupTime"},
    {"search": "#105"},
    {"search": "(213) 373-4253"},
]


DAY = date(2026, 3, 10)
LARGE = ("orders", "customers", "truck_customers", "customer_words", "order_lines", "order_events")


@contextmanager
def listening(session):
    """Collects each statement that the session executes, with its parameters; compiled statements too."""
    asked = []
    engine = session.get_bind()
    listen = lambda c, cursor, statement, given, x, many: asked.append((statement, given))  # noqa: E731
    own = driver_of(session)
    kind = type(own)  # each dialect has its own
    run = kind.run

    def run_listening(driver, text, values=()):
        if driver is own:  # an earlier test's server may still work in threads of its own
            asked.append((text, values))
        return run(driver, text, values)

    sa.event.listen(engine, "before_cursor_execute", listen)
    kind.run = run_listening
    try:
        yield asked
    finally:
        kind.run = run
        sa.event.remove(engine, "before_cursor_execute", listen)


@pytest.fixture
def plans(db, cast):
    """The plans of all selects from large tables that a function executes."""
    for number in range(3):
        add_order(db, truck_id=cast.truck.id, order_number=101 + number)

    def read(work):
        with db.reading() if db.is_sqlite else Session(db.engine) as session:
            if not db.is_sqlite:  # the settings of one transaction
                session.execute(sa.text("SET LOCAL enable_seqscan = off"))
                session.execute(sa.text("SET LOCAL enable_bitmapscan = off"))
                # PostgreSQL would sort three rows instead of using the index.
                session.execute(sa.text("SET LOCAL enable_sort = off"))
            with listening(session) as asked:
                work(session, session.get_one(Truck, cast.truck.id))
            explain = "EXPLAIN QUERY PLAN " if db.is_sqlite else "EXPLAIN "
            driver = driver_of(session)
            return [
                "\n".join(str(row) for row in driver.run(explain + statement, given).fetchall())
                for statement, given in asked
                if any(f"FROM {table}" in statement for table in LARGE)
            ]

    return read


def assert_no_scan(plan):
    for table in LARGE:
        assert not re.search(rf"SCAN {table}\b(?! USING (COVERING )?INDEX)", plan), plan
        assert f"Seq Scan on {table} " not in plan, plan


def assert_in_order(plan):
    """No sort: the index returns the rows in the order of the list."""
    assert "TEMP B-TREE FOR ORDER" not in plan, plan
    assert "Sort Key" not in plan, plan


@pytest.mark.parametrize("is_all", [False, True], ids=["one truck", "all trucks"])
@pytest.mark.parametrize("asked", LISTS, ids=str)
def test_a_page_reads_an_index_and_never_all_orders(plans, asked, is_all):
    query = OrderQuery(**asked)
    found = plans(lambda session, truck: list_orders(session, None if is_all else truck, query))
    assert found
    for plan in found:
        assert_no_scan(plan)
    pages = [plan for plan in found if re.search("(ix|uq|autoindex)_orders_", plan)]
    assert pages
    if "search" not in asked and asked.get("sort_field") != "orderNumber":
        for plan in pages:
            assert_in_order(plan)


@pytest.mark.parametrize("is_all", [False, True], ids=["one truck", "all trucks"])
@pytest.mark.parametrize("search", [None, "ada l", "(213) 373", "unknown"])
def test_a_page_of_customers_reads_no_order_and_scans_nothing(plans, search, is_all):
    found = plans(lambda session, truck: list_customer_page(session, None if is_all else truck, search, None, None))
    assert found
    for plan in found:
        assert_no_scan(plan)
        assert not re.search(r"\b(ON|on|SEARCH|SCAN) orders\b", plan), plan
        if search is None:
            assert_in_order(plan)


def test_a_search_by_a_part_and_its_total_read_nothing_of_the_orders_but_an_index(plans, db):
    found = plans(lambda session, truck: list_orders(session, truck, OrderQuery(search="unknown")))
    if db.is_sqlite:
        assert len([plan for plan in found if "COVERING INDEX ix_orders_truck_searched" in plan]) == 2, found


def test_one_days_analytics_read_the_trucks_orders_of_that_day(plans, db):
    found = plans(lambda session, truck: analyze(session, truck, Period(DAY, DAY, truck.timezone)))
    assert len(found) >= 6
    for plan in found:
        assert_no_scan(plan)
        if db.is_sqlite:  # for three orders PostgreSQL may choose any index
            assert "ix_orders_truck_searched" in plan, plan


def test_the_numbers_by_stop_read_no_order_outside_their_index(plans, db, cast):
    """Else each order would cost a way down the trees of orders, lines and history, which grow with all orders."""
    _add_stop_with_orders(db, cast.truck)
    found = plans(lambda session, truck: analyze_stops(session, truck, Period(DAY, DAY, truck.timezone), "stop"))
    assert_no_scan("\n".join(found))
    reads = [step for plan in found for step in plan.splitlines() if re.search(r"(on|SEARCH|SCAN) orders\b", step)]
    if db.is_sqlite:  # for four orders PostgreSQL may choose any index
        [for_older] = [step for step in reads if "COVERING INDEX ix_orders_" not in step]
        assert "ix_orders_stop_figures" in for_older  # orders that do not know when they were ready
        assert len(reads) == 7


def _add_stop_with_orders(db, truck):
    place = Place(id=new_id(), truck_id=truck.id, name="Square", timezone=truck.timezone, tax_rate_units=0)
    begins = datetime(2026, 3, 10, 19, tzinfo=UTC)
    stop = Stop(
        id=new_id(), truck_id=truck.id, place_id=place.id, starts_at=begins, ends_at=begins + timedelta(hours=3),
        **DEFAULT_SETTINGS,
    )  # fmt: skip
    db.write(lambda session: [session.add(place), session.flush(), session.add(stop)])
    add_order(db, truck_id=truck.id, stop_id=stop.id, pieces=2, created_at=begins)


def test_a_page_takes_as_many_statements_for_fifty_orders_as_for_one(db, cast):
    counts = set()
    for size in (1, 7):
        for _ in range(size):
            add_order(db, truck_id=cast.truck.id, lines=[("Taco", 1, 450), ("Corn", 2, 300)])
        with db.reading() as session:
            truck = session.get_one(Truck, cast.truck.id)
            with listening(session) as asked:
                assert len(list_orders(session, truck, OrderQuery()).orders) >= size
            counts.add(len(asked))
    assert len(counts) == 1
    assert counts.pop() <= 12


@pytest.mark.parametrize("asked", [{}, {"status": "ready"}], ids=str)
def test_the_total_of_a_list_is_not_counted(plans, asked):
    found = plans(lambda session, truck: list_orders(session, truck, OrderQuery(**asked)))
    assert sum(bool(re.search(r"(on|SEARCH|SCAN) orders\b", plan)) for plan in found) == 1  # the page itself


@pytest.mark.parametrize(("orders", "is_exact"), [(2, True), (3, True), (4, False)])
def test_the_total_of_a_search_is_exact_if_every_order_was_looked_at(call, db, cast, monkeypatch, orders, is_exact):
    monkeypatch.setattr(pagination, "MAX_SEARCHED", 3)
    for number in range(orders):
        add_order(db, truck_id=cast.truck.id, order_number=101 + number, customer_name="Grace Hopper")
    page = call("GET", "/orders", params={"q": "hopp", "limit": 2}).json()
    assert [one["orderNumber"] for one in page["orders"]] == [str(100 + orders), str(99 + orders)]
    assert (page["total"], page["totalIsExact"]) == (min(orders, 3), is_exact)
    rest = call("GET", "/orders", params={"q": "hopp", "limit": 2, "cursor": page["nextCursor"] or ""}).json()
    if orders > 2:
        assert [one["orderNumber"] for one in rest["orders"]] == [str(98 + orders - n) for n in range(orders - 2)]
        assert (rest["total"], rest["totalIsExact"]) == (min(orders, 3), is_exact)


def test_what_is_looked_for_among_many_orders_is_found_page_by_page(call, db, cast, monkeypatch):
    """No index finds a part of a name, so a page scans a limited number of orders, and the next page continues."""
    monkeypatch.setattr(pagination, "MAX_COUNTED", 3)
    monkeypatch.setattr(pagination, "MAX_SEARCHED", 3)
    for number in range(8):
        name = "Grace Hopper" if number in (0, 6) else "Ada Lovelace"
        add_order(db, truck_id=cast.truck.id, order_number=101 + number, customer_name=name)
    seen, cursor, asked = [], "", 0
    while cursor is not None:
        page = call("GET", "/orders", params={"q": "hopp", "cursor": cursor}).json()
        seen, cursor, asked = (
            seen + [one["orderNumber"] for one in page["orders"]],
            page["nextCursor"],
            asked + 1,
        )
        assert (page["total"], page["totalIsExact"]) == (1, False)
    assert (seen, asked) == (["107", "101"], 3)
    page = call("GET", "/orders", params={"from": "2026-01-01"}).json()
    assert (page["total"], page["totalIsExact"], len(page["orders"])) == (3, False, 8)
