"""Refunds of orders with a tip: which of them return it, and that our books stay those of the provider."""

import pytest

from tests.payments.invariants import MoneyState, check_final_state, check_step
from tests.payments.paid_orders import connect_account, take_tips


@pytest.fixture
def tipped(db, cast, shop):
    """Buy two tacos for $21.75 and give a tip of $4.00."""
    take_tips(db, cast.truck)
    return shop.buy(2, tip_cents=400)


def check_books(db, sandbox, worker):
    """Compare once the provider's events have arrived and what they ask for is done."""
    sandbox.wait_until_told()
    worker.run_once()
    state = MoneyState(db, sandbox)
    check_step(state, [])
    check_final_state(state)


def test_a_cancellation_returns_the_tip_too(shop, worker, tipped, db, sandbox):
    order_id, intent = tipped
    shop.cancel(order_id)
    worker.run_once()
    assert (shop.sent(intent), shop.shown(order_id)["paymentStatus"]) == ([2575], "refunded")
    check_books(db, sandbox, worker)


def test_all_items_go_back_without_the_tip_and_an_amount_returns_it(shop, worker, tipped, db, sandbox):
    order_id, intent = tipped
    for expected in (10.88, 10.87):
        answer = shop.refund(order_id, items=[{"index": 0, "quantity": 1}]).json()
        assert answer["refunds"][-1]["amount"] == expected
    assert answer["refundable"] == 4
    worker.run_once()
    assert shop.shown(order_id)["paymentStatus"] == "partially_refunded"
    assert shop.refund(order_id, amount=4.01).json()["code"] == "refund_too_large"
    assert shop.refund(order_id, amount=4).json()["refundable"] == 0
    worker.run_once()
    assert (sum(shop.sent(intent)), shop.shown(order_id)["paymentStatus"]) == (2575, "refunded")
    check_books(db, sandbox, worker)


def test_an_amount_may_reach_into_the_tip(shop, worker, tipped, db, sandbox):
    order_id, intent = tipped
    assert shop.refund(order_id, amount=23).status_code == 201
    assert shop.refund(order_id, amount=2.76).json()["refundable"] == 2.75
    worker.run_once()
    assert (shop.sent(intent), shop.shown(order_id)["refundable"]) == ([2300], 2.75)
    check_books(db, sandbox, worker)


def test_with_an_account_a_full_refund_takes_back_the_share_with_its_tip(db, cast, sandbox, shop, worker):
    take_tips(db, cast.truck)
    connect_account(db, cast, sandbox)
    order_id, _ = shop.buy(2, tip_cents=400)
    shop.refund(order_id, items=[{"index": 0, "quantity": 2}])
    worker.run_once()
    [transfer], [fee] = (sandbox.ledger()[name] for name in ("transfers", "application_fees"))
    assert (transfer["amount"], transfer["amount_reversed"]) == (2575, 2175)
    assert (fee["amount"], fee["amount_refunded"]) == (217, 217 * 2175 // 2575)
    shop.cancel(order_id)
    worker.run_once()
    [transfer], [fee] = (sandbox.ledger()[name] for name in ("transfers", "application_fees"))
    assert (transfer["amount_reversed"], fee["amount_refunded"]) == (2575, 217)
    check_books(db, sandbox, worker)
