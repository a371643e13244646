"""The load scenarios in their smallest form: that each of them still runs against the product."""

import os
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.conftest import KIND

ROOT = Path(__file__).resolve().parents[3]
LINES = (
    "start to first answer",
    "list of 50 trucks",
    "menu of 30 items",
    "list of 50 trucks, 304",
    "menu of 30 items, 304",
    "board page",
    "counts",
    "one day's analytics",
    "customers",
    "place an order, 2 buyers",
    "a change on 5 open boards",
    "lunch rush, 8 guests: checkout",
    "lunch rush, 8 guests: pay and verify",
    "lunch rush, 8 guests: browsing",
    "lunch rush, 8 guests: tracking",
    "lunch rush, 8 guests: crew",
)


def four_ports():
    """The first of four neighbours that are free, below those that the system gives to whoever connects."""
    while True:
        first = random.randrange(20_000, 32_000)
        if all(is_free(port) for port in range(first, first + 4)):
            return first


def is_free(port):
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


@pytest.fixture
def open_folder():
    """One that PostgreSQL's user may enter; pytest's own are closed."""
    folder = Path(tempfile.mkdtemp(prefix="chuckwagon-bench-", dir="/tmp"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def test_every_scenario_runs_without_an_error(tmp_path, open_folder):
    page = tmp_path / "results.md"
    given = ["--size", "tiny", "--database", KIND, "--port", str(four_ports()), "--out", str(page)]
    command = [sys.executable, "-m", "bench", *given, "--kept", str(open_folder)]
    done = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    rows = [re.split(r" *\| *", line.strip("| \n")) for line in page.read_text().splitlines()]
    errors = {row[0]: row[8] for row in rows if len(row) in (9, 10) and row[0] in LINES}
    assert errors == dict.fromkeys(LINES, "0")
