"""The tests notice when a guard is taken away: a few guards here, all of them with `make mutants`.

Running them is slow; whether every guard is still where it was is asked with every change."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


def run_mutants(*arguments):
    command = [sys.executable, str(ROOT / "scripts" / "mutants.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)


@pytest.mark.proof
def test_some_guards_cannot_be_taken_away_unnoticed():
    done = run_mutants("--quick")
    assert done.returncode == 0, done.stdout
    assert re.fullmatch(r"([1-9]\d*) of \1 mutants killed", done.stdout.splitlines()[-1]), done.stdout


def test_every_guard_of_the_table_is_still_where_it_was():
    done = run_mutants("--stale")
    assert done.returncode == 0, done.stdout
