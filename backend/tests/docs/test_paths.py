"""The documents name files that exist."""

import re
import subprocess

from tests.servers import BACKEND

ROOT = BACKEND.parent
ROOTS = (ROOT, BACKEND / "chuckwagon", BACKEND, ROOT / "frontend/src", ROOT / "frontend")
MADE_BY_A_BUILD = {"dist/.server/", "chuckwagon/shipped"}
DOCUMENTS = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("b*/*.md"), *ROOT.glob("deploy/**/*.md")]
)
TOUR = (ROOT / "ARCHITECTURE.md", *sorted(ROOT.glob("docs/internals/*.md")))
CODE = re.compile(r"`([A-Za-z0-9_/.-]+\.(?:py|tsx?|m?js|lua|sh|toml|yaml|css))`")
PATH = re.compile(r"`([\w.-]+/[\w./-]*|[\w-]+\.(?:py|md|ts|tsx|toml))`")
DECISIONS = ROOT / "docs/decisions"
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")


def exists(path: str) -> bool:
    """Whether the tour's path leads somewhere; a name without a folder may stand in any."""
    if "/" in path:
        return any((root / path).exists() for root in ROOTS) or any((BACKEND / "chuckwagon").glob(f"*/{path}"))
    return any((ROOT / path).exists() or any(root.glob(f"**/{path}")) for root in ROOTS[1:4])


def test_every_path_of_the_tour_exists():
    paths = {path for document in TOUR for path in PATH.findall(document.read_text())} - MADE_BY_A_BUILD
    assert len(paths) > 100
    assert sorted(path for path in paths if not exists(path)) == []


def test_every_file_of_code_that_a_document_names_exists():
    """By the end of its path, because a guide may say where to look before it names a file."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    files = [f"/{path}" for path in listed.splitlines()]
    named = [(str(one.relative_to(ROOT)), path) for one in DOCUMENTS for path in CODE.findall(one.read_text())]
    assert [pair for pair in named if not any(path.endswith(f"/{pair[1]}") for path in files)] == []


def test_every_link_to_a_file_leads_somewhere():
    links = [
        (document, link)
        for document in DOCUMENTS
        for link in LINK.findall(document.read_text())
        if "://" not in link and not link.startswith("mailto:")
    ]
    assert [(str(at.relative_to(ROOT)), link) for at, link in links if not (at.parent / link).exists()] == []


def test_the_index_of_decisions_has_each_with_its_title():
    index = (DECISIONS / "README.md").read_text()
    row = r"^\| \[(\d{4})\]\(([\w-]+\.md)\) \| (.+?) \| (?:In force|Replaced .*?|Dropped) \| \S.* \|$"
    rows = re.findall(row, index, re.MULTILINE)
    records = {
        path.name: re.sub(r"^# \d+\. ", "", path.read_text().splitlines()[0]) for path in DECISIONS.glob("0*.md")
    }
    assert {name: title for number, name, title in rows if name.startswith(number)} == records
