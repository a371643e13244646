"""A provider that hangs holds up nothing that waits for another one, and no change of plan."""

from threading import Event

import msgspec
import pytest

from chuckwagon.jobs import outbox
from chuckwagon.worker.loop import Worker, collect_job_handlers
from tests.suites import SAME_ON_BOTH

pytestmark = pytest.mark.dialect

THREADS = 4
HANGING = 40  # more than all threads and their queues take


def test_what_calls_no_provider_is_of_the_main_lane():
    """These jobs work on the database alone. A new one that calls a provider needs a lane of that provider."""
    main = {kind for kind in collect_job_handlers() if outbox.lane_of(kind) == outbox.MAIN_LANE}
    of_orders = {"end_checkouts", "new_order_pushes", "unconfirmed_order"}
    assert main == {"start_disruption", "disruption_step", "follow_plan", *of_orders}
    of_money = ("refund_payment", "erase_provider_copy")
    kinds = ("plan_change_sms", *of_money, "security_notice_email", "order_push", "receipt_of_reader")
    assert [outbox.lane_of(kind) for kind in kinds] == list(outbox.PROVIDER_LANES)


def test_a_full_lane_is_left_out_of_a_claim(db, enqueue):
    for kind in ("staff_push", "invitation_email", "start_disruption"):
        enqueue(kind, kind)
    with db.reading() as session:
        assert outbox.has_due(session, ["push"])
    claimed = db.write(lambda session: outbox.claim_batch(session, ["push", "email"]))
    assert [one.kind for one in claimed] == ["start_disruption"]
    with db.reading() as session:
        assert not outbox.has_due(session, ["push", "email"])
    claimed = db.write(lambda session: outbox.claim_batch(session, ["email"]))
    assert [one.kind for one in claimed] == ["staff_push"]


LANES = ("order_ready_sms", "refund_payment", "start_disruption", "erase_provider_copy", "staff_push", "reset_email")


@SAME_ON_BOTH
@pytest.mark.parametrize("kind", [kind for kind in LANES if kind != "start_disruption"])
def test_a_provider_that_hangs_holds_up_no_other_lane(db, settings, enqueue, wait_for, kind):
    """More messages wait for it than all threads and their queues take, and were enqueued first."""
    may_answer, waiting, done = Event(), [], []

    def hang(database, _settings, claimed):
        waiting.append(claimed.id)
        assert may_answer.wait(60)
        database.write(lambda session: outbox.finish(session, claimed.id))

    def handle(database, _settings, claimed):
        database.write(lambda session: outbox.finish(session, claimed.id))
        done.append(claimed.kind)

    for number in range(HANGING):
        enqueue(kind, f"hanging:{number}")
    others = [other for other in LANES if other != kind]
    for other in others:
        enqueue(other, other)
    few = msgspec.structs.replace(settings, worker_threads=THREADS)
    worker = Worker(db, few, jobs={**dict.fromkeys(others, handle), kind: hang}, periodic_tasks=[])
    worker.start()
    try:
        wait_for(lambda: waiting and len(done) == len(others))
        assert len(waiting) <= THREADS
        may_answer.set()
        wait_for(lambda: len(waiting) == HANGING)
    finally:
        may_answer.set()
        worker.stop()
    assert (len(set(waiting)), sorted(done)) == (HANGING, sorted(others))
