"""Whatever fails between the counter, the server, the provider and the reader: one charge at most, one order for it."""

from datetime import timedelta
from itertools import count, product
from uuid import UUID

import pytest

from chuckwagon.integrations.stripe import terminal
from chuckwagon.kit.decoding import convert
from chuckwagon.payments.counter import endings, schemas, service
from chuckwagon.payments.counter.models import FAILED
from chuckwagon.payments.models import OPEN
from tests.payments.simulation import ProcessKilled
from tests.payments.test_kill_points import Failpoint

pytestmark = pytest.mark.dialect
CALLS = ("payment_intents", "process_payment_intent", "terminal/readers", "/cancel", "cancel_action")
MODES = ("error", "reset_after", "delay")
ENDS = {"tap": "paid", "cancel": "cancelled", "cash": "cash"}
TABLE = [(*case, list(ENDS)[number % 3]) for number, case in enumerate(product(CALLS, MODES))]


def end(window, payment, wanted):
    """End the payment as staff would who read what the screen says; returns its last state."""
    shown = window.read(payment)
    for _ in range(3):
        if shown["state"] not in FAILED or wanted != "tap":
            break
        shown = window.act(payment, "retry").json()
    if wanted == "tap":
        window.press(action="tap")
        return window.settle(payment)
    return window.act(payment, wanted).json()


def check_ended(window, payment, wanted):
    shown = window.read(payment)
    assert shown["state"] == ENDS[wanted]
    assert len(window.orders()) == (wanted != "cancel")
    assert len(window.charges()) == (wanted == "tap")
    assert window.checkout_of(payment).status != OPEN
    open_ones = window.ask("GET", f"/counter-payments?truckId={window.truck.id}").json()
    assert open_ones == {"counterPayments": []}


@pytest.mark.parametrize(("call", "mode", "wanted"), TABLE)
def test_each_call_refused_slow_or_done_without_an_answer(window, clock, call, mode, wanted):
    more = {"ms": 300} if mode == "delay" else {}
    window.sandbox.fault("stripe", mode, match=call, times=4, **more)
    payment = window.take().json()
    if wanted != "tap":
        window.act(payment, wanted)
    window.sandbox.clear_faults()
    clock.advance(timedelta(seconds=3))
    window.settle(payment)
    end(window, payment, wanted)
    check_ended(window, payment, wanted)


@pytest.mark.parametrize("mode", ["drop", "duplicate", "shuffle", "delay"])
def test_webhooks_that_are_lost_doubled_late_or_in_another_order(window, mode):
    window.sandbox.fault("webhooks", mode, **({"ms": 300} if mode == "delay" else {}))
    payment = window.take().json()
    window.press(action="tap", card="4000000000009995")
    assert window.settle(payment)["state"] == "declined"
    end(window, payment, "tap")
    window.sandbox.wait_until_told()
    check_ended(window, payment, "tap")


def test_two_tablets_on_one_reader_charge_each_order_once(window):
    """The reader takes the second payment in place of the first, or is busy; both end as their screens say."""
    first = window.take().json()
    second = window.take(key="k2", draft="00000000-0000-4000-8000-000000000054").json()
    window.press(action="tap")
    states = {window.settle(one)["state"] for one in (first, second)}
    assert "paid" in states
    assert len(window.charges()) == len(window.orders()) == 1
    waiting = next(one for one in (first, second) if window.read(one)["state"] != "paid")
    assert window.act(waiting, "cancel").json()["state"] == "cancelled"


def test_a_payment_whose_reader_another_tablet_has_taken_says_that_it_is_busy(window, clock):
    first = window.take().json()
    second = window.take(key="k2", draft="00000000-0000-4000-8000-000000000054").json()
    clock.advance(timedelta(seconds=1))
    assert window.settle(first)["state"] == "reader_busy"
    window.press(action="tap")
    assert window.settle(second)["state"] == "paid"
    assert window.act(first, "retry").json()["state"] == "waiting"
    window.press(action="tap")
    assert window.settle(first)["state"] == "paid"
    assert len(window.charges()) == len(window.orders()) == 2


class ReaderFailpoint(Failpoint):
    """Ends the process after a number of its steps, calls of the reader included."""

    def __init__(self, patch):
        super().__init__(patch)
        patch.setattr(terminal, "call_stripe", self._around(terminal.call_stripe))


@pytest.mark.parametrize("wanted", list(ENDS))
def test_a_server_that_dies_between_any_two_steps_leaves_nothing_undone(window, clock, monkeypatch, wanted):
    """One step later each time. The tablet repeats its request, and the worker asks the reader."""
    point, actor = ReaderFailpoint(monkeypatch), window.actor()
    window.sandbox.fault("webhooks", "drop")
    act = {"cancel": endings.cancel, "cash": endings.take_cash}
    for step in count(1):
        draft, before = (
            str(UUID(int=(step << 80) | (4 << 76) | (8 << 60))),
            (len(window.charges()), len(window.orders())),
        )
        items = [{"menuItemId": window.item.id, "quantity": 1}]
        body = {"truckId": window.truck.id, "customerName": "Bo", "items": items, "readerId": window.reader["_id"]}
        request = convert(body | {"draftId": draft}, schemas.CounterPaymentRequest)
        point.left, is_dead = step, False
        try:
            taken = service.take_card(window.db, window.settings, actor, request, draft)
            if wanted in act:
                act[wanted](window.db, window.settings, actor, taken.id)
        except ProcessKilled:
            is_dead = True
        point.left = 0
        clock.advance(timedelta(seconds=3))
        payment = {"_id": service.take_card(window.db, window.settings, actor, request, draft).id}
        shown = window.settle(payment)
        if shown["state"] not in ENDS.values():
            shown = end(window, payment, wanted)
        assert shown["state"] == ENDS[wanted], step
        new = (len(window.charges()) - before[0], len(window.orders()) - before[1])
        assert new == (wanted == "tap", wanted != "cancel"), step
        assert window.checkout_of(payment).status != OPEN
        if not is_dead:
            break
    assert step > 4
