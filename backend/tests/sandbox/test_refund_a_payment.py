import pytest
import stripe
from listener import wait_for


@pytest.fixture
def paid(make_intent, pay):
    def make(amount=3000, card="4242424242424242", **more):
        intent = make_intent(amount, **more)
        pay(intent, card).raise_for_status()
        return intent.id

    return make


def test_whole_refund_marks_the_charge(client, paid, listener):
    intent = paid()
    refund = client.v1.refunds.create({"payment_intent": intent, "reason": "requested_by_customer"})
    assert (refund.amount, refund.status) == (3000, "succeeded")
    charge = client.v1.charges.retrieve(refund.charge, {"expand": ["refunds"]})
    assert (charge.refunded, charge.amount_refunded) == (True, 3000)
    assert [one.id for one in charge.refunds.data] == [refund.id]
    event = wait_for(lambda: listener.events("charge.refunded"))[0]
    assert event["data"]["object"]["id"] == charge.id
    assert wait_for(lambda: listener.events("refund.created"))[0]["data"]["object"]["id"] == refund.id


def test_partial_refunds_add_up(client, paid):
    intent = paid()
    client.v1.refunds.create({"payment_intent": intent, "amount": 1000})
    charge = client.v1.charges.list({"payment_intent": intent}).data[0]
    assert (charge.refunded, charge.amount_refunded) == (False, 1000)
    client.v1.refunds.create({"charge": charge.id, "amount": 2000})
    assert client.v1.charges.retrieve(charge.id).refunded is True
    assert [one.amount for one in client.v1.refunds.list({"payment_intent": intent}).data] == [2000, 1000]


def test_more_than_was_paid_is_refused(client, paid):
    intent = paid()
    client.v1.refunds.create({"payment_intent": intent, "amount": 2000})
    with pytest.raises(stripe.InvalidRequestError, match="greater than unrefunded") as caught:
        client.v1.refunds.create({"payment_intent": intent, "amount": 1001})
    assert caught.value.param == "amount"
    assert client.v1.charges.list({"payment_intent": intent}).data[0].amount_refunded == 2000


def test_second_whole_refund_is_refused(client, paid):
    intent = paid()
    client.v1.refunds.create({"payment_intent": intent})
    with pytest.raises(stripe.InvalidRequestError) as caught:
        client.v1.refunds.create({"payment_intent": intent})
    assert caught.value.code == "charge_already_refunded"
    assert len(client.v1.refunds.list({"payment_intent": intent}).data) == 1


def test_unpaid_intent_has_nothing_to_refund(client, make_intent):
    with pytest.raises(stripe.InvalidRequestError):
        client.v1.refunds.create({"payment_intent": make_intent().id})


def test_pending_refund_succeeds_later(client, paid, listener):
    refund = client.v1.refunds.create({"payment_intent": paid(card="4000000000007726")})
    assert refund.status == "pending"
    event = wait_for(lambda: listener.events("refund.updated"))[0]
    assert event["data"]["object"]["status"] == "succeeded"
    assert client.v1.refunds.retrieve(refund.id).status == "succeeded"


def test_pending_refund_may_fail_later(client, paid, listener):
    refund = client.v1.refunds.create({"payment_intent": paid(card="4000000000005126")})
    assert refund.status == "pending"
    wait_for(lambda: listener.events("refund.failed"))
    assert client.v1.refunds.retrieve(refund.id).status == "failed"
    assert client.v1.charges.retrieve(refund.charge).amount_refunded == 0


def test_connected_account_gets_the_money_and_gives_it_back(client, paid, connected_account, control):
    intent = paid(3000, application_fee_amount=301, transfer_data={"destination": connected_account})
    charge = client.v1.charges.list({"payment_intent": intent}).data[0]
    transfer = client.v1.transfers.retrieve(charge.transfer)
    assert (transfer.amount, transfer.destination) == (3000, connected_account)
    assert client.v1.application_fees.retrieve(charge.application_fee).amount == 301
    part = {"payment_intent": intent, "reverse_transfer": True, "refund_application_fee": True}
    first = client.v1.refunds.create({**part, "amount": 1000})
    assert first.transfer_reversal.startswith("trr_")
    after = client.v1.transfers.retrieve(charge.transfer)
    assert (after.amount_reversed, after.reversed) == (1000, False)
    assert client.v1.application_fees.retrieve(charge.application_fee).amount_refunded == 100
    client.v1.refunds.create(part)
    after = client.v1.transfers.retrieve(charge.transfer)
    assert (after.amount_reversed, after.reversed) == (3000, True)
    fee = client.v1.application_fees.retrieve(charge.application_fee)
    assert (fee.amount_refunded, fee.refunded) == (301, True)
    ledger = control.get("/ledger").json()
    assert [one["amount_reversed"] for one in ledger["transfers"]] == [3000]
    assert [one["amount"] for one in ledger["refunds"]] == [1000, 2000]


def test_plain_charge_has_no_transfer_to_reverse(client, paid):
    intent = paid()
    with pytest.raises(stripe.InvalidRequestError):
        client.v1.refunds.create({"payment_intent": intent, "reverse_transfer": True})
    assert client.v1.charges.list({"payment_intent": intent}).data[0].amount_refunded == 0
