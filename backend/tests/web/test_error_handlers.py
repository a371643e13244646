"""What the client and the log receive when something fails."""

import json
import threading

import httpx
import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.app import create_app
from chuckwagon.db.database import Database
from chuckwagon.kit.vapid import derive_public_key
from chuckwagon.trucks import queries
from chuckwagon.web import system_routes
from tests.log_lines import collect_lines
from tests.servers import LiveServer, NoCache, bound_socket


@pytest.fixture
def lines(monkeypatch):
    """Collect the product's log lines."""
    return collect_lines(monkeypatch)


@pytest.fixture
def broken(monkeypatch):
    """Make the list of trucks fail with a chosen exception."""

    def fail_with(error: Exception) -> None:
        def fail(_session):
            raise error

        monkeypatch.setattr(queries, "list_public_trucks", fail)

    return fail_with


@pytest.mark.parametrize(
    "error",
    [
        sa.exc.OperationalError("SELECT secret", {}, Exception("the server closed the connection")),
        sa.exc.InterfaceError("SELECT secret", {}, Exception("gone")),
        sa.exc.TimeoutError("QueuePool limit reached"),
    ],
)
def test_an_outage_of_the_database_is_503_with_a_time_to_come_back(client, broken, error):
    broken(error)
    answer = client.get("/api/trucks/public")
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert int(answer.headers["retry-after"]) >= 1
    assert answer.headers["cache-control"] == "no-store"
    assert "SELECT" not in answer.text


def test_our_own_mistake_tells_the_caller_a_number_and_the_log_the_place(client, broken, lines):
    broken(RuntimeError("the password is hunter2"))
    answer = client.get("/api/trucks/public")
    body = answer.json()
    assert (answer.status_code, body["code"]) == (500, "server_error")
    assert body["error"] == "Something went wrong on our side. Please try again."
    assert set(body) == {"error", "message", "code", "reason", "requestId"}
    assert answer.headers["x-request-id"] == body["requestId"]
    failed, request = [one for one in map(json.loads, lines) if one.get("request_id") == body["requestId"]]
    assert (failed["event"], request["event"]) == ("request_failed", "request")
    assert failed["request_id"] == request["request_id"] == body["requestId"]
    assert failed["route"] == request["route"] == "/api/trucks/public"
    [error] = failed["exception"]
    assert error["type"] == "RuntimeError"
    assert any(" fail" in frame for frame in error["frames"])
    assert "hunter2" not in str(lines)


def test_health_is_ok_while_the_database_answers(client):
    answer = client.get("/health")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


@pytest.mark.parametrize("trouble", ["slow", "gone"])
def test_health_is_503_when_the_database_does_not_answer_and_does_not_wait_for_it(
    settings, migrated, trouble, monkeypatch
):
    monkeypatch.setattr(system_routes, "HEALTH_TIMEOUT_SECONDS", 0.2)
    release = threading.Event()

    class Ill(Database):
        def __init__(self) -> None:
            self.engine = migrated.engine
            self.is_sqlite = migrated.is_sqlite
            self.url = migrated.url

        def ping(self) -> None:
            if trouble == "gone":
                raise sa.exc.OperationalError("SELECT 1", {}, Exception("gone"))
            release.wait(60)

    server = LiveServer(create_app(settings, db=Ill(), cache_validator=NoCache()), bound_socket())
    try:
        answer = httpx.get(f"{server.url}/health", timeout=30)
    finally:
        release.set()
        server.stop()
    assert (answer.status_code, answer.json()["error"]) == (503, "The database does not answer.")


def test_the_settings_of_the_screens_are_published(client, settings):
    assert client.get("/api/config").json() == {
        "publishableKey": settings.stripe_publishable_key,
        "currency": "usd",
        "minPickupLeadMinutes": 15,
        "taxRate": 8.75,
        "demo": False,
        "devTools": True,
        "mapSite": settings.map_site,
        "push": {
            "publicKey": derive_public_key(settings.push_private_key),
            "standInUrl": f"http://localhost:{settings.sandbox_port}/push",
        },
        "sendsEmail": True,
        "stripeJsUrl": f"http://localhost:{settings.sandbox_port}/stripe.js",
    }


def test_the_style_of_the_maps_is_published_if_there_is_one(settings, migrated):
    styled = msgspec.structs.replace(settings, map_style="https://maps.example/plain.json")
    server = LiveServer(create_app(styled, db=migrated), bound_socket())
    try:
        assert httpx.get(f"{server.url}/api/config").json()["mapStyle"] == "https://maps.example/plain.json"
    finally:
        server.stop()


def test_with_the_real_provider_there_is_no_sandbox_script(settings, migrated):
    real = msgspec.structs.replace(settings, sandbox=False)
    server = LiveServer(create_app(real, db=migrated), bound_socket())
    try:
        assert "stripeJsUrl" not in httpx.get(f"{server.url}/api/config").json()
    finally:
        server.stop()


def test_the_api_describes_every_route_and_its_errors(client):
    answer = client.get("/api/openapi.json")
    described = answer.json()
    assert (described["openapi"], described["info"]["title"]) == ("3.1.0", "Chuckwagon")
    assert {
        "/health",
        "/api/config",
        "/api/trucks/public",
        "/api/trucks/by-slug/{slug}",
        "/api/trucks/{truck_id}",
        "/api/menu-items",
        "/api/menu-items/public/{truck_id}",
        "/api/create-payment-intent",
        "/api/verify-payment",
        "/api/confirm-payment",
        "/api/send-order-sms",
        "/api/stripe/webhook",
    } <= set(described["paths"])
    intent = described["paths"]["/api/create-payment-intent"]["post"]["responses"]
    assert {"200", "400", "404", "409", "413", "415", "422", "429", "503"} <= set(intent)
    assert intent["409"] == {"$ref": "#/components/responses/Error409"}
    assert client.get("/api/openapi.json", headers={"If-None-Match": answer.headers["etag"]}).status_code == 304
