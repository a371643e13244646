"""An account's capability decides where the payment of the next checkout goes, however the capability was learned."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.integrations.stripe.client import StripeGateway
from chuckwagon.kit import clock as product_clock
from chuckwagon.payments.connected_accounts import record_transfer_capability
from chuckwagon.payments.models import Checkout, WebhookEvent
from chuckwagon.trucks.models import Truck
from tests.factories import checkout_body, make_item
from tests.payments.account_helpers import get_stored_truck, set_account_state
from tests.payments.fulfillment.test_webhook_signature import deliver, sign

CARD = "4242424242424242"


@pytest.fixture
def taco(db, cast):
    return make_item(db, cast.truck, name="Taco", price=1000)


@pytest.fixture
def account_id(ask, db, cast, open_account):
    """The account of the admin's truck; the platform's fee is 5 % of its charges."""
    assert ask("PUT", f"/trucks/{cast.truck.id}", json={"applicationFeeBps": 500}).status_code == 200
    return open_account().json()["accountId"]


@pytest.fixture
def buy(client, cast, taco):
    def post():
        return client.post("/api/create-payment-intent", json=checkout_body(cast.truck, (taco, 2)))

    return post


def is_active(db, cast):
    return get_stored_truck(db, cast.truck).transfers_active


def newest_intent(sandbox):
    return sandbox.ledger()["payment_intents"][0]


def thin_event(account_id, kind="v2.core.account[requirements].updated", id_="evt_thin", **more):
    about = {"id": account_id, "type": "v2.core.account", "url": f"/v2/core/accounts/{account_id}"}
    event = {
        "id": id_, "object": "v2.core.event", "type": kind, "livemode": False,
        "created": "2026-11-21T07:00:00.000Z", "related_object": about, **more,
    }  # fmt: skip
    return json.dumps(event).encode()


def test_a_webhook_turns_transfers_on_and_off(db, sandbox, wait_for, cast, account_id):
    for state, active in (("complete", True), ("past_due", False), ("complete", True), ("rejected", False)):
        set_account_state(sandbox, account_id, state)
        wait_for(lambda active=active: is_active(db, cast) is active)
    with db.reading() as session:
        kinds = set(session.scalars(sa.select(WebhookEvent.type)))
    assert kinds == {"account.updated"}


@pytest.mark.parametrize(
    "kind",
    [
        "v2.core.account[requirements].updated",
        "v2.core.account[configuration.recipient].capability_status_updated",
        "v2.core.account.closed",
        "v2.core.account[of.a.kind.to.come].updated",
    ],
)
def test_a_thin_event_makes_us_read_the_account(client, db, settings, sandbox, cast, account_id, kind):
    sandbox.fault("webhooks", "drop")
    set_account_state(sandbox, account_id, "complete")
    payload = thin_event(account_id, kind)
    assert deliver(client, payload, sign(payload, settings)).status_code == 200
    assert is_active(db, cast) is True


def test_a_thin_event_about_something_else_is_stored_and_that_is_all(client, db, settings, sandbox):
    sandbox.fault("stripe", "error")
    about = {"id": "fa_1", "type": "v2.money_management.financial_account", "url": "/v2/x"}
    for number, related in enumerate((about, None)):
        payload = thin_event("", "v2.money_management.event", f"evt_{number}", related_object=related)
        assert deliver(client, payload, sign(payload, settings)).status_code == 200
    with db.reading() as session:
        assert set(session.scalars(sa.select(WebhookEvent.id))) == {"evt_0", "evt_1"}


@pytest.mark.parametrize(
    "broken",
    [
        {"created": 5},
        {"created": "soon"},
        {"id": None},
        {"type": 7},
        {"related_object": "acct_1"},
        {"id": ""},
    ],
)
def test_a_thin_event_that_is_none_is_refused(client, db, settings, broken):
    payload = thin_event("acct_1", id_="evt_1")
    payload = json.dumps(json.loads(payload) | broken).encode()
    assert deliver(client, payload, sign(payload, settings)).status_code == 400
    with db.reading() as session:
        assert list(session.scalars(sa.select(WebhookEvent.id))) == []


def test_a_bad_signature_on_a_thin_event_changes_nothing(client, db, settings, sandbox, cast, account_id):
    sandbox.fault("webhooks", "drop")
    set_account_state(sandbox, account_id, "complete")
    payload = thin_event(account_id)
    answer = deliver(client, payload, sign(payload, settings, secret="whsec_other"))
    assert (answer.status_code, answer.json()["code"]) == (400, "signature_invalid")
    assert is_active(db, cast) is False


def test_each_destination_of_the_provider_may_sign_with_its_own_secret(settings):
    gateway = StripeGateway(msgspec.structs.replace(settings, stripe_webhook_secret="whsec_a, whsec_b"))
    payload = thin_event("acct_1")
    for secret in ("whsec_a", "whsec_b"):
        found = gateway.read_event(payload, sign(payload, settings, secret=secret))
        assert (found.id, found.account_id) == ("evt_thin", "acct_1")
    with pytest.raises(Exception, match="signature"):
        gateway.read_event(payload, sign(payload, settings, secret="whsec_c"))


def test_what_an_event_says_is_not_believed(client, db, settings, sandbox, cast, account_id):
    subject = {"id": account_id, "object": "account", "charges_enabled": True}
    event = {
        "id": "evt_late", "object": "event", "type": "account.updated", "created": 1, "account": account_id,
        "data": {"object": subject},
    }  # fmt: skip
    payload = json.dumps(event).encode()
    assert deliver(client, payload, sign(payload, settings)).status_code == 200
    assert is_active(db, cast) is False


def test_an_event_that_cannot_be_looked_up_is_sent_again(db, sandbox, wait_for, cast, account_id):
    sandbox.fault("stripe", "error", match="/v2/core/accounts", times=6)
    set_account_state(sandbox, account_id, "complete")
    wait_for(lambda: is_active(db, cast), 20)


def test_an_event_about_an_account_of_nobody_asks_nothing(client, db, settings, sandbox):
    sandbox.fault("stripe", "error")
    payload = thin_event("acct_of_nobody")
    assert deliver(client, payload, sign(payload, settings)).status_code == 200


def test_of_two_readings_the_later_one_counts(db, cast, account_id):
    now = product_clock.now()
    for can_receive, asked_at in ((True, now), (False, now - timedelta(seconds=1))):
        db.write(lambda session, can=can_receive, at=asked_at: record_transfer_capability(session, account_id, can, at))
    assert is_active(db, cast) is True
    db.write(lambda session: record_transfer_capability(session, account_id, False, now + timedelta(seconds=1)))
    assert is_active(db, cast) is False
    for can_receive, asked_at in (
        (False, now + timedelta(hours=3)),
        (True, now),
    ):  # a clock ran ahead, and was set back
        db.write(lambda session, can=can_receive, at=asked_at: record_transfer_capability(session, account_id, can, at))
    assert is_active(db, cast) is True


def test_before_onboarding_the_platform_keeps_the_charge(sandbox, account_id, buy):
    assert buy().status_code == 200
    assert newest_intent(sandbox).get("transfer_data") is None
    assert newest_intent(sandbox).get("application_fee_amount") is None


def test_after_onboarding_the_truck_gets_its_share_and_the_platform_its_fee(
    client, db, sandbox, wait_for, cast, account_id, buy
):
    set_account_state(sandbox, account_id, "complete")
    wait_for(lambda: is_active(db, cast))
    intent = buy().json()
    assert intent["amount"] == 21.75
    sandbox.pay(intent["paymentIntentId"], CARD, webhooks=False)
    assert client.post("/api/verify-payment", json={"payment_intent_id": intent["paymentIntentId"]}).json()["order"]
    [transfer] = sandbox.ledger()["transfers"]
    assert (transfer["destination"], transfer["amount"]) == (account_id, 2175)
    [fee] = sandbox.get("/v1/application_fees").json()["data"]
    assert (fee["amount"], fee["account"]) == (108, account_id)  # 5 % of 2175, rounded down


def test_an_account_that_lost_its_capability_falls_back_to_the_platform(db, sandbox, wait_for, cast, account_id, buy):
    for state, active in (("complete", True), ("past_due", False)):
        set_account_state(sandbox, account_id, state)
        wait_for(lambda active=active: is_active(db, cast) is active)
    assert buy().status_code == 200
    assert newest_intent(sandbox).get("transfer_data") is None


@pytest.mark.parametrize("news", ["past_due", "forgotten"])
def test_a_loss_that_nobody_told_us_is_learnt_at_the_checkout(
    client, ask, db, sandbox, wait_for, cast, account_id, buy, news
):
    set_account_state(sandbox, account_id, "complete")
    wait_for(lambda: is_active(db, cast))
    sandbox.fault("webhooks", "drop")
    if news == "past_due":
        set_account_state(sandbox, account_id, news)
    else:
        sandbox.reset()
    answer = buy()
    assert answer.status_code == 200
    assert newest_intent(sandbox).get("transfer_data") is None
    assert is_active(db, cast) is False
    with db.reading() as session:
        [checkout] = session.scalars(sa.select(Checkout))
    assert (checkout.destination_account, checkout.application_fee_cents) == (None, 0)
    sandbox.pay(answer.json()["paymentIntentId"], CARD, webhooks=False)
    body = {"payment_intent_id": answer.json()["paymentIntentId"]}
    assert client.post("/api/verify-payment", json=body).json()["order"]["total"] == 21.75


@pytest.mark.dialect
def test_such_a_loss_with_repeated_requests_at_once_makes_one_intent(
    client, db, sandbox, wait_for, cast, account_id, taco
):
    set_account_state(sandbox, account_id, "complete")
    wait_for(lambda: is_active(db, cast))
    sandbox.fault("webhooks", "drop")
    set_account_state(sandbox, account_id, "past_due")
    body, headers = checkout_body(cast.truck, (taco, 2)), {"Idempotency-Key": "one-form"}
    with ThreadPoolExecutor(6) as pool:
        answers = list(
            pool.map(lambda _: client.post("/api/create-payment-intent", json=body, headers=headers), range(6))
        )
    assert {answer.status_code for answer in answers} == {200}
    assert len(sandbox.ledger()["payment_intents"]) == 1


@pytest.mark.parametrize("is_known", [True, False])
def test_the_setting_refuses_such_a_truck_instead(
    client, db, settings, sandbox, wait_for, monkeypatch, cast, account_id, app, buy, is_known
):
    set_account_state(sandbox, account_id, "complete")
    wait_for(lambda: is_active(db, cast))
    strict = msgspec.structs.replace(settings, require_connected_account=True)
    monkeypatch.setattr("chuckwagon.payments.checkout.service.open_checkout", _with(strict))
    assert buy().status_code == 200
    sandbox.fault("webhooks", "drop")
    set_account_state(sandbox, account_id, "past_due")
    if is_known:
        db.write(lambda session: session.execute(sa.update(Truck).values(transfers_active=False)))
    answer = buy()
    assert (answer.status_code, answer.json()["code"]) == (409, "truck_closed")
    assert len(sandbox.ledger()["payment_intents"]) == 1
    assert is_active(db, cast) is False


def _with(strict):
    """Open the checkout under other settings than the running server's."""
    from chuckwagon.payments.checkout import service

    original = service.open_checkout
    return lambda db, _settings, *more: original(db, strict, *more)
