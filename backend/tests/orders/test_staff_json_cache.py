"""Lists of orders are answered from a cache of JSON. It is the one that the rows of now would make, byte by byte."""

from datetime import UTC, datetime

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.customers.models import OptOut
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit.ids import new_id
from chuckwagon.orders import staff_json_cache
from chuckwagon.orders.models import Dispute, Order, OrderSms, Refund
from chuckwagon.orders.pickup_changes.models import PickupChange
from chuckwagon.orders.queries import load_staff_orders
from chuckwagon.orders.staff_json_cache import StaffJsonCache
from chuckwagon.trucks.models import Truck

pytestmark = pytest.mark.dialect

AT = datetime(2026, 7, 1, 19, tzinfo=UTC)


def outbox(order, kind, **more):
    key = f"order:{order.id}:{kind}_sms"
    return OutboxMessage(kind="sms", key=key, payload={}, available_at=AT, created_at=AT, **more)


def refund(order):
    return Refund(
        id="f" * 24, order_id=order.id, key=new_id(), amount_cents=50, reason="Late", status="pending",
        created_at=AT, updated_at=AT,
    )  # fmt: skip


def dispute(order):
    return Dispute(
        id="dp_1", order_id=order.id, amount_cents=90, reason="fraud", status="lost", created_at=AT, read_at=AT
    )


def plan_change(order):
    return PickupChange(id=new_id(), order_id=order.id, number=1, kind="late", minutes=20, by="Grace", at=AT)


def message(order):
    return OrderSms(
        id=new_id(), order_id=order.id, kind="confirmed", body="Hello", status="sent", created_at=AT, updated_at=AT
    )


# In this order, each beside what the ones before it have left. None of them is told to anyone.
CHANGES = {
    "the order itself": lambda order: sa.update(Order).values(version=Order.version + 1, customer_name="Bo"),
    "its SMS waits": lambda order: outbox(order, "confirmed"),
    "its SMS is tried again": lambda order: sa.update(OutboxMessage).values(last_error="Timeout"),
    "its SMS is given up": lambda order: sa.update(OutboxMessage).values(status="failed", finished_at=AT),
    "its SMS is sent after all": message,
    "its SMS arrives": lambda order: sa.update(OrderSms).values(status="delivered"),
    "a refund": refund,
    "a refund that fails": lambda order: sa.update(Refund).values(status="failed", failure="Closed account"),
    "a dispute": dispute,
    "a dispute that is won": lambda order: sa.update(Dispute).values(status="won"),
    "a change of plan": plan_change,
    "the SMS about a change of plan": lambda order: outbox(order, "late_1", status="skipped", finished_at=AT),
    "a phone that opts out": lambda order: OptOut(phone=order.customer_phone, opted_out_at=AT),
    "a phone that is back": lambda order: sa.delete(OptOut),
    "the truck": lambda order: sa.update(Truck).values(name="Other name", timezone="America/Denver"),
}


def make(db, change):
    db.write(lambda session: session.execute(change) if isinstance(change, sa.Executable) else session.add(change))


def test_whatever_changes_is_shown_and_the_rest_is_as_it_was(call, db, make_order):
    orders = [make_order(status="ready"), make_order(customer_phone=None)]
    seen = call("GET", "/orders").text
    for name, change in CHANGES.items():
        make(db, change(orders[0]))
        with db.reading() as session:
            newest = session.scalars(sa.select(Order).order_by(Order.created_at.desc(), Order.id.desc())).all()
            expected = msgspec.json.encode(load_staff_orders(session, newest)).decode()
        shown = call("GET", "/orders").text
        assert shown.startswith(f'{{"orders":{expected},'), name
        assert shown != seen, name
        assert call("GET", "/orders", params={"from": "2000-01-01"}).json()["orders"] == msgspec.json.decode(expected)
        seen = shown


def test_what_is_the_same_is_not_made_again(call, make_order, monkeypatch):
    order = make_order()
    make_order()
    first = call("GET", "/orders").text
    made = []
    real = staff_json_cache.load_staff_orders
    monkeypatch.setattr(
        staff_json_cache,
        "load_staff_orders",
        lambda session, some: made.extend(one.id for one in some) or real(session, some),
    )
    assert call("GET", "/orders").text == first
    assert made == []
    assert call("PATCH", f"/orders/{order.id}", json={"status": "confirmed"}).status_code == 200
    assert call("GET", "/orders").text != first
    assert made == [order.id]


def test_the_cache_holds_as_many_as_allowed():
    cache = StaffJsonCache(limit=2)
    for order_id in ("a", "b", "a", "c"):
        cache.store(order_id, (order_id,), msgspec.Raw(b"{}"))
    assert [cache.find(one, (one,)) is not None for one in "abc"] == [True, False, True]
    assert cache.find("a", ("other",)) is None
