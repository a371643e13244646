"""What buyers and staff have seen and been promised, and what the rush measured. Shared by all threads."""

import threading
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field

SHOWN_ODDITIES = 20


@dataclass(frozen=True)
class Bill:
    """What a buyer was shown, in cents."""

    subtotal_cents: int
    tax_cents: int

    @property
    def total_cents(self) -> int:
        return self.subtotal_cents + self.tax_cents


@dataclass
class Purchase:
    """One customer's checkout attempt, with every intent that it was offered."""

    number: int
    attempt: str
    phone: str
    bills: list[Bill] = field(default_factory=list)
    intents: set[str] = field(default_factory=set)


class Journal:
    """Written by every thread while the street is open, read by the audit when it has closed."""

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
        """A confirmation page showed this order for the payment."""
        with self._lock:
            self.verified[intent].add(order_id)

    def note_moved(self, order_id: str, status: str) -> None:
        """A member of the staff was told that the order has this status."""
        with self._lock:
            self.moved[order_id].add(status)

    def note_refund(self, order_id: str, reason: str) -> None:
        """A member of the staff was told that the refund with this reason is on its way."""
        with self._lock:
            self.refunds[reason] = order_id

    def note_odd(self, sentence: str) -> None:
        """Something that should never be answered."""
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
    """Seconds since it was made."""

    def __init__(self) -> None:
        self._from = time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._from
