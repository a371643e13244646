"""What comes round again runs in one process at a time, and at its own pace."""

import threading
from datetime import timedelta

import pytest

from chuckwagon.core import clock, lease_clock, leases, limits, outbox
from chuckwagon.worker import DAY_SECONDS, TURN_LIMIT, Periodic, Worker, collect_long_tasks, collect_periodics
from tests.conftest import KIND

pytestmark = pytest.mark.dialect


def test_round_is_run_once_for_all_processes_and_again_when_due(db, settings, clock_at):
    rounds = []
    periodic = Periodic("sweep", 20, lambda *_: rounds.append(clock.now()))
    workers = [Worker(db, settings, jobs={}, periodics=[periodic]) for _ in range(2)]
    for ahead in (0, 19, 21, 25, 42):
        clock_at(timedelta(seconds=ahead))
        for worker in workers:
            worker.run_once()
    assert len(rounds) == 3


def test_no_second_round_begins_while_one_runs(db, settings, clock):
    rounds, begun, may_end = [], threading.Event(), threading.Event()

    def sweep(*_):
        rounds.append(1)
        begun.set()
        assert may_end.wait(60)

    def run():
        Worker(db, settings, jobs={}, periodics=[Periodic("sweep", 0, sweep)]).run_once()

    first = threading.Thread(target=run)
    first.start()
    assert begun.wait(60)
    run()
    assert rounds == [1]
    may_end.set()
    first.join(60)
    run()
    assert rounds == [1, 1]


def test_turn_of_a_dead_process_runs_out(db, clock):
    assert db.write(lambda session: leases.take_turn(session, "sweep", TURN_LIMIT)) is not None
    assert db.write(lambda session: leases.take_turn(session, "sweep", TURN_LIMIT)) is None
    clock.advance(TURN_LIMIT + timedelta(seconds=1))
    assert db.write(lambda session: leases.take_turn(session, "sweep", TURN_LIMIT)) is not None


def test_round_of_a_killed_process_is_run_again_within_seconds(db, settings, clock):
    rounds = []

    def die(*_):
        raise SystemExit

    with pytest.raises(SystemExit):
        Worker(db, settings, jobs={}, periodics=[Periodic("sweep", 20, die)]).run_once()
    survivor = Worker(db, settings, jobs={}, periodics=[Periodic("sweep", 20, lambda *_: rounds.append(1))])
    survivor.run_once()
    assert rounds == []
    clock.advance(timedelta(seconds=4))
    survivor.run_once()
    assert rounds == [1]


def test_turn_that_ran_out_is_not_given_back_for_another(db, clock_at):
    first = db.write(lambda session: leases.take_turn(session, "sweep", TURN_LIMIT))
    clock_at(TURN_LIMIT + timedelta(seconds=1))
    db.write(lambda session: leases.take_turn(session, "sweep", TURN_LIMIT))
    db.write(lambda session: leases.end_turn(session, "sweep", first, clock.now()))
    with db.reading() as session:
        assert leases.list_taken(session) == {"sweep"}


def test_long_queue_of_messages_holds_up_no_round(db, settings, leave, clock):
    done = []

    def work_slowly(db, _settings, claimed):
        done.append(claimed.key)
        clock.advance(timedelta(seconds=15))
        db.write(lambda session: outbox.finish(session, claimed.id))

    for key in "abcd":
        leave("chop", key)
    periodic = Periodic("sweep", 20, lambda *_: done.append("sweep"))
    Worker(db, settings, jobs={"chop": work_slowly}, periodics=[periodic]).run_once()
    assert done == ["sweep", "a", "b", "sweep", "c", "d", "sweep"]


def test_failing_round_comes_again_and_holds_up_nothing(db, settings, clock_at):
    rounds = []

    def fall_over(*_):
        rounds.append("fall")
        raise RuntimeError("fell over")

    periodics = [Periodic("fall", 20, fall_over), Periodic("walk", 20, lambda *_: rounds.append("walk"))]
    worker = Worker(db, settings, jobs={}, periodics=periodics)
    worker.run_once()
    clock_at(timedelta(seconds=21))
    worker.run_once()
    assert rounds == ["fall", "walk", "fall", "walk"]


def test_payments_are_reconciled_at_the_set_pace_and_old_limits_dropped_daily(settings, db, clock_at):
    [reconciling] = collect_long_tasks(settings)
    assert (reconciling.name, reconciling.seconds) == ("reconcile_payments", settings.reconcile_seconds)
    rounds = {periodic.name: periodic for periodic in collect_periodics()}
    assert rounds["forget_old_limits"].seconds == DAY_SECONDS
    db.write(lambda session: limits.count(session, "a", limit=5, seconds=60))
    clock_at(timedelta(days=2))
    rounds["forget_old_limits"].work(db, settings)
    with db.reading() as session:
        assert session.query(limits.LimitWindow).count() == 0


@pytest.fixture
def fast_host(monkeypatch):
    """From the call on this process is a host whose clock is 70 seconds ahead of the database's."""

    def become() -> None:
        real = clock.system_now
        monkeypatch.setattr(clock, "system_now", lambda: real() + timedelta(seconds=70))
        lease_clock.forget_measurements()

    yield become
    lease_clock.forget_measurements()


@pytest.mark.skipif(KIND != "postgresql", reason="SQLite has one host")
def test_a_host_whose_clock_is_ahead_takes_no_message_that_another_has(db, leave, fast_host):
    leave("chop", "a")
    assert db.write(outbox.claim_next) is not None
    fast_host()
    assert db.write(outbox.claim_next) is None


@pytest.mark.skipif(KIND != "postgresql", reason="SQLite has one host")
def test_a_host_whose_clock_is_ahead_takes_no_turn_that_another_has(db, fast_host):
    assert db.write(lambda session: leases.take_turn(session, "sweep", timedelta(seconds=60))) is not None
    fast_host()
    with db.reading() as session:
        assert leases.list_taken(session) == {"sweep"}
    assert db.write(lambda session: leases.take_turn(session, "sweep", timedelta(seconds=60))) is None


@pytest.mark.skipif(KIND != "postgresql", reason="SQLite has one host")
def test_a_host_whose_clock_is_ahead_has_all_of_its_own_lease(db, leave, fast_host):
    leave("chop", "a")
    fast_host()
    claimed = db.write(outbox.claim_next)
    assert claimed is not None
    assert outbox.has_time(claimed)


@pytest.mark.skipif(KIND != "postgresql", reason="SQLite has one host")
def test_a_slow_answer_of_the_database_is_no_difference_of_clocks(db, monkeypatch):
    now = clock.system_now()
    asked_and_answered = iter([now - timedelta(seconds=1), now + timedelta(seconds=20)])
    monkeypatch.setattr(clock, "system_now", lambda: next(asked_and_answered))
    lease_clock.forget_measurements()
    with db.reading() as session:
        assert lease_clock.ahead_of_host(session) == timedelta()
    lease_clock.forget_measurements()
