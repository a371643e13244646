"""A real sandbox on a free port, a listener it delivers to, and the official clients."""

import fcntl
import json
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import stripe
import uvicorn
from listener import Listener, wait_for
from stripe_types import StripeTypes

from sandbox.app import create_app
from sandbox.forms import decode
from sandbox.settings import Settings
from tests.servers import free_ports

HERE = Path(__file__).parent
GENERATOR = HERE / "stripe_schema"
BUILD = HERE.parents[2] / "build"
ACCOUNT_SID = "AC" + "a" * 32
AUTH_TOKEN = "twilio-test-token"
WEBHOOK_SECRET = "whsec_for_tests"

stripe.enable_telemetry = False


@pytest.fixture(scope="session")
def node_tools() -> Path:
    """The folder with the official declarations and the official command-line tool."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "stripe-schema.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # parallel test processes share the folder
        installed = GENERATOR / "node_modules" / ".package-lock.json"
        if not installed.exists() or installed.stat().st_mtime < (GENERATOR / "package-lock.json").stat().st_mtime:
            npm = shutil.which("npm")
            assert npm, "npm is needed to fetch Stripe's type declarations"
            subprocess.run([npm, "ci", "--no-audit", "--no-fund"], cwd=GENERATOR, check=True, capture_output=True)
            installed.touch()
    return GENERATOR


@pytest.fixture(scope="session")
def types(node_tools: Path) -> StripeTypes:
    schema = BUILD / "stripe-schema.json"
    with (BUILD / "stripe-schema.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        sources = [node_tools / name for name in ("entry.ts", "generate.mjs", "package-lock.json")]
        if not schema.exists() or any(one.stat().st_mtime > schema.stat().st_mtime for one in sources):
            node = shutil.which("node")
            assert node, "node is needed to derive the schema"
            subprocess.run([node, "generate.mjs", str(schema)], cwd=node_tools, check=True)
    return StripeTypes(schema)


@pytest.fixture(scope="session")
def session_listener() -> Iterator[Listener]:
    listener = Listener()
    yield listener
    listener.close()


@dataclass
class Running:
    url: str
    stop: Callable[[], None]


def serve(settings: Settings, port: int) -> Running:
    config = uvicorn.Config(
        create_app(settings), host="127.0.0.1", port=port, log_level="critical", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    wait_for(lambda: server.started)

    def stop() -> None:
        server.should_exit = True
        thread.join()

    return Running(f"http://127.0.0.1:{port}", stop)


def settings_for(listener: Listener, port: int, **more: Any) -> Settings:
    return Settings(
        port=port,
        public_url=f"http://127.0.0.1:{port}",
        webhook_url=f"{listener.url}/stripe",
        webhook_secret=WEBHOOK_SECRET,
        sms_inbound_url=f"{listener.url}/sms/inbound",
        twilio_account_sid=ACCOUNT_SID,
        twilio_auth_token=AUTH_TOKEN,
        retry_seconds=(0.05, 0.1, 0.2),
        **more,
    )


@pytest.fixture(scope="session")
def server(session_listener: Listener) -> Iterator[Running]:
    [port] = free_ports()
    running = serve(settings_for(session_listener, port), port)
    yield running
    running.stop()


@pytest.fixture
def url(server: Running, session_listener: Listener) -> str:
    httpx.post(f"{server.url}/_sandbox/reset").raise_for_status()
    session_listener.forget()
    return server.url


@pytest.fixture
def listener(url: str, session_listener: Listener) -> Listener:
    return session_listener


@pytest.fixture
def control(url: str) -> Iterator[httpx.Client]:
    """The sandbox's own controls, as tests of the product use them."""
    with httpx.Client(base_url=f"{url}/_sandbox", timeout=60) as client:
        yield client


@pytest.fixture
def raw(url: str) -> Iterator[httpx.Client]:
    """A client without any library in between, with a secret key."""
    with httpx.Client(base_url=url, headers={"Authorization": "Bearer sk_test_raw"}, timeout=60) as client:
        yield client


class JudgingClient(stripe.RequestsClient):
    """The official transport, with every body and every answer held against the official declarations."""

    def __init__(self, types: StripeTypes) -> None:
        super().__init__(timeout=60)
        self.types = types

    def request(self, method: str, url: str, headers: Any, post_data: Any = None) -> Any:
        path = urlsplit(url).path
        if method == "post" and post_data:
            text = post_data.decode() if isinstance(post_data, bytes) else post_data
            body = json.loads(text) if path.startswith("/v2/") else decode(text)
            self.types.check_body("POST", path, body)
        content, status, answer_headers = super().request(method, url, headers, post_data)
        self.types.check_answer(json.loads(content))
        return content, status, answer_headers


@pytest.fixture
def client(url: str, types: StripeTypes) -> Iterator[stripe.StripeClient]:
    transport = JudgingClient(types)
    yield stripe.StripeClient("sk_test_sdk", base_addresses={"api": url}, http_client=transport)
    transport.close()


@pytest.fixture
def make_intent(client: stripe.StripeClient) -> Callable[..., stripe.PaymentIntent]:
    def make(amount: int = 2500, **more: Any) -> stripe.PaymentIntent:
        return client.v1.payment_intents.create({"amount": amount, "currency": "usd", **more})

    return make


@pytest.fixture
def pay(control: httpx.Client) -> Callable[..., httpx.Response]:
    def pay_with(intent: Any, card: str = "4242424242424242", **more: Any) -> httpx.Response:
        return control.post(f"/payment_intents/{intent.id}/pay", json={"card": card, **more})

    return pay_with


@pytest.fixture
def connected_account(client: stripe.StripeClient, control: httpx.Client) -> str:
    """A connected account that has finished onboarding and can receive transfers."""
    account = client.v2.core.accounts.create(
        {
            "contact_email": "owner@example.com",
            "display_name": "Spicy Burritos",
            "dashboard": "express",
            "identity": {"country": "us", "entity_type": "individual"},
            "defaults": {
                "currency": "usd",
                "responsibilities": {"fees_collector": "application", "losses_collector": "application"},
            },
            "configuration": {
                "recipient": {"capabilities": {"stripe_balance": {"stripe_transfers": {"requested": True}}}}
            },
            "metadata": {"truckId": "t1"},
        }
    )
    control.post(f"/accounts/{account.id}", json={"state": "complete"}).raise_for_status()
    return account.id
