"""The log watcher of every test run finds personal data and secrets, and fails the run."""

import os
import subprocess
import sys

import pytest

from tests.canaries import LogScanner
from tests.servers import BACKEND


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run tests in another process. They need no database."""
    command = [sys.executable, "-m", "pytest", "tests/proof/planted_data.py", *arguments]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment["CHUCKWAGON_TEST_DATABASE"] = "sqlite"
    return subprocess.run(
        command, cwd=BACKEND, env=environment, capture_output=True, text=True, timeout=300, check=False
    )


@pytest.mark.parametrize("parallel", ["0", pytest.param("2", marks=pytest.mark.proof)])
def test_a_run_in_which_something_slips_into_the_log_fails(parallel):
    done = run("-n", parallel)
    assert "4 passed" in done.stdout
    assert done.returncode == 1
    found = done.stdout.split("personal or secret things in the log")[1]
    assert "a phone in the log, by tests/proof/planted_data.py::test_a_phone_in_a_line" in found
    assert "an e-mail in the log, by tests/proof/planted_data.py::test_an_email_in_the_output" in found
    assert "a name in the log, by tests/proof/planted_data.py::test_a_name_in_the_captured" in found
    assert "test_nothing_wrong" not in found


@pytest.mark.proof
def test_a_run_with_a_clean_log_passes():
    done = run("-k", "nothing_wrong")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ('{"ts":"1","to":"+12133734253"}', "a phone"),
        ('{"ts":"1","to":"(213) 373-4253"}', "a phone"),
        ('{"ts":"1","to":"2133734253"}', "a phone"),
        ('{"ts":"1","to":"truck_admin@example.com"}', "an e-mail"),
        ('{"ts":"1","card":"4242424242424242"}', "a card"),
        ('{"ts":"1","card":"4242 4242 4242 4242"}', "a card"),
        ('{"ts":"1","x":"pi_3Abc_secret_9f8e7d6c"}', "a secret"),
        ('{"ts":"1","x":"sk_test_sandbox"}', "a secret"),
        ('{"ts":"1","x":"t=1,v1=0123456789abcdef0123"}', "a secret"),
        ('{"ts":"1","x":"Bearer abc"}', "a secret"),
        ('{"ts":"1","x":"' + "aB3_" * 10 + 'xyz"}', "a token"),
        ('{"ts":"1","x":"griddle-lantern-58"}', "a password"),
        ('{"ts":"1","x":"Ada Lovelace"}', "a name"),
        ('{"ts":"1","x":"/api/customers?q=x"}', "a query"),
        ("ValueError: cannot read 'ada@example.com'", "an e-mail"),
    ],
)
def test_each_canary_is_seen(line, what):
    watcher = LogScanner()
    watcher.scan_output(f"Chuckwagon serves\n{line}\n", "a test")
    assert [finding.split(" in the log")[0] for finding in watcher.findings] == [what]


@pytest.mark.parametrize(
    "line",
    [
        '{"ts":"1","level":"info","request_id":"2048761929385861","job_id":"2048761929385861"}',
        '{"ts":"2026-11-21T15:13:34.237Z","event":"request","route":"/api/orders/{order_id}","ms":12345.67}',
        '{"ts":"1","actor":"5f3e9c0a1b2c3d4e5f6a7b8c","order_id":"21337342532133734253aaaa"}',
    ],
)
def test_ids_and_numbers_are_no_canaries(line):
    watcher = LogScanner()
    watcher.scan_output(line, "a test")
    assert watcher.lines == 1
    assert watcher.findings == []


def test_what_is_said_to_a_person_is_no_line_of_the_log():
    watcher = LogScanner()
    watcher.scan_output("ada@example.com may now sign in at http://localhost:8000/admin/login", "a test")
    assert watcher.lines == 0
