"""Several server processes and those behind them: whoever dies, the others serve on or end with it."""

import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.cli.test_serve import child_named, children_of
from tests.servers import wait_until

SOURCE = "forkserver import"
# What Python loads first of all: while the file is there, nothing can be forked.
NO_FORKS = """
import errno, os
real = os.fork
def fork():
    if os.path.exists({flag!r}):
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
    return real()
os.fork = fork
"""


class Family:
    """A server of two processes: who watches (`pid`), what they are forked from, and they themselves."""

    def __init__(self, served):
        self.served, self.pid = served, served.process.pid

    @property
    def source(self):
        return child_named(self.served.process, SOURCE)

    def workers(self):
        with suppress(StopIteration, subprocess.CalledProcessError):
            return children_of(self.source)
        return []

    def kill(self, pid):
        os.kill(pid, signal.SIGKILL)

    def answers(self):
        """Whether it serves; a request that is refused fails the test."""
        return self.served.get("/health").is_success

    def is_free(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.served.program.port)) != 0


def exists(pid):
    """Whether the process runs; one that has ended and nobody has asked about does not."""
    listed = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return listed.stdout.strip()[:1] not in ("", "Z")


def is_deaf(pid):
    """Whether a signal to everybody leaves it alone, as it has to: the others come from it."""
    status = Path(f"/proc/{pid}/status").read_text()
    blocked = int(re.search(r"SigBlk:\s*(\w+)", status)[1], 16)
    return all(blocked >> (number - 1) & 1 for number in (signal.SIGTERM, signal.SIGINT))


@pytest.fixture
def family(program):
    found = Family(program.serve("--sandbox", CHUCKWAGON_PROCESSES="2", CHUCKWAGON_DRAIN_SECONDS="0.2"))
    yield found
    if found.served.process.poll() is None:
        for pid in [*found.workers(), found.pid]:
            with suppress(ProcessLookupError):
                found.kill(pid)


def test_without_what_they_were_forked_from_they_are_replaced_and_not_doubled(family):
    source, workers = family.source, family.workers()
    assert len(workers) == 2
    assert is_deaf(source)
    assert not any(map(is_deaf, workers))
    family.kill(source)
    wait_until(lambda: family.answers() and not any(map(exists, workers)))
    assert len(family.workers()) == 2
    assert family.source != source
    assert is_deaf(family.source)
    replaced = family.workers()
    assert family.served.end(signal.SIGTERM) == 0
    assert not any(map(exists, replaced))
    assert family.is_free()


def test_without_anybody_who_watches_they_end(family):
    workers = family.workers()
    assert len(workers) == 2
    family.kill(family.pid)
    wait_until(lambda: not any(map(exists, workers)))
    wait_until(family.is_free)


@pytest.mark.proof
def test_a_process_that_cannot_be_replaced_now_is_replaced_later(program, tmp_path):
    flag = tmp_path / "full"
    (tmp_path / "sitecustomize.py").write_text(NO_FORKS.format(flag=str(flag)))
    path = os.pathsep.join([str(tmp_path), program.environment["PYTHONPATH"]])
    settings = {"CHUCKWAGON_PROCESSES": "2", "CHUCKWAGON_DRAIN_SECONDS": "0.2", "PYTHONPATH": path}
    family = Family(program.serve("--sandbox", **settings))
    lost, kept = family.workers()
    flag.touch()
    family.kill(lost)
    wait_until(lambda: family.answers() and "could not be started" in family.served.output())
    assert family.answers()
    assert exists(kept)
    flag.unlink()
    wait_until(lambda: len(family.workers()) == 2)
    assert family.served.end(signal.SIGTERM) == 0
    assert not any(map(exists, [kept, *family.workers()]))


@pytest.mark.parametrize("processes", [pytest.param("1", marks=pytest.mark.proof), "2"])
@pytest.mark.parametrize("seconds", [0.1, pytest.param(0.4, marks=pytest.mark.proof)])
def test_ctrl_c_during_a_start_is_no_error(program, processes, seconds):
    """A terminal tells everybody who was started in it; the program listens before it starts anybody."""
    environment = program.environment | {"CHUCKWAGON_PROCESSES": processes}
    started = subprocess.Popen(
        [sys.executable, "-c", "from chuckwagon.cli import main; main()", "serve", "--sandbox"],
        cwd=program.folder, env=environment, text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    program.adopt(started)
    wait_until(lambda: children_of(started.pid))
    with pytest.raises(subprocess.TimeoutExpired):
        started.wait(seconds)
    os.killpg(started.pid, signal.SIGINT)
    said, _nothing = started.communicate(timeout=60)
    assert "Traceback" not in said
