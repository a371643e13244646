"""Reader test: tablets take cards on readers while servers are killed, and customers and staff do all that they can.

Each charge must be one order of the same amount, each draft is charged once at most, and nothing stays held.
"""

import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import sqlalchemy as sa

from chuckwagon.db.database import Database
from chuckwagon.orders.models import READER, CounterDraft, Order
from chuckwagon.payments.counter.models import FAILED, FINAL, PAID, CounterPayment
from chuckwagon.payments.models import OPEN, Checkout
from soak.audit import Findings
from soak.client import ProductClient, Provider
from soak.environment import Environment
from soak.ledgers import Ledgers
from soak.recorder import Journal, Stopwatch
from soak.run import Plan, open_catalog, opened, upset

TABLETS = 4
DECLINED, GOOD = "4000000000009995", "4242424242424242"
ACTS = {"tap": 10, "tip": 3, "decline": 3, "press cancel": 1, "cancel": 2, "cash": 2, "nothing": 1}
STRANGE_READER = 0.1  # how often a tablet uses another one's reader
LOOK_SECONDS, MOST_LOOKS, SETTLE_SECONDS = 0.3, 200, 60.0

Record = dict[str, Any]


class Window:
    """The counter of a truck, with a reader for each tablet."""

    def __init__(self, product: ProductClient, provider: Provider, token: str, truck_id: str) -> None:
        self._product, self._provider, self._truck_id = product, provider, truck_id
        self._headers = {"Authorization": f"Bearer {token}"}
        menu = product.ask("GET", f"/api/menu-items/public/{truck_id}").json()
        self._item = next(one for one in menu if not any(group["minSelect"] for group in one["optionGroups"]))
        address = {"line1": "1 Main St", "city": "Austin", "state": "TX", "postalCode": "78701"}
        settings = {"businessAddress": address, "takesTips": True}
        self._ask("PATCH", f"/trucks/{truck_id}/settings", settings).raise_for_status()
        self._readers = [self._register(f"Reader {number}") for number in range(TABLETS)]
        self._at_provider = {one["label"]: one["id"] for one in provider.readers()}
        self.told: dict[str, Record] = {}

    def _register(self, label: str) -> Record:
        body = {"truckId": self._truck_id, "registrationCode": "simulated-wpe", "label": label}
        made: Record = self._ask("POST", "/readers", body).raise_for_status().json()
        return made

    def sell(self, tablet: int, plan: Plan) -> None:
        """Take the share of one tablet, each sale with a draft and a key of its own."""
        for number in range(tablet, plan.orders, TABLETS):
            rng = random.Random(f"{plan.seed}:reader:{number}")
            reader = self._readers[rng.randrange(TABLETS) if rng.random() < STRANGE_READER else tablet]
            items = [{"menuItemId": self._item["_id"], "quantity": rng.randint(1, 3)}]
            body = {"truckId": self._truck_id, "customerName": f"Card {number}", "items": items}
            draft = str(UUID(int=rng.getrandbits(128), version=4))
            body |= {"readerId": reader["_id"], "draftId": draft, "confirmOverCapacity": True}
            made = self._ask("POST", "/counter-payments", body, key=f"card-{number}").raise_for_status().json()
            self._finish(rng, made)

    def _finish(self, rng: random.Random, payment: Record) -> None:
        """Do what customers and staff may do until the payment is final, and keep what the tablet was told last."""
        path, acts, looks = f"/counter-payments/{payment['_id']}", 0, 0
        while payment["state"] not in FINAL and looks < MOST_LOOKS:
            if payment["state"] in FAILED:
                self._ask("POST", f"{path}/{rng.choice(('retry', 'retry', 'cancel', 'cash'))}", {})
            elif looks % 5 == 0:
                acts += 1
                self._act(rng, path, payment, "tap" if acts > 3 else None)
            time.sleep(LOOK_SECONDS * rng.random())
            payment = self._ask("GET", path).json()
            looks += 1
        self.told[payment["_id"]] = payment

    def _act(self, rng: random.Random, path: str, payment: Record, wanted: str | None) -> None:
        act = wanted or rng.choices(list(ACTS), list(ACTS.values()))[0]
        presses: dict[str, Record] = {
            "tap": {"action": "tap", "card": GOOD},
            "tip": {"action": "tap", "card": GOOD, **({"tip": 150} if payment["asksForTip"] else {})},
            "decline": {"action": "tap", "card": DECLINED},
            "press cancel": {"action": "cancel"},
        }
        if act in presses:
            self._provider.press(self._at_provider[payment["readerLabel"]], presses[act])
        elif act != "nothing":
            self._ask("POST", f"{path}/{act}")

    def wait_until_none_is_open(self) -> None:
        """Wait until each payment is final; the holds of those that were given up are too long to wait for."""
        watch = Stopwatch()
        while watch.seconds < SETTLE_SECONDS:
            found = self._ask("GET", f"/counter-payments?truckId={self._truck_id}").json()["counterPayments"]
            if not found:
                return
            for one in found:
                self._ask("POST", f"/counter-payments/{one['_id']}/cancel")
            time.sleep(LOOK_SECONDS)

    def _ask(self, method: str, path: str, body: Record | None = None, key: str = "") -> Any:
        given = {} if body is None else {"json": body}
        headers = self._headers | ({"Idempotency-Key": key} if key else {})
        return self._product.ask(method, f"/api{path}", headers=headers, **given)


def take_cards(plan: Plan) -> Findings:
    """Take cards and kill the product; then compare charges, orders and what the tablets were told."""
    journal = Journal()
    with opened(plan, journal) as (environment, product, provider):
        ledgers = Ledgers(product, provider)
        window = Window(product, provider, ledgers.token, open_catalog(product, ledgers).truck_ids[0])
        upset(provider)
        tablets = [threading.Thread(target=window.sell, args=(number, plan)) for number in range(TABLETS)]
        for tablet in tablets:
            tablet.start()
        _kill(plan, environment, product, window, tablets)
        for tablet in tablets:
            tablet.join()
        provider.behave()
        window.wait_until_none_is_open()
        findings = {"readers": [*_find_wrong(environment, provider, plan, window), *journal.oddities]}
    states = Counter(one["state"] for one in window.told.values())
    print(f"{len(window.told)} cards on readers: {dict(states)}, {len(findings['readers'])} things wrong")
    return findings


def _kill(
    plan: Plan, environment: Environment, product: ProductClient, window: Window, tablets: list[threading.Thread]
) -> None:
    """Kill the servers each time that so many sales have ended, which the seed decides."""
    rng = random.Random(f"{plan.seed}:readers")
    for moment in sorted(rng.sample(range(plan.orders), plan.kills)):
        while len(window.told) < moment and any(tablet.is_alive() for tablet in tablets):
            time.sleep(0.02)
        time.sleep(rng.uniform(0, 2 * LOOK_SECONDS))
        environment.kill_and_restart(product, forget_leases=plan.forget_leases)


def _find_wrong(environment: Environment, provider: Provider, plan: Plan, window: Window) -> Iterator[str]:
    intents = [one for one in provider.ledger()["payment_intents"] if one["metadata"].get("source") == "counter"]
    charged = {one["id"]: one for one in intents if one["status"] == "succeeded"}
    with environment.opened_database() as db:
        yield from _find_wrong_orders(db, charged)
        yield from _find_wrong_payments(db, charged, window)
    drafts = Counter(one["metadata"]["draftId"] for one in charged.values())
    yield from (f"draft {draft} was charged {count} times" for draft, count in drafts.items() if count > 1)
    if len(window.told) != plan.orders:
        yield f"{plan.orders - len(window.told)} payments had no answer"
    if not charged:
        yield "no card was charged: nothing is proven"


def _find_wrong_orders(db: Database, charged: dict[str, Record]) -> Iterator[str]:
    with db.reading() as session:
        orders = list(session.scalars(sa.select(Order).where(Order.tender == READER)))
    by_intent = {one.payment_intent_id: one for one in orders}
    yield from (f"charge {intent} has no order" for intent in charged.keys() - by_intent.keys())
    yield from (f"order {one.id} was never charged" for one in orders if one.payment_intent_id not in charged)
    for intent, one in by_intent.items():
        if intent in charged and charged[intent]["amount_received"] != one.total_cents:
            yield f"order {one.id} says {one.total_cents} and {charged[intent]['amount_received']} was charged"


def _find_wrong_payments(db: Database, charged: dict[str, Record], window: Window) -> Iterator[str]:
    with db.reading() as session:
        rows = sa.select(CounterPayment, Checkout).join(Checkout, Checkout.id == CounterPayment.checkout_id)
        payments = [(payment, checkout) for payment, checkout in session.execute(rows)]
        kept = session.scalar(sa.select(sa.func.count()).where(CounterDraft.order_id.is_(None)))
    for payment, checkout in payments:
        told = window.told.get(payment.id, {})
        if payment.state not in FINAL or checkout.status == OPEN:
            yield f"payment {payment.id} is {payment.state}, its checkout {checkout.status}"
        if (payment.state == PAID) != (checkout.payment_intent_id in charged):
            yield f"payment {payment.id} is {payment.state}, and its intent says otherwise"
        if told.get("state") in FINAL and (told["state"], told["orderId"]) != (payment.state, payment.order_id):
            yield f"payment {payment.id} was said to be {told['state']} and is {payment.state}"
    if kept:
        yield f"{kept} drafts are kept for a card for ever"
