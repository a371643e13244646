import httpx
from listener import wait_for

from tests.sandbox.conftest import serve, settings_for
from tests.servers import free_ports

KEY = {"Authorization": "Bearer sk_test_x", "Idempotency-Key": "once"}


def test_state_and_open_deliveries_survive_a_restart(listener, tmp_path):
    [port] = free_ports()
    settings = settings_for(listener, port, data_dir=tmp_path / "state")
    first = serve(settings, port)
    try:
        fault = {"target": "webhooks", "mode": "delay", "ms": 60_000}
        httpx.post(f"{first.url}/_sandbox/faults", json=fault).raise_for_status()
        made = httpx.post(f"{first.url}/v1/payment_intents", data={"amount": "900", "currency": "usd"}, headers=KEY)
    finally:
        first.stop()
    assert listener.events() == []
    second = serve(settings, port)
    try:
        again = httpx.post(f"{second.url}/v1/payment_intents", data={"amount": "900", "currency": "usd"}, headers=KEY)
        assert again.json() == made.json()
        assert again.headers["idempotent-replayed"] == "true"
        event = wait_for(lambda: listener.events("payment_intent.created"))[0]
        assert event["data"]["object"]["id"] == made.json()["id"]
        httpx.post(f"{second.url}/_sandbox/reset").raise_for_status()
        assert httpx.get(f"{second.url}/_sandbox/ledger").json()["payment_intents"] == []
    finally:
        second.stop()
