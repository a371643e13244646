"""Refund test: partial refunds while Stripe is slow, responses are lost and servers are killed. Each must be made once.

All times are a tenth of the real ones: a call of the product gives up after 1.5 s instead of 15, and a slow
call takes 3 s instead of 30.
"""

import random
import threading
import time
from typing import Any

from soak import report
from soak.audit import Findings
from soak.buyer import Buyer, Queue
from soak.client import NoAnswer, ProductClient, Provider
from soak.environment import Environment
from soak.ledgers import Ledgers
from soak.offers import add_offer
from soak.recorder import Journal, Stopwatch
from soak.run import Plan, open_catalog, opened, wait_for_quiet

BUYERS, HANDS, PER_ORDER = 4, 3, 4
CALL_SECONDS, SLOW_MS, RETRY_SECONDS = 1.5, 3000, 1.5
SLOW_EVERY, CUT_EVERY = 10, 9  # the second counts what the first let pass, so each hits one of ten
SCALED = {
    "CHUCKWAGON_PROVIDER_SECONDS": str(CALL_SECONDS),
    "CHUCKWAGON_REFUND_RETRY_SECONDS": str(RETRY_SECONDS),
}
LISTED_SECONDS, STORM_SECONDS, LOOK_SECONDS = 120.0, 3600.0, 0.5


def storm(plan: Plan) -> Findings:
    """Place orders, refund most of them in parts while everything fails, and compare the records at the end."""
    journal = Journal()
    with opened(plan, journal, SCALED) as (environment, product, provider):
        ledgers = Ledgers(product, provider)
        orders = _sell(plan, (product, provider), ledgers, journal)
        _upset(provider)
        _give_back(plan, environment, (product, provider), Staff(product, ledgers.token, orders, plan.seed), journal)
        provider.behave()
        findings, books = wait_for_quiet(plan, ledgers, journal)
        report.show_end(findings, books, journal)
        return findings


def _sell(
    plan: Plan, providers: tuple[ProductClient, Provider], ledgers: Ledgers, journal: Journal
) -> list[dict[str, Any]]:
    """Place so many orders that each gets only a few partial refunds."""
    product, provider = providers
    orders = -(-plan.refunds // PER_ORDER)
    queue = Queue(orders)
    add_offer(product, ledgers.token, orders)
    buyer = Buyer(product, provider, open_catalog(product, ledgers), journal, plan.seed)

    def buy() -> None:
        while (number := queue.next()) is not None:
            buyer.buy(number)

    _side_by_side(journal, *[buy] * BUYERS)
    watch = Stopwatch()
    while ledgers.find_unlisted(journal.paid_intents()) and watch.seconds < LISTED_SECONDS:
        time.sleep(LOOK_SECONDS)
    return ledgers.read().orders


def _upset(provider: Provider) -> None:
    """Make one of ten refund calls exceed the product's time limit, and one of ten lose its response."""
    refunds = {"match": "/v1/refunds", "rate": 1.0}
    provider.misbehave("stripe", "delay", every=SLOW_EVERY, ms=SLOW_MS, **refunds)
    provider.misbehave("stripe", "reset_after", every=CUT_EVERY, **refunds)


def _give_back(
    plan: Plan, environment: Environment, providers: tuple[ProductClient, Provider], staff: "Staff", journal: Journal
) -> None:
    product, provider = providers
    asked = [lambda hand=hand: staff.ask_for(plan.refunds, hand, journal) for hand in range(HANDS)]
    _side_by_side(journal, *asked, lambda: _kill(plan, environment, product, provider, journal))
    watch = Stopwatch()
    while (made := provider.count_refunds()) < plan.refunds and watch.seconds < STORM_SECONDS:
        print(f"{watch.seconds:5.0f}s {made:7} refunds made", flush=True)
        time.sleep(plan.progress_every)


def _kill(plan: Plan, environment: Environment, product: ProductClient, provider: Provider, journal: Journal) -> None:
    """Kill the product again and again while refunds are being made."""
    rng = random.Random(f"{plan.seed}:refunds")
    for kill in range(plan.kills):
        wanted, watch = plan.refunds * kill // (plan.kills + 1), Stopwatch()
        while provider.count_refunds() < wanted and watch.seconds < STORM_SECONDS:
            time.sleep(LOOK_SECONDS)
        time.sleep(rng.uniform(0, CALL_SECONDS))
        journal.restarts.append(environment.kill_and_restart(product, forget_leases=plan.forget_leases))


class Staff:
    """Staff who request the refunds. Each thread has its share of them."""

    def __init__(self, product: ProductClient, token: str, orders: list[dict[str, Any]], seed: int) -> None:
        self._product, self._orders, self._seed = product, orders, seed
        self._headers = {"Authorization": f"Bearer {token}"}

    def ask_for(self, refunds: int, hand: int, journal: Journal) -> None:
        """Request the refunds of one thread, one after the other."""
        rng = random.Random(f"{self._seed}:hand:{hand}")
        for number in range(hand, refunds, HANDS):
            self._ask(self._orders[number % len(self._orders)], number, rng, journal)

    def _ask(self, order: dict[str, Any], number: int, rng: random.Random, journal: Journal) -> None:
        most = round(order["total"] * 100) // (PER_ORDER + 1)
        reason = f"Soak refund {number}"
        body = {"amount": rng.randint(1, max(1, most)) / 100, "reason": reason}
        headers = {**self._headers, "Idempotency-Key": f"refund-{self._seed}-{number}"}
        answer = self._product.ask("POST", f"/api/orders/{order['_id']}/refunds", json=body, headers=headers)
        if answer.is_success:
            journal.note_refund(order["_id"], reason)
        else:
            journal.note_odd(f"refund {number}: {answer.status_code} {answer.text[:200]}")


def _side_by_side(journal: Journal, *works: Any) -> None:
    """Run each call in a thread of its own. An unexpected response is noted and ends only that thread."""

    def run(work: Any) -> None:
        try:
            work()
        except (NoAnswer, RuntimeError, KeyError, ValueError, OSError) as problem:
            journal.note_odd(f"{type(problem).__name__}: {problem}")

    threads = [threading.Thread(target=run, args=(work,), daemon=True) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
