"""The guides on security and privacy claim nothing without a test that exists."""

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
GUIDE, PRIVACY = (
    (TESTS.parents[1] / f"docs/guides/{name}.md").read_text(encoding="utf-8") for name in ("security", "privacy")
)
CLAIMED = GUIDE.split("## Claimed")[1].split("## Not claimed")[0]
NAMED = sorted(set(re.findall(r"`([\w/]+\.py)::(\w+)`", CLAIMED + PRIVACY)))


def test_a_claimed_test_exists():
    sources = {path: (TESTS / path).read_text(encoding="utf-8") for path, _name in NAMED}
    assert len(NAMED) > 100
    missing = [
        f"{path}::{name}"
        for path, name in NAMED
        if not re.search(rf"^(async )?def {name}\(", sources[path], re.MULTILINE)
    ]
    assert missing == []


def test_a_claimed_journey_exists():
    journeys = re.findall(r"`(e2e/[^`]+)`", CLAIMED)
    assert journeys
    assert [path for path in journeys if not (TESTS.parents[1] / path).is_file()] == []


def test_every_claim_names_a_test():
    rows = [row for row in CLAIMED.splitlines() if re.match(r"\| \d", row)]
    assert len(rows) > 20
    for row in rows:
        assert re.search(r"`[\w/]+\.py::test_\w+`", row), row
