import httpx
import pytest
import stripe
from listener import wait_for

GOOD = ["4242424242424242", "5555555555554444", "378282246310005", "6011111111111117"]
DECLINED = {
    "4000000000000002": ("card_declined", "generic_decline"),
    "4000000000009995": ("card_declined", "insufficient_funds"),
    "4000000000009987": ("card_declined", "lost_card"),
    "4000000000009979": ("card_declined", "stolen_card"),
    "4000000000000069": ("expired_card", None),
    "4000000000000127": ("incorrect_cvc", None),
    "4000000000000119": ("processing_error", None),
    "4111111111111111": ("card_declined", "test_mode_live_card"),
}


def events_of(control, intent_id):
    wanted = {e["type"] for e in control.get("/ledger").json()["events"] if e["object"] == intent_id}
    return {name.removeprefix("payment_intent.") for name in wanted}


def test_new_intent_waits_for_a_payment_method(client, make_intent):
    intent = make_intent(
        1234,
        description="Order 7",
        receipt_email="ann@example.com",
        metadata={"orderId": "o1"},
        statement_descriptor_suffix="TACOS",
        shipping={"name": "Ann", "address": {"line1": "1 Main St", "city": "Reno", "country": "US"}},
        allowed_payment_method_types=["card"],
    )
    assert (intent.status, intent.amount, intent.currency) == ("requires_payment_method", 1234, "usd")
    assert intent.client_secret.startswith(f"{intent.id}_secret_")
    assert intent.payment_method_types == ["card"]
    assert client.v1.payment_intents.retrieve(intent.id).metadata["orderId"] == "o1"


@pytest.mark.parametrize("card", GOOD)
def test_good_card_pays(client, make_intent, pay, control, types, card):
    intent = make_intent(2000)
    answer = pay(intent, card)
    assert answer.status_code == 200
    types.check_answer(answer.json())
    paid = client.v1.payment_intents.retrieve(
        intent.id, {"expand": ["latest_charge.balance_transaction", "payment_method"]}
    )
    assert (paid.status, paid.amount_received) == ("succeeded", 2000)
    charge = paid.latest_charge
    assert charge.payment_method_details.card.last4 == card[-4:]
    assert charge.balance_transaction.net == 2000 - (58 + 30)
    assert events_of(control, intent.id) == {"created", "succeeded"}


@pytest.mark.parametrize("card", DECLINED)
def test_bad_card_is_declined_and_another_one_pays(client, make_intent, pay, control, types, card):
    intent = make_intent()
    refused = pay(intent, card)
    assert refused.status_code == 402
    error = refused.json()["error"]
    assert (error["type"], error["code"], error.get("decline_code")) == ("card_error", *DECLINED[card])
    assert error["payment_intent"]["status"] == "requires_payment_method"
    types.check_answer(refused.json())
    after = client.v1.payment_intents.retrieve(intent.id)
    assert (after.status, after.payment_method) == ("requires_payment_method", None)
    assert after.last_payment_error.code == DECLINED[card][0]
    assert client.v1.charges.retrieve(after.latest_charge).status == "failed"
    assert events_of(control, intent.id) == {"created", "payment_failed"}
    assert pay(intent).json()["status"] == "succeeded"


def test_server_side_confirm_raises_the_card_error(client, make_intent):
    intent = make_intent()
    with pytest.raises(stripe.CardError) as caught:
        client.v1.payment_intents.confirm(intent.id, {"payment_method": "pm_card_chargeDeclined"})
    assert caught.value.error.decline_code == "generic_decline"
    assert caught.value.user_message == "Your card was declined."
    assert caught.value.request_id.startswith("req_")


@pytest.mark.parametrize("number", ["4242424242424241", "12", "abc"])
def test_impossible_number_is_incorrect(make_intent, pay, number):
    error = pay(make_intent(), number).json()["error"]
    assert error["code"] == "incorrect_number"


@pytest.mark.parametrize("card", ["4000002500003155", "4000002760003184", "4000000000003220"])
def test_challenge_completed_pays(client, make_intent, pay, control, card):
    intent = make_intent()
    asked = pay(intent, card).json()
    assert asked["status"] == "requires_action"
    assert asked["next_action"]["type"] == "use_stripe_sdk"
    assert pay(intent, card, challenge="complete").json()["status"] == "succeeded"
    charge = client.v1.payment_intents.retrieve(intent.id, {"expand": ["latest_charge"]}).latest_charge
    assert charge.payment_method_details.card.three_d_secure.result == "authenticated"
    assert events_of(control, intent.id) == {"created", "requires_action", "succeeded"}


def test_challenge_failed_goes_back_to_start(client, make_intent, pay):
    intent = make_intent()
    answer = pay(intent, "4000002500003155", challenge="fail").json()
    assert answer["status"] == "requires_payment_method"
    error = client.v1.payment_intents.retrieve(intent.id).last_payment_error
    assert (error.type, error.code) == ("invalid_request_error", "payment_intent_authentication_failure")


@pytest.mark.parametrize(
    ("card", "reason"), [("4000008400001629", "generic_decline"), ("4000008260003178", "insufficient_funds")]
)
def test_card_may_be_declined_after_the_challenge(make_intent, pay, card, reason):
    answer = pay(make_intent(), card, challenge="complete").json()
    assert answer["status"] == "requires_payment_method"
    assert answer["last_payment_error"]["decline_code"] == reason


def test_redirecting_challenge_names_the_return_address(client, make_intent):
    intent = make_intent()
    params = {"payment_method": "pm_card_authenticationRequired", "return_url": "http://localhost/back"}
    confirmed = client.v1.payment_intents.confirm(intent.id, params)
    assert confirmed.next_action.redirect_to_url.return_url == "http://localhost/back"


def test_paid_intent_cannot_be_paid_or_canceled_again(client, make_intent, pay):
    intent = make_intent()
    pay(intent)
    error = pay(intent).json()["error"]
    assert error["code"] == "payment_intent_unexpected_state"
    assert error["payment_intent"]["id"] == intent.id
    with pytest.raises(stripe.InvalidRequestError, match="succeeded"):
        client.v1.payment_intents.cancel(intent.id)


def test_canceled_intent_cannot_be_paid(client, make_intent, pay):
    intent = make_intent()
    canceled = client.v1.payment_intents.cancel(intent.id, {"cancellation_reason": "abandoned"})
    assert (canceled.status, canceled.cancellation_reason) == ("canceled", "abandoned")
    assert pay(intent).status_code == 400


def test_amount_and_metadata_can_change_until_paid(client, make_intent, pay):
    intent = make_intent(1000, metadata={"a": "1", "b": "2"})
    changed = client.v1.payment_intents.update(intent.id, {"amount": 1500, "metadata": {"a": "", "c": "3"}})
    assert (changed.amount, changed.metadata.to_dict()) == (1500, {"b": "2", "c": "3"})
    assert pay(intent).json()["amount_received"] == 1500
    with pytest.raises(stripe.InvalidRequestError):
        client.v1.payment_intents.update(intent.id, {"amount": 1})


def test_manual_capture_takes_part_of_the_authorised_amount(client, make_intent, pay):
    intent = make_intent(1000, capture_method="manual")
    assert pay(intent).json()["status"] == "requires_capture"
    captured = client.v1.payment_intents.capture(intent.id, {"amount_to_capture": 700})
    assert (captured.status, captured.amount_received) == ("succeeded", 700)


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"amount": "0"}, "parameter_invalid_integer"),
        ({"amount": "49"}, "amount_too_small"),
        ({"amount": "abc"}, "parameter_invalid_integer"),
        ({"amount": "100000000"}, "amount_too_large"),
        ({"amount": ""}, "parameter_missing"),
        ({"amount": "500", "colour": "red"}, "parameter_unknown"),
        ({"amount": "500", "transfer_data[account]": "x"}, "parameter_unknown"),
        ({"amount": "500", "transfer_data[destination]": "acct_none"}, "resource_missing"),
        ({"amount": "500", "application_fee_amount": "501"}, None),
    ],
)
def test_bad_parameters_are_refused_and_make_nothing(raw, control, params, code):
    answer = raw.post("/v1/payment_intents", data={"currency": "usd", **params})
    assert answer.status_code == 400
    assert answer.json()["error"].get("code") == code
    assert control.get("/ledger").json()["payment_intents"] == []


def test_lists_are_paged_and_filtered(client, make_intent, raw):
    made = [make_intent(1000 + n).id for n in range(5)][::-1]
    first = client.v1.payment_intents.list({"limit": 2})
    assert [one.id for one in first.data] == made[:2]
    assert first.has_more is True
    after = client.v1.payment_intents.list({"limit": 3, "starting_after": made[1]})
    assert [one.id for one in after.data] == made[2:]
    assert after.has_more is False
    before = client.v1.payment_intents.list({"ending_before": made[2]})
    assert [one.id for one in before.data] == made[:2]
    assert [one.id for one in client.v1.payment_intents.list({"limit": 2}).auto_paging_iter()] == made
    created = client.v1.payment_intents.retrieve(made[0]).created
    assert len(client.v1.payment_intents.list({"created": {"gte": created - 60}}).data) == 5
    assert client.v1.payment_intents.list({"created": {"gt": created + 60}}).data == []


def test_browser_sees_the_reduced_view_with_its_secret_only(url, make_intent):
    intent = make_intent(metadata={"orderId": "secret"})
    path = f"{url}/v1/payment_intents/{intent.id}"
    keyed = {"key": "pk_test_browser"}
    seen = httpx.get(path, params={**keyed, "client_secret": intent.client_secret})
    assert seen.status_code == 200
    assert "metadata" not in seen.json()
    assert "latest_charge" not in seen.json()
    assert seen.headers["access-control-allow-origin"] == "*"
    assert httpx.get(path, params={**keyed, "client_secret": f"{intent.id}_secret_no"}).status_code == 400
    assert httpx.get(path, params=keyed).status_code == 400
    refused = httpx.get(f"{url}/v1/payment_intents", params=keyed)
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "secret_key_required")
    preflight = httpx.options(f"{path}/confirm")
    assert (preflight.status_code, preflight.headers["access-control-allow-origin"]) == (204, "*")


def test_browser_confirm_answers_the_reduced_view_even_when_declined(url, make_intent):
    intent = make_intent()
    form = {
        "key": "pk_test_browser",
        "client_secret": intent.client_secret,
        "use_stripe_sdk": "true",
        "payment_method_data[type]": "card",
        "payment_method_data[card][exp_month]": "12",
        "payment_method_data[card][exp_year]": "34",
        "payment_method_data[card][cvc]": "123",
        "payment_method_data[billing_details][name]": "Ann",
    }
    path = f"{url}/v1/payment_intents/{intent.id}/confirm"
    declined = httpx.post(path, data={**form, "payment_method_data[card][number]": "4000000000000002"})
    assert declined.status_code == 402
    assert "metadata" not in declined.json()["error"]["payment_intent"]
    paid = httpx.post(path, data={**form, "payment_method_data[card][number]": "4242424242424242"})
    assert paid.json()["status"] == "succeeded"
    assert "latest_charge" not in paid.json()


@pytest.mark.parametrize("key", ["sk_live_abc", "pk_live_abc"])
def test_live_key_is_refused_loudly(url, key):
    answer = httpx.get(f"{url}/v1/payment_intents", headers={"Authorization": f"Bearer {key}"})
    assert answer.status_code == 401
    assert "LIVE KEY REFUSED" in answer.json()["error"]["message"]


def test_missing_and_unknown_keys_are_refused(url):
    assert httpx.get(f"{url}/v1/payment_intents").status_code == 401
    assert httpx.get(f"{url}/v1/payment_intents", auth=("nonsense", "")).status_code == 401
    assert httpx.get(f"{url}/v1/payment_intents", auth=("sk_test_basic", "")).status_code == 200


def test_disputed_card_opens_a_dispute(client, make_intent, pay, listener):
    intent = make_intent(3000)
    pay(intent, "4000000000000259")
    event = wait_for(lambda: listener.events("charge.dispute.created"))[0]
    assert event["data"]["object"]["payment_intent"] == intent.id
    dispute = client.v1.disputes.list({"payment_intent": intent.id}).data[0]
    assert (dispute.amount, dispute.status) == (3000, "needs_response")
    assert client.v1.charges.retrieve(dispute.charge).disputed is True


def test_slow_bank_moves_an_intent_through_processing(client, make_intent, control):
    intent = make_intent()
    path = f"/payment_intents/{intent.id}/status"
    assert control.post(path, json={"status": "processing"}).json()["status"] == "processing"
    assert client.v1.payment_intents.retrieve(intent.id).processing.type == "card"
    assert control.post(path, json={"status": "succeeded"}).json()["amount_received"] == 2500
    assert control.post(path, json={"status": "processing"}).status_code == 400
    assert events_of(control, intent.id) == {"created", "processing", "succeeded"}


def test_slow_bank_may_refuse(client, make_intent, control):
    intent = make_intent()
    path = f"/payment_intents/{intent.id}/status"
    control.post(path, json={"status": "processing"})
    answer = control.post(path, json={"status": "requires_payment_method"}).json()
    assert answer["last_payment_error"]["code"] == "card_declined"
    assert events_of(control, intent.id) == {"created", "processing", "payment_failed"}
    assert control.post(path, json={"status": "canceled"}).status_code == 400


def test_a_charge_keeps_its_own_copy_of_the_notes(client, make_intent, pay, types):
    intent = make_intent(metadata={"orderId": "o1", "cart": "1"})
    assert pay(intent, GOOD[0]).status_code == 200
    client.v1.payment_intents.update(intent.id, {"metadata": {"cart": ""}})
    [charge] = client.v1.charges.list({"payment_intent": intent.id}).data
    assert charge.metadata.to_dict() == {"orderId": "o1", "cart": "1"}
    changed = client.v1.charges.update(charge.id, {"metadata": {"cart": "", "erased": "1"}})
    types.check_answer(changed.to_dict())
    assert client.v1.charges.retrieve(charge.id).metadata.to_dict() == {"orderId": "o1", "erased": "1"}
