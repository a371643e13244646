"""No cell of an exported file runs as a formula, however a program splits its lines."""

import pytest

from chuckwagon.reporting.csv_export import render_csv


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"),
        (" =1+1", " '=1+1"),
        ("＝1+1", "'＝1+1"),
        ("＋1", "'＋1"),
        ("－1", "'－1"),
        ("＠SUM(A1)", "'＠SUM(A1)"),
        ("no onions;=1+1", "no onions;'=1+1"),
        ("a; -1; +2", "a; '-1; '+2"),
        ("two\tcells\t=1+1", "two\tcells\t'=1+1"),
        ("\tindented", "'\tindented"),
        ("half-baked, 1+1 = 2", "half-baked, 1+1 = 2"),
        ("rosa@example.com", "rosa@example.com"),
    ],
)
def test_text_never_begins_a_formula(text, cell):
    assert render_csv(["x"], [[text]]).splitlines()[1:] == quoted(cell)


def quoted(cell):
    return [f'"{cell}"' if "," in cell else cell]


def test_numbers_of_ours_stay_numbers():
    assert render_csv(["x"], [[-5]]).endswith("-5\r\n")
