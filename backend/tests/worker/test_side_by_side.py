"""One worker handles messages side by side, because a provider lets each of them wait."""

from threading import Barrier, Event

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.jobs import outbox
from chuckwagon.worker.loop import Worker


@pytest.mark.dialect
def test_forty_a_second_reach_a_provider_that_takes_a_fifth_of_one(db, settings, wait_for):
    """As many messages as that needs wait for the provider at once, with the default settings."""
    needed = 40 * 0.2
    arrived, may_answer = [], Event()

    def call_provider(database, _settings, claimed):
        arrived.append(claimed.id)
        assert may_answer.wait(60)
        database.write(lambda session: outbox.finish(session, claimed.id))

    for number in range(60):
        db.write(
            lambda session, number=number: outbox.enqueue(session, "chop_sms", f"chop:{number}", {"number": number})
        )
    worker = Worker(db, settings, jobs={"chop_sms": call_provider}, periodic_tasks=[])
    worker.start()
    try:
        wait_for(lambda: len(arrived) >= settings.worker_threads >= needed)
        with db.reading() as session:
            leased = sa.select(sa.func.count()).where(outbox.OutboxMessage.leased_until.is_not(None))
            assert session.scalar(leased) <= settings.worker_threads + outbox.CLAIM_BATCH_SIZE
        may_answer.set()
        wait_for(lambda: len(arrived) == 60)
    finally:
        may_answer.set()
        worker.stop()
    assert len(set(arrived)) == 60


def test_a_slow_message_holds_up_no_other_thread(db, settings, wait_for):
    meeting, met = Barrier(3, timeout=30), []

    def handle(database, _settings, claimed):
        """The first message of each batch waits until three threads work."""
        if claimed.payload["number"] % outbox.CLAIM_BATCH_SIZE == 0:
            met.append(meeting.wait())
        database.write(lambda session: outbox.finish(session, claimed.id))

    for number in range(3 * outbox.CLAIM_BATCH_SIZE):
        db.write(
            lambda session, number=number: outbox.enqueue(session, "chop_sms", f"chop:{number}", {"number": number})
        )
    threads = msgspec.structs.replace(settings, worker_threads=3)
    worker = Worker(db, threads, jobs={"chop_sms": handle}, periodic_tasks=[])
    worker.start()
    try:
        wait_for(lambda: len(met) == 3)
    finally:
        worker.stop()
    assert sorted(met) == [0, 1, 2]
