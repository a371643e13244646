import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from listener import wait_for

from sandbox.settings import Settings, load
from tests.servers import free_ports

BACKEND = Path(__file__).parents[2]


def test_settings_have_defaults_that_need_no_environment():
    settings = load({})
    assert settings == Settings()
    assert (settings.port, settings.public_url) == (8001, "http://localhost:8001")
    assert settings.retry_seconds == (1, 3, 10, 30, 60)


def test_settings_come_from_the_environment():
    settings = load(
        {
            "SANDBOX_PORT": "9009",
            "SANDBOX_DATA_DIR": "state",
            "SANDBOX_WEBHOOK_URL": "http://localhost:8000/api/stripe/webhook",
            "STRIPE_WEBHOOK_SECRET": "whsec_x",
            "SANDBOX_SMS_INBOUND_URL": "http://localhost:8000/api/sms/inbound",
            "TWILIO_ACCOUNT_SID": "AC1",
            "TWILIO_AUTH_TOKEN": "token",
            "SANDBOX_WEBHOOK_RETRY_SECONDS": "0.5,2",
        }
    )
    assert settings.public_url == "http://localhost:9009"
    assert settings.data_dir == Path("state")
    assert (settings.webhook_secret, settings.twilio_account_sid) == ("whsec_x", "AC1")
    assert settings.retry_seconds == (0.5, 2)


@pytest.mark.parametrize("name", ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY"])
def test_live_key_in_the_environment_stops_the_start(name):
    with pytest.raises(SystemExit, match="live key"):
        load({name: "sk_live_abc"})


def answers(url):
    try:
        return httpx.get(f"{url}/_sandbox/ledger").status_code == 200
    except httpx.TransportError:
        return False


def test_program_serves_on_loopback_and_takes_an_interrupt():
    [port] = free_ports()
    environment = {**os.environ, "SANDBOX_PORT": str(port)}
    with subprocess.Popen([sys.executable, "-m", "sandbox"], cwd=BACKEND, env=environment) as process:
        try:
            wait_for(lambda: answers(f"http://127.0.0.1:{port}"), 15)
        finally:
            process.send_signal(signal.SIGINT)
        assert process.wait(60) in (0, 130, -signal.SIGINT)
