"""Requests that no browser sends get an error response or a closed connection, and other clients are served."""

import contextlib
import socket
import threading
import time

import httpx
import msgspec
import pytest

from chuckwagon.server import http_protocol
from chuckwagon.web.requests import ErrorBody
from tests.error_reasons import require_listed

CHUNKED = b"Transfer-Encoding: chunked\r\n"
BYE = b"Connection: close\r\n\r\n"
HEAD = b"POST /api/verify-payment HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
GET = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
CLOSE = b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


@pytest.fixture
def port(db, live_server, monkeypatch):
    """The server's port; an idle connection closes after one second instead of five."""
    monkeypatch.setattr(live_server._server.config, "timeout_keep_alive", 1)
    return httpx.URL(live_server.url).port


def say(port: int, *parts: bytes) -> bytes:
    """Send the parts and read until the server closes the connection, as it must on an idle one."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        answer = b""
        try:
            for part in parts:
                line.sendall(part)
            while part := line.recv(65536):
                answer += part
        except ConnectionError:
            pass  # what has arrived so far counts
    return answer


def statuses(answer: bytes) -> list[int]:
    """The status of each response."""
    return [int(part[:3]) for part in answer.split(b"HTTP/1.1 ")[1:]]


def assert_healthy(port: int) -> None:
    assert httpx.get(f"http://127.0.0.1:{port}/health", timeout=30).status_code == 200


RUDE = {
    "200 kB of one header": [b"GET /health HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 200_000 + b"\r\n\r\n"],
    "5,000 headers": [b"GET /health HTTP/1.1\r\nHost: x\r\n" + b"X-A: b\r\n" * 5000 + b"\r\n"],
    "a header without an end": [b"GET /health HTTP/1.1\r\nHost: x\r\nX-A: " + b"a" * 100_000],
    "a header without a colon": [b"GET /health HTTP/1.1\r\nHost x\r\n\r\n"],
    "a folded header": [b"GET /health HTTP/1.1\r\nHost: x\r\nX-A: a\r\n b\r\nConnection: close\r\n\r\n"],
    "a space before the colon": [b"GET /health HTTP/1.1\r\nHost : x\r\nConnection: close\r\n\r\n"],
    "two lengths": [HEAD + b"Content-Length: 2\r\nContent-Length: 5\r\nConnection: close\r\n\r\n{}{}{"],
    "the same length twice": [HEAD + b"Content-Length: 2\r\nContent-Length: 2\r\n" + BYE + b"{}"],
    "a length and chunks": [
        HEAD + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n"
    ],
    "a length of letters": [HEAD + b"Content-Length: two\r\n\r\n{}"],
    "a length below nothing": [HEAD + b"Content-Length: -2\r\n\r\n{}"],
    "a length with a plus": [HEAD + b"Content-Length: +2\r\n\r\n{}"],
    "a length of 40 digits": [HEAD + b"Content-Length: " + b"9" * 40 + b"\r\n\r\n{}"],
    "a chunk of letters": [HEAD + CHUNKED + b"\r\nzz\r\n{}\r\n0\r\n\r\n"],
    "a chunk of 2^80": [HEAD + CHUNKED + b"\r\n" + b"f" * 20 + b"\r\n{}\r\n0\r\n\r\n"],
    "a chunk below nothing": [HEAD + CHUNKED + b"\r\n-2\r\n{}\r\n0\r\n\r\n"],
    "a chunk that is longer than it says": [HEAD + CHUNKED + b"\r\n1\r\n{}{}\r\n0\r\n\r\n"],
    "a chunk with a long remark": [
        HEAD + CHUNKED + b"\r\n2;" + b"a" * 100_000 + b"\r\n{}\r\n0\r\n\r\n"
    ],
    "chunks of one byte": [
        HEAD + CHUNKED + BYE + b"1\r\n \r\n" * 3000 + b"0\r\n\r\n"
    ],
    "a trailer": [
        HEAD + CHUNKED + BYE + b"2\r\n{}\r\n0\r\nX-Late: 1\r\n\r\n"
    ],
    "chunks in an unknown coding": [HEAD + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"],
    "no version": [b"GET /health\r\n\r\n"],
    "HTTP/0.9": [b"GET /health HTTP/0.9\r\n\r\n"],
    "HTTP/3.0": [b"GET /health HTTP/3.0\r\nHost: x\r\nConnection: close\r\n\r\n"],
    "the preface of HTTP/2": [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0" * 64],
    "a greeting of TLS": [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 300],
    "nothing but zeros": [b"\x00" * 5000],
    "nothing but line ends": [b"\r\n" * 5000 + CLOSE],
    "a whole address": [b"GET http://other.example/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"],
    "an address of another kind": [b"GET gopher://x/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"],
    "a tunnel": [b"CONNECT other.example:443 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"],
    "a star": [b"OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"],
    "TRACE": [b"TRACE /api/config HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"],
    "PROPFIND": [b"PROPFIND /api/config HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"],
    "an unknown method": [b"ORDER /api/config HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"],
    "a method of 10 kB": [b"A" * 10_000 + b" /api/config HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"],
    "a method in small letters": [b"get /api/config HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"],
    "an upgrade": [
        b"GET /api/orders/stream HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n",
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    ],
    "waiting to be asked for the body": [
        HEAD + b"Content-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n", b"{}"
    ],
    "an unknown expectation": [HEAD + b"Content-Length: 2\r\nExpect: tea\r\n" + BYE + b"{}"],
}  # fmt: skip


@pytest.mark.parametrize("parts", RUDE.values(), ids=RUDE)
def test_an_invalid_request_is_refused_or_the_connection_closed(port, parts, capfd):
    answer = say(port, *parts)
    assert all(100 <= status < 500 for status in statuses(answer)), answer[:300]
    assert_healthy(port)
    assert "request_failed" not in "".join(capfd.readouterr())


def test_two_lengths_smuggle_no_second_request(port):
    """One request for us must not be two for a proxy in front, or the other way round."""
    smuggled = b"GET /api/config HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    length = b"Content-Length: %d\r\n" % (5 + len(smuggled))
    for framing in (
        length + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + smuggled,
        b"Content-Length: 0\r\n" + length + b"\r\n" + smuggled,
        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n" + smuggled,
        b"Transfer-Encoding : chunked\r\n" + length + b"\r\n0\r\n\r\n" + smuggled,
    ):
        assert b"publishableKey" not in say(port, HEAD + framing), framing


def test_pipelined_requests_are_answered_in_order(port):
    answer = say(port, GET * 20 + b"GET /api/nope HTTP/1.1\r\nHost: x\r\n\r\n" + CLOSE)
    assert statuses(answer) == [200] * 20 + [404, 200]


def test_clients_that_send_slowly_or_nothing_delay_no_other_client(port):
    lines = [socket.create_connection(("127.0.0.1", port), timeout=60) for _ in range(30)]
    try:
        for number, line in enumerate(lines):
            line.sendall((HEAD + b"Content-Length: 64000\r\n\r\n{", b"GET /hea", b"")[number % 3])
        for _ in range(5):
            for line in lines[::3]:
                line.sendall(b" ")
            assert_healthy(port)
    finally:
        for line in lines:
            line.close()
    assert_healthy(port)


def test_many_invalid_requests_at_once_delay_no_other_client(port, capfd):
    crowd = [threading.Thread(target=say, args=(port, *parts)) for parts in RUDE.values() if b"\r\n\r\n" in parts[0]]
    for client in crowd:
        client.start()
    for _ in range(5):
        assert_healthy(port)
    for client in crowd:
        client.join(60)
    assert not any(client.is_alive() for client in crowd)
    assert "request_failed" not in "".join(capfd.readouterr())


ENDLESS = {
    "one header": b"GET /health HTTP/1.1\r\nHost: x\r\nX-A: ",
    "an address": b"GET /",
    "a trailer": HEAD + CHUNKED + b"\r\n2\r\n{}\r\n0\r\nX-Late: ",
    "a remark on a chunk": HEAD + CHUNKED + b"\r\n2;",
}


@pytest.mark.parametrize("beginning", ENDLESS.values(), ids=ENDLESS)
def test_endless_input_is_cut_before_it_fills_the_memory(port, beginning):
    sent = 0
    with (
        socket.create_connection(("127.0.0.1", port), timeout=60) as line,
        contextlib.suppress(ConnectionError),
    ):
        line.sendall(beginning)
        while sent < 50_000_000:
            line.sendall(b"a" * 100_000)
            sent += 100_000
    assert sent < 20_000_000  # most of it in the buffers of the two systems
    assert_healthy(port)


def test_too_many_headers_are_answered_431(port):
    answer = say(port, b"GET /health HTTP/1.1\r\nHost: x\r\n", *[b"X-A: " + b"b" * 8000 + b"\r\n"] * 40)
    assert statuses(answer) in ([431], [])  # the response is lost while the client is still sending


def test_a_length_that_is_no_number_is_refused_in_json_like_every_request(port):
    head, _, body = say(port, GET.replace(b"\r\n\r\n", b"\r\nContent-Length: x\r\n\r\n")).partition(b"\r\n\r\n")
    assert statuses(head) == [400]
    assert b"content-type: application/json\r\n" in head
    assert msgspec.json.decode(body, type=ErrorBody).code == "bad_request"


REFUSALS = [http_protocol.UNREADABLE, http_protocol.TOO_LARGE, http_protocol.TOO_SLOW, http_protocol.TOO_MANY]


@pytest.mark.parametrize("refusal", REFUSALS, ids=[str(statuses(one)[0]) for one in REFUSALS])
def test_a_refusal_of_the_connection_has_a_whole_body_with_a_known_reason(refusal):
    head, _, body = refusal.partition(b"\r\n\r\n")
    assert f"content-length: {len(body)}\r\n".encode() in head
    require_listed(msgspec.json.decode(body))


def test_a_connection_without_a_complete_request_is_closed(port, live_server, monkeypatch):
    # No other deadline may close the connection before this test gives up.
    monkeypatch.setattr(live_server._server.config, "timeout_keep_alive", 600)
    monkeypatch.setattr(http_protocol, "HEAD_SECONDS", 2.0)
    for beginning in (b"", b"GET /health HT", GET + b"GET /hea"):
        answer = say(port, beginning)
        assert statuses(answer) == ([200] if beginning.startswith(GET) else [])


def test_a_slow_body_has_its_own_deadline(port, monkeypatch):
    monkeypatch.setattr(http_protocol, "HEAD_SECONDS", 3.0)
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        line.sendall(HEAD + b"Content-Length: 2\r\n" + BYE + b"{")
        time.sleep(3.5)
        line.sendall(b"}")
        assert statuses(line.recv(65536)) == [400]
