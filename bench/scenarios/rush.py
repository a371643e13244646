"""Lunch: many people look at menus, some buy and follow their order, and staff complete the orders.

Four visits of five only look. Everybody reads and thinks between two steps; what is asked for again is asked
with its tag, as a browser does. Any other answer than the one expected is an error.
"""

import asyncio
import itertools
import json
import random
import time
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from bench import machine
from bench.environment import Product
from bench.load_client import Answer, Asking, Refused, request_bytes
from bench.plan import Plan
from bench.results import Row
from bench.scenarios.buyers import Goods, read_goods
from bench.scenarios.staff import Staff
from bench.scenarios.streams import STEPS

BROWSING = 0.8
CREW_SECONDS = (0.3, 1.0)
SHOWN_ERRORS = 5
BROWSE, CHECKOUT, VERIFY, FOLLOW, STAFF = "browsing", "checkout", "verify", "tracking", "staff"


class Journal:
    """How long each kind of call took, in milliseconds, and every answer that was not expected.

    It also knows when lunch ends.
    """

    def __init__(self, seconds: float) -> None:
        self.ends_at = time.perf_counter() + seconds
        self.taken: dict[str, list[float]] = defaultdict(list)
        self.errors: list[str] = []
        self.tokens: list[str] = []  # of the orders that were confirmed
        self.streams_may_end = False

    async def ask(self, kind: str, asking: Asking, expected: tuple[int, ...], *given: Any) -> Answer | None:
        """Ask and take the time; None where the answer is an error."""
        begun = time.perf_counter()
        try:
            answer = await asking.ask(*given)
        except (OSError, Refused) as error:
            self.errors.append(f"{given[0]} {given[1]}: {error}")
            return None
        self.taken[kind].append((time.perf_counter() - begun) * 1000)
        if answer.status not in expected:
            self.errors.append(f"{given[0]} {given[1]}: {answer.status} {answer.body[:160]!r}")
            return None
        return answer


class Customer:
    """One person with a phone, visit after visit until lunch is over; who has begun to buy finishes it."""

    def __init__(self, number: int, plan: Plan, product: Product, goods: Goods, journal: Journal) -> None:
        self._random, self._plan = random.Random(number), plan
        self._product, self._goods, self._journal = product, goods, journal
        self._asking = Asking("127.0.0.1", product.port)
        self._provider = Asking("127.0.0.1", product.provider_port)
        self._known: dict[str, str] = {}
        self._numbers = itertools.count(number, 1_000_000)

    async def stay(self) -> None:
        """Until the end."""
        await asyncio.sleep(self._random.uniform(0, min(self._plan.think_seconds[1], self._left() / 4)))
        while self._left() > 0:
            await self._browse()
            if self._left() > 0 and self._random.random() >= BROWSING:
                await self._buy()
        self._asking.close()
        self._provider.close()

    def _left(self) -> float:
        return self._journal.ends_at - time.perf_counter()

    async def _think(self) -> None:
        """As long as ever, also at the end: cut short, it would have everybody press the button at once."""
        await asyncio.sleep(self._random.uniform(*self._plan.think_seconds))

    async def _browse(self) -> None:
        for path in ("/api/trucks/public", f"/api/menu-items/public/{self._goods.truck_id}"):
            if self._left() <= 0:
                return
            tag = {"If-None-Match": self._known[path]} if path in self._known else {}
            answer = await self._journal.ask(BROWSE, self._asking, (200, 304), "GET", path, None, tag)
            if answer is not None:
                self._known[path] = answer.headers[b"etag"].decode()
            await self._think()

    async def _buy(self) -> None:
        number = next(self._numbers)
        key = {"X-Checkout-Attempt": f"attempt-of-rush-{number}", "Idempotency-Key": f"rush-{time.time_ns()}-{number}"}
        body = json.loads(self._goods.body(number))
        path = "/api/create-payment-intent"
        made = await self._journal.ask(CHECKOUT, self._asking, (200,), "POST", path, body, key)
        if made is None:
            return
        intent, secret = made.json()["paymentIntentId"], made.json()["clientSecret"]
        await self._think()
        await self._provider.ask("POST", f"/v1/payment_intents/{intent}/pay", b"")
        asked = {"payment_intent_id": intent, "payment_intent_client_secret": secret}
        seen = await self._journal.ask(VERIFY, self._asking, (200,), "POST", "/api/verify-payment", asked)
        order = seen.json()["order"] if seen is not None else None
        if order is None:
            self._journal.errors.append(f"{intent} was paid and has no order")
            return
        self._journal.tokens.append(order["trackingToken"])
        await self._follow(order["trackingToken"])

    async def _follow(self, token: str) -> None:
        path = f"/api/track/{token}"
        await self._journal.ask(FOLLOW, self._asking, (200,), "GET", path)
        seconds = min(self._random.uniform(*self._plan.follow_seconds), max(self._left(), 0))
        await watch(self._product.port, f"{path}/stream", {}, seconds, self._journal)


async def watch(port: int, path: str, headers: dict[str, str], seconds: float | None, journal: Journal) -> None:
    """Keep a stream open for so long, or until it is cancelled; one that is refused is an error.

    One that ends by itself is an error too, unless the journal says that the server may be renewed: then it
    has to end politely, and is opened again.
    """
    try:
        async with asyncio.timeout(seconds):
            while await _watch_once(port, path, headers, journal) and journal.streams_may_end:
                await asyncio.sleep(0.2)
    except TimeoutError:
        pass


async def _watch_once(port: int, path: str, headers: dict[str, str], journal: Journal) -> bool:
    """Until the stream ends; says whether it did so politely."""
    seen = last = b""
    writer = None
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request_bytes("GET", path, "localhost", None, headers))
        while part := await reader.read(65536):
            seen, last = seen or part, (last + part)[-8:]
            if not seen.startswith(b"HTTP/1.1 200"):
                break
    except OSError as error:
        journal.errors.append(f"GET {path}: {error}")
        return False
    finally:
        if writer is not None:
            writer.close()
    is_polite = seen.startswith(b"HTTP/1.1 200") and last.endswith(b"0\r\n\r\n")
    if not is_polite or not journal.streams_may_end:
        journal.errors.append(f"GET {path} ended: {seen[:160]!r}")
    return is_polite


async def complete_orders(product: Product, staff: Staff, journal: Journal) -> None:
    """Take the next order that is not done yet one step on, again and again."""
    asking, chance = Asking("127.0.0.1", product.port), random.Random(0)
    path = f"/api/orders?truckId={staff.truck_id}&limit=20"
    following = dict(itertools.pairwise(("pending", *STEPS)))
    while time.perf_counter() < journal.ends_at:
        page = await journal.ask(STAFF, asking, (200,), "GET", path, None, staff.headers)
        orders = [one for one in page.json()["orders"] if one["status"] in following] if page else []
        for order in orders[:3]:
            step = {"status": following[order["status"]]}
            await journal.ask(STAFF, asking, (200,), "PATCH", f"/api/orders/{order['_id']}", step, staff.headers)
        await asyncio.sleep(chance.uniform(*CREW_SECONDS))
    asking.close()


async def lunch(plan: Plan, product: Product, staff: Staff, journal: Journal) -> None:
    """Customers, open boards and staff, until the journal says that it is over."""
    goods = await asyncio.to_thread(read_goods, product.port)
    customers = [Customer(number, plan, product, goods, journal) for number in range(plan.rush_buyers)]
    path = f"/api/orders/stream?truckId={staff.truck_id}"
    boards = [
        asyncio.create_task(watch(product.port, path, staff.headers, None, journal)) for _ in range(plan.rush_boards)
    ]
    await asyncio.gather(*(one.stay() for one in customers), complete_orders(product, staff, journal))
    for board in boards:
        board.cancel()
    await asyncio.gather(*boards, return_exceptions=True)


def measure(plan: Plan, product: Product, staff: Staff) -> Iterator[Row]:
    """A row for each kind of call; the first one counts the errors of all."""
    journal = Journal(plan.rush_seconds)
    before, begun = product.cpu_seconds(), time.perf_counter()
    asyncio.run(lunch(plan, product, staff, journal))
    seconds = time.perf_counter() - begun
    cpu = (product.cpu_seconds() - before) / seconds
    if not journal.tokens:
        journal.errors.append("no order was placed")
    for kind, name in ((CHECKOUT, "checkout"), (VERIFY, "pay and verify"), (BROWSE, "browsing"),
                       (FOLLOW, "tracking"), (STAFF, "staff")):  # fmt: skip
        taken = journal.taken[kind]
        is_first = kind == CHECKOUT
        yield Row(
            cell=product.cell,
            work=f"lunch rush, {plan.rush_buyers} customers: {name}",
            rate=len(taken) / seconds,
            p50=machine.percentile(taken, 0.5),
            p99=machine.percentile(taken, 0.99),
            cpu=cpu if is_first else None,
            memory=product.memory_mib() if is_first else None,
            errors=len(journal.errors) if is_first else 0,
            note="; ".join(journal.errors[:SHOWN_ERRORS]) if is_first else "",
        )
