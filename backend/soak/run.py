"""One soak test, from the start of the product to the comparison of the records."""

import contextlib
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from msgspec import Struct

from soak import report
from soak.audit import Findings, compare
from soak.buyer import Buyer, Queue
from soak.catalog import Catalog
from soak.chaos import Killer
from soak.client import NoAnswer, ProductClient, Provider
from soak.environment import Environment
from soak.ledgers import Books, Ledgers
from soak.offers import add_offer, find_wrong_uses
from soak.recorder import Journal, Stopwatch
from soak.staff import StaffMember

BUYERS, HANDS = 8, 3
LAST_CALLS_SECONDS = 3.0
STILL_SECONDS = 2.0
LOST_ANSWERS = 0.05  # of each of the two kinds: an error response and a cut connection, both after the effect
DUPLICATED, SHUFFLED, DROPPED = 0.2, 0.2, 0.1


class Plan(Struct, frozen=True, kw_only=True):
    """Size of a soak test. Limits are in seconds."""

    orders: int = 1000
    kills: int = 50
    refunds: int = 500
    customers: int = 200
    outage_seconds: float = 60.0
    kind: str = "cancelled"
    database: str = "sqlite"
    processes: int = 1
    seed: int = 1
    ports: tuple[int, int] = (8560, 8561)
    restart_limit: float = 3.0
    listing_limit: float = 5.0
    settle_limit: float = 240.0
    progress_every: float = 10.0
    forget_leases: bool = False
    folder: str | None = None


@contextlib.contextmanager
def opened(
    plan: Plan, journal: Journal, more: Mapping[str, str] = MappingProxyType({})
) -> Iterator[tuple[Environment, ProductClient, Provider]]:
    """Start the product and the providers, and end them with the block. `more` are further settings."""
    with contextlib.ExitStack() as stack:
        folder = plan.folder or stack.enter_context(tempfile.TemporaryDirectory(prefix="chuckwagon-soak-"))
        Path(folder).mkdir(parents=True, exist_ok=True)
        environment = Environment(Path(folder), plan.database, plan.processes, plan.ports, more)
        stack.callback(environment.close)
        product, provider = environment.open(journal)
        stack.callback(product.close)
        stack.callback(provider.close)
        yield environment, product, provider


def soak(plan: Plan) -> Findings:
    """Start the product, run the load, and return the faults."""
    journal = Journal()
    with opened(plan, journal) as (environment, product, provider):
        ledgers = Ledgers(product, provider)
        killer = Killer(environment, product, ledgers, journal, plan.seed)
        killer.plan(plan.kills, plan.orders)
        read_catalog(plan, journal, (product, provider), ledgers, killer)
        provider.behave()
        findings, books = wait_for_quiet(plan, ledgers, journal)
        with environment.opened_database() as db:
            findings["wrong uses of the offer"] = list(find_wrong_uses(db, books, journal))
        report.show_end(findings, books, journal)
        return findings


class Saboteur(Protocol):
    """Breaks something at certain purchases, in a thread of its own."""

    def lets_in(self, number: int) -> bool:
        """Whether this purchase may begin."""
        ...

    def work(self, *, forget_leases: bool) -> None: ...


def open_catalog(product: ProductClient, ledgers: Ledgers) -> Catalog:
    """Return the trucks and menus after every truck sells at any hour, so that no customer meets a closed stop."""
    catalog = Catalog(product)
    for truck_id in catalog.truck_ids:
        ledgers.keep_open(truck_id)
    return catalog


def read_catalog(
    plan: Plan, journal: Journal, providers: tuple[ProductClient, Provider], ledgers: Ledgers, saboteur: Saboteur
) -> None:
    """Let customers and staff work until all purchases are made and the saboteur is done."""
    product, provider = providers
    catalog, queue, closing = open_catalog(product, ledgers), Queue(plan.orders), threading.Event()
    add_offer(product, ledgers.token, plan.orders)
    buyer = Buyer(product, provider, catalog, journal, plan.seed)
    staff_members = [StaffMember(product, ledgers.token, journal, plan.seed, hand) for hand in range(HANDS)]
    upset(provider)
    customers = [_thread(journal, lambda: _buy_all(buyer, queue, saboteur)) for _ in range(BUYERS)]
    staff = [_thread(journal, lambda member=member: member.work(closing)) for member in staff_members]  # type: ignore[misc]
    death = _thread(journal, lambda: saboteur.work(forget_leases=plan.forget_leases))
    _watch(plan, journal, [*customers, death])
    time.sleep(LAST_CALLS_SECONDS)
    closing.set()
    for hand in staff:
        hand.join()


def upset(provider: Provider) -> None:
    """Add the faults of the providers."""
    for target in ("stripe", "twilio"):
        provider.misbehave(target, "error_after", LOST_ANSWERS)
        provider.misbehave(target, "reset_after", LOST_ANSWERS)
    provider.misbehave("webhooks", "drop", DROPPED)
    provider.misbehave("webhooks", "duplicate", DUPLICATED)
    provider.misbehave("webhooks", "shuffle", SHUFFLED, ms=500)


def _buy_all(buyer: Buyer, queue: Queue, saboteur: Saboteur) -> None:
    while (number := queue.next()) is not None:
        while not saboteur.lets_in(number):
            time.sleep(0.05)
        buyer.buy(number)


def _thread(journal: Journal, work: Callable[[], None]) -> threading.Thread:
    """Thread of one customer or staff member. It ends at the first unexpected response, which is noted."""

    def run() -> None:
        try:
            work()
        except (NoAnswer, RuntimeError, KeyError, ValueError, OSError) as problem:
            journal.note_odd(f"{type(problem).__name__}: {problem}")

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread


def _watch(plan: Plan, journal: Journal, threads: list[threading.Thread]) -> None:
    watch, shown_at = Stopwatch(), 0.0
    report.show_head()
    while any(thread.is_alive() for thread in threads):
        time.sleep(0.1)
        if watch.seconds - shown_at >= plan.progress_every:
            shown_at = watch.seconds
            report.show_progress(watch.seconds, journal)
    report.show_progress(watch.seconds, journal)


def wait_for_quiet(plan: Plan, ledgers: Ledgers, journal: Journal) -> tuple[Findings, Books]:
    """Compare until nothing is pending and the result no longer changes, or until the time limit."""
    watch, before = Stopwatch(), ""
    while True:
        books = ledgers.read()
        seen = f"{len(books.orders)} {len(books.texts)} {len(books.refunds)}"
        is_quiet = not _is_busy(books, journal) and seen == before
        if is_quiet or watch.seconds > plan.settle_limit:
            print(f"quiet after {watch.seconds:.0f} s" if is_quiet else "it never became quiet", flush=True)
            return {**compare(books, journal), **_too_slow(plan, journal)}, books
        before = seen
        time.sleep(STILL_SECONDS)


def _is_busy(books: Books, journal: Journal) -> bool:
    """Whether an order, an SMS or a refund is still pending."""
    listed = set(books.intent_of.values())
    return not journal.paid_intents() <= listed or any(
        one["status"] == "pending" for order in books.orders for one in order["refunds"] + order["messages"]
    )


def _too_slow(plan: Plan, journal: Journal) -> Findings:
    late = [seconds for seconds in journal.restarts if seconds > plan.restart_limit]
    unlisted = [seconds for seconds in journal.listings if seconds > plan.listing_limit]
    return {
        f"answered later than {plan.restart_limit:g} s": [f"{seconds:.2f} s" for seconds in late],
        f"listed later than {plan.listing_limit:g} s": [f"{seconds:.2f} s" for seconds in unlisted],
        "kills left undone": ["not all kills were made"] * (plan.kills - len(journal.restarts)),
    }
