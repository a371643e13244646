"""No line of the log may hold anything personal or secret: watched over every run of tests.

The tests' people, phones, e-mails, cards and tokens are the canaries. Every line that the product writes in
the processes of the tests, and in the programs that they start, is searched; one finding fails the whole run.
"""

import contextlib
import os
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pytest

from chuckwagon.core import logging as product_log
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
# What a program says to the person who started it may hold anything; these are lines of the log, and traces.
LOGGED = re.compile(r'^\{"ts":|^\s*[\w.]+(?:Error|Exception|Refused|Invalid)\b.*: ')
# Sixteen random letters and digits, which are digits only once in a while.
OWN_NUMBERS = re.compile(r'"(?:request|job)_id":"[0-9a-f]{16}"')
PRODUCT = ("chuckwagon.cli", "from chuckwagon", "bin/chuckwagon")


class Watcher:
    """All findings of one process of the tests."""

    def __init__(self) -> None:
        self.findings: list[str] = []
        self.lines = 0
        self._files: dict[Path, str] = {}

    def take(self, line: str, test: str) -> None:
        """Search one line of the log."""
        self.lines += 1
        line = OWN_NUMBERS.sub("", line)
        for what, pattern in CANARIES.items():
            if pattern.search(line):
                self.findings.append(f"{what} in the log, by {test}: {line.strip()[:300]}")

    def take_output(self, text: str, test: str) -> None:
        """Search what a program has said."""
        for line in text.splitlines():
            if LOGGED.search(line):
                self.take(line, test)

    def remember(self, path: Path) -> None:
        """Look into this file at the end."""
        self._files.setdefault(path, current_test())

    def read_files(self) -> None:
        """Search what the programs have left in files."""
        for path, test in self._files.items():
            with contextlib.suppress(OSError):
                self.take_output(path.read_text(encoding="utf-8", errors="replace"), test)
        self._files.clear()


def current_test() -> str:
    """The test that runs now, as pytest calls it."""
    return os.environ.get("PYTEST_CURRENT_TEST", "no test").rpartition(" ")[0] or "no test"


class Canaries:
    """The hooks: every parallel process searches for itself, and the first one fails the run."""

    def __init__(self) -> None:
        self.watcher = Watcher()
        self._folder = tempfile.TemporaryDirectory(prefix="output-", dir=run_folder())
        self._of_others: list[str] = []
        self._put, self._popen = product_log._put, subprocess.Popen

    def begin(self) -> None:
        """Read along from now on."""
        product_log._put = self._read_along
        subprocess.Popen = _watched_popen(self._popen, self.watcher, Path(self._folder.name))

    def _read_along(self, line: str) -> None:
        self.watcher.take(line, current_test())
        self._put(line)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fail the run for what was found here or in another process."""
        product_log._put, subprocess.Popen = self._put, self._popen
        self.watcher.read_files()
        self._folder.cleanup()
        findings = self.watcher.findings + self._of_others
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["canaries"] = findings
        elif findings:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """A parallel process has ended and tells what it has found."""
        self._of_others += getattr(node, "workeroutput", {}).get("canaries", [])

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Say what was found."""
        findings = self.watcher.findings + self._of_others
        if findings:
            terminalreporter.section("personal or secret things in the log", sep="=", red=True)
            for finding in dict.fromkeys(findings):
                terminalreporter.write_line(finding)


def _watched_popen(popen: type, watcher: Watcher, folder: Path) -> type:
    class WatchedPopen(popen):  # type: ignore[misc, valid-type]
        """A program whose words are searched too, if it is the product."""

        def __init__(self, args: Any, *given: Any, **options: Any) -> None:
            words = " ".join(map(str, args)) if isinstance(args, list | tuple) else str(args)
            self._is_product = any(part in words for part in PRODUCT)
            if not self._is_product:
                super().__init__(args, *given, **options)
                return
            for stream in ("stdout", "stderr"):
                name = getattr(options.get(stream), "name", None)
                if isinstance(name, str):
                    watcher.remember(Path(name))
            if options.get("stderr") is None:
                number, name = tempfile.mkstemp(dir=folder)
                watcher.remember(Path(name))
                try:
                    super().__init__(args, *given, **{**options, "stderr": number})
                finally:
                    os.close(number)
                return
            super().__init__(args, *given, **options)

        def communicate(self, *given: Any, **options: Any) -> Any:
            heard = super().communicate(*given, **options)
            if self._is_product:
                for words in heard:
                    text = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
                    watcher.take_output(text or "", current_test())
            return heard

    return WatchedPopen


def watch(config: pytest.Config) -> None:
    """Begin to read along in this process of the run."""
    canaries = Canaries()
    canaries.begin()
    config.pluginmanager.register(canaries, "canaries")
