"""Describes limits of request fields in the OpenAPI document.

The services check these limits themselves, because their sentences say at which field what is wrong.

Why: docs/decisions/0041-forms-check-by-the-api.md
"""

from typing import Any

from msgspec import Meta

TRIMMED = "Surrounding and repeated spaces do not count."
DISTINCT = "Empty and repeated entries do not count."


def limited(**keywords: Any) -> Meta:
    """Describe a field with JSON Schema keywords in snake case, such as `max_length` or `minimum`."""
    return Meta(extra_json_schema={"extra": keywords})


def trimmed(max_length: int, **keywords: Any) -> Meta:
    """Describe a text whose limits hold after surrounding and repeated spaces are removed."""
    return Meta(extra_json_schema={"description": TRIMMED, "extra": {"max_length": max_length, **keywords}})


def distinct(max_items: int) -> Meta:
    """Describe a list whose limit holds after empty and repeated entries are removed."""
    return Meta(extra_json_schema={"description": DISTINCT, "extra": {"max_items": max_items}})


def between(bounds: tuple[float, float]) -> Meta:
    """Describe a number from the first to the second bound, both included."""
    return limited(minimum=bounds[0], maximum=bounds[1])
