"""`python -m bench.sharding.truck_keys`: the statements that do not say which truck they are about.

A database that is distributed by truck sends such a statement to all of its machines. The product's own tests are run
and each SELECT, UPDATE and DELETE is judged by its condition. Statements without a request or job of the product, such
as those of the tests themselves, do not count.
"""

import argparse
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.sql import operators, visitors

import chuckwagon.app  # noqa: F401 - loads all tables
from bench.environment import ROOT
from chuckwagon.db.database import Base

REFERENCE, BY_KEY, NEEDS_CHANGE = "reference data", "by key", "needs change"
WITH_TRUCK = "with the truck"
# A user belongs to a truck or to none, and signs in before it is known which.
OF_THE_PLATFORM = "users"
WITHOUT_FOREIGN_KEY = ("payment_reviews", "slots")
# They point to a row of a truck without a foreign key, because that row may be deleted.
PARENTS = frozenset(("order_id", "stop_id", "checkout_id", "calendar_id"))
TESTS = ("menu", "orders", "payments", "schedule", "disruptions", "notifications", "reporting", "privacy", "worker")
EQUAL = (operators.eq, operators.in_op)


def find_tables_of_trucks(metadata: sa.MetaData) -> frozenset[str]:
    """The names of the tables whose rows belong to a truck: those that name it, and those that point to them."""
    tables = metadata.tables
    found = {name for name, table in tables.items() if "truck_id" in table.c} | set(WITHOUT_FOREIGN_KEY)
    found.discard(OF_THE_PLATFORM)
    while more := {name for name, table in tables.items() if _parents(table) & found} - found:
        found |= more
    return frozenset(found)


def _parents(table: sa.Table) -> set[str]:
    return {key.column.table.name for key in table.foreign_keys}


OF_A_TRUCK = find_tables_of_trucks(Base.metadata)


class Found(Struct, frozen=True):
    """A statement of the product: the request or job, the function that asked, and how it is judged."""

    where: str
    site: str
    kind: str
    text: str


def judge(statement: sa.Select[Any] | sa.Update | sa.Delete) -> str:
    """REFERENCE, WITH_TRUCK, BY_KEY or NEEDS_CHANGE.

    BY_KEY: each table of a truck is found by its primary key or by its parent's, so the caller has met the truck before
    and can name it.
    """
    of_truck = _table_names(statement) & OF_A_TRUCK
    if not of_truck:
        return REFERENCE
    compared = list(_compared_columns(statement))
    if any(_is_truck(column) for column, is_bound in compared if is_bound):
        return WITH_TRUCK
    keyed = {column.table.name for column, is_bound in compared if is_bound and _is_key(column)}
    joined = {column.table.name for column, is_bound in compared if not is_bound and _is_key(column)}
    return BY_KEY if keyed and of_truck <= keyed | joined else NEEDS_CHANGE


def _table_names(statement: sa.ClauseElement) -> set[str]:
    parts = list(visitors.iterate(statement))
    named = {part.name for part in parts if isinstance(part, sa.Table)}
    return named | {part.table.name for part in parts if isinstance(part, sa.Column) and part.table is not None}


def _compared_columns(statement: sa.ClauseElement) -> Iterator[tuple[sa.Column[Any], bool]]:
    """The columns that a condition holds equal, each with whether it is to a value instead of to another column."""
    for part in visitors.iterate(statement):
        if isinstance(part, sa.BinaryExpression) and part.operator in EQUAL:
            columns = [side for side in (part.left, part.right) if isinstance(side, sa.Column)]
            for column in columns:
                yield column, len(columns) == 1 and not _has_table(part.right)


def _has_table(part: sa.ClauseElement) -> bool:
    """Whether a value comes out of a subquery."""
    return any(isinstance(one, sa.Select) for one in visitors.iterate(part))


def _is_truck(column: sa.Column[Any]) -> bool:
    return column.name == "truck_id" or (column.table.name, column.name) == ("trucks", "id")


def _is_key(column: sa.Column[Any]) -> bool:
    """Whether it is the first column of the primary key, or points to a parent that belongs to a truck."""
    parents = {key.column.table.name for key in column.foreign_keys}
    first = next(iter(column.table.primary_key), None)
    is_own = first is not None and column.name == first.name
    return is_own or column.name in PARENTS or bool(parents & OF_A_TRUCK)


def report(found: Iterable[Found]) -> str:
    """How many distinct statements are of each kind, then those without the truck by request or job."""
    distinct = sorted(set(found), key=lambda one: (one.kind, one.site, one.text, one.where))
    kinds = Counter(kind for kind, _text in {(one.kind, one.text) for one in distinct})
    lines = ["| Statements | |", "|---|---|", *(f"| {kind} | {count} |" for kind, count in sorted(kinds.items()))]
    asked = defaultdict(list)
    for one in distinct:
        if one.kind != WITH_TRUCK:
            asked[one.kind, one.site, one.text].append(one.where)
    title = ""
    for (kind, site, text), places in sorted(asked.items()):
        if kind != title:
            title = kind
            lines += ["", f"## {kind}", ""]
        lines.append(f"- `{site}`: {text}  \n  asked by {', '.join(sorted(set(places)))}")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Run the tests with the listener; its report is written when they end."""
    parser = argparse.ArgumentParser(prog="bench.sharding.truck_keys", description=__doc__)
    parser.add_argument("tests", nargs="*", default=[f"tests/{name}" for name in TESTS], help="below backend/")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "bench" / "truck-keys.md")
    given = parser.parse_args()
    given.out.parent.mkdir(parents=True, exist_ok=True)
    plugin = ["-p", "bench.sharding.truck_keys_listener", f"--truck-keys={given.out}"]
    command = ["-m", "pytest", "-n", "0", *plugin, *given.tests]
    return subprocess.run([sys.executable, *command], cwd=ROOT / "backend", check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
