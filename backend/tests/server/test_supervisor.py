"""The process that supervises the server processes."""

import multiprocessing
import signal
import threading

import pytest
import uvicorn
from uvicorn.supervisors import multiprocess

from chuckwagon.server.supervisor import Supervisor


@pytest.fixture
def supervisor():
    before = {number: signal.getsignal(number) for number in multiprocess.SIGNALS}
    yield Supervisor(uvicorn.Config("nothing:nothing", workers=1, timeout_worker_healthcheck=60), [])
    for number, handler in before.items():
        signal.signal(number, handler)


def test_a_process_that_dies_before_it_answers_is_replaced_at_once(supervisor, monkeypatch):
    """Otherwise it would be missed only when the time for the answer is over, a minute later."""
    asked = multiprocess.Process(supervisor.config, [])
    context = multiprocessing.get_context("spawn")
    asked.process = context.Process(target=type(asked.child_conn).recv, args=(asked.child_conn,))
    asked.start()
    supervisor.processes = [asked]
    replaced = threading.Event()

    class Replacement:
        pid = None

        def __init__(self, *_given):
            pass

        def start(self):
            replaced.set()

        def is_ready(self):
            return False

    monkeypatch.setattr(multiprocess, "Process", Replacement)
    looking = threading.Thread(target=supervisor.keep_subprocess_alive)
    looking.start()
    assert replaced.wait(45)
    looking.join()
