"""The worker asks the readers: what a screen says is true within three seconds, also when each event is lost."""

from datetime import timedelta
from threading import Event
from types import SimpleNamespace

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from chuckwagon.integrations.stripe import terminal
from chuckwagon.integrations.stripe.terminal import TerminalGateway
from chuckwagon.payments.counter import settle
from chuckwagon.payments.counter.models import CounterPayment
from chuckwagon.worker.loop import collect_long_tasks

pytestmark = pytest.mark.dialect
LABELS = ("Window", "Spare", "Back")


@pytest.fixture
def taken(window):
    """Three payments on three readers, whose webhooks are lost."""
    window.sandbox.fault("webhooks", "drop")
    ids = {"Window": window.reader["_id"]} | {one: window.register(one).json()["_id"] for one in LABELS[1:]}
    draft = "00000000-0000-4000-8000-00000000000{}"
    return [
        window.take(key=label, draft=draft.format(number), readerId=ids[label]).json()
        for number, label in enumerate(LABELS)
    ]


def look(window):
    settle.ReaderWatch().ask_all(window.db, window.settings, lambda: True)


def test_one_look_finds_the_charges_of_more_payments_than_a_page_has(window, taken, monkeypatch):
    monkeypatch.setattr(settle, "PAGE", 1)
    for label in LABELS:
        window.press(label, action="tap")
    look(window)
    assert [window.read(one)["state"] for one in taken] == ["paid"] * 3


def test_a_call_that_hangs_holds_up_no_other_payment(window, taken, monkeypatch):
    """The first reader's answer comes only after the others are paid, which are tapped meanwhile."""
    hangs, real, looks, others = window.provider_id(), TerminalGateway.get_reader, [], Event()

    def get_reader(gateway, reader_id):
        if reader_id == hangs:
            assert others.wait(30)
        return real(gateway, reader_id)

    def should_continue():
        looks.append(1)
        if len(looks) == 5:
            for label in LABELS[1:]:
                window.press(label, action="tap")
        if all(window.read(one)["state"] == "paid" for one in taken[1:]) or len(looks) > 200:
            others.set()
        return not others.is_set()

    monkeypatch.setattr(TerminalGateway, "get_reader", get_reader)
    monkeypatch.setattr(settle, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(settle, "ASK_SECONDS", 0.05)
    settle.ReaderWatch().ask_all(window.db, window.settings, should_continue)
    assert [window.read(one)["state"] for one in taken] == ["waiting", "paid", "paid"]


@pytest.mark.parametrize("state", ["timed_out", "reader_offline"])
def test_a_charge_that_comes_minutes_after_the_reader_was_given_up_is_found(window, taken, db, clock, state):
    given_up = sa.update(CounterPayment).where(CounterPayment.id == taken[0]["_id"]).values(state=state)
    db.write(lambda session: session.execute(given_up))
    clock.advance(timedelta(minutes=5))
    look(window)
    assert window.read(taken[0])["state"] == "waiting", "the reader still asks for the card"
    db.write(lambda session: session.execute(given_up))
    window.press(action="tap")
    look(window)
    assert window.read(taken[0])["state"] == "paid"


def test_the_reason_is_that_of_the_charge_where_the_reader_gives_none(window, monkeypatch):
    real = terminal.read_action
    monkeypatch.setattr(terminal, "read_action", lambda action: replace(real(action), failure_message=""))
    payment = window.take().json()
    window.press(action="tap", card="4000000000009995")
    shown = window.settle(payment)
    assert (shown["reason"], shown["declineCode"]) == ("Your card has insufficient funds.", "insufficient_funds")


def test_a_payment_whose_server_died_is_given_up_within_three_seconds(window, db, clock, settings):
    """From its last step on: until it counts as lost, until the next look, and the look itself."""
    assert settle.HANDOVER_SECONDS + max(settle.LOOK_SECONDS, settings.worker_poll_seconds) < 2.5
    with window.lose_call("process_intent", is_done=False):
        payment = window.take().json()
    db.write(lambda session: session.execute(sa.update(CounterPayment).values(handed_at=None)))
    clock.advance(timedelta(seconds=settle.HANDOVER_SECONDS + 0.1))
    look(window)
    assert window.read(payment)["state"] == "timed_out"


def test_a_reader_is_asked_at_every_second_look_and_a_payment_without_one_at_each(window, taken, db, monkeypatch):
    asked, now = [], [100.0]
    monkeypatch.setattr(settle, "time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(settle, "settle", lambda _db, _settings, payment_id: asked.append(payment_id))
    without = sa.update(CounterPayment).where(CounterPayment.id == taken[2]["_id"]).values(handed_at=None)
    db.write(lambda session: session.execute(without))
    looks = settle.ReaderWatch()
    for _ in range(4):
        looks.ask_all(window.db, window.settings, lambda: True)
        now[0] += settle.LOOK_SECONDS
    assert [asked.count(one["_id"]) for one in taken] == [2, 2, 4]


def test_the_worker_looks_only_while_a_payment_is_under_way(window, db, settings):
    [task] = [one for one in collect_long_tasks(settings) if one.name == "ask_readers"]
    with db.reading() as session:
        assert not task.has_work(session)
    window.take()
    with db.reading() as session:
        assert task.has_work(session)
