"""Strict parser of JSON request bodies with limits on depth, size and numbers."""

import json
import math
import re
from itertools import accumulate
from typing import Any, NoReturn, TypeVar

import msgspec

from chuckwagon.kit.errors import InvalidInput

T = TypeVar("T")

MAX_DEPTH = 20
MAX_NODES = 5000
MAX_DIGITS = 15

_PATH = re.compile(r" - at `\$\.?(.*)`$")
_FORBIDDEN = re.compile("[\x00\ud800-\udfff]")
_PUNCTUATION = re.compile(rb"[\[\]{},]")
_MISSING = re.compile(r"missing required field `(.+?)`")
_TYPES = re.compile(r"`(.+?)`")
_BOUND_PHRASES = {
    " of length <= ": " no longer than ",
    " of length >= ": " no shorter than ",
    " <= ": " up to ",
    " >= ": " from ",
}
_TYPE_NAMES = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "nothing",
}


def parse_json(raw: bytes) -> Any:
    """Parse a body. Refuses deep nesting, NaN, duplicate keys, lone surrogates, NUL and huge numbers.

    Raises InvalidInput.
    """
    _limit_structure(raw)
    try:
        text = raw.decode("utf-8")
        value = json.loads(
            text,
            object_pairs_hook=_refuse_duplicate_keys,
            parse_constant=_refuse_constant,
            parse_int=_parse_int,
            parse_float=_parse_float,
        )
    except InvalidInput:
        raise
    except (ValueError, RecursionError) as error:
        raise InvalidInput("The body is not valid JSON.") from error
    if rb"\u" in raw:  # without escapes, the UTF-8 and JSON parsers have already refused surrogates and NUL
        _refuse_forbidden_characters(value)
    return value


def convert(value: Any, kind: type[T]) -> T:
    """Convert a parsed body to its struct. Raises InvalidInput with the field's path and a sentence."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise to_invalid_input(str(error)) from error


def to_invalid_input(message: str) -> InvalidInput:
    """Translate a msgspec validation message: the path goes into `fields`, the reason becomes a sentence."""
    found = _PATH.search(message)
    path = found.group(1) if found else ""
    reason = message[: found.start()] if found else message
    if missing := _MISSING.search(reason):
        path, reason = ".".join(filter(None, (path, missing.group(1)))), "Required"
    for symbol, phrase in _BOUND_PHRASES.items():
        reason = reason.replace(symbol, phrase)
    sentence = f"{_TYPES.sub(_describe_types, reason)}."
    return InvalidInput(f"{path}: {sentence}" if path else sentence, fields={path: sentence} if path else None)


def _describe_types(types: re.Match[str]) -> str:
    """Describe types such as `str | null` in plain words. `null` is left out unless it is the only type."""
    names = types.group(1).split(" | ")
    return " or ".join(_TYPE_NAMES.get(name, f"'{name}'") for name in names if name != "null" or len(names) == 1)


def _limit_structure(raw: bytes) -> None:
    """Refuse deep or large structures before parsing, because the parser recurses. Counts brackets outside strings."""
    if len(raw) <= 2 * MAX_NODES and raw.count(b"[") + raw.count(b"{") <= MAX_DEPTH:
        return
    tokens = _PUNCTUATION.findall(_strip_strings(raw))
    depths = accumulate(1 if token in b"[{" else -1 if token in b"]}" else 0 for token in tokens)
    if len(tokens) > 2 * MAX_NODES or max(depths, default=0) > MAX_DEPTH:
        raise InvalidInput("The body is nested too deeply or has too many parts.")


def _strip_strings(raw: bytes) -> bytes:
    """Return the JSON text without its strings, in linear time.

    A regular expression for strings takes quadratic time on input with many unclosed quotes.
    """
    without_escapes = raw.replace(rb"\\", b"").replace(rb"\"", b"")
    return b"".join(without_escapes.split(b'"')[::2])


def _refuse_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise InvalidInput("The body names a field twice.")
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise InvalidInput(f"{name} is not a number in JSON.")


def _parse_int(digits: str) -> int:
    if len(digits.lstrip("-")) > MAX_DIGITS:
        raise InvalidInput("A number in the body is too large.")
    return int(digits)


def _parse_float(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value) or len(digits) > 40:
        raise InvalidInput("A number in the body is too large.")
    return value


def _refuse_forbidden_characters(value: Any) -> None:
    if isinstance(value, str):
        if _FORBIDDEN.search(value):
            raise InvalidInput("A text in the body holds characters that are not allowed.")
    elif isinstance(value, dict):
        for key, item in value.items():
            _refuse_forbidden_characters(key)
            _refuse_forbidden_characters(item)
    elif isinstance(value, list):
        for item in value:
            _refuse_forbidden_characters(item)
