"""Orders into pickup slots beside orders of a truck that is always open, by turns: a machine has its moods.

All orders of the stop want the first slot that has room, which is the most that one slot's row can be asked for.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bench import machine
from bench.environment import Product
from bench.plan import Plan
from bench.results import Row
from bench.scenarios.buyers import Figures, buy, percentile, read_goods
from bench.scenarios.staff import Staff
from bench.scenarios.stops import make_stop, set_mode

WITHOUT, WITH = "order without slots", "order with slots"
LASTS = timedelta(hours=17)
ROOM = {"slotMinutes": 5, "slotCapacity": 500}


def measure(plan: Plan, product: Product, person: Staff) -> Iterator[Row]:
    """Both rates; the first is the ceiling of the second."""
    ways = {WITHOUT: read_goods(product.port)}
    starts_at = datetime.now(UTC).replace(second=0, microsecond=0) + timedelta(hours=2)
    stop = make_stop(product, person, ways[WITHOUT].truck_id, starts_at, LASTS, **ROOM)
    stop_id = asyncio.run(stop)
    ways[WITH] = replace(ways[WITHOUT], stop_id=stop_id)
    runs: dict[str, list[Figures]] = {way: [] for way in ways}
    for turn in range(plan.rounds + 1):
        for way, goods in ways.items():
            set_mode(product, person, goods.truck_id, "always" if goods.stop_id is None else "stops")
            seconds = plan.order_seconds if turn else 0.5  # what is loaded once
            figures = asyncio.run(buy(product.port, product.provider_port, plan.buyers, seconds, goods))
            if turn:
                runs[way].append(figures)
    set_mode(product, person, ways[WITHOUT].truck_id, "always")  # as the other scenarios know it
    ceiling = 0.0
    for way, of_way in runs.items():
        row = _row(product, f"{way}, {plan.buyers} buyers", of_way, ceiling)
        ceiling = row.rate or 0.0
        yield row


def _row(product: Product, work: str, runs: list[Figures], ceiling: float) -> Row:
    failures = [sentence for figures in runs for sentence in figures.failures]
    return Row(
        cell=product.cell,
        work=work,
        unit="orders/s",
        rate=machine.median(len(figures.orders) / figures.seconds for figures in runs),
        p50=machine.median(percentile(figures.orders, 50) for figures in runs),
        p99=machine.median(percentile(figures.orders, 99) for figures in runs),
        ceiling=ceiling or None,
        errors=len(failures),
        note=failures[0] if failures else "ceiling: without slots" if ceiling else "",
    )
