"""Compares orders, payments and refunds with each other and with the responses that customers and staff received."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import pairwise

from soak.ledgers import Books, Record
from soak.recorder import Journal

# The status graph of the specification, repeated on purpose, so that an error in the product's own shows.
STEPS = {
    ("pending", "confirmed"), ("confirmed", "preparing"), ("preparing", "ready"), ("ready", "completed"),
    ("pending", "cancelled"), ("confirmed", "cancelled"), ("preparing", "cancelled"),
}  # fmt: skip
WORDS = {
    "we have your order": "confirmed",
    "we are preparing": "preparing",
    "is ready": "ready",
    "was cancelled": "cancelled",
    "we refunded": "refunded",
}
MAX_REFUND_TEXTS = 5  # of one order
NUMBER = re.compile(r"#(\d+)")

Findings = dict[str, list[str]]
Check = Callable[[Books, Journal], Iterator[str]]


def compare(books: Books, journal: Journal) -> Findings:
    """Run all checks. Return a sentence for each fault, keyed by the name of the check."""
    return {name: list(check(books, journal)) for name, check in CHECKS.items()}


def find_lost(books: Books, journal: Journal) -> Iterator[str]:
    listed = Counter(books.intent_of.values())
    held = {review["paymentIntentId"] for review in books.held}
    for intent in _succeeded(books):
        if intent["id"] not in listed:
            where = "held for review" if intent["id"] in held else "nowhere"
            yield f"payment {intent['id']} succeeded and its order is {where}"
    for intent_id, orders in journal.verified.items():
        for order_id in orders - {one["_id"] for one in books.orders}:
            yield f"order {order_id} of {intent_id} was shown to its customer and is gone"


def find_doubled(books: Books, journal: Journal) -> Iterator[str]:
    listed = Counter(books.intent_of.values())
    yield from (f"payment {intent} has {count} orders" for intent, count in listed.items() if count > 1)
    succeeded = {intent["id"] for intent in _succeeded(books)}
    for order in books.orders:
        if books.intent_of.get(order["_id"]) not in succeeded:
            yield f"order #{order['orderNumber']} at {order['truck']['slug']} was never paid"
    for purchase in journal.purchases:
        kept = purchase.intents & succeeded
        if len(kept) > 1:
            yield f"purchase {purchase.number} was charged {len(kept)} times"
    for intent, orders in journal.verified.items():
        if len(orders) > 1:
            yield f"customers of {intent} were shown {len(orders)} orders"
    numbers = Counter((order["truckId"], order["orderNumber"]) for order in books.orders)
    yield from (f"order number {number} was given twice" for (_, number), n in numbers.items() if n > 1)


def find_wrong_amounts(books: Books, journal: Journal) -> Iterator[str]:
    received = {intent["id"]: intent["amount_received"] for intent in books.intents}
    for order in books.orders:
        intent = books.intent_of.get(order["_id"], "")
        total, subtotal, tax, off = (_cents(order[name]) for name in ("total", "subtotal", "tax", "discount"))
        lines = sum(_cents(line["totalPrice"]) for line in order["items"])
        units = sum(_cents(line["unitPrice"]) * line["quantity"] for line in order["items"])
        if not (received.get(intent) == total == subtotal - off + tax and lines == units == subtotal):
            yield f"order {order['_id']}: paid {received.get(intent)}, says {total} = {lines} - {off} + {tax}"
        purchase = journal.paid.get(intent)
        shown = (
            {(one.subtotal_cents, one.discount_cents, one.tax_cents) for one in purchase.bills} if purchase else set()
        )
        if purchase and (subtotal, off, tax) not in shown:
            yield f"order {order['_id']}: {total} was not what purchase {purchase.number} was shown"


def find_illegal(books: Books, journal: Journal) -> Iterator[str]:
    for order in books.orders:
        path = [step["status"] for step in order["history"]]
        pairs = set(pairwise(path))
        if path[:1] != ["pending"] or path[-1] != order["status"] or not pairs <= STEPS:
            yield f"order {order['_id']} is {order['status']} after {' > '.join(path)}"
        forgotten = journal.moved.get(order["_id"], set()) - set(path)
        if forgotten:
            yield f"order {order['_id']} was said to be {', '.join(forgotten)} and never was"


def find_different_refunds(books: Books, journal: Journal) -> Iterator[str]:
    sent: dict[str, list[int]] = defaultdict(list)
    for refund in books.refunds:
        if refund["status"] in ("succeeded", "pending"):
            sent[refund["payment_intent"]].append(refund["amount"])
    promised: dict[str, list[str]] = defaultdict(list)
    for reason, order_id in journal.refunds.items():
        promised[order_id].append(reason)
    for order in books.orders:
        there = sorted(sent.pop(books.intent_of.get(order["_id"], ""), []))
        alive = [refund for refund in order["refunds"] if refund["status"] != "failed"]
        here = sorted(_cents(refund["amount"]) for refund in alive)
        if here != there:
            yield f"order {order['_id']}: our refunds are {here}, the provider's {there}"
        yield from _find_wrong_sum(order, sum(there))
        reasons = Counter(refund["reason"] for refund in order["refunds"])
        for reason in promised.get(order["_id"], []):
            if reasons[reason] != 1:
                yield f"order {order['_id']}: a promised refund is there {reasons[reason]} times"
    yield from (f"refunds {amounts} of {intent} belong to no order" for intent, amounts in sent.items())


def find_doubled_refunds(books: Books, _journal: Journal) -> Iterator[str]:
    """Find refunds that Stripe has made more than once, whether or not the product knows of it."""
    alive = [refund for refund in books.refunds if refund["status"] != "failed"]
    made = Counter(refund["metadata"].get("refundId") for refund in alive)
    yield from (f"refund {one} was made {count} times" for one, count in made.items() if one and count > 1)


def _find_wrong_sum(order: Record, back: int) -> Iterator[str]:
    total = _cents(order["total"])
    status = "paid" if back == 0 else "refunded" if back == total else "partially_refunded"
    if back > total or (order["status"] == "cancelled" and back != total):
        yield f"order {order['_id']} is {order['status']} and {back} of {total} went back"
    if order["paymentStatus"] != status:
        yield f"order {order['_id']} says {order['paymentStatus']} and is {status}"


def find_missing_texts(books: Books, _journal: Journal) -> Iterator[str]:
    wanted, sent = _wanted_texts(books), _sent_texts(books)
    for key, count in (wanted - sent).items():
        ours = [
            text
            for order in books.orders
            if (str(order["customerPhone"]), str(order["orderNumber"])) == key[:2]
            for text in [order["_id"], *order["messages"]]
        ]
        yield f"{count} × {' '.join(key)} was never sent; our books say {ours}"


def find_extra_texts(books: Books, _journal: Journal) -> Iterator[str]:
    wanted, sent = _wanted_texts(books), _sent_texts(books)
    for key, count in (sent - wanted).items():
        yield f"{count} × {' '.join(key)} too many"


def _wanted_texts(books: Books) -> Counter[tuple[str, str, str]]:
    back = Counter(refund["payment_intent"] for refund in books.refunds if refund["status"] != "failed")
    wanted: Counter[tuple[str, str, str]] = Counter()
    for order in books.orders:
        reached = {step["status"] for step in order["history"]}
        kinds = {"confirmed"} | (reached & {"preparing", "ready", "cancelled"})
        whose = (str(order["customerPhone"]), str(order["orderNumber"]))
        for kind in kinds - _dropped_texts(order):
            wanted[*whose, kind] += 1
        wanted[*whose, "refunded"] += min(back[books.intent_of.get(order["_id"], "")], MAX_REFUND_TEXTS)
    return wanted


OVERTAKEN_BY = {
    "confirmed": ("cancelled",),
    "preparing": ("ready", "completed", "cancelled"),
    "ready": ("completed", "cancelled"),
}


def _dropped_texts(order: Record) -> set[str]:
    """The texts that still waited when the order was cancelled or went on, and were no longer true then."""
    skipped = {text["kind"] for text in order["messages"] if text["status"] == "skipped"}
    return {kind for kind in skipped if order["status"] in OVERTAKEN_BY.get(kind, ())}


def _sent_texts(books: Books) -> Counter[tuple[str, str, str]]:
    sent: Counter[tuple[str, str, str]] = Counter()
    for text in books.texts:
        number = NUMBER.search(text["body"])
        kinds = [kind for words, kind in WORDS.items() if words in text["body"]]
        sent[text["to"], number[1] if number else "?", kinds[0] if len(kinds) == 1 else "?"] += 1
    return sent


def find_odd_answers(_books: Books, journal: Journal) -> Iterator[str]:
    yield from journal.oddities
    if journal.counts["odd"] > len(journal.oddities):
        yield f"and {journal.counts['odd'] - len(journal.oddities)} more"


CHECKS: dict[str, Check] = {
    "lost": find_lost,
    "doubled": find_doubled,
    "wrong amounts": find_wrong_amounts,
    "illegal histories": find_illegal,
    "different refunds": find_different_refunds,
    "doubled refunds": find_doubled_refunds,
    "missing texts": find_missing_texts,
    "extra texts": find_extra_texts,
    "odd answers": find_odd_answers,
}


def _succeeded(books: Books) -> list[Record]:
    return [intent for intent in books.intents if intent["status"] == "succeeded"]


def _cents(dollars: float) -> int:
    return round(dollars * 100)
