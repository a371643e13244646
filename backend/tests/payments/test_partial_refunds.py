"""Staff refund part of a payment: an amount or quantities, several times, never more than was paid."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from chuckwagon.audit.log import AuditEvent
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.orders.counts import find_inconsistent_customers
from chuckwagon.orders.models import Refund
from tests.payments.paid_orders import REFUND_FAILS, connect_account


def test_an_amount_goes_back_and_the_order_says_so(shop, worker):
    order_id, intent = shop.buy()
    answer = shop.refund(order_id, amount=5.5)
    assert answer.status_code == 201, answer.text
    asked = answer.json()
    assert (asked["paymentStatus"], asked["refundable"], shop.sent(intent)) == ("paid", 16.25, [])
    [refund] = asked["refunds"]
    assert (refund["amount"], refund["status"], refund["method"]) == (5.5, "pending", "card")
    assert (refund["reason"], refund["by"], refund["items"]) == ("Cold tacos", "truck_admin", None)
    worker.run_once()
    after = shop.shown(order_id)
    assert (after["paymentStatus"], after["refunds"][0]["status"]) == ("partially_refunded", "succeeded")
    assert shop.sent(intent) == [550]


def test_cancelling_while_all_of_it_is_on_its_way_back_leaves_true_sums(shop, worker, db):
    order_id, intent = shop.buy()
    assert shop.refund(order_id, amount=21.75).status_code == 201
    shop.cancel(order_id)
    with db.reading() as session:
        assert find_inconsistent_customers(session) == []
    worker.run_once()
    with db.reading() as session:
        assert find_inconsistent_customers(session) == []
    assert shop.sent(intent) == [2175]


def test_pieces_go_back_with_their_tax_and_the_last_one_takes_the_rest(shop, worker):
    order_id, intent = shop.buy(3)  # $30.00 and $2.63
    for expected in (10.88, 10.87, 10.88):
        answer = shop.refund(order_id, items=[{"index": 0, "quantity": 1}])
        assert answer.json()["refunds"][-1]["amount"] == expected
        assert answer.json()["refunds"][-1]["items"] == [{"index": 0, "quantity": 1}]
        assert answer.json()["items"][0]["refundedQuantity"] == len(
            answer.json()["refunds"]
        )  # pending, but not to be made
    worker.run_once()
    assert (sum(shop.sent(intent)), shop.shown(order_id)["paymentStatus"]) == (3263, "refunded")
    assert shop.texts() == 3


def test_everything_gives_back_what_is_left_and_counts_as_all_the_pieces(shop, worker):
    order_id, intent = shop.buy(3)  # $30.00 and $2.63
    assert shop.refund(order_id, amount=1).status_code == 201
    assert shop.refund(order_id, items=[{"index": 0, "quantity": 1}]).status_code == 201
    answer = shop.refund(order_id, everything=True).json()
    assert (answer["refunds"][-1]["amount"], answer["refundable"]) == (20.75, 0)
    assert answer["refunds"][-1]["items"] == [{"index": 0, "quantity": 2}]
    assert answer["items"][0]["refundedQuantity"] == 3
    worker.run_once()
    assert (sum(shop.sent(intent)), shop.shown(order_id)["paymentStatus"]) == (3263, "refunded")


def test_each_refund_names_its_amount_and_whether_the_order_stands_up_to_five_times(shop, worker):
    order_id, _ = shop.buy(3)
    for cents in (100, 101, 102, 103, 104, 105):
        assert shop.refund(order_id, amount=cents / 100).status_code == 201
        worker.run_once()
        worker.run_once()
    shown = shop.shown(order_id)
    told = [text["body"].split(": ", 1)[1] for text in shop.sandbox.messages() if "we refunded" in text["body"]]
    about, stands = f"of order #{shown['orderNumber']}", "The order stands."
    assert told[0] == f"we refunded $1.00 {about}. {stands} Banks may take 5 to 10 days to show it."
    assert told[1:] == [
        f"we refunded another $1.0{cent} {about}, ${total} in all. {stands}"
        for cent, total in enumerate(("2.01", "3.03", "4.06", "5.10"), 1)
    ]
    texts = [(text["status"], text["reason"]) for text in shown["messages"] if text["kind"] == "refunded"]
    assert texts[5:] == [("skipped", "The customer was told of several refunds of this order already.")]
    shop.cancel(order_id)
    worker.run_once()
    worker.run_once()
    left = f"${shown['total'] - 6.15:.2f}"
    cancelled = [text["body"] for text in shop.sandbox.messages() if "was cancelled" in text["body"]]
    assert [text.partition("cancelled. ")[2] for text in cancelled] == [f"{left} goes back to your card."]


def test_more_pieces_than_were_bought_are_refused(shop, rows):
    order_id, _ = shop.buy(2)
    assert shop.refund(order_id, items=[{"index": 0, "quantity": 2}]).status_code == 201
    other_id, _ = shop.buy(2)
    shop.refund(other_id, items=[{"index": 0, "quantity": 1}])
    answer = shop.refund(other_id, items=[{"index": 0, "quantity": 2}])
    assert (answer.status_code, answer.json()["code"]) == (409, "refund_too_large")
    assert answer.json()["error"] == "Only 1 × Taco can still be refunded."
    assert len(rows(Refund)) == 2


@pytest.mark.dialect
def test_never_more_than_was_paid(shop, worker, rows):
    order_id, intent = shop.buy()
    answer = shop.refund(order_id, amount=21.76)
    assert (answer.status_code, answer.json()["refundable"]) == (409, 21.75)
    assert rows(Refund) == []
    shop.refund(order_id, amount=20)
    assert shop.refund(order_id, amount=1.76).json()["code"] == "refund_too_large"
    assert shop.refund(order_id, items=[{"index": 0, "quantity": 2}]).status_code == 409
    assert shop.refund(order_id, amount=1.75).json()["refundable"] == 0
    assert shop.refund(order_id, amount=0.01).json()["code"] == "nothing_to_refund"
    worker.run_once()
    assert (sorted(shop.sent(intent)), shop.shown(order_id)["paymentStatus"]) == ([175, 2000], "refunded")


def test_cancelling_sends_the_rest(shop, worker):
    order_id, intent = shop.buy()
    shop.refund(order_id, amount=5)
    shop.cancel(order_id)
    worker.run_once()
    assert (sorted(shop.sent(intent)), shop.shown(order_id)["paymentStatus"]) == ([500, 1675], "refunded")
    assert shop.refund(order_id, amount=1).status_code == 409


@pytest.mark.dialect
def test_of_many_at_once_only_what_was_paid_goes_back(shop, worker, rows):
    """Eight refunds and a cancellation arrive at once; each reserves its amount under the row lock."""
    order_id, intent = shop.buy()
    shop.refund(order_id, "superadmin", amount=0.75)
    with ThreadPoolExecutor(9) as pool:
        presses = [pool.submit(shop.refund, order_id, amount=6) for _ in range(8)]
        pool.submit(shop.cancel, order_id).result()
        codes = sorted(press.result().status_code for press in presses)
    assert set(codes) <= {201, 409}
    assert sum(refund.amount_cents for refund in rows(Refund)) == 2175
    worker.run_once()
    assert (sum(shop.sent(intent)), shop.shown(order_id)["paymentStatus"]) == (2175, "refunded")


@pytest.mark.dialect
def test_the_same_key_gives_back_once(shop, worker, rows):
    order_id, intent = shop.buy()
    with ThreadPoolExecutor(6) as pool:
        presses = [pool.submit(shop.refund, order_id, amount=5, key="press-1") for _ in range(6)]
        answers = [press.result() for press in presses]
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.text for answer in answers}) == 1
    assert shop.refund(order_id, amount=6, key="press-1").status_code == 422
    worker.run_once()
    assert (shop.sent(intent), len(rows(Refund))) == ([500], 1)


def test_the_trucks_share_and_the_fee_come_back_in_proportion(db, cast, sandbox, shop, worker, rows):
    connect_account(db, cast, sandbox)
    order_id, _ = shop.buy()
    shop.refund(order_id, amount=5)
    worker.run_once()
    [transfer] = sandbox.ledger()["transfers"]
    [fee] = sandbox.ledger()["application_fees"]
    assert (transfer["amount"], transfer["amount_reversed"]) == (2175, 500)
    assert (fee["amount"], fee["amount_refunded"]) == (217, 217 * 500 // 2175)
    assert rows(Refund)[0].reversed_cents == 500
    shop.refund(order_id, items=[{"index": 0, "quantity": 1}])
    shop.refund(order_id, amount=5.87)
    worker.run_once()
    [transfer] = sandbox.ledger()["transfers"]
    [fee] = sandbox.ledger()["application_fees"]
    assert (transfer["amount_reversed"], fee["amount_refunded"]) == (2175, 217)


def test_a_refusal_shows_and_frees_its_sum(shop, sandbox, worker, rows):
    order_id, intent = shop.buy()
    sandbox.fault("webhooks", "drop")
    sandbox.post("/v1/refunds", form={"payment_intent": intent, "amount": 2000}).raise_for_status()
    shop.refund(order_id, amount=5)
    worker.run_once()
    after = shop.shown(order_id)
    ours, elsewhere = sorted(after["refunds"], key=lambda refund: refund["amount"])
    assert (ours["status"], elsewhere["status"]) == ("failed", "succeeded")
    assert "greater than unrefunded amount" in ours["failure"]
    assert (after["paymentStatus"], after["refundable"]) == ("partially_refunded", 1.75)
    assert [message.status for message in rows(OutboxMessage) if message.kind == "refund_payment"] == ["failed"]
    assert shop.refund(order_id, amount=1.75).status_code == 201
    worker.run_once()
    assert (sum(shop.sent(intent)), shop.shown(order_id)["paymentStatus"]) == (2175, "refunded")


def test_a_refund_that_comes_back_can_be_asked_for_again(shop, worker, wait_for):
    order_id, _ = shop.buy(card=REFUND_FAILS)
    assert shop.refund(order_id, items=[{"index": 0, "quantity": 1}]).json()["items"][0]["refundedQuantity"] == 1
    worker.run_once()
    wait_for(lambda: shop.shown(order_id)["refunds"][0]["status"] == "failed")
    after = shop.shown(order_id)
    assert (after["paymentStatus"], after["refundable"]) == ("paid", 21.75)
    assert after["refunds"][0]["failure"] == "unknown"
    assert after["items"][0]["refundedQuantity"] == 0


@pytest.mark.parametrize("mode", ["error_after", "reset_after"])
def test_a_lost_answer_sends_the_money_once(shop, sandbox, worker, clock, mode):
    order_id, intent = shop.buy()
    shop.refund(order_id, amount=5)
    sandbox.fault("webhooks", "drop")
    sandbox.fault("stripe", mode, match="/v1/refunds", times=3)
    worker.run_once()
    clock.advance(timedelta(minutes=5))
    worker.run_once()
    assert (shop.sent(intent), shop.shown(order_id)["refunds"][0]["status"]) == ([500], "succeeded")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "amount"),
        ({"amount": 5, "items": [{"index": 0, "quantity": 1}]}, "amount"),
        ({"amount": 5, "everything": True}, "amount"),
        ({"everything": False}, "amount"),
        ({"amount": 0}, "amount"),
        ({"amount": -1}, "amount"),
        ({"amount": 1.001}, "amount"),
        ({"amount": 1e12}, "amount"),
        ({"amount": "5"}, "amount"),
        ({"items": []}, "items"),
        ({"items": [{"index": 1, "quantity": 1}]}, "items.0.index"),
        ({"items": [{"index": -1, "quantity": 1}]}, "items.0.index"),
        ({"items": [{"index": 0, "quantity": 0}]}, "items.0.quantity"),
        ({"items": [{"index": 0, "quantity": 1}] * 2}, "items.1.index"),
        ({"items": [{"index": 0, "quantity": 1}] * 60}, "items"),
        ({"amount": 5, "reason": " "}, "reason"),
        ({"amount": 5, "reason": None}, "reason"),
        ({"amount": 5, "reason": "x" * 201}, "reason"),
        ({"amount": 5, "reason": "", "reasonCode": "other"}, "reason"),
    ],
)
def test_a_form_that_breaks_a_rule_changes_nothing(shop, rows, body, field):
    order_id, _ = shop.buy()
    answer = shop.refund(order_id, **body)
    assert (answer.status_code, field in answer.json()["fields"]) == (400, True), answer.text
    assert rows(Refund) == []


def test_a_reason_is_a_code_that_each_reader_is_told_in_words(shop):
    order_id, _ = shop.buy()
    chosen = shop.refund(order_id, amount=1, reason=None, reasonCode="sold_out")
    assert chosen.status_code == 201, chosen.text
    typed = shop.refund(order_id, amount=1, reason="Cold tacos", reasonCode="other").json()
    told = [(one["reasonCode"], one["reason"]) for one in typed["refunds"]]
    assert told == [("sold_out", ""), ("other", "Cold tacos")]
    assert shop.refund(order_id, amount=1, reason=None, reasonCode="bored").status_code == 400


@pytest.mark.parametrize(
    ("role", "status"), [(None, 401), ("other_admin", 403), ("truckless_admin", 403), ("superadmin", 201)]
)
def test_only_the_trucks_staff_give_money_back(shop, rows, role, status):
    order_id, _ = shop.buy()
    assert shop.refund(order_id, role, amount=5).status_code == status
    assert len(rows(Refund)) == (1 if status == 201 else 0)
    assert shop.refund("0" * 24, "superadmin", amount=5).status_code == 404


def take_at_window(client, cast, shop, payment):
    body = {
        "customerName": "Bo", "payment": payment, "customerPhone": "2133734253",
        "items": [{"menuItemId": shop.taco.id, "quantity": 1}],
    }  # fmt: skip
    return client.post("/api/orders", json=body, headers=cast.headers("truck_admin")).json()["_id"]


@pytest.mark.parametrize(
    ("payment", "said"), [("cash", "pay you $4.00 back in cash"), ("card", "put $4.00 for order #101 back on the card")]
)
def test_money_from_the_window_is_due_until_staff_have_paid_it_out(
    client, cast, shop, sandbox, worker, rows, payment, said
):
    order_id = take_at_window(client, cast, shop, payment)

    def ask(method, path, role="truck_admin", **more):
        return client.request(method, f"/api/orders{path}", headers=cast.headers(role), **more)

    def list_due():
        page = ask("GET", "?payOut=due").json()
        return [one["_id"] for one in page["orders"]], page["total"]

    answer = shop.refund(order_id, amount=4).json()
    assert (answer["paymentStatus"], answer["refundable"], answer["refunds"][0]["status"]) == ("paid", 6.88, "due")
    assert shop.refund(order_id, amount=6.89).status_code == 409  # what is due is spoken for
    worker.run_once()
    assert (sandbox.ledger()["refunds"], said in sandbox.messages()[-1]["body"]) == ([], True)
    assert list_due() == ([order_id], 1)
    assert ask("GET", "?payOut=paid").status_code == 400
    body = {"refundId": answer["refunds"][0]["_id"]}
    assert ask("POST", f"/{order_id}/pay-outs", "other_admin", json=body).status_code == 403
    by_card, _ = shop.buy()
    shop.refund(by_card, amount=4)
    for wrong in (by_card, order_id):
        others = next(one.id for one in rows(Refund) if one.order_id == by_card)
        assert ask("POST", f"/{wrong}/pay-outs", json={"refundId": others}).status_code == 404
    paid, again = (ask("POST", f"/{order_id}/pay-outs", json=body).json() for _ in range(2))
    [refund] = paid["refunds"]
    assert (paid["paymentStatus"], refund["status"], refund["paidOut"]["by"]) == (
        "partially_refunded", "succeeded", "truck_admin",
    )  # fmt: skip
    assert (again["version"], again["refunds"], list_due()) == (paid["version"], [refund], ([], 0))
    assert [one.action for one in rows(AuditEvent)].count("order.paid_out") == 1
    shop.refund(order_id, amount=2).raise_for_status()
    worker.run_once()
    assert any("$2.00" in one["body"] for one in sandbox.messages())  # each refund that is to be fetched is told


def test_what_was_not_paid_is_not_given_back(client, cast, shop, rows):
    order_id = take_at_window(client, cast, shop, "unpaid")
    answer = shop.refund(order_id, amount=4)
    assert (answer.status_code, answer.json()["code"]) == (409, "nothing_to_refund")
    assert answer.json()["error"] == "This order was not paid, so there is nothing to give back."
    assert rows(Refund) == []
