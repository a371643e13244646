"""Form bodies in Stripe's bracket notation: `a[b][c]`, `a[0]`, `a[]`."""

import re
from typing import Any
from urllib.parse import parse_qsl

from sandbox.errors import invalid

PART = re.compile(r"[^\[\]]+|\[\]")
DEEPEST = 8


def decode(text: str) -> dict[str, Any]:
    """Return the form as nested dictionaries and lists of strings."""
    tree: dict[str, Any] = {}
    for name, value in parse_qsl(text, keep_blank_values=True):
        _place(tree, name, value)
    return {name: _listed(value) for name, value in tree.items()}


def _place(tree: dict[str, Any], name: str, value: str) -> None:
    parts = PART.findall(name)
    if not parts or len(parts) > DEEPEST:
        raise invalid(f"Invalid parameter name: {name}", validation=True)
    here = tree
    for part in parts[:-1]:
        step = here.setdefault(str(len(here)) if part == "[]" else part, {})
        if not isinstance(step, dict):
            raise invalid(f"Invalid object: {name}", param=parts[0], validation=True)
        here = step
    last = str(len(here)) if parts[-1] == "[]" else parts[-1]
    here[last] = value


def _listed(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if value and all(key.isdigit() for key in value):
        return [_listed(value[key]) for key in sorted(value, key=int)]
    return {key: _listed(inner) for key, inner in value.items()}
