"""Kills the product at random moments under load, and measures how it recovers."""

import random
import time

from soak.client import ProductClient
from soak.environment import Environment
from soak.ledgers import Ledgers
from soak.recorder import Journal, Stopwatch

LOOK_SECONDS, GIVE_UP_SECONDS = 0.1, 90.0
AHEAD = 20


class Killer:
    """Kill the product at certain purchases, which the seed decides."""

    def __init__(
        self, environment: Environment, product: ProductClient, ledgers: Ledgers, journal: Journal, seed: int
    ) -> None:
        self._environment, self._product, self._ledgers, self._journal = environment, product, ledgers, journal
        self._rng = random.Random(f"{seed}:killer")
        self._moments: list[int] = []
        self._is_over = False

    def plan(self, kills: int, orders: int) -> None:
        """Choose the numbers of the purchases at which the product is killed."""
        self._moments = sorted(self._rng.sample(range(orders), kills))

    def lets_in(self, number: int) -> bool:
        """Whether this purchase may begin. On a slow machine it waits until the earlier kills are done."""
        done = len(self._journal.listings)
        return self._is_over or done == len(self._moments) or number <= self._moments[done] + AHEAD

    def work(self, *, forget_leases: bool) -> None:
        """Kill the product at each planned purchase, until all kills are done."""
        try:
            for moment in self._moments:
                self._kill_after(moment, forget_leases=forget_leases)
        finally:
            self._is_over = True

    def _kill_after(self, moment: int, *, forget_leases: bool) -> None:
        while self._journal.begun() <= moment:
            time.sleep(0.01)
        time.sleep(self._rng.uniform(0, 0.4))
        seconds = self._environment.kill_and_restart(self._product, forget_leases=forget_leases)
        self._journal.restarts.append(seconds)
        self._journal.listings.append(self._wait_for_listing())

    def _wait_for_listing(self) -> float:
        """Return the seconds until each payment made before now has an order that staff can see."""
        watch, paid = Stopwatch(), self._journal.paid_intents()
        while self._ledgers.find_unlisted(paid) and watch.seconds < GIVE_UP_SECONDS:
            time.sleep(LOOK_SECONDS)
        return watch.seconds
