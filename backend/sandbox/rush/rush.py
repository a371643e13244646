"""Sends customers at a chosen pace, counts what becomes of them, and stops at once when asked to."""

import asyncio
import random
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

from sandbox.errors import invalid
from sandbox.rush.shopfront import Shopfront
from sandbox.rush.visit import FAILED, OUTCOMES, STOPPED, Visit
from sandbox.state import Sandbox

MAX_CUSTOMERS, MAX_MINUTES = 500, 60.0
DEFAULT_CUSTOMERS, DEFAULT_MINUTES = 40, 5.0
AT_ONCE = 20


class Rush:
    """One rush at a time."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._task: asyncio.Task[None] | None = None
        self._visits: set[asyncio.Task[None]] = set()
        self._outcomes: Counter[str] = Counter()
        self._customers = self._sent = 0

    def start(self, customers: Any, minutes: Any) -> dict[str, Any]:
        """Start a rush. Raises ApiError for bad numbers, while one runs, and without the product's address."""
        wanted = DEFAULT_CUSTOMERS if customers is None else customers
        span = DEFAULT_MINUTES if minutes is None else minutes
        if isinstance(wanted, bool) or not isinstance(wanted, int) or not 1 <= wanted <= MAX_CUSTOMERS:
            raise invalid(f"customers must be a whole number from 1 to {MAX_CUSTOMERS}.", param="customers")
        if isinstance(span, bool) or not isinstance(span, int | float) or not 0 < span <= MAX_MINUTES:
            raise invalid(f"minutes must be more than 0 and at most {MAX_MINUTES:.0f}.", param="minutes")
        if self.is_running:
            raise invalid("A rush is under way already. Stop it first.")
        shopfront = Shopfront(self._find_product())
        self._outcomes.clear()
        self._customers, self._sent = wanted, 0
        self._task = asyncio.get_running_loop().create_task(self._run(shopfront, wanted, span * 60 / wanted))
        return self.tell()

    def stop(self) -> dict[str, Any]:
        """Send no more customers, and end the visits of those who are there. Payments that were made stay."""
        for task in (self._task, *self._visits):
            if task is not None:
                task.cancel()
        self._task = None
        return self.tell()

    def tell(self) -> dict[str, Any]:
        """How it goes: `onTheWay` are customers who have come and are not done yet."""
        return {
            "running": self.is_running,
            "customers": self._customers,
            "sent": self._sent,
            "onTheWay": len(self._visits),
            "outcomes": {name: self._outcomes[name] for name in OUTCOMES},
        }

    @property
    def is_running(self) -> bool:
        """Whether customers are still coming, or are there."""
        return (self._task is not None and not self._task.done()) or bool(self._visits)

    def _find_product(self) -> str:
        """The product's address, which is where the webhooks go."""
        parts = urlsplit(self._sandbox.settings.webhook_url or "")
        if not parts.netloc:
            raise invalid("The sandbox does not know the product's address: set SANDBOX_WEBHOOK_URL.")
        return f"{parts.scheme}://{parts.netloc}"

    async def _run(self, shopfront: Shopfront, customers: int, pause: float) -> None:
        chance, places = random.Random(), asyncio.Semaphore(AT_ONCE)  # noqa: S311 - only a simulation
        for _ in range(customers):
            self._sent += 1
            visit = asyncio.create_task(self._visit(Visit(self._sandbox, shopfront, chance), places))
            self._visits.add(visit)
            visit.add_done_callback(self._visits.discard)
            await asyncio.sleep(chance.expovariate(1 / pause) if pause else 0)

    async def _visit(self, visit: Visit, places: asyncio.Semaphore) -> None:
        outcome = FAILED
        try:
            async with places:
                outcome = await visit.run()
        except asyncio.CancelledError:
            outcome = STOPPED
            raise
        finally:
            self._outcomes[outcome] += 1
