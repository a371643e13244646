"""What a checkout or an order has taken is given back at the right moment, and only then."""

from datetime import datetime

import pytest
import sqlalchemy as sa

from chuckwagon.accounts.models import ADMIN
from chuckwagon.accounts.permissions import Actor
from chuckwagon.integrations.circuit_breaker import CircuitOpen
from chuckwagon.integrations.stripe.client import StripeGateway, stripe_gateway
from chuckwagon.integrations.stripe.payment_intents import PaymentRefused, StripeFailureReplayed
from chuckwagon.orders import queries
from chuckwagon.orders.models import Order
from chuckwagon.orders.reservations import service
from chuckwagon.orders.reservations.models import Reservation
from chuckwagon.orders.reservations.service import Holder
from chuckwagon.orders.reservations.usage_check import check_usage
from chuckwagon.orders.schemas import ChangeRequest
from chuckwagon.orders.status_changes import change_order
from chuckwagon.payments.checkout import statements as checkout_statements
from chuckwagon.payments.checkout.holds import renew_hold
from chuckwagon.payments.checkout.service import close_checkout
from chuckwagon.payments.models import CANCELLED, Checkout
from chuckwagon.payments.reconciliation.scheduled import has_expired_holds, release_expired_holds
from tests.suites import first_on_both

SLOT = "2026-07-02T15:20:00Z"


@pytest.fixture
def release(db, settings):
    def run():
        release_expired_holds(db, settings, stripe_gateway(settings), lambda: True)

    return run


def statuses(db):
    with db.reading() as session:
        query = sa.select(Reservation.status).join(Checkout, Checkout.id == Reservation.id)
        return list(session.scalars(query.order_by(Checkout.created_at, Checkout.sequence)))


@pytest.mark.dialect
def test_a_hold_that_runs_out_is_given_back_once_its_payment_is_cancelled(
    order, slots, stop_id, db, now, release, sandbox
):
    made = order(10, SLOT, stop_id=stop_id).json()
    now.set("2026-07-02T14:10:00Z")
    with db.reading() as session:
        assert has_expired_holds(session)
    release()
    assert [one["status"] for one in sandbox.ledger()["payment_intents"]] == ["canceled"]
    assert made["holdExpiresAt"] == "2026-07-02T14:10:00.000Z"
    assert (slots(stop_id)["15:20"], statuses(db)) == ("free", ["released"])
    with db.reading() as session:
        assert session.scalar(sa.select(Checkout.status)) == CANCELLED
        assert not has_expired_holds(session)


def test_a_hold_is_not_given_back_before_its_time(order, slots, stop_id, now, release):
    order(10, SLOT, stop_id=stop_id)
    now.set("2026-07-02T14:09:59Z")
    release()
    assert slots(stop_id, units=1)["15:20"] == "few"  # full, but an order may spill into the slots before


@pytest.mark.dialect
def test_a_payment_that_succeeds_as_its_hold_runs_out_is_an_order(order, stop_id, db, now, release, sandbox):
    made = order(10, SLOT, stop_id=stop_id).json()
    sandbox.fault("webhooks", "drop")
    sandbox.pay(made["paymentIntentId"], "4242424242424242").raise_for_status()
    now.set("2026-07-02T14:10:00Z")
    release()
    assert statuses(db) == ["kept"]
    with db.reading() as session:
        assert session.scalars(sa.select(Order.flags)).all() == [[]]


def test_while_the_provider_does_not_answer_nothing_is_given_back(order, stop_id, db, now, release, sandbox):
    order(10, SLOT, stop_id=stop_id)
    now.set("2026-07-02T14:10:00Z")
    sandbox.fault("stripe", "error", match="/cancel")
    release()
    assert statuses(db) == ["held"]
    sandbox.clear_faults()
    now.set("2026-07-02T14:11:00Z")
    release()
    assert statuses(db) == ["released"]


def test_a_checkout_whose_payment_could_not_be_made_is_released_at_once(order, stop_id, db, sandbox, slots):
    key = {"Idempotency-Key": "k"}
    sandbox.fault("stripe", "error_after", match="/v1/payment_intents", times=3)
    assert order(10, SLOT, stop_id=stop_id, headers=key).status_code == 503  # Stripe repeats this failure
    assert statuses(db) == ["released"]
    sandbox.clear_faults()
    assert order(10, SLOT, stop_id=stop_id, headers=key).status_code == 200  # the same request holds it again
    assert statuses(db) == ["held"]


def test_a_released_checkout_that_is_sent_again_finds_its_slot_taken(order, stop_id, db, sandbox):
    key = {"Idempotency-Key": "k"}
    sandbox.fault("stripe", "error_after", match="/v1/payment_intents", times=3)
    order(10, "2026-07-02T15:00:00Z", stop_id=stop_id, headers=key)
    sandbox.clear_faults()
    assert order(10, "2026-07-02T15:00:00Z", stop_id=stop_id).status_code == 200
    refused = order(10, "2026-07-02T15:00:00Z", stop_id=stop_id, headers=key)
    assert (refused.status_code, refused.json()["code"]) == (409, "slot_full")
    assert [slot["at"][11:16] for slot in refused.json()["slots"]] == ["15:10", "15:20", "15:30"]


@pytest.mark.dialect
def test_a_released_checkout_that_was_closed_meanwhile_holds_nothing_again(order, stop_id, db, sandbox):
    sandbox.fault("stripe", "error_after", match="/v1/payment_intents", times=3)
    order(10, SLOT, stop_id=stop_id, headers={"Idempotency-Key": "k"})
    with db.reading() as session:
        read = checkout_statements.find_checkout_by_key(session, "k")
    db.write(lambda session: close_checkout(session, read.id))
    db.write(lambda session: renew_hold(session, read, 0, Holder("10.0.0.1", 0)))
    assert statuses(db) == ["released"]


def test_a_released_checkout_is_not_held_again_at_a_stop_whose_plan_has_changed(
    order, stop_id, db, sandbox, client, cast
):
    key, headers = {"Idempotency-Key": "k"}, cast.headers("truck_admin")
    sandbox.fault("stripe", "error_after", match="/v1/payment_intents", times=3)
    order(10, SLOT, stop_id=stop_id, headers=key)
    sandbox.clear_faults()
    stop = client.get(f"/api/stops?truckId={cast.truck.id}", headers=headers).json()[0]
    later = {"startsAt": "2026-07-02T15:05:00Z", "version": stop["version"]}
    client.put(f"/api/stops/{stop_id}", json=later, headers=headers).raise_for_status()
    refused = order(10, SLOT, stop_id=stop_id, headers=key)
    assert (refused.status_code, refused.json()["code"]) == (409, "stop_changed")
    assert statuses(db) == ["released"]


@pytest.fixture
def beside_the_provider(monkeypatch):
    """Run something else once, right after Stripe has made a payment and before the checkout knows of it."""

    def run(work):
        make, waiting = StripeGateway.create_intent, [work]

        def create_intent(gateway, *values, **named):
            intent = make(gateway, *values, **named)
            if waiting:
                waiting.pop()()
            return intent

        monkeypatch.setattr(StripeGateway, "create_intent", create_intent)

    return run


@pytest.mark.dialect
def test_a_checkout_that_is_closed_as_its_payment_is_made_cannot_be_paid(
    order, stop_id, db, sandbox, beside_the_provider
):
    def close():
        with db.reading() as session:
            checkout_id = session.scalar(sa.select(Checkout.id))
        db.write(lambda session: close_checkout(session, checkout_id))

    beside_the_provider(close)
    refused = order(10, SLOT, stop_id=stop_id)
    assert (refused.status_code, refused.json()["code"]) == (409, "checkout_replaced")
    assert [one["status"] for one in sandbox.ledger()["payment_intents"]] == ["canceled"]
    assert statuses(db) == ["released"]


@pytest.mark.parametrize("failure", first_on_both([CircuitOpen, StripeFailureReplayed, PaymentRefused]))
def test_a_failed_request_leaves_the_hold_of_a_payment_that_another_one_has_made(
    order, stop_id, db, beside_the_provider, failure
):
    key = {"Idempotency-Key": "k"}

    def repeat_and_fail():
        assert order(10, SLOT, stop_id=stop_id, headers=key).status_code == 200
        raise failure

    beside_the_provider(repeat_and_fail)
    assert order(10, SLOT, stop_id=stop_id, headers=key).status_code != 200
    assert statuses(db) == ["held"]


@pytest.mark.dialect
def test_a_payment_whose_hold_a_failed_request_has_released_cannot_be_paid(
    order, stop_id, db, sandbox, beside_the_provider, slots
):
    """The request beside this one fails before this one knows of its payment, so it gives the hold back."""
    key = {"Idempotency-Key": "k"}

    def fail_beside():
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(StripeGateway, "create_intent", refuse)
            assert order(10, SLOT, stop_id=stop_id, headers=key).status_code == 503

    def refuse(*_values, **_named):
        raise CircuitOpen

    beside_the_provider(fail_beside)
    refused = order(10, SLOT, stop_id=stop_id, headers=key)
    assert (refused.status_code, refused.json()["reason"]) == (409, "checkout_expired")
    assert [one["status"] for one in sandbox.ledger()["payment_intents"]] == ["canceled"]
    assert (statuses(db), slots(stop_id)["15:20"]) == (["released"], "free")


def test_a_checkout_whose_payment_may_have_been_made_keeps_its_hold(order, stop_id, db, sandbox):
    sandbox.fault("stripe", "error", match="/v1/payment_intents")
    assert order(10, SLOT, stop_id=stop_id).status_code == 503
    assert statuses(db) == ["held"]


def test_a_newer_checkout_of_the_attempt_takes_over_what_the_earlier_one_holds(order, stop_id, db, slots):
    attempt = {"X-Checkout-Attempt": "a" * 16}
    for at in ("15:00", "15:10"):
        order(10, f"2026-07-02T{at}:00Z", stop_id=stop_id)
    assert order(10, SLOT, stop_id=stop_id, headers=attempt).status_code == 200
    assert order(10, SLOT, stop_id=stop_id).json()["code"] == "slot_full"
    assert order(10, SLOT, stop_id=stop_id, headers=attempt).status_code == 200
    assert order(3, "2026-07-02T15:30:00Z", stop_id=stop_id, headers=attempt).status_code == 200
    assert (slots(stop_id)["15:20"], sorted(statuses(db))) == ("free", ["held"] * 3 + ["released"] * 2)


def test_a_replacement_that_does_not_fit_leaves_the_earlier_hold(order, stop_id, db):
    attempt = {"X-Checkout-Attempt": "a" * 16}
    order(10, SLOT, stop_id=stop_id, headers=attempt)
    assert order(41, SLOT, stop_id=stop_id, headers=attempt).json()["code"] == "order_too_large"
    assert statuses(db) == ["held"]


def test_a_repeated_request_holds_once(order, stop_id, db):
    key = {"Idempotency-Key": "k"}
    first, second = (order(10, SLOT, stop_id=stop_id, headers=key).json() for _ in range(2))
    assert first == second
    assert statuses(db) == ["held"]


@pytest.mark.parametrize(("instant", "status"), [("2026-07-02T15:19:59Z", "released"), (SLOT, "kept")])
def test_a_cancelled_order_gives_back_what_is_still_to_come(
    order, pay, stop_id, db, client, cast, now, instant, status
):
    placed = pay(order(10, SLOT, stop_id=stop_id).json())
    now.set(instant)
    headers = cast.headers("truck_admin")
    changed = client.patch(f"/api/orders/{placed['_id']}", json={"status": "cancelled"}, headers=headers)
    assert changed.status_code == 200, changed.text
    assert statuses(db) == [status]


@pytest.mark.dialect
def test_an_order_whose_slot_is_put_back_as_it_is_cancelled_goes_by_its_new_slot(
    order, pay, stop_id, db, cast, now, monkeypatch
):
    placed = pay(order(10, SLOT, stop_id=stop_id).json())
    read_order = queries.get_order_for

    def move_after_reading(session, *arguments):
        seen = read_order(session, *arguments)
        session.expunge(seen)
        later = sa.update(Order).values(slot_at=datetime.fromisoformat("2026-07-02T15:50:00Z"))
        db.write(lambda other: other.execute(later))
        return seen

    monkeypatch.setattr(queries, "get_order_for", move_after_reading)
    now.set("2026-07-02T15:30:00Z")
    actor = Actor(cast.truck_admin.id, ADMIN, cast.truck.id, "")
    change_order(db, actor, placed["_id"], ChangeRequest("cancelled"))
    assert statuses(db) == ["released"]


def released(db, made):
    """As after a hold that ran out although the provider's cancellation was undone: the money arrives later."""
    with db.reading() as session:
        checkout_id = session.scalar(
            sa.select(Checkout.id).where(Checkout.payment_intent_id == made["paymentIntentId"])
        )
    db.write(lambda session: service.release(session, checkout_id))


def test_what_is_paid_after_its_release_takes_its_slot_again(order, pay, stop_id, db, slots):
    made = order(8, SLOT, stop_id=stop_id).json()
    released(db, made)
    assert slots(stop_id)["15:20"] == "free"
    pay(made)
    assert (statuses(db), slots(stop_id)["15:20"]) == (["kept"], "few")
    with db.reading() as session:
        assert session.scalars(sa.select(Order.flags)).all() == [[]]


def test_what_is_paid_after_its_release_into_a_full_slot_is_flagged(order, pay, stop_id, db):
    made = order(10, "2026-07-02T15:00:00Z", stop_id=stop_id).json()
    released(db, made)
    assert order(10, "2026-07-02T15:00:00Z", stop_id=stop_id, phone="2125550101").status_code == 200
    pay(made)
    with db.reading() as session:
        assert session.scalars(sa.select(Order.flags)).all() == [["over_capacity"]]
        assert sorted(session.scalars(sa.select(Reservation.is_over_capacity))) == [False, True]


@pytest.mark.parametrize(("quantity", "has_payment"), [(10, True), (9, False)])
def test_what_is_paid_after_its_release_leaves_the_hold_that_another_payment_of_its_attempt_needs(
    order, pay, stop_id, db, now, quantity, has_payment
):
    """The browser keeps the attempt with the cart, so another cart may have it."""
    attempt = {"X-Checkout-Attempt": "a" * 16}
    made = order(10, "2026-07-02T15:00:00Z", stop_id=stop_id, headers=attempt).json()
    released(db, made)
    now.set("2026-07-02T14:20:00Z")
    db.write(lambda session: session.execute(sa.update(Checkout).values(attempt=None)))
    newer = order(quantity, "2026-07-02T15:00:00Z", stop_id=stop_id, headers=attempt).json()
    intent = newer["paymentIntentId"] if has_payment else None
    db.write(
        lambda session: session.execute(
            sa.update(Checkout).where(Checkout.attempt.is_not(None)).values(payment_intent_id=intent, sequence=2)
        )
    )
    db.write(lambda session: session.execute(sa.update(Checkout).values(attempt="a")))
    pay(made)
    with db.reading() as session:
        columns = (Checkout.payment_intent_id, Reservation.status, Reservation.is_over_capacity)
        found = session.execute(sa.select(*columns).join(Reservation, Reservation.id == Checkout.id)).all()
    assert set(found) == {(made["paymentIntentId"], "kept", True), (intent, "held", False)}


@pytest.mark.parametrize("quantity", first_on_both([10, 9]))
def test_what_is_paid_as_the_customer_sends_it_again_takes_its_slot_back_from_the_newer_checkout(
    order, pay, stop_id, db, monkeypatch, quantity
):
    attempt = {"X-Checkout-Attempt": "a" * 16}
    made = order(10, "2026-07-02T15:00:00Z", stop_id=stop_id, headers=attempt).json()
    cancel = StripeGateway.cancel_intent

    def pay_before(gateway, intent_id):
        if intent_id == made["paymentIntentId"]:
            pay(made)
        return cancel(gateway, intent_id)

    monkeypatch.setattr(StripeGateway, "cancel_intent", pay_before)
    again = order(quantity, "2026-07-02T15:00:00Z", stop_id=stop_id, headers=attempt).json()
    if quantity == 10:
        assert again["paymentIntentId"] == made["paymentIntentId"]
    else:  # another purchase, which the page sends once more, for a slot of its own
        assert (again["code"], again["reason"]) == ("checkout_replaced", "checkout_expired")
    assert statuses(db) == ["kept", "released"]
    with db.reading() as session:
        assert session.scalars(sa.select(Order.flags)).all() == [[]]


@pytest.mark.dialect
def test_what_is_released_twice_is_given_back_once(order, stop_id, db, slots):
    made = order(8, SLOT, stop_id=stop_id).json()
    assert order(2, SLOT, stop_id=stop_id).status_code == 200
    released(db, made)
    released(db, made)
    assert (slots(stop_id)["15:20"], sorted(statuses(db))) == ("free", ["held", "released"])


def test_a_stop_whose_orders_are_cancelled_can_be_deleted_with_its_slots(order, pay, stop_id, db, client, cast, now):
    placed = pay(order(10, SLOT, stop_id=stop_id).json())
    now.set(SLOT)
    headers = cast.headers("truck_admin")
    client.patch(f"/api/orders/{placed['_id']}", json={"status": "cancelled"}, headers=headers).raise_for_status()
    assert client.delete(f"/api/stops/{stop_id}", headers=headers).status_code == 200
    assert check_usage(db).is_consistent
