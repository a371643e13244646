"""When an order went from step to step."""

from datetime import datetime, timedelta

from chuckwagon.demo.history.sales import Sale
from chuckwagon.demo.history.seeded_random import SeededRandom
from chuckwagon.orders.board import status as statuses

Steps = list[tuple[str, datetime]]
"""The statuses of an order with the instants at which it reached them, from pending on."""

PATH = (statuses.PENDING, statuses.CONFIRMED, statuses.PREPARING, statuses.READY, statuses.COMPLETED)
COOKING = timedelta(minutes=12)


def make_steps(rng: SeededRandom, sale: Sale, now: datetime) -> Steps:
    """The steps of an order. None of them is later than now."""
    if sale.status == statuses.CANCELLED:
        return _until_now([(statuses.PENDING, sale.at), (statuses.CANCELLED, sale.at + _minutes(rng, 2, 9))], now)
    confirmed = sale.at + _minutes(rng, 1, 4)
    started = max(confirmed + _minutes(rng, 1, 3), (sale.slot_at or sale.at) - COOKING)
    ready = started + _minutes(rng, 5, 14)
    times = (sale.at, confirmed, started, ready, ready + _minutes(rng, 1, 9))
    steps = list(zip(PATH, times, strict=True))
    return _until_now(steps[: PATH.index(sale.status) + 1], now)


def _until_now(steps: Steps, now: datetime) -> Steps:
    """The same steps, moved closer together when the last one would be in the future."""
    begin, last = steps[0][1], steps[-1][1]
    if last <= now or last == begin:
        return steps
    factor = (now - begin) / (last - begin)
    return [(name, begin + (at - begin) * factor) for name, at in steps]


def _minutes(rng: SeededRandom, least: float, most: float) -> timedelta:
    return timedelta(minutes=rng.uniform(least, most))
