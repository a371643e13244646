"""Starting and stopping the whole product by its one command."""

import os
import signal
import subprocess

import pytest

from tests.servers import bound_socket, wait_until


def child_named(parent, name):
    """The process id of the child whose command line holds this name."""
    asked = ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(parent.pid)]  # as wide as they are
    listed = subprocess.run(asked, capture_output=True, text=True, check=True)
    return next(int(line.split()[0]) for line in listed.stdout.splitlines() if name in line)


def children_of(pid):
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    return [int(line) for line in listed.stdout.split()]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_demo_serves_a_street_and_ends_quietly(program, number):
    served = program.serve("--demo")
    assert served.get("/health").json() == {"status": "ok"}
    assert len(served.get("/api/trucks/public").json()) >= 8
    assert served.sandbox_answers()
    assert served.end(number) == 0
    assert not served.sandbox_answers()
    assert "Traceback" not in served.output()
    assert served.output().rstrip().endswith("Ctrl-C stops.")


def test_what_to_try_is_told(program):
    served = program.serve("--demo")
    for line in (
        f"http://localhost:{program.port}/spicy-burritos",
        f"http://localhost:{program.sandbox_port}/messages",
        "4242 4242 4242 4242  pays",
        "4000 0000 0000 0002  is declined",
        "4000 0025 0000 3155  asks for 3-D Secure",
    ):
        assert line in served.output()
    served.end(signal.SIGTERM)


def test_a_second_start_keeps_the_street_as_it_was_left(program):
    first = program.serve("--demo")
    before = first.get("/api/trucks/public").json()
    first.end(signal.SIGTERM)
    second = program.serve("--demo")
    assert second.get("/api/trucks/public").json() == before
    second.end(signal.SIGTERM)


def test_the_sandbox_alone_brings_no_street(program):
    served = program.serve("--sandbox")
    assert served.get("/api/trucks/public").json() == []
    assert served.get("/api/config").json()["demo"] is False
    served.end(signal.SIGTERM)


def test_several_processes_share_one_address(program):
    served = program.serve("--demo", CHUCKWAGON_PROCESSES="2")
    assert {served.get("/api/config").status_code for _ in range(10)} == {200}
    assert served.end(signal.SIGINT) == 0
    assert "Traceback" not in served.output()


def test_several_processes_import_the_product_once_and_one_that_dies_is_replaced(program):
    served = program.serve("--demo", CHUCKWAGON_PROCESSES="2")
    source = child_named(served.process, "forkserver")
    servers = children_of(source)
    assert len(servers) == 2
    os.kill(servers[0], signal.SIGKILL)
    wait_until(lambda: len(set(children_of(source)) - {servers[0]}) == 2)
    assert {served.get("/api/config").status_code for _ in range(10)} == {200}
    assert served.end(signal.SIGINT) == 0
    wait_until(lambda: children_of(source) == [])


@pytest.mark.parametrize("taken", ["port", "sandbox_port"])
def test_a_taken_port_is_one_sentence(program, taken):
    with bound_socket() as busy:
        busy.listen()
        setting = f"CHUCKWAGON_{taken.upper()}"
        done = program.run("serve", "--demo", **{setting: str(busy.getsockname()[1])})
    assert done.returncode == 1
    [line] = done.stdout.splitlines()
    assert "Address already in use" in line
    assert line.endswith(f"set {setting}.")


def test_a_sandbox_that_ends_is_told_and_the_product_goes_on(program):
    served = program.serve("--sandbox")
    os.kill(child_named(served.process, "sandbox"), signal.SIGKILL)
    wait_until(lambda: "The sandbox has ended" in served.output())
    assert served.get("/health").status_code == 200
    assert served.end(signal.SIGINT) == 0


def test_the_sandbox_does_not_outlive_a_killed_product(program):
    served = program.serve("--sandbox")
    served.process.kill()
    served.process.wait()
    wait_until(lambda: not served.sandbox_answers())


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({}, "STRIPE_SECRET_KEY is missing"),
        ({"CHUCKWAGON_PORT": "many"}, "A setting has a wrong value"),
        ({"CHUCKWAGON_SANDBOX": "1", "STRIPE_SECRET_KEY": "sk_live_1"}, "is a live key"),
        (
            {"CHUCKWAGON_SANDBOX": "1", "DATABASE_URL": "postgresql://127.0.0.1:1/none"},
            "The database does not answer",
        ),
    ],
)
def test_a_start_that_cannot_work_is_one_sentence(program, settings, sentence):
    done = program.run("serve", **settings)
    assert done.returncode == 1
    [line] = done.stdout.splitlines()
    assert sentence in line
