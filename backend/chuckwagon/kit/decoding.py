"""Decodes values and rows into types, safely from several threads.

msgspec builds a type's field information when it first decodes the type. Another thread that decodes the same type
meanwhile sees half of it, and the process dies of a segmentation fault. So it is built under a lock, once.
"""

from collections.abc import Callable
from functools import cache
from threading import Lock
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
CustomTypeHook = Callable[[type[Any], Any], Any]
_building = Lock()
_prepared: set[Any] = set()


def decode_json(raw: str | bytes, kind: type[T]) -> T:
    """Decode JSON into `kind`. Raises msgspec.MsgspecError for malformed JSON or another type."""
    prepare_type(kind)
    return msgspec.json.decode(raw, type=kind)


def convert(value: Any, kind: type[T], *, strict: bool = True, dec_hook: CustomTypeHook | None = None) -> T:
    """Convert plain data to `kind`; the options are those of `msgspec.convert`. Raises msgspec.ValidationError."""
    prepare_type(kind)
    return msgspec.convert(value, kind, strict=strict, dec_hook=dec_hook)


def prepare_type(kind: Any) -> None:
    """Build the field information of a type, once. For types that a library decodes by itself."""
    if kind in _prepared:
        return
    with _building:
        msgspec.json.Decoder(kind)
        _prepared.add(kind)


StructT = TypeVar("StructT", bound=msgspec.Struct)


def copy_fields(kind: type[StructT], source: object, /, **others: Any) -> StructT:
    """Build a `kind` from `others`, and all its other fields from the source's attributes of the same names.

    Raises AttributeError if the source lacks one of them.
    """
    same = {name: getattr(source, name) for name in _names_besides(kind, tuple(others))}
    return kind(**same, **others)


@cache
def _names_besides(kind: type[msgspec.Struct], others: tuple[str, ...]) -> list[str]:
    return [name for name in kind.__struct_fields__ if name not in others]
