"""`make proof`: parts are chosen by name, and the table says what each came to."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts"))

import proof  # noqa: E402
from testing.suites import Suite  # noqa: E402


def names(parts):
    return [part.name for part in parts]


def part(name, *, is_ok=True):
    return proof.Part(name, f"title of {name}", lambda: (is_ok, f"{name} counted"))


def test_without_names_every_part_runs():
    parts = proof.all_parts()
    assert proof.choose(parts, []) == parts
    assert len(set(names(parts))) == len(parts)


def test_a_name_stands_for_the_parts_that_begin_with_it():
    assert names(proof.choose(proof.all_parts(), ["soak", "engines"])) == [
        "engines",
        "soak-sqlite",
        "soak-postgresql",
    ]


def test_a_name_without_a_part_is_refused_before_anything_runs(capsys):
    with pytest.raises(SystemExit) as ended:
        proof.main(["engines", "nonsense"])
    assert ended.value.code == 2
    assert "no such part: nonsense" in capsys.readouterr().err


@pytest.mark.parametrize("code", [0, 3])
def test_a_program_is_shown_as_it_runs_and_answers_exit_code_and_output(tmp_path, capfd, code):
    script = f"import sys; print('7 requests'); print('odd', file=sys.stderr); sys.exit({code})"
    answered, output = proof.run_aloud([sys.executable, "-c", script], tmp_path)
    assert (answered, set(output.splitlines())) == (code, {"7 requests", "odd"})
    assert set(capfd.readouterr().out.splitlines()) == {"7 requests", "odd"}


def test_a_part_that_fails_does_not_end_the_run_and_is_named_in_the_table(monkeypatch, capsys):
    monkeypatch.setattr(proof, "all_parts", lambda: [part("one", is_ok=False), part("other")])
    assert proof.main([]) == 1
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[-3:]]
    assert [row[:2] for row in rows] == [["part", "result"], ["one", "FAILED"], ["other", "ok"]]
    assert rows[1][3:] == ["one", "counted"]


def test_a_run_whose_parts_all_succeed_is_green(monkeypatch):
    monkeypatch.setattr(proof, "all_parts", lambda: [part("one")])
    assert proof.main(["one"]) == 0


def test_a_suite_that_wrote_no_report_fails_and_nothing_is_tried_twice(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("CI", "true")
    script = "import os, sys; open(sys.argv[1], 'w').write(os.environ['CI'])"
    suite = Suite("no-such-suite", "t", ".", [sys.executable, "-c", script, str(tmp_path / "seen")])
    assert proof.suite_part(suite).run() == (False, "0 passed, 1 failed")
    assert (tmp_path / "seen").read_text() == ""
