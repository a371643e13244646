"""A card reader of the sandbox: registered, asked for a card, tapped, declined, cancelled, switched off."""

import time
from typing import Any

import httpx
import pytest
import stripe

ADDRESS: Any = {"line1": "1 Main St", "city": "Austin", "state": "TX", "postal_code": "78701", "country": "US"}


@pytest.fixture
def reader(client: stripe.StripeClient) -> Any:
    tips: Any = {"tipping": {"usd": {"percentages": [15, 18, 20]}}}
    configuration = client.v1.terminal.configurations.create(tips)
    where: Any = {"address": ADDRESS, "display_name": "Truck", "configuration_overrides": configuration.id}
    location = client.v1.terminal.locations.create(where)
    made: Any = {"registration_code": "simulated-wpe", "label": "Window", "location": location.id}
    return client.v1.terminal.readers.create(made)


def make_intent(client: stripe.StripeClient) -> stripe.PaymentIntent:
    asked: Any = {"amount": 1200, "currency": "usd", "allowed_payment_method_types": ["card_present"]}
    return client.v1.payment_intents.create(asked)


def hand_over(client: stripe.StripeClient, reader: Any, **config: Any) -> stripe.PaymentIntent:
    intent = make_intent(client)
    asked: Any = {"payment_intent": intent.id, "process_config": config or {"skip_tipping": True}}
    client.v1.terminal.readers.process_payment_intent(reader.id, asked)
    return intent


def press(control: httpx.Client, reader: Any, **body: Any) -> httpx.Response:
    return control.post(f"/readers/{reader.id}/press", json=body)


def test_a_tap_charges_the_card_with_the_tip_and_keeps_the_receipt_fields(
    client: stripe.StripeClient, control: httpx.Client, reader: Any
) -> None:
    intent = hand_over(client, reader, tipping={"amount_eligible": 1000})
    assert press(control, reader, action="tap", tip=150).status_code == 200
    paid = client.v1.payment_intents.retrieve(intent.id, {"expand": ["latest_charge"]})
    assert (paid.status, paid.amount, paid.amount_received) == ("succeeded", 1350, 1350)
    assert paid.amount_details.tip.amount == 150
    details = paid.latest_charge.payment_method_details.card_present
    assert (details.last4, details.read_method) == ("4242", "contactless_emv")
    assert details.receipt.dedicated_file_name == "A0000000031010"
    assert client.v1.terminal.readers.retrieve(reader.id).action.status == "succeeded"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"action": "tap", "card": "4000000000009995"}, "card_declined"),
        ({"action": "cancel"}, "customer_canceled"),
        ({"action": "timeout"}, "terminal_reader_timeout"),
    ],
)
def test_a_failed_action_names_its_reason_and_leaves_the_intent_payable(
    client: stripe.StripeClient, control: httpx.Client, reader: Any, body: Any, code: str
) -> None:
    intent = hand_over(client, reader)
    press(control, reader, **body)
    action = client.v1.terminal.readers.retrieve(reader.id).action
    assert (action.status, action.failure_code) == ("failed", code)
    assert client.v1.payment_intents.retrieve(intent.id).status == "requires_payment_method"


@pytest.mark.parametrize(
    ("switch", "code"),
    [
        ({"power": "off"}, "terminal_reader_offline"),
        ({"busy": True}, "terminal_reader_busy"),
        ({"timeout": True}, "terminal_reader_timeout"),
    ],
)
def test_a_reader_that_cannot_take_a_payment_says_why(
    client: stripe.StripeClient, control: httpx.Client, reader: Any, switch: Any, code: str
) -> None:
    control.post(f"/readers/{reader.id}", json=switch)
    with pytest.raises(stripe.InvalidRequestError) as refused:
        hand_over(client, reader)
    assert refused.value.code == code


def test_a_cancelled_action_leaves_the_reader_free(
    client: stripe.StripeClient, control: httpx.Client, reader: Any
) -> None:
    hand_over(client, reader)
    assert client.v1.terminal.readers.cancel_action(reader.id).action is None
    assert press(control, reader, action="tap").status_code == 400


def test_a_reader_that_is_off_was_seen_when_it_was_switched_off(
    client: stripe.StripeClient, control: httpx.Client, reader: Any
) -> None:
    seen_at = client.v1.terminal.readers.retrieve(reader.id).last_seen_at or 0
    time.sleep(1.1)
    control.post(f"/readers/{reader.id}", json={"power": "off"})
    off = client.v1.terminal.readers.retrieve(reader.id)
    assert (off.status, (off.last_seen_at or 0) > seen_at) == ("offline", True)
