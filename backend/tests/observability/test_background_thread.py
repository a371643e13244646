"""Background threads survive errors."""

import threading

from chuckwagon.observability.background_thread import THREAD_ALIVE, THREAD_ERRORS, BackgroundThread
from chuckwagon.realtime.broker import Broker
from chuckwagon.realtime.change_watcher import CrossProcessNotifier, PostgresWatcher
from tests.metrics import metric_value
from tests.servers import wait_until


def is_alive(name):
    return metric_value(THREAD_ALIVE, name)


def test_an_error_is_counted_and_the_thread_goes_on():
    rounds = []

    def step():
        rounds.append(1)
        if len(rounds) == 1:
            raise KeyError("unexpected")
        done.wait(0.01)

    done = threading.Event()
    before = metric_value(THREAD_ERRORS, "walker")
    thread = BackgroundThread("walker", step, retry_seconds=0.01)
    thread.start()
    wait_until(lambda: len(rounds) > 2)
    assert metric_value(THREAD_ERRORS, "walker") == before + 1
    assert is_alive("walker") == 1
    thread.stop(wake=done.set)
    assert is_alive("walker") == 1


def test_a_thread_that_ended_unasked_shows(monkeypatch):
    """Nothing in the product raises SystemExit in a thread, but an interpreter that shuts down may."""
    monkeypatch.setattr(threading, "excepthook", lambda _given: None)

    def step():
        raise SystemExit

    thread = BackgroundThread("leaver", step)
    thread.start()
    wait_until(lambda: is_alive("leaver") == 0)


def test_the_threads_of_live_screens_survive_any_error(db, monkeypatch):
    """Any error, not only one of the database, would otherwise stop all streams of the process."""
    broker = Broker(db)
    seen = []
    monkeypatch.setattr(broker, "_poll", lambda: seen.append(1) or 1 / 0)
    monkeypatch.setattr("chuckwagon.observability.background_thread.RETRY_SECONDS", 0.01)
    thread = BackgroundThread("broker", broker._run_round, retry_seconds=0.01)
    broker._woken.set()
    thread.start()
    wait_until(lambda: seen)
    broker._woken.set()
    wait_until(lambda: len(seen) > 1)
    thread.stop(wake=broker._woken.set)


def test_the_notifier_survives_any_error_and_loses_no_truck(db, monkeypatch):
    publisher = CrossProcessNotifier(db)
    notified = []

    def notify(trucks):
        notified.append(set(trucks))
        if len(notified) == 1:
            raise ValueError("unexpected")

    monkeypatch.setattr(publisher, "_notify", notify)
    thread = BackgroundThread("notifier", publisher._publish_next, retry_seconds=0.01)
    publisher._changed.put(frozenset({"a"}))
    thread.start()
    wait_until(lambda: notified)
    publisher._changed.put(frozenset({"b"}))
    wait_until(lambda: {"b"} in notified)
    thread.stop(wake=lambda: publisher._changed.put(frozenset()))


def test_the_watch_over_kept_answers_survives_any_error(db, monkeypatch):
    watcher = PostgresWatcher(db, lambda _trucks: None)
    polls = []
    monkeypatch.setattr(watcher, "_poll", lambda: polls.append(1) or 1 / 0)
    watcher.start()
    assert watcher.version() is None
    wait_until(lambda: len(polls) > 1)
    watcher.stop()
