import threading

import httpx
import pytest
import stripe
from listener import wait_for

INTENT = {"amount": "1000", "currency": "usd"}


def keyed(key):
    return {"Idempotency-Key": key}


def intents(control):
    return len(control.get("/ledger").json()["payment_intents"])


def test_same_key_and_body_is_answered_again_without_a_second_effect(raw, control):
    first = raw.post("/v1/payment_intents", data=INTENT, headers=keyed("k1"))
    again = raw.post("/v1/payment_intents", data=INTENT, headers=keyed("k1"))
    assert first.content == again.content
    assert "idempotent-replayed" not in first.headers
    assert again.headers["idempotent-replayed"] == "true"
    assert intents(control) == 1


def test_same_key_and_other_body_is_a_conflict(client, control):
    params = {"amount": 1000, "currency": "usd"}
    client.v1.payment_intents.create(params, {"idempotency_key": "k"})
    with pytest.raises(stripe.IdempotencyError):
        client.v1.payment_intents.create({**params, "amount": 1001}, {"idempotency_key": "k"})
    assert intents(control) == 1


def test_declines_are_kept_too(client, make_intent):
    intent = make_intent()
    for _ in range(2):
        with pytest.raises(stripe.CardError):
            client.v1.payment_intents.confirm(
                intent.id, {"payment_method": "pm_card_chargeDeclined"}, {"idempotency_key": "c"}
            )
    assert len(client.v1.charges.list({"payment_intent": intent.id}).data) == 1


def test_refused_parameters_leave_the_key_free(raw, control):
    assert raw.post("/v1/payment_intents", data={"amount": "1"}, headers=keyed("k")).status_code == 400
    assert raw.post("/v1/payment_intents", data=INTENT, headers=keyed("k")).status_code == 200
    assert intents(control) == 1


def test_key_of_another_caller_is_another_key(raw, control):
    raw.post("/v1/payment_intents", data=INTENT, headers=keyed("k"))
    other = {**keyed("k"), "Authorization": "Bearer sk_test_other"}
    assert "idempotent-replayed" not in raw.post("/v1/payment_intents", data=INTENT, headers=other).headers
    assert intents(control) == 2


def test_call_with_a_key_at_work_is_refused(raw, control):
    control.post("/faults", json={"target": "stripe", "mode": "delay", "ms": 4000, "times": 1}).raise_for_status()
    answers = []
    slow = threading.Thread(
        target=lambda: answers.append(raw.post("/v1/payment_intents", data=INTENT, headers=keyed("k")))
    )
    slow.start()
    wait_for(lambda: control.get("/faults").json() == [])
    meanwhile = raw.post("/v1/payment_intents", data=INTENT, headers=keyed("k"))
    slow.join()
    assert meanwhile.status_code == 409
    assert meanwhile.json()["error"]["code"] == "idempotency_key_in_use"
    assert answers[0].status_code == 200
    assert intents(control) == 1


def test_twenty_callers_with_one_key_make_one_intent(raw, control):
    ids = []

    def call():
        answer = raw.post("/v1/payment_intents", data=INTENT, headers=keyed("same"))
        ids.append(answer.json()["id"])

    threads = [threading.Thread(target=call) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(ids) == 20
    assert len(set(ids)) == 1
    assert intents(control) == 1


def test_too_long_key_is_refused(raw):
    assert raw.post("/v1/payment_intents", data=INTENT, headers=keyed("x" * 256)).status_code == 400


def test_call_goes_on_after_its_caller_has_left_and_its_key_stays_in_use(raw, control):
    """As at the provider: the conflict is not kept under the key, the answer of the first call is."""
    control.post("/faults", json={"target": "stripe", "mode": "delay", "ms": 1500, "times": 1})
    with pytest.raises(httpx.ReadTimeout):
        raw.post("/v1/payment_intents", data=INTENT, headers=keyed("k"), timeout=0.3)
    conflicts = [raw.post("/v1/payment_intents", data=INTENT, headers=keyed("k")) for _ in range(3)]
    assert {(one.status_code, one.json()["error"]["code"]) for one in conflicts} == {(409, "idempotency_key_in_use")}
    assert all("idempotent-replayed" not in one.headers for one in conflicts)
    wait_for(lambda: intents(control) == 1)
    again = raw.post("/v1/payment_intents", data=INTENT, headers=keyed("k"))
    assert (again.status_code, again.headers["idempotent-replayed"]) == (200, "true")
    assert intents(control) == 1
