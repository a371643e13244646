"""Thread-safe record of the responses that customers and staff received, and of the measured times."""

import threading
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field

SHOWN_ODDITIES = 20


@dataclass(frozen=True)
class Bill:
    """Amounts in cents that a customer was shown."""

    subtotal_cents: int
    tax_cents: int
    discount_cents: int = 0

    @property
    def total_cents(self) -> int:
        return self.subtotal_cents - self.discount_cents + self.tax_cents


@dataclass
class Purchase:
    """One customer's purchase, with all payment intents that the product returned for it."""

    number: int
    attempt: str
    phone: str
    bills: list[Bill] = field(default_factory=list)
    intents: set[str] = field(default_factory=set)


class Journal:
    """Record that all threads write under load, and that the audit reads afterwards."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.purchases: list[Purchase] = []
        self.paid: dict[str, Purchase] = {}
        self.verified: dict[str, set[str]] = defaultdict(set)
        self.moved: dict[str, set[str]] = defaultdict(set)
        self.refunds: dict[str, str] = {}
        self.oddities: list[str] = []
        self.restarts: list[float] = []
        self.listings: list[float] = []
        self.counts: Counter[str] = Counter()

    def begin(self, purchase: Purchase) -> None:
        with self._lock:
            self.purchases.append(purchase)

    def note_offer(self, purchase: Purchase, intent: str) -> None:
        with self._lock:
            purchase.intents.add(intent)

    def note_paid(self, purchase: Purchase, intent: str) -> None:
        with self._lock:
            self.paid[intent] = purchase

    def note_verified(self, intent: str, order_id: str) -> None:
        """Note that a confirmation showed this order for the payment."""
        with self._lock:
            self.verified[intent].add(order_id)

    def note_moved(self, order_id: str, status: str) -> None:
        """Note that a response to staff confirmed this status of the order."""
        with self._lock:
            self.moved[order_id].add(status)

    def note_refund(self, order_id: str, reason: str) -> None:
        """Note that a response to staff confirmed the refund with this reason."""
        with self._lock:
            self.refunds[reason] = order_id

    def note_odd(self, sentence: str) -> None:
        """Note a response that should never occur."""
        with self._lock:
            self.counts["odd"] += 1
            if len(self.oddities) < SHOWN_ODDITIES:
                self.oddities.append(sentence)

    def count(self, what: str) -> None:
        with self._lock:
            self.counts[what] += 1

    def begun(self) -> int:
        with self._lock:
            return len(self.purchases)

    def paid_intents(self) -> set[str]:
        with self._lock:
            return set(self.paid)


class Stopwatch:
    """Measures the seconds since it was created."""

    def __init__(self) -> None:
        self._from = time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._from
