"""Requests of a payment intent that are accepted, and those that are refused."""

import asyncio
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.db import rate_limits
from chuckwagon.integrations.stripe.client import stripe_gateway
from chuckwagon.integrations.stripe.payment_intents import StatementText
from chuckwagon.kit.decoding import convert
from chuckwagon.kit.errors import TooManyRequests
from chuckwagon.payments.checkout import gate, service
from chuckwagon.payments.checkout.save import CheckoutRequestContext
from chuckwagon.payments.checkout.schemas import PaymentIntentRequest
from chuckwagon.payments.checkout.service import open_checkout
from chuckwagon.payments.models import Checkout
from tests.factories import checkout_body, make_item, make_truck
from tests.offers.factories import make_offer


@pytest.fixture
def truck(db):
    return make_truck(db, name="Spice Route")


@pytest.fixture
def taco(db, truck):
    return make_item(db, truck, name="Taco", price=450)


def ask(client, body, **headers):
    return client.post("/api/create-payment-intent", json=body, headers=headers)


def test_the_amount_and_the_trucks_name_reach_the_provider(client, db, sandbox, truck, taco):
    answer = ask(client, checkout_body(truck, (taco, 2)))
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert (found["subtotal"], found["tax"], found["total"], found["amount"]) == (9.0, 0.79, 9.79, 9.79)
    assert found["clientSecret"].startswith(found["paymentIntentId"] + "_secret_")
    [intent] = sandbox.ledger()["payment_intents"]
    assert (intent["id"], intent["amount"], intent["currency"]) == (found["paymentIntentId"], 979, "usd")
    assert intent["payment_method_types"] == ["card"]
    with db.reading() as session:
        checkout_id = session.scalars(sa.select(Checkout.id)).one()
    assert intent["description"] == f"Spice Route, checkout {checkout_id}"
    assert intent["statement_descriptor_suffix"] == "SPICE ROUT"


def test_a_name_that_the_provider_refuses_on_a_statement_costs_no_sale(settings, sandbox):
    """The prefix in the settings may be another one than the account's."""
    arguments = {"metadata": {}, "destination": None, "fee_cents": 0, "key": "k"}
    names = StatementText("SPICE ROUTE", "Spice Route")
    intents = [stripe_gateway(settings).create_intent(500, **arguments, statement=names).id for _ in range(2)]
    [made] = sandbox.ledger()["payment_intents"]
    assert intents == [made["id"]] * 2
    assert (made["description"], made["statement_descriptor_suffix"]) == ("Spice Route", None)


def test_options_are_charged_at_the_menus_price(client, db, sandbox, truck):
    item = make_item(db, truck, name="Bowl", price=1000, groups=[("Size", 1, 1, [("Small", 0), ("Large", 250)])])
    large = {"name": "Large", "additionalPrice": 2.5, "selectedOption": {"name": "Size"}}
    body = checkout_body(truck, (item, 2), totals=(25.0, 2.19, 27.19))
    body["cart"]["items"][0]["customization"] = {"optionChoices": [large], "selectedOptions": []}
    assert ask(client, body).status_code == 200
    assert sandbox.ledger()["payment_intents"][0]["amount"] == 2719


@pytest.mark.parametrize("totals", [(0.01, 0.0, 0.01), (9.0, 0.79, 9.5), (8.98, 0.79, 9.77), (9.0, 0.0, 9.0)])
def test_totals_that_were_not_the_menus_are_refused_with_the_right_ones(client, sandbox, truck, taco, totals):
    answer = ask(client, checkout_body(truck, (taco, 2), totals=totals))
    assert answer.status_code == 409
    body = answer.json()
    assert (body["code"], body["error"]) == (
        "prices_changed",
        "Prices have changed. Please review your cart.",
    )
    assert (body["cart"]["subtotal"], body["cart"]["tax"], body["cart"]["total"]) == (9.0, 0.79, 9.79)
    assert body["cart"]["items"][0]["basePrice"] == 4.5
    assert sandbox.ledger()["payment_intents"] == []


@pytest.mark.parametrize("totals", [(9.01, 0.79, 9.79), (9.0, 0.78, 9.78)])
def test_one_cent_of_rounding_is_fine_and_the_servers_figure_is_charged(client, sandbox, truck, taco, totals):
    assert ask(client, checkout_body(truck, (taco, 2), totals=totals)).status_code == 200
    assert sandbox.ledger()["payment_intents"][0]["amount"] == 979


def test_a_cart_without_totals_is_priced_by_the_server(client, sandbox, truck, taco):
    body = checkout_body(truck, (taco, 2))
    for name in ("subtotal", "tax", "total"):
        del body["cart"][name]
    assert ask(client, body).json()["total"] == 9.79
    assert sandbox.ledger()["payment_intents"][0]["amount"] == 979


def test_another_trucks_menu_item_is_a_problem_of_its_line(client, db, sandbox, truck, taco):
    foreign = make_item(db, make_truck(db, name="Elsewhere"), name="Pie", price=100)
    answer = ask(client, checkout_body(truck, (taco, 1), (foreign, 1)))
    assert answer.status_code == 409
    assert answer.json()["code"] == "cart_invalid"
    assert [(problem["line"], problem["code"]) for problem in answer.json()["problems"]] == [(1, "item_gone")]
    assert sandbox.ledger()["payment_intents"] == []


@pytest.mark.parametrize("item_id", ["", "nope", "f" * 24, "F" * 24, "../../etc"])
def test_an_unknown_menu_item_is_a_problem_of_its_line(client, sandbox, truck, taco, item_id):
    body = checkout_body(truck, (taco, 1))
    body["cart"]["items"][0]["menuItemId"] = item_id
    answer = ask(client, body)
    assert (answer.status_code, answer.json()["code"]) == (409, "cart_invalid")
    assert sandbox.ledger()["payment_intents"] == []


def test_a_sold_out_menu_item_is_named(client, db, sandbox, truck):
    item = make_item(db, truck, name="Elote", price=500, is_available=False)
    answer = ask(client, checkout_body(truck, (item, 1)))
    assert answer.status_code == 409
    [problem] = answer.json()["problems"]
    assert problem == {
        "line": 0,
        "code": "item_sold_out",
        "message": "Elote is sold out.",
        "params": {"item": "Elote"},
    }


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name": ""}, "Please fill in all required fields"),
        ({"name": None}, "Please fill in all required fields"),
        ({"phone": "  "}, "Please fill in all required fields"),
        ({"pickupTime": None}, "Please fill in all required fields"),
        ({"phone": "555123456"}, "Please enter a valid 10-digit phone number"),
        ({"phone": "8765551234"}, "Only US mobile numbers can get our texts."),
        ({"phone": "+44 20 7946 0958"}, "Only US mobile numbers can get our texts."),
        ({"email": "no-address"}, "Please enter a valid email address"),
    ],
)
def test_customer_fields_are_refused_with_their_sentence(client, sandbox, truck, taco, fields, sentence):
    body = checkout_body(truck, (taco, 2))
    body["customerInfo"] |= fields
    answer = ask(client, body)
    assert (answer.status_code, answer.json()["error"]) == (400, sentence)
    assert list(answer.json()["fields"]) == [f"customerInfo.{name}" for name in fields]
    assert sandbox.ledger()["payment_intents"] == []


def test_pickup_is_judged_on_the_trucks_clock(client, clock, db, truck, taco):
    clock.set("2026-07-01T19:00:00Z")  # noon in Los Angeles
    early = checkout_body(truck, (taco, 2)) | {}
    early["customerInfo"]["pickupTime"] = "12:14"
    answer = ask(client, early)
    assert answer.status_code == 400
    assert answer.json()["error"] == "Please allow at least 15 minutes for preparation"
    early["customerInfo"]["pickupTime"] = "12:15"
    assert ask(client, early).status_code == 200


def test_as_soon_as_possible_is_the_trucks_lead_from_when_the_server_is_asked(client, clock, rows, truck, taco):
    clock.set("2026-07-01T19:00:30Z")
    body = checkout_body(truck, (taco, 2))
    body["customerInfo"]["pickupTime"] = "asap"
    assert ask(client, body).status_code == 200
    [checkout] = rows(Checkout)
    assert checkout.pickup_at == datetime(2026, 7, 1, 19, 16, tzinfo=UTC)


def test_a_truck_that_is_not_on_show_cannot_be_ordered_from(client, db, sandbox):
    truck = make_truck(db, name="Asleep", is_active=False)
    item = make_item(db, truck, name="Soup", price=700)
    answer = ask(client, checkout_body(truck, (item, 1)))
    assert (answer.status_code, answer.json()["error"]) == (
        404,
        "Unable to load truck information. Please try again.",
    )
    assert sandbox.ledger()["payment_intents"] == []


def test_a_truck_that_takes_no_orders_says_why(client, db, sandbox):
    truck = make_truck(db, name="Busy", accepting_orders=False, not_accepting_reason="Sold out for today.")
    item = make_item(db, truck, name="Soup", price=700)
    answer = ask(client, checkout_body(truck, (item, 1)))
    assert (answer.status_code, answer.json()["code"]) == (409, "truck_closed")
    assert answer.json()["error"] == "Sold out for today."
    assert sandbox.ledger()["payment_intents"] == []


@pytest.mark.parametrize(("price", "quantity"), [(10, 1), (99_999, 3)])
def test_totals_outside_what_a_card_takes_are_refused(client, db, sandbox, truck, price, quantity):
    item = make_item(db, truck, name="Odd", price=price)
    answer = ask(client, checkout_body(truck, (item, quantity)))
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_input")
    assert sandbox.ledger()["payment_intents"] == []


def test_the_destination_is_the_trucks_own_account_whatever_the_browser_says(client, db, sandbox):
    account = sandbox.post("/v1/accounts", form={"type": "express", "country": "US"}).json()["id"]
    sandbox.post(f"/_sandbox/accounts/{account}", json={"state": "complete"})
    truck = make_truck(db, name="Paid", stripe_account_id=account, transfers_active=True, application_fee_bps=500)
    item = make_item(db, truck, name="Soup", price=1000)
    body = checkout_body(truck, (item, 1))
    body["truckInfo"]["stripeAccountId"] = "acct_somebodyelse"
    assert ask(client, body).status_code == 200
    [intent] = sandbox.ledger()["payment_intents"]
    assert intent["transfer_data"]["destination"] == account
    assert intent["application_fee_amount"] == 54


def test_checkouts_of_a_phone_are_limited_at_an_address_and_refusals_do_not_count(
    client, clock, truck, taco, db, settings, sandbox
):
    body = checkout_body(truck, (taco, 2))
    wrong = checkout_body(truck, (taco, 2), totals=(1, 1, 1))
    for _ in range(6):
        assert ask(client, wrong).status_code == 409
        assert ask(client, body).status_code == 200
    refused = ask(client, body)
    assert refused.status_code == 429
    # A stranger elsewhere has not used up the checkouts of the phone's owner.
    elsewhere = CheckoutRequestContext("203.0.113.9")
    assert open_checkout(db, settings, convert(body, PaymentIntentRequest), elsewhere).client_secret
    assert 1 <= int(refused.headers["Retry-After"]) <= 600


@pytest.mark.dialect
def test_a_crowd_behind_one_address_is_counted_over_ten_minutes_and_each_customer_once(
    db, settings, truck, taco, sandbox, frozen_clock
):
    """A customer who changes the order takes no further one of the address. One attempt of many phones takes many."""
    alone = msgspec.structs.replace(settings, limit_checkouts_per_address=1)

    def open_for(number, quantity, network, attempt):
        body = checkout_body(truck, (taco, quantity))
        body["customerInfo"]["phone"] = f"213373{4300 + number}"
        caller = CheckoutRequestContext(f"2001:db8:{network}:1::/64", f"attempt-of-{attempt:08}")
        return open_checkout(db, alone, convert(body, PaymentIntentRequest), caller)

    for number in range(10):
        for quantity in (1, 2):
            assert open_for(number, quantity, 7, number).client_secret
    with pytest.raises(TooManyRequests):
        open_for(10, 1, 7, 10)
    for number in range(10):
        assert open_for(number, 1, 8, 99).client_secret
    with pytest.raises(TooManyRequests):
        open_for(10, 1, 8, 99)


def test_an_address_and_its_network_are_counted_and_uncounted_in_one_order(db):
    locked = []

    def uncount(session):
        sa.event.listen(session, "do_orm_execute", lambda one: locked.append(one.statement.compile().params["key_1"]))
        rate_limits.uncount(session, "checkout:2001:db8:7:1::/64", seconds=600)

    db.write(uncount)
    assert locked == ["checkout:2001:db8:7:1::/64", "checkout:2001:db8:7::/48"]


def test_a_network_learns_of_five_phones_an_hour_that_they_have_used_a_code(
    client, db, settings, truck, taco, sandbox, clock
):
    """After that the answer is the same for all phones, so that it tells nothing, and without a code all go on.

    What it holds itself, in a checkout that was left, tells it nothing new.
    """
    make_offer(db, truck.id, once_per_phone=True)

    def make_body(number, offer=("TACO10", 90)):
        body = checkout_body(truck, (taco, 2), offer=offer)
        body["customerInfo"]["phone"] = f"21337343{number:02}"
        return body

    def send(number, **offer):
        answer = ask(client, make_body(number, **offer))
        return answer.status_code, answer.json().get("code")

    for number in range(6):
        elsewhere = CheckoutRequestContext("203.0.113.9")
        assert open_checkout(db, settings, convert(make_body(number), PaymentIntentRequest), elsewhere).client_secret
    own = range(20, 26)
    assert [send(number) for number in (*own, *own)] == [(200, None)] * 6 + [(409, "offer_held")] * 6
    assert [send(number) for number in (0, 0, 1, 2, 3, 4)] == [(409, "offer_held")] * 6
    assert [send(number) for number in (5, 0, 10)] == [(429, "offer_unchecked")] * 3
    assert send(0, offer=None) == (200, None)
    clock.advance(timedelta(hours=1))
    assert send(10) == (200, None)


def test_a_flood_of_refusals_waits_for_its_answers(monkeypatch, frozen_clock):
    paused = []

    async def pause(seconds):
        paused.append(seconds)

    monkeypatch.setattr(rate_limits, "asyncio", SimpleNamespace(sleep=pause))
    monkeypatch.setattr(rate_limits, "time", SimpleNamespace(monotonic=lambda: 7.5))
    rate_limits.remember_refusal("checkout:203.0.113.66", TooManyRequests, 60)
    for _ in range(rate_limits.FREE_REFUSALS + 2):
        with pytest.raises(TooManyRequests):
            asyncio.run(gate.refuse_remembered_checkout("203.0.113.66"))
    assert paused == [rate_limits.REFUSAL_PAUSE_SECONDS] * 2


def test_refused_carts_of_a_flood_are_answered_after_a_pause(client, truck, taco, monkeypatch):
    paused = []

    async def pause(seconds):
        paused.append(seconds)

    monkeypatch.setattr(rate_limits, "asyncio", SimpleNamespace(sleep=pause))
    monkeypatch.setattr(rate_limits, "time", SimpleNamespace(monotonic=lambda: 7.5))
    for _ in range(rate_limits.FREE_REFUSALS + 2):
        assert ask(client, checkout_body(truck, (taco, 2), totals=(1, 1, 1))).status_code == 409
    assert paused == [rate_limits.REFUSAL_PAUSE_SECONDS] * 2


def test_a_phone_over_its_limit_is_refused_before_its_cart_is_priced(client, frozen_clock, truck, taco, monkeypatch):
    for _ in range(6):
        assert ask(client, checkout_body(truck, (taco, 2))).status_code == 200
    assert ask(client, checkout_body(truck, (taco, 2))).status_code == 429
    with monkeypatch.context() as patched:
        patched.setattr(service, "open_checkout", pytest.fail)
        assert ask(client, checkout_body(truck, (taco, 2))).status_code == 429


def test_an_address_whose_carts_are_refused_over_and_over_takes_no_thread(client, clock, truck, taco, monkeypatch):
    for _ in range(119):
        rate_limits.count_here("refused-cart:127.0.0.1", limit=120, seconds=30)
    assert ask(client, checkout_body(truck, (taco, 2), totals=(1, 1, 1))).status_code == 409
    with monkeypatch.context() as patched:
        patched.setattr(gate, "open_checkout_counting_refusals", pytest.fail)
        assert ask(client, checkout_body(truck, (taco, 2))).status_code == 429
    clock.advance(timedelta(minutes=1))
    assert ask(client, checkout_body(truck, (taco, 2))).status_code == 200
