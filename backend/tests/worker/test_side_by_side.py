"""One worker handles messages side by side, because a provider lets each of them wait."""

from threading import Barrier

import msgspec
import pytest

from chuckwagon.jobs import outbox
from chuckwagon.worker.loop import Worker

pytestmark = pytest.mark.dialect


def test_a_slow_message_holds_up_no_other_thread(db, settings, wait_for):
    meeting, met = Barrier(3, timeout=30), []

    def handle(database, _settings, claimed):
        """The first message of each batch waits until three threads work."""
        if claimed.payload["number"] % outbox.CLAIM_BATCH_SIZE == 0:
            met.append(meeting.wait())
        database.write(lambda session: outbox.finish(session, claimed.id))

    for number in range(3 * outbox.CLAIM_BATCH_SIZE):
        db.write(lambda session, number=number: outbox.enqueue(session, "chop", f"chop:{number}", {"number": number}))
    threads = msgspec.structs.replace(settings, worker_threads=3)
    worker = Worker(db, threads, jobs={"chop": handle}, periodic_tasks=[])
    worker.start()
    try:
        wait_for(lambda: len(met) == 3)
    finally:
        worker.stop()
    assert sorted(met) == [0, 1, 2]
