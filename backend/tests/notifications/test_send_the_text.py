"""One SMS per order and kind, whatever happens to Twilio's response or to the worker."""

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.integrations.twilio import twilio_gateway
from chuckwagon.jobs import outbox
from chuckwagon.notifications import service

FAR_FUTURE = datetime(2100, 1, 1, tzinfo=UTC)
NO_PROVIDER = None  # any call fails
CRASHING_WORKER = """
import os
from chuckwagon.db.database import Database
from chuckwagon.notifications import service
from chuckwagon.settings_sources import load_settings
from chuckwagon.worker.loop import Worker

settings = load_settings()
service._record_sent = lambda *_: os._exit(137)
Worker(Database(settings.database), settings, periodic_tasks=[]).run_once()
"""


def test_confirmation_reaches_the_orders_phone(stage, provider):
    order = stage.order()
    stage.work()
    [text] = provider.texts()
    assert text["to"] == order.customer_phone
    assert text["body"] == (
        f"Señor Smoke: we have your order #{order.order_number}, $10.88 paid. Ready about 6:00 PM. "
        f"Follow it: {stage.settings.origin}/senor-smoke/order/{order.tracking_token} Reply STOP to opt out."
    )
    assert stage.message(order).provider_sid == text["sid"]
    assert stage.left(order).status == outbox.DONE


def test_every_kind_is_in_the_language_of_the_order(stage, provider):
    order = stage.order(language="es")
    for kind in ("preparing", "ready", "cancelled", "refunded"):
        stage.leave(order, kind)
    stage.work()
    number = order.order_number
    sent = {text["body"].removeprefix("Señor Smoke: ").partition(".")[0] for text in provider.texts()}
    assert sent == {
        f"tenemos tu orden #{number}, $10",
        f"ya estamos preparando la orden #{number}",
        f"ya tenemos lista la orden #{number}",
        f"orden #{number} cancelada",
        f"va en camino el reembolso de la orden #{number}",
    }


def test_an_order_from_the_window_is_told_where_to_follow_it_too(stage, provider):
    order = stage.order(source="counter")
    stage.work()
    [text] = provider.texts()
    assert f"/senor-smoke/order/{order.tracking_token} " in text["body"]


@pytest.mark.dialect
def test_each_kind_is_sent_once(stage, provider):
    order = stage.order()
    for kind in ("preparing", "ready", "cancelled", "refunded", "ready"):
        stage.leave(order, kind)
    stage.work()
    stage.work()
    assert len({text["body"] for text in provider.texts()}) == len(provider.texts()) == 5


@pytest.mark.dialect
def test_no_sms_overtakes_an_earlier_one_of_its_order(stage, provider, clock_at):
    """Two threads, or two processes, have one each; the later SMS goes back without a counted attempt."""
    order = stage.order()
    first = stage.db.write(outbox.claim_next)
    stage.leave(order, "ready")
    stage.work()
    assert provider.texts() == []
    assert (stage.left(order, "ready").status, stage.left(order, "ready").attempts) == (outbox.WAITING, 0)
    stage.db.write(lambda session: outbox.release_messages(session, [first]))
    stage.work()
    clock_at(service.EARLIER_WAIT)
    stage.work()
    assert ["we have your order" in text["body"] for text in provider.texts()] == [True, False]


def test_an_sms_waits_at_most_a_minute_for_an_earlier_one(stage, provider, clock_at):
    order = stage.order()
    stage.db.write(outbox.claim_next)
    stage.leave(order, "ready")
    clock_at(service.MAX_EARLIER_WAIT - timedelta(seconds=1))
    stage.db.write(
        lambda session: session.execute(
            sa.update(outbox.OutboxMessage)
            .values(leased_until=FAR_FUTURE)
            .where(outbox.OutboxMessage.key.endswith("confirmed_sms"))
        )
    )
    stage.work()
    assert provider.texts() == []
    clock_at(service.MAX_EARLIER_WAIT + timedelta(seconds=1))
    stage.work()
    assert ["ready" in text["body"] for text in provider.texts()] == [True]


def test_accepted_text_whose_answer_is_lost_is_not_sent_again(stage, provider, clock_at):
    order = stage.order()
    provider.misbehave("reset_after")
    stage.work()
    assert stage.left(order).status == outbox.WAITING
    assert stage.message(order).provider_sid is None
    clock_at(timedelta(seconds=stage.settings.sms_retry_seconds + 1))
    stage.work()
    [text] = provider.texts()
    assert stage.message(order).provider_sid == text["sid"]
    assert stage.left(order).status == outbox.DONE


def test_text_of_another_order_is_not_taken_for_the_lost_one(stage, provider, clock_at):
    stage.order()
    stage.work()
    order = stage.order()
    provider.misbehave("error")
    stage.work()
    clock_at(timedelta(seconds=stage.settings.sms_retry_seconds + 1))
    stage.work()
    assert len(provider.texts()) == 2
    assert f"#{order.order_number}," in str(provider.texts())


@pytest.mark.proof  # every change runs the same in worker/test_many_processes.py
def test_worker_that_dies_after_the_provider_accepted_sends_nothing_twice(stage, provider, environ, clock_at):
    order = stage.order()
    died = subprocess.run(
        [sys.executable, "-c", CRASHING_WORKER], env={**os.environ, **environ}, timeout=120, check=False
    )
    assert died.returncode == 137
    assert len(provider.texts()) == 1
    assert stage.message(order).status == "sending"
    stage.work()
    assert stage.left(order).status == outbox.WAITING, "its lease still runs"
    clock_at(outbox.LEASE_DURATION + timedelta(seconds=1))
    stage.work()
    [text] = provider.texts()
    assert stage.message(order).provider_sid == text["sid"]
    assert stage.left(order).status == outbox.DONE


@pytest.mark.dialect
def test_worker_that_lost_its_lease_sends_nothing(stage, clock_at, db, settings):
    order = stage.order()
    stale = db.write(outbox.claim_next)
    clock_at(outbox.LEASE_DURATION + timedelta(seconds=1))
    assert db.write(outbox.claim_next).attempts == 2
    service.send_queued_sms(db, settings, NO_PROVIDER, "confirmed", stale)
    assert stage.message(order) is None
    assert stage.left(order).status == outbox.WAITING


class OvertakenTwilio:
    """Twilio for a worker that is overtaken: before its SMS is accepted, another worker handles all that is due.

    It cannot look up an earlier SMS.
    """

    def __init__(self, stage):
        self._stage = stage

    def send_sms(self, *sms):
        self._stage.work()
        return twilio_gateway(self._stage.settings).send_sms(*sms)


@pytest.mark.dialect
def test_a_lease_that_ends_while_the_sms_is_saved_sends_nothing_twice(stage, provider, db, clock_at, monkeypatch):
    """The message goes back as if it had not been claimed: no counted attempt, no look-up, one SMS of the limit."""
    order = stage.order()
    stage.settings = msgspec.structs.replace(stage.settings, sms_daily_limit=1)
    prepare = service._prepare_sms

    def prepare_slowly(*given):
        monkeypatch.setattr(service, "_prepare_sms", prepare)  # only the first claim waits
        sms = prepare(*given)
        clock_at(outbox.LEASE_DURATION + timedelta(seconds=1))
        return sms

    monkeypatch.setattr(service, "_prepare_sms", prepare_slowly)
    service.send_queued_sms(db, stage.settings, OvertakenTwilio(stage), "confirmed", db.write(outbox.claim_next))
    assert provider.texts() == []
    assert (stage.left(order).status, stage.left(order).attempts) == (outbox.WAITING, 0)
    service.send_queued_sms(db, stage.settings, OvertakenTwilio(stage), "confirmed", db.write(outbox.claim_next))
    [text] = provider.texts()
    assert stage.message(order).provider_sid == text["sid"]
    assert (stage.left(order).status, stage.left(order).attempts) == (outbox.DONE, 1)


def test_outage_is_tried_five_times_with_growing_waits(stage, provider, clock_at):
    instant = datetime.now(UTC)
    clock_at(stands_at=instant)
    order = stage.order()
    provider.misbehave("error", times=None, status=503)
    waits = []
    for _ in range(4):
        stage.work()
        due = stage.left(order).available_at
        waits.append((due - instant).total_seconds())
        instant = due
        clock_at(stands_at=instant)
    stage.work()
    assert waits == [8, 24, 72, 216]
    assert stage.left(order).status == outbox.FAILED
    assert stage.left(order).attempts == outbox.MAX_ATTEMPTS
    assert stage.message(order).status == "failed"
    assert provider.texts() == []


def test_tries_that_died_leave_the_provider_its_own(stage, db, provider, clock_at):
    order = stage.order()
    for died in range(1, outbox.MAX_ATTEMPTS):
        assert db.write(outbox.claim_next).attempts == died
        db.write(lambda session: session.execute(sa.update(outbox.OutboxMessage).values(leased_until=None)))
    provider.misbehave("error", times=1, status=503)
    stage.work()
    assert stage.left(order).status == outbox.WAITING
    assert stage.message(order).status == "sending"
    clock_at(timedelta(hours=1))
    stage.work()
    assert stage.left(order).status == outbox.DONE
    assert len(provider.texts()) == 1


def test_five_minutes_without_the_provider_lose_no_text(stage, provider, clock_at):
    begun = instant = datetime.now(UTC)
    clock_at(stands_at=instant)
    order = stage.order()
    provider.misbehave("error", times=None, status=503)
    while instant < begun + timedelta(minutes=5):
        stage.work()
        instant = stage.left(order).available_at
        clock_at(stands_at=instant)
    provider.heal()
    stage.work()
    assert [text["to"] for text in provider.texts()] == [order.customer_phone]
    assert stage.left(order).status == outbox.DONE


@pytest.mark.parametrize(
    ("phone", "code"),
    [("+15005550001", 21211), ("+15005550002", 21612), ("+15005550003", 21408), ("+15005550009", 21614)],
)
def test_permanent_refusal_ends_at_once(stage, phone, code):
    order = stage.order(phone)
    stage.work()
    assert stage.left(order).status == outbox.FAILED
    assert stage.left(order).attempts == 1
    message = stage.message(order)
    assert (message.status, message.error_code) == ("failed", code)
    assert stage.opted_out() == set()


@pytest.mark.dialect
def test_number_that_the_provider_knows_as_opted_out_is_remembered(stage, provider):
    refused = stage.order("+15005550004")
    stage.work()
    assert stage.message(refused).error_code == 21610
    assert stage.opted_out() == {"+15005550004"}
    later = stage.order("+15005550004")
    stage.work()
    assert stage.message(later).status == "skipped"


def test_order_without_a_phone_is_skipped(stage, provider):
    order = stage.order(None)
    stage.work()
    assert stage.left(order).status == outbox.SKIPPED
    assert stage.message(order).status == "skipped"
    assert provider.texts() == []


def test_order_that_is_gone_is_skipped(stage, provider, db):
    db.write(lambda session: outbox.enqueue(session, "order_ready_sms", "order:x:ready_sms", {"orderId": "x"}))
    stage.work()
    with db.reading() as session:
        assert outbox.find_message(session, "order:x:ready_sms").status == outbox.SKIPPED
    assert provider.texts() == []
