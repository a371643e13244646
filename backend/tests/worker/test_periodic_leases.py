"""Periodic tasks run in one process at a time, each at its own interval."""

import threading
from datetime import timedelta
from types import SimpleNamespace

import pytest

from chuckwagon.db import rate_limits
from chuckwagon.jobs import leases, outbox
from chuckwagon.kit import clock
from chuckwagon.payments.counter import settle
from chuckwagon.worker.loop import (
    DAY_SECONDS,
    LEASE_DURATION,
    RELEASE_SECONDS,
    PeriodicTask,
    Worker,
    collect_long_tasks,
    collect_periodic_tasks,
)
from tests.conftest import DATABASE_KIND
from tests.log_lines import collect_lines
from tests.servers import wait_until
from tests.suites import SAME_ON_BOTH

pytestmark = pytest.mark.dialect


def acquire(db, duration=LEASE_DURATION):
    return db.write(lambda session: leases.acquire_lease(session, "sweep", duration, duration))


def list_held(db):
    with db.reading() as session:
        return leases.list_held_leases(session, {"sweep": timedelta(seconds=60)})


def test_round_is_run_once_for_all_processes_and_again_when_due(db, settings, clock_at):
    runs = []
    task = PeriodicTask("sweep", 20, lambda *_: runs.append(clock.now()))
    workers = [Worker(db, settings, jobs={}, periodic_tasks=[task]) for _ in range(2)]
    for ahead in (0, 19, 21, 25, 42):
        clock_at(timedelta(seconds=ahead))
        for worker in workers:
            worker.run_once()
    assert len(runs) == 3


def test_no_second_round_begins_while_one_runs(db, settings, clock):
    runs, started, may_finish = [], threading.Event(), threading.Event()

    def sweep(*_):
        runs.append(1)
        started.set()
        assert may_finish.wait(60)

    def run():
        Worker(db, settings, jobs={}, periodic_tasks=[PeriodicTask("sweep", 0, sweep)]).run_once()

    first = threading.Thread(target=run)
    first.start()
    assert started.wait(60)
    run()
    assert runs == [1]
    may_finish.set()
    first.join(60)
    run()
    assert runs == [1, 1]


def test_turn_of_a_dead_process_runs_out(db, clock):
    assert acquire(db) is not None
    assert acquire(db) is None
    clock.advance(LEASE_DURATION + timedelta(seconds=1))
    assert acquire(db) is not None


def test_round_of_a_killed_process_is_run_again_within_seconds(db, settings, clock):
    runs = []

    def die(*_):
        raise SystemExit

    with pytest.raises(SystemExit):
        Worker(db, settings, jobs={}, periodic_tasks=[PeriodicTask("sweep", 20, die)]).run_once()
    survivor = Worker(db, settings, jobs={}, periodic_tasks=[PeriodicTask("sweep", 20, lambda *_: runs.append(1))])
    survivor.run_once()
    assert runs == []
    clock.advance(timedelta(seconds=4))
    survivor.run_once()
    assert runs == [1]


def test_a_clock_that_is_set_back_stops_no_round(db, settings, clock):
    """A lease from before it would count as held for two hours."""
    runs = []
    task = PeriodicTask("sweep", 20, lambda *_: runs.append(clock.now()))
    workers = [Worker(db, settings, jobs={}, periodic_tasks=[task]) for _ in range(2)]
    clock.advance(timedelta(hours=2))
    workers[0].run_once()
    clock.advance(timedelta(hours=-2))
    for seconds in (0, 19, 2):
        clock.advance(timedelta(seconds=seconds))
        for worker in workers:
            worker.run_once()
    assert len(runs) == 3


def test_a_lease_of_a_period_is_no_lease_of_a_wrong_clock(db, settings, clock):
    """The lease of a daily task is a day ahead, and two seconds more if the clock is set back by them."""
    runs = []
    task = PeriodicTask("sweep", DAY_SECONDS, lambda *_: runs.append(1))
    Worker(db, settings, jobs={}, periodic_tasks=[task]).run_once()
    clock.advance(timedelta(seconds=-2))
    Worker(db, settings, jobs={}, periodic_tasks=[task]).run_once()
    assert runs == [1]


def test_turn_that_ran_out_is_not_given_back_for_another(db, clock_at):
    first = acquire(db)
    clock_at(LEASE_DURATION + timedelta(seconds=1))
    acquire(db)
    db.write(lambda session: leases.release_lease(session, "sweep", first, clock.now()))
    assert list_held(db) == {"sweep"}


def test_long_queue_of_messages_holds_up_no_round(db, settings, enqueue, clock):
    done = []

    def work_slowly(db, _settings, claimed):
        done.append(claimed.key)
        clock.advance(timedelta(seconds=15))
        db.write(lambda session: outbox.finish(session, claimed.id))

    for key in "abcd":
        enqueue("chop", key)
    task = PeriodicTask("sweep", 20, lambda *_: done.append("sweep"))
    Worker(db, settings, jobs={"chop": work_slowly}, periodic_tasks=[task]).run_once()
    assert done == ["sweep", "a", "b", "sweep", "c", "d", "sweep"]


@SAME_ON_BOTH
def test_failing_round_comes_again_and_holds_up_nothing(db, settings, clock_at):
    runs = []

    def fail(*_):
        runs.append("fall")
        raise RuntimeError("fell over")

    periodic_tasks = [PeriodicTask("fall", 20, fail), PeriodicTask("walk", 20, lambda *_: runs.append("walk"))]
    worker = Worker(db, settings, jobs={}, periodic_tasks=periodic_tasks)
    worker.run_once()
    clock_at(timedelta(seconds=21))
    worker.run_once()
    assert runs == ["fall", "walk", "fall", "walk"]


@SAME_ON_BOTH
@pytest.mark.parametrize("part", ["check", "work"])
@pytest.mark.parametrize("fault", ["raises", "waits"])
def test_a_task_that_fails_or_waits_stops_neither_messages_nor_other_tasks(
    db, settings, enqueue, monkeypatch, fault, part
):
    """Such as the check of the audit chain while its table is locked."""
    may_go_on, reached, others, lines = threading.Event(), threading.Event(), [], collect_lines(monkeypatch)

    def misbehave(*_):
        reached.set()
        if fault == "raises":
            raise ValueError("a bug in one task")
        assert may_go_on.wait(60)
        return False

    def handle(db, _settings, claimed):
        db.write(lambda session: outbox.finish(session, claimed.id))
        others.append(claimed.kind)

    bad = {"check": {"has_work": misbehave, "work": misbehave}, "work": {"work": misbehave}}[part]
    tasks = [PeriodicTask("bad", 0.1, **bad), PeriodicTask("good", 0.1, lambda *_: others.append("good"))]
    worker = Worker(db, settings, jobs={"chop": handle}, periodic_tasks=tasks)
    worker.start()
    try:
        assert reached.wait(60)
        enqueue("chop", "a")
        wait_until(lambda: "chop" in others and others.count("good") > 1)
    finally:
        may_go_on.set()
        worker.stop()
    named = [line for line in lines if "periodic_failed" in line and '"bad"' in line and "misbehave" in line]
    assert bool(named) == (fault == "raises")


@SAME_ON_BOTH
def test_payments_are_reconciled_at_the_set_pace_and_old_limits_dropped_daily(settings, db, clock_at):
    paces = {task.name: task.seconds for task in collect_long_tasks(settings)}
    reconciled = {"reconcile_payments": settings.reconcile_seconds, "release_holds": RELEASE_SECONDS}
    assert paces == {**reconciled, "ask_readers": settle.LOOK_SECONDS}
    tasks = {task.name: task for task in collect_periodic_tasks()}
    assert tasks["forget_old_limits"].seconds == DAY_SECONDS
    db.write(lambda session: rate_limits.consume(session, "a", limit=5, seconds=60))
    clock_at(timedelta(days=2))
    tasks["forget_old_limits"].work(db, settings)
    with db.reading() as session:
        assert session.query(rate_limits.RateLimitWindow).count() == 0


@pytest.fixture
def fast_host(monkeypatch):
    """Simulate a host whose clock is 70 seconds ahead of the database's."""

    def set_clock_ahead() -> None:
        real = clock.system_now
        monkeypatch.setattr(clock, "system_now", lambda: real() + timedelta(seconds=70))
        clock.set_time_source(clock.system_now)
        leases.clear_clock_offsets()

    yield set_clock_ahead
    clock.set_time_source(None)
    leases.clear_clock_offsets()


@pytest.mark.skipif(DATABASE_KIND != "postgresql", reason="SQLite has one host")
def test_a_host_whose_clock_is_ahead_takes_no_message_that_another_has(db, enqueue, fast_host):
    enqueue("chop", "a")
    assert db.write(outbox.claim_next) is not None
    fast_host()
    assert db.write(outbox.claim_next) is None


@pytest.mark.skipif(DATABASE_KIND != "postgresql", reason="SQLite has one host")
def test_a_host_whose_clock_is_ahead_takes_no_turn_that_another_has(db, fast_host):
    assert acquire(db, timedelta(seconds=60)) is not None
    fast_host()
    assert list_held(db) == {"sweep"}
    assert acquire(db, timedelta(seconds=60)) is None


@pytest.mark.skipif(DATABASE_KIND != "postgresql", reason="SQLite has one host")
def test_a_host_whose_clock_is_set_back_takes_no_turn_that_another_has(db, monkeypatch):
    """The offset that it has measured before is wrong at once."""
    assert acquire(db) is not None
    real = clock.system_now
    monkeypatch.setattr(clock, "system_now", lambda: real() - timedelta(hours=2))
    clock.set_time_source(clock.system_now)
    try:
        assert acquire(db) is None
    finally:
        clock.set_time_source(None)


@pytest.mark.skipif(DATABASE_KIND != "postgresql", reason="SQLite has one host")
def test_a_host_whose_clock_is_ahead_has_all_of_its_own_lease(db, enqueue, fast_host):
    enqueue("chop", "a")
    fast_host()
    # The measured difference of the clocks is wrong by up to half a round trip, so the message may not be due yet.
    claimed = wait_until(lambda: db.write(outbox.claim_next))
    assert outbox.has_time_left(claimed)


@pytest.mark.skipif(DATABASE_KIND != "postgresql", reason="SQLite has one host")
def test_a_slow_answer_of_the_database_is_no_difference_of_clocks(db, monkeypatch):
    answered_at = clock.system_now() + timedelta(seconds=20)
    seconds = iter([0.0, 21.0])
    monkeypatch.setattr(leases, "time", SimpleNamespace(monotonic=lambda: next(seconds)))
    monkeypatch.setattr(clock, "system_now", lambda: answered_at)
    leases.clear_clock_offsets()
    with db.reading() as session:
        assert leases.get_clock_offset(session) == timedelta()
    leases.clear_clock_offsets()
