"""Decodes values into types, safely from several threads.

msgspec learns a type's fields when it first decodes it. Another thread that decodes the same type meanwhile sees a
half-built description, and the process dies of a segmentation fault. So a type is described under a lock, once.
"""

from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
CustomTypeHook = Callable[[type[Any], Any], Any]

_describing = Lock()
_described: set[Any] = set()


def decode_json(raw: str | bytes, kind: type[T]) -> T:
    """Decode JSON into `kind`. Raises msgspec.MsgspecError for malformed JSON or another type."""
    _describe(kind)
    return msgspec.json.decode(raw, type=kind)


def convert(value: Any, kind: type[T], *, strict: bool = True, dec_hook: CustomTypeHook | None = None) -> T:
    """Convert plain data to `kind`; the options are those of `msgspec.convert`. Raises msgspec.ValidationError."""
    _describe(kind)
    return msgspec.convert(value, kind, strict=strict, dec_hook=dec_hook)


def _describe(kind: Any) -> None:
    if kind in _described:
        return
    with _describing:
        msgspec.json.Decoder(kind)
        _described.add(kind)
