"""What the metrics count, and when."""

from datetime import timedelta

import pytest
from prometheus_client import REGISTRY, Counter, Histogram

from chuckwagon.db.database import Database
from chuckwagon.db.transaction_callbacks import after_commit
from chuckwagon.jobs import outbox
from chuckwagon.kit.ids import new_id
from chuckwagon.monitoring import GaugeReader
from chuckwagon.observability.metrics import CounterWithPlainSeries, expose
from chuckwagon.payments.metrics import CHECKOUTS
from chuckwagon.payments.models import PaymentReview
from chuckwagon.payments.reconciliation import deferrals
from tests.cast import sign_in
from tests.factories import checkout_body, make_item
from tests.metrics import gauge_values, metric_value

REQUEST = 'chuckwagon_http_requests_total{{method="{}",route="{}",status="{}"}}'


def test_requests_are_counted_by_template_and_status(client, cast, get_increase):
    order = "0123456789ab" * 2
    client.get(f"/api/orders/{order}", headers=cast.headers("truck_admin"))
    client.get(f"/api/orders/{order}")
    client.get("/api/no/such/thing?phone=2133734253")
    client.request("PROPFIND", "/api/config")
    client.head("/api/config")
    assert get_increase(REQUEST.format("GET", "/api/orders/{order_id}", 404)) == 1
    assert get_increase(REQUEST.format("GET", "/api/orders/{order_id}", 401)) == 1
    assert get_increase(REQUEST.format("GET", "none", 404)) == 1
    assert get_increase(REQUEST.format("other", "none", 405)) == 1
    assert get_increase('chuckwagon_authz_denied_total{code="sign_in_needed",route="/api/orders/{order_id}"}') == 1
    count = 'chuckwagon_http_request_seconds_count{method="GET",route="/api/orders/{order_id}"}'
    assert get_increase(count) == 2


def test_failed_sign_ins_signatures_and_limits_are_counted(client, cast, get_increase, clock):
    sign_in(client, "truck_admin@example.com", "wrong-password")
    client.post("/api/stripe/webhook", content=b"{}", headers={"Stripe-Signature": "t=1,v1=2"})
    for _ in range(8):
        last = sign_in(client, "truck_admin@example.com", "wrong-password")
    assert last.status_code == 429
    assert get_increase("chuckwagon_login_failures_total") >= 5
    route = "/api/stripe/webhook"
    assert get_increase(f'chuckwagon_webhook_signature_failures_total{{route="{route}"}}') == 1
    limited = 'chuckwagon_rate_limited_total{code="sign_in_paused",route="/api/auth/login"}'
    assert get_increase(limited) >= 1


def test_an_order_from_cart_to_kitchen_is_counted_at_every_step(client, cast, sandbox, wait_for, worker, get_increase):
    item = make_item(cast._db, cast.truck)
    answer = client.post("/api/create-payment-intent", json=checkout_body(cast.truck, (item, 2)))
    intent = answer.raise_for_status().json()["paymentIntentId"]
    sandbox.pay(intent, "4242424242424242")
    given = {"payment_intent_id": intent}
    order = wait_for(lambda: client.post("/api/verify-payment", json=given).json()["order"])
    worker.run_once()
    headers = cast.headers("truck_admin")
    path = f"/api/orders/{order['_id']}"
    client.patch(path, json={"status": "confirmed"}, headers=headers).raise_for_status()
    client.patch(path, json={"status": "completed"}, headers=headers)
    assert get_increase("chuckwagon_checkouts_created_total") == 1
    settled = [f'chuckwagon_payments_settled_total{{source="{by}"}}' for by in ("verify", "webhook")]
    assert sum(map(get_increase, settled)) == 1
    wait_for(lambda: get_increase('chuckwagon_webhook_events_total{result="new",type="payment_intent.succeeded"}') == 1)
    assert get_increase('chuckwagon_order_transitions_total{from="new",to="pending"}') == 1
    assert get_increase('chuckwagon_order_transitions_total{from="pending",to="confirmed"}') == 1
    assert get_increase('chuckwagon_order_transitions_total{from="confirmed",to="completed"}') == 0
    assert get_increase('chuckwagon_sms_total{result="sent"}') == 1
    assert get_increase('chuckwagon_provider_seconds_count{operation="create_intent",provider="stripe"}') == 1
    assert get_increase('chuckwagon_provider_seconds_count{operation="send_text",provider="twilio"}') == 1
    assert get_increase('chuckwagon_job_seconds_count{kind="order_confirmed_sms",outcome="done"}') == 1
    assert get_increase("chuckwagon_db_write_seconds_count") > 0


@pytest.mark.dialect
def test_what_is_rolled_back_is_not_counted(db):
    before = metric_value(CHECKOUTS)

    def fail(session):
        after_commit(session, CHECKOUTS.inc)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        db.write(fail)
    assert metric_value(CHECKOUTS) == before
    db.write(lambda session: after_commit(session, CHECKOUTS.inc))
    assert metric_value(CHECKOUTS) == before + 1


@pytest.mark.dialect
def test_a_payment_that_fits_nothing_is_seen_until_somebody_decides(client, cast, sandbox, db, settings, clock):
    ticks = iter(range(0, 1000, 10))
    gauges = GaugeReader(db, settings, lambda: next(ticks))

    def value(name):
        return gauge_values(gauges)[name][()]

    assert value("chuckwagon_paid_without_order_oldest_seconds") == 0
    review = PaymentReview(
        id=new_id(), payment_intent_id="pi_1", reason="unknown checkout", details={}, created_at=clock.now()
    )
    db.write(lambda session: session.add(review))
    clock.advance(timedelta(seconds=130))
    assert value("chuckwagon_paid_without_order_oldest_seconds") == pytest.approx(130, abs=2)
    assert value("chuckwagon_payments_held") == 1


def test_what_the_reconciler_has_set_aside_is_seen(db, settings, clock):
    paid_at = clock.now()
    clock.advance(timedelta(seconds=200))
    for kind, subject, since in (
        ("payment", "pi_1", paid_at),
        ("payment", "pi_2", None),
        ("checkout", "c", None),
    ):
        db.write(lambda session, one=(kind, subject, "ValueError", since): deferrals.defer(session, *one))
    found = gauge_values(GaugeReader(db, settings))
    assert found["chuckwagon_payments_set_aside"] == {(): 2}
    assert found["chuckwagon_checkouts_set_aside"] == {(): 1}
    assert found["chuckwagon_paid_without_order_oldest_seconds"] == pytest.approx({(): 200}, abs=2)


@pytest.mark.dialect
def test_the_outbox_is_shown_by_kind_with_the_age_of_the_oldest(db, settings, clock):
    db.write(lambda session: outbox.enqueue(session, "refund_payment", "a", {}))
    clock.advance(timedelta(seconds=60))
    db.write(lambda session: outbox.enqueue(session, "refund_payment", "b", {}))
    db.write(lambda session: outbox.enqueue(session, "order_ready_sms", "c", {}))
    found = gauge_values(GaugeReader(db, settings))
    assert found["chuckwagon_outbox_depth"] == {("refund_payment",): 2, ("order_ready_sms",): 1}
    assert found["chuckwagon_outbox_oldest_seconds"] == pytest.approx(
        {("refund_payment",): 60, ("order_ready_sms",): 0}, abs=1
    )
    assert found["chuckwagon_sms_budget_left"] == {(): 1000}
    assert found["chuckwagon_disk_free_bytes"][()] > 0


def test_the_database_is_asked_once_in_a_while_however_often_somebody_scrapes(db, settings):
    now = 0.0
    gauges = GaugeReader(db, settings, lambda: now)
    first = gauges.collect()
    kept = gauges._kept
    now = 4.9
    gauges.collect()
    assert gauges._kept is kept
    now = 5.1
    gauges.collect()
    assert gauges._kept is not kept
    assert [one.name for one in first]


@pytest.mark.dialect
def test_a_database_that_is_away_is_a_figure_and_no_error(settings):
    class Away(Database):
        def __init__(self):
            self.is_sqlite = False

        def reading(self):
            raise OSError

    found = gauge_values(GaugeReader(Away(), settings))
    assert found["chuckwagon_database_up"] == {(): 0}
    assert "chuckwagon_outbox_depth" not in found
    assert "chuckwagon_paid_without_order_oldest_seconds" not in found


def test_the_exposition_has_our_families_only_and_what_a_plain_counter_has_counted_since():
    counter = Counter("test_total", "A test.", ("x", "y"), registry=None)
    series = CounterWithPlainSeries(counter)
    histogram = Histogram("test_seconds", "A test.", ("x",), buckets=(0.1, 1.0))
    try:
        plain = series.single_thread_counter("a", "b")
        assert series.single_thread_counter("a", "b") is plain
        assert "test_total{" not in expose().decode()
        for expected in ("3.0", "6.0"):
            counter.labels("a", "b").inc()
            plain.n += 2
            for _ in range(2):
                assert f'test_total{{x="a",y="b"}} {expected}\n' in expose().decode()
        for seconds in (0.1, 0.11, 5):
            histogram.labels('a"\n').observe(seconds)
        text = expose().decode()
    finally:
        REGISTRY.unregister(series)
        REGISTRY.unregister(histogram)
    for limit, count in (("0.1", 1), ("1.0", 2), ("+Inf", 3)):
        assert f'test_seconds_bucket{{le="{limit}",x="a\\"\\n"}} {count}.0' in text
    assert "_created{" not in text
    assert {line.split()[2].partition("_")[0] for line in text.splitlines() if line[0] == "#"} == {"chuckwagon", "test"}
