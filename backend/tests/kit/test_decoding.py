import subprocess
import sys
from typing import Annotated, get_args, get_origin

import pytest
from litestar.routes import HTTPRoute

from chuckwagon.app import create_api
from chuckwagon.kit import decoding

# A type that is prepared for as long as the test wants: msgspec evaluates the annotation.
TWO_THREADS = """
import threading
import msgspec
from chuckwagon.kit.decoding import convert, decode_json

begun, may_end = threading.Event(), threading.Event()
decoded = []


def integer():
    if not begun.is_set():
        begun.set()
        may_end.wait(5)
    return int


class Line(msgspec.Struct):
    quantity: "integer()"


class Order(msgspec.Struct):
    line: Line
    number: int


def decode():
    decoded.append(CALL)


first = threading.Thread(target=decode)
first.start()
begun.wait()
threading.Timer(0.2, may_end.set).start()
decode()
first.join()
print(*decoded, sep="\\n")
"""
CALLS = [
    'decode_json(\'{"line":{"quantity":2},"number":7}\', Order)',
    "convert({'line': {'quantity': 2}, 'number': 7}, Order)",
]


@pytest.mark.parametrize("call", CALLS, ids=["decode_json", "convert"])
def test_two_threads_may_be_the_first_to_decode_a_type(call):
    program = TWO_THREADS.replace("CALL", call)
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=180, check=False)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.splitlines() == ["Order(line=Line(quantity=2), number=7)"] * 2


def test_the_types_of_all_bodies_are_prepared_before_the_first_request(settings, db, monkeypatch):
    prepared = set()
    monkeypatch.setattr(decoding, "_prepared", prepared)
    api = create_api(settings, db)
    handlers = [handler for route in api.routes if isinstance(route, HTTPRoute) for handler in route.route_handlers]
    functions = [getattr(handler.fn, "func", handler.fn) for handler in handlers]
    annotations = [function.__annotations__["data"] for function in functions if "data" in function.__annotations__]
    bodies = {get_args(one)[0] if get_origin(one) is Annotated else one for one in annotations}
    assert len(bodies) > 30
    assert bodies <= prepared
