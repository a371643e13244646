"""The sandbox as tests steer and question it."""

from typing import Any

import httpx
import stripe

from chuckwagon.integrations.circuit_breaker import reset_all_circuits
from tests.servers import NO_CERTIFICATES, wait_until

FAILURES = ("error", "error_after", "reset_after")
RETRY_SECONDS, QUICK_RETRY_SECONDS = stripe.HTTPClient.INITIAL_DELAY, 0.01


class SandboxClient:
    """What the providers know, and how they misbehave."""

    def __init__(self, url: str, secret_key: str) -> None:
        self._http = httpx.Client(base_url=url, timeout=60, verify=NO_CERTIFICATES)
        self._authorization = {"Authorization": f"Bearer {secret_key}"}

    def get(self, path: str) -> httpx.Response:
        return self._http.get(path, headers=self._authorization)

    def post(self, path: str, *, json: Any = None, form: dict[str, Any] | None = None) -> httpx.Response:
        """A control (`json`) or a call of the provider's API (`form`)."""
        return self._http.post(path, json=json, data=form, headers=self._authorization)

    def pay(self, intent_id: str, card: str, *, webhooks: bool = True) -> httpx.Response:
        """Pay as the Payment Element would; without webhooks none is sent for the rest of the test."""
        if not webhooks:
            self.fault("webhooks", "drop")
        return self.post(f"/_sandbox/payment_intents/{intent_id}/pay", json={"card": card})

    def ledger(self) -> dict[str, Any]:
        return self.get("/_sandbox/ledger").raise_for_status().json()

    def wait_until_told(self) -> dict[str, Any]:
        """Return the ledger when no event is on its way to the product: what follows finds its rows at rest."""

        def find_ledger_at_rest() -> dict[str, Any] | None:
            ledger = self.ledger()
            return None if any(event["underWay"] for event in ledger["events"]) else ledger

        found: dict[str, Any] = wait_until(find_ledger_at_rest)
        return found

    def messages(self) -> list[dict[str, Any]]:
        return self.get("/_sandbox/messages").raise_for_status().json()

    def fault(self, target: str, mode: str, **more: Any) -> None:
        """Set a fault. Until they are cleared, Stripe's SDK repeats a call that fails at once, not a second later."""
        if target == "stripe" and mode in FAILURES:
            stripe.HTTPClient.INITIAL_DELAY = QUICK_RETRY_SECONDS
        self.post("/_sandbox/faults", json={"target": target, "mode": mode, **more}).raise_for_status()

    def clear_faults(self) -> None:
        self._http.delete("/_sandbox/faults").raise_for_status()
        self._forget_failures()

    def reset(self) -> None:
        self.post("/_sandbox/reset").raise_for_status()
        self._forget_failures()

    def _forget_failures(self) -> None:
        stripe.HTTPClient.INITIAL_DELAY = RETRY_SECONDS
        reset_all_circuits()

    def close(self) -> None:
        self._http.close()
