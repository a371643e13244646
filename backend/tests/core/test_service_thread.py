"""Threads that outlive their errors."""

import threading

from chuckwagon.core.bells import Notifier
from chuckwagon.core.freshness import PolledFreshness
from chuckwagon.core.hub import Hub
from chuckwagon.core.service_thread import ALIVE, ERRORS, ServiceThread
from tests.servers import wait_until


def alive(name):
    return {labels[0]: value for labels, value, _at in ALIVE.read()}[name]


def test_an_error_is_counted_and_the_thread_goes_on():
    rounds = []

    def step():
        rounds.append(1)
        if len(rounds) == 1:
            raise KeyError("never thought of")
        done.wait(0.01)

    done = threading.Event()
    before = ERRORS.value("walker")
    thread = ServiceThread("walker", step, retry_seconds=0.01)
    thread.start()
    wait_until(lambda: len(rounds) > 2)
    assert ERRORS.value("walker") == before + 1
    assert alive("walker") == 1
    thread.stop(wake=done.set)
    assert alive("walker") == 1


def test_a_thread_that_ended_unasked_shows(monkeypatch):
    """Nothing in the product ends one like this; what an interpreter that shuts down raises would."""
    monkeypatch.setattr(threading, "excepthook", lambda _given: None)

    def step():
        raise SystemExit

    thread = ServiceThread("leaver", step)
    thread.start()
    wait_until(lambda: alive("leaver") == 0)


def test_the_threads_of_live_screens_survive_any_error(db, monkeypatch):
    """Not only the database's own: any of them would silence all open screens of the process."""
    hub = Hub(db)
    seen = []
    monkeypatch.setattr(hub, "_look", lambda: seen.append(1) or 1 / 0)
    monkeypatch.setattr("chuckwagon.core.service_thread.RETRY_SECONDS", 0.01)
    thread = ServiceThread("hub", hub._watch, retry_seconds=0.01)
    hub._woken.set()
    thread.start()
    wait_until(lambda: seen)
    hub._woken.set()
    wait_until(lambda: len(seen) > 1)
    thread.stop(wake=hub._woken.set)


def test_the_notifier_survives_any_error_and_loses_no_truck(db, monkeypatch):
    notifier = Notifier(db)
    told = []

    def notify(trucks):
        told.append(set(trucks))
        if len(told) == 1:
            raise ValueError("never thought of")

    monkeypatch.setattr(notifier, "_notify", notify)
    thread = ServiceThread("notifier", notifier._pass_on, retry_seconds=0.01)
    notifier._changed.put(frozenset({"a"}))
    thread.start()
    wait_until(lambda: told)
    notifier._changed.put(frozenset({"b"}))
    wait_until(lambda: {"b"} in told)
    thread.stop(wake=lambda: notifier._changed.put(frozenset()))


def test_the_watch_over_kept_answers_survives_any_error(db, monkeypatch):
    freshness = PolledFreshness(db)
    looks = []
    monkeypatch.setattr(freshness, "_look", lambda: looks.append(1) or 1 / 0)
    assert freshness.stamp() is None
    wait_until(lambda: looks)
    freshness.stamp()
    wait_until(lambda: len(looks) > 1)
    freshness.close()
