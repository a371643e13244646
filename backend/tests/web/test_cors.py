"""CORS: only pages of the origins in the setting may call the API."""

import asyncio
from functools import cache

import httpx
import msgspec
import pytest

from chuckwagon.app import create_app
from tests.factories import make_truck
from tests.servers import LiveServer, NoCache, bound_socket, wait_until

NAMED, OTHER = "https://app.example.com", "https://evil.example"
PREFLIGHT = {
    "Access-Control-Request-Method": "PUT",
    "Access-Control-Request-Headers": "authorization,if-match",
}
ALLOWS = "access-control-allow-"


@pytest.fixture(scope="module")
def allowing(settings, migrated):
    """The application that lets these origins in, made once for each setting."""

    @cache
    def make(origins):
        own = msgspec.structs.replace(settings, cors_origins=origins)
        return create_app(own, db=migrated, cache_validator=NoCache())

    return make


@pytest.fixture
def ask(allowing, db):
    def ask_with(method, path, origin, *, origins=f"{NAMED}, http://localhost:5173", **headers):
        given = {**headers, **({"Origin": origin} if origin else {})}
        return asyncio.run(_request(allowing(origins), method, path, given))

    return ask_with


async def _request(app, method, path, headers):
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://street") as client:
        return await client.request(method, path, headers=headers)


def allowed(answer) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name.startswith(ALLOWS)}


@pytest.mark.parametrize("origin", [NAMED, "http://localhost:5173"])
@pytest.mark.parametrize("path", ["/api/config", "/api/trucks", "/api/nope", "/health"])
def test_a_named_origin_may_read_every_answer(ask, origin, path):
    answer = ask("GET", path, origin)
    assert allowed(answer) == {"access-control-allow-origin": origin}
    assert "Retry-After" in answer.headers["access-control-expose-headers"]
    assert "Origin" in answer.headers["vary"]


@pytest.mark.parametrize(
    "origin",
    [OTHER, "null", "*", "", "https://app.example.com.evil.example", "http://app.example.com", f"{NAMED}/"],
)
def test_nobody_else_is_named_or_told_who_is(ask, origin):
    for method, headers in (("GET", {}), ("OPTIONS", PREFLIGHT)):
        answer = ask(method, "/api/config", origin, **headers)
        assert not [name for name in answer.headers if name.startswith("access-control")]
        assert "Origin" in answer.headers["vary"]
        assert NAMED not in str(answer.headers)


def test_a_browser_is_told_beforehand_what_it_may_send(ask):
    for path in ("/api/menu-items/x", "/api/orders/stream"):
        answer = ask("OPTIONS", path, NAMED, **PREFLIGHT)
        assert (answer.status_code, answer.content) == (204, b"")
        assert allowed(answer) == {
            "access-control-allow-origin": NAMED,
            "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
            "access-control-allow-headers": (
                "Authorization, Content-Type, Idempotency-Key, X-Checkout-Attempt, If-Match"
            ),
        }
        assert answer.headers["access-control-max-age"] == "600"
        assert answer.headers["vary"] == "Origin"


def test_an_options_that_no_browser_made_names_the_methods(ask):
    answer = ask("OPTIONS", "/api/config", NAMED)
    assert (answer.status_code, answer.headers["allow"]) == (204, "GET, HEAD, OPTIONS")


@pytest.mark.parametrize("path", ["/", "/admin", "/uploads/x.webp", "/api/docs"])
def test_only_the_api_is_for_others(ask, path):
    assert allowed(ask("GET", path, NAMED)) == ({"access-control-allow-origin": NAMED} if "docs" in path else {})


def test_without_the_setting_there_is_nobody(ask):
    for method, headers in (("GET", {}), ("OPTIONS", PREFLIGHT)):
        answer = ask(method, "/api/config", NAMED, origins="", **headers)
        assert not [name for name in answer.headers if name.startswith("access-control")]
        assert "vary" not in answer.headers


def test_an_answer_out_of_memory_is_allowed_to_whom_it_is_sent(settings, db):
    truck = make_truck(db, "Spice Route")
    bound = bound_socket()
    server = LiveServer(create_app(msgspec.structs.replace(settings, cors_origins=NAMED), db=db), bound)
    path = f"/api/trucks/by-slug/{truck.slug}"
    try:
        with httpx.Client(base_url=server.url) as http:
            http.get(path)
            wait_until(lambda: "x-request-id" not in http.get(path).headers)
            for origin, named in ((NAMED, NAMED), (OTHER, None), (NAMED, NAMED)):
                answer = http.get(path, headers={"Origin": origin})
                assert answer.headers.get("access-control-allow-origin") == named
                assert answer.headers["vary"] == "Authorization, Origin, Accept-Encoding"
            again = http.get(path, headers={"Origin": NAMED, "If-None-Match": answer.headers["etag"]})
            assert (again.status_code, again.headers["access-control-allow-origin"]) == (304, NAMED)
    finally:
        server.stop()
        bound.close()
