"""The SDKs over our HTTP pool: what is retried, with which key, and which errors the product gets."""

import re
import time

import msgspec
import pytest
import stripe
import urllib3

from chuckwagon.integrations import twilio_http_client
from chuckwagon.integrations.stripe import http_client as stripe_http
from chuckwagon.integrations.stripe.client import StripeGateway
from chuckwagon.integrations.stripe.http_client import StripeHttpClient
from chuckwagon.integrations.stripe.payment_intents import PaymentRefused
from chuckwagon.integrations.twilio import SmsRejected, SmsUnavailable, TwilioGateway
from chuckwagon.kit.errors import Unavailable
from chuckwagon.web.executors import requested_at
from tests.integrations.planned_provider import CUT_OFF, DROP, SILENCE, PlannedResponse

INTENT = (
    '{"id": "pi_1", "object": "payment_intent", "status": "requires_payment_method", "amount": 500,'
    ' "amount_received": 0, "currency": "usd", "livemode": false, "client_secret": "s",'
    ' "metadata": {"orderId": "é"}}'
)
TEXT = '{"sid": "SM1", "status": "queued", "error_code": null}'
NOWHERE = "http://127.0.0.1:9"


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    monkeypatch.setattr(stripe.HTTPClient, "_sleep_time_seconds", lambda *_: 0.0)


@pytest.fixture
def payments(settings, provider):
    return StripeGateway(changed(settings, stripe_api_base=provider.url))


@pytest.fixture
def texts(settings, provider):
    return TwilioGateway(changed(settings, twilio_api_base=f"{provider.url}/"))


def changed(settings, **fields):
    return msgspec.structs.replace(settings, **fields)


def create(payments):
    return payments.create_intent(500, metadata={"a": "b"}, destination=None, fee_cents=0, key="our-key")


def test_a_payment_is_created_and_read_over_one_connection(payments, provider):
    provider.plan = [PlannedResponse(body=INTENT)]
    assert create(payments) == payments.get_intent("pi_1")
    made, read = provider.asked
    assert (made.method, made.target, read.method) == ("POST", "/v1/payment_intents", "GET")
    assert "amount=500" in made.body
    assert "metadata[a]=b" in made.body
    assert made.headers["Idempotency-Key"] == "our-key"
    assert made.headers["Authorization"].startswith("Bearer sk_")
    assert made.connection == read.connection
    assert not [name for asked in provider.asked for name in asked.headers if "telemetry" in name.lower()]


@pytest.mark.parametrize(
    "first",
    [
        PlannedResponse(409),
        PlannedResponse(500),
        PlannedResponse(503),
        PlannedResponse(429, headers={"Stripe-Should-Retry": "true"}),
        PlannedResponse(trouble=DROP),
        PlannedResponse(trouble=CUT_OFF),
    ],
    ids=["409", "500", "503", "429", "dropped", "cut off"],
)
def test_passing_trouble_is_tried_again_with_the_same_key(payments, provider, first):
    provider.plan = [first, PlannedResponse(body=INTENT)]
    assert create(payments).id == "pi_1"
    assert [asked.headers["Idempotency-Key"] for asked in provider.asked] == ["our-key", "our-key"]
    assert provider.asked[0].body == provider.asked[1].body


@pytest.mark.parametrize(
    ("answer", "error", "times"),
    [
        (PlannedResponse(402, '{"error": {"type": "card_error", "message": "No."}}'), Unavailable, 1),
        (PlannedResponse(400, '{"error": {"type": "invalid_request_error"}}'), PaymentRefused, 1),
        (PlannedResponse(429, '{"error": {"message": "Slowly."}}'), Unavailable, 1),
        (PlannedResponse(500, '{"error": {}}', {"Stripe-Should-Retry": "false"}), Unavailable, 1),
        (PlannedResponse(503, "busy"), Unavailable, 3),
        (PlannedResponse(trouble=DROP), Unavailable, 3),
    ],
    ids=["402", "400", "429", "500 for good", "503 for ever", "dropped for ever"],
)
def test_the_sdk_decides_how_often(payments, provider, answer, error, times):
    provider.plan = [answer]
    with pytest.raises(error):
        create(payments)
    assert len(provider.asked) == times


def test_silence_ends_in_time_as_the_sdks_own_error(settings, provider):
    payments = StripeGateway(changed(settings, stripe_api_base=provider.url, provider_timeout_seconds=2.0))
    provider.plan = [PlannedResponse(trouble=SILENCE), PlannedResponse(body=INTENT)]
    assert create(payments).id == "pi_1"
    provider.plan = [PlannedResponse(trouble=SILENCE)]
    with pytest.raises(stripe.APIConnectionError) as found:
        StripeHttpClient(provider.url, 0.5).request("get", f"{provider.url}/v1/a", {})
    assert found.value.should_retry


def test_an_answer_may_take_longer_than_the_way_there(payments, provider, monkeypatch):
    monkeypatch.setattr(stripe_http, "CONNECT_SECONDS", 0.2)
    provider.plan = [PlannedResponse(body=INTENT, after=0.5)]
    assert create(payments).id == "pi_1"
    assert len(provider.asked) == 1
    assert (twilio_http_client.TIMEOUT.connect_timeout, twilio_http_client.TIMEOUT.read_timeout) == (3, 10)


def test_the_tries_together_end_with_the_calls_time(settings, provider):
    """The first try may take two thirds of the time; the rest is enough for one more."""
    payments = StripeGateway(changed(settings, stripe_api_base=provider.url, provider_timeout_seconds=3.0))
    provider.plan = [PlannedResponse(trouble=SILENCE)]
    with pytest.raises(Unavailable):
        create(payments)
    assert len(provider.asked) == 2


def test_nothing_waits_for_another_try_once_the_time_is_used_up(settings, provider, monkeypatch):
    waits = []
    monkeypatch.setattr(stripe.HTTPClient, "_sleep_time_seconds", lambda *_: waits.append(1) or 0.0)
    payments = StripeGateway(changed(settings, stripe_api_base=provider.url, provider_timeout_seconds=1.5))
    provider.plan = [PlannedResponse(trouble=SILENCE)]
    with pytest.raises(Unavailable):
        create(payments)
    assert (len(provider.asked), len(waits)) == (2, 1)


def test_what_a_request_waited_for_a_thread_counts_as_time_of_its_call(settings, provider):
    """Most of the time has passed, so one try fits into the rest and a second does not."""
    payments = StripeGateway(changed(settings, stripe_api_base=provider.url, provider_timeout_seconds=3.0))
    provider.plan = [PlannedResponse(trouble=SILENCE)]
    waiting = requested_at.set(time.monotonic() - 2.5)
    with pytest.raises(Unavailable):
        create(payments)
    requested_at.reset(waiting)
    assert len(provider.asked) == 1


def test_nobody_listening_may_be_asked_again_and_a_stranger_never(provider):
    with pytest.raises(stripe.APIConnectionError) as no_response:
        StripeHttpClient(NOWHERE, 15.0).request("get", f"{NOWHERE}/v1/a", {})
    with pytest.raises(stripe.APIConnectionError) as wrong_certificate:
        StripeHttpClient(NOWHERE, 15.0).request("get", f"{provider.url}/v1/a", {"Authorization": "Bearer key"})
    assert (no_response.value.should_retry, wrong_certificate.value.should_retry) == (True, False)
    assert provider.asked == []


def test_a_text_is_sent_as_a_form_over_one_connection(texts, provider, settings):
    provider.plan = [PlannedResponse(201, TEXT)]
    for _ in range(2):
        assert texts.send_sms("+15551234567", "Tacos & más", f"{NOWHERE}/cb").sid == "SM1"
    first, second = provider.asked
    assert first.target == f"/2010-04-01/Accounts/{settings.twilio_account_sid}/Messages.json"
    assert "To=%2B15551234567" in first.body
    assert "Body=Tacos+%26+m%C3%A1s" in first.body
    assert first.headers["Content-Type"] == "application/x-www-form-urlencoded"
    assert re.fullmatch("Basic [A-Za-z0-9+/=]+", first.headers["Authorization"])
    assert first.connection == second.connection


@pytest.mark.parametrize("lost", [DROP, CUT_OFF, SILENCE])
def test_a_text_that_may_have_arrived_is_never_sent_again(texts, provider, monkeypatch, lost):
    provider.plan = [PlannedResponse(201, TEXT)]
    texts.send_sms("+15551234567", "Ready", None)
    monkeypatch.setattr(twilio_http_client, "TIMEOUT", urllib3.Timeout(connect=3, read=2))
    provider.plan = [PlannedResponse(trouble=lost), PlannedResponse(201, TEXT)]
    with pytest.raises(SmsUnavailable):
        texts.send_sms("+15551234567", "Ready", None)
    assert len(provider.asked) == 2


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (PlannedResponse(400, '{"code": 21211, "message": "no number"}'), SmsRejected),
        (PlannedResponse(429, '{"code": 20429}'), SmsUnavailable),
        (PlannedResponse(503, "busy"), SmsUnavailable),
        (PlannedResponse(201, "not JSON"), SmsUnavailable),
        (PlannedResponse(302, "", {"Location": "/elsewhere"}), SmsUnavailable),
    ],
    ids=["400", "429", "503", "no JSON", "redirect"],
)
def test_what_the_answers_to_a_text_mean(texts, provider, answer, error):
    provider.plan = [answer]
    with pytest.raises(error):
        texts.send_sms("+15551234567", "Ready", None)
    assert len(provider.asked) == 1


def test_earlier_texts_are_asked_for_by_number(texts, provider, settings):
    from chuckwagon.kit import clock

    provider.plan = [PlannedResponse(200, '{"messages": [], "next_page_uri": null}')]
    assert texts.find_sent_sms("+15551234567", "Ready", clock.now()) is None
    [asked] = provider.asked
    assert asked.method == "GET"
    assert "To=%2B15551234567" in asked.target
