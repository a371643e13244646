"""Reads what the test runners wrote: JUnit for the cases, JSON for those that passed only on a second try."""

import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

# XML cannot hold the escape character: Vitest drops it, pytest writes its number.
COLORS = re.compile(r"(?:#x1B|\x1b)?\[[0-9;]*m")
MAX_REASON_LINES = 24

Result = Literal["passed", "failed", "skipped"]


@dataclass(frozen=True)
class Case:
    """One test case."""

    file: str
    name: str
    seconds: float
    result: Result
    reason: tuple[str, ...] = ()


@dataclass(frozen=True)
class FlakyCase:
    """A case that failed at first and passed at its second try, with the runner's message about the first."""

    name: str
    reason: tuple[str, ...] = ()


def read_cases(report: Path) -> list[Case]:
    """The cases of a JUnit report; none if the runner wrote no report, or only a part of one."""
    try:
        root = ElementTree.parse(report).getroot()  # noqa: S314 - written by our own test runners
    except (OSError, ElementTree.ParseError):
        return []
    return [_case(element) for element in root.iter("testcase")]


def _case(element: ElementTree.Element) -> Case:
    return Case(
        file=element.get("classname") or "",
        name=element.get("name") or "",
        seconds=float(element.get("time") or 0),
        result=_result(element),
        reason=_reason(element),
    )


def _result(element: ElementTree.Element) -> Result:
    if element.find("failure") is not None or element.find("error") is not None:
        return "failed"
    return "skipped" if element.find("skipped") is not None else "passed"


def _reason(element: ElementTree.Element) -> tuple[str, ...]:
    """The first and the last lines of the runner's message about a failed case."""
    texts = [found.text or "" for kind in ("failure", "error") for found in element.findall(kind)]
    return _shorten("\n".join(texts))


def _shorten(text: str) -> tuple[str, ...]:
    lines = [COLORS.sub("", line) for line in text.splitlines() if line.strip()]
    if len(lines) <= MAX_REASON_LINES:
        return tuple(lines)
    half = MAX_REASON_LINES // 2
    return (*lines[:half], "...", *lines[-half:])


def merge_tries(cases: list[Case]) -> list[Case]:
    """One case for each name: failed if any of them failed, with the seconds of all.

    For pytest, whose report holds a case again for each try and for an error after a failure. A try that was
    followed by another one stands there as passed. Vitest and Playwright report a case once; several cases of
    theirs may share a name.
    """
    merged: dict[tuple[str, str], Case] = {}
    for case in cases:
        earlier = merged.setdefault((case.file, case.name), case)
        if earlier is not case:
            decisive = earlier if earlier.result == "failed" else case
            merged[case.file, case.name] = replace(decisive, seconds=earlier.seconds + case.seconds)
    return list(merged.values())


def read_flaky(report: Path) -> list[FlakyCase]:
    """The cases that failed and then passed, by name; none without a readable report.

    Vitest and pytest write a list of `{name, reason}`, Playwright the report of its JSON reporter.
    """
    try:
        content = json.loads(report.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    if isinstance(content, list):
        found = (FlakyCase(case["name"], _shorten(case["reason"])) for case in content)
    else:
        found = _flaky_journeys(content, ())
    return sorted(found, key=lambda case: case.name)


def _flaky_journeys(suite: dict[str, Any], titles: tuple[str, ...]) -> Iterator[FlakyCase]:
    """Walks Playwright's nested suites: files hold groups, groups hold specs, specs hold tests."""
    for inner in suite.get("suites", []):
        yield from _flaky_journeys(inner, (*titles, inner["title"]))
    for spec in suite.get("specs", []):
        flaky = [test for test in spec["tests"] if test["status"] == "flaky"]
        if flaky:
            errors = [error for test in flaky for one_try in test["results"] for error in one_try["errors"]]
            said = "\n".join(error.get("message", "") for error in errors)
            yield FlakyCase(" › ".join((*titles, spec["title"])), _shorten(said))
