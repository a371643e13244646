"""Twenty late orders are twenty orders, however they are sent: doubled, out of order, and by servers that die."""

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from chuckwagon.day_closes.check import check_cash
from chuckwagon.kit import clock
from chuckwagon.kit.money import to_cents
from chuckwagon.orders import audit_events
from chuckwagon.orders.models import Order

ZONE = ZoneInfo("America/Los_Angeles")
TENDERS = ("cash", "cash", "card", "unpaid")


def dying(record, chance):
    """`record`, at whose place in the transaction the server dies by chance: nothing of it is stored."""

    def record_or_die(*args):
        if chance.random() < 0.3:
            raise RuntimeError("killed")
        record(*args)

    return record_or_die


@pytest.mark.dialect
@pytest.mark.parametrize("seed", [3])
def test_twenty_late_orders_are_twenty_orders(seed, send, late_order, call, db, cast, rows, monkeypatch):
    chance = random.Random(seed)
    call("POST", "/drawer-sessions", json={"float": 50}).raise_for_status()
    bodies = [
        late_order(
            chance.randint(1, 5),
            ago=timedelta(minutes=chance.randint(1, 60 * 24 * 6)),
            offlineNumber=f"A-{number}",
            payment=chance.choice(TENDERS),
            handedOver=chance.random() < 0.7,
        )
        for number in range(1, 21)
    ]
    sends = chance.sample(bodies * 3, 60)
    monkeypatch.setattr(audit_events, "record_late_order", dying(audit_events.record_late_order, chance))
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(send, sends))
    monkeypatch.undo()
    assert {answer.status_code for answer in answers} <= {201, 500}
    final = [send(body).json() for body in chance.sample(bodies, 20)]

    orders = rows(Order)
    assert len(orders) == len({one["_id"] for one in final}) == 20
    assert sorted(one.order_number for one in orders) == list(range(101, 121))
    assert {one.offline_number: one.total_cents for one in orders} == {
        body["offlineNumber"]: to_cents(body["total"]) for body in bodies
    }
    cash = sum(to_cents(body["total"]) for body in bodies if body["payment"] == "cash")
    drawer = call("GET", "/drawer-sessions").json()["open"]
    assert to_cents(drawer["expected"]) == 5000 + cash
    assert check_cash(db).is_consistent
    days = [(clock.now() - timedelta(days=ago)).astimezone(ZONE).date() for ago in (7, 0)]
    report = call("GET", "/tax-report", params={"from": str(days[0]), "to": str(days[1])}).json()
    paid = [body for body in bodies if body["payment"] != "unpaid"]
    assert sum(to_cents(row["tax"]) for row in report["rows"]) == sum(to_cents(one["taxes"][0]["tax"]) for one in paid)
    shown = call("GET", "/books", params={"from": str(days[0]), "to": str(days[1])}).json()["entries"]
    taken = Counter(one.created_at.astimezone(ZONE).date() for one in orders if one.payment_status == "paid")
    assert Counter(entry["date"] for entry in shown if entry["kind"] == "sale") == {
        str(day): count for day, count in taken.items()
    }
