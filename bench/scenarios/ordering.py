"""Orders one after another: cart to intent, pay at the null provider, verify, by sixteen buyers."""

import asyncio
import time
from collections.abc import Iterator

from bench import machine
from bench.environment import Product
from bench.plan import Plan
from bench.results import Row
from bench.scenarios.buyers import Figures, buy, percentile

WORK = "place an order"


def measure(plan: Plan, product: Product, ceiling: float, ceiling_of: str) -> Iterator[Row]:
    """The whole machine is theirs: database, product, provider and buyers."""
    runs: list[tuple[Figures, float]] = []
    asyncio.run(buy(product.port, product.provider_port, plan.buyers, 0.5))  # what is loaded once
    for _ in range(plan.rounds):
        before, begun = product.cpu_seconds(), time.perf_counter()
        figures = asyncio.run(buy(product.port, product.provider_port, plan.buyers, plan.order_seconds))
        runs.append((figures, (product.cpu_seconds() - before) / (time.perf_counter() - begun)))
    failures = [sentence for figures, _cpu in runs for sentence in figures.failures]
    yield Row(
        cell=product.cell,
        work=f"{WORK}, {plan.buyers} buyers",
        unit="orders/s",
        rate=machine.median(len(figures.orders) / figures.seconds for figures, _cpu in runs),
        p50=machine.median(percentile(figures.orders, 50) for figures, _cpu in runs),
        p99=machine.median(percentile(figures.orders, 99) for figures, _cpu in runs),
        cpu=machine.median(cpu for _figures, cpu in runs),
        memory=product.memory_mib(),
        ceiling=ceiling,
        errors=len(failures),
        note=failures[0] if failures else f"ceiling: {ceiling_of}",
    )
