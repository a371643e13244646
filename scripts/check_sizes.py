"""Fails if a file, a folder or a Python function is larger than a reader can follow; part of `make check`.

Cut by subject: a folder's part gets a name of its own, as does a file's.
"""

import ast
import subprocess
import sys
from collections import Counter
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[1]
MAX_FILES, MAX_LINES = 40, 400
MAX_FUNCTION_LINES = 50  # of a Python function
FOLDERS = ("backend", "bench", "deploy", "e2e", "frontend", "scripts")
SUFFIXES = (".css", ".html", ".js", ".mjs", ".py", ".sh", ".ts", ".tsx", "")
# Written by scripts, images, released and never edited again, or a list of sentences that are one download.
ALLOWED = (
    "*.gen.ts",
    "backend/chuckwagon/demo/plates",
    "backend/migrations/versions/*/0001_first_tables.py",
    "frontend/src/messages/*/checkout.ts",
    "frontend/src/messages/es/errors.ts",
)


def find_crowded_folders(paths: list[str]) -> list[str]:
    """One sentence for each folder with too many files in it. Folders in it do not count."""
    counts = Counter(str(PurePosixPath(path).parent) for path in paths)
    return [
        f"{folder} has {count} files, at most {MAX_FILES}: cut it by subject."
        for folder, count in sorted(counts.items())
        if count > MAX_FILES and not _is_allowed(folder)
    ]


def find_long_files(lines: dict[str, int]) -> list[str]:
    """One sentence for each file with too many lines; `lines` has the number of each path."""
    return [
        f"{path} has {count} lines, at most {MAX_LINES}: cut it by subject."
        for path, count in sorted(lines.items())
        if count > MAX_LINES and not _is_allowed(path)
    ]


def find_long_functions(path: str, source: str) -> list[str]:
    """One sentence for each function in the Python source with too many lines, its decorators not counted."""
    functions = [one for one in ast.walk(ast.parse(source)) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    lines = [(one.name, (one.end_lineno or one.lineno) - one.lineno + 1) for one in functions]
    return [
        f"{path}: {name} has {count} lines, at most {MAX_FUNCTION_LINES}: give a part of it a name."
        for name, count in lines
        if count > MAX_FUNCTION_LINES and not _is_allowed(path)
    ]


def _is_allowed(path: str) -> bool:
    return any(fnmatch(path, pattern) for pattern in ALLOWED)


def _tracked_files() -> list[str]:
    """Tracked files that are there: one that was just moved is not."""
    command = ["/usr/bin/env", "git", "ls-files", "--", *FOLDERS]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603
    return [path for path in listed.stdout.splitlines() if (ROOT / path).is_file()]


def main() -> int:
    paths = _tracked_files()
    code = [path for path in paths if Path(path).suffix in SUFFIXES]
    lines = {path: len((ROOT / path).read_bytes().splitlines()) for path in code}
    found = find_crowded_folders(paths) + find_long_files(lines)
    for path in paths:
        if path.endswith(".py"):
            found += find_long_functions(path, (ROOT / path).read_text())
    if found:
        print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
