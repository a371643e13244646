"""Every message is done once, by whichever worker comes first, and no bad one stops the others."""

import threading
from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon import worker as worker_module
from chuckwagon.core import outbox
from chuckwagon.worker import Worker, collect_jobs
from tests.servers import wait_until

pytestmark = pytest.mark.dialect

DEADLINE = 60


@pytest.fixture
def done():
    return []


@pytest.fixture
def jobs(done):
    def bake(db, _settings, message):
        done.append(message.payload["number"])
        db.write(lambda session: outbox.finish(session, message.id))

    def burn(_db, _settings, _message):
        raise RuntimeError("burnt")

    return {"bake": bake, "burn": burn}


@pytest.fixture
def make_worker(db, settings, jobs):
    started = []

    def make(**more):
        worker = Worker(db, settings, **{"jobs": jobs, "periodics": [], **more})
        started.append(worker)
        return worker

    yield make
    for worker in started:
        worker.stop()


def test_every_kind_of_text_has_a_job():
    kinds = {f"order_{kind}_sms" for kind in ("confirmed", "preparing", "ready", "cancelled", "refunded")}
    assert kinds <= set(collect_jobs())


@pytest.mark.parametrize("most", [1, 2, 8])
def test_no_more_is_leased_than_was_asked_for(db, leave, most):
    for number in range(20):
        leave("bake", f"{number}")
    claimed = db.write(lambda session: outbox.claim(session, most))
    assert len(claimed) == most
    with db.reading() as session:
        leased = sa.select(outbox.OutboxMessage.id).where(outbox.OutboxMessage.leased_until.is_not(None))
        assert set(session.scalars(leased)) == {message.id for message in claimed}


def test_four_workers_do_each_message_once(make_worker, leave, done):
    for number in range(40):
        leave("bake", f"{number}")
    threads = [threading.Thread(target=make_worker().run_once) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(DEADLINE)
    assert sorted(done, key=int) == [str(number) for number in range(40)]


def test_bad_message_is_returned_and_the_others_go_on(make_worker, leave, done, status, db, clock_at):
    leave("burn", "bad")
    leave("unheard_of", "odd")
    leave("bake", "good")
    worker = make_worker()
    worker.run_once()
    assert done == ["good"]
    assert (status("bad"), status("odd")) == ("waiting", "waiting")
    for hours in range(1, outbox.MAX_ATTEMPTS):
        clock_at(timedelta(hours=hours))
        worker.run_once()
    assert (status("bad"), status("odd"), status("good")) == ("failed", "failed", "done")
    with db.reading() as session:
        assert outbox.find(session, "bad").last_error == "RuntimeError"


def test_new_message_wakes_the_worker_before_its_next_poll(db, settings, jobs, leave, done):
    import msgspec

    patient = msgspec.structs.replace(settings, worker_poll_seconds=3600.0)
    worker = Worker(db, patient, jobs=jobs, periodics=[])
    worker.start()
    try:
        leave("bake", "first")
        wait_until(lambda: done == ["first"], DEADLINE)
        leave("bake", "second")
        wait_until(lambda: done == ["first", "second"], DEADLINE)
    finally:
        worker.stop()


def test_stop_waits_for_the_message_in_hand(db, make_worker, leave, status):
    begun, may_end = threading.Event(), threading.Event()

    def simmer(db, _settings, message):
        begun.set()
        assert may_end.wait(DEADLINE)
        db.write(lambda session: outbox.finish(session, message.id))

    leave("simmer", "a")
    leave("simmer", "b")
    worker = make_worker(jobs={"simmer": simmer})
    worker.start()
    assert begun.wait(DEADLINE)
    stopping = threading.Thread(target=worker.stop)
    stopping.start()
    stopping.join(0.05)
    assert stopping.is_alive()
    may_end.set()
    stopping.join(DEADLINE)
    assert (status("a"), status("b")) == ("done", "waiting")


def test_outage_of_the_database_is_waited_out(make_worker, leave, done, db, monkeypatch):
    monkeypatch.setattr(worker_module, "OUTAGE_SECONDS", 0.01)
    outages = iter([True] * 3)
    real = db.write

    def write(work):
        if work is outbox.claim_some and next(outages, False):
            raise sa.exc.OperationalError("claim", {}, RuntimeError("the database is gone"))
        return real(work)

    monkeypatch.setattr(db, "write", write)
    make_worker().start()
    leave("bake", "late")
    wait_until(lambda: done == ["late"], DEADLINE)
    assert next(outages, None) is None


def test_an_outage_in_one_message_keeps_back_none_of_those_behind_it(db, make_worker, leave):
    for key in "abcd":
        leave("chop", key)

    def chop(_db, _settings, _message):
        raise sa.exc.OperationalError("chop", {}, RuntimeError("the statement took too long"))

    with pytest.raises(sa.exc.OperationalError):
        make_worker(jobs={"chop": chop}).run_once()
    with db.reading() as session:
        found = session.scalars(sa.select(outbox.OutboxMessage).order_by(outbox.OutboxMessage.id)).all()
    assert [(one.attempts, one.leased_until is not None) for one in found] == [(1, True), *[(0, False)] * 3]


def test_a_worker_that_lost_its_lease_does_not_close_what_another_one_does(db, make_worker, leave):
    leave("slow", "a")

    def slow(db, _settings, message):
        again = {"attempts": message.attempts + 1}  # another worker has begun it meanwhile
        db.write(lambda session: session.execute(sa.update(outbox.OutboxMessage).values(again)))
        raise RuntimeError("too late")

    make_worker(jobs={"slow": slow}).run_once()
    with db.reading() as session:
        found = session.scalars(sa.select(outbox.OutboxMessage)).one()
    assert (found.status, found.last_error, found.leased_until is not None) == (outbox.WAITING, None, True)
