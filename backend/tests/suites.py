"""Selects the tests of a run: `--suite=change` (the default) or `--suite=proof`.

The change suite is what every change must pass. On SQLite it is every test without the marker `proof`. On
PostgreSQL it is those of them with the marker `dialect`, whose result depends on the database: locks, races,
paging, search, sums, migrations, streams, leases, erasure, restore. In a file that is marked as a whole,
`SAME_ON_BOTH` leaves out a test of who may do something, of what is refused before the database is asked, or of
what is made of its rows, such as a page's words and encodings.

The proof suite is every test on SQLite, and on PostgreSQL every test that needs a database.

A test file or node id on the command line runs in either suite; a folder does not override the selection.
"""

from collections.abc import Iterable
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

CHANGE, PROOF = "change", "proof"
SAME_ON_BOTH = pytest.mark.dialect(False)


def sample(cases: Iterable[Any], every: int) -> list[Any]:
    """Every n-th case for the change suite, all cases for the proof suite.

    For cases of one kind that each start a process, such as the image decoder.
    """
    return [case if at % every == 0 else pytest.param(case, marks=pytest.mark.proof) for at, case in enumerate(cases)]


def first_on_both(cases: Iterable[Any], count: int = 1) -> list[Any]:
    """The first cases for both databases, the others for SQLite alone in the change suite.

    For cases that all go through the same statements. The test itself has no marker `dialect`.
    """
    return [_marked(case, pytest.mark.dialect if at < count else SAME_ON_BOTH) for at, case in enumerate(cases)]


def _marked(case: Any, mark: pytest.MarkDecorator) -> Any:
    if isinstance(case, pytest.ParameterSet):
        return pytest.param(*case.values, marks=[*case.marks, mark], id=case.id)
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=mark)


def add_options(parser: pytest.Parser) -> None:
    """Add `--suite` to pytest's options."""
    parser.addoption(
        "--suite",
        choices=(CHANGE, PROOF),
        default=CHANGE,
        help="change: what every change must pass (default). proof: every test.",
    )


def holds_nothing(path: Path, config: pytest.Config, database: str) -> bool:
    """Whether a file has no test of the run: importing all of them takes each test process seconds.

    The change suite on PostgreSQL runs nothing of a file that does not know the marker `dialect`.
    """
    if database == "sqlite" or config.getoption("--suite") == PROOF or not path.match("test_*.py"):
        return False
    return path not in _named_files(config) and "mark.dialect" not in path.read_text(encoding="utf-8")


def is_left_out(collector: pytest.Collector, test: object, database: str) -> bool:
    """Whether no case of this test function is of the run, so that none is made only to be deselected."""
    if database == "sqlite" or collector.config.getoption("--suite") == PROOF or not isinstance(test, FunctionType):
        return False
    if collector.path in _named_files(collector.config) or collector.get_closest_marker("dialect") is not None:
        return False
    return not any(map(_may_name_dialect, getattr(test, "pytestmark", ())))


def _may_name_dialect(mark: pytest.Mark) -> bool:
    """Whether this is the marker `dialect`, or gives cases that may have it."""
    if mark.name != "parametrize":
        return mark.name == "dialect"
    cases = mark.args[1] if len(mark.args) > 1 else None
    if not isinstance(cases, list | tuple):
        return True  # reading it here may exhaust it
    return any(each.name == "dialect" for case in cases for each in getattr(case, "marks", ()))


def select(config: pytest.Config, items: list[pytest.Item], database: str) -> None:
    """Deselect the tests that this suite does not run on this database."""
    named, suite = _named_files(config), config.getoption("--suite")
    left_out = [item for item in items if item.path not in named and not _belongs(item, suite, database)]
    config.hook.pytest_deselected(items=left_out)
    gone = set(left_out)
    items[:] = [item for item in items if item not in gone]


def _named_files(config: pytest.Config) -> set[Path]:
    folder = config.invocation_params.dir
    paths = {folder / argument.partition("::")[0] for argument in config.args}
    return {path.resolve() for path in paths if path.is_file()}


def _belongs(item: pytest.Item, suite: str, database: str) -> bool:
    dialect = item.get_closest_marker("dialect")
    depends_on_dialect = dialect is not None and dialect.args != (False,)
    if suite == PROOF:
        return database == "sqlite" or depends_on_dialect or "database_url" in getattr(item, "fixturenames", ())
    if item.get_closest_marker("proof") is not None:
        return False
    return database == "sqlite" or depends_on_dialect
