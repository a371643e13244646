"""The one reader of JSON bodies: bounded, strict, and never a server error."""

import json
import math
import re
from itertools import accumulate
from typing import Any, NoReturn, TypeVar

import msgspec

from chuckwagon.core.errors import InvalidInput

T = TypeVar("T")

MAX_DEPTH = 20
MAX_NODES = 5000
MAX_DIGITS = 15

_AT = re.compile(r" - at `\$\.?(.*)`$")
_BAD = re.compile("[\x00\ud800-\udfff]")
_MARKS = re.compile(rb"[\[\]{},]")
_MISSING = re.compile(r"missing required field `(.+?)`")
_TYPES = re.compile(r"`(.+?)`")
_BOUNDS = {
    " of length <= ": " no longer than ",
    " of length >= ": " no shorter than ",
    " <= ": " up to ",
    " >= ": " from ",
}
_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "nothing",
}


def read_json(raw: bytes) -> Any:
    """Decode a body. Refuses deep nesting, NaN, duplicate keys, lone surrogates, NUL and huge numbers.

    Raises InvalidInput.
    """
    _refuse_depth(raw)
    try:
        text = raw.decode("utf-8")
        value = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_no_constant, parse_int=_int, parse_float=_float
        )
    except InvalidInput:
        raise
    except (ValueError, RecursionError) as error:
        raise InvalidInput("The body is not valid JSON.") from error
    if rb"\u" in raw:  # unescaped, neither a surrogate nor a NUL gets as far as this
        _refuse_bad_text(value)
    return value


def convert(value: Any, kind: type[T]) -> T:
    """A decoded body to its struct. Raises InvalidInput with the field's path and a sentence."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise invalid_from(str(error)) from error


def invalid_from(message: str) -> InvalidInput:
    """The library's message as our error: the path in `fields`, the reason in words."""
    found = _AT.search(message)
    path = found.group(1) if found else ""
    reason = message[: found.start()] if found else message
    if missing := _MISSING.search(reason):
        path, reason = ".".join(filter(None, (path, missing.group(1)))), "Required"
    for symbol, words in _BOUNDS.items():
        reason = reason.replace(symbol, words)
    sentence = f"{_TYPES.sub(_words, reason)}."
    return InvalidInput(
        f"{path}: {sentence}" if path else sentence, fields={path: sentence} if path else None
    )


def _words(types: re.Match[str]) -> str:
    """`str | null` as "text": that nothing is fine too does not help whoever sent a number."""
    names = types.group(1).split(" | ")
    return " or ".join(_WORDS.get(name, f"'{name}'") for name in names if name != "null" or len(names) == 1)


def _refuse_depth(raw: bytes) -> None:
    """Count brackets outside strings before parsing: a parser would recurse first and complain later."""
    if len(raw) <= 2 * MAX_NODES and raw.count(b"[") + raw.count(b"{") <= MAX_DEPTH:
        return
    marks = _MARKS.findall(_outside_strings(raw))
    depths = accumulate(1 if mark in b"[{" else -1 if mark in b"]}" else 0 for mark in marks)
    if len(marks) > 2 * MAX_NODES or max(depths, default=0) > MAX_DEPTH:
        raise InvalidInput("The body is nested too deeply or has too many parts.")


def _outside_strings(raw: bytes) -> bytes:
    """What stands between the strings, found in time that grows with the length, whatever the quotes.

    A pattern for strings would look for the end of each that has none, from every quote anew.
    """
    without_escapes = raw.replace(rb"\\", b"").replace(rb"\"", b"")
    return b"".join(without_escapes.split(b'"')[::2])


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise InvalidInput("The body names a field twice.")
    return found


def _no_constant(name: str) -> NoReturn:
    raise InvalidInput(f"{name} is not a number in JSON.")


def _int(digits: str) -> int:
    if len(digits.lstrip("-")) > MAX_DIGITS:
        raise InvalidInput("A number in the body is too large.")
    return int(digits)


def _float(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value) or len(digits) > 40:
        raise InvalidInput("A number in the body is too large.")
    return value


def _refuse_bad_text(value: Any) -> None:
    if isinstance(value, str):
        if _BAD.search(value):
            raise InvalidInput("A text in the body holds characters that are not allowed.")
    elif isinstance(value, dict):
        for key, item in value.items():
            _refuse_bad_text(key)
            _refuse_bad_text(item)
    elif isinstance(value, list):
        for item in value:
            _refuse_bad_text(item)
