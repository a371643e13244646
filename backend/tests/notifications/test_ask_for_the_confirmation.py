"""The browser asks for the confirmation's status. It cannot choose the phone, the body or a second SMS."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from chuckwagon.jobs import outbox


def ask(web, **body):
    return web.post("/api/send-order-sms", json=body)


@pytest.mark.dialect
def test_twenty_parallel_calls_make_one_text(web, stage, provider):
    order = stage.order(queued=False)
    body = {"paymentIntentId": order.payment_intent_id, "phoneNumber": "+15559999999", "message": "Buy!"}
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: ask(web, **body), range(20)))
    assert {answer.status_code for answer in answers} == {200}
    assert {answer.text for answer in answers} == {'{"status":"pending"}'}
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: stage.work(), range(4)))
    [text] = provider.texts()
    assert text["to"] == order.customer_phone
    assert "Buy!" not in text["body"]


@pytest.mark.dialect
def test_states_of_the_confirmation(web, stage, provider):
    order = stage.order()
    assert ask(web, payment_intent_id=order.payment_intent_id).json() == {"status": "pending"}
    stage.work()
    [text] = provider.texts()
    sent = {"status": "sent", "messageSid": text["sid"]}
    assert ask(web, paymentIntentId=order.payment_intent_id).json() == sent
    assert ask(web, orderId=order.id).json() == sent
    refused, silent = stage.order("+15005550001"), stage.order(None)
    stage.work()
    assert ask(web, orderId=refused.id).json() == {"status": "failed"}
    assert ask(web, orderId=silent.id).json() == {"status": "skipped"}


def test_order_taken_at_the_window_gets_no_confirmation(web, stage, provider, db):
    order = stage.order(source="counter", queued=False)
    assert ask(web, orderId=order.id).json() == {"status": "skipped"}
    with db.reading() as session:
        assert outbox.find_message(session, f"order:{order.id}:confirmed_sms") is None


@pytest.mark.parametrize("body", [{"paymentIntentId": "pi_unknown"}, {"orderId": "0" * 24}, {"orderId": "'"}])
def test_unknown_order_is_not_found(web, body):
    assert ask(web, **body).status_code == 404


@pytest.mark.parametrize(
    "body", [{}, {"paymentIntentId": ""}, {"paymentIntentId": 7}, {"orderId": ["x"]}, {"orderId": "x" * 300}]
)
def test_malformed_request_is_refused(web, body):
    assert ask(web, **body).status_code == 400


def test_guessing_is_slowed_down_and_asking_is_not(web, stage, settings, clock):
    order = stage.order()
    guesses = [ask(web, orderId=f"{n:024x}") for n in range(settings.limit_verifications_per_address + 1)]
    assert {answer.status_code for answer in guesses[:-1]} == {404}
    assert guesses[-1].status_code == 429
    assert ask(web, orderId=order.id).status_code == 200
