"""JSON body parser with generated input: it returns a value or refuses, and raises nothing else."""

import asyncio
import json
import time
import tracemalloc
from typing import ClassVar

import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from chuckwagon.kit.errors import InvalidInput
from chuckwagon.settings import Settings
from chuckwagon.web.json_body import MAX_DEPTH, MAX_DIGITS, MAX_NODES, parse_json
from chuckwagon.web.requests import StrictHttpRequest

BODY = Settings.__struct_defaults__[Settings.__struct_fields__.index("max_body_bytes")]
PIECES = [
    b"[", b"]", b"{", b"}", b":", b",", b'"', b"\\", b"\\u", b"\\ud800", b"\\udc00", b"\\u0000", b"\x00",
    b"null", b"true", b"NaN", b"Infinity", b"-", b"-0", b"1e400", b"1e-400", b"0.1", b"00", b"1" * 16, b"e",
    b"\xef\xbb\xbf", b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x80\xa8", b"/*",
    b" ", b"\n", b"'", b'"a":', b'"a":1', b'{"a":', b"[[[[[[[[",
]  # fmt: skip
strict = settings(
    derandomize=True, max_examples=300, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
numbers = st.integers(-(10**MAX_DIGITS) + 1, 10**MAX_DIGITS - 1) | st.floats(allow_nan=False, allow_infinity=False)
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"))
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(texts, inner, max_size=5),
    max_leaves=30,
)


def read(raw: bytes):
    """Parse the body; None if it is refused. Any other exception fails the test."""
    try:
        return [parse_json(raw)]
    except InvalidInput as error:
        refused = error
    assert refused.status == 400
    assert str(refused).endswith(".")
    assert msgspec.json.encode(refused.body())
    return None


def depth(value) -> int:
    """Nesting depth of lists and objects."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth, inner), default=0)


@strict
@given(st.binary(max_size=200))
def test_any_bytes_are_a_value_or_a_refusal(raw):
    read(raw)


@strict
@given(st.lists(st.sampled_from(PIECES), max_size=40).map(b"".join))
@example(b'{"a":1,"\\u0061":2}')
@example(b'["\\ud83c\\udf2e", "\\udf2e\\ud83c"]')
@example(b"\xef\xbb\xbf{}")
def test_what_is_read_of_broken_json_can_be_written_down_again(raw):
    """A parsed value must also be serializable: into a response, a log line or a column."""
    found = read(raw)
    if found is not None:
        assert msgspec.json.encode(found[0])
        assert "\x00" not in json.dumps(found[0], ensure_ascii=False)
        assert depth(found[0]) <= MAX_DEPTH


@strict
@given(values)
def test_every_strict_value_is_read_as_it_was_meant(value):
    found = read(json.dumps(value).encode())
    if depth(value) > MAX_DEPTH:
        assert found is None
    elif found is not None:
        assert found == [value]


@strict
@given(values, st.randoms(use_true_random=False), st.integers(1, 5))
def test_a_valid_body_with_damaged_bytes_is_a_value_or_a_refusal(value, chance, hits):
    raw = bytearray(json.dumps(value, ensure_ascii=False).encode())
    for _ in range(hits):
        place = chance.randrange(len(raw) + 1)
        raw[place : place + chance.randrange(3)] = chance.choice(PIECES)
    read(bytes(raw))


@strict
@given(st.text(st.characters(codec=None), max_size=20))
def test_no_text_gets_in_that_could_not_get_out(text):
    found = read(json.dumps(text).encode())
    is_clean = "\x00" not in text and not any("\ud800" <= char <= "\udfff" for char in text)
    assert found == ([text] if is_clean else None)


@strict
@given(st.from_regex(r"-?(0|[1-9][0-9]{0,60})(\.[0-9]{1,60})?([eE][+-]?[0-9]{1,4})?", fullmatch=True))
@example("9" * 15)
@example("9" * 16)
@example("-0")
@example("1e308")
@example("1e309")
def test_a_number_is_finite_or_refused(digits):
    found = read(digits.encode())
    if found is not None:
        assert abs(found[0]) < float("inf")


@pytest.mark.parametrize(
    "raw",
    [
        b"[" * BODY,
        b'{"a":' * (BODY // 5),
        b"[" + b"1," * (BODY // 2 - 2) + b"1]",
        b"[" + b'"",' * MAX_NODES + b'""]',
        b'"' + b"\\u0041" * (BODY // 6 - 1) + b'"',
        b'"' + b"\\" * (BODY - 2) + b'"',
        b'"' + b'\\"' * (BODY // 2 - 1),
        b'"' * BODY,
        b'"",' * (BODY // 3),
        b"9" * BODY,
        b"0." + b"9" * BODY,
        b"{" + b",".join(b'"%d":{}' % number for number in range(4000)) + b"}",
        b'"' + "\N{TACO}".encode() * (BODY // 4) + b'"',
        b"\xff" * BODY,
        b" " * BODY,
    ],
    ids=range(15),
)
def test_no_body_costs_much_more_memory_or_time_than_its_size(raw):
    begun = time.thread_time()
    read(raw)
    assert time.thread_time() - begun < 0.5
    tracemalloc.start()
    try:
        read(raw)
        assert tracemalloc.get_traced_memory()[1] < 50 * BODY
    finally:
        tracemalloc.stop()


class Handler:
    """The part of a route handler that reading a body uses."""

    opt: ClassVar[dict[str, str]] = {}
    parsed_data_field = None


def ask_in_pieces(pieces: list[bytes]):
    """Read a body that arrives in these chunks; None if it is refused."""
    messages = [{"type": "http.request", "body": piece, "more_body": True} for piece in pieces]
    messages.append({"type": "http.request", "body": b"", "more_body": False})

    async def receive():
        return messages.pop(0)

    headers = [(b"content-type", b"application/json")]
    request = StrictHttpRequest({"type": "http", "headers": headers, "state": {}, "query_string": b""}, receive)
    request.scope["litestar_app"] = type("App", (), {"state": type("State", (), {"settings": Settings()})})
    request.scope["route_handler"] = Handler
    try:
        return [asyncio.run(request.json())]
    except InvalidInput:
        return None


@settings(strict, max_examples=100)
@given(values, st.lists(st.integers(1, 7), min_size=1, max_size=8))
@example({"name": "Ñandú 🌮"}, [1])
def test_where_a_body_is_cut_into_pieces_makes_no_difference(value, sizes):
    """Chunks may end inside a character, an escape or a number."""
    raw = json.dumps(value, ensure_ascii=False).encode()
    pieces, place, turn = [], 0, 0
    while place < len(raw):
        size = sizes[turn % len(sizes)]
        pieces.append(raw[place : place + size])
        place, turn = place + size, turn + 1
    assert ask_in_pieces(pieces) == read(raw)
