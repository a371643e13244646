"""Runs the fuzz test: the real program, parallel requests with all roles, and customers who place orders."""

import contextlib
import random
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import msgspec

from chuckwagon.demo.accounts import load_demo_accounts
from fuzz.fixtures import collect
from fuzz.plan import Known, Size
from fuzz.resources import Gauge
from fuzz.round import Outcome, ask_as
from soak.catalog import TRUCKS, Catalog
from soak.client import ProductClient, Provider
from soak.environment import Environment
from soak.recorder import Journal

ROUND_EXAMPLES = 8
GROWTH_MIB = 250.0
REST_SECONDS = 0.2
CARD = "4242424242424242"
OWNER = "superadmin"
PHONE = "2133734253"

People = dict[str, dict[str, str]]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """Size of a fuzz test."""

    minutes: float = 5
    database: str = "sqlite"
    processes: int = 1
    seed: int = 20
    ports: tuple[int, int] = (8570, 8571)


def besiege(plan: Plan) -> list[str]:
    """Start the demo, send requests until the time is over, and return a sentence for each fault."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="chuckwagon-fuzz-")))
        environment = Environment(folder, plan.database, plan.processes, plan.ports)
        stack.callback(environment.close)
        product, provider = environment.open(Journal())
        stack.callback(product.close)
        stack.callback(provider.close)
        client = stack.enter_context(httpx.Client(base_url=environment.url, timeout=30))
        people = _sign_in(client)
        payments = _buy_some(client, product, provider)
        tokens = environment.read_column("SELECT tracking_token FROM orders LIMIT 5")
        known = collect(client, people[OWNER], tokens, payments)
        gauge = stack.enter_context(Gauge(environment.url, environment.product_pid or 0))
        stack.enter_context(_customers(client, product, provider))
        outcomes = [found for one in _rounds(plan, folder, environment.url, people, known) for found in one]
        print(gauge.report(), flush=True)
        return [*_findings(outcomes), *gauge.findings(GROWTH_MIB), *_logged(folder)]


def _sign_in(client: httpx.Client) -> People:
    """Return the Authorization headers of the visitor and of each demo account, keyed by role."""
    people: People = {"visitor": {}}
    for account in load_demo_accounts():
        body = {"email": account.email, "password": account.password}
        answer = client.post("/api/auth/login", json=body).raise_for_status()
        name = OWNER if account.role == OWNER else account.email.partition("@")[0]
        people[name] = {"Authorization": f"Bearer {answer.json()['token']}"}
    return people


def _rounds(plan: Plan, folder: Path, url: str, people: People, known: Known) -> Iterator[list[Outcome]]:
    """Run rounds, each with another seed, until the time is over. Runs at least one."""
    end = time.monotonic() + plan.minutes * 60
    number = 0
    with ThreadPoolExecutor(len(people)) as pool:
        while number == 0 or time.monotonic() < end:
            seconds = max(30, int(end - time.monotonic()))
            size = Size(examples=ROUND_EXAMPLES, seed=plan.seed + number, seconds=seconds)
            running = [
                pool.submit(ask_as, folder / f"{number}-{name}", url, headers, known, size)
                for name, headers in people.items()
            ]
            outcomes = [one.result() for one in running]
            number += 1
            asked = sum(outcome.requests for outcome in outcomes)
            wrong = sum(not outcome.is_clean for outcome in outcomes)
            print(f"round {number}: {asked} requests, {wrong} of {len(people)} found something", flush=True)
            yield outcomes


@contextlib.contextmanager
def _customers(client: httpx.Client, product: ProductClient, provider: Provider) -> Iterator[None]:
    """Place orders without a pause until the test ends."""
    over = threading.Event()

    def buy_on() -> None:
        number = TRUCKS
        while not over.wait(REST_SECONDS):
            with contextlib.suppress(httpx.HTTPStatusError, IndexError, ValueError):
                _buy(client, product, provider, number)  # the fuzz may have marked a menu item as sold out
            number += 1

    thread = threading.Thread(target=buy_on, name="customers")
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _buy_some(client: httpx.Client, product: ProductClient, provider: Provider) -> list[str]:
    """Return the IDs of a few payments. At this hour of the day some trucks may take no orders."""
    payments = []
    for number in range(TRUCKS):
        with contextlib.suppress(httpx.HTTPStatusError):
            payments.append(_buy(client, product, provider, number))
    if not payments:
        raise RuntimeError("No truck of the demo takes orders.")
    return payments


def _buy(client: httpx.Client, product: ProductClient, provider: Provider, number: int) -> str:
    """Place a paid order. Return the ID of its payment."""
    cart, _bill = Catalog(product).fill_cart(random.Random(number), number)
    cart["customerInfo"] |= {"name": "Ada Lovelace", "phone": PHONE}
    made = client.post("/api/create-payment-intent", json=cart).raise_for_status().json()
    intent: str = made["paymentIntentId"]
    provider.pay(intent, CARD)
    client.post("/api/verify-payment", json={"payment_intent_id": intent}).raise_for_status()
    return intent


def _findings(outcomes: list[Outcome]) -> list[str]:
    asked = sum(outcome.requests for outcome in outcomes)
    errors = sum(outcome.server_errors for outcome in outcomes)
    print(f"{asked} requests, {errors} kinds of server errors", flush=True)
    return [outcome.text for outcome in outcomes if not outcome.is_clean]


def _logged(folder: Path) -> list[str]:
    """Find errors in the product's log, whether or not a response showed them."""
    failed = (folder / "product.log").read_text(encoding="utf-8", errors="replace").count("request_failed")
    return [f"The product wrote down {failed} failed requests."] if failed else []
