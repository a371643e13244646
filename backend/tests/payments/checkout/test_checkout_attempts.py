"""One attempt has one payable intent: double clicks, back and forward, two tabs, lost responses."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.integrations.stripe.client import StripeGateway
from chuckwagon.kit.decoding import convert
from chuckwagon.menu.models import MenuItem, Option
from chuckwagon.payments.checkout.errors import CheckoutReplaced
from chuckwagon.payments.checkout.save import MAX_LINES_PRICED_WHILE_WRITING, CheckoutRequestContext
from chuckwagon.payments.checkout.schemas import PaymentIntentRequest
from chuckwagon.payments.checkout.service import close_checkout, open_checkout
from chuckwagon.payments.models import Checkout
from chuckwagon.trucks.models import Truck
from tests.factories import checkout_body, make_item, make_truck
from tests.suites import first_on_both


@pytest.fixture
def body(db):
    truck = make_truck(db, name="Spice Route")
    return checkout_body(truck, (make_item(db, truck, name="Taco", price=450), 2))


def ask(client, body, **headers):
    names = {"key": "Idempotency-Key", "attempt": "X-Checkout-Attempt"}
    sent = {names[name]: value for name, value in headers.items()}
    if len(sent.get("X-Checkout-Attempt", "")) == 1 and not sent["X-Checkout-Attempt"].isdecimal():
        sent["X-Checkout-Attempt"] *= 16
    return client.post("/api/create-payment-intent", json=body, headers=sent)


def statuses(sandbox):
    return sorted(intent["status"] for intent in sandbox.ledger()["payment_intents"])


@pytest.mark.dialect
def test_the_same_key_gives_the_same_intent(client, sandbox, body):
    first, second = (ask(client, body, key="k1", attempt="a").json() for _ in range(2))
    assert first == second
    assert statuses(sandbox) == ["requires_payment_method"]


def test_the_same_key_with_another_body_is_refused(client, sandbox, body):
    ask(client, body, key="k1")
    body["customerInfo"]["name"] = "Another Customer"
    answer = ask(client, body, key="k1")
    assert (answer.status_code, answer.json()["code"]) == (422, "idempotency_key_reused")
    assert len(statuses(sandbox)) == 1


@pytest.mark.dialect
def test_the_same_key_at_once_gives_one_intent(client, sandbox, body):
    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(lambda _: ask(client, body, key="k1", attempt="a"), range(10)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.json()["clientSecret"] for answer in answers}) == 1
    assert statuses(sandbox) == ["requires_payment_method"]


@pytest.mark.dialect
def test_a_checkout_that_is_closed_as_its_intent_is_made_cannot_be_paid(client, sandbox, body, db, monkeypatch):
    """It holds neither a slot nor an offer, so only the checkout itself can tell."""
    create = StripeGateway.create_intent

    def create_and_close(gateway, *values, **named):
        intent = create(gateway, *values, **named)
        db.write(lambda session: close_checkout(session, session.scalar(sa.select(Checkout.id))))
        return intent

    monkeypatch.setattr(StripeGateway, "create_intent", create_and_close)
    refused = ask(client, body, key="k1")
    assert (refused.status_code, refused.json()["code"]) == (409, "checkout_replaced")
    assert statuses(sandbox) == ["canceled"]


def test_a_new_submission_of_the_attempt_cancels_the_earlier_intent(client, sandbox, body):
    first = ask(client, body, key="k1", attempt="a").json()
    second = ask(client, body, key="k2", attempt="a").json()
    assert first["clientSecret"] != second["clientSecret"]
    assert statuses(sandbox) == ["canceled", "requires_payment_method"]


@pytest.mark.dialect
def test_a_late_repeat_of_a_paid_checkout_does_not_hide_it_from_the_next_one(client, sandbox, body, monkeypatch):
    """The first request hangs in the server, its repetition is paid, and the page is loaded again."""
    seen = {}

    def hang(stripe, *given, **named):
        monkeypatch.setattr(StripeGateway, "create_intent", create_intent)
        seen["repeat"] = ask(client, body, key="k1", attempt="a").json()
        sandbox.pay(seen["repeat"]["paymentIntentId"], "4242424242424242", webhooks=False)
        sandbox.fault("stripe", "error", match="/cancel", times=3)
        seen["next"] = ask(client, body, key="k2", attempt="a").status_code
        return create_intent(stripe, *given, **named)

    create_intent = StripeGateway.create_intent
    monkeypatch.setattr(StripeGateway, "create_intent", hang)
    late = ask(client, body, key="k1", attempt="a")
    again = ask(client, body, key="k2", attempt="a")
    assert seen["next"] == 503
    assert late.json() == again.json() == seen["repeat"]
    assert statuses(sandbox) == ["succeeded"]


def test_a_replaced_checkout_that_could_not_be_cancelled_is_seen_by_the_next_one(client, sandbox, body, monkeypatch):
    """Its repetition is refused as well, so that only one of the two can be paid."""

    def hang(stripe, *given, **named):
        monkeypatch.setattr(StripeGateway, "create_intent", create_intent)
        ask(client, body, key="k2", attempt="a").raise_for_status()
        intent = create_intent(stripe, *given, **named)
        sandbox.fault("stripe", "error", match="/cancel", times=3)
        return intent

    create_intent = StripeGateway.create_intent
    monkeypatch.setattr(StripeGateway, "create_intent", hang)
    assert ask(client, body, key="k1", attempt="a").status_code == 503
    repeat = ask(client, body, key="k1", attempt="a")
    assert (repeat.status_code, repeat.json()["code"]) == (409, "checkout_replaced")
    assert statuses(sandbox) == ["canceled", "requires_payment_method"]


def test_who_corrects_the_phone_goes_on_with_the_same_attempt(client, sandbox, body):
    """What the first submission held must not be in the way of the second, nor its payment stay payable."""
    corrected = {**body, "customerInfo": {**body["customerInfo"], "phone": "(213) 373-4299"}}
    ask(client, body, key="k1", attempt="a").raise_for_status()
    ask(client, corrected, key="k2", attempt="a").raise_for_status()
    assert statuses(sandbox) == ["canceled", "requires_payment_method"]


def test_another_attempt_is_left_alone_and_so_is_the_same_short_one_of_another_phone(client, sandbox, body):
    """A shop's program may send everyone the same number: each customer still has a payment of their own."""
    other = {**body, "customerInfo": {**body["customerInfo"], "phone": "(213) 373-4299"}}
    first = ask(client, body, key="k1", attempt="1").json()
    ask(client, body, key="k2", attempt="2")
    theirs = ask(client, other, key="k3", attempt="1").json()
    assert statuses(sandbox) == ["requires_payment_method"] * 3
    sandbox.post(f"/_sandbox/payment_intents/{first['paymentIntentId']}/status", json={"status": "succeeded"})
    again = ask(client, other, key="k4", attempt="1").json()
    assert len({first["clientSecret"], theirs["clientSecret"], again["clientSecret"]}) == 3
    assert statuses(sandbox) == ["canceled", "requires_payment_method", "requires_payment_method", "succeeded"]


def test_an_attempt_that_is_paid_gets_its_own_secret_back(client, sandbox, body):
    first = ask(client, body, key="k1", attempt="a").json()
    sandbox.post(f"/_sandbox/payment_intents/{first['paymentIntentId']}/status", json={"status": "succeeded"})
    assert ask(client, body, key="k2", attempt="a").json()["clientSecret"] == first["clientSecret"]
    assert statuses(sandbox) == ["succeeded"]


@pytest.mark.dialect
def test_submissions_at_once_leave_at_most_one_payable_intent(client, sandbox, body):
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda n: ask(client, body, key=f"k{n}", attempt="a"), range(6)))
    assert {answer.status_code for answer in answers} <= {200, 409}
    assert any(answer.status_code == 200 for answer in answers)
    assert statuses(sandbox).count("requires_payment_method") == 1


@pytest.mark.dialect
def test_pairs_of_pages_at_once_leave_one_payable_intent_each_where_no_limit_slows_them(db, settings, sandbox, body):
    unlimited = msgspec.structs.replace(settings, limit_checkouts_per_address=0, limit_checkouts_per_phone=0)
    request = convert(body, PaymentIntentRequest)

    def submit(attempt):
        with suppress(CheckoutReplaced):
            open_checkout(db, unlimited, request, CheckoutRequestContext("anywhere", attempt))

    with ThreadPoolExecutor(4) as pool:
        for number in range(12):
            list(pool.map(submit, [f"attempt of a page {number}"] * 4))
    assert statuses(sandbox).count("requires_payment_method") == 12


def test_a_lost_answer_of_the_provider_costs_no_second_intent(client, sandbox, body):
    sandbox.fault("stripe", "reset_after", match="/v1/payment_intents", times=1)
    assert ask(client, body, key="k1").status_code == 200
    assert statuses(sandbox) == ["requires_payment_method"]


def test_a_provider_that_fails_is_a_503_and_the_same_key_works_later(client, sandbox, body):
    sandbox.fault("stripe", "error", match="/v1/payment_intents")
    answer = ask(client, body, key="k1", attempt="a")
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    sandbox.clear_faults()
    assert ask(client, body, key="k1", attempt="a").status_code == 200
    assert statuses(sandbox) == ["requires_payment_method"]


def test_a_failure_kept_under_the_key_is_not_replayed_for_ever(client, sandbox, body):
    sandbox.fault("stripe", "error_after", match="/v1/payment_intents", times=3)
    assert ask(client, body, key="k1", attempt="a").status_code == 503
    sandbox.clear_faults()
    assert ask(client, body, key="k1", attempt="a").status_code == 200


@pytest.mark.parametrize("wait", [timedelta(0), timedelta(days=5)])
def test_another_cart_under_a_paid_attempt_is_a_new_purchase(client, sandbox, body, clock, wait):
    """The page was closed before it cleared the cart, and the browser has kept cart and attempt."""
    first = ask(client, body, key="k1", attempt="a").json()
    sandbox.pay(first["paymentIntentId"], "4242424242424242")
    sandbox.wait_until_told()
    clock.advance(wait)
    body["cart"]["items"][0]["quantity"] = 7
    for name in ("subtotal", "tax", "total"):
        body["cart"].pop(name, None)
    body["cart"]["items"][0].pop("totalPrice", None)
    second = ask(client, body, key="k2", attempt="a")
    assert second.status_code == 200, second.text
    assert second.json()["paymentIntentId"] != first["paymentIntentId"]
    assert second.json()["subtotal"] == 31.5
    named = {
        "paymentIntentId": first["paymentIntentId"],
        "clientSecret": first["clientSecret"],
        "total": first["total"],
    }
    assert second.json().get("paidBefore") == (None if wait else named)
    assert statuses(sandbox) == ["requires_payment_method", "succeeded"]


def test_one_more_of_an_option_under_a_paid_attempt_is_a_new_purchase(client, sandbox, db):
    truck = make_truck(db)
    item = make_item(db, truck, price=450, groups=[("Extras", 0, 3, [("Guacamole", 125)])])
    db.write(lambda session: session.execute(sa.update(Option).values(max_quantity=3)))
    body = checkout_body(truck, (item, 1), totals=(0, 0, 0))

    def submit(quantity, key):
        option = {"name": "Guacamole", "quantity": quantity}
        body["cart"] = {"items": [body["cart"]["items"][0] | {"customization": {"selectedOptions": [option]}}]}
        body["cart"]["items"][0].pop("totalPrice", None)
        return ask(client, body, key=key, attempt="a").json()

    first = submit(1, "k1")
    sandbox.pay(first["paymentIntentId"], "4242424242424242")
    sandbox.wait_until_told()
    assert submit(1, "k2")["paymentIntentId"] == first["paymentIntentId"]
    second = submit(2, "k3")
    assert (second["subtotal"], second["paymentIntentId"] == first["paymentIntentId"]) == (7.0, False)


def test_until_two_hours_after_its_pickup_the_same_cart_is_the_paid_one(client, db, sandbox, body, clock):
    """From then on, a customer who finds the cart again wants the same once more.

    It is the same at another price, and when it lists the same things otherwise.
    """
    db.write(lambda session: session.execute(sa.update(Truck).values(timezone="UTC")))
    clock.set("2026-07-02T15:00:00Z")
    body["customerInfo"]["pickupTime"] = "18:00"
    first = ask(client, body, key="k1", attempt="a").json()["paymentIntentId"]
    sandbox.pay(first, "4242424242424242")
    sandbox.wait_until_told()
    body["customerInfo"]["pickupTime"] = "22:00"
    db.write(lambda session: session.execute(sa.update(MenuItem).values(base_price_cents=500, name="Big taco")))
    body["cart"] = {"items": [{"menuItemId": body["cart"]["items"][0]["menuItemId"], "quantity": 1}] * 2}
    clock.set("2026-07-02T19:59:59Z")
    assert ask(client, body, key="k2", attempt="a").json()["paymentIntentId"] == first
    clock.set("2026-07-02T20:00:00Z")
    assert ask(client, body, key="k3", attempt="a").json()["paymentIntentId"] != first
    assert statuses(sandbox) == ["requires_payment_method", "succeeded"]


def test_a_key_that_comes_again_and_again_is_counted(client, sandbox, body, settings, clock):
    most = settings.limit_verifications_per_address
    codes = [ask(client, body, key="k1", attempt="a").status_code for _ in range(most + 2)]
    assert codes == [200] * (most + 1) + [429]


def test_a_checkout_whose_time_is_over_is_not_made_payable_again(client, db, sandbox, body, clock):
    """Creating its intent failed at Stripe, and the same key is sent again hours later."""
    sandbox.fault("stripe", "error", match="payment_intents", status=500, times=9)
    assert ask(client, body, key="k1").status_code == 503
    sandbox.clear_faults()
    clock.advance(timedelta(hours=3))
    refused = ask(client, body, key="k1")
    assert (refused.status_code, refused.json()["code"]) == (409, "checkout_replaced")
    assert statuses(sandbox) == []


def test_a_closed_checkout_is_not_opened_by_its_key(client, db, sandbox, body):
    ask(client, body, key="k1")
    db.write(lambda session: session.execute(sa.update(Checkout).values(status="cancelled")))
    assert ask(client, body, key="k1").status_code == 409


@pytest.fixture
def large(db):
    """A body whose cart is priced on a reading connection first."""
    truck = make_truck(db, name="Spice Route")
    taco = make_item(db, truck, name="Taco", price=450)
    return checkout_body(truck, *[(taco, 1)] * (MAX_LINES_PRICED_WHILE_WRITING + 1))


@pytest.mark.dialect
def test_a_large_refused_cart_keeps_no_writer_waiting(client, db, large, monkeypatch):
    large["cart"]["items"][0]["menuItemId"] = "f" * 24
    monkeypatch.setattr(db, "write", lambda _work: pytest.fail("a refused cart took the writer"))
    assert ask(client, large).status_code == 409


@pytest.mark.parametrize(
    ("changed", "code"), first_on_both([("menu", "prices_changed"), ("tax", "prices_changed"), ("tips", "tips_off")])
)
def test_what_changes_after_a_large_cart_was_priced_counts(client, db, large, monkeypatch, changed, code):
    """It is priced before the transaction. The transaction must not save a price that is no longer true."""
    write = db.write
    write(lambda session: session.execute(sa.update(Truck).values(takes_tips=True)))
    large["cart"] |= {"tip": 1, "total": large["cart"]["total"] + 1}
    changes = {
        "menu": sa.update(MenuItem).values(base_price_cents=475),
        "tax": sa.update(Truck).values(tax_rate_units=Truck.tax_rate_units + 10_000),
        "tips": sa.update(Truck).values(takes_tips=False),
    }

    def change_then_write(work):
        monkeypatch.setattr(db, "write", write)
        write(lambda session: session.execute(changes[changed]))
        return write(work)

    monkeypatch.setattr(db, "write", change_then_write)
    answer = ask(client, large)
    assert (answer.status_code, answer.json()["code"]) == (409, code)
