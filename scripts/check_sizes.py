"""Fails if a file, folder, Python function or line is larger than a reader can follow, or a file is another's crumb.

Part of `make check`. Cut by subject: a folder's part gets a name of its own, as does a file's. A file under MIN_LINES
whose only importer stands beside or above it belongs into that importer, unless a test of its own imports it, it is
loaded lazily, or the layout of a slice fixes its name. Older crumbs of the screens are listed in
`crumbs_of_screens.txt`; the list may only shrink.
"""

import ast
import os.path
import re
import subprocess
import sys
from collections import Counter, defaultdict
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[1]
MAX_FILES, MAX_LINES = 40, 400
MAX_FUNCTION_LINES = 50  # of a Python function
MAX_DEPTH = 2  # folders inside a slice of the back end
MIN_LINES = 40
MAX_WIDTH = 120  # of a line in a document; the formatters hold it in code
CODE = (".py", ".ts", ".tsx")
SLICES = "backend/chuckwagon"
SCREENS = "frontend/src"
FIXED_NAMES = {
    "__init__.py",
    "errors.py",
    "jobs.py",
    "models.py",
    "queries.py",
    "routes.py",
    "schemas.py",
    "service.py",
}
KNOWN_CRUMBS = ROOT / "scripts/crumbs_of_screens.txt"
IMPORTED = re.compile(r"""(?:from|import)\s*(\()?\s*["']([^"']+)["']""")
UNBREAKABLE = re.compile(r"`[^`]*`\S*|\[[^\]]*\]\([^)]*\)\S*")
FOLDERS = ("backend", "bench", "deploy", "e2e", "frontend", "scripts")
SUFFIXES = (".css", ".html", ".js", ".mjs", ".py", ".sh", ".ts", ".tsx", "")
# Written by scripts, images, a licence's own words, or released and never edited again.
ALLOWED = (
    "*.gen.ts",
    "bench/peers.md",
    "bench/results.md",
    "backend/chuckwagon/demo/plates*",
    "backend/migrations/versions/*/0001_first_tables.py",
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


def find_wide_lines(path: str, text: str) -> list[str]:
    """One sentence for each line of a document that is too wide, unless it cannot be broken: a table, code, a link."""
    found, in_code = [], False
    for number, line in enumerate(text.splitlines(), start=1):
        in_code ^= line.lstrip().startswith("```")
        breakable = UNBREAKABLE.sub("_", line).strip()
        if len(line) > MAX_WIDTH and " " in breakable and not in_code and not breakable.startswith("|"):
            found.append(f"{path}:{number} has {len(line)} characters, at most {MAX_WIDTH}: break the line.")
    return [] if _is_allowed(path) else found


def find_deep_folders(paths: list[str]) -> list[str]:
    """One sentence for each folder that lies too deep in a slice of the back end."""
    folders = {PurePosixPath(path).parent for path in paths if path.startswith(SLICES) and path.endswith(".py")}
    depths = {folder: len(folder.relative_to(SLICES).parts) - 1 for folder in folders}
    return [f"{one} lies {depth} folders deep." for one, depth in sorted(depths.items()) if depth > MAX_DEPTH]


def find_crumbs(sources: dict[str, str]) -> list[str]:
    """The paths of small files that only a neighbor imports. `sources` has the texts of all files, tests included."""
    importers: dict[str, set[str]] = defaultdict(set)
    lazy: set[str] = set()
    for path, text in sources.items():
        for target, is_lazy in _imports(path, text, sources):
            importers[target].add(path)
            if is_lazy:
                lazy.add(target)
    return sorted(path for path, text in sources.items() if _is_crumb(path, text, importers[path]) and path not in lazy)


def _is_crumb(path: str, text: str, importers: set[str]) -> bool:
    if text.count("\n") >= MIN_LINES or PurePosixPath(path).name in FIXED_NAMES or len(importers) != 1:
        return False
    return PurePosixPath(path).is_relative_to(PurePosixPath(next(iter(importers))).parent)


def _imports(path: str, text: str, sources: dict[str, str]) -> list[tuple[str, bool]]:
    """The files that a file imports, each with whether it is loaded lazily."""
    if not path.endswith(".py"):
        found = [(_screen(path, name, sources), bool(call)) for call, name in IMPORTED.findall(text)]
        return [(target, is_lazy) for target, is_lazy in found if target]
    tree = ast.parse(text)
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
    modules = [
        (f"backend/{name.replace('.', '/')}.py", node not in tree.body)
        for node in nodes
        for name in (node.module or "", *(f"{node.module}.{each.name}" for each in node.names))
    ]
    return [(target, is_lazy) for target, is_lazy in modules if target in sources]


def _screen(path: str, name: str, sources: dict[str, str]) -> str | None:
    """The file that a screen's import names."""
    if not name.startswith((".", "@/")):
        return None
    base = f"{SCREENS}/{name[2:]}" if name.startswith("@/") else os.path.normpath(PurePosixPath(path).parent / name)
    return next((one for one in (f"{base}.ts", f"{base}.tsx", base) if one in sources), None)


def _is_allowed(path: str) -> bool:
    return any(fnmatch(path, pattern) for pattern in ALLOWED)


def _tracked_files(*where: str) -> list[str]:
    """Tracked files that are there: one that was just moved is not."""
    command = ["/usr/bin/env", "git", "ls-files", "--", *where]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603
    return [path for path in listed.stdout.splitlines() if (ROOT / path).is_file()]


def main() -> int:
    paths = _tracked_files(*FOLDERS)
    code = [path for path in paths if Path(path).suffix in SUFFIXES]
    lines = {path: len((ROOT / path).read_bytes().splitlines()) for path in code}
    found = find_crowded_folders(paths) + find_long_files(lines)
    for path in paths:
        if path.endswith(".py"):
            found += find_long_functions(path, (ROOT / path).read_text())
    found += find_deep_folders(paths)
    for path in _tracked_files("*.md"):
        found += find_wide_lines(path, (ROOT / path).read_text())
    roots = (f"{SLICES}/", f"{SCREENS}/", "backend/tests/")
    sources = {path: (ROOT / path).read_text() for path in paths if path.startswith(roots) and path.endswith(CODE)}
    crumbs = {path for path in find_crumbs(sources) if not path.startswith("backend/tests/")}
    known = set(KNOWN_CRUMBS.read_text().split())
    found += [f"{path} is a crumb: it belongs into its only importer." for path in sorted(crumbs - known)]
    found += [f"{path} is no crumb any more: take it off {KNOWN_CRUMBS.name}." for path in sorted(known - crumbs)]
    if found:
        print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
