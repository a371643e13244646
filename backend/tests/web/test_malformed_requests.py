"""Malformed requests get an error in the standard form, never a server error."""

import itertools
import socket

import httpx
import pytest

VERIFY = "/api/verify-payment"
JSON = {"Content-Type": "application/json"}


@pytest.fixture
def port(db, live_server):
    return httpx.URL(live_server.url).port


def raw_request(port: int, request: bytes, *, leave: bool = False) -> bytes:
    """Send these bytes and return the response; empty if the server closes the connection or `leave` is set."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(request)
        if leave:
            return b""
        answer = b""
        while part := connection.recv(65536):
            answer += part
    return answer


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/api/trucks/public", "GET, HEAD, OPTIONS"),
        ("POST", "/health", "GET, HEAD, OPTIONS"),
        ("GET", VERIFY, "OPTIONS, POST"),
        ("HEAD", VERIFY, "OPTIONS, POST"),
        ("PATCH", "/api/menu-items", "GET, HEAD, OPTIONS, POST"),
        ("PUT", "/api/config", "GET, HEAD, OPTIONS"),
        ("POST", "/", "GET, HEAD"),
        ("DELETE", "/uploads/a.webp", "GET, HEAD"),
        ("POST", "/api/docs", None),
    ],
)
def test_a_method_that_an_address_does_not_take_is_405_with_what_it_takes(client, method, path, allowed):
    answer = client.request(method, path)
    assert answer.status_code == (405 if allowed else 404)
    assert answer.headers.get("allow") == allowed
    if method != "HEAD" and allowed:
        assert answer.json()["code"] == "method_not_allowed"


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/nope", "/api/truck", "/api//x", "/api/public/..%2f"])
def test_an_unknown_address_of_the_api_is_404_in_json(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json() == {
        "error": answer.json()["error"],
        "message": answer.json()["error"],
        "code": "not_found",
        "reason": "not_found",
    }


def test_answers_of_the_api_are_not_kept_unless_they_are_public(client):
    for path in ("/health", "/api/config", "/api/nope"):
        assert client.get(path).headers["cache-control"] == "no-store"
    assert client.get("/api/trucks/public").headers["cache-control"] == "no-cache"
    assert client.get("/api/trucks/nope").headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/health", "/api/trucks/public", "/api/nope", "/", "/uploads/x.webp"])
def test_no_answer_may_be_taken_for_another_type(client, path):
    assert client.get(path).headers["x-content-type-options"] == "nosniff"


def test_head_says_what_get_would_without_the_body(client):
    get, head = client.get("/api/config"), client.head("/api/config")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == str(len(get.content))


@pytest.mark.parametrize("path", ["/api/trucks/" + "a" * 5000, "/api/trucks/public?x=" + "y" * 4096, "/" + "a" * 4096])
def test_an_address_over_4_kib_is_414(client, path):
    answer = client.get(path)
    assert (answer.status_code, answer.json()["code"]) == (414, "uri_too_long")


def test_an_address_of_4_kib_is_read(client):
    path = "/api/trucks/"
    assert client.get(path + "a" * (4096 - len(path))).status_code == 404


@pytest.mark.parametrize("kind", [None, "text/plain", "application/x-www-form-urlencoded", "application/jsonp"])
def test_a_body_that_is_not_called_json_is_415(client, kind):
    answer = client.post(VERIFY, content=b'{"payment_intent_id": "pi_1"}', headers={"Content-Type": kind or ""})
    assert (answer.status_code, answer.json()["code"]) == (415, "wrong_media_type")


def test_the_name_of_json_may_carry_a_charset(client):
    answer = client.post(VERIFY, content=b"{}", headers={"Content-Type": "Application/JSON; charset=utf-8"})
    assert answer.status_code == 400


def test_a_missing_body_is_asked_for(client):
    answer = client.post(VERIFY, headers=JSON)
    assert (answer.status_code, answer.json()["error"]) == (400, "The body is missing. Send a JSON object.")


def test_a_text_is_never_taken_for_a_number(client):
    body = {
        "cart": {"items": [{"menuItemId": "f" * 24, "quantity": "2"}]},
        "customerInfo": {},
        "truckInfo": {},
    }
    answer = client.post("/api/create-payment-intent", json=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_input")
    assert set(answer.json()["fields"]) <= {"cart.items[0].quantity", "customerInfo.name"}


@pytest.mark.parametrize("size", [64 * 1024 + 1, 1024 * 1024])
def test_a_body_over_64_kib_is_413_whether_announced_or_not(client, size):
    body = b'{"a": "' + b"x" * (size - 9) + b'"}'
    announced = client.post(VERIFY, content=body, headers=JSON)
    chunked = client.post(VERIFY, content=(body[i : i + 8192] for i in range(0, size, 8192)), headers=JSON)
    for answer in (announced, chunked):
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_a_body_of_64_kib_is_read(client):
    answer = client.post(VERIFY, content=b'{"a": "' + b"x" * (64 * 1024 - 9) + b'"}', headers=JSON)
    assert answer.status_code == 400


@pytest.mark.parametrize(("size", "status"), [(1024 * 1024, 400), (1024 * 1024 + 1, 413)])
def test_the_webhook_takes_a_mebibyte_and_no_more(client, size, status):
    assert client.post("/api/stripe/webhook", content=b"x" * size).status_code == status


def test_the_promise_of_an_endless_body_is_refused_at_once(port):
    request = b"POST /api/verify-payment HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    promise = b"Connection: close\r\nContent-Length: " + b"9" * 18 + b"\r\n\r\n{"
    assert raw_request(port, request + promise)[9:12] == b"413"


TARGETS = [
    b"/api/trucks/%00",
    b"/api/trucks/by-slug/%00",
    b"/api/trucks/%ed%a0%80",
    b"/api/trucks/by-slug/%ff%fe",
    b"/api/menu-items?truckId=%00",
    b"/api/menu-items?truckId=%ed%a0%80",
    b"/api/menu-items?truckId=%zz",
    b"/api/menu-items?truckId",
    b"/api/menu-items?%00=%00&&&=&truckId=",
    b"/api/menu-items?truckId=a;truckId=b",
    b"/api/menu-items/truck/x?isAvailable=%00",
    b"/api/menu-items/truck/x?isAvailable=\\ud800",
    b"/uploads/%00.webp",
    b"/uploads/%ed%a0%80.webp",
    b"/uploads/..%2f..%2fsettings.webp",
    b"/uploads//etc/passwd",
    b"/%00",
    b"/%2e%2e/%2e%2e/etc/passwd",
    b"/assets/..%5c..%5cx.js",
    b"//x",
    b"/;",
    b"/%",
    b"*",
    b"http://x/api/config",
    b"/api/%2e%2e/health",
    b"/api/trucks/{truck_id}",
    b"/api/docs/%00",
    b"/" + b"%41" * 1300,
]


@pytest.mark.dialect
def test_no_address_makes_the_server_fail(port):
    for target in TARGETS:
        answer = raw_request(port, b"GET " + target + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 "), target
        assert answer[9:12] in {b"200", b"400", b"404", b"414"}, target


HEADERS = [
    b"Host: ",
    b"Host: [::1",
    b"Host: " + b"a" * 5000,
    b"Host: a\xff\xfe",
    b"Host: a b",
    b"Host: x\r\nHost: y",
    b"Host: x:99999999",
    b"Host: \x01",
    b"Host: x\r\nX-Big: " + b"a" * 60_000,
    b"Host: x\r\nIf-None-Match: " + b'"a",' * 2000,
    b"Host: x\r\nIf-None-Match: \xff",
    b"Host: x\r\nCookie: " + b"a=b;" * 2000,
    b"Host: x\r\nAccept: \xff;q=x",
    b"Host: x\r\nX-Forwarded-For: \xff, ,,",
    b"Host: x\r\nRange: bytes=9-1,x",
    b"Host: x\r\nContent-Length: -1",
    b"Host: x\r\nTransfer-Encoding: banana",
    b"X-Nothing: x",
    b"Host: x\r\nContent-Type: \xff/\x00",
]


def test_no_header_makes_the_server_fail(port):
    targets = (b"GET /api/trucks/public", b"GET /api/menu-items", b"DELETE /api/config")
    for headers, target in itertools.product(HEADERS, targets):
        answer = raw_request(port, target + b" HTTP/1.1\r\n" + headers + b"\r\nConnection: close\r\n\r\n")
        assert answer == b"" or answer[9:12] in {b"200", b"400", b"405", b"431"}, (target, headers[:80])


BODIES = [
    b"{}",
    b"[]",
    b"null",
    b"1",
    b'"x"',
    b"{",
    b"\xff\xfe",
    b"[" * 20_000,
    b'{"payment_intent_id": {}}',
    b'{"payment_intent_id": ["a"]}',
    b'{"payment_intent_id": "\\u0000"}',
    b'{"payment_intent_id": "\\ud800"}',
    b'{"payment_intent_id": 1e400}',
    b'{"payment_intent_id": ' + b"9" * 5000 + b"}",
    b'{"payment_intent_id": NaN}',
    b'{"payment_intent_id": "a", "payment_intent_id": "b"}',
    b'{"payment_intent_id": "' + b"x" * 60_000 + b'"}',
]


@pytest.mark.dialect
@pytest.mark.parametrize("path", [VERIFY, "/api/confirm-payment", "/api/create-payment-intent", "/api/send-order-sms"])
def test_no_body_makes_the_server_fail(client, path):
    for body in BODIES:
        answer = client.post(path, content=body, headers=JSON)
        assert answer.status_code in {400, 404}, body[:80]
        assert answer.json()["error"] == answer.json()["message"] != ""


def test_a_client_that_leaves_in_the_middle_of_its_body_is_no_failure(client, port, capfd):
    head = b"POST /api/verify-payment HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    for _ in range(20):
        raw_request(port, head + b"Content-Length: 50\r\n\r\n{", leave=True)
    assert client.get("/health").status_code == 200
    assert "request_failed" not in "".join(capfd.readouterr())


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/api/trucks", "GET, HEAD, OPTIONS, POST"),
        ("/api/trucks/x", "DELETE, GET, HEAD, OPTIONS, PUT"),
        ("/api/orders/x", "GET, HEAD, OPTIONS, PATCH"),
        ("/api/auth/profile", "GET, HEAD, OPTIONS, PUT"),
        (VERIFY, "OPTIONS, POST"),
    ],
)
def test_options_names_every_method_that_an_address_takes(client, path, allowed):
    answer = client.options(path)
    assert (answer.status_code, answer.headers["allow"], answer.content) == (204, allowed, b"")
