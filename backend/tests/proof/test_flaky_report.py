"""On CI a failed test runs once more; the report names exactly those that passed only then."""

import json
import os
import subprocess
import sys

import pytest

from tests.servers import BACKEND

CONFTEST = """
from tests import flaky
def pytest_addoption(parser):
    flaky.add_options(parser)
def pytest_configure(config):
    flaky.configure(config)
"""
TESTS = """
from pathlib import Path
import pytest

def fails_so_often(name, times):
    seen = Path(__file__).with_name(name)
    tries = int(seen.read_text()) + 1 if seen.exists() else 1
    seen.write_text(str(tries))
    assert tries > times

@pytest.fixture
def shaky():
    fails_so_often("setup", 1)

def test_steady():
    pass

def test_flaky():
    fails_so_often("flaky", 1)

def test_flaky_in_its_setup(shaky):
    pass

def test_broken():
    fails_so_often("broken", 9)
"""
PLUGINS = ("-p", "xdist", "-p", "pytest_rerunfailures")


@pytest.fixture
def run(tmp_path):
    """Run four tests, two of which fail at the first try only; gives the output's lines and the report."""
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_tries.py").write_text(TESTS)
    report = tmp_path / "build" / "flaky.json"

    def start(*arguments, **environment):
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "CI"))}
        kept |= {"PYTHONPATH": str(BACKEND), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"} | environment
        command = [sys.executable, "-m", "pytest", *PLUGINS, f"--flaky-report={report}", *arguments]
        done = subprocess.run(command, cwd=tmp_path, env=kept, capture_output=True, text=True, timeout=120, check=False)
        return done.stdout.splitlines(), json.loads(report.read_text())

    return start


@pytest.mark.parametrize("processes", ["0", "2"])
def test_on_ci_what_passes_at_the_second_try_is_named(run, processes):
    lines, flaky = run("-n", processes, CI="true")
    assert "1 failed, 3 passed, 3 rerun" in lines[-1]
    names = ["test_tries.py::test_flaky", "test_tries.py::test_flaky_in_its_setup"]
    assert [case["name"] for case in flaky] == names
    assert all("assert tries > times" in case["reason"] for case in flaky)


@pytest.mark.parametrize("processes", ["0", "2"])
def test_what_fails_twice_says_what_each_try_said(run, processes):
    lines, _flaky = run("-n", processes, CI="true")
    [title] = [number for number, line in enumerate(lines) if " First try " in line]
    assert any("assert 2 > 9" in line for line in lines)
    assert any("assert 1 > 9" in line for line in lines[title:])


def test_elsewhere_nothing_is_tried_again(run):
    lines, flaky = run()
    assert "2 failed, 1 passed, 1 error" in lines[-1]
    assert flaky == []
