"""The documents name files that exist."""

import re
from pathlib import Path

import pytest

from tests.servers import BACKEND

ROOT = BACKEND.parent
ROOTS = (ROOT, BACKEND / "chuckwagon", BACKEND, ROOT / "frontend/src", ROOT / "frontend")
MADE_BY_A_BUILD = {"dist/.server/", "chuckwagon/shipped"}
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
PATH = re.compile(r"`([\w.-]+/[\w./-]*|[\w-]+\.(?:py|md|ts|tsx|toml))`")
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")


def exists(path: str) -> bool:
    """Whether the tour's path leads somewhere; a name without a folder may stand in any."""
    if "/" in path:
        return any((root / path).exists() for root in ROOTS) or any((BACKEND / "chuckwagon").glob(f"*/{path}"))
    return any((ROOT / path).exists() or any(root.glob(f"**/{path}")) for root in ROOTS[1:4])


def test_every_path_of_the_tour_exists():
    paths = set(PATH.findall((ROOT / "ARCHITECTURE.md").read_text())) - MADE_BY_A_BUILD
    assert len(paths) > 100
    assert sorted(path for path in paths if not exists(path)) == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_to_a_file_leads_somewhere(document: Path):
    links = [
        link for link in LINK.findall(document.read_text()) if "://" not in link and not link.startswith("mailto:")
    ]
    assert [link for link in links if not (document.parent / link).exists()] == []
