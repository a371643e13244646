"""The outbox: each message is processed once, by the first worker, and a bad one does not block the others."""

import threading
from datetime import timedelta

import msgspec
import psycopg
import pytest
import sqlalchemy as sa

from chuckwagon.jobs import outbox
from chuckwagon.worker import loop as worker_module
from chuckwagon.worker.loop import Worker, collect_job_handlers, collect_periodic_tasks
from tests.servers import wait_until
from tests.suites import SAME_ON_BOTH

pytestmark = pytest.mark.dialect

DEADLINE = 60


@pytest.fixture
def done():
    return []


@pytest.fixture
def jobs(done):
    def succeed(db, _settings, message):
        done.append(message.payload["number"])
        db.write(lambda session: outbox.finish(session, message.id))

    def fail(_db, _settings, _message):
        raise RuntimeError("burnt")

    return {"succeed": succeed, "fail": fail}


@pytest.fixture
def make_worker(db, settings, jobs):
    started = []

    def make(**more):
        worker = Worker(db, settings, **{"jobs": jobs, "periodic_tasks": [], **more})
        started.append(worker)
        return worker

    yield make
    for worker in started:
        worker.stop()


def test_every_kind_of_text_has_a_job():
    kinds = {f"order_{kind}_sms" for kind in ("confirmed", "preparing", "ready", "cancelled", "refunded")}
    assert kinds <= set(collect_job_handlers())


@pytest.mark.parametrize("limit", [1, 2, 8])
def test_no_more_is_leased_than_was_asked_for(db, enqueue, limit):
    for number in range(20):
        enqueue("succeed", f"{number}")
    claimed = db.write(lambda session: outbox.claim_messages(session, limit))
    assert len(claimed) == limit
    with db.reading() as session:
        leased = sa.select(outbox.OutboxMessage.id).where(outbox.OutboxMessage.leased_until.is_not(None))
        assert set(session.scalars(leased)) == {message.id for message in claimed}


def test_four_workers_do_each_message_once(make_worker, enqueue, done):
    for number in range(40):
        enqueue("succeed", f"{number}")
    threads = [threading.Thread(target=make_worker().run_once) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(DEADLINE)
    assert sorted(done, key=int) == [str(number) for number in range(40)]


@SAME_ON_BOTH
def test_bad_message_is_returned_and_the_others_go_on(make_worker, enqueue, done, status, db, clock_at):
    enqueue("fail", "bad")
    enqueue("unheard_of", "odd")
    enqueue("succeed", "good")
    worker = make_worker()
    worker.run_once()
    assert done == ["good"]
    assert (status("bad"), status("odd")) == ("waiting", "waiting")
    for hours in range(1, outbox.MAX_ATTEMPTS):
        clock_at(timedelta(hours=hours))
        worker.run_once()
    assert (status("bad"), status("odd"), status("good")) == ("failed", "failed", "done")
    with db.reading() as session:
        assert outbox.find_message(session, "bad").last_error == "RuntimeError"


def test_new_message_wakes_the_worker_before_its_next_poll(db, settings, jobs, enqueue, done):
    slow_polling = msgspec.structs.replace(settings, worker_poll_seconds=3600.0)
    worker = Worker(db, slow_polling, jobs=jobs, periodic_tasks=[])
    worker.start()
    try:
        enqueue("succeed", "first")
        wait_until(lambda: done == ["first"], DEADLINE)
        enqueue("succeed", "second")
        wait_until(lambda: done == ["first", "second"], DEADLINE)
    finally:
        worker.stop()


@SAME_ON_BOTH
def test_stop_waits_for_the_message_in_hand(db, settings, enqueue, status):
    started, may_finish = threading.Event(), threading.Event()

    def wait(db, _settings, message):
        started.set()
        assert may_finish.wait(DEADLINE)
        db.write(lambda session: outbox.finish(session, message.id))

    enqueue("wait", "a")
    enqueue("wait", "b")
    one_thread = msgspec.structs.replace(settings, worker_threads=1)
    worker = Worker(db, one_thread, jobs={"wait": wait}, periodic_tasks=[])
    worker.start()
    assert started.wait(DEADLINE)
    stopping = threading.Thread(target=worker.stop)
    stopping.start()
    stopping.join(0.05)
    assert stopping.is_alive()
    may_finish.set()
    stopping.join(DEADLINE)
    assert (status("a"), status("b")) == ("done", "waiting")


def test_outage_of_the_database_is_waited_out(make_worker, enqueue, done, db, monkeypatch):
    monkeypatch.setattr(worker_module, "OUTAGE_RETRY_SECONDS", 0.01)
    outages = iter([True] * 3)
    real = db.write

    def write(work):
        if getattr(work, "func", work) is outbox.claim_batch and next(outages, False):
            raise sa.exc.OperationalError("claim", {}, RuntimeError("the database is gone"))
        return real(work)

    monkeypatch.setattr(db, "write", write)
    make_worker().start()
    enqueue("succeed", "late")
    wait_until(lambda: done == ["late"], DEADLINE)
    assert next(outages, None) is None


def test_an_outage_in_one_message_keeps_back_none_of_those_behind_it(db, make_worker, enqueue):
    for key in "abcd":
        enqueue("fail", key)

    def fail(_db, _settings, _message):
        raise sa.exc.OperationalError("fail", {}, RuntimeError("the statement took too long"))

    with pytest.raises(sa.exc.OperationalError):
        make_worker(jobs={"fail": fail}).run_once()
    with db.reading() as session:
        found = session.scalars(sa.select(outbox.OutboxMessage).order_by(outbox.OutboxMessage.id)).all()
    assert [(one.attempts, one.leased_until is not None) for one in found] == [(1, True), *[(0, False)] * 3]


def test_a_statement_that_takes_too_long_is_retried_a_few_times_and_pauses_no_worker(
    make_worker, enqueue, done, status, clock_at
):
    enqueue("slow", "slow")
    enqueue("succeed", "good")

    def slow(_db, _settings, _message):
        raise sa.exc.OperationalError("UPDATE", {}, psycopg.errors.QueryCanceled("statement timeout"))

    def succeed(db, _settings, message):
        done.append(message.key)
        db.write(lambda session: outbox.finish(session, message.id))

    worker = make_worker(jobs={"slow": slow, "succeed": succeed})
    worker.run_once()
    assert done == ["good"]
    for hours in range(1, outbox.MAX_ATTEMPTS):
        clock_at(timedelta(hours=hours))
        worker.run_once()
    assert status("slow") == outbox.FAILED


def test_a_worker_that_lost_its_lease_does_not_close_what_another_one_does(db, make_worker, enqueue):
    enqueue("slow", "a")

    def slow(db, _settings, message):
        values = {"attempts": message.attempts + 1}  # another worker has claimed it in the meantime
        db.write(lambda session: session.execute(sa.update(outbox.OutboxMessage).values(values)))
        raise RuntimeError("too late")

    make_worker(jobs={"slow": slow}).run_once()
    with db.reading() as session:
        found = session.scalars(sa.select(outbox.OutboxMessage)).one()
    assert (found.status, found.last_error, found.leased_until is not None) == (outbox.WAITING, None, True)


def test_what_a_clock_that_ran_ahead_has_dated_is_due_once_it_is_set_back(db, settings, enqueue, done, jobs, clock_at):
    """Messages made, put off, or left by a process that died meanwhile; none that waits rightly."""
    enqueue("succeed", "put off")
    enqueue("succeed", "leased")
    put_off = db.write(outbox.claim_next)
    late = timedelta(minutes=50)
    db.write(lambda session: outbox.enqueue(session, "succeed", "waits", {"number": "waits"}, delay=late))
    clock_at(timedelta(hours=3))
    enqueue("succeed", "made")
    db.write(lambda session: outbox.postpone(session, put_off, "no answer", timedelta(seconds=8)))
    leased = db.write(lambda session: outbox.claim_messages(session, 1))
    assert [one.key for one in leased] == ["leased"]
    clock_at(timedelta())
    tasks = [task for task in collect_periodic_tasks() if task.name == "correct_misdated"]
    Worker(db, settings, jobs=jobs, periodic_tasks=tasks).run_once()
    assert sorted(done) == ["leased", "made", "put off"]
    with db.reading() as session:
        assert not outbox.has_misdated(session)
