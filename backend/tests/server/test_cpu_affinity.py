"""The processor of each server process."""

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import uvicorn
from uvicorn.supervisors import multiprocess

from chuckwagon.accounts.passwords import run_in_password_thread
from chuckwagon.server.cpu_affinity import CpuAffinity
from chuckwagon.server.supervisor import Supervisor

ALL = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
pytestmark = pytest.mark.skipif(len(ALL) < 2, reason="needs two processors and Linux")
PROGRAM = """
import sys, threading
def start():
    threading.Thread(target=threading.Event().wait, daemon=True).start()
for _ in range(3):
    start()
print("ready", flush=True)
sys.stdin.readline()
start()
print("ready", flush=True)
sys.stdin.readline()
"""


class Threads:
    """A process with four threads. A fifth starts with `start_another`."""

    def __init__(self):
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.process.stdout.readline()

    @property
    def pid(self):
        return self.process.pid

    @property
    def cpus(self):
        """Those of each thread."""
        return [os.sched_getaffinity(int(one.name)) for one in Path(f"/proc/{self.pid}/task").iterdir()]

    def start_another(self):
        print(file=self.process.stdin, flush=True)
        self.process.stdout.readline()

    def end(self):
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def threads(request):
    def start():
        started = Threads()
        request.addfinalizer(started.end)
        return started

    return start


def test_each_process_keeps_to_the_processor_of_its_place_with_all_its_threads(threads):
    servers = [threads() for _ in ALL]
    CpuAffinity().pin([one.pid for one in servers])
    servers[0].start_another()
    assert [len(one.cpus) for one in servers] == [5, *[4] * (len(ALL) - 1)]
    for cpu, server in zip(ALL, servers, strict=True):
        assert all(found == {cpu} for found in server.cpus)


def test_a_replaced_process_has_the_processor_of_the_one_before(threads):
    before, after = threads(), threads()
    others = [None] * (len(ALL) - 1)
    affinity = CpuAffinity()
    affinity.pin([*others, before.pid])
    affinity.pin([*others, after.pid])
    assert after.cpus == [{ALL[-1]}] * 4


def test_a_process_that_has_ended_or_not_started_harms_nothing(threads):
    ended, living = threads(), threads()
    ended.end()
    CpuAffinity().pin([ended.pid] * (len(ALL) - 1) + [living.pid])
    assert living.cpus == [{ALL[-1]}] * 4
    CpuAffinity().pin([None] * len(ALL))


def test_with_fewer_or_more_processes_than_processors_the_operating_system_chooses(threads):
    """Several servers may run on one machine: each with one process, all would keep to the first processor."""
    server = threads()
    for pids in ([server.pid], [server.pid] * (len(ALL) + 1)):
        CpuAffinity().pin(pids)
        assert server.cpus == [set(ALL)] * 4


def test_while_a_process_is_missing_the_others_may_use_every_processor(threads):
    servers = [threads() for _ in ALL]
    pids = [one.pid for one in servers]
    affinity = CpuAffinity()
    affinity.pin(pids[:1])
    assert servers[0].cpus == [set(ALL)] * 4
    affinity.pin(pids)
    assert servers[0].cpus == [{ALL[0]}] * 4
    affinity.pin(pids[:-1])
    assert servers[0].cpus == [set(ALL)] * 4
    affinity.pin(pids)
    assert [one.cpus for one in servers] == [[{cpu}] * 4 for cpu in ALL]


def test_passwords_are_hashed_on_any_processor_of_the_server():
    context = multiprocessing.get_context("spawn")
    found = context.Queue()
    server = context.Process(target=_hash_as_a_server, args=(found,))
    server.start()
    used = found.get(timeout=60)
    server.join()
    assert used == (set(ALL), {ALL[0]})


def _hash_as_a_server(found):
    """Start a thread of passwords, pin the process, and tell which CPUs that thread and this one may use."""

    async def hash_and_pin_and_hash():
        await run_in_password_thread(int)
        CpuAffinity().pin([os.getpid(), *[None] * (len(ALL) - 1)])
        return await run_in_password_thread(os.sched_getaffinity, 0)

    found.put((asyncio.run(hash_and_pin_and_hash()), os.sched_getaffinity(0)))


class Running:
    """What the supervisor knows of a server process that serves."""

    def __init__(self, pid):
        self.pid = pid
        self.child_conn, _other_end = multiprocessing.Pipe()

    def is_alive(self, **_options):
        return True

    def is_ready(self):
        return True


def test_the_supervisor_gives_each_process_its_processor(threads):
    before = {number: signal.getsignal(number) for number in multiprocess.SIGNALS}
    servers = [threads() for _ in ALL]
    supervisor = Supervisor(uvicorn.Config("nothing:nothing", workers=len(ALL)), [])
    supervisor.processes = [Running(one.pid) for one in servers]
    supervisor.keep_subprocess_alive()  # all have started
    assert [one.cpus for one in servers] == [[{cpu}] * 4 for cpu in ALL]
    for number, handler in before.items():
        signal.signal(number, handler)
