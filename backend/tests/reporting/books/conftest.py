"""Fixtures of the books: those of the reports, and orders with their taxes."""

import pytest

from chuckwagon.kit.ids import new_id
from chuckwagon.kit.money import compute_tax_cents
from chuckwagon.orders.models import Refund
from tests.orders.factories import add_order
from tests.reporting.conftest import add_place, add_stop, call

__all__ = ["add_place", "add_stop", "call"]
LOS_ANGELES = 87_500


@pytest.fixture
def sell(db, cast):
    """Insert a paid order of one line: `cents` at a rate, with discount and tip; `paid_at` in UTC."""

    def sell_one(paid_at, cents, *, rate=LOS_ANGELES, off=0, tip=0, tender="online", of=None, **columns):
        tax = columns.pop("tax_cents", compute_tax_cents(cents - off, rate))
        at_counter = {} if tender in ("online", "unpaid") else {"window_method": tender, "window_paid_at": paid_at}
        return add_order(
            db,
            **{
                "truck_id": (of or cast.truck).id, "lines": [("Taco", 1, cents)], "tax_rate_units": rate,
                "tax_cents": tax, "tip_cents": tip, "discount_cents": off, "total_cents": cents - off + tax + tip,
                "tender": tender, "source": "online" if tender == "online" else "counter", "created_at": paid_at,
                "payment_status": "unpaid" if tender == "unpaid" else "paid",
            } | at_counter | columns,
        )  # fmt: skip

    return sell_one


@pytest.fixture
def give_back(db):
    """Insert a refund that Stripe has made at an instant, or that was paid out then."""

    def refund(order, at, cents, lines=None, *, status="succeeded", **columns):
        is_card = order.tender in ("online", "reader")
        refund_id = new_id()
        given = {
            "id": refund_id, "order_id": order.id, "key": f"refund:{refund_id}", "amount_cents": cents, "lines": lines,
            "method": "card" if is_card else "window", "reason": "Cold", "status": status, "created_at": at,
            "updated_at": at, "provider_id": f"re_{refund_id}" if is_card and status != "failed" else None,
            "paid_out_at": None if is_card or status == "due" else at,
        } | columns  # fmt: skip
        db.write(lambda session: session.add(Refund(**given)))
        return refund_id

    return refund
