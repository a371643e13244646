import time

import httpx
import pytest
import stripe

INTENT = {"amount": "1000", "currency": "usd"}


@pytest.fixture
def fault(control):
    def add(**wanted):
        answer = control.post("/faults", json={"target": "stripe", **wanted})
        answer.raise_for_status()
        return answer.json()

    return add


@pytest.fixture
def retrying(url):
    transport = stripe.RequestsClient(timeout=10)
    yield stripe.StripeClient("sk_test_x", base_addresses={"api": url}, max_network_retries=2, http_client=transport)
    transport.close()


def intents(control):
    return control.get("/ledger").json()["payment_intents"]


def test_error_has_no_effect_and_the_sdk_retries_through_it(retrying, control, fault):
    fault(mode="error", times=2)
    created = retrying.v1.payment_intents.create({"amount": 1000, "currency": "usd"})
    assert [one["id"] for one in intents(control)] == [created.id]


def test_error_lasts_until_deleted_when_times_is_absent(raw, control, fault):
    fault(mode="error", match="/v1/payment_intents")
    for _ in range(3):
        assert raw.post("/v1/payment_intents", data=INTENT).status_code == 500
    assert raw.get("/v1/charges").status_code == 200
    assert intents(control) == []
    assert control.delete("/faults").status_code == 200
    assert raw.post("/v1/payment_intents", data=INTENT).status_code == 200


def test_error_after_the_effect_is_kept_under_the_key(raw, control, fault):
    fault(mode="error_after", times=1)
    headers = {"Idempotency-Key": "k"}
    first = raw.post("/v1/payment_intents", data=INTENT, headers=headers)
    again = raw.post("/v1/payment_intents", data=INTENT, headers=headers)
    assert (first.status_code, again.status_code) == (500, 500)
    assert again.headers["idempotent-replayed"] == "true"
    assert len(intents(control)) == 1


def test_reset_after_the_effect_cuts_the_connection_and_a_retry_finds_the_answer(raw, control, fault):
    fault(mode="reset_after", times=1)
    headers = {"Idempotency-Key": "k"}
    with pytest.raises(httpx.TransportError):
        raw.post("/v1/payment_intents", data=INTENT, headers=headers)
    again = raw.post("/v1/payment_intents", data=INTENT, headers=headers)
    assert again.status_code == 200
    assert again.headers["idempotent-replayed"] == "true"
    assert [one["id"] for one in intents(control)] == [again.json()["id"]]


def test_sdk_survives_a_reset_with_one_effect(retrying, control, fault):
    fault(mode="reset_after", times=1)
    created = retrying.v1.payment_intents.create({"amount": 1000, "currency": "usd"})
    assert [one["id"] for one in intents(control)] == [created.id]


def test_too_many_requests_are_not_retried_by_the_sdk(retrying, control, fault):
    fault(mode="error", status=429, times=1)
    with pytest.raises(stripe.RateLimitError):
        retrying.v1.payment_intents.create({"amount": 1000, "currency": "usd"})
    assert intents(control) == []


def test_timeout_hangs_without_effect(raw, control, fault):
    fault(mode="timeout", times=1, ms=60_000)
    with pytest.raises(httpx.ReadTimeout):
        raw.post("/v1/payment_intents", data=INTENT, timeout=0.2)
    assert intents(control) == []


def test_timeout_ends_in_a_cut_connection(raw, control, fault):
    fault(mode="timeout", times=1, ms=50)
    with pytest.raises(httpx.RemoteProtocolError):
        raw.post("/v1/payment_intents", data=INTENT)
    assert intents(control) == []


def test_delay_answers_late(raw, fault):
    fault(mode="delay", times=1, ms=200)
    start = time.monotonic()
    assert raw.post("/v1/payment_intents", data=INTENT).status_code == 200
    assert time.monotonic() - start >= 0.2


def test_rate_zero_never_strikes(raw, fault):
    fault(mode="error", rate=0)
    assert all(raw.get("/v1/charges").status_code == 200 for _ in range(20))


def test_every_third_call_that_matches_is_struck(raw, fault):
    fault(mode="error", match="/v1/charges", every=3)
    answers = []
    for _ in range(6):
        raw.get("/v1/events").raise_for_status()
        answers.append(raw.get("/v1/charges").status_code)
    assert answers == [200, 200, 500, 200, 200, 500]


@pytest.mark.parametrize(
    "wanted",
    [
        {"target": "paypal", "mode": "error"},
        {"mode": "explode"},
        {"mode": "shuffle"},
        {"mode": "error", "times": 0},
        {"mode": "error", "every": 0},
        {"mode": "error", "rate": 2},
        {"mode": "error", "ms": "long"},
        {"mode": "error", "match": 7},
    ],
)
def test_fault_without_sense_is_refused(control, wanted):
    assert control.post("/faults", json={"target": "stripe", **wanted}).status_code == 400
    assert control.get("/faults").json() == []


def test_reset_forgets_everything(raw, control, fault):
    raw.post("/v1/payment_intents", data=INTENT, headers={"Idempotency-Key": "k"})
    fault(mode="error")
    control.post("/reset").raise_for_status()
    ledger = control.get("/ledger").json()
    assert all(ledger[name] == [] for name in ("payment_intents", "refunds", "transfers", "accounts", "events"))
    assert control.get("/messages").json() == []
    again = raw.post("/v1/payment_intents", data=INTENT, headers={"Idempotency-Key": "k"})
    assert "idempotent-replayed" not in again.headers
