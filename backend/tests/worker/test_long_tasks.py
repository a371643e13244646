"""What takes long runs in a thread of its own, and in one process at a time for as long as it takes."""

import threading
from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon import long_task
from chuckwagon.core import leases, outbox
from chuckwagon.long_task import LEASE, LongTask, LongTaskRunner
from chuckwagon.worker import Worker
from tests.servers import wait_until

pytestmark = pytest.mark.dialect
NEVER = threading.Event()


def runner(db, settings, work, *, seconds=20.0, stopping=NEVER):
    return LongTaskRunner(db, settings, LongTask("long", seconds, work), stopping)


def is_taken(db):
    with db.reading() as session:
        return "long" in leases.list_taken(session)


@pytest.fixture
def quick_renewals(monkeypatch):
    monkeypatch.setattr(long_task, "RENEW_SECONDS", 0.1)


@pytest.fixture
def quick_leases(monkeypatch, quick_renewals):
    monkeypatch.setattr(long_task, "LEASE", timedelta(seconds=1))


def test_messages_wait_for_no_long_task(db, settings, leave):
    begun, may_end, done = threading.Event(), threading.Event(), threading.Event()

    def reconcile(*_):
        begun.set()
        assert may_end.wait(60)

    def chop(db, _settings, claimed):
        db.write(lambda session: outbox.finish(session, claimed.id))
        done.set()

    tasks = [LongTask("long", 20, reconcile)]
    worker = Worker(db, settings, jobs={"chop": chop}, periodics=[], long_tasks=tasks)
    worker.start()
    assert begun.wait(60)
    leave("chop", "a")
    assert done.wait(60)
    may_end.set()
    worker.stop()


def test_nobody_else_begins_while_it_runs_longer_than_its_lease(db, settings, quick_leases):
    runs, begun, may_end = [], threading.Event(), threading.Event()

    def reconcile(*_):
        runs.append(1)
        begun.set()
        assert may_end.wait(60)

    first = threading.Thread(target=runner(db, settings, reconcile, seconds=0).run_once)
    first.start()
    assert begun.wait(60)
    assert not threading.Event().wait(3 * long_task.LEASE.total_seconds())
    runner(db, settings, reconcile, seconds=0).run_once()
    assert runs == [1]
    may_end.set()
    first.join(60)
    assert not is_taken(db)


def test_a_killed_process_is_replaced_after_seconds(db, settings, clock):
    def die(*_):
        raise SystemExit

    with pytest.raises(SystemExit):
        runner(db, settings, die).run_once()
    runs = []
    survivor = runner(db, settings, lambda *_: runs.append(1))
    survivor.run_once()
    assert runs == []
    clock.advance(LEASE + timedelta(seconds=1))
    survivor.run_once()
    assert runs == [1]


def test_a_turn_that_was_lost_may_not_go_on(db, settings, quick_renewals):
    def lose(db, _settings, may_go_on):
        assert may_go_on()
        db.write(lambda session: session.query(leases.WorkerLease).delete())
        wait_until(lambda: not may_go_on())
        db.write(lambda session: leases.take_turn(session, "long", LEASE))

    runner(db, settings, lose).run_once()
    assert is_taken(db)


@pytest.mark.parametrize(
    "trouble", [sa.exc.OperationalError("renew", {}, Exception("no database")), ValueError("a fault of ours")]
)
def test_a_turn_that_cannot_be_renewed_may_not_go_on(db, settings, quick_leases, monkeypatch, trouble):
    """Another process may have it by then."""
    ended = []

    def refuse(*_):
        raise trouble

    def reconcile(_db, _settings, may_go_on):
        wait_until(lambda: not may_go_on())
        ended.append(True)

    monkeypatch.setattr(leases, "extend_turn", refuse)
    runner(db, settings, reconcile).run_once()
    assert ended == [True]


def test_a_worker_that_stops_ends_it_between_two_steps(db, settings):
    begun, asked = threading.Event(), []

    def reconcile(_db, _settings, may_go_on):
        begun.set()
        wait_until(lambda: not may_go_on())
        asked.append(may_go_on())

    tasks = [LongTask("long", 20, reconcile)]
    worker = Worker(db, settings, jobs={}, periodics=[], long_tasks=tasks)
    worker.start()
    assert begun.wait(60)
    worker.stop()
    assert asked == [False]


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
