"""What must be true of the books, with the provider's ledger as the truth.

`judge_step` holds at every instant; `judge_quiet` once every retry and every event has had its time.
"""

from collections import Counter, defaultdict
from collections.abc import Collection
from itertools import pairwise
from typing import Any

import sqlalchemy as sa

from chuckwagon.core.outbox import OutboxMessage
from chuckwagon.notifications.models import Message
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import Order, OrderEvent, Refund
from chuckwagon.payments.models import Checkout, PaymentReview
from chuckwagon.payments.refund_news import PROVIDER

ANNOUNCED = (statuses.PREPARING, statuses.READY, statuses.CANCELLED)


class Books:
    """Our rows and the provider's, read together."""

    def __init__(self, db: Any, sandbox: Any) -> None:
        with db.reading() as session:
            self.orders = list(session.scalars(sa.select(Order)))
            self.refunds = list(session.scalars(sa.select(Refund)))
            self.checkouts = list(session.scalars(sa.select(Checkout)))
            self.reviews = list(session.scalars(sa.select(PaymentReview)))
            self.left = list(session.scalars(sa.select(OutboxMessage)))
            self.texts = list(session.scalars(sa.select(Message)))
            events = session.scalars(sa.select(OrderEvent).order_by(OrderEvent.id))
            self.history: dict[str, list[str]] = defaultdict(list)
            for event in events:
                self.history[event.order_id].append(event.status)
            for order in self.orders:
                assert order.lines
        self.ledger = sandbox.ledger()
        self.sent = [text for text in sandbox.messages() if text["direction"].startswith("outbound")]
        self.paid = {one["id"]: one for one in self.ledger["payment_intents"] if one["status"] == "succeeded"}

    def given_back(self, intent: str) -> list[dict[str, Any]]:
        """The provider's refunds of a payment that stand."""
        refunds = self.ledger["refunds"]
        return [one for one in refunds if one["payment_intent"] == intent and one["status"] != "failed"]

    def disputes(self, intent: str | None) -> list[str]:
        return [one["status"] for one in self.ledger["disputes"] if one["payment_intent"] == intent]


def judge_step(books: Books, attempts: list[list[str]], doubted: Collection[str] = ()) -> None:
    """`attempts`: the payments that each attempt was given; `doubted`: refunds that were taken and denied."""
    for given in attempts:
        assert len([intent for intent in given if intent in books.paid]) <= 1, "paid twice in one attempt"
    intents = [order.payment_intent_id for order in books.orders]
    assert len(intents) == len(set(intents)), "two orders of one payment"
    for order in books.orders:
        judge_order(books, order)
    claimed = sorted(one.id for one in books.checkouts if one.status == "paid")
    assert claimed == sorted(order.checkout_id for order in books.orders), "a paid checkout without its order"
    judge_refunds(books, doubted)
    words = Counter((text["to"], text["body"]) for text in books.sent)
    assert set(words.values()) <= {1}, "a text was sent twice"
    kinds = Counter((text.order_id, text.kind) for text in books.texts)
    assert set(kinds.values()) <= {1}, "two texts of one kind for one order"


def judge_order(books: Books, order: Order) -> None:
    payment = books.paid.get(order.payment_intent_id)
    assert payment is not None, "an order without a payment"
    total = sum(line.total_cents for line in order.lines) + order.tax_cents
    assert payment["amount_received"] == order.total_cents == total, "an amount differs"
    path = books.history[order.id]
    assert path[0] == statuses.PENDING
    assert path[-1] == order.status, "the history ends elsewhere"
    for before, after in pairwise(path):
        assert after in statuses.NEXT[before], f"illegal step {before} to {after}"


def judge_refunds(books: Books, doubted: Collection[str]) -> None:
    asked = Counter(one["metadata"].get("refundId") for one in books.ledger["refunds"])
    assert {count for name, count in asked.items() if name} <= {1}, "a refund was sent twice"
    for charge in books.ledger["charges"]:
        assert 0 <= charge["amount_refunded"] <= charge["amount_captured"], "more went back than was paid"
    for order in books.orders:
        # What comes to light later may meet a promise that was made without knowing of it.
        ours = [one for one in books.refunds if one.order_id == order.id and one.asked_by != PROVIDER]
        ours = [one for one in ours if one.id not in doubted]
        asked_for = sum(one.amount_cents for one in ours if one.status != "failed")
        assert asked_for <= order.total_cents, "more was promised than was paid"


def judge_quiet(books: Books) -> None:
    placed = {order.payment_intent_id: order for order in books.orders}
    assert set(placed) == set(books.paid), "a payment without its order"
    assert books.reviews == []
    assert [one.key for one in books.left if one.status == "waiting"] == [], "something still waits"
    for intent, order in placed.items():
        judge_money(books, intent, order)
        judge_texts(books, order)


def judge_money(books: Books, intent: str, order: Order) -> None:
    ours = [one for one in books.refunds if one.order_id == order.id]
    known = {one.provider_id: (one.amount_cents, one.status) for one in ours if one.provider_id}
    theirs = [one for one in books.ledger["refunds"] if one["payment_intent"] == intent]
    assert known == {one["id"]: (one["amount"], one["status"]) for one in theirs}, "the refunds differ"
    assert {one.status for one in ours if not one.provider_id} <= {"failed"}, "a refund was forgotten"
    back = sum(one["amount"] for one in books.given_back(intent))
    disputes = books.disputes(intent)
    expected = statuses.PAID if not back else statuses.PARTIALLY_REFUNDED
    expected = statuses.REFUNDED if back == order.total_cents else expected
    if any(status in statuses.TAKEN_BY_BANK for status in disputes):
        expected = statuses.DISPUTED
    assert order.payment_status == expected, "the money's status is wrong"
    if order.status == statuses.CANCELLED and not disputes and back < order.total_cents:
        assert "failed" in {one.status for one in ours}, "money was kept, and nobody is told"


def judge_texts(books: Books, order: Order) -> None:
    kinds = Counter(text.kind for text in books.texts if text.order_id == order.id)
    expected = {"confirmed", *(status for status in books.history[order.id] if status in ANNOUNCED)}
    if books.given_back(order.payment_intent_id or ""):
        expected.add("refunded")
    # A refund that came back may have been announced before.
    assert expected <= set(kinds) <= expected | {"refunded"}, "a text is missing, or one too many"
    for text in books.texts:
        if text.order_id == order.id:
            same = [one for one in books.sent if (one["to"], one["body"]) == (text.to_phone, text.body)]
            assert text.to_phone == order.customer_phone
            assert len(same) == 1, f"{text.kind} was not sent"
