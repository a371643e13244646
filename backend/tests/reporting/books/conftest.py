"""Fixtures of the books: those of the reports, and orders with their taxes."""

import csv
import io
from datetime import UTC, datetime, timedelta

import pytest

from chuckwagon.drawer.models import DayClose, DayEvent, DrawerSession
from chuckwagon.kit.ids import new_id
from chuckwagon.kit.money import compute_tax_cents
from chuckwagon.orders.models import Refund
from tests.orders.factories import add_order
from tests.reporting.conftest import add_place, add_stop, call

__all__ = ["add_place", "add_stop", "call"]
LOS_ANGELES = 87_500
OCTOBER = {"from": "2026-10-01", "to": "2026-10-31"}
NOVEMBER = {"from": "2026-11-01", "to": "2026-11-30"}
FORMATS = ("csv", "quickbooks", "xero", "journal")


def utc(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.fixture
def close_day(db, cast):
    """Write a day close of the admin's truck at an instant."""
    numbers = iter(range(1, 1000))

    def close(at, *, off=0):
        number, drawer_id = next(numbers), new_id()
        drawer = DrawerSession(
            id=drawer_id, truck_id=cast.truck.id, float_cents=0, opened_at=at - timedelta(hours=1), opened_by="Ada",
            closed_at=at, closed_by="Ada", expected_cents=1000, counted_cents=1000 + off,
        )  # fmt: skip
        sheet = DayClose(
            id=new_id(), truck_id=cast.truck.id, number=number, session_id=drawer_id, from_at=at - timedelta(days=1),
            closed_at=at, last_order_number=1, figures={},
        )  # fmt: skip

        def add(session):
            session.add(drawer)
            session.flush()
            session.add(sheet)

        db.write(add)

    return close


@pytest.fixture
def add_event(db, cast):
    """Insert an event of the day."""

    def add(kind, at, cents=0, **columns):
        given = {"truck_id": cast.truck.id, "tender": "cash", "amount_cents": cents, "at": at} | columns
        db.write(lambda session: session.add(DayEvent(kind=kind, **given)))

    return add


def rows_of(answer):
    assert answer.status_code == 200, answer.text
    return list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"))))


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
