"""Slow clients have a deadline, and delay no other client until then."""

import contextlib
import socket
import threading
import time
from types import SimpleNamespace

import httpx
import msgspec
import pytest

from chuckwagon.app import create_app
from chuckwagon.server import http_protocol
from tests.factories import make_truck
from tests.server.test_rude_connections import BYE, CLOSE, GET, HEAD, say, statuses
from tests.servers import LiveServer, NoCache, bound_socket, wait_until

BODY = HEAD + b"Content-Length: 60000\r\n\r\n{"
LIST = b"GET /api/trucks/public HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture
def port(db, live_server):
    return httpx.URL(live_server.url).port


@pytest.fixture
def serve(db, settings):
    """The product with other settings, on a port of its own."""
    started = []

    def start(**changes):
        bound = bound_socket()
        app = create_app(msgspec.structs.replace(settings, **changes), db=db, cache_validator=NoCache())
        started.append((LiveServer(app, bound), bound))
        return bound.getsockname()[1]

    yield start
    for server, bound in started:
        server.stop()
        bound.close()


def connect(port, source="127.0.0.1"):
    return socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(source, 0))


def is_cut(line):
    """Whether the server has closed or reset the connection."""
    line.setblocking(False)
    try:
        return line.recv(65536) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def accepts(line):
    """Send more requests without reading; False once the server has closed the connection."""
    try:
        line.send(LIST * 20)
    except BlockingIOError:
        pass
    except ConnectionError:
        return False
    return True


def drip(lines, stop):
    """Send one byte on each connection again and again, as slowloris tools do."""
    while not stop.wait(0.1):
        for number, line in enumerate(lines):
            with contextlib.suppress(OSError):
                line.send(b"l" if number % 3 == 0 else b" ")


@contextlib.contextmanager
def two_hundred_slow_clients(port):
    """A third each sends its headers slowly, sends its body slowly, or sends requests without reading."""
    lines = [connect(port) for _ in range(200)]
    stop = threading.Event()
    dripping = threading.Thread(target=drip, args=([lines[n] for n in range(200) if n % 3 < 2], stop))
    try:
        for number, line in enumerate(lines):
            with contextlib.suppress(ConnectionError):  # it may be cut by now
                line.sendall((b"GET /hea", BODY, LIST * 20)[number % 3])
        dripping.start()
        yield lines[0::3] + lines[1::3]
    finally:
        stop.set()
        if dripping.is_alive():
            dripping.join()
        for line in lines:
            line.close()


def set_deadlines(monkeypatch, seconds):
    monkeypatch.setattr(http_protocol, "HEAD_SECONDS", seconds)
    monkeypatch.setattr(http_protocol, "BODY_SECONDS", seconds)
    monkeypatch.setattr(http_protocol, "READ_SECONDS", seconds)


def test_two_hundred_slow_clients_delay_no_other_client(port, db, monkeypatch):
    set_deadlines(monkeypatch, 600.0)
    make_truck(db)
    with two_hundred_slow_clients(port) as dripping:
        for path in ("/health", "/api/config", "/api/trucks/public"):
            assert httpx.get(f"http://127.0.0.1:{port}{path}", timeout=60).status_code == 200
        assert not any(map(is_cut, dripping)), "not before the deadline"


def test_two_hundred_slow_clients_are_cut_although_they_send_single_bytes(port, db, monkeypatch):
    set_deadlines(monkeypatch, 1.0)
    make_truck(db)
    with two_hundred_slow_clients(port) as dripping:
        wait_until(lambda: all(map(is_cut, dripping)))
    set_deadlines(monkeypatch, 600.0)
    assert httpx.get(f"http://127.0.0.1:{port}/health", timeout=30).status_code == 200


def test_a_body_that_arrives_too_slowly_is_answered_408(port, monkeypatch):
    monkeypatch.setattr(http_protocol, "BODY_SECONDS", 0.4)
    answer = say(port, BODY)
    assert statuses(answer) == [408]
    assert b"connection: close" in answer


def test_a_steady_body_may_take_longer_than_that(port, monkeypatch):
    monkeypatch.setattr(http_protocol, "BODY_SECONDS", 2.0)
    monkeypatch.setattr(http_protocol, "BODY_BYTES_A_SECOND", 1_000)
    with connect(port) as line:
        line.sendall(HEAD + b"Content-Length: 20000\r\n" + BYE)
        for _ in range(10):
            line.sendall(b" " * 2000)
            time.sleep(0.25)
        assert statuses(line.recv(65536)) == [400]


def test_a_slow_second_request_does_not_spoil_the_first_answer(port, monkeypatch):
    monkeypatch.setattr(http_protocol, "BODY_SECONDS", 3.0)
    assert statuses(say(port, GET + BODY)) == [200, 408]


def test_a_response_that_the_client_does_not_read_is_dropped(port, db, monkeypatch):
    monkeypatch.setattr(http_protocol, "READ_SECONDS", 0.3)
    for number in range(30):
        make_truck(db, name=f"Truck {number}", slug=f"truck-{number}", is_active=True)
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", port))
        line.setblocking(False)
        wait_until(lambda: not accepts(line))


class Line:
    """A transport, and how much of the answer its client has not read yet."""

    unread = 90_000
    is_aborted = False

    def get_write_buffer_size(self):
        return self.unread

    def get_extra_info(self, _name):
        return SimpleNamespace(fileno=lambda: -1)

    def abort(self):
        self.is_aborted = True


@pytest.mark.parametrize(("left", "is_aborted"), [(80_000, True), (60_000, False), (0, False)])
def test_a_response_that_is_read_slowly_is_kept_while_it_is_read(left, is_aborted):
    line, looks = Line(), []
    asked = http_protocol.Connection.__new__(http_protocol.Connection)
    asked.transport, asked.loop = line, SimpleNamespace(call_later=lambda *given: looks.append(given))
    asked._start_write_deadline()
    [(seconds, look)] = looks
    assert seconds == http_protocol.READ_SECONDS
    line.unread = left
    look()
    assert line.is_aborted == is_aborted
    assert len(looks) == (2 if left and not is_aborted else 1)


def test_one_address_may_hold_a_limited_number_of_connections(serve):
    port = serve(max_connections_per_address=5)
    lines = [connect(port) for _ in range(5)]
    wait_until(lambda: statuses(say(port, CLOSE)) == [503])
    with connect(port, "127.0.0.2") as other:
        other.sendall(CLOSE)
        assert statuses(other.recv(65536)) == [200]
    lines.pop().close()
    wait_until(lambda: statuses(say(port, CLOSE)) == [200])
    for line in lines:
        line.close()


def test_a_trusted_proxy_is_not_one_client(serve):
    port = serve(max_connections_per_address=2, trusted_proxies="127.0.0.1")
    lines = [connect(port) for _ in range(6)]
    assert statuses(say(port, CLOSE)) == [200]
    for line in lines:
        line.close()


def test_all_connections_together_have_a_limit(serve):
    port = serve(max_connections=4, max_connections_per_address=0)
    lines = [connect(port, f"127.0.0.{number}") for number in range(1, 5)]
    answer = wait_until(lambda: b"503" in (found := say(port, CLOSE)) and found)
    assert b"retry-after: 5" in answer
    lines.pop().close()
    wait_until(lambda: statuses(say(port, CLOSE)) == [200])
    for line in lines:
        line.close()
