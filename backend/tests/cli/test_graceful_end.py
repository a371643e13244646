"""A process that is told to end finishes what it has taken, and hangs up on nobody in the middle."""

import gc
import os
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

import httpx
import pytest

from bench.buyers import read_goods
from chuckwagon.app import create_app
from chuckwagon.serving import FINISH_SECONDS
from chuckwagon.settings import load_settings
from chuckwagon.supervising import Server
from tests.cli.conftest import PROGRAM
from tests.cli.test_serve import child_named, children_of
from tests.core.test_rude_connections import statuses
from tests.sandbox_client import SandboxClient
from tests.servers import LiveServer, NeverSure, bound_socket, free_ports, wait_until

GET = b"GET /api/config HTTP/1.1\r\nHost: x\r\n\r\n"
CLOSE = b"GET /api/config HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
SLOWEST_PROVIDER_SECONDS = 15  # of one call with its repetitions


def connect(port, seconds=20):
    return socket.create_connection(("127.0.0.1", port), timeout=seconds)


def read_all(line):
    """What comes until the end; a reset is a failure."""
    found = b""
    while part := line.recv(65536):
        found += part
    return found


def refuses(port):
    """Whether a new connection is turned away at once, so that a proxy asks the next server."""
    try:
        connect(port, 0.5).close()
    except (ConnectionRefusedError, TimeoutError):
        return True
    return False


def ask(line):
    """One answer of a line that stays open."""
    line.sendall(GET)
    found = b""
    while b'"demo":' not in found or not found.endswith(b"}"):
        found += line.recv(65536)
    return found


@pytest.mark.parametrize("processes", [pytest.param("1", marks=pytest.mark.proof), "2"])
def test_a_slow_answer_is_finished_and_nothing_new_is_taken(program, processes):
    served = program.serve("--demo", CHUCKWAGON_PROCESSES=processes)
    sandbox = SandboxClient(f"http://127.0.0.1:{program.sandbox_port}", "sk_test_sandbox")
    sandbox.fault("stripe", "delay", ms=9000, times=1)
    body, answers = read_goods(program.port).body(1), []
    url = f"http://127.0.0.1:{program.port}/api/create-payment-intent"
    headers = {"Content-Type": "application/json"}
    buyer = threading.Thread(
        target=lambda: answers.append(httpx.post(url, content=body, headers=headers, timeout=60))
    )
    buyer.start()
    wait_until(lambda: not sandbox.get("/_sandbox/faults").json())  # the call has arrived
    served.process.send_signal(signal.SIGTERM)
    wait_until(lambda: refuses(program.port))
    assert buyer.is_alive(), "the answer is still under way"
    buyer.join()
    assert (answers[0].status_code, answers[0].headers["Connection"]) == (200, "close")
    assert served.process.wait(60) == 0
    assert "Traceback" not in served.output()
    sandbox.close()


def test_the_slowest_provider_is_waited_for():
    assert FINISH_SECONDS > SLOWEST_PROVIDER_SECONDS
    assert load_settings({}, sandbox=True).drain_seconds < FINISH_SECONDS


def test_an_idle_connection_may_still_bring_a_request(program):
    served = program.serve("--sandbox")
    with connect(program.port) as line, connect(program.port) as fresh:
        assert b"connection: close" not in ask(line)
        served.process.send_signal(signal.SIGTERM)
        wait_until(lambda: refuses(program.port))
        for one in (line, fresh):
            one.sendall(GET)
            answer = read_all(one)
            assert statuses(answer) == [200]
            assert b"connection: close" in answer
    assert served.process.wait(60) == 0


def test_a_proxy_is_told_before_the_door_closes(program):
    served = program.serve("--sandbox", CHUCKWAGON_LEAVE_SECONDS="10")
    begun = time.monotonic()
    served.process.send_signal(signal.SIGTERM)
    wait_until(lambda: served.get("/health").status_code == 503)
    assert served.get("/api/config").status_code == 200
    wait_until(lambda: refuses(program.port))
    assert time.monotonic() - begun >= 9.9
    assert served.process.wait(60) == 0


def test_half_a_request_is_waited_for(program):
    served = program.serve("--sandbox")
    with connect(program.port) as line:
        line.sendall(GET[:20])
        time.sleep(0.2)
        served.process.send_signal(signal.SIGTERM)
        wait_until(lambda: refuses(program.port))
        line.sendall(GET[20:])
        assert statuses(read_all(line)) == [200]
    assert served.process.wait(60) == 0


def test_idle_connections_end_politely_after_a_while(program):
    served = program.serve("--sandbox", CHUCKWAGON_DRAIN_SECONDS="0.5")
    with connect(program.port) as line:
        ask(line)
        begun = time.monotonic()
        served.process.send_signal(signal.SIGTERM)
        assert read_all(line) == b""
        assert time.monotonic() - begun >= 0.5
    assert served.process.wait(60) == 0


class Ending(LiveServer):
    """The product's own server in a thread; `busy` keeps its loop from doing anything for a while."""

    def __init__(self, app, bound):
        super().__init__(app, bound, server=Server)

    def busy(self, seconds):
        self._server.servers[0].get_loop().call_soon_threadsafe(time.sleep, seconds)


def test_whoever_the_kernel_has_let_in_is_answered(db, settings):
    """The signal is noticed before the connection is: closing the socket then would reset it."""
    with bound_socket() as bound:
        port = bound.getsockname()[1]
        server = Ending(create_app(settings, db=db, freshness=NeverSure()), bound)
        server.busy(0.6)
        time.sleep(0.1)
        lines = [connect(port) for _ in range(5)]
        for line in lines:
            line.sendall(CLOSE)
        server.stop()
        for line in lines:
            assert statuses(read_all(line)) == [200]
            line.close()


def test_who_serves_has_the_collector_look_through_what_came_since(db, settings):
    gc.unfreeze()  # the test run has frozen what it collected
    gc.disable()
    with bound_socket() as bound:
        server = Ending(create_app(settings, db=db, freshness=NeverSure()), bound)
        try:
            wait_until(gc.isenabled)
            assert gc.get_freeze_count() > 10_000
        finally:
            server.stop()
            gc.unfreeze()
            gc.enable()


def start_with(bound, program, **settings):
    """As a service manager starts it: the open socket is descriptor 3, and the environment says so."""
    start = f'exec 3<&{bound.fileno()}; LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"'
    command = ["bash", "-c", start, "bash", *PROGRAM, "serve", "--sandbox"]
    os.set_inheritable(bound.fileno(), True)
    return subprocess.Popen(
        command, cwd=program.folder, env=program.environment | settings, start_new_session=True,
        pass_fds=[bound.fileno()],
    )  # fmt: skip


@pytest.mark.parametrize("processes", [pytest.param("1", marks=pytest.mark.proof), "2"])
def test_the_socket_of_a_service_manager_outlives_a_restart(program, processes):
    with bound_socket() as bound:
        bound.listen()
        for _ in range(2 if processes == "1" else 1):
            with connect(bound.getsockname()[1], 60) as line:  # nobody serves yet, and it is not refused
                line.sendall(CLOSE)
                process = start_with(bound, program, CHUCKWAGON_PROCESSES=processes, CHUCKWAGON_PORT="1")
                program.adopt(process)
                assert statuses(read_all(line)) == [200]
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == 0


def test_new_settings_come_into_use_process_by_process_unless_they_cannot_work(program):
    file = program.folder / ".env"
    file.write_text("CHUCKWAGON_TAX_RATE=5\n")
    file.chmod(0o600)
    served = program.serve("--sandbox", CHUCKWAGON_PROCESSES="2", CHUCKWAGON_DRAIN_SECONDS="0.5")
    before = set(children_of(child_named(served.process, "forkserver")))
    file.write_text("CHUCKWAGON_TAX_RATE=much\n")
    served.process.send_signal(signal.SIGHUP)
    wait_until(lambda: "Not renewed" in served.output())
    assert "A setting has a wrong value" in served.output()
    assert set(children_of(child_named(served.process, "forkserver"))) == before
    file.write_text("CHUCKWAGON_TAX_RATE=7\n")
    served.process.send_signal(signal.SIGHUP)
    wait_until(lambda: "2 of 2 server processes are renewed." in served.output())
    assert {served.get("/api/config").json()["taxRate"] for _ in range(12)} == {7}
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in before))
    assert served.end(signal.SIGTERM) == 0


def test_one_process_ends_on_a_hangup_so_that_it_is_started_again(program):
    served = program.serve("--sandbox")
    served.process.send_signal(signal.SIGHUP)
    assert served.process.wait(60) == 0


@pytest.mark.parametrize("processes", [pytest.param("1", marks=pytest.mark.proof), "2"])
def test_a_hangup_during_the_start_is_an_end_that_leaves_nothing_behind(program, processes):
    [port] = free_ports()
    settings = {"CHUCKWAGON_PROCESSES": processes, "CHUCKWAGON_METRICS_PORT": str(port)}
    process = subprocess.Popen(
        [*PROGRAM, "serve", "--sandbox"], cwd=program.folder, start_new_session=True,
        env=program.environment | settings | {"TMPDIR": str(program.folder)},
    )  # fmt: skip
    program.adopt(process)
    wait_until(lambda: children_of(process.pid))
    process.send_signal(signal.SIGHUP)
    assert process.wait(60) == 0
    assert list(program.folder.glob("chuckwagon-figures-*")) == []


@pytest.mark.parametrize(
    ("processes", "number"),
    [
        ("1", "SIGHUP"),
        ("2", "SIGTERM"),
        *(pytest.param("1", name, marks=pytest.mark.proof) for name in ("SIGTERM", "SIGINT")),
        *(pytest.param("2", name, marks=pytest.mark.proof) for name in ("SIGHUP", "SIGINT")),
    ],
)
def test_a_signal_is_kept_where_python_drops_what_its_handler_raises(program, processes, number):
    tell = f"import os, signal as s; os.register_at_fork(after_in_parent=lambda: s.raise_signal(s.{number}))"
    done = subprocess.run(
        [PROGRAM[0], "-c", f"{tell}; from chuckwagon.cli import main; main()", "serve", "--sandbox"],
        cwd=program.folder, env=program.environment | {"CHUCKWAGON_PROCESSES": processes},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert "Exception ignored" in done.stderr, "the handler ran in the hook of a fork"
    assert "serves at" not in done.stdout
