"""Which tests a run takes: `--suite=change` (the default) or `--suite=proof`.

The change suite is what every change must pass. On SQLite it is every test without the marker `proof`. On
PostgreSQL it is those of them with the marker `dialect`, whose result depends on the database: locks, races,
paging, search, sums, migrations, streams, leases, erasure, restore.

The proof suite is every test on SQLite, and on PostgreSQL every test that needs a database.

A test file or node id on the command line runs in either suite; a folder does not override the selection.
"""

from pathlib import Path

import pytest

CHANGE, PROOF = "change", "proof"


def add_options(parser: pytest.Parser) -> None:
    """Add `--suite` to pytest's options."""
    parser.addoption(
        "--suite",
        choices=(CHANGE, PROOF),
        default=CHANGE,
        help="change: what every change must pass (default). proof: every test.",
    )


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
    depends_on_dialect = item.get_closest_marker("dialect") is not None
    if suite == PROOF:
        return (
            database == "sqlite" or depends_on_dialect or "database_url" in getattr(item, "fixturenames", ())
        )
    if item.get_closest_marker("proof") is not None:
        return False
    return database == "sqlite" or depends_on_dialect
