"""A payment on a reader that staff end: cancelled or paid in cash, on two tablets, while a card is read or lost."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.db.database import Database
from chuckwagon.integrations.stripe.client import StripeGateway, stripe_gateway
from chuckwagon.integrations.stripe.terminal import TerminalGateway
from chuckwagon.kit.errors import Unavailable
from chuckwagon.menu.models import StopStock
from chuckwagon.payments.counter import endings, service
from chuckwagon.payments.counter.models import CounterPayment
from chuckwagon.payments.models import CANCELLED, Checkout
from chuckwagon.trucks.models import Truck
from tests.offers.factories import make_offer, read_uses

pytestmark = pytest.mark.dialect
FINAL = {"cancel": "cancelled", "cash": "cash"}


def is_consistent(window, shown):
    """One order or none, as the state says, and no card charged beside cash."""
    orders = window.orders()
    assert [one.id for one in orders] == ([shown["orderId"]] if shown["orderId"] else [])
    assert len(window.charges()) == (shown["state"] == "paid")
    return [one.tender for one in orders]


@pytest.mark.parametrize(("first", "second"), [("cancel", "cash"), ("cash", "cancel")])
def test_the_first_of_cancellation_and_cash_decides(window, monkeypatch, first, second):
    """The second one comes when the first has cancelled at Stripe, and has not ended the payment yet."""
    payment, real, seen = window.take().json(), endings.free_reader, []

    def meanwhile(*given):
        real(*given)
        if not seen:
            seen.append(1)
            seen.append(window.act(payment, second).json()["state"])

    monkeypatch.setattr(endings, "free_reader", meanwhile)
    shown = window.act(payment, first).json()
    assert (shown["state"], seen[1]) == (FINAL[first], FINAL[first])
    assert is_consistent(window, window.read(payment)) == (["cash"] if first == "cash" else [])


def test_two_tablets_at_the_same_instant_read_the_same_end(window):
    payment = window.take().json()
    with ThreadPoolExecutor(2) as tablets:
        states = {one.json()["state"] for one in tablets.map(lambda name: window.act(payment, name), FINAL)}
    shown = window.read(payment)
    assert states == {shown["state"]} <= set(FINAL.values())
    is_consistent(window, shown)


def test_cash_keeps_its_order_when_the_event_of_the_cancellation_comes_first(window, monkeypatch):
    payment, real = window.take().json(), endings.free_reader

    def wait_for_event(*given):
        real(*given)
        window.sandbox.wait_until_told()

    monkeypatch.setattr(endings, "free_reader", wait_for_event)
    assert window.act(payment, "cash").json()["state"] == "cash"
    assert is_consistent(window, window.read(payment)) == ["cash"]
    assert window.take(key="k2").json()["orderId"] == window.orders()[0].id, "the draft is that order"


@pytest.mark.parametrize("name", ["cancel", "cash"])
def test_a_charge_between_the_decision_and_the_cancellation_wins(window, monkeypatch, name):
    payment, real = window.take().json(), StripeGateway.cancel_intent

    def tap_first(gateway, intent_id):
        window.press(action="tap")
        return real(gateway, intent_id)

    monkeypatch.setattr(StripeGateway, "cancel_intent", tap_first)
    shown = window.act(payment, name).json()
    assert shown["state"] == "paid"
    assert is_consistent(window, shown) == ["reader"]


@pytest.mark.parametrize("name", ["cancel", "cash"])
def test_an_intent_that_is_made_while_the_payment_ends_is_never_handed_to_the_reader(window, monkeypatch, name):
    real, ended = service.checkout_service.ensure_intent, []

    def end_meanwhile(*given):
        known = window.ask("GET", f"/counter-payments?truckId={window.truck.id}").json()["counterPayments"]
        ended.append(window.act(known[0], name).json()["state"])
        return real(*given)

    monkeypatch.setattr(service.checkout_service, "ensure_intent", end_meanwhile)
    shown = window.take().json()
    assert (ended, shown["state"]) == ([FINAL[name]], FINAL[name])
    assert window.press(action="tap").status_code == 400
    assert [one["status"] for one in window.sandbox.ledger()["payment_intents"]] == ["canceled"]
    is_consistent(window, shown)


@pytest.mark.parametrize("name", ["cancel", "cash"])
def test_the_worker_finishes_what_a_server_that_died_had_decided(window, worker, monkeypatch, name):
    payment = window.take().json()
    monkeypatch.setattr(endings, "finish", lambda *given: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(BaseException):  # noqa: B017, PT011 -- the process dies
        endings._end_as(window.db, window.settings, window.actor(), payment["_id"], FINAL[name])
    monkeypatch.undo()
    assert window.read(payment)["state"] == "waiting"
    assert window.settle(payment)["state"] == FINAL[name]
    is_consistent(window, window.read(payment))


def test_after_a_cancellation_that_stripe_did_not_answer_staff_may_take_cash(window, monkeypatch):
    payment = window.take().json()
    with monkeypatch.context() as patch:
        patch.setattr(StripeGateway, "cancel_intent", lambda *given: (_ for _ in ()).throw(Unavailable()))
        assert window.act(payment, "cancel").status_code == 503
    assert window.act(payment, "cash").json()["state"] == "cash"
    assert is_consistent(window, window.read(payment)) == ["cash"]


@pytest.mark.parametrize("name", ["cancel", "cash"])
def test_a_cancellation_that_stripe_tells_before_its_answer_is_lost_ends_the_payment(window, monkeypatch, name):
    payment, real = window.take().json(), StripeGateway.cancel_intent

    def lose_answer(*given):
        real(*given)
        window.sandbox.wait_until_told()
        raise Unavailable

    with monkeypatch.context() as patch:
        patch.setattr(StripeGateway, "cancel_intent", lose_answer)
        assert window.act(payment, name).status_code == 503
    assert window.read(payment)["state"] == "cancelled"
    assert window.press(action="tap").status_code == 400, "the reader asks for no card"
    assert window.take(key="k2").json()["state"] == "waiting", "the draft is free"
    is_consistent(window, window.read(payment))


@pytest.mark.parametrize("is_asked", [True, False], ids=["by staff", "by the worker"])
def test_a_payment_whose_checkout_was_closed_without_it_is_not_held_for_ever(window, is_asked):
    """As a release before could leave it: Stripe has cancelled the intent, and the reader still shows it."""
    window.sandbox.fault("webhooks", "drop")
    payment = window.take().json()
    checkout = window.checkout_of(payment)
    stripe_gateway(window.settings).cancel_intent(checkout.payment_intent_id)
    window.db.write(lambda session: session.execute(sa.update(Checkout).values(status=CANCELLED)))
    shown = window.act(payment, "cancel").json() if is_asked else window.settle(payment)
    assert shown["state"] == "cancelled"
    assert window.take(key="k2").json()["state"] == "waiting"


def charge_another_total(window):
    """Charge the card for a checkout that comes to another total by then; returns its payment."""
    window.sandbox.fault("webhooks", "drop")
    payment = window.take().json()
    window.tap_for_another_total()
    return payment


@pytest.mark.parametrize("name", ["cancel", "cash"])
def test_a_charge_that_is_held_for_review_ends_the_payment_that_staff_wanted_to_end(window, name):
    payment = charge_another_total(window)
    shown = window.act(payment, name).json()
    assert (shown["state"], shown["reason"], shown["orderId"]) == ("cancelled", "in_review", None)
    assert (len(window.charges()), window.orders()) == (1, [])


@pytest.mark.parametrize("decision", [None, "looked_at"])
def test_a_draft_whose_charge_is_held_for_review_is_not_charged_again_until_it_is_decided(window, decision):
    payment = charge_another_total(window)
    assert window.settle(payment)["reason"] == "in_review"
    window.decide_reviews(decision)
    again = window.take(key="k2")
    if decision is None:
        assert (again.status_code, again.json()["code"]) == (409, "payment_in_review")
        assert window.take(key="k3", draft="00000000-0000-4000-8000-000000000054").status_code == 201
    else:
        assert again.status_code == 201


def test_a_payment_that_had_ended_says_that_its_charge_is_held_for_review(window):
    payment = charge_another_total(window)
    window.close_checkout_of(payment)
    assert window.read(payment)["reason"] is None
    assert window.late_charge(payment) == "cancelled"
    assert window.read(payment)["reason"] == "in_review"


def test_an_ending_of_one_payment_leaves_another_one_on_the_reader_alone(window):
    first = window.take().json()
    window.press(action="cancel")
    window.settle(first)
    second = window.take(key="k2", draft="00000000-0000-4000-8000-000000000054").json()
    assert window.act(first, "cancel").json()["state"] == "cancelled"
    window.press(action="tap")
    assert window.settle(second)["state"] == "paid"


def test_a_handover_of_which_nothing_is_known_is_timed_out_within_three_seconds(window, clock):
    """The call did not reach the reader, and its answer was lost."""
    with window.lose_call("process_intent", is_done=False):
        payment = window.take().json()
    assert payment["state"] == "waiting"
    clock.advance(timedelta(seconds=1))
    assert window.settle(payment)["state"] == "timed_out"
    assert window.act(payment, "retry").json()["state"] == "waiting"
    window.press(action="tap")
    assert window.settle(payment)["state"] == "paid"
    assert len(window.charges()) == len(window.orders()) == 1


def test_a_handover_whose_answer_was_lost_waits_for_the_card(window, clock):
    with window.lose_call("process_intent", is_done=True):
        payment = window.take().json()
    clock.advance(timedelta(seconds=4))
    assert window.settle(payment)["state"] == "waiting"
    window.press(action="tap")
    assert window.settle(payment)["state"] == "paid"


def test_a_slow_call_that_was_given_up_and_then_reaches_the_reader_waits_again(window, db, clock):
    payment = window.take().json()
    lost = {"state": "timed_out", "handed_at": None}
    db.write(lambda session: session.execute(sa.update(CounterPayment).values(lost)))
    assert window.settle(payment)["state"] == "waiting"
    window.press(action="tap")
    assert window.settle(payment)["state"] == "paid"


def decline(window):
    """A payment whose card was declined on the reader."""
    payment = window.take().json()
    window.press(action="tap", card="4000000000009995")
    assert window.settle(payment)["state"] == "declined"
    return payment


@pytest.mark.parametrize(("seconds", "state"), [(0, "waiting"), (2, "timed_out")])
def test_until_the_reader_has_the_next_try_its_last_failure_is_no_answer(window, clock, monkeypatch, seconds, state):
    payment, real, seen = decline(window), TerminalGateway.process_intent, []

    def look_first(*given):
        clock.advance(timedelta(seconds=seconds))
        seen.append(window.settle(payment)["state"])
        return real(*given)

    monkeypatch.setattr(TerminalGateway, "process_intent", look_first)
    assert window.act(payment, "retry").json()["state"] == "waiting"
    assert seen == [state]
    window.sandbox.fault("webhooks", "drop")
    window.press(action="tap")
    assert window.settle(payment)["state"] == "paid"


@pytest.mark.parametrize(("is_done", "state"), [(True, "waiting"), (False, "timed_out")])
def test_a_next_try_without_an_answer_is_not_declined_by_the_one_before(window, clock, is_done, state):
    payment = decline(window)
    with window.lose_call("process_intent", is_done=is_done):
        assert window.act(payment, "retry").json()["state"] == "waiting"
    assert window.settle(payment)["state"] == "waiting"
    clock.advance(timedelta(seconds=2))
    assert window.settle(payment)["state"] == state


def test_a_next_try_that_is_declined_says_so(window):
    payment = decline(window)
    window.act(payment, "retry")
    window.press(action="cancel")
    assert window.settle(payment)["reason"] == "cancelled_on_reader"


def test_a_payment_whose_intent_failed_keeps_slot_and_code_for_the_next_try(window, db, clock):
    db.write(lambda session: session.execute(sa.update(Truck).values(units_per_ten_minutes=10)))
    offer = make_offer(db, window.truck.id)
    window.sandbox.fault("stripe", "error_after", match="payment_intents")
    payment = window.take(offerCode=offer.code).json()
    window.sandbox.clear_faults()
    checkout = window.checkout_of(payment)
    assert (checkout.slot_at is None, checkout.payment_intent_id) == (False, None)
    clock.advance(timedelta(seconds=2))
    assert window.settle(payment)["state"] == "timed_out"
    assert read_uses(db, offer) == 1
    assert window.act(payment, "retry").json()["state"] == "waiting"
    window.press(action="tap")
    assert window.settle(payment)["state"] == "paid"
    [order] = window.orders()
    assert (order.flags, order.slot_at, read_uses(db, offer)) == ([], checkout.slot_at, 1)


def test_a_late_charge_takes_counted_stock_again_where_there_are_no_slots(window, db: Database, stop_that_ended):
    def taken():
        with db.reading() as session:
            return session.scalar(sa.select(StopStock.taken).where(StopStock.stop_id == stop_that_ended))

    payment = window.take().json()
    assert (taken(), window.checkout_of(payment).slot_at) == (1, None)
    window.sandbox.fault("webhooks", "drop")
    window.press(action="tap")
    window.close_checkout_of(payment)  # the hold was released, and the charge was not known
    assert taken() == 0
    assert window.late_charge(payment) == "paid"
    assert taken() == 1
    [order] = window.orders()
    assert order.flags == []
