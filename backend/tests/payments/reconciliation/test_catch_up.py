"""The reconciler continues past a long log, past payments that it cannot fulfill, and past errors of Stripe."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.cli import doctor
from chuckwagon.integrations.stripe import client as stripe_api
from chuckwagon.integrations.stripe import events
from chuckwagon.integrations.stripe.client import StripeGateway, stripe_gateway
from chuckwagon.integrations.stripe.payment_intents import Intent
from chuckwagon.kit.errors import Unavailable
from chuckwagon.orders.models import Order
from chuckwagon.payments import queries
from chuckwagon.payments.metrics import RECONCILED_AT, UNSETTLED_SINCE
from chuckwagon.payments.models import Checkout, Deferral, SyncCursor
from chuckwagon.payments.reconciliation import deferrals, scheduled
from tests.factories import checkout_body
from tests.metrics import metric_value
from tests.payments.paid_orders import CARD
from tests.payments.reconciliation.memory_log import MemoryLog, insert_paid_copies, paid_event


@pytest.fixture
def check_out(client, cast, shop, sandbox):
    """Open a checkout for some tacos and perhaps pay it, without any report of the payment."""
    sandbox.fault("webhooks", "drop")

    def post(quantity=1, *, is_paid=True):
        body = checkout_body(cast.truck, (shop.taco, quantity))
        body["customerInfo"]["phone"] = f"(213) 373-{4200 + quantity}"
        intent = client.post("/api/create-payment-intent", json=body).json()["paymentIntentId"]
        if is_paid:
            sandbox.pay(intent, CARD).raise_for_status()
        return intent

    return post


@pytest.fixture
def run(db, settings):
    """Run the reconciler once."""
    return lambda **more: scheduled.reconcile(db, settings, stripe_gateway(settings), **more)


@pytest.fixture
def ordered(rows):
    return lambda: {order.payment_intent_id for order in rows(Order)}


def refuse(monkeypatch, poison):
    """Make the fulfillment of this payment fail with an unexpected error."""
    real = scheduled.fulfill_payment

    def fulfill(session, intent, **more):
        if intent.id in poison:
            raise ValueError("what no one has thought of")
        return real(session, intent, **more)

    monkeypatch.setattr(scheduled, "fulfill_payment", fulfill)


def test_a_payment_that_cannot_be_settled_delays_no_other(check_out, run, ordered, rows, clock, monkeypatch):
    poison, good = check_out(1), check_out(2)
    with monkeypatch.context() as patch:
        refuse(patch, {poison})
        run()
        assert ordered() == {good}
        [deferral] = rows(Deferral)
        assert (deferral.subject_id, deferral.attempts, deferral.last_error) == (poison, 1, "ValueError")
        assert len(rows(SyncCursor)) == 1
        run()
        assert rows(Deferral)[0].attempts == 1
        clock.advance(timedelta(seconds=31))
        run()
        assert rows(Deferral)[0].attempts == 2
        assert rows(Deferral)[0].next_try_at - clock.now() == timedelta(minutes=1)
    clock.advance(timedelta(seconds=61))
    run()
    assert (ordered(), rows(Deferral)) == ({poison, good}, [])


def test_the_doctor_tells_of_what_was_set_aside(check_out, run, settings, monkeypatch):
    refuse(monkeypatch, {check_out(1)})
    assert doctor._check_deferred_payments(settings).is_ok
    run()
    told = doctor._check_deferred_payments(settings)
    assert (told.is_ok, "1 paid payments, the oldest of" in told.sentence) == (False, True)


def test_an_event_that_cannot_be_read_delays_no_other(check_out, run, ordered, rows, clock, monkeypatch):
    odd, good = check_out(1), check_out(2)
    real = events.read_intent

    def read(found):
        if found.id == odd:
            raise AttributeError("amount")
        return real(found)

    monkeypatch.setattr(events, "read_intent", read)
    run()
    assert ordered() == {good}
    assert [(one.subject_id, one.last_error) for one in rows(Deferral)] == [(odd, "unreadable")]
    clock.advance(timedelta(seconds=31))
    run()
    assert (ordered(), rows(Deferral)) == ({odd, good}, [])


def test_a_log_longer_than_the_time_of_a_call_is_read(db, settings, check_out, ordered, sandbox, monkeypatch):
    """Nine pages or more of a quarter of a second each, with one and a half for each call."""
    monkeypatch.setattr(stripe_api, "LOG_PAGE_SIZE", 1)
    paid = {check_out(quantity) for quantity in range(1, 4)}
    sandbox.fault("stripe", "delay", match="/v1/events", ms=250)
    hasty = msgspec.structs.replace(settings, provider_timeout_seconds=1.5)
    scheduled.reconcile(db, hasty, stripe_gateway(hasty))
    assert ordered() == paid


@pytest.mark.dialect
def test_the_mark_moves_page_by_page_and_stays_where_the_work_was_stopped(check_out, run, ordered, rows, monkeypatch):
    monkeypatch.setattr(stripe_api, "LOG_PAGE_SIZE", 2)
    paid = [check_out(quantity) for quantity in range(1, 6)]
    run(should_continue=lambda: len(ordered()) < 1)
    assert (len(ordered()), rows(SyncCursor)) == (1, [])
    run()
    assert ordered() == set(paid)
    [mark] = rows(SyncCursor)
    run()
    assert rows(SyncCursor)[0].at == mark.at


@pytest.mark.dialect
def test_who_has_lost_its_turn_tells_of_no_unsettled_payment(check_out, run, ordered):
    """The process with the lease reports it; otherwise an alarm would fire for a payment that has its order."""
    check_out(1)
    run(should_continue=lambda: False)
    assert ordered() == set()
    assert metric_value(UNSETTLED_SINCE) == 0


def test_a_fresh_payment_waits_for_no_backlog(db, check_out, run, ordered, monkeypatch):
    """It is paid while the oldest pages are read, and its order exists before the backlog is read."""
    check_out(1, is_paid=False)
    now = datetime.now(UTC)
    old = insert_paid_copies(db, 30, now - timedelta(hours=3), now - timedelta(hours=1))
    [fresh] = insert_paid_copies(db, 1, now, now)
    log = MemoryLog(old)
    log.install(monkeypatch)
    monkeypatch.setattr(scheduled, "MAX_BACKLOG_SECONDS", 0.0)
    seen = []

    def look():
        seen.append(ordered())
        if len(seen[-1]) == 9 and fresh not in log.events:
            log.add(fresh)
        return True

    run(should_continue=look)
    assert ordered() == {event.intent_id for event in [*old, fresh]}
    before = next(found for found in seen if fresh.intent_id in found)
    assert len(before) < 20


@pytest.mark.dialect
def test_what_is_overdue_is_ended_without_the_log(check_out, run, rows, sandbox, clock):
    unpaid = check_out(is_paid=False)
    clock.advance(timedelta(hours=2, minutes=1))
    check_out(2)
    sandbox.fault("stripe", "error", match="/v1/events", status=429)
    RECONCILED_AT.set(1)
    with pytest.raises(Unavailable):
        run()
    assert {one.payment_intent_id: one.status for one in rows(Checkout)}[unpaid] == "cancelled"
    [intent] = [one for one in sandbox.ledger()["payment_intents"] if one["id"] == unpaid]
    assert intent["status"] == "canceled"
    assert metric_value(RECONCILED_AT) == 1


def test_what_is_overdue_has_its_turn_while_a_long_log_is_read(db, check_out, run, rows, clock, monkeypatch):
    unpaid = check_out(is_paid=False)
    now = datetime.now(UTC)
    log = MemoryLog(insert_paid_copies(db, 30, now - timedelta(hours=3), now))
    log.install(monkeypatch)
    monkeypatch.setattr(scheduled, "MAX_BACKLOG_SECONDS", 0.0)
    asked = []

    def look():
        asked.append({one.payment_intent_id: one.status for one in rows(Checkout)}[unpaid])
        if len(asked) == 10:
            clock.advance(timedelta(hours=2, minutes=1))
        return True

    run(should_continue=look)
    assert (asked[9], asked[-1]) == ("open", "cancelled")
    assert asked.index("cancelled") < 20


@pytest.fixture
def refused(db, check_out):
    """An overdue checkout whose payment does not exist at Stripe."""
    intent = check_out(is_paid=False)
    unknown = sa.update(Checkout).where(Checkout.payment_intent_id == intent)
    db.write(lambda session: session.execute(unknown.values(payment_intent_id="pi_unknown")))
    return "pi_unknown"


@pytest.mark.dialect
def test_a_checkout_that_the_provider_refuses_does_not_head_the_list(
    db, check_out, refused, run, rows, clock, monkeypatch
):
    other = check_out(2, is_paid=False)
    clock.advance(timedelta(hours=2, minutes=1))
    asked, real = [], StripeGateway.cancel_intent
    monkeypatch.setattr(
        StripeGateway,
        "cancel_intent",
        lambda self, intent_id: asked.append(intent_id) or real(self, intent_id),
    )
    for _ in range(3):
        run()
    assert asked == [refused, other]
    [deferral] = rows(Deferral)
    assert (deferral.kind, deferral.attempts) == ("checkout", 1)
    with db.reading() as session:
        assert queries.list_overdue_checkouts(session, clock.now(), limit=1) == []
    clock.advance(timedelta(seconds=31))
    run()
    assert asked == [refused, other, refused]


def test_a_payment_that_is_still_processing_does_not_head_the_list(check_out, run, rows, clock, monkeypatch):
    check_out(is_paid=False)

    def refuse_to_cancel(gateway, intent_id):
        return msgspec.structs.replace(gateway.get_intent(intent_id), status="processing")

    monkeypatch.setattr(StripeGateway, "cancel_intent", refuse_to_cancel)
    clock.advance(timedelta(hours=2, minutes=1))
    run()
    assert [(one.kind, one.last_error) for one in rows(Deferral)] == [("checkout", "PaymentIntentNotCancelled")]
    assert [one.status for one in rows(Checkout)] == ["open"]


def test_a_checkout_that_was_finished_meanwhile_is_set_aside_no_more(db, refused, run, rows, clock):
    clock.advance(timedelta(hours=2, minutes=1))
    run()
    assert len(rows(Deferral)) == 1
    db.write(lambda session: session.execute(sa.update(Checkout).values(status="cancelled")))
    run()
    assert rows(Deferral) == []


def test_an_absent_provider_is_not_asked_about_each_checkout(check_out, run, rows, sandbox, clock):
    for quantity in range(1, 6):
        check_out(quantity, is_paid=False)
    clock.advance(timedelta(hours=2, minutes=1))
    sandbox.fault("stripe", "error", status=429)
    with pytest.raises(Unavailable):
        run()
    assert len(rows(Deferral)) == scheduled.MAX_OUTAGES


def test_an_outage_is_no_failure_of_a_checkout_and_all_are_tried_once_it_is_over(
    db, check_out, run, rows, sandbox, clock
):
    """Otherwise their slots and stock would stay taken for as long again."""
    for quantity in (1, 2):
        check_out(quantity, is_paid=False)
    clock.advance(timedelta(hours=2, minutes=1))
    sandbox.fault("stripe", "error", status=429)
    for _ in range(4):
        with pytest.raises(Unavailable):
            run()
        clock.advance(timedelta(minutes=8))
    assert {(one.attempts, one.last_error) for one in rows(Deferral)} == {(0, "outage")}
    with pytest.raises(Unavailable):
        run()  # defers them again, just before Stripe is back
    sandbox.clear_faults()
    run()
    run()
    assert ({one.status for one in rows(Checkout)}, rows(Deferral)) == ({"cancelled"}, [])


def test_a_payment_that_alone_has_no_answer_waits_longer_each_time(check_out, run, rows, clock, monkeypatch):
    bad, real, asked = check_out(1, is_paid=False), StripeGateway.cancel_intent, []

    def cancel(gateway, intent_id):
        if intent_id == bad:
            asked.append(intent_id)
            raise Unavailable
        return real(gateway, intent_id)

    monkeypatch.setattr(StripeGateway, "cancel_intent", cancel)
    for attempts in (1, 2):
        check_out(attempts + 1, is_paid=False)
        clock.advance(timedelta(hours=2, minutes=1))
        run()
        assert [(one.attempts, one.last_error) for one in rows(Deferral)] == [(attempts, "Unavailable")]
    clock.advance(timedelta(seconds=59))
    run()
    assert len(asked) == 2


@pytest.mark.dialect
def test_what_a_clock_that_ran_ahead_has_deferred_is_due(db, clock):
    clock.advance(timedelta(hours=3))
    db.write(lambda session: deferrals.defer(session, deferrals.PAYMENT, "pi_1", "ValueError"))
    clock.advance(timedelta(hours=-3))
    with db.reading() as session:
        assert [one.subject_id for one in deferrals.list_due_deferrals(session, deferrals.PAYMENT, 5)] == ["pi_1"]


def test_a_payment_of_another_system_is_left_alone(check_out, run, ordered, rows, monkeypatch):
    check_out(is_paid=False)
    foreign = Intent("pi_foreign", "succeeded", 500, 500, "usd", False, {"checkoutId": "theirs"})
    now = int(datetime.now(UTC).timestamp())
    unreadable = msgspec.structs.replace(paid_event(foreign, now), id="evt_2", intent_id="pi_odd", intent=None)
    log = MemoryLog([paid_event(foreign, now), unreadable])
    log.install(monkeypatch)
    run()
    assert (ordered(), rows(Deferral)) == (set(), [])
