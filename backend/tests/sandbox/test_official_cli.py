"""Stripe's own command-line tool fires its own fixtures at the sandbox."""

import os
import subprocess

import pytest
from listener import wait_for

from tests.suites import sample

TRIGGERS = {  # what is fired: (status of the intent it leaves, the events that must come of it)
    "charge.refunded": ("succeeded", {"charge.refunded", "refund.created"}),
    "payment_intent.created": ("requires_payment_method", {"payment_intent.created"}),
    "payment_intent.succeeded": ("succeeded", {"charge.succeeded", "payment_intent.succeeded"}),
    "payment_intent.payment_failed": (
        "requires_payment_method",
        {"charge.failed", "payment_intent.payment_failed"},
    ),
    "payment_intent.requires_action": ("requires_action", {"payment_intent.requires_action"}),
    "payment_intent.canceled": ("canceled", {"payment_intent.canceled"}),
    "account.updated": (None, {"account.updated"}),
}


@pytest.fixture
def trigger(url, node_tools, tmp_path):
    def fire(event):
        command = [node_tools / "node_modules" / ".bin" / "stripe", "trigger", event]
        command += ["--api-base", url, "--api-key", "sk_test_123456789012345"]
        environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "STRIPE_CLI_TELEMETRY_OPTOUT": "1"}
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)

    return fire


@pytest.mark.parametrize("event", sample(TRIGGERS, every=6))
def test_trigger_passes_and_has_its_effect(trigger, control, listener, types, event):
    done = trigger(event)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Trigger succeeded" in done.stdout
    status, expected = TRIGGERS[event]
    arrived = wait_for(lambda: expected <= {one["type"] for one in listener.events()} and listener.events())
    types.check_answer(arrived)
    ledger = control.get("/ledger").json()
    assert [one["status"] for one in ledger["payment_intents"]] == ([status] if status else [])
    if event == "charge.refunded":
        assert ledger["refunds"][0]["amount"] == ledger["charges"][0]["amount_refunded"]
    if event == "account.updated":
        assert len(ledger["accounts"]) == 1
