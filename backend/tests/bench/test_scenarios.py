"""The load scenarios in their smallest form: that each of them still runs against the product."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.conftest import DATABASE_KIND
from tests.servers import free_ports

pytestmark = [pytest.mark.dialect, pytest.mark.proof]

ROOT = Path(__file__).resolve().parents[3]
LINES = (
    "start to first answer",
    "list of 50 trucks at stops",
    "menu of 30 items",
    "list of 50 trucks at stops, 304",
    "menu of 30 items, 304",
    "board page",
    "counts",
    "one day's analytics",
    "customers",
    "numbers by stop",
    "place an order, 2 buyers",
    "order without slots, 2 buyers",
    "order with slots, 2 buyers",
    "a change on 5 open boards",
    "lunch rush, 8 customers: checkout",
    "lunch rush, 8 customers: pay and verify",
    "lunch rush, 8 customers: browsing",
    "lunch rush, 8 customers: tracking",
    "lunch rush, 8 customers: staff",
)


@pytest.fixture
def open_folder():
    """One that PostgreSQL's user may enter; pytest's own are closed."""
    folder = Path(tempfile.mkdtemp(prefix="chuckwagon-bench-", dir="/tmp"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def test_every_scenario_runs_without_an_error(tmp_path, open_folder):
    page = tmp_path / "results.md"
    given = ["--size", "tiny", "--database", DATABASE_KIND, "--port", str(free_ports(4)[0]), "--out", str(page)]
    command = [sys.executable, "-m", "bench", *given, "--kept", str(open_folder)]
    done = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    rows = [re.split(r" *\| *", line.strip("| \n")) for line in page.read_text().splitlines()]
    errors = {row[0]: row[8] for row in rows if len(row) in (9, 10) and row[0] in LINES}
    assert errors == dict.fromkeys(LINES, "0")
