"""Outage test: Stripe never responds, while many customers want to pay at once.

Everybody must be answered soon. What needs no provider, such as a payment that is settled already and a
webhook, must not wait for what does. When the provider is back, so is the checkout.
"""

import hashlib
import hmac
import json
import random
import threading
import time
from collections import Counter
from collections.abc import Callable

import httpx
from msgspec import Struct

from soak import report
from soak.audit import Findings
from soak.buyer import GOOD
from soak.catalog import Catalog
from soak.client import Provider
from soak.environment import KEYS
from soak.ledgers import Ledgers
from soak.recorder import Journal, Stopwatch
from soak.run import Plan, open_catalog, opened

NEVER_MS = 600_000
ANSWER_SECONDS = 16.5  # at most a second in the queue, 15 at the provider, then our own work
P99_SECONDS, NORMAL_SECONDS = 0.5, 10.0
GIVE_UP_SECONDS, PROBE_EVERY_SECONDS, ASK_AGAIN_SECONDS = 60.0, 0.05, 1.0


class Answer(Struct, frozen=True):
    """Status of one response and its time in seconds. Status 0 means that there was no response."""

    status: int
    seconds: float


Ask = Callable[[httpx.Client], httpx.Response]


def outage(plan: Plan) -> Findings:
    """Place one order, make Stripe hang, let all customers check out, and measure until the checkout works again."""
    with opened(plan, Journal()) as (environment, product, provider):
        crowd = Crowd(environment.url, open_catalog(product, Ledgers(product, provider)))
        settled = _sell_one(environment.url, crowd, provider)
        provider.misbehave("stripe", "timeout", 1.0, match="/v1/", ms=NEVER_MS)
        customers, verifications, webhooks = _storm(plan, environment.url, crowd, settled)
        provider.behave()
        findings = _judge(customers, verifications, webhooks, _until_normal(environment.url, crowd))
        report.show_findings(findings)
        return findings


class Crowd:
    """Customers, each with a cart and a phone number."""

    def __init__(self, url: str, catalog: Catalog) -> None:
        self.url, self._catalog = url, catalog

    def open_checkout(self, http: httpx.Client, number: int) -> httpx.Response:
        body, _bill = self._catalog.fill_cart(random.Random(f"outage:{number}"), number)
        body["customerInfo"] |= {"name": f"Customer {number}", "phone": f"213{4_000_000 + number}"}
        return http.post("/api/create-payment-intent", json=body)


def _sell_one(url: str, crowd: Crowd, provider: Provider) -> str:
    """Pay for one order. Return the ID of its payment."""
    with httpx.Client(base_url=url, timeout=GIVE_UP_SECONDS) as http:
        intent = str(crowd.open_checkout(http, 0).raise_for_status().json()["paymentIntentId"])
        provider.pay(intent, GOOD)
        _verify(http, intent).raise_for_status()
    return intent


def _storm(plan: Plan, url: str, crowd: Crowd, settled: str) -> tuple[list[Answer], list[Answer], list[Answer]]:
    """Return the responses to the customers, who retry, and to the calls that need no provider."""
    customers: list[Answer] = []
    verifications: list[Answer] = []
    webhooks: list[Answer] = []
    end = time.monotonic() + plan.outage_seconds

    tls = httpx.create_ssl_context()  # shared, because creating two hundred takes seconds of CPU time

    def want_to_pay(number: int) -> None:
        with httpx.Client(base_url=url, timeout=GIVE_UP_SECONDS, verify=tls) as http:
            while time.monotonic() < end:
                customers.append(_measure(http, lambda line: crowd.open_checkout(line, number)))
                time.sleep(ASK_AGAIN_SECONDS)

    def probe(answers: list[Answer], ask: Ask) -> None:
        with httpx.Client(base_url=url, timeout=GIVE_UP_SECONDS) as http:
            while time.monotonic() < end:
                answers.append(_measure(http, ask))
                time.sleep(PROBE_EVERY_SECONDS)

    works: list[Callable[[], None]] = [lambda: probe(verifications, lambda line: _verify(line, settled))]
    works.append(lambda: probe(webhooks, _tell))
    works += [lambda number=number: want_to_pay(number) for number in range(1, plan.customers + 1)]
    threads = [threading.Thread(target=work, daemon=True) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return customers, verifications, webhooks


def _until_normal(url: str, crowd: Crowd) -> float:
    """Return the seconds until a new customer can pay again."""
    watch = Stopwatch()
    with httpx.Client(base_url=url, timeout=GIVE_UP_SECONDS) as http:
        for number in range(100_000, 200_000):
            if watch.seconds > GIVE_UP_SECONDS or crowd.open_checkout(http, number).is_success:
                break
            time.sleep(PROBE_EVERY_SECONDS)
    return watch.seconds


def _judge(customers: list[Answer], verifications: list[Answer], webhooks: list[Answer], normal: float) -> Findings:
    _show("customers", customers)
    _show("settled payments", verifications)
    _show("webhooks", webhooks)
    print(f"  a new customer can pay again after {normal:.2f} s (at most {NORMAL_SECONDS:.0f} s)")
    odd = Counter(answer.status for answer in customers if answer.status != 503)
    refused = [answer for answer in [*verifications, *webhooks] if answer.status != 200]
    return {
        "customers answered otherwise than 503": [f"{count} times {status}" for status, count in odd.items()],
        "customers who waited too long": _beyond(max(a.seconds for a in customers), ANSWER_SECONDS),
        "calls without the provider that failed": [str(answer) for answer in refused],
        "settled payments that waited": _beyond(_p99(verifications), P99_SECONDS),
        "webhooks that waited": _beyond(_p99(webhooks), P99_SECONDS),
        "the checkout stayed away": _beyond(normal, NORMAL_SECONDS),
    }


def _beyond(seconds: float, limit: float) -> list[str]:
    return [f"{seconds:.2f} s, and {limit} s is the limit"] if seconds > limit else []


def _show(name: str, answers: list[Answer]) -> None:
    ordered = sorted(answer.seconds for answer in answers)
    middle, worst = ordered[len(ordered) // 2], ordered[-1]
    times = f"p50 {middle * 1000:.0f} ms, p99 {_p99(answers) * 1000:.0f} ms, worst {worst:.2f} s"
    print(f"  {name:<18} {len(ordered):6} answers, {times}", flush=True)


def _p99(answers: list[Answer]) -> float:
    ordered = sorted(answer.seconds for answer in answers)
    return ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]


def _measure(http: httpx.Client, ask: Ask) -> Answer:
    watch = Stopwatch()
    try:
        status = ask(http).status_code
    except httpx.TransportError:
        status = 0
    return Answer(status, watch.seconds)


def _verify(http: httpx.Client, intent: str) -> httpx.Response:
    return http.post("/api/verify-payment", json={"payment_intent_id": intent})


def _tell(http: httpx.Client) -> httpx.Response:
    """Send a signed event of a payment that was only started."""
    number = f"{time.monotonic_ns()}"
    found = {
        "id": f"pi_{number}", "object": "payment_intent", "status": "requires_payment_method", "amount": 979,
        "amount_received": 0, "currency": "usd", "livemode": False, "metadata": {}, "client_secret": None,
    }  # fmt: skip
    event = {"id": f"evt_{number}", "object": "event", "type": "payment_intent.created", "created": 1}
    payload = json.dumps(event | {"data": {"object": found}})
    stamp = int(time.time())
    signature = _sign(f"{stamp}.{payload}", KEYS["STRIPE_WEBHOOK_SECRET"])
    headers = {"Stripe-Signature": f"t={stamp},v1={signature}"}
    return http.post("/api/stripe/webhook", content=payload, headers=headers)


def _sign(text: str, secret: str) -> str:
    return hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()
