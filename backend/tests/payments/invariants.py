"""Invariants of orders, payments, refunds and SMS, with Stripe's ledger as the truth.

`check_step` holds at any time; `check_final_state` after all retries and events.
"""

from collections import Counter, defaultdict
from collections.abc import Collection
from itertools import pairwise
from typing import Any

import sqlalchemy as sa

from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import Order, OrderEvent, OrderSms, Refund
from chuckwagon.payments.models import Checkout, PaymentReview
from chuckwagon.payments.refund_sync import PROVIDER_NAME

ANNOUNCED = (statuses.PREPARING, statuses.READY, statuses.CANCELLED)


class MoneyState:
    """Our rows and Stripe's, read together."""

    def __init__(self, db: Any, sandbox: Any) -> None:
        with db.reading() as session:
            self.orders = list(session.scalars(sa.select(Order)))
            self.refunds = list(session.scalars(sa.select(Refund)))
            self.checkouts = list(session.scalars(sa.select(Checkout)))
            self.reviews = list(session.scalars(sa.select(PaymentReview)))
            self.outbox = list(session.scalars(sa.select(OutboxMessage)))
            self.texts = list(session.scalars(sa.select(OrderSms)))
            events = session.scalars(sa.select(OrderEvent).order_by(OrderEvent.id))
            self.history: dict[str, list[str]] = defaultdict(list)
            for event in events:
                self.history[event.order_id].append(event.status)
            for order in self.orders:
                assert order.lines
        self.ledger = sandbox.ledger()
        self.sent = [text for text in sandbox.messages() if text["direction"].startswith("outbound")]
        self.paid = {one["id"]: one for one in self.ledger["payment_intents"] if one["status"] == "succeeded"}

    def effective_refunds(self, intent: str) -> list[dict[str, Any]]:
        """List Stripe's refunds of a payment that did not fail."""
        refunds = self.ledger["refunds"]
        return [one for one in refunds if one["payment_intent"] == intent and one["status"] != "failed"]

    def disputes(self, intent: str | None) -> list[str]:
        return [one["status"] for one in self.ledger["disputes"] if one["payment_intent"] == intent]


def check_step(state: MoneyState, attempts: list[list[str]], falsely_refused: Collection[str] = ()) -> None:
    """`attempts`: the intents of each attempt. `falsely_refused`: refunds that Stripe made and reported as refused."""
    for given in attempts:
        assert len([intent for intent in given if intent in state.paid]) <= 1, "paid twice in one attempt"
    intents = [order.payment_intent_id for order in state.orders]
    assert len(intents) == len(set(intents)), "two orders of one payment"
    for order in state.orders:
        check_order(state, order)
    claimed = sorted(one.id for one in state.checkouts if one.status == "paid")
    assert claimed == sorted(order.checkout_id for order in state.orders), "a paid checkout without its order"
    check_refunds(state, falsely_refused)
    words = Counter((text["to"], text["body"]) for text in state.sent)
    assert set(words.values()) <= {1}, "a text was sent twice"
    kinds = Counter((text.order_id, text.kind) for text in state.texts)
    assert set(kinds.values()) <= {1}, "two texts of one kind for one order"


def check_order(state: MoneyState, order: Order) -> None:
    payment = state.paid.get(order.payment_intent_id)
    assert payment is not None, "an order without a payment"
    total = sum(line.total_cents for line in order.lines) + order.tax_cents + order.tip_cents - order.discount_cents
    assert payment["amount_received"] == order.total_cents == total, "an amount differs"
    path = state.history[order.id]
    assert path[0] == statuses.PENDING
    assert path[-1] == order.status, "the history ends elsewhere"
    for before, after in pairwise(path):
        assert after in statuses.NEXT_STATUSES[before], f"illegal step {before} to {after}"


def check_refunds(state: MoneyState, falsely_refused: Collection[str]) -> None:
    asked = Counter(one["metadata"].get("refundId") for one in state.ledger["refunds"])
    assert {count for name, count in asked.items() if name} <= {1}, "a refund was sent twice"
    for charge in state.ledger["charges"]:
        assert 0 <= charge["amount_refunded"] <= charge["amount_captured"], "more went back than was paid"
    for order in state.orders:
        # A refund that is learned of later may exceed an earlier promise that did not know of it.
        ours = [one for one in state.refunds if one.order_id == order.id and one.asked_by != PROVIDER_NAME]
        ours = [one for one in ours if one.id not in falsely_refused]
        asked_for = sum(one.amount_cents for one in ours if one.status != "failed")
        assert asked_for <= order.total_cents, "more was promised than was paid"


def check_final_state(state: MoneyState) -> None:
    placed = {order.payment_intent_id: order for order in state.orders}
    assert set(placed) == set(state.paid), "a payment without its order"
    assert state.reviews == []
    assert [one.key for one in state.outbox if one.status == "waiting"] == [], "something still waits"
    for intent, order in placed.items():
        check_money(state, intent, order)
        check_sms(state, order)


def check_money(state: MoneyState, intent: str, order: Order) -> None:
    ours = [one for one in state.refunds if one.order_id == order.id]
    known = {one.provider_id: (one.amount_cents, one.status) for one in ours if one.provider_id}
    theirs = [one for one in state.ledger["refunds"] if one["payment_intent"] == intent]
    assert known == {one["id"]: (one["amount"], one["status"]) for one in theirs}, "the refunds differ"
    assert {one.status for one in ours if not one.provider_id} <= {"failed"}, "a refund was forgotten"
    back = sum(one["amount"] for one in state.effective_refunds(intent))
    disputes = state.disputes(intent)
    expected = statuses.PAID if not back else statuses.PARTIALLY_REFUNDED
    expected = statuses.REFUNDED if back == order.total_cents else expected
    if any(status in statuses.FUNDS_WITHDRAWN for status in disputes):
        expected = statuses.DISPUTED
    assert order.payment_status == expected, "the money's status is wrong"
    is_owed = order.status == statuses.CANCELLED and all(status == "won" for status in disputes)
    if is_owed and back < order.total_cents:
        assert "failed" in {one.status for one in ours}, "money was kept without a report"


def check_sms(state: MoneyState, order: Order) -> None:
    # Each refund that staff request has a kind of its own, which begins alike.
    kinds = Counter(text.kind.partition("_")[0] for text in state.texts if text.order_id == order.id)
    announced = min(len(state.effective_refunds(order.payment_intent_id or "")), 5)
    assert kinds["refunded"] >= announced, "no word of a refund"
    expected = {"confirmed", *(status for status in state.history[order.id] if status in ANNOUNCED)}
    if state.effective_refunds(order.payment_intent_id or ""):
        expected.add("refunded")
    # A refund that failed later may have been announced before.
    assert expected <= set(kinds) <= expected | {"refunded"}, "a text is missing, or one too many"
    for text in state.texts:
        if text.order_id == order.id:
            same = [one for one in state.sent if (one["to"], one["body"]) == (text.to_phone, text.body)]
            assert text.to_phone == order.customer_phone
            assert len(same) == 1, f"{text.kind} was not sent"
