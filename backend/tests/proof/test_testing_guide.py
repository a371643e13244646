"""The testing guide names files and parts that exist."""

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts"))

import proof  # noqa: E402

GUIDE = (ROOT / "docs" / "guides" / "testing.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`((?:backend|frontend|e2e|scripts)/[\w./-]+)`", GUIDE)))


@pytest.mark.parametrize("path", NAMED)
def test_a_named_file_exists(path):
    assert (ROOT / path).exists()


def test_every_part_of_the_proof_is_in_the_table():
    table = GUIDE.partition("## What `make proof` runs")[2].partition("###")[0]
    named = [name for row in re.findall(r"(?m)^\| (`.+?`) \|", table) for name in re.findall(r"`([\w-]+)`", row)]
    assert named == [part.name for part in proof.all_parts()]
