"""Searches the log of every test run for personal data and secrets.

The canaries are the names, phones, e-mail addresses, cards and tokens of the tests. Every log line that the
product writes in the test processes, and in the programs that they start, is searched. One finding fails the run.
"""

import contextlib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
import structlog

from chuckwagon.observability import logging as product_log
from tests.environment import run_folder

CANARIES = {
    "an e-mail": re.compile(r"[\w.+-]+@[\w-]+\.\w+"),
    "a phone": re.compile(r"(?<![\w.-])(?:\+?1)?[ .(-]*[2-9]\d\d[ .)-]*[2-9]\d\d[ .-]?\d{4}(?![\w-])"),
    "a card": re.compile(r"(?<![\w-])(?:\d{13,19}|\d{4} \d{4} \d{4} \d{1,7})(?![\w-])"),
    "a secret": re.compile(r"(?:sk|rk)_(?:test|live)_|whsec_|_secret_\w{6}|[Bb]earer \S|v1=[0-9a-f]{16}"),
    "a token": re.compile(r"(?<![\w./-])[\w-]{40,}(?![\w./-])"),
    "a password": re.compile(r"griddle-lantern|hunter2|sandbox-token|wrong-password|canary\d"),
    "a name": re.compile(r"Ada Lovelace|Lovelace|Grace Hopper|Hopper\b|Miss Byron|Kim Lee|Ana Prueba"),
    "a query": re.compile(r"\?\w+="),
}
# Matches log lines and tracebacks. Other output of a program is for the user who started it, and may contain anything.
LOG_LINE = re.compile(r'^\{"ts":|^\s*[\w.]+(?:Error|Exception|Refused|Invalid)\b.*: ')
# Random ids of sixteen hexadecimal digits, some of which look like a card number.
OWN_IDS = re.compile(r'"(?:request|job)_id":"[0-9a-f]{16}"')
PRODUCT = ("chuckwagon.cli.main", "from chuckwagon", "bin/chuckwagon")


class LogScanner:
    """Collects the findings of one test process."""

    def __init__(self) -> None:
        self.findings: list[str] = []
        self.lines = 0
        self._files: dict[Path, str] = {}

    def scan_line(self, line: str, test: str) -> None:
        """Search one line of the log."""
        self.lines += 1
        line = OWN_IDS.sub("", line)
        for what, pattern in CANARIES.items():
            if pattern.search(line):
                self.findings.append(f"{what} in the log, by {test}: {line.strip()[:300]}")

    def scan_output(self, text: str, test: str) -> None:
        """Search the log lines in the output of a program."""
        for line in text.splitlines():
            if LOG_LINE.search(line):
                self.scan_line(line, test)

    def add_file(self, path: Path) -> None:
        """Search this file at the end of the run."""
        self._files.setdefault(path, current_test())

    def read_files(self) -> None:
        """Search the output that programs wrote to files."""
        for path, test in self._files.items():
            with contextlib.suppress(OSError):
                self.scan_output(path.read_text(encoding="utf-8", errors="replace"), test)
        self._files.clear()


def current_test() -> str:
    """The id of the running test."""
    return os.environ.get("PYTEST_CURRENT_TEST", "no test").rpartition(" ")[0] or "no test"


class CanaryPlugin:
    """The pytest plugin. Each parallel process searches its own log, and the first process fails the run."""

    def __init__(self) -> None:
        self.scanner = LogScanner()
        self._folder = tempfile.TemporaryDirectory(prefix="output-", dir=run_folder())
        self._findings_of_others: list[str] = []
        self._open, self._popen = product_log.open_output, subprocess.Popen

    def begin(self) -> None:
        """Read along from now on."""
        product_log.open_output = lambda: structlog.WriteLogger(self)  # type: ignore[arg-type]  # as far as used
        subprocess.Popen = _scanned_popen(self._popen, self.scanner, Path(self._folder.name))

    def write(self, line: str) -> None:
        """Search the line before it is written."""
        self.scanner.scan_line(line, current_test())
        sys.stderr.write(line)

    def flush(self) -> None:
        """Flush what was written."""
        sys.stderr.flush()

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fail the run for what was found here or in another process."""
        product_log.open_output, subprocess.Popen = self._open, self._popen
        self.scanner.read_files()
        self._folder.cleanup()
        findings = self.scanner.findings + self._findings_of_others
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["canaries"] = findings
        elif findings:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Collect the findings of a parallel process that has ended."""
        self._findings_of_others += getattr(node, "workeroutput", {}).get("canaries", [])

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Print the findings."""
        findings = self.scanner.findings + self._findings_of_others
        if findings:
            terminalreporter.section("personal or secret things in the log", sep="=", red=True)
            for finding in dict.fromkeys(findings):
                terminalreporter.write_line(finding)


def _scanned_popen(popen: type, scanner: LogScanner, folder: Path) -> type:
    class ScannedPopen(popen):  # type: ignore[misc, valid-type]
        """A program whose output is searched if it is the product."""

        def __init__(self, args: Any, *given: Any, **options: Any) -> None:
            command = " ".join(map(str, args)) if isinstance(args, list | tuple) else str(args)
            self._is_product = any(part in command for part in PRODUCT)
            if not self._is_product:
                super().__init__(args, *given, **options)
                return
            for stream in ("stdout", "stderr"):
                name = getattr(options.get(stream), "name", None)
                if isinstance(name, str):
                    scanner.add_file(Path(name))
            if options.get("stderr") is None:
                number, name = tempfile.mkstemp(dir=folder)
                scanner.add_file(Path(name))
                try:
                    super().__init__(args, *given, **{**options, "stderr": number})
                finally:
                    os.close(number)
                return
            super().__init__(args, *given, **options)

        def communicate(self, *given: Any, **options: Any) -> Any:
            output = super().communicate(*given, **options)
            if self._is_product:
                for part in output:
                    text = part.decode("utf-8", "replace") if isinstance(part, bytes) else part
                    scanner.scan_output(text or "", current_test())
            return output

    return ScannedPopen


def install(config: pytest.Config) -> None:
    """Start to search in this test process."""
    canaries = CanaryPlugin()
    canaries.begin()
    config.pluginmanager.register(canaries, "canaries")
