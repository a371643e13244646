"""Collecting the lines of the log in a test."""

from typing import Any

import structlog

from chuckwagon.observability import logging


class LogLines:
    """A stream that keeps each line with its line end in `lines`."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def write(self, line: str) -> None:
        self.lines.append(line)

    def flush(self) -> None: ...


def collect_lines(monkeypatch: Any) -> list[str]:
    """The list that all log lines of this process go to during the test."""
    stream = LogLines()
    monkeypatch.setattr(logging, "open_output", lambda: structlog.WriteLogger(stream))
    return stream.lines
