"""A process that is told to end finishes its open requests and cuts no connection in the middle."""

import gc
import os
import signal
import socket
import subprocess
import threading
import time

import httpx
import pytest

from bench.scenarios.buyers import read_goods
from chuckwagon.app import create_app
from chuckwagon.server.process import GracefulServer, tune_after_start
from chuckwagon.server.runner import FINISH_SECONDS
from chuckwagon.settings_sources import load_settings
from tests.cli.conftest import PROGRAM
from tests.cli.test_serve import children_of
from tests.sandbox_client import SandboxClient
from tests.server.test_rude_connections import statuses
from tests.servers import LiveServer, NoCache, bound_socket, wait_until

GET = b"GET /api/config HTTP/1.1\r\nHost: x\r\n\r\n"
CLOSE = b"GET /api/config HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
SLOWEST_PROVIDER_SECONDS = 15  # one call with its retries


def connect(port, seconds=20):
    return socket.create_connection(("127.0.0.1", port), timeout=seconds)


def read_all(line):
    """Read until the end; a reset fails the test."""
    found = b""
    while part := line.recv(65536):
        found += part
    return found


def refuses(port):
    """Whether a new connection is refused at once, so that a proxy asks the next server."""
    try:
        connect(port, 0.5).close()
    except (ConnectionRefusedError, TimeoutError):
        return True
    return False


def ask(line):
    """One response on a connection that stays open."""
    line.sendall(GET)
    found = b""
    while b'"demo":' not in found or not found.endswith(b"}"):
        found += line.recv(65536)
    return found


def test_a_slow_response_is_finished_and_new_connections_are_refused(program):
    served = program.serve("--demo")
    sandbox = SandboxClient(f"http://127.0.0.1:{program.sandbox_port}", "sk_test_sandbox")
    sandbox.fault("stripe", "delay", ms=9000, times=1)
    body, answers = read_goods(program.port).body(1), []
    url = f"http://127.0.0.1:{program.port}/api/create-payment-intent"
    headers = {"Content-Type": "application/json"}
    buyer = threading.Thread(target=lambda: answers.append(httpx.post(url, content=body, headers=headers, timeout=60)))
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


def test_the_time_limit_for_open_requests_covers_the_slowest_provider():
    assert FINISH_SECONDS > SLOWEST_PROVIDER_SECONDS
    assert load_settings({}, sandbox=True).drain_seconds < FINISH_SECONDS


def test_an_idle_connection_may_still_bring_a_request_and_half_a_request_the_rest(program):
    served = program.serve("--sandbox")
    with connect(program.port) as line, connect(program.port) as fresh, connect(program.port) as halved:
        assert b"connection: close" not in ask(line)
        halved.sendall(GET[:20])
        time.sleep(0.2)
        served.process.send_signal(signal.SIGTERM)
        wait_until(lambda: refuses(program.port))
        for one, rest in ((line, GET), (fresh, GET), (halved, GET[20:])):
            one.sendall(rest)
            answer = read_all(one)
            assert statuses(answer) == [200]
            assert b"connection: close" in answer
    assert served.process.wait(60) == 0


@pytest.mark.proof
def test_the_health_check_fails_before_the_socket_closes(program):
    served = program.serve("--sandbox", CHUCKWAGON_LEAVE_SECONDS="5")
    begun = time.monotonic()
    served.process.send_signal(signal.SIGTERM)
    wait_until(lambda: served.get("/health").status_code == 503)
    assert served.get("/api/config").status_code == 200
    wait_until(lambda: refuses(program.port))
    assert time.monotonic() - begun >= 4.9
    assert served.process.wait(60) == 0
    assert not served.sandbox_answers()
    assert "Traceback" not in served.output()


@pytest.mark.proof
def test_it_ends_on_a_hangup_and_its_idle_connections_politely_after_a_while(program):
    """A service manager starts it again, with new settings."""
    served = program.serve("--sandbox", CHUCKWAGON_DRAIN_SECONDS="0.5")
    with connect(program.port) as line:
        ask(line)
        begun = time.monotonic()
        served.process.send_signal(signal.SIGHUP)
        assert read_all(line) == b""
        assert time.monotonic() - begun >= 0.5
    assert served.process.wait(60) == 0


def test_the_garbage_collector_skips_the_objects_of_the_start(db, settings):
    gc.unfreeze()  # the test run has frozen what it collected
    gc.disable()
    with bound_socket() as bound:
        app = create_app(settings, db=db, cache_validator=NoCache())
        tune_after_start(app)
        server = LiveServer(app, bound, server=GracefulServer)
        try:
            wait_until(gc.isenabled)
            assert gc.get_freeze_count() > 10_000
        finally:
            server.stop()
            gc.unfreeze()
            gc.enable()


@pytest.mark.proof
@pytest.mark.parametrize("seconds", [0.1, 0.4])
def test_ctrl_c_during_a_start_is_no_error(program, seconds):
    """A terminal sends the signal to every process of the program."""
    started = subprocess.Popen(
        [*PROGRAM, "serve", "--sandbox"], cwd=program.folder, env=program.environment, text=True,
        start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    program.adopt(started)
    wait_until(lambda: children_of(started.pid))
    with pytest.raises(subprocess.TimeoutExpired):
        started.wait(seconds)
    os.killpg(started.pid, signal.SIGINT)
    said, _nothing = started.communicate(timeout=180)
    assert "Traceback" not in said


@pytest.mark.proof
@pytest.mark.parametrize("number", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_signal_is_kept_where_python_drops_what_its_handler_raises(program, number):
    tell = f"import os, signal as s; os.register_at_fork(after_in_parent=lambda: s.raise_signal(s.{number}))"
    done = subprocess.run(
        [PROGRAM[0], "-c", f"{tell}; from chuckwagon.cli.main import main; main()", "serve", "--sandbox"],
        cwd=program.folder, env=program.environment,
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert "Exception ignored" in done.stderr, "the handler ran in the hook of a fork"
    assert "Chuckwagon runs at" not in done.stdout
