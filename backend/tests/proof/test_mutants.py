"""Every guard of the mutants is found by its syntax, and so are its tests. `make mutants` takes them away."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "scripts"))

import browser_mutants
from mutant_tables import MUTANTS
from mutant_tables.mutant import always, find_file, never, noticed_by, omit, remove_guard, skip, swap, text
from mutants import report_stale

SOURCE = """
def pay(order,
        cents):
    if (order.is_open
            and cents > 0):
        log("a"); send_money(order.id, cents, key="k")
    return sql('x = 1' ' AND y = 2') if order else None
"""


@pytest.mark.parametrize(
    ("mutant", "left"),
    [
        (never("", "pay", "cents > 0"), "if False:"),
        (always("", "pay", "is_open"), "if True:"),
        (skip("", "pay", "send_money"), "log('a')\n        pass"),
        (omit("", "pay", "order.is_open"), "if cents > 0:"),
        (omit("", "pay", "key"), "send_money(order.id, cents)"),
        (swap("", "pay", "order.is_open and cents > 0", "order"), "if order:"),
        (text("", "pay", " AND y = 2", ""), "sql('x = 1') if"),
    ],
)
def test_a_guard_is_found_by_its_syntax_and_taken_away(mutant, left):
    assert left in remove_guard(SOURCE, mutant)


def test_what_is_not_found_once_is_told(capsys):
    lost = never("lost", "claim_slot_of_none", "x", tests=("test_mutants",))
    with pytest.raises(LookupError, match="claim_slot_of_none"):
        find_file(lost)
    [untested] = noticed_by("test_of_nothing")(omit("untested", "CAN_SIGN_IN", "User.password_hash != NO_PASSWORD"))
    assert report_stale([lost, untested]) == 1
    assert "test_of_nothing is 0 tests, not one" in capsys.readouterr().out


def test_every_guard_and_test_of_the_table_is_found():
    assert report_stale(MUTANTS) == 0
    assert browser_mutants.report_stale(browser_mutants.GUARDS) == 0
