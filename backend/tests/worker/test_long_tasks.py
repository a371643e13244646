"""Long tasks run in their own thread, and in one process at a time."""

import threading
from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.jobs import leases, outbox
from chuckwagon.worker import threads
from chuckwagon.worker.loop import Worker
from chuckwagon.worker.threads import LEASE_DURATION, LongTask, LongTaskRunner
from tests.servers import wait_until
from tests.suites import SAME_ON_BOTH

pytestmark = pytest.mark.dialect
NEVER = threading.Event()


def runner(db, settings, work, *, seconds=20.0, stopping=NEVER):
    return LongTaskRunner(db, settings, LongTask("long", seconds, work), stopping)


def is_held(db):
    with db.reading() as session:
        return leases.list_held_leases(session, {"long": LEASE_DURATION}) == {"long"}


@pytest.fixture
def quick_renewals(monkeypatch):
    monkeypatch.setattr(threads, "RENEW_SECONDS", 0.1)


@pytest.fixture
def quick_leases(monkeypatch, quick_renewals):
    monkeypatch.setattr(threads, "LEASE_DURATION", timedelta(seconds=1))


@SAME_ON_BOTH
def test_messages_wait_for_no_long_task(db, settings, enqueue):
    started, may_finish, done = threading.Event(), threading.Event(), threading.Event()

    def run_long(*_):
        started.set()
        assert may_finish.wait(60)

    def handle(db, _settings, claimed):
        db.write(lambda session: outbox.finish(session, claimed.id))
        done.set()

    tasks = [LongTask("long", 20, run_long)]
    worker = Worker(db, settings, jobs={"handle": handle}, periodic_tasks=[], long_tasks=tasks)
    worker.start()
    assert started.wait(60)
    enqueue("handle", "a")
    assert done.wait(60)
    may_finish.set()
    worker.stop()


def test_nobody_else_begins_while_it_runs_longer_than_its_lease(db, settings, quick_leases):
    runs, started, may_finish = [], threading.Event(), threading.Event()

    def run_long(*_):
        runs.append(1)
        started.set()
        assert may_finish.wait(60)

    first = threading.Thread(target=runner(db, settings, run_long, seconds=0).run_once)
    first.start()
    assert started.wait(60)
    assert not threading.Event().wait(3 * threads.LEASE_DURATION.total_seconds())
    runner(db, settings, run_long, seconds=0).run_once()
    assert runs == [1]
    may_finish.set()
    first.join(60)
    assert not is_held(db)


def test_a_killed_process_is_replaced_within_four_seconds(db, settings, clock):
    """This bounds the wait of a customer who paid when the only reconciling process was killed."""

    def die(*_):
        raise SystemExit

    with pytest.raises(SystemExit):
        runner(db, settings, die).run_once()
    runs = []
    survivor = runner(db, settings, lambda *_: runs.append(1))
    survivor.run_once()
    assert runs == []
    clock.advance(timedelta(seconds=4))
    survivor.run_once()
    assert runs == [1]


def test_a_turn_that_was_lost_may_not_go_on(db, settings, quick_renewals):
    def lose_lease(db, _settings, should_continue):
        assert should_continue()
        db.write(lambda session: session.query(leases.WorkerLease).delete())
        wait_until(lambda: not should_continue())
        db.write(lambda session: leases.acquire_lease(session, "long", LEASE_DURATION, LEASE_DURATION))

    runner(db, settings, lose_lease).run_once()
    assert is_held(db)


@pytest.mark.parametrize(
    "trouble", [sa.exc.OperationalError("renew", {}, Exception("no database")), ValueError("a bug")]
)
def test_a_turn_that_cannot_be_renewed_may_not_go_on(db, settings, quick_leases, monkeypatch, trouble):
    """Another process may have acquired the lease by then."""
    ended = []

    def refuse(*_):
        raise trouble

    def run_long(_db, _settings, should_continue):
        wait_until(lambda: not should_continue())
        ended.append(True)

    monkeypatch.setattr(leases, "extend_lease", refuse)
    runner(db, settings, run_long).run_once()
    assert ended == [True]


@SAME_ON_BOTH
def test_a_worker_that_stops_ends_it_between_two_steps(db, settings):
    started, asked = threading.Event(), []

    def run_long(_db, _settings, should_continue):
        started.set()
        wait_until(lambda: not should_continue())
        asked.append(should_continue())

    tasks = [LongTask("long", 20, run_long)]
    worker = Worker(db, settings, jobs={}, periodic_tasks=[], long_tasks=tasks)
    worker.start()
    assert started.wait(60)
    worker.stop()
    assert asked == [False]


@SAME_ON_BOTH
def test_a_task_that_fails_comes_again(db, settings, clock):
    runs = []

    def fall_over(*_):
        runs.append(1)
        raise RuntimeError("fell over")

    one = runner(db, settings, fall_over, seconds=20)
    for seconds in (0, 19, 2):
        clock.advance(timedelta(seconds=seconds))
        one.run_once()
    assert runs == [1, 1]


def test_a_clock_that_is_set_back_stops_no_long_task(db, settings, clock):
    runs = []
    one = runner(db, settings, lambda *_: runs.append(1), seconds=20)
    clock.advance(timedelta(hours=2))
    one.run_once()
    clock.advance(timedelta(hours=-2))
    for seconds in (0, 19, 2):
        clock.advance(timedelta(seconds=seconds))
        one.run_once()
    assert runs == [1, 1, 1]
