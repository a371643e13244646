"""Random days, and sales while the drawer is counted: every cash event is in exactly one session, and sums agree."""

from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chuckwagon.day_closes.check import find_problems
from chuckwagon.drawer.models import CANCELLED, CASH, DayClose, DayEvent, DrawerSession
from chuckwagon.kit.money import to_cents

TOTAL = 1088  # of one taco, in cents, with tax
STEPS = st.sampled_from(
    ("cash", "cash", "card", "unpaid", "take_cash", "take_card", "refund", "pay_out_refund", "cancel", "pay_in",
     "pay_out", "open", "close", "close")
)  # fmt: skip


class Day:
    """A truck's days, as a person would keep them on paper beside the product."""

    def __init__(self, call, sell) -> None:
        self.call, self.sell = call, sell
        self.drawer: dict | None = None
        self.expected = self.closed_cash = 0  # of the open drawer; of all closes
        self.cash = self.waiting = self.moved = 0  # sold; before opening; movements
        self.paid: list[dict] = []
        self.unpaid: list[dict] = []
        self.due: list[tuple[dict, dict]] = []
        self.closes: list[dict] = []

    def add_cash(self, cents: int) -> None:
        if self.drawer is None:
            self.waiting += cents
        else:
            self.expected += cents

    def do(self, step: str) -> None:
        getattr(self, f"_{step}")()

    def _cash(self) -> None:
        self.paid.append(self.sell("cash"))
        self.add_cash(TOTAL)

    def _card(self) -> None:
        self.paid.append(self.sell("card"))

    def _unpaid(self) -> None:
        self.unpaid.append(self.sell("unpaid"))

    def _take(self, tender: str) -> None:
        if self.unpaid:
            order = self.unpaid.pop()
            path = f"/orders/{order['_id']}/payment"
            self.paid.append(self.call("POST", path, json={"payment": tender}).json())
            if tender == "cash":
                self.add_cash(TOTAL)

    def _take_cash(self) -> None:
        self._take("cash")

    def _take_card(self) -> None:
        self._take("card")

    def _refund(self) -> None:
        if self.paid:
            order = self.paid.pop()
            body = {"everything": True, "reason": "Cold"}
            back = self.call("POST", f"/orders/{order['_id']}/refunds", json=body).json()
            self.due.append((order, back["refunds"][0]))

    def _pay_out_refund(self) -> None:
        if self.due:
            order, refund = self.due.pop()
            for _ in range(2):
                self.call("POST", f"/orders/{order['_id']}/pay-outs", json={"refundId": refund["_id"]})
            if order["tender"] == "cash":
                self.add_cash(-TOTAL)

    def _cancel(self) -> None:
        if self.paid:
            order = self.paid.pop()
            shown = self.call("PATCH", f"/orders/{order['_id']}", json={"status": "cancelled"}).json()
            self.due.append((order, shown["refunds"][0]))

    def _move(self, kind: str, cents: int) -> None:
        if self.drawer is not None:
            path = f"/drawer-sessions/{self.drawer['_id']}/movements"
            body = {"kind": kind, "amount": cents / 100, "reason": "Ice"}
            assert self.call("POST", path, json=body).status_code == 201
            self.expected += cents if kind == "pay_in" else -cents

    def _pay_in(self) -> None:
        self._move("pay_in", 500)

    def _pay_out(self) -> None:
        self._move("pay_out", 305)

    def _open(self) -> None:
        made = self.call("POST", "/drawer-sessions", json={"float": 50})
        assert made.status_code == (201 if self.drawer is None else 409)
        if self.drawer is None:
            self.drawer = made.json()
            assert to_cents(self.drawer["beforeOpening"]) == self.waiting
            self.expected, self.waiting = 5000, 0

    def _close(self) -> None:
        if self.drawer is not None:
            found = self.call("GET", "/drawer-sessions").json()["open"]
            assert to_cents(found["expected"]) == self.expected
            body = {"counted": 50, "version": found["version"]}
            sheet = self.call("POST", f"/drawer-sessions/{found['_id']}/close", json=body).json()
            assert to_cents(sheet["expected"]) == self.expected
            assert to_cents(sheet["difference"]) == 5000 - self.expected
            self.closes.append(sheet)
            self.drawer = None


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(STEPS, min_size=4, max_size=14))
def test_random_days_agree_with_the_paper(call, sell, db, steps):
    _forget(db)
    day = Day(call, sell)
    for step in steps:
        day.do(step)
    with db.reading() as session:
        assert find_problems(session).problems == []
        events = list(session.scalars(sa.select(DayEvent)))
    cash = [event for event in events if event.tender == CASH and event.kind != CANCELLED]
    if day.drawer is not None or day.closes:
        is_after_close = [event.session_id is None for event in cash]
        assert day.drawer is None or not any(is_after_close)
    assert [sheet["closeNumber"] for sheet in day.closes] == list(range(1, len(day.closes) + 1))
    for sheet in day.closes:  # nothing that came later has changed it
        assert call("GET", f"/day-closes/{sheet['_id']}").json() == sheet


def _forget(db) -> None:
    """Each example begins with a truck that has sold nothing."""
    for model in (DayEvent, DayClose, DrawerSession):
        db.write(lambda session, model=model: session.execute(sa.delete(model)))
    db.write(lambda session: session.execute(sa.text("UPDATE orders SET created_at = '2020-01-01 00:00:00'")))
    db.write(lambda session: session.execute(sa.text("UPDATE refunds SET paid_out_at = NULL")))


@pytest.mark.dialect
def test_sales_while_the_drawer_is_counted_are_in_one_drawer_each(call, db, drawer, sell):
    """Three counters sell and pay out while a fourth person closes and opens again and again."""
    drawer(0)

    def turn(_number: int) -> None:
        while True:
            found = call("GET", "/drawer-sessions").json()["open"]
            path = f"/drawer-sessions/{found['_id']}/close"
            answer = call("POST", path, json={"counted": 0, "version": found["version"]})
            if answer.status_code == 200:
                break
            assert answer.json()["code"] == "version_conflict", answer.text
            if answer.json()["version"] > 12:
                return  # the others are too fast for this one
        drawer(0)

    with ThreadPoolExecutor(4) as pool:
        closing = [pool.submit(turn, number) for number in range(1)]
        sold = list(pool.map(lambda _: sell("cash"), range(10)))
        for future in closing:
            future.result()
    found = call("GET", "/drawer-sessions").json()["open"]
    call("POST", f"/drawer-sessions/{found['_id']}/close", json={"counted": 0, "version": found["version"]})
    with db.reading() as session:
        assert find_problems(session).problems == []
        sums = sa.select(sa.func.count(), sa.func.count(DayEvent.session_id), sa.func.sum(DayEvent.amount_cents))
        assert session.execute(sums).one() == (len(sold), len(sold), TOTAL * len(sold))
    closes = [call("GET", f"/day-closes/{one['_id']}").json() for one in call("GET", "/day-closes").json()["closes"]]
    assert sum(to_cents(close["tenders"]["cash"]["total"]) for close in closes) == TOTAL * len(sold)
    assert [close["closeNumber"] for close in closes] == list(range(len(closes), 0, -1))


def test_two_people_open_and_close_at_once(call, drawer):
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda _: call("POST", "/drawer-sessions", json={"float": 5}), range(2)))
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    opened = next(answer.json() for answer in answers if answer.status_code == 201)
    path, body = f"/drawer-sessions/{opened['_id']}/close", {"counted": 5, "version": 1}
    with ThreadPoolExecutor(2) as pool:
        closed = list(pool.map(lambda _: call("POST", path, json=body), range(2)))
    assert sorted(answer.status_code for answer in closed) == [200, 409]
