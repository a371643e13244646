"""A card on a reader of the truck: sold, tipped, declined, tried again, cancelled, paid in cash, refunded."""

from datetime import timedelta

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.integrations.stripe.client import stripe_gateway
from chuckwagon.menu.models import MenuItem
from chuckwagon.payments.counter import settle
from chuckwagon.payments.counter.models import CounterPayment
from chuckwagon.payments.models import CANCELLED, PaymentReview
from chuckwagon.payments.reconciliation import scheduled
from chuckwagon.trucks.models import Truck
from tests.offers.factories import make_offer, read_uses
from tests.payments.account_helpers import set_account_state


def test_a_tapped_card_becomes_one_order_with_its_reader_and_its_receipt(window, worker):
    payment = window.take().json()
    assert (payment["state"], payment["orderId"]) == ("waiting", None)
    window.press(action="tap")
    paid = window.settle(payment)
    assert paid["state"] == "paid"
    [order] = window.orders()
    assert (order.id, order.tender, order.source) == (paid["orderId"], "reader", "counter")
    assert order.total_cents == window.charges()[0]["amount"]
    worker.run_once()
    [order] = window.orders()
    assert (order.reader["label"], order.reader["last4"]) == ("Window", "4242")
    assert order.reader["aid"] == "A0000000031010"
    assert window.take(key="k2").json()["orderId"] == order.id
    assert len(window.charges()) == len(window.orders()) == 1


def test_the_tip_on_the_reader_is_part_of_the_order_and_a_large_one_is_flagged(window, db):
    db.write(lambda session: session.execute(sa.update(Truck).values(takes_tips=True)))
    payment = window.take().json()
    assert payment["asksForTip"] is True
    window.press(action="tap", tip=1500)
    window.settle(payment)
    [order] = window.orders()
    assert (order.tip_cents, order.total_cents) == (1500, window.charges()[0]["amount"])
    assert order.flags == ["tip_over_limit"]


@pytest.mark.parametrize(
    ("pressed", "state", "reason", "code"),
    [
        (
            {"action": "tap", "card": "4000000000009995"},
            "declined",
            "Your card has insufficient funds.",
            "insufficient_funds",
        ),
        ({"action": "tap", "card": "4000000000000069"}, "declined", "Your card has expired.", "expired_card"),
        ({"action": "cancel"}, "declined", "cancelled_on_reader", None),
        ({"action": "timeout"}, "timed_out", "reader_timeout", None),
    ],
)
def test_what_fails_on_the_reader_is_said_and_can_be_tried_again(window, pressed, state, reason, code):
    payment = window.take().json()
    window.press(**pressed)
    failed = window.settle(payment)
    assert (failed["state"], failed["reason"], failed["declineCode"], window.orders()) == (state, reason, code, [])
    again = window.act(payment, "retry").json()
    assert (again["state"], again["declineCode"]) == ("waiting", None)
    window.press(action="tap")
    assert window.settle(payment)["state"] == "paid"
    assert len(window.charges()) == len(window.orders()) == 1


def test_a_cancelled_try_has_no_code_of_the_declined_one_before(window):
    payment = window.take().json()
    window.press(action="tap", card="4000000000009995")
    assert window.settle(payment)["declineCode"] == "insufficient_funds"
    window.act(payment, "retry")
    window.press(action="cancel")
    shown = window.settle(payment)
    assert (shown["state"], shown["reason"], shown["declineCode"]) == ("declined", "cancelled_on_reader", None)


@pytest.mark.parametrize(
    ("switch", "state"),
    [({"power": "off"}, "reader_offline"), ({"busy": True}, "reader_busy"), ({"timeout": True}, "timed_out")],
)
def test_a_reader_that_does_not_take_it_gives_the_state_and_another_reader_takes_it(window, switch, state):
    window.switch(**switch)
    payment = window.take().json()
    assert payment["state"] == state
    other = window.register("Spare").json()
    assert window.act(payment, "retry", readerId=other["_id"]).json()["readerLabel"] == "Spare"
    window.press("Spare", action="tap")
    assert window.settle(payment)["state"] == "paid"
    assert len(window.charges()) == len(window.orders()) == 1


def test_a_cancelled_payment_charges_nothing_and_frees_its_draft(window):
    payment = window.take().json()
    again = window.take(key="k2")
    assert (again.status_code, again.json()["code"]) == (409, "payment_running")
    assert window.act(payment, "cancel").json()["state"] == "cancelled"
    assert window.press(action="tap").status_code == 400
    assert window.take(key="k3").status_code == 201
    assert (window.charges(), window.orders()) == ([], [])


@pytest.mark.parametrize("name", ["cancel", "cash"])
def test_a_charge_that_was_faster_wins_over_the_cancellation(window, name):
    window.sandbox.fault("webhooks", "drop")
    payment = window.take().json()
    window.press(action="tap")
    ended = window.act(payment, name).json()
    assert ended["state"] == "paid"
    [order] = window.orders()
    assert (order.id, order.tender) == (ended["orderId"], "reader")


def test_cash_instead_makes_the_same_order_and_cancels_the_intent(window):
    payment = window.take().json()
    taken = window.act(payment, "cash").json()
    assert (taken["state"], window.act(payment, "cash").json()["orderId"]) == ("cash", taken["orderId"])
    [order] = window.orders()
    assert (order.tender, order.window_method, order.payment_intent_id) == ("cash", "cash", None)
    [intent] = window.sandbox.ledger()["payment_intents"]
    assert intent["status"] == "canceled"


@pytest.mark.parametrize("mode", ["error", "error_after", "reset_after"])
@pytest.mark.parametrize("match", ["payment_intents", "process_payment_intent"])
def test_a_call_that_fails_or_whose_answer_is_lost_charges_at_most_once(window, mode, match):
    window.sandbox.fault("stripe", mode, match=match)
    payment = window.take().json()
    window.sandbox.clear_faults()
    assert payment["state"] in ("waiting", "timed_out", "declined")
    pressed = window.press(action="tap").status_code == 200
    shown = window.act(payment, "cancel").json()
    assert shown["state"] == ("paid" if pressed else "cancelled")
    assert len(window.charges()) == len(window.orders()) == int(pressed)


def test_webhooks_alone_settle_a_payment_also_doubled_and_in_another_order(window):
    window.sandbox.fault("webhooks", "duplicate")
    payment = window.take().json()
    window.press(action="tap")
    window.sandbox.wait_until_told()
    assert window.read(payment)["state"] == "paid"
    assert len(window.charges()) == len(window.orders()) == 1


def test_a_repeat_of_the_request_is_the_same_payment_and_one_intent(window):
    first, second = window.take().json(), window.take().json()
    assert first["_id"] == second["_id"]
    assert len(window.sandbox.ledger()["payment_intents"]) == 1


def test_a_hold_that_runs_out_cancels_the_intent_and_ends_the_payment(window, worker, clock):
    payment = window.take().json()
    clock.advance(timedelta(seconds=window.settings.hold_seconds + 60))
    worker.run_once()
    scheduled.release_expired_holds(window.db, window.settings, stripe_gateway(window.settings), lambda: True)
    assert window.read(payment)["state"] == "expired"
    assert window.sandbox.ledger()["payment_intents"][0]["status"] == "canceled"
    assert window.press(action="tap").status_code == 400, "the reader asks no more"
    assert window.take(key="k2").status_code == 201


def test_a_reader_needs_the_business_address(client, cast, ask):
    body = {"truckId": cast.truck.id, "registrationCode": "simulated-wpe", "label": "Window"}
    refused = ask("POST", "/readers", json=body)
    assert (refused.status_code, refused.json()["code"]) == (400, "address_missing")


def test_a_code_for_once_per_phone_needs_the_phone_and_is_used_once(window, db):
    offer = make_offer(db, window.truck.id, once_per_phone=True)
    refused = window.take(offerCode=offer.code)
    assert (refused.status_code, refused.json()["reason"]) == (400, "offer_phone_required")
    assert list(refused.json()["fields"]) == ["customerPhone"]
    assert (read_uses(db, offer), window.sandbox.ledger()["payment_intents"]) == (0, [])
    with_phone = {"offerCode": offer.code, "customerPhone": "(213) 373-4100"}
    payment = window.take(key="k2", **with_phone).json()
    window.press(action="tap")
    assert window.settle(payment)["state"] == "paid"
    other = "00000000-0000-4000-8000-000000000054"
    again = window.take(key="k3", draft=other, **with_phone)
    assert (again.status_code, again.json()["code"]) == (409, "offer_used")
    assert (read_uses(db, offer), window.orders()[0].discount_cents) == (1, 100)


@pytest.mark.parametrize("ends", ["tap", "cash"])
def test_an_order_of_the_counter_is_confirmed_at_once_also_while_none_are_taken_online(window, db, ends):
    paused = sa.update(Truck).values(confirms_orders=True, accepting_orders=False)
    db.write(lambda session: session.execute(paused))
    payment = window.take().json()
    if ends == "tap":
        window.press(action="tap")
        window.settle(payment)
    else:
        window.act(payment, "cash")
    assert [one.status for one in window.orders()] == ["confirmed"]


def test_an_amount_that_the_provider_does_not_charge_has_its_own_reason(window, db):
    db.write(lambda session: session.execute(sa.update(MenuItem).values(base_price_cents=33)))
    payment = window.take().json()
    assert (payment["state"], payment["reason"]) == ("declined", "payment_refused")
    assert window.act(payment, "cash").json()["state"] == "cash"


def test_another_trucks_staff_see_and_touch_nothing(window):
    payment = window.take().json()
    for method, path in (("GET", ""), ("POST", "/cancel"), ("POST", "/cash")):
        assert window.ask(method, f"/counter-payments/{payment['_id']}{path}", as_="other_admin").status_code == 403


def test_the_truck_gets_its_part_as_online_and_the_whole_tip_of_the_reader(window, ask, db, open_account, sandbox):
    truck_id = window.truck.id
    assert ask("PUT", f"/trucks/{truck_id}", json={"applicationFeeBps": 500}).status_code == 200
    account_id = open_account().json()["accountId"]
    set_account_state(sandbox, account_id, "complete")
    sandbox.wait_until_told()
    db.write(lambda session: session.execute(sa.update(Truck).values(transfers_active=True, takes_tips=True)))
    payment = window.take().json()
    window.press(action="tap", tip=200)
    assert window.settle(payment)["state"] == "paid"
    [intent] = window.sandbox.ledger()["payment_intents"]
    assert intent["transfer_data"]["destination"] == account_id
    assert (intent["application_fee_amount"], intent["amount_received"]) == (54, window.orders()[0].total_cents)


@pytest.mark.parametrize("change", [{"livemode": True}, {"amount_received": 1}, {"currency": "eur"}])
def test_a_charge_of_another_mode_amount_or_currency_is_held_for_review(window, change):
    window.sandbox.fault("webhooks", "drop")
    payment = window.take().json()
    window.press(action="tap")
    intent = stripe_gateway(window.settings).get_intent(window.checkout_of(payment).payment_intent_id)
    with window.db.reading() as session:
        known = session.get_one(CounterPayment, payment["_id"])
    settle.apply_intent(window.db, window.settings, known, msgspec.structs.replace(intent, **change))
    assert window.orders() == []
    with window.db.reading() as session:
        assert session.scalar(sa.select(sa.func.count()).select_from(PaymentReview)) == 1
    shown = window.read(payment)
    assert (shown["state"], shown["reason"]) == ("cancelled", "in_review")
    assert window.checkout_of(payment).status == CANCELLED
    assert window.act(payment, "cash").json()["reason"] == "in_review"
    assert window.orders() == []


def test_a_refund_goes_back_to_the_card(window, worker):
    payment = window.take().json()
    window.press(action="tap")
    paid = window.settle(payment)
    refunded = window.ask(
        "POST",
        f"/orders/{paid['orderId']}/refunds",
        json={"amount": 1, "reason": "Cold"},
        headers={"Idempotency-Key": "r"},
    )
    assert refunded.status_code in (200, 201), refunded.text
    worker.run_once()
    assert len(window.sandbox.ledger()["refunds"]) == 1
