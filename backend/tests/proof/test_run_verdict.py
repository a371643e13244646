"""The verdict of `make test`: what the runners' reports say is counted once, and flaky cases are named."""

import json
import sys
from datetime import date
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts"))

from testing.repeats import ledger_lines, record  # noqa: E402
from testing.reports import Case, FlakyCase, merge_tries, read_cases, read_flaky  # noqa: E402
from testing.verdict import Outcome, closing_lines, flaky_records, judge  # noqa: E402

JUNIT = """<testsuites><testsuite name="one">
<testcase classname="tests.orders.test_refunds" name="test_a" time="1.5"/>
<testcase classname="tests.orders.test_refunds" name="test_b" time="0.5"><failure message="m">\
first line
#x1B[1m#x1B[31mE   assert a[1] == 2[39m</failure></testcase>
<testcase classname="tests.menu.test_items" name="test_c" time="0"><error>no fixture</error></testcase>
<testcase classname="tests.menu.test_items" name="test_d"><skipped/></testcase>
</testsuite></testsuites>"""


def outcome(suite="sqlite", passed=1, failed=0, flaky=(), exit_code=None, file="tests.orders.test_a"):
    cases = [Case(file, f"passes {number}", 1.0, "passed") for number in range(passed)]
    cases += [Case(file, f"fails {number}", 1.0, "failed", ("E  why",)) for number in range(failed)]
    code = int(failed > 0) if exit_code is None else exit_code
    tried_again = tuple(FlakyCase(name, ("E  why",)) for name in flaky)
    return Outcome(suite, f"suite {suite}", tuple(cases), tried_again, code, 12.4, 20.1)


def test_each_case_of_a_report_has_its_file_seconds_result_and_reason(tmp_path):
    (tmp_path / "report.xml").write_text(JUNIT)
    first, second, third, fourth = read_cases(tmp_path / "report.xml")
    assert first == Case("tests.orders.test_refunds", "test_a", 1.5, "passed")
    assert (second.result, second.reason) == ("failed", ("first line", "E   assert a[1] == 2"))
    assert (third.result, third.reason) == ("failed", ("no fixture",))
    assert (fourth.result, fourth.seconds) == ("skipped", 0)


def test_a_long_reason_keeps_its_first_and_its_last_lines(tmp_path):
    said = "\n".join(f"line {number}" for number in range(100))
    text = f'<testsuite><testcase classname="f" name="n"><failure>{said}</failure></testcase></testsuite>'
    (tmp_path / "report.xml").write_text(text)
    [case] = read_cases(tmp_path / "report.xml")
    assert (case.reason[0], case.reason[-1], len(case.reason)) == ("line 0", "line 99", 25)


@pytest.mark.parametrize("content", [None, "", "<testsuites><testcase"])
def test_a_report_that_is_missing_or_broken_holds_no_cases(tmp_path, content):
    if content is not None:
        (tmp_path / "report.xml").write_text(content)
    assert read_cases(tmp_path / "report.xml") == []


@pytest.mark.parametrize(
    ("tries", "result", "reason"),
    [
        (["passed", "passed"], "passed", ()),
        (["passed", "failed"], "failed", ("E  why",)),
        (["failed", "failed"], "failed", ("E  why",)),
        (["failed", "passed"], "failed", ("E  why",)),
    ],
)
def test_the_tries_of_a_case_are_one_case(tries, result, reason):
    reasons = {"passed": (), "failed": ("E  why",)}
    cases = [Case("f", "n", 1.5, each, reasons[each]) for each in tries]
    other = Case("f", "other", 1.0, "passed")
    assert merge_tries([cases[0], other, cases[1]]) == [Case("f", "n", 3.0, result, reason), other]


def test_flaky_cases_of_vitest_and_pytest_are_a_list(tmp_path):
    cases = [{"name": "tests/b.py::test_b", "reason": "\x1b[31mE  why\x1b[0m\n"}, {"name": "a", "reason": ""}]
    (tmp_path / "flaky.json").write_text(json.dumps(cases))
    assert read_flaky(tmp_path / "flaky.json") == [FlakyCase("a"), FlakyCase("tests/b.py::test_b", ("E  why",))]


def test_a_flaky_journey_is_named_by_its_file_and_titles(tmp_path):
    tries = [{"errors": [{"message": "Time-out.\nNo order."}]}, {"errors": []}]
    flaky, stable = {"status": "flaky", "results": tries}, {"status": "expected"}
    group = {"title": "with a card", "specs": [{"title": "pays", "tests": [flaky]}]}
    steady = {"title": "declines", "tests": [stable]}
    file = {"title": "order.spec.ts", "specs": [steady], "suites": [group]}
    (tmp_path / "flaky.json").write_text(json.dumps({"suites": [file]}))
    assert read_flaky(tmp_path / "flaky.json") == [
        FlakyCase("order.spec.ts › with a card › pays", ("Time-out.", "No order."))
    ]


@pytest.mark.parametrize("content", [None, "", '{"suites": ['])
def test_a_missing_or_broken_flaky_report_names_nothing(tmp_path, content):
    if content is not None:
        (tmp_path / "flaky.json").write_text(content)
    assert read_flaky(tmp_path / "flaky.json") == []


def test_the_last_line_counts_all_suites_and_stands_alone():
    outcomes = [outcome("screens", passed=4), outcome("sqlite", passed=2, failed=1)]
    assert closing_lines(outcomes, judge(outcomes))[-1] == "6 passed, 1 failed"


def test_the_last_line_names_skipped_cases_only_when_there_are_some():
    with_skipped = Outcome("sqlite", "t", (Case("f", "a", 0, "passed"), Case("f", "b", 0, "skipped")), (), 0, 1.0)
    assert judge([with_skipped]).last_line == "1 passed, 0 failed, 1 skipped"


@pytest.mark.parametrize(("cases", "exit_code", "failed"), [(0, 0, 1), (0, 1, 1), (3, 1, 1), (3, 0, 0)])
def test_a_suite_without_cases_or_with_a_failing_runner_has_failed(cases, exit_code, failed):
    verdict = judge([outcome(passed=cases, exit_code=exit_code)])
    assert (verdict.passed, verdict.failed, verdict.is_green) == (cases, failed, failed == 0)


def test_a_failed_case_is_not_counted_again_for_the_exit_code_of_its_runner():
    assert judge([outcome(failed=2, exit_code=1)]).failed == 2


def test_a_failure_is_shown_with_file_name_and_reason():
    outcomes = [outcome(failed=1)]
    lines = closing_lines(outcomes, judge(outcomes))
    assert "  FAILED  suite sqlite: 1 passed, 1 failed, 12 s, 20 s of CPU" in lines
    assert [line.strip() for line in lines[1:3]] == ["tests.orders.test_a: fails 0", "E  why"]


def test_a_runner_that_fails_without_a_failed_case_is_said_to():
    outcomes = [outcome(exit_code=4)]
    assert "exit code 4" in closing_lines(outcomes, judge(outcomes))[1]


def test_three_flaky_cases_are_named_and_leave_the_run_green():
    outcomes = [outcome("screens", passed=5, flaky=["a", "b"]), outcome("journeys", passed=5, flaky=["c"])]
    verdict = judge(outcomes)
    assert (verdict.is_green, verdict.last_line) == (True, "10 passed, 0 failed")
    lines = closing_lines(outcomes, verdict)
    why = "          E  why"
    assert lines[-7:-1] == ["  screens: a", why, "  screens: b", why, "  journeys: c", why]
    assert flaky_records(verdict, date(2026, 7, 1)) == [
        {"suite": "screens", "name": "a", "date": "2026-07-01", "reason": "E  why"},
        {"suite": "screens", "name": "b", "date": "2026-07-01", "reason": "E  why"},
        {"suite": "journeys", "name": "c", "date": "2026-07-01", "reason": "E  why"},
    ]


def test_four_flaky_cases_count_as_failed():
    outcomes = [outcome("screens", passed=5, flaky=["a", "b"]), outcome("sqlite", passed=5, flaky=["c", "d"])]
    verdict = judge(outcomes)
    assert (verdict.is_green, verdict.last_line) == (False, "6 passed, 4 failed")
    assert "More than 3 flaky cases in one run count as failed." in closing_lines(outcomes, verdict)


def test_the_ten_slowest_files_are_listed_longest_first():
    cases = tuple(Case(f"file {number:02}", "n", float(number), "passed") for number in range(12))
    double = Case("file 05", "again", 20.0, "passed")
    outcomes = [Outcome("sqlite", "t", (*cases, double), (), 0, 1.0)]
    lines = closing_lines(outcomes, judge(outcomes))
    files = [line.split()[-1] for line in lines if " cases " in line]
    assert files == ["05", "11", "10", "09", "08", "07", "06", "04", "03", "02"]
    assert "  25.0 s     2 cases  sqlite: file 05" in "\n".join(lines)


def test_the_ledger_of_repeated_runs_counts_green_ones_and_names_the_others():
    green, flaky = [outcome()], [outcome(flaky=["a"])]
    red, broken = [outcome(failed=1, flaky=["a"])], [outcome(passed=0, exit_code=2)]
    runs = [record(outcomes, judge(outcomes), 60.0) for outcomes in (green, flaky, red, broken)]
    lines = ledger_lines(runs)
    assert [line.split()[1] for line in lines[1:5]] == ["green", "green", "RED", "RED"]
    assert lines[5:] == [
        "  failed in 1 of 4: sqlite: tests.orders.test_a: fails 0",
        "  failed in 1 of 4: sqlite: exit code 2",
        "  flaky in 2 of 4: sqlite: a",
        "2 of 4 runs green",
    ]
