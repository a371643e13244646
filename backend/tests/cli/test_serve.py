"""Starting and stopping the whole product by one command."""

import os
import signal
import subprocess

import pytest

from tests.servers import bound_socket, wait_until


def child_named(parent, name):
    """The process id of the child whose command line holds this name."""
    asked = ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(parent.pid)]  # without truncation
    listed = subprocess.run(asked, capture_output=True, text=True, check=True)
    return next(int(line.split()[0]) for line in listed.stdout.splitlines() if name in line)


def children_of(pid):
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(line) for line in listed.stdout.split()]


@pytest.mark.proof
def test_the_demo_tells_what_to_try_and_a_second_start_keeps_the_street_as_it_was_left(program):
    first = program.serve("--demo")
    for line in (
        f"http://localhost:{program.port}/spicy-burritos",
        f"http://localhost:{program.sandbox_port}/messages",
        "4242 4242 4242 4242  pays",
        "4000 0000 0000 0002  is declined",
        "4000 0025 0000 3155  requires 3-D Secure",
    ):
        assert line in first.output()
    assert first.get("/health").json() == {"status": "ok"}
    before = first.get("/api/trucks/public").json()
    assert len(before) >= 8
    assert first.sandbox_answers()
    assert_ends_quietly(first, signal.SIGINT)
    assert first.output().rstrip().endswith("Ctrl-C stops.")
    second = program.serve("--demo")
    assert second.get("/api/trucks/public").json() == before
    second.process.kill()
    second.process.wait()
    wait_until(lambda: not second.sandbox_answers())  # it does not outlive a killed product


def assert_ends_quietly(served, number):
    assert served.end(number) == 0
    assert not served.sandbox_answers()
    assert "Traceback" not in served.output()


def test_the_sandbox_alone_brings_no_street_and_its_own_end_is_reported_while_the_product_goes_on(program):
    served = program.serve("--sandbox")
    assert served.get("/api/trucks/public").json() == []
    assert served.get("/api/config").json()["demo"] is False
    os.kill(child_named(served.process, "sandbox"), signal.SIGKILL)
    wait_until(lambda: "The sandbox has ended" in served.output())
    assert served.get("/health").status_code == 200
    assert_ends_quietly(served, signal.SIGINT)


@pytest.mark.parametrize("taken", ["port", pytest.param("sandbox_port", marks=pytest.mark.proof)])
def test_a_taken_port_is_one_sentence(program, taken):
    with bound_socket() as busy:
        busy.listen()
        setting = f"CHUCKWAGON_{taken.upper()}"
        done = program.run("serve", "--demo", **{setting: str(busy.getsockname()[1])})
    assert done.returncode == 1
    [line] = done.stdout.splitlines()
    assert "Address already in use" in line
    assert line.endswith(f"set {setting}.")


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({}, "STRIPE_SECRET_KEY is missing"),
        pytest.param({"CHUCKWAGON_PORT": "many"}, "A setting has a wrong value", marks=pytest.mark.proof),
        pytest.param(
            {"CHUCKWAGON_SANDBOX": "1", "STRIPE_SECRET_KEY": "sk_live_1"},
            "is a live key",
            marks=pytest.mark.proof,
        ),
        pytest.param(
            {"CHUCKWAGON_SANDBOX": "1", "DATABASE_URL": "postgresql://127.0.0.1:1/none"},
            "The database does not respond",
            marks=pytest.mark.proof,
        ),
    ],
)
def test_a_start_that_cannot_work_is_one_sentence(program, settings, sentence):
    done = program.run("serve", **settings)
    assert done.returncode == 1
    [line] = done.stdout.splitlines()
    assert sentence in line
