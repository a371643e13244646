"""Cash test: counters sell for cash and pay refunds out while the drawer is counted again and again and servers are
killed.

Each sale and each refund must be in exactly one drawer, and the sheets must add up to what was sold and given back.
"""

import random
import threading
import time
from typing import Any

import sqlalchemy as sa

from chuckwagon.day_closes.check import check_cash
from chuckwagon.db.database import Database
from chuckwagon.drawer.models import REFUND, SALE, DayEvent
from soak.audit import Findings
from soak.client import ProductClient
from soak.environment import Environment
from soak.ledgers import Ledgers
from soak.recorder import Journal
from soak.run import Plan, open_catalog, opened

HANDS, REST_SECONDS, KILL_SECONDS = 4, 0.4, 1.0
PAUSE_SECONDS = 0.2  # between two sales of a hand, because no one can count while cash comes in all the time
REFUND_EVERY = 7


class Counter:
    """The counter and the drawer of one truck."""

    def __init__(self, product: ProductClient, token: str, truck_id: str) -> None:
        self._product, self._truck_id = product, truck_id
        self._headers = {"Authorization": f"Bearer {token}"}
        menu = product.ask("GET", f"/api/menu-items/public/{truck_id}").json()
        self._item = next(one for one in menu if not any(group["minSelect"] for group in one["optionGroups"]))
        self.sold: list[dict[str, Any]] = []
        self.given_back: list[str] = []  # IDs of orders
        self.closes = 0

    def sell(self, hand: int, sales: int, rng: random.Random) -> None:
        """Sell the share of one hand, each sale under a key of its own."""
        for number in range(hand, sales, HANDS):
            items = [{"menuItemId": self._item["_id"], "quantity": 1 + number % 3}]
            body = {"truckId": self._truck_id, "customerName": f"Cash {number}", "items": items, "payment": "cash"}
            answer = self._ask("POST", "/api/orders", body | {"confirmOverCapacity": True}, f"cash-{number}")
            answer.raise_for_status()
            self.sold.append(answer.json())
            if number % REFUND_EVERY == 0:
                self._give_back(answer.json()["_id"])
            time.sleep(rng.uniform(0, PAUSE_SECONDS))

    def _give_back(self, order_id: str) -> None:
        """Refund the order and pay it out."""
        path, body = f"/api/orders/{order_id}", {"everything": True, "reason": "Cold"}
        order = self._ask("POST", f"{path}/refunds", body, f"refund-{order_id}").raise_for_status().json()
        due = {"refundId": order["refunds"][0]["_id"]}
        self._ask("POST", f"{path}/pay-outs", due, f"paid-out-{order_id}").raise_for_status()
        self.given_back.append(order_id)

    def count(self, ending: threading.Event, rng: random.Random) -> None:
        """Close the day and open the drawer again, until the last sale; what is sold meanwhile is counted again."""
        while not ending.is_set():
            time.sleep(rng.uniform(0, REST_SECONDS))
            query = {"truckId": self._truck_id, "limit": "1"}
            path = "/api/drawer-sessions"
            drawer = self._product.ask("GET", path, params=query, headers=self._headers).json()["open"]
            if drawer is None:
                self._ask("POST", path, {"truckId": self._truck_id, "float": 100}, f"open-{self.closes}-{rng.random()}")
                continue
            ice = {"kind": "pay_out", "amount": 1, "reason": "Ice"}
            moved = self._ask("POST", f"{path}/{drawer['_id']}/movements", ice, f"ice-{rng.random()}")
            drawer = moved.json() if moved.is_success else drawer
            body = {"counted": drawer["expected"], "version": drawer["version"]}
            key = f"close-{drawer['_id']}-{drawer['version']}"
            self.closes += self._ask("POST", f"{path}/{drawer['_id']}/close", body, key).is_success

    def _ask(self, method: str, path: str, body: dict[str, Any], key: str) -> Any:
        return self._product.ask(method, path, json=body, headers={**self._headers, "Idempotency-Key": key})


def keep_cash(plan: Plan) -> Findings:
    """Sell for cash, close days and kill the product; then compare drawers, sheets and sales."""
    journal, ending = Journal(), threading.Event()
    with opened(plan, journal) as (environment, product, provider):
        ledgers = Ledgers(product, provider)
        counter = Counter(product, ledgers.token, open_catalog(product, ledgers).truck_ids[0])
        counting = threading.Thread(target=counter.count, args=(ending, random.Random(f"{plan.seed}:count")))
        selling = [
            threading.Thread(target=counter.sell, args=(hand, plan.orders, random.Random(f"{plan.seed}:{hand}")))
            for hand in range(HANDS)
        ]
        for thread in (counting, *selling):
            thread.start()
        _kill(plan, environment, product, selling)
        for thread in selling:
            thread.join()
        ending.set()
        counting.join()
        with environment.opened_database() as db:
            findings = {"cash": _find_wrong_cash(db, plan, counter)}
    done = f"{len(counter.sold)} sales for cash, {len(counter.given_back)} refunds, {counter.closes} closes"
    print(f"{done}, {len(findings['cash'])} things wrong")
    return findings


def _kill(plan: Plan, environment: Environment, product: ProductClient, selling: list[threading.Thread]) -> None:
    """Kill the servers of the product at random moments while it sells."""
    rng = random.Random(f"{plan.seed}:cash")
    for _kill_number in range(plan.kills):
        time.sleep(rng.uniform(0, KILL_SECONDS))
        if any(thread.is_alive() for thread in selling):
            environment.kill_and_restart(product, forget_leases=plan.forget_leases)


def _find_wrong_cash(db: Database, plan: Plan, counter: Counter) -> list[str]:
    wrong = list(check_cash(db).problems)
    with db.reading() as session:
        sales = sa.select(DayEvent.order_id, DayEvent.session_id).where(DayEvent.kind == SALE)
        recorded = dict(session.execute(sales).tuples().all())
        paid_out = set(session.scalars(sa.select(DayEvent.order_id).where(DayEvent.kind == REFUND)))
    wrong += [f"{plan.orders - len(counter.sold)} sales had no answer"] * (len(counter.sold) != plan.orders)
    wrong += [f"order {one['_id']} is in no drawer" for one in counter.sold if one["_id"] not in recorded]
    wrong += [
        f"the refund of {order_id} is in no drawer" for order_id in counter.given_back if order_id not in paid_out
    ]
    if counter.closes == 0:
        wrong.append("no day was closed: nothing is proven")
    return wrong
