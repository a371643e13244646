"""The tables: on the screen while it runs, and in results.md for those who were not there."""

import os
import platform
import sys
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from bench.plan import Plan
from bench.results import Row, Verdict

RESULTS = Path(__file__).with_name("results.md")
PEERS = Path(__file__).with_name("peers.md")
PACKAGES = ("litestar", "msgspec", "uvicorn", "uvloop", "SQLAlchemy", "psycopg")
COLUMNS = ("work", "rate", "p50 ms", "p99 ms", "cores busy", "MiB", "ceiling", "share", "errors", "note")
VERDICTS = ("work", "target", "found", "met")
_begun = time.monotonic()


def say(text: str) -> None:
    """One line of progress, with the minutes since the beginning."""
    minutes, seconds = divmod(int(time.monotonic() - _begun), 60)
    print(f"[{minutes:02d}:{seconds:02d}] {text}", file=sys.stderr, flush=True)


def cells_of(row: Row) -> list[str]:
    """A row as the table shows it."""
    rate = f"{row.rate:,.0f} {row.unit}" if row.rate is not None else ""
    ceiling = f"{row.ceiling:,.0f}" if row.ceiling else ""
    share = f"{row.share:.0%}" if row.share is not None else ""
    numbers = [f"{value:,.1f}" if value is not None else "" for value in (row.p50, row.p99)]
    cpu = f"{row.cpu:.2f}" if row.cpu is not None else ""
    memory = f"{row.memory:,.0f}" if row.memory is not None else ""
    return [row.work, rate, *numbers, cpu, memory, ceiling, share, str(row.errors), row.note]


def cells_of_verdict(one: Verdict) -> list[str]:
    """A target as the table shows it."""
    state = {True: "ok", False: "MISS", None: "–"}[one.is_met]
    return [one.work, one.target, one.found, state]


def as_text(columns: Iterable[str], lines: list[list[str]]) -> str:
    """A table for a terminal."""
    rows = [list(columns), *lines]
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return "\n".join("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
                     for row in rows)  # fmt: skip


def as_markdown(columns: Iterable[str], lines: list[list[str]]) -> str:
    """The same for a page."""
    heads = list(columns)
    ruled = [heads, ["---"] * len(heads), *lines]
    return "\n".join("| " + " | ".join(text.replace("|", "/") for text in row) + " |" for row in ruled)


def grouped(rows: list[Row]) -> dict[str, list[Row]]:
    """By arrangement, in the order they were measured."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(str(row.cell), []).append(row)
    return found


def print_all(rows: list[Row], verdicts: list[Verdict]) -> None:
    """Everything, on the screen."""
    for name, some in grouped(rows).items():
        print(f"\n{name}\n{as_text(COLUMNS, [cells_of(row) for row in some])}")
    print(f"\nTargets\n{as_text(VERDICTS, [cells_of_verdict(one) for one in verdicts])}", flush=True)


def write_page(path: Path, plan: Plan, rows: list[Row], verdicts: list[Verdict], about: list[str]) -> None:
    """Everything, for results.md."""
    command = "make bench" if plan.name == "full" else f"make bench ({plan.name})"
    explained = f"Made by `{command}`; what each line means is in [README.md](README.md)."
    parts = ["# Results", *about, explained, "## Targets"]
    parts.append(as_markdown(VERDICTS, [cells_of_verdict(one) for one in verdicts]))
    for name, some in grouped(rows).items():
        title = f"## {name[0].upper()}{name[1:]}"
        parts += [title, as_markdown(COLUMNS, [cells_of(row) for row in some])]
    parts.append(PEERS.read_text(encoding="utf-8").rstrip())
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def describe(asker: str, servers: list[str], load_before: float) -> list[str]:
    """The machine, named by its cores only, the date and the versions."""
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    machine = f"{os.cpu_count()} cores ({platform.machine()}), load {load_before:.1f} before it began"
    used = f"Python {platform.python_version()}, {packages}; {', '.join(servers)}"
    return [f"{datetime.now(UTC):%Y-%m-%d}, {machine}.", f"{used}. Reads asked for by {asker}."]
