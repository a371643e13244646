import subprocess
import sys

import pytest

# A type whose first description takes as long as the test wants: msgspec evaluates the annotation.
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
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.splitlines() == ["Order(line=Line(quantity=2), number=7)"] * 2
