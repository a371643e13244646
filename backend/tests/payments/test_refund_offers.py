"""Refunds of orders with a discount return what was paid, and our books stay those of the provider."""

import pytest

from tests.offers.factories import make_offer
from tests.payments.paid_orders import connect_account
from tests.payments.test_refund_tips import check_books


@pytest.mark.parametrize("has_account", [False, True])
def test_items_go_back_without_their_share_of_the_discount(db, cast, shop, sandbox, worker, has_account):
    """Three tacos less $3.33, with tax of $2.33: no more than $29.00 in all."""
    if has_account:
        connect_account(db, cast, sandbox, fee_bps=725)
    make_offer(db, cast.truck.id, percent=None, amount_cents=333)
    order_id, intent = shop.buy(3, offer=("TACO10", 333))
    assert shop.shown(order_id)["total"] == 29
    for _ in range(3):
        last = shop.refund(order_id, items=[{"index": 0, "quantity": 1}]).json()
    assert [one["amount"] for one in last["refunds"]] == [9.67, 9.66, 9.67]
    assert last["refundable"] == 0
    worker.run_once()
    assert (sum(shop.sent(intent)), shop.shown(order_id)["paymentStatus"]) == (2900, "refunded")
    check_books(db, sandbox, worker)


def test_a_cancellation_returns_what_was_paid(db, cast, shop, sandbox, worker):
    make_offer(db, cast.truck.id)
    order_id, intent = shop.buy(2, offer=("TACO10", 200))
    shop.cancel(order_id)
    worker.run_once()
    assert (shop.sent(intent), shop.shown(order_id)["paymentStatus"]) == ([1958], "refunded")
    check_books(db, sandbox, worker)
