"""The database itself refuses an order whose total is not the sum of its subtotal, tax, tip and discount."""

import pytest
import sqlalchemy as sa

from tests.orders.factories import add_order

pytestmark = pytest.mark.dialect


@pytest.mark.parametrize(
    "amounts",
    [
        {"tip_cents": 100, "total_cents": 900},
        {"tip_cents": 0, "total_cents": 1000},
        {"tip_cents": -100, "total_cents": 800},
        {"tip_cents": 100, "tax_cents": 50, "total_cents": 1000},
        {"discount_cents": 100, "total_cents": 900},
        {"discount_cents": 901, "tax_cents": 1, "total_cents": 0},
        {"discount_cents": -100, "total_cents": 1000},
    ],
)
def test_a_total_that_is_not_the_sum_is_not_stored(db, cast, amounts):
    with pytest.raises(sa.exc.IntegrityError, match="total_is_sum"):
        add_order(db, truck_id=cast.truck.id, lines=[("Taco", 2, 450)], **amounts)


def test_a_total_with_all_parts_is_stored(db, cast):
    sums = {"tax_cents": 79, "tip_cents": 162, "discount_cents": 900, "total_cents": 241}
    order = add_order(db, truck_id=cast.truck.id, lines=[("Taco", 2, 450)], **sums)
    assert (order.tip_cents, order.total_cents) == (162, 241)
