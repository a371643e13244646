"""Adds to package-lock.json the optional packages of other platforms that npm left out.

npm writes only what it could look up. A lock file made where a mirror lacks, say, the macOS build of a
tool is then refused by `npm ci` everywhere. The added entries name version and platform, and npm skips those
of foreign platforms.
"""

import json
import sys
from pathlib import Path
from typing import Any

SYSTEMS = ("android", "darwin", "linux", "win32", "freebsd", "openharmony")
PROCESSORS = ("arm64", "x64", "arm", "ia32", "ppc64", "riscv64", "s390x", "wasm32")


def complete(lock: dict[str, Any]) -> list[str]:
    """Add what is missing; gives the names that were added."""
    packages: dict[str, dict[str, Any]] = lock["packages"]
    added = []
    for info in list(packages.values()):
        for name, version in info.get("optionalDependencies", {}).items():
            place = f"node_modules/{name}"
            if any(known == place or known.endswith(f"/{place}") for known in packages):
                continue
            packages[place] = _entry(name, version, is_dev=info.get("dev", False))
            added.append(name)
    lock["packages"] = dict(sorted(packages.items()))
    return added


def _entry(name: str, version: str, *, is_dev: bool) -> dict[str, Any]:
    words = name.rsplit("/", 1)[-1].split("-")
    entry: dict[str, Any] = {"version": version.lstrip("^~=")}
    entry["cpu"] = [word for word in words if word in PROCESSORS]
    if is_dev:
        entry["dev"] = True
    if "linux" in words:
        entry["libc"] = ["musl" if "musl" in words else "glibc"]
    entry["optional"] = True
    entry["os"] = [word for word in words if word in SYSTEMS]
    if not entry["os"] or not entry["cpu"]:
        raise SystemExit(f"{name}: cannot tell its platform from its name; add it to package-lock.json by hand.")
    return entry


def main(arguments: list[str]) -> int:
    """Complete the files; with --check only say which are incomplete."""
    is_check = "--check" in arguments
    incomplete = 0
    for path in (Path(argument) for argument in arguments if argument != "--check"):
        lock = json.loads(path.read_text(encoding="utf-8"))
        added = complete(lock)
        if not added:
            continue
        incomplete += 1
        if is_check:
            print(f"{path} lacks {', '.join(added)}: run scripts/complete_npm_lock.py {path}")
        else:
            path.write_text(json.dumps(lock, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
            print(f"{path}: {len(added)} packages of other platforms added")
    return 1 if is_check and incomplete else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
