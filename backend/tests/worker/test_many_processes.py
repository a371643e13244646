"""Workers in separate processes: each SMS is sent once, even if a worker dies at any step."""

import os
import signal
import subprocess
import sys
from datetime import timedelta

import pytest

from chuckwagon.jobs import outbox
from chuckwagon.orders.service import enqueue_sms
from chuckwagon.worker.loop import Worker
from tests.cli.conftest import PROGRAM
from tests.factories import make_truck
from tests.orders.factories import add_order
from tests.servers import BACKEND, wait_until
from tests.suites import first_on_both

THREADS = 4
MOST_LEASED = THREADS + outbox.CLAIM_BATCH_SIZE  # what a killed process keeps until its leases expire

# A worker that dies at one step of sending an SMS. POINT is replaced with the name of the step.
DYING = """
import os
from chuckwagon.db.database import Database
from chuckwagon.integrations.twilio import TwilioGateway
from chuckwagon.notifications import service
from chuckwagon.settings_sources import load_settings
from chuckwagon.worker.loop import Worker

def die(*_, **__):
    os._exit(137)

real = TwilioGateway.send_sms
def send_and_die(*given):
    real(*given)
    die()

point = "POINT"
if point == "claimed":
    Worker._run_job = die
elif point == "saved":
    TwilioGateway.send_sms = die
elif point == "accepted":
    TwilioGateway.send_sms = send_and_die
elif point == "marking":
    service._record_sent = die
settings = load_settings()
Worker(Database(settings.database), settings, periodic_tasks=[]).run_once()
"""


@pytest.fixture
def environment(settings, database_url):
    """The environment of a worker process. Status callbacks of the provider go to a closed port."""
    return {
        **os.environ,
        "PYTHONPATH": str(BACKEND),
        "CHUCKWAGON_SANDBOX": "1",
        "CHUCKWAGON_SANDBOX_PORT": str(settings.sandbox_port),
        "CHUCKWAGON_DATA_DIR": str(settings.data_dir),
        "CHUCKWAGON_DATABASE_URL": database_url,
        "CHUCKWAGON_PUBLIC_URL": "http://127.0.0.1:9",
        "CHUCKWAGON_WORKER_THREADS": str(THREADS),
    }


@pytest.fixture
def orders(db, sandbox):
    """Create orders whose confirmation SMS are queued."""
    truck = make_truck(db)

    def make(count):
        made = [add_order(db, truck_id=truck.id) for _ in range(count)]
        db.write(lambda session: [enqueue_sms(session, order, "confirmed") for order in made])
        return made

    return make


def get_state(db, order):
    with db.reading() as session:
        left = outbox.find_message(session, f"order:{order.id}:confirmed_sms")
        return left.status, left.attempts


RARER = [pytest.param(point, marks=pytest.mark.proof) for point in ("claimed", "marking")]


@pytest.mark.parametrize("point", first_on_both(["accepted", "saved", *RARER]))
def test_wherever_a_worker_dies_the_next_one_sends_the_text_once(
    orders, db, settings, sandbox, environment, clock_at, point
):
    [order] = orders(1)
    script = DYING.replace("POINT", point)
    died = subprocess.run([sys.executable, "-c", script], env=environment, timeout=180, check=False)
    assert died.returncode == 137
    assert get_state(db, order) == ("waiting", 1)
    assert len(sandbox.messages()) == (1 if point in ("accepted", "marking") else 0)
    other = Worker(db, settings, periodic_tasks=[])
    other.run_once()
    assert get_state(db, order) == ("waiting", 1), "the dead worker's lease has not expired"
    clock_at(outbox.LEASE_DURATION + timedelta(seconds=1))
    other.run_once()
    assert get_state(db, order) == ("done", 2)
    assert len(sandbox.messages()) == 1


@pytest.mark.dialect
@pytest.mark.proof
def test_three_processes_share_the_work_and_one_of_them_is_killed(orders, db, settings, sandbox, environment, clock_at):
    made = orders(40)
    working = [subprocess.Popen([*PROGRAM, "worker"], env=environment, stdout=subprocess.DEVNULL) for _ in range(3)]
    try:
        wait_until(lambda: len(sandbox.messages()) >= 10)
        working[0].send_signal(signal.SIGKILL)
        wait_until(lambda: sum(get_state(db, order)[0] == "done" for order in made) >= 40 - MOST_LEASED)
    finally:
        for process in working:
            process.kill()
            process.wait()
    clock_at(outbox.LEASE_DURATION + timedelta(seconds=1))
    Worker(db, settings, periodic_tasks=[]).run_once()
    assert {get_state(db, order)[0] for order in made} == {"done"}
    bodies = [text["body"] for text in sandbox.messages()]
    assert len(bodies) == len(set(bodies)) == 40


def test_a_slow_worker_whose_lease_ran_out_takes_nothing_from_the_next(orders, db, clock_at):
    [order] = orders(1)
    slow = db.write(outbox.claim_next)
    assert db.write(outbox.claim_next) is None
    clock_at(outbox.LEASE_DURATION + timedelta(seconds=1))
    quick = db.write(outbox.claim_next)
    assert (slow.id, slow.attempts, quick.attempts) == (quick.id, 1, 2)
    with db.reading() as session:
        assert not outbox.has_claim(session, slow)
        assert outbox.has_claim(session, quick)
    assert get_state(db, order) == ("waiting", 2)


def test_after_a_restore_what_waited_asks_first(orders, db, settings, sandbox):
    """The backup was made before the SMS was sent, so its outbox does not know that it was."""
    [order] = orders(1)
    worker = Worker(db, settings, periodic_tasks=[])
    worker.run_once()

    def put_back(session):
        from chuckwagon.orders.models import OrderSms

        session.query(OrderSms).delete()
        session.query(outbox.OutboxMessage).update(
            {"status": "waiting", "attempts": 0, "finished_at": None, "leased_until": None}
        )
        outbox.mark_waiting_as_attempted(session)

    db.write(put_back)
    worker.run_once()
    assert get_state(db, order) == ("done", 2)
    assert len(sandbox.messages()) == 1
