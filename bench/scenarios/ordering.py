"""Orders one after another: cart to intent, pay at the null provider, verify, by sixteen buyers."""

import time
from collections.abc import Callable, Iterator

import uvloop

from bench import machine
from bench.environment import Product
from bench.plan import Plan
from bench.results import Row
from bench.scenarios.buyers import Figures, buy, percentile

WORK = "place an order"
Clocks = dict[str, Callable[[], float]]
"""Seconds of processor time until now, keyed by who spends them."""


def measure(
    plan: Plan, product: Product, ceiling: float, ceiling_of: str, database_seconds: Callable[[], float] | None = None
) -> Iterator[Row]:
    """The whole machine is theirs: database, product, provider and buyers. The note says who kept how much of it busy.

    `database_seconds` is the processor time of a database that has processes of its own.
    """
    clocks: Clocks = {
        "server": product.cpu_seconds,
        "provider": product.provider_cpu_seconds,
        "buyers": time.process_time,
    }
    if database_seconds is not None:
        clocks["database"] = database_seconds
    uvloop.run(buy(product.port, product.provider_port, plan.buyers, 0.5))  # what is loaded once
    runs = [_run(plan, product, clocks) for _ in range(plan.rounds)]
    failures = [sentence for figures, _busy in runs for sentence in figures.failures]
    busy = {name: machine.median(each[name] for _figures, each in runs) for name in clocks}
    rates = [len(figures.orders) / figures.seconds for figures, _busy in runs]
    spread = f"turns {min(rates):.0f} to {max(rates):.0f}; ceiling: {ceiling_of}"
    others = ", ".join(f"{name} {cores:.2f}" for name, cores in busy.items() if name != "server")
    yield Row(
        cell=product.cell,
        work=f"{WORK}, {plan.buyers} buyers",
        unit="orders/s",
        rate=machine.median(rates),
        p50=machine.median(percentile(figures.orders, 50) for figures, _busy in runs),
        p99=machine.median(percentile(figures.orders, 99) for figures, _busy in runs),
        cpu=busy["server"],
        memory=product.memory_mib(),
        ceiling=ceiling,
        errors=len(failures),
        note=failures[0] if failures else f"{spread}; cores busy: {others}",
    )


def _run(plan: Plan, product: Product, clocks: Clocks) -> tuple[Figures, dict[str, float]]:
    """Orders for a while, and the cores that each kept busy meanwhile."""
    before, begun = {name: clock() for name, clock in clocks.items()}, time.perf_counter()
    figures = uvloop.run(buy(product.port, product.provider_port, plan.buyers, plan.order_seconds))
    seconds = time.perf_counter() - begun
    return figures, {name: (clock() - before[name]) / seconds for name, clock in clocks.items()}
