"""JSON body parser: accepted input, refused input and messages."""

import json

import msgspec
import pytest

from chuckwagon.kit.errors import InvalidInput
from chuckwagon.web.json_body import MAX_DEPTH, convert, parse_json

REFUSED = {
    "nothing": b"",
    "half an object": b'{"a": ',
    "two values": b"1 2",
    "single quotes": b"{'a': 1}",
    "a trailing comma": b"[1,]",
    "a comment": b"[1] // one",
    "UTF-16": '{"a": 1}'.encode("utf-16"),
    "broken UTF-8": b'"\xff"',
    "a raw surrogate": b'"\xed\xa0\x80"',
    "a lone surrogate": b'"\\ud800"',
    "a lone surrogate as a key": b'{"\\udfff": 1}',
    "a NUL": b'"a\\u0000b"',
    "a NUL deep inside": b'{"a": [{"b": "\\u0000"}]}',
    "NaN": b"NaN",
    "Infinity": b"[Infinity]",
    "minus Infinity": b"-Infinity",
    "1e400": b"1e400",
    "minus 1e400": b"[-1e400]",
    "a number of 16 digits": b"1234567890123456",
    "a number of 5,000 digits": b"9" * 5000,
    "a fraction of 5,000 digits": b"0." + b"3" * 5000,
    "the same field twice": b'{"a": 1, "a": 1}',
    "the same field twice, inside": b'[{"b": {"a": 1, "a": 2}}]',
    "one level too deep": b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1),
    "ten thousand levels": b"[" * 10_000,
    "ten thousand objects": b'{"a":' * 10_000,
    "twenty thousand parts": b"[" + b"1," * 20_000 + b"1]",
}
ACCEPTED = {
    b'{"a": 1}': {"a": 1},
    b"  [1.5, -2, 1e2, null, true] ": [1.5, -2, 100.0, None, True],
    b'"\\ud83c\\udf2e"': "🌮",
    '"ä{[[[["'.encode(): "ä{[[[[",
    b'"\\"[[[["': '"[[[[',
    b'"\\\\"': "\\",
    b"123456789012345": 123456789012345,
    b"[" * MAX_DEPTH + b"]" * MAX_DEPTH: json.loads("[" * MAX_DEPTH + "]" * MAX_DEPTH),
}


class Line(msgspec.Struct, rename="camel"):
    unit_price: float
    note: str | None = None


class Cart(msgspec.Struct):
    items: list[Line]
    is_gift: bool = False


@pytest.mark.parametrize("raw", REFUSED.values(), ids=REFUSED)
def test_a_body_that_is_not_strict_json_is_refused_in_one_sentence(raw):
    with pytest.raises(InvalidInput) as refused:
        parse_json(raw)
    assert str(refused.value).endswith(".")
    assert refused.value.body()["code"] == "invalid_input"


@pytest.mark.parametrize(("raw", "value"), ACCEPTED.items())
def test_a_strict_body_is_read_as_it_stands(raw, value):
    assert parse_json(raw) == value


@pytest.mark.parametrize(
    ("value", "path", "reason"),
    [
        ({}, "items", "Required."),
        ({"items": [{}]}, "items[0].unitPrice", "Required."),
        ({"items": [{"unitPrice": "1"}]}, "items[0].unitPrice", "Expected a number, got text."),
        ({"items": [{"unitPrice": 1, "note": 5}]}, "items[0].note", "Expected text, got a whole number."),
        ({"items": {}}, "items", "Expected a list, got an object."),
        ({"items": None}, "items", "Expected a list, got nothing."),
        ({"items": [], "is_gift": "true"}, "is_gift", "Expected true or false, got text."),
        ({"items": [], "is_gift": 1}, "is_gift", "Expected true or false, got a whole number."),
    ],
)
def test_a_wrong_field_is_named_with_a_sentence(value, path, reason):
    with pytest.raises(InvalidInput) as refused:
        convert(value, Cart)
    assert refused.value.fields == {path: reason}
    assert str(refused.value) == f"{path}: {reason}"


def test_the_wrong_whole_has_no_field():
    with pytest.raises(InvalidInput, match=r"^Expected an object, got a list\.$") as refused:
        convert([], Cart)
    assert refused.value.fields is None


def test_unknown_fields_are_ignored_and_null_is_fine_where_optional():
    assert convert({"items": [{"unitPrice": 1, "note": None, "_id": "x"}], "extra": 1}, Cart) == Cart([Line(1.0)])
