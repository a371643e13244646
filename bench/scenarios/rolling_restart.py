"""The same lunch while the units behind Caddy are renewed one after the other, as for a new release.

A lost connection, an unexpected answer, a stream that breaks off and an order that is gone are errors. No request is
repeated: a new connection is opened only where the server had said or shown that it hangs up.
"""

import asyncio
import math
import time
from collections.abc import Iterator

from bench import machine
from bench.environment import Product
from bench.load_client import Asking, Refused
from bench.plan import Plan
from bench.results import Row
from bench.scenarios.rush import CHECKOUT, SHOWN_ERRORS, Journal, lunch
from bench.scenarios.staff import Staff

WORK = "lunch rush while all units are renewed"
LEAST = 1  # renewal of each unit
PAUSE_SECONDS = 0.5


async def _renew_again_and_again(product: Product, seconds: float) -> int:
    ends_at, count = time.perf_counter() + seconds, 0
    while time.perf_counter() < ends_at or count < LEAST:
        await asyncio.sleep(PAUSE_SECONDS)
        await asyncio.to_thread(product.renew)
        count += 1
    return count


async def _find_lost(product: Product, journal: Journal) -> None:
    """Every order that was confirmed is there."""
    asking = Asking("127.0.0.1", product.port)
    for token in journal.tokens:
        try:
            answer = await asking.ask("GET", f"/api/track/{token}")
        except (OSError, Refused) as error:
            journal.errors.append(f"GET /api/track: {error}")
            continue
        if answer.status != 200:
            journal.errors.append(f"a confirmed order is lost: {answer.status}")
    asking.close()
    if len(set(journal.tokens)) < len(journal.tokens):
        journal.errors.append("two buyers have one order")


async def _lunch(plan: Plan, product: Product, staff: Staff, journal: Journal) -> int:
    eating = asyncio.create_task(lunch(plan, product, staff, journal))
    try:
        count = await _renew_again_and_again(product, plan.renew_seconds)
    finally:
        journal.ends_at = time.perf_counter() + PAUSE_SECONDS
        await eating
    await _find_lost(product, journal)
    return count


def measure(plan: Plan, product: Product, staff: Staff) -> Iterator[Row]:
    """One row, and none where there is only one process."""
    if product.cell.processes < 2:
        return
    journal = Journal(math.inf)
    journal.streams_may_end = True
    begun = time.perf_counter()
    count = asyncio.run(_lunch(plan, product, staff, journal))
    seconds = time.perf_counter() - begun
    if not journal.tokens:
        journal.errors.append("no order was placed")
    taken = [one for kind in journal.taken.values() for one in kind]
    checkouts = journal.taken[CHECKOUT]
    yield Row(
        cell=product.cell,
        work=WORK,
        rate=len(taken) / seconds,
        p50=machine.percentile(checkouts, 0.5),
        p99=machine.percentile(checkouts, 0.99),
        memory=product.memory_mib(),
        errors=len(journal.errors),
        note="; ".join(journal.errors[:SHOWN_ERRORS])
        or f"{count} times, {len(taken):,} answers, {len(journal.tokens):,} orders; times of the checkout",
    )
