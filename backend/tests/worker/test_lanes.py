"""A mail server or a push service that hangs holds up no refund and no SMS."""

from threading import Event

import msgspec
import pytest

from chuckwagon.jobs import outbox
from chuckwagon.worker.loop import Worker, collect_job_handlers

pytestmark = pytest.mark.dialect

THREADS = 4
HANGING = 40  # more than all threads and their queues take


def test_only_e_mail_and_pushes_leave_the_main_lane():
    slow = {kind: lane for kind in collect_job_handlers() if (lane := outbox.lane_of(kind)) != outbox.MAIN_LANE}
    assert slow == {
        "order_push": "push",
        "staff_push": "push",
        "order_receipt_email": "email",
        "order_refund_email": "email",
        "password_reset_email": "email",
        "invitation_email": "email",
        "security_notice_email": "email",
    }


def test_a_full_lane_is_left_out_of_a_claim(db, enqueue):
    for kind in ("staff_push", "invitation_email", "refund"):
        enqueue(kind, kind)
    with db.reading() as session:
        assert outbox.has_due(session, ["push"])
    claimed = db.write(lambda session: outbox.claim_batch(session, ["push", "email"]))
    assert [one.kind for one in claimed] == ["refund"]
    with db.reading() as session:
        assert not outbox.has_due(session, ["push", "email"])
    claimed = db.write(lambda session: outbox.claim_batch(session, ["email"]))
    assert [one.kind for one in claimed] == ["staff_push"]


@pytest.mark.parametrize("kind", ["staff_push", "order_receipt_email"])
def test_a_provider_that_hangs_holds_up_no_refund(db, settings, enqueue, wait_for, kind):
    may_answer, waiting, refunded = Event(), [], []

    def hang(database, _settings, claimed):
        waiting.append(claimed.id)
        assert may_answer.wait(60)
        database.write(lambda session: outbox.finish(session, claimed.id))

    def refund(database, _settings, claimed):
        database.write(lambda session: outbox.finish(session, claimed.id))
        refunded.append(claimed.key)

    for number in range(HANGING):
        enqueue(kind, f"hanging:{number}")
    enqueue("refund", "refund")
    few = msgspec.structs.replace(settings, worker_threads=THREADS)
    worker = Worker(db, few, jobs={kind: hang, "refund": refund}, periodic_tasks=[])
    worker.start()
    try:
        wait_for(lambda: waiting and refunded)
        assert len(waiting) < THREADS
        may_answer.set()
        wait_for(lambda: len(waiting) == HANGING)
    finally:
        may_answer.set()
        worker.stop()
    assert (len(set(waiting)), refunded) == (HANGING, ["refund"])
