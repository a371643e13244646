"""Builds structs from rows."""

from typing import Any, TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)


def copy_fields(kind: type[T], source: object, /, **others: Any) -> T:
    """Build a `kind` from `others`, and all its other fields from the source's attributes of the same names.

    Raises AttributeError if the source lacks one of them.
    """
    same = {name: getattr(source, name) for name in kind.__struct_fields__ if name not in others}
    return kind(**same, **others)
