"""Several server processes and the one that supervises them: if one dies, the others serve on or end with it."""

import os
import signal
import socket
import subprocess
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.cli.conftest import PROGRAM, server_processes
from tests.cli.test_serve import children_of, is_free
from tests.servers import wait_until

# What Python loads first of all: while the file is there, multiprocessing can start no process.
NO_PROCESSES = """
import errno, os
from multiprocessing import util
real = util.spawnv_passfds
def spawn(*given):
    if os.path.exists({flag!r}):
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
    return real(*given)
util.spawnv_passfds = spawn
"""


def is_running(pid):
    """Whether the process runs; a zombie does not."""
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return listed.stdout.strip()[:1] not in ("", "Z")


def answers(served):
    """Whether it serves; a refused connection fails the test."""
    return served.get("/health").is_success


def open_sockets(pid):
    """How many sockets a process has open."""
    found = 0
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed meanwhile
            found += str(file.readlink()).startswith("socket:")
    return found


@pytest.fixture
def two(program):
    served = program.serve("--sandbox", CHUCKWAGON_PROCESSES="2", CHUCKWAGON_DRAIN_SECONDS="0.2")
    yield served
    for pid in server_processes(served):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


@pytest.mark.proof
def test_the_port_is_free_when_all_processes_have_ended(two):
    processes = server_processes(two)
    assert len(processes) == 2
    assert two.end(signal.SIGTERM) == 0
    assert not any(map(is_running, processes))
    assert is_free(two.program.port)


def test_without_their_supervisor_they_end(two):
    processes = server_processes(two)
    assert len(processes) == 2
    two.process.kill()
    wait_until(lambda: not any(map(is_running, processes)))
    wait_until(lambda: is_free(two.program.port))


@pytest.mark.proof
def test_each_process_gets_its_share_of_the_connections(two):
    processes = server_processes(two)
    before = [open_sockets(pid) for pid in processes]
    with ExitStack() as opened:
        lines = [
            opened.enter_context(socket.create_connection(("127.0.0.1", two.program.port), timeout=60))
            for _ in range(16)
        ]
        for line in lines:
            line.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
            assert line.recv(12) == b"HTTP/1.1 200"
        shares = [open_sockets(pid) - count for pid, count in zip(processes, before, strict=True)]
    assert sum(shares) == 16
    assert min(shares) >= 4


@pytest.mark.proof
def test_a_process_that_cannot_be_replaced_now_is_replaced_later(program, tmp_path):
    flag = tmp_path / "full"
    (tmp_path / "sitecustomize.py").write_text(NO_PROCESSES.format(flag=str(flag)))
    path = os.pathsep.join([str(tmp_path), program.environment["PYTHONPATH"]])
    settings = {"CHUCKWAGON_PROCESSES": "2", "CHUCKWAGON_DRAIN_SECONDS": "0.2", "PYTHONPATH": path}
    served = program.serve("--sandbox", **settings)
    lost, kept = server_processes(served)
    flag.touch()
    os.kill(lost, signal.SIGKILL)
    wait_until(lambda: answers(served) and "could not be started" in served.output())
    assert answers(served)
    assert is_running(kept)
    flag.unlink()
    wait_until(lambda: len(server_processes(served)) == 2)
    replaced = server_processes(served)
    assert kept in replaced
    assert served.end(signal.SIGTERM) == 0
    assert not any(map(is_running, replaced))


def test_a_first_process_that_cannot_be_started_is_one_sentence(program, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(NO_PROCESSES.format(flag=str(tmp_path)))
    path = os.pathsep.join([str(tmp_path), program.environment["PYTHONPATH"]])
    done = program.run("serve", "--sandbox", CHUCKWAGON_PROCESSES="2", PYTHONPATH=path)
    assert done.returncode == 1
    assert "could not be started (Resource temporarily unavailable)" in done.stdout
    assert "Traceback" not in done.stdout


@pytest.mark.proof
@pytest.mark.parametrize("processes", ["1", "2"])
@pytest.mark.parametrize("seconds", [0.1, 0.4])
def test_ctrl_c_during_a_start_is_no_error(program, processes, seconds):
    """A terminal sends the signal to every process of the program."""
    environment = program.environment | {"CHUCKWAGON_PROCESSES": processes}
    started = subprocess.Popen(
        [*PROGRAM, "serve", "--sandbox"], cwd=program.folder, env=environment, text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    program.adopt(started)
    wait_until(lambda: children_of(started.pid))
    with pytest.raises(subprocess.TimeoutExpired):
        started.wait(seconds)
    os.killpg(started.pid, signal.SIGINT)
    said, _nothing = started.communicate(timeout=180)
    assert "Traceback" not in said


def test_ctrl_c_while_the_server_processes_start_is_no_error(program):
    environment = program.environment | {"CHUCKWAGON_PROCESSES": "2"}
    started = subprocess.Popen(
        [*PROGRAM, "serve"], cwd=program.folder, env=environment | {"CHUCKWAGON_SANDBOX": "1"}, text=True,
        start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    program.adopt(started)
    wait_until(lambda: len(children_of(started.pid)) > 2)  # the sandbox, the resource tracker, a server process
    os.killpg(started.pid, signal.SIGINT)
    said, _nothing = started.communicate(timeout=180)
    assert started.returncode == 0
    assert "Traceback" not in said
