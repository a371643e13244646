"""Looks for keys of known services, private keys and passwords in addresses, in every file that git keeps.

`python scripts/secret_scan.py [FILE…]` prints where one stands, never the key, and then ends with 1.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LARGEST = 2_000_000
# Real keys are long; the short ones of tests and of the sandbox are no keys anywhere.
PATTERNS = {
    "Stripe key": re.compile(r"\b[srp]k_(?:live|test)_[A-Za-z0-9]{24,}"),
    "Stripe webhook secret": re.compile(r"\bwhsec_[A-Za-z0-9+/]{32,}"),
    "Twilio account": re.compile(r"\bAC[0-9a-f]{32}\b"),
    "Twilio API key": re.compile(r"\bSK[0-9a-f]{32}\b"),
    "AWS key": re.compile(r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b"),
    "GitHub token": re.compile(r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{50,})"),
    "Slack token": re.compile(r"\bxox[abpr]-[A-Za-z0-9-]{20,}"),
    "Google key": re.compile(r"\bAIza[A-Za-z0-9_-]{35}\b"),
    "npm token": re.compile(r"\bnpm_[A-Za-z0-9]{36}\b"),
    "private key": re.compile(r"-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----"),
    "signed token": re.compile(r"\beyJ[A-Za-z0-9_-]{16,}\.eyJ[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}"),
}


def tracked_files() -> list[Path]:
    command = ["git", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603
    return [ROOT / name for name in listed.stdout.split("\0") if name]


def find_secrets(path: Path) -> Iterator[tuple[int, str]]:
    """Line and kind of each finding; images and typefaces are passed over."""
    if not path.is_file() or path.stat().st_size > LARGEST:
        return
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return
    for number, line in enumerate(text.splitlines(), 1):
        for kind, pattern in PATTERNS.items():
            if pattern.search(line):
                yield number, kind


def main() -> int:
    """Print the findings of the files named, or of all that git keeps."""
    paths = [Path(name) for name in sys.argv[1:]] or tracked_files()
    findings = [(path, number, kind) for path in paths for number, kind in find_secrets(path)]
    for path, number, kind in findings:
        print(f"{path}:{number}: looks like a {kind}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
