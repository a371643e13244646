"""An event log of payments in memory, and paid checkouts that were never reported."""

import time
from collections.abc import Iterable
from datetime import datetime, timedelta

import sqlalchemy as sa

from chuckwagon.integrations.stripe.events import NewestFirstPage, PaymentSucceededEvent
from chuckwagon.integrations.stripe.payment_intents import Intent
from chuckwagon.kit.ids import new_id
from chuckwagon.payments.models import Checkout


def paid_event(intent, created):
    return PaymentSucceededEvent(f"evt_{intent.id}", created, intent.id, intent)


class MemoryLog:
    """Answers as Stripe does: newest first, a limited number of events per page, each page after a delay."""

    def __init__(self, events: Iterable[PaymentSucceededEvent] = (), page: int = 3, seconds: float = 0.0) -> None:
        self.events = sorted(events, key=lambda event: event.created)
        self.page, self.seconds, self.calls = page, seconds, 0

    def add(self, event: PaymentSucceededEvent) -> None:
        self.events.append(event)

    def succeeded_page(self, created, starting_after=None, ending_before=None):
        self.calls += 1
        time.sleep(self.seconds)
        low, high = created.get("gte", 0), created.get("lte", 1 << 40)
        found = [event for event in reversed(self.events) if low <= event.created <= high]
        ids = [event.id for event in found] if starting_after or ending_before else []
        if ending_before:
            found = found[: ids.index(ending_before)]
            return NewestFirstPage(found[-self.page :], len(found) > self.page)
        if starting_after:
            found = found[ids.index(starting_after) + 1 :]
        return NewestFirstPage(found[: self.page], len(found) > self.page)

    def install(self, monkeypatch) -> None:
        """Let the gateway read this log and its payments."""
        gateway = "chuckwagon.integrations.stripe.client.StripeGateway"
        monkeypatch.setattr(
            f"{gateway}.succeeded_page", lambda _self, *given, **more: self.succeeded_page(*given, **more)
        )
        monkeypatch.setattr(f"{gateway}.get_intent", lambda _self, intent_id: self.intent(intent_id))

    def intent(self, intent_id) -> Intent:
        return next(event.intent for event in self.events if event.intent_id == intent_id)


def insert_paid_copies(db, count: int, first_at: datetime, last_at: datetime) -> list[PaymentSucceededEvent]:
    """Insert copies of the only checkout, paid at even intervals between the two instants (UTC)."""
    gap = (last_at - first_at) / max(1, count - 1)
    events, rows = [], []
    with db.reading() as session:
        one = session.execute(sa.select(*Checkout.__table__.c)).mappings().first()
    for number in range(count):
        at, checkout_id = first_at + number * gap, new_id()
        intent_id = f"pi_{number}_{checkout_id}"
        own = {"id": checkout_id, "payment_intent_id": intent_id, "expires_at": at + timedelta(days=2)}
        own |= {"created_at": at - timedelta(minutes=1), "client_secret_hash": None}
        rows.append({**one, **own, "idempotency_key": None, "attempt": None})
        cents, metadata = one["total_cents"], {"checkoutId": checkout_id}
        intent = Intent(intent_id, "succeeded", cents, cents, "usd", False, metadata)
        events.append(paid_event(intent, int(at.timestamp())))
    for start in range(0, count, 500):
        part = rows[start : start + 500]
        db.write(lambda session, part=part: session.execute(sa.insert(Checkout), part))
    return events
