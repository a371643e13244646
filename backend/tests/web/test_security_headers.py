"""Security headers on every kind of response."""

import asyncio
import re
from collections.abc import Callable, Iterator
from functools import cache

import httpx
import msgspec
import pytest
from structlog.testing import capture_logs

from chuckwagon.app import create_app
from chuckwagon.db.database import Database
from tests.factories import make_truck
from tests.server.test_rude_connections import say
from tests.servers import LiveServer, NoCache, bound_socket, wait_until

CLOSED = "default-src 'none'; frame-ancestors 'none'"
ORIGIN = "https://street.example"
SANDBOXES = r"http://localhost:\d+"
HSTS = "max-age=63072000; includeSubDomains"

Ask = Callable[..., httpx.Response]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    site = tmp_path_factory.mktemp("site")
    built = site / "dist"
    for name in ("assets", "api-docs"):
        (built / name).mkdir(parents=True)
        (built / name / "index.html").write_text("<!doctype html><title>Chuckwagon</title>")
    for name in ("index.html", "staff.html"):
        (built / name).write_text("<!doctype html><title>Chuckwagon</title>")
    (built / "assets" / "index-B1x2.js").write_text("let a")
    (built / "sw.js").write_text("self")
    images = site / "uploads" / "demo"
    images.mkdir(parents=True)
    (images / "taco-640.webp").write_bytes(b"RIFFxxxxWEBP")
    return site


@pytest.fixture(scope="module")
def start(settings, folder, migrated) -> Callable[..., Ask]:
    """The product with these settings, made once for each of them; gives what asks it."""

    @cache
    def start_with(**changes) -> Ask:
        given = {"frontend_dir": folder / "dist", "data_dir": folder} | changes
        app = create_app(msgspec.structs.replace(settings, **given), db=migrated, cache_validator=NoCache())
        return lambda method, path, **more: asyncio.run(_request(app, method, path, **more))

    return start_with


@pytest.fixture
def ask(start, db) -> Ask:
    return start()


@pytest.fixture
def cached_client(settings, db) -> Iterator[httpx.Client]:
    """Client of the product with its response cache."""
    bound = bound_socket()
    server = LiveServer(create_app(settings, db=db), bound)
    with httpx.Client(base_url=server.url, headers={"Accept-Encoding": "identity"}) as http:
        yield http
    server.stop()
    bound.close()


async def _request(app, method: str, path: str, **given) -> httpx.Response:
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        return await client.request(method, path, **given)


def policy_of(answer: httpx.Response) -> dict[str, list[str]]:
    """Content security policy, keyed by directive."""
    rules = [rule.split() for rule in answer.headers["content-security-policy"].split("; ")]
    assert len({rule[0] for rule in rules}) == len(rules), "of two rules of one name the second is ignored"
    return {name: sources for name, *sources in rules}


def assert_each_once(answer: httpx.Response) -> None:
    names = [name.lower() for name, _value in answer.headers.multi_items() if name.lower() != "vary"]
    assert sorted(names) == sorted(set(names))


PAGES = [
    ("GET", "/", 200, "shop"),
    ("HEAD", "/", 200, "shop"),
    ("GET", "/spicy-burritos/checkout", 200, "shop"),
    ("POST", "/", 405, "shop"),
    ("GET", "/" + "a" * 5000, 414, "shop"),
    ("GET", "/orders", 200, "order"),
    ("GET", "/spicy-burritos/order/x_Y-z", 200, "order"),
    ("GET", "/truck/spicy-burritos/Order/x_Y-z/", 200, "order"),
    ("GET", "/spicy-burritos/order-confirmation?payment_intent=pi_1", 200, "order"),
    ("GET", "/admin", 200, "staff"),
    ("GET", "/admin/orders", 200, "staff"),
    ("GET", "/admin/login", 200, "staff"),
    ("GET", "/api/docs", 200, "closed"),
    ("GET", "/sw.js", 200, "closed"),
    ("GET", "/favicon.ico", 404, "closed"),
]
MAP = {"map_style": "https://maps.example/plain.json", "map_origins": "https://*.tiles.example"}
MAP_ORIGINS = ["https://maps.example", "https://*.tiles.example"]


@pytest.mark.parametrize(("method", "path", "status", "kind"), PAGES)
def test_a_page_may_load_only_what_the_policy_names(start, db, method, path, status, kind):
    answer = start(**MAP)(method, path)
    assert answer.status_code == status
    policy = policy_of(answer)
    for closed in ("default-src", "base-uri", "object-src", "frame-ancestors"):
        assert policy[closed] == ["'none'"]
    for own in ("style-src", "font-src", "manifest-src", "worker-src", "form-action"):
        assert policy[own] == ["'self'"]
    if kind == "shop":
        assert policy["script-src"][:2] == ["'self'", "https://js.stripe.com"]
        assert policy["connect-src"][:2] == ["'self'", "https://api.stripe.com"]
        assert "https://hooks.stripe.com" in policy["frame-src"]
    else:
        assert (policy["script-src"], policy["frame-src"]) == (["'self'"], ["'none'"]), "no foreign code"
    connections = policy["connect-src"][1 if kind != "shop" else -2 :]
    # Devices subscribe at the sandbox's push service.
    assert bool(connections and re.fullmatch(SANDBOXES, connections[0])) == (kind in ("order", "staff"))
    named = [source for source in connections if not re.fullmatch(SANDBOXES, source)]
    assert named == (MAP_ORIGINS if kind in ("shop", "order") else [])
    assert policy["img-src"] == ["'self'", "data:", "blob:", *(["https:"] if kind != "closed" else [])]
    assert (policy["report-to"], policy["report-uri"]) == (["csp"], ["/api/csp-report"])
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert answer.headers["reporting-endpoints"] == 'csp="/api/csp-report"'
    own_referrer = "no-referrer" if "order/" in path.lower() else "strict-origin"
    assert answer.headers["referrer-policy"] == own_referrer
    assert answer.headers["cross-origin-opener-policy"] == "same-origin-allow-popups"
    payers = 'payment=(self "https://js.stripe.com"' if kind == "shop" else "payment=(self), "
    assert answer.headers["permissions-policy"].startswith(payers)
    assert "geolocation=(self), camera=(), microphone=(), usb=()" in answer.headers["permissions-policy"]
    assert_closed_to_others(answer, "same-origin")


def assert_closed_to_others(answer: httpx.Response, whom: str) -> None:
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["cross-origin-resource-policy"] == whom
    assert re.fullmatch(r"[0-9a-f]{16}", answer.headers["x-request-id"])
    assert_each_once(answer)


ANSWERS = [
    ("GET", "/health", 200),
    ("HEAD", "/api/config", 200),
    ("GET", "/api/trucks", 401),
    ("GET", "/api/nope", 404),
    ("DELETE", "/api/config", 405),
    ("OPTIONS", "/api/config", 204),
    ("POST", "/api/verify-payment", 415),
    ("GET", "/api/" + "a" * 5000, 414),
    ("POST", "/api/docs", 404),
]


@pytest.mark.parametrize(("method", "path", "status"), ANSWERS)
def test_an_answer_of_the_api_shows_and_runs_nothing(ask, method, path, status):
    answer = ask(method, path, content=b"{}" if method == "POST" else None)
    assert answer.status_code == status
    assert answer.headers["content-security-policy"] == CLOSED
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert_closed_to_others(answer, "same-site")


@pytest.mark.parametrize(("path", "status"), [("/uploads/demo/taco-640.webp", 200), ("/uploads/x.webp", 404)])
def test_an_upload_is_shut_in_wherever_it_is_opened(ask, path, status):
    answer = ask("GET", path)
    assert answer.status_code == status
    assert answer.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert_closed_to_others(answer, "cross-origin")
    if status == 200:
        again = ask("GET", path, headers={"If-None-Match": answer.headers["etag"]})
        assert again.status_code == 304
        assert again.headers["content-security-policy"] == "default-src 'none'; sandbox"
        assert_closed_to_others(again, "cross-origin")


def test_a_file_of_the_screens_is_for_our_pages_only(ask):
    answer = ask("GET", "/assets/index-B1x2.js")
    assert answer.headers["content-security-policy"] == CLOSED
    assert answer.headers["cache-control"] == "max-age=315360000, public, immutable"
    assert_closed_to_others(answer, "same-origin")


def test_a_page_that_has_not_changed_keeps_its_policy(ask):
    whole = ask("GET", "/")
    again = ask("GET", "/", headers={"If-None-Match": whole.headers["etag"]})
    assert again.status_code == 304
    assert again.headers["content-security-policy"] == whole.headers["content-security-policy"]
    assert_closed_to_others(again, "same-origin")


def test_an_answer_out_of_memory_carries_the_headers_and_nobodys_number(db, cached_client):
    truck = make_truck(db, "Spice Route")
    path = f"/api/trucks/by-slug/{truck.slug}"
    cached_client.get(path)
    wait_until(lambda: "x-request-id" not in cached_client.get(path).headers)
    whole = cached_client.get(path)
    for answer, status in (
        (whole, 200),
        (cached_client.head(path), 200),
        (cached_client.get(path, headers={"If-None-Match": whole.headers["etag"]}), 304),
        (cached_client.get(path, headers={"Accept-Encoding": "br"}), 200),
    ):
        assert answer.status_code == status
        assert answer.headers["content-security-policy"] == CLOSED
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["cross-origin-resource-policy"] == "same-site"
        assert_each_once(answer)
    missing = cached_client.get("/api/trucks/by-slug/unknown")
    assert missing.status_code == 404
    assert_closed_to_others(missing, "same-site")


def test_our_own_mistake_carries_them_too(ask, monkeypatch):
    def fail(*_given):
        raise RuntimeError("canary")

    monkeypatch.setattr(Database, "reading", fail)
    answer = ask("GET", "/api/trucks/public")
    assert (answer.status_code, answer.headers["content-security-policy"]) == (500, CLOSED)
    assert answer.json()["requestId"] == answer.headers["x-request-id"]
    assert "canary" not in answer.text
    assert_closed_to_others(answer, "same-site")


def test_a_page_that_fails_is_an_answer_with_its_number(ask, monkeypatch):
    monkeypatch.setattr("chuckwagon.web.static.SpaFiles._load", lambda _self: 1 / 0)
    with capture_logs() as logged:
        answer = ask("GET", "/admin")
    assert [line["event"] for line in logged] == ["request_failed"]
    assert (answer.status_code, answer.json()["code"]) == (500, "server_error")
    assert answer.json()["requestId"] == answer.headers["x-request-id"]
    assert policy_of(answer)["default-src"] == ["'none'"]
    assert_closed_to_others(answer, "same-origin")


def test_a_body_that_is_too_large_is_refused_with_them(ask):
    answer = ask("POST", "/api/verify-payment", content=b"x" * 70_000)
    assert answer.status_code == 413
    assert answer.headers["content-security-policy"] == CLOSED
    assert_closed_to_others(answer, "same-site")


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [(b"nonsense\r\n\r\n", b"400"), (b"GET / HTTP/1.1\r\n" + b"X-A: " + b"b" * 70_000, b"431")],
)
def test_what_is_no_request_gets_an_answer_that_runs_nothing(db, live_server, request_bytes, status):
    answer = say(httpx.URL(live_server.url).port, request_bytes)
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head[9:12] == status
    assert b"x-content-type-options: nosniff" in head
    assert f"content-security-policy: {CLOSED}".encode() in head
    assert f"content-length: {len(body)}".encode() in head


def test_every_request_has_a_number_of_its_own(ask):
    numbers = {ask("GET", "/api/config").headers["x-request-id"] for _ in range(5)}
    assert len(numbers) == 5
    given = ask("GET", "/api/config", headers={"X-Request-Id": "canary"})
    assert given.headers["x-request-id"] != "canary"


def test_the_sandbox_is_named_in_sandbox_mode_only(start):
    sandboxed = start()("GET", "/").headers
    real = start(sandbox=False, stripe_api_base="", twilio_api_base="")("GET", "/").headers
    for name in ("content-security-policy", "permissions-policy"):
        assert re.search(SANDBOXES, sandboxed[name])
        assert not re.search(r"localhost|127\.0\.0\.1|http:", real[name])
    policy = policy_of(start()("GET", "/"))
    for rule in ("script-src", "connect-src", "frame-src"):
        assert re.fullmatch(SANDBOXES, policy[rule][-1])


def test_a_map_loads_only_from_the_origins_of_the_settings(start):
    without = start()
    assert "connect-src" not in policy_of(without("GET", "/assets/index-B1x2.js"))
    styled = start(map_style="https://maps.example/plain.json?key=1", map_origins="https://*.tiles.example")
    named = ["https://maps.example", "https://*.tiles.example"]
    page = policy_of(styled("GET", "/"))
    assert page["connect-src"] == policy_of(without("GET", "/"))["connect-src"] + named
    assert {**page, "connect-src": []} == {**policy_of(without("GET", "/")), "connect-src": []}
    worker = policy_of(styled("GET", "/assets/index-B1x2.js"))
    assert worker == {"default-src": ["'none'"], "frame-ancestors": ["'none'"], "connect-src": named}
    assert styled("GET", "/api/config").headers["content-security-policy"] == CLOSED


@pytest.mark.parametrize("path", ["/", "/api/config", "/uploads/demo/taco-640.webp", "/assets/index-B1x2.js"])
def test_https_is_insisted_on_only_where_it_is_spoken(start, path):
    assert start(public_url=ORIGIN)("GET", path).headers["strict-transport-security"] == HSTS
    for spoken in ("", "http://street.example"):
        assert "strict-transport-security" not in start(public_url=spoken)("GET", path).headers


def test_http_is_upgraded_only_where_https_is_spoken(start):
    assert "upgrade-insecure-requests" in policy_of(start(public_url=ORIGIN)("GET", "/"))
    assert "upgrade-insecure-requests" not in policy_of(start()("GET", "/"))
