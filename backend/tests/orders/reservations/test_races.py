"""Customers at the same instant: what fits is sold, all of it, and nothing more."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.factories import make_item

pytestmark = pytest.mark.dialect


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
def test_customers_at_once_get_what_fits_and_nothing_more(order, add_stop, at_once, quantity, db):
    """12 units in two slots: so many of these orders fit, each of which may spill into the first slot."""
    short = add_stop(ends_at="2026-07-02T15:20:00Z", last_order_minutes=0, slot_capacity=6)
    phones = [f"21255502{number:02}" for number in range(16)]
    answers = at_once(lambda phone: order(quantity, stop_id=short, phone=phone), phones)
    fitting = 12 // quantity
    assert count(answers) == [fitting, len(phones) - fitting]
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"slot_full"}


def test_orders_for_different_slots_that_spill_into_each_other_do_not_wait_for_each_other(order, stop_id, at_once):
    """Each takes rows of several slots; in another order than ascending, two of them would wait for each other."""
    wanted = [(f"21255503{number:02}", f"2026-07-02T15:{number % 4 + 2}0:00Z") for number in range(12)]
    answers = at_once(lambda one: order(15, one[1], stop_id=stop_id, phone=one[0]), wanted)
    assert sum(count(answers)) == len(wanted)
    refused = [one for one, answer in zip(wanted, answers, strict=True) if answer.status_code == 409]
    assert len(refused) <= len(wanted) - 3
    # What was refused did not fit, although others were trying at the same time.
    assert {order(15, at, stop_id=stop_id, phone=phone).status_code for phone, at in refused} == {409}


def test_the_last_pieces_are_sold_once(order, stop_id, at_once, client, cast, db, truck):
    brisket = make_item(db, truck, "Brisket", price=100, prep_units=0)
    counts = {"counts": [{"menuItemId": brisket.id, "initial": 5}]}
    headers = cast.headers("truck_admin")
    client.put(f"/api/stops/{stop_id}/stock", json=counts, headers=headers).raise_for_status()
    phones = [f"21255504{number:02}" for number in range(10)]
    answers = at_once(lambda phone: order(1, item=brisket, stop_id=stop_id, phone=phone), phones)
    assert count(answers) == [5, 5]
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"cart_invalid"}


def test_a_customer_who_sends_the_page_twice_at_once_holds_once(order, stop_id, at_once, db):
    attempt = {"X-Checkout-Attempt": "a"}
    answers = at_once(lambda _: order(10, "2026-07-02T15:00:00Z", stop_id=stop_id, headers=attempt), range(4))
    assert 200 in {answer.status_code for answer in answers}
    assert {answer.json().get("code") for answer in answers} <= {None, "checkout_replaced"}
