"""Readers of a truck: registered at its address, kept up to date at the provider, and listed at the counter."""

import time
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.integrations.stripe.terminal import TerminalGateway, terminal_gateway
from chuckwagon.kit import clock
from chuckwagon.orders.models import CounterDraft
from chuckwagon.payments.counter import routes
from chuckwagon.payments.counter.models import CardReader, CounterPayment, ReaderLocation
from chuckwagon.payments.counter.readers import check_readers
from chuckwagon.payments.counter.routes import MAX_LOOK_SECONDS
from chuckwagon.payments.models import Checkout
from chuckwagon.settings_validation import CheckResult
from chuckwagon.trucks.models import Truck
from tests.payments.counter.window import ADDRESS


def test_a_changed_address_and_changed_tips_reach_the_provider(window, worker):
    moved = {"line1": "9 New Rd", "city": "Waco", "state": "TX", "postalCode": "76701"}
    body = {"businessAddress": moved, "takesTips": True, "tipPresets": [12, 17, 22]}
    changed = window.ask("PATCH", f"/trucks/{window.truck.id}/settings", json=body)
    assert changed.status_code == 200, changed.text
    worker.run_once()
    with window.db.reading() as session:
        place = session.get_one(ReaderLocation, window.truck.id)
    location = window.at_stripe(f"/v1/terminal/locations/{place.location_id}")
    assert (location["address"]["line1"], location["address"]["postal_code"]) == ("9 New Rd", "76701")
    configuration = window.sandbox.post(f"/v1/terminal/configurations/{place.configuration_id}", form={}).json()
    assert configuration["tipping"]["usd"]["percentages"] == [12, 17, 22]


@pytest.mark.parametrize(("query", "status"), [("state=open", 200), ("", 200), ("state=paid", 400), ("state=", 400)])
def test_only_open_payments_are_listed_and_another_state_is_refused(window, query, status):
    assert window.ask("GET", f"/counter-payments?truckId={window.truck.id}&{query}").status_code == status


@pytest.fixture
def listed(window, monkeypatch):
    """The status of the reader and when it was seen, from a list that waits for the provider's word."""
    monkeypatch.setattr(routes, "MAX_LOOK_SECONDS", 60)

    def ask():
        [reader] = window.ask("GET", "/readers", params={"truckId": window.truck.id}).json()["readers"]
        return reader["status"], reader["lastSeenAt"]

    return ask


def wait_until(listed, status):
    """The list is answered before the provider's word is kept where that takes long."""
    ends_at = time.monotonic() + 20
    while listed()[0] != status and time.monotonic() < ends_at:
        time.sleep(0.05)
    return listed()[0]


def test_the_list_asks_the_provider_every_few_seconds_and_says_when_a_reader_was_seen(window, listed, clock, db):
    long_ago = datetime(2020, 1, 1, tzinfo=UTC)
    db.write(lambda session: session.execute(sa.update(CardReader).values(seen_at=long_ago)))
    assert listed()[1] > "2020-01-02"
    window.switch(power="off")
    assert listed()[0] == "online", "it was asked just now"
    clock.advance(timedelta(seconds=6))
    assert listed()[0] == "offline"
    terminal_gateway(window.settings).delete_reader(window.provider_id())
    db.write(lambda session: session.execute(sa.update(CardReader).values(status="online")))
    clock.advance(timedelta(seconds=6))
    assert listed()[0] == "offline", "the provider does not have it"


@pytest.mark.parametrize(("mode", "more"), [("delay", {"ms": 4000}), ("error", {}), ("reset_after", {})])
def test_the_list_waits_a_second_at_most_for_a_provider_that_is_slow_or_down(window, listed, monkeypatch, mode, more):
    monkeypatch.setattr(routes, "MAX_LOOK_SECONDS", MAX_LOOK_SECONDS)
    window.switch(power="off")
    window.sandbox.fault("stripe", mode, match="terminal/readers", times=9, **more)
    began = time.monotonic()
    assert listed()[0] == "online"
    assert time.monotonic() - began < 4
    if mode == "delay":
        assert wait_until(listed, "offline") == "offline", "what it says later is kept"


def test_the_list_says_that_a_reader_was_not_reached_and_when_it_was_seen_last(window, db, listed):
    seen_at = listed()[1]
    window.switch(power="off")
    payment = window.take().json()
    assert (payment["state"], listed()) == ("reader_offline", ("offline", seen_at))
    window.switch(power="on")
    window.act(payment, "retry")
    long_ago = sa.update(CardReader).values(seen_at=datetime(2020, 1, 1, tzinfo=UTC))
    db.write(lambda session: session.execute(long_ago))
    window.settle(payment)
    assert listed()[0] == "online"
    assert listed()[1] >= seen_at


def register(window, label):
    body = {"truckId": window.truck.id, "registrationCode": "happy-red-bird", "label": label}
    return window.ask("POST", "/readers", json=body)


@pytest.mark.parametrize("mode", ["error", "error_after"])
def test_a_registration_that_failed_goes_through_once_its_cause_is_gone(window, db, mode):
    window.forget(ReaderLocation)
    db.write(lambda session: session.execute(sa.update(Truck).values(tip_presets=[5, 10, 15])))
    window.sandbox.fault("stripe", mode, match="terminal/locations", times=4)
    assert register(window, "Door").status_code in (201, 503)
    window.sandbox.clear_faults()
    db.write(lambda session: session.execute(sa.update(Truck).values(tip_presets=[6, 10, 15])))
    assert [register(window, label).status_code for label in ("Door", "Back door")] == [201, 201]


def test_a_reader_that_was_removed_is_registered_anew(window):
    first = register(window, "Door").json()
    assert register(window, "Door").json()["_id"] == first["_id"]
    assert window.ask("DELETE", f"/readers/{first['_id']}").status_code == 200
    again = register(window, "Door").json()
    assert window.take(readerId=again["_id"]).json()["state"] == "waiting"


def test_a_reader_that_is_registered_for_another_truck_is_that_trucks(window, db, monkeypatch):
    db.write(lambda session: session.execute(sa.update(Truck).values(business_address=ADDRESS)))
    known = terminal_gateway(window.settings).get_reader(window.provider_id())
    monkeypatch.setattr(TerminalGateway, "create_reader", lambda *given: known)
    other_id = window.cast.other_truck.id
    body = {"truckId": other_id, "registrationCode": "happy-red-bird", "label": "Moved"}
    assert window.ask("POST", "/readers", json=body).json()["truckId"] == other_id
    assert window.ask("GET", "/readers", params={"truckId": window.truck.id}).json() == {"readers": []}


def test_a_payment_that_is_recovered_from_stripe_is_of_the_counter_and_has_its_tip(window, db):
    db.write(lambda session: session.execute(sa.update(Truck).values(takes_tips=True)))
    since = clock.now()
    window.sandbox.fault("webhooks", "drop")
    window.take()
    window.press(action="tap", tip=150)
    total = window.charges()[0]["amount"]
    window.forget(CounterPayment, Checkout, CounterDraft)
    assert window.recover(since) == ["order recovered"]
    [order] = window.orders()
    assert (order.source, order.tender, order.tip_cents, order.total_cents) == ("counter", "reader", 150, total)
    again = window.take(key="k2")
    assert (again.status_code, again.json()["order"]["_id"]) == (409, order.id), "the draft is that order"


def test_the_doctor_finds_readers_that_stripe_does_not_know_or_has_elsewhere(window, db):
    assert check_readers(window.settings) == CheckResult(True, "Stripe knows the 1 card readers of the trucks.")
    window.register("Spare")
    terminal_gateway(window.settings).delete_reader(window.provider_id("Spare"))
    gone = "Spare of Own Truck is unknown at Stripe: register it again."
    assert check_readers(window.settings) == CheckResult(False, gone)
    db.write(lambda session: session.execute(sa.update(ReaderLocation).values(location_id="tml_other")))
    moved = "Window of Own Truck is at another location at Stripe: register it again."
    assert check_readers(window.settings) == CheckResult(False, f"{moved} {gone}")
