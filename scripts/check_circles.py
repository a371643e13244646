"""Looks for circles of imports in the back end, with lazy imports and imports for types counted.

A circle that is imported lazily loads, yet neither of its files can be read, tested or moved without the other.
"""

import sys
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp

BACKEND = Path(__file__).resolve().parents[1] / "backend"


def find_circle(imports: Mapping[str, set[str]]) -> list[str]:
    """A circle in what each module imports, its first module again at the end; empty when there is none."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as found:
        circle: list[str] = found.args[1]
        return circle[::-1]
    return []


def read_imports() -> dict[str, set[str]]:
    """Read what each module of the back end imports, without loading any."""
    graph = grimp.build_graph("chuckwagon", "sandbox", cache_dir=str(BACKEND / ".grimp_cache"))
    return {module: set(graph.find_modules_directly_imported_by(module)) for module in graph.modules}


if __name__ == "__main__":
    circle = find_circle(read_imports())
    if circle:
        print("These modules import each other:\n  " + "\n  imports ".join(circle))
    sys.exit(1 if circle else 0)
