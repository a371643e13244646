"""Runs schemathesis with one role. It reports responses that do not match the OpenAPI document."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec

from fuzz.hooks import SPARE
from fuzz.plan import Known, Size, command, write_config

BACKEND = Path(__file__).resolve().parents[1]
PROGRAM = Path(sys.executable).with_name("st")


class Outcome(msgspec.Struct):
    """Result of a round. `text` is the tool's report, with a curl command for each fault."""

    is_clean: bool
    requests: int
    server_errors: int
    text: str


def ask_as(folder: Path, url: str, headers: Mapping[str, str], known: Known, size: Size) -> Outcome:
    """Run one round in `folder`, for about `size.seconds` if set."""
    folder.mkdir(parents=True, exist_ok=True)
    spare = json.dumps({"spare": known.spare, "kept": known.kept})
    call = command(str(PROGRAM), write_config(folder, known), url, size, headers)
    done = subprocess.run(
        call, cwd=folder, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(BACKEND), SPARE: spare},
    )  # fmt: skip
    text = done.stdout + done.stderr
    return Outcome(done.returncode == 0, *_count(folder / "report.json"), text)


def _count(report: Path) -> tuple[int, int]:
    """Count the requests, and the kinds of server errors in the responses. Without a report both are 0."""
    if not report.is_file():
        return 0, 0
    told = json.loads(report.read_text(encoding="utf-8"))
    return told["test_cases"]["generated"], sum("erver error" in str(one) for one in told["failures"])
