"""The soak's comparison finds each fault that it is there for, and none in books that are right."""

import copy

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chuckwagon.kit.money import TAX_CLASSES
from chuckwagon.orders.placement.pricing import sum_lines
from soak.audit import compare
from soak.catalog import _tax_of_lines
from soak.ledgers import Books
from soak.offers import find_missing_proof
from soak.recorder import Bill, Journal, Purchase

PHONE = "+12134000000"
REFUND = {"payment_intent": "pi_1", "status": "succeeded", "amount": 500, "metadata": {"refundId": "refund1"}}


def right_books():
    """One order of $21.75 that was paid, cooked half, and given back in part."""
    order = {
        "_id": "order1", "orderNumber": "101", "truckId": "truck1", "truck": {"slug": "tacos"},
        "customerPhone": PHONE, "status": "preparing", "paymentStatus": "partially_refunded",
        "subtotal": 20.0, "discount": 0.0, "tax": 1.75, "total": 21.75,
        "items": [{"unitPrice": 10.0, "quantity": 2, "totalPrice": 20.0}],
        "history": [{"status": "pending"}, {"status": "confirmed"}, {"status": "preparing"}],
        "refunds": [{"amount": 5.0, "status": "succeeded", "reason": "Soak 1"}],
        "messages": [],
    }  # fmt: skip
    words = (
        "we have your order #101",
        "we are preparing order #101",
        "we refunded $5.00 of order #101",
    )
    return Books(
        orders=[order],
        intent_of={"order1": "pi_1"},
        held=[],
        intents=[
            {"id": "pi_1", "status": "succeeded", "amount_received": 2175},
            {"id": "pi_2", "status": "canceled", "amount_received": 0},
        ],
        refunds=[REFUND],
        texts=[{"to": PHONE, "body": f"Tacos: {text}."} for text in words],
    )


def right_journal():
    journal = Journal()
    purchase = Purchase(0, "attempt", "2134000000", [Bill(2000, 175)], {"pi_1", "pi_2"})
    journal.begin(purchase)
    journal.note_paid(purchase, "pi_1")
    journal.note_verified("pi_1", "order1")
    journal.note_moved("order1", "confirmed")
    journal.note_refund("order1", "Soak 1")
    return journal


def changed(**fields):
    return msgspec.structs.replace(right_books(), **fields)


def with_order(**fields):
    return changed(orders=[copy.deepcopy(right_books().orders[0]) | fields])


def second_order():
    orders = right_books().orders
    return changed(
        orders=[*orders, orders[0] | {"_id": "order2", "orderNumber": "102"}],
        intent_of={"order1": "pi_1", "order2": "pi_1"},
    )


def charged_twice():
    intents = [{"id": name, "status": "succeeded", "amount_received": 2175} for name in ("pi_1", "pi_2")]
    return changed(intents=intents)


def texts(*chosen):
    return changed(texts=[right_books().texts[index] for index in chosen])


def steps(*names):
    return [{"status": name} for name in names]


def refunded_twice():
    again = [{"amount": 5.0, "status": "succeeded", "reason": reason} for reason in ("Soak 1", "A second time")]
    return msgspec.structs.replace(with_order(refunds=again), refunds=[REFUND, REFUND])


CANCELLED = {"status": "cancelled", "history": steps("pending", "confirmed", "cancelled")}
FAULTS = {
    "a payment without an order": ("lost", changed(orders=[], intent_of={})),
    "two orders for a payment": ("doubled", second_order()),
    "an attempt charged twice": ("doubled", charged_twice()),
    "an order without a payment": ("doubled", changed(intent_of={"order1": "pi_2"})),
    "another total": ("wrong amounts", with_order(total=21.76)),
    "a total that is not its lines": ("wrong amounts", with_order(subtotal=19.0, tax=2.75)),
    "a step that is none": ("illegal histories", with_order(history=steps("pending", "preparing"))),
    "a status without its step": ("illegal histories", with_order(status="ready")),
    "a promised step that is gone": (
        "illegal histories", with_order(status="pending", history=steps("pending")),
    ),
    "a refund that the provider has not": ("different refunds", changed(refunds=[])),
    "a refund sent twice": ("different refunds", changed(refunds=right_books().refunds * 2)),
    "a refund made twice that both books have": ("doubled refunds", refunded_twice()),
    "a cancelled order that kept money": (
        "different refunds", with_order(**CANCELLED),
    ),
    "another status of the money": ("different refunds", with_order(paymentStatus="paid")),
    "a text that was never sent": ("missing texts", texts(0, 1)),
    "a text sent twice": ("extra texts", texts(0, 0, 1, 2)),
    "a text to another phone": ("extra texts", changed(texts=[
        *right_books().texts[1:], right_books().texts[0] | {"to": "+12134000001"},
    ])),
}  # fmt: skip


def test_right_books_have_no_fault():
    assert not any(compare(right_books(), right_journal()).values())


@pytest.mark.parametrize(("kind", "books"), FAULTS.values(), ids=FAULTS)
def test_each_fault_is_found_as_what_it_is(kind, books):
    assert compare(books, right_journal())[kind]


@pytest.mark.parametrize(("status", "is_missing"), [("skipped", False), ("delivered", True)])
def test_a_text_may_be_dropped_once_its_order_is_cancelled(status, is_missing):
    history = steps("pending", "confirmed", "preparing", "cancelled")
    order = with_order(status="cancelled", history=history, messages=[{"kind": "preparing", "status": status}])
    without = msgspec.structs.replace(order, texts=texts(0, 2).texts)
    found = compare(without, right_journal())["missing texts"]
    assert any("101 preparing" in sentence for sentence in found) == is_missing


def test_second_order_shown_to_a_customer_is_doubled():
    journal = right_journal()
    journal.note_verified("pi_1", "order2")
    assert compare(right_books(), journal)["doubled"]


def test_lost_refund_that_was_promised_is_found():
    journal = right_journal()
    journal.note_refund("order1", "Soak 2")
    assert compare(right_books(), journal)["different refunds"]


def test_answer_that_should_never_be_given_counts():
    journal = right_journal()
    journal.note_odd("POST /api/verify-payment: 500")
    assert compare(right_books(), journal)["odd answers"] == ["POST /api/verify-payment: 500"]


@pytest.mark.parametrize(
    ("orders", "kept", "refused", "is_missing"),
    [(59, 20, 0, False), (60, 20, 0, True), (60, 0, 20, True), (60, 6, 1, False)],
)
def test_limit_of_an_offer_has_to_be_tried_once_there_are_enough_orders(orders, kept, refused, is_missing):
    journal = Journal()
    for number in range(orders):
        journal.begin(Purchase(number, "attempt", "2134000000"))
    for _ in range(refused):
        journal.count("offer used up")
    assert bool(list(find_missing_proof(kept, journal))) == is_missing


@given(
    st.lists(st.tuples(st.integers(0, 5000), st.sampled_from(TAX_CLASSES)), min_size=1, max_size=5),
    st.sampled_from([0, 10]),
    st.sampled_from([None, 0, 2.13, 8.63]),
)
def test_the_tax_that_the_soak_computes_is_that_of_the_product(lines, percent, reduced):
    prices, classes = [cents for cents, _ in lines], [tax_class for _, tax_class in lines]
    discount = (sum(prices) * percent + 50) // 100
    units = None if reduced is None else round(reduced * 10_000)
    total = sum_lines(prices, 86_300, 0, discount, classes=classes, reduced_rate_units=units)
    assert _tax_of_lines(lines, discount, {"taxRate": 8.63, "reducedTaxRate": reduced}) == total.tax_cents
