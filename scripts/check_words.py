"""Fails if a banned word stands in code, comments or documents; part of `make check`.

The words are from the private language that this code base once had: each has a standard term instead.
`scripts/allowed_words.txt` lists where one may stand, because it is a published name or a name of the outside world.
"""

import re
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ALLOWED = Path(__file__).with_name("allowed_words.txt")
INSTEAD = {
    "anew": "again",
    "crew": "staff",
    "dish": "menu item",
    "guest": "customer",
    "haste": "name what is done",
    "hatch": "counter",
    "nobody": "name who, or say 'no …'",
    "picture": "image",
    "seller": "truck, or connected account",
    "somebody": "name who",
    "till": "counter, or until",
    "whoever": "name who",
}
PLURALS = {
    "crew": "crews",
    "dish": "dishes",
    "guest": "guests",
    "picture": "pictures",
    "seller": "sellers",
}
SINGULARS = {plural: word for word, plural in PLURALS.items()}
# Part of a path, an address or a longer name is no use of the word.
USE = re.compile(rf"(?<![\w/.@-])({'|'.join([*INSTEAD, *SINGULARS])})(?![\w/-]|\.\w)", re.IGNORECASE)
FOLDERS = ("backend", "bench", "deploy", "docs", "e2e", "frontend", "scripts")
SUFFIXES = (
    ".css",
    ".html",
    ".js",
    ".md",
    ".mjs",
    ".py",
    ".sh",
    ".toml",
    ".ts",
    ".tsx",
    ".yaml",
    "",
)


def allowed_places(text: str) -> list[tuple[str, str]]:
    """(path pattern, word) of each line; `#` begins a comment."""
    lines = (line.partition("#")[0].split() for line in text.splitlines())
    return [(pattern, word) for pattern, word in filter(None, lines)]


def find_uses(path: str, text: str, allowed: list[tuple[str, str]]) -> list[str]:
    """One sentence for each banned word that may not stand in the file."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        for match in USE.finditer(line):
            word = SINGULARS.get(match.group(1).lower(), match.group(1).lower())
            if not any(fnmatch(path, pattern) and name in (word, "*") for pattern, name in allowed):
                found.append(f"{path}:{number}: '{match.group(1)}' ({INSTEAD[word]})")
    return found


def checked_files() -> list[str]:
    """Tracked text files of the checked folders and of the top folder."""
    patterns = [f"{folder}/**" for folder in FOLDERS] + [":(top,glob)*"]
    command = ["/usr/bin/env", "git", "ls-files", "--", *patterns]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603
    return [path for path in listed.stdout.splitlines() if Path(path).suffix in SUFFIXES]


def main() -> int:
    allowed = allowed_places(ALLOWED.read_text())
    found = []
    for path in checked_files():
        try:
            text = (ROOT / path).read_text()
        except UnicodeDecodeError:
            continue
        found += find_uses(path, text, allowed)
    if found:
        print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
