"""Strict parser of JSON request bodies with limits on depth, size and numbers."""

import json
import math
import re
from itertools import accumulate
from typing import Any, NoReturn, TypeVar

import msgspec

from chuckwagon.kit import decoding
from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.sentences import Sentence, at_parameter

T = TypeVar("T")

MAX_DEPTH = 20
MAX_NODES = 5000
MAX_DIGITS = 15

_PATH = re.compile(r" - at `\$\.?(.*)`$")
_FORBIDDEN = re.compile("[\x00\ud800-\udfff]")
_PUNCTUATION = re.compile(rb"[\[\]{},]")
_MISSING = re.compile(r"missing required field `(.+?)`")
TEXT_FORBIDDEN = Sentence("A text in the body holds characters that are not allowed.", "json_text_forbidden")
_LIMIT = re.compile(r"`(\w+)[^`]*`( of length)? (<=|>=) (-?[\d.]+)")
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
    """Parse a body. Raises InvalidInput for text that is not UTF-8 or JSON, and for what is valid JSON but refused.

    Refused are deep nesting, NaN, duplicate keys, lone surrogates, NUL and huge numbers.
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
        raise InvalidInput(Sentence("The body is not valid JSON.", "json_invalid")) from error
    if rb"\u" in raw:  # without escapes, the UTF-8 and JSON parsers have already refused surrogates and NUL
        _refuse_forbidden_characters(value)
    return value


def convert(value: Any, kind: type[T]) -> T:
    """Convert a parsed body to its struct. Raises InvalidInput with the field's path and a sentence."""
    try:
        return decoding.convert(value, kind)
    except msgspec.ValidationError as error:
        raise to_invalid_input(str(error)) from error


def to_invalid_input(message: str) -> InvalidInput:
    """Translate a msgspec validation message into the error to raise.

    The path goes into `fields`, the reason becomes a sentence.
    """
    found = _PATH.search(message)
    path = found.group(1) if found else ""
    reason = message[: found.start()] if found else message
    if missing := _MISSING.search(reason):
        path, reason = ".".join(filter(None, (path, missing.group(1)))), "Required"
    for symbol, phrase in _BOUND_PHRASES.items():
        reason = reason.replace(symbol, phrase)
    sentence = _to_sentence(f"{_TYPES.sub(_describe_types, reason)}.", message)
    return InvalidInput(at_parameter(path, sentence), fields={path: sentence}) if path else InvalidInput(sentence)


def _to_sentence(text: str, message: str) -> Sentence:
    """Build a sentence with the reason code and the limit, which are read from msgspec's message."""
    if _MISSING.search(message):
        return Sentence(text, "required")
    if "enum value" in message:
        return Sentence(text, "choice_unknown")
    if not (limit := _LIMIT.search(message)):
        return Sentence(text, "wrong_type")
    kind, is_length, comparison, number = limit.groups()
    name = "max" if comparison == "<=" else "min"
    if not is_length:
        return Sentence(text, "number_too_large" if name == "max" else "number_too_small", **{name: float(number)})
    if kind == "array":
        return Sentence(text, "too_many" if name == "max" else "too_few", **{name: int(number)})
    return Sentence(text, "too_long" if name == "max" else "too_short", **{name: int(number)})


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
        raise InvalidInput(Sentence("The body is nested too deeply or has too many parts.", "json_too_deep"))


def _strip_strings(raw: bytes) -> bytes:
    """Return the JSON text without its strings, in linear time.

    A regular expression for strings takes quadratic time on input with many unclosed quotes.
    """
    without_escapes = raw.replace(rb"\\", b"").replace(rb"\"", b"")
    return b"".join(without_escapes.split(b'"')[::2])


def _refuse_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise InvalidInput(Sentence("The body names a field twice.", "json_field_twice"))
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise InvalidInput(Sentence(f"{name} is not a number in JSON.", "json_not_a_number", name=name))


def _parse_int(digits: str) -> int:
    if len(digits.lstrip("-")) > MAX_DIGITS:
        raise InvalidInput(Sentence("A number in the body is too large.", "json_number_too_large"))
    return int(digits)


def _parse_float(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value) or len(digits) > 40:
        raise InvalidInput(Sentence("A number in the body is too large.", "json_number_too_large"))
    return value


def _refuse_forbidden_characters(value: Any) -> None:
    if isinstance(value, str):
        if _FORBIDDEN.search(value):
            raise InvalidInput(
                Sentence("A text in the body holds characters that are not allowed.", "json_text_forbidden")
            )
    elif isinstance(value, dict):
        for key, item in value.items():
            _refuse_forbidden_characters(key)
            _refuse_forbidden_characters(item)
    elif isinstance(value, list):
        for item in value:
            _refuse_forbidden_characters(item)
