"""What the staff's screens read: the board's first page, counts, one day's analytics, customers, numbers by stop.

One screen that asks again as soon as it has its answer: the time of one answer, not of a queue.
"""

import asyncio
import itertools
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from msgspec import Struct

from bench import load, machine
from bench.environment import Product
from bench.load import Load
from bench.load_client import Asking
from bench.plan import Plan
from bench.results import Row

PAGE, COUNTS, DAY, CUSTOMERS = "board page", "counts", "one day's analytics", "customers"
STOPS = "numbers by stop"
STOP_DAYS = 3  # all of which the smallest database has


class Staff(Struct, frozen=True):
    """A signed-in member of the staff, and the truck that is looked at."""

    token: str
    truck_id: str
    timezone: str

    @property
    def headers(self) -> dict[str, str]:
        """What shows who asks."""
        return {"Authorization": f"Bearer {self.token}"}


async def sign_in(port: int, email: str, password: str) -> Staff:
    """The owner, who looks at the first truck of the list."""
    asking = Asking("127.0.0.1", port)
    answer = await asking.ask("POST", "/api/auth/login", {"email": email, "password": password})
    if answer.status != 200:
        raise RuntimeError(f"signing in as {email}: {answer.status} {answer.body.decode()[:200]}")
    trucks: list[dict[str, Any]] = (await asking.ask("GET", "/api/trucks/public")).json()
    asking.close()
    return Staff(answer.json()["token"], trucks[0]["_id"], trucks[0]["timezone"])


async def list_addresses(product: Product, staff: Staff) -> dict[str, str]:
    """The reads: the day of the truck's newest order, and the stops of all trucks in the days before it."""
    asking = Asking("127.0.0.1", product.port)
    page = f"/api/orders?truckId={staff.truck_id}"
    answer = await asking.ask("GET", page, headers=staff.headers)
    newest = answer.json()["orders"][0]["createdAt"]
    day = datetime.fromisoformat(newest).astimezone(ZoneInfo(staff.timezone)).date()
    found = {
        PAGE: page,
        COUNTS: f"/api/orders/counts?truckId={staff.truck_id}",
        DAY: f"/api/analytics?truckId={staff.truck_id}&from={day}&to={day}",
        CUSTOMERS: f"/api/customers?truckId={staff.truck_id}",
        STOPS: f"/api/analytics/stops?from={day - timedelta(STOP_DAYS)}&to={day - timedelta(1)}",
    }
    for work, path in found.items():
        seen = await asking.ask("GET", path, headers=staff.headers)
        if seen.status != 200:
            raise RuntimeError(f"{work}: {seen.status} {seen.body.decode()[:200]}")
    asking.close()
    return found


def measure(plan: Plan, products: list[Product], people: list[Staff]) -> Iterator[Row]:
    """One answer after the other; round by round the products take turns, so that they can be compared."""
    addresses = [asyncio.run(list_addresses(product, staff)) for product, staff in zip(products, people, strict=True)]
    for work in addresses[0]:
        found: list[list[Load]] = [[] for _ in products]
        for _, place in itertools.product(range(plan.rounds), range(len(products))):
            url = products[place].url + addresses[place][work]
            found[place].append(
                load.press(
                    url,
                    plan.staff_seconds,
                    connections=1,
                    headers=people[place].headers,
                    pids=products[place].pids,
                )
            )
        for product, rounds in zip(products, found, strict=True):
            yield _row(product, work, rounds)


def _row(product: Product, work: str, rounds: list[Load]) -> Row:
    return Row(
        cell=product.cell,
        work=work,
        rate=machine.median(one.rate for one in rounds),
        p50=machine.median(one.p50 for one in rounds),
        p99=machine.median(one.p99 for one in rounds),
        cpu=machine.median(one.cpu for one in rounds),
        errors=sum(one.errors for one in rounds),
    )
