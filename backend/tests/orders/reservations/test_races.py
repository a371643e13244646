"""Customers at the same instant: what fits is sold, all of it, and nothing more."""

from concurrent.futures import ThreadPoolExecutor, wait

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.kit.decoding import convert
from chuckwagon.menu import stock_rows
from chuckwagon.orders.reservations import service as reservations
from chuckwagon.orders.reservations.errors import SlotFull
from chuckwagon.orders.reservations.models import Reservation
from chuckwagon.orders.reservations.usage_check import check_usage
from chuckwagon.payments.checkout import save
from chuckwagon.payments.checkout import statements as checkout_statements
from chuckwagon.payments.checkout.save import CheckoutRequestContext
from chuckwagon.payments.checkout.schemas import PaymentIntentRequest
from chuckwagon.payments.checkout.service import open_checkout
from tests.factories import checkout_body, make_item

pytestmark = pytest.mark.dialect


@pytest.fixture
def submit(db, settings, truck, taco, sandbox):
    """Open a checkout as from an address of its own. The limits would let one checkout after the other through."""
    unlimited = msgspec.structs.replace(settings, limit_checkouts_per_address=0, limit_checkouts_per_phone=0)

    def send(quantity, slot_at, stop_id):
        body = checkout_body(truck, (taco, quantity), totals=(quantity, 0, quantity))
        body["customerInfo"] |= {"slotAt": slot_at, "stopId": stop_id}
        request = convert(body, PaymentIntentRequest)
        try:
            return open_checkout(db, unlimited, request, CheckoutRequestContext("anywhere"))
        except SlotFull as refused:
            return refused

    return send


@pytest.fixture
def at_once():
    """Call with each argument, all at the same time, and return the answers in the same order."""

    def run(call, arguments):
        with ThreadPoolExecutor(len(arguments)) as pool:
            return list(pool.map(call, arguments))

    return run


def count(answers):
    return [sum(answer.status_code == status for answer in answers) for status in (200, 409)]


@pytest.mark.parametrize("quantity", [1, 2, 3])
def test_customers_at_once_get_what_fits_and_nothing_more(submit, add_stop, at_once, quantity):
    """12 units in two slots: so many of these orders fit, each of which may spill into the first slot."""
    short = add_stop(ends_at="2026-07-02T15:20:00Z", last_order_minutes=0, slot_capacity=6)
    answers = at_once(lambda _: submit(quantity, "asap", short), range(16))
    assert sum(not isinstance(answer, SlotFull) for answer in answers) == 12 // quantity


def test_orders_for_different_slots_that_spill_into_each_other_do_not_wait_for_each_other(submit, stop_id, at_once):
    """Each takes rows of several slots; in another order than ascending, two of them would wait for each other."""
    wanted = [f"2026-07-02T15:{number % 4 + 2}0:00Z" for number in range(12)]
    answers = at_once(lambda at: submit(15, at, stop_id), wanted)
    refused = [at for at, answer in zip(wanted, answers, strict=True) if isinstance(answer, SlotFull)]
    assert len(refused) <= len(wanted) - 3
    # What was refused did not fit, although others were trying at the same time.
    assert all(isinstance(submit(15, at, stop_id), SlotFull) for at in refused)


def test_the_last_pieces_are_sold_once(order, stop_id, at_once, client, cast, db, truck):
    brisket = make_item(db, truck, "Brisket", price=100, prep_units=0)
    counts = {"counts": [{"menuItemId": brisket.id, "initial": 5}]}
    headers = cast.headers("truck_admin")
    client.put(f"/api/stops/{stop_id}/stock", json=counts, headers=headers).raise_for_status()
    phones = [f"21255504{number:02}" for number in range(10)]
    answers = at_once(lambda phone: order(1, item=brisket, stop_id=stop_id, phone=phone), phones)
    assert count(answers) == [5, 5]
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"cart_invalid"}


@pytest.fixture
def begin_count(client, cast, stop_id, taco):
    def put(initial):
        counts = {"counts": [{"menuItemId": taco.id, "initial": initial}]}
        return client.put(f"/api/stops/{stop_id}/stock", json=counts, headers=cast.headers("truck_admin"))

    return put


@pytest.mark.parametrize(
    ("module", "name"),
    [
        pytest.param(save, "price_checkout", id="a checkout that has read its prices"),
        pytest.param(stock_rows, "_list_counted", id="a checkout that holds the stop"),
    ],
)
def test_a_count_that_begins_during_a_checkout_does_not_oversell(
    order, stop_id, begin_count, monkeypatch, db, module, name
):
    """Six are ordered while a count of five begins. Whichever is later is refused."""

    def run_and_be_overtaken(*args, **given):
        found = run(*args, **given)
        if not overtaking:
            overtaking.append(pool.submit(begin_count, 5))
            wait(overtaking, timeout=1)
        return found

    run, overtaking = getattr(module, name), []
    monkeypatch.setattr(module, name, run_and_be_overtaken)
    with ThreadPoolExecutor(1) as pool:
        answers = [order(6, stop_id=stop_id), overtaking[0].result()]
    assert sorted(answer.status_code for answer in answers) in ([200, 400], [200, 409])
    assert check_usage(db).is_consistent


def test_a_count_that_begins_during_a_release_does_not_count_what_is_given_back(
    order, stop_id, begin_count, monkeypatch, db
):
    def list_and_be_overtaken(*args):
        found = list_counted(*args)
        if not overtaking:
            overtaking.append(pool.submit(begin_count, 5))
            wait(overtaking, timeout=1)
        return found

    assert order(3, stop_id=stop_id).status_code == 200
    with db.reading() as session:
        [held] = session.scalars(sa.select(Reservation.id))
    list_counted, overtaking = stock_rows._list_counted, []
    monkeypatch.setattr(stock_rows, "_list_counted", list_and_be_overtaken)
    with ThreadPoolExecutor(1) as pool:
        db.write(lambda session: reservations.release(session, held))
        [count] = overtaking[0].result().json()["counts"]
    assert count["remaining"] == 5
    assert check_usage(db).is_consistent


def test_a_repeat_is_not_refused_by_what_its_first_request_holds(order, stop_id, add_stop, monkeypatch):
    """A client that sends no attempt, for the last place of a stop: the repeat overtakes the first request."""
    order(1, stop_id=stop_id)  # the first checkout of all makes others wait
    short = add_stop(ends_at="2026-07-02T15:10:00Z", last_order_minutes=0, slot_capacity=1)
    find = checkout_statements.find_checkout_by_key

    def find_and_be_overtaken(session, key):
        found = find(session, key)
        if not overtaking:
            overtaking.append(pool.submit(send))
            wait(overtaking, timeout=1)
        return found

    def send():
        return order(1, stop_id=short, headers={"Idempotency-Key": "the last place"})

    overtaking = []
    monkeypatch.setattr(checkout_statements, "find_checkout_by_key", find_and_be_overtaken)
    with ThreadPoolExecutor(1) as pool:
        answers = [send(), overtaking[0].result()]
    assert count(answers) == [2, 0]
    assert len({answer.json()["paymentIntentId"] for answer in answers}) == 1


def test_a_customer_who_sends_the_page_twice_at_once_holds_once(order, stop_id, at_once, db):
    attempt = {"X-Checkout-Attempt": "a" * 16}
    answers = at_once(lambda _: order(10, "2026-07-02T15:00:00Z", stop_id=stop_id, headers=attempt), range(4))
    assert 200 in {answer.status_code for answer in answers}
    assert {answer.json().get("code") for answer in answers} <= {None, "checkout_replaced"}
