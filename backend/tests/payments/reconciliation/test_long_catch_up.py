"""A long backlog with a slow Stripe is processed in constant memory, and new payments do not wait for it.

A small backlog runs with every change, a larger one in the proof suite. With `CHUCKWAGON_TEST_BACKLOG=20000
CHUCKWAGON_TEST_PAGE_SECONDS=1` the larger one takes many minutes.
"""

import os
import random
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from chuckwagon.integrations.stripe import events
from chuckwagon.integrations.stripe.client import stripe_gateway
from chuckwagon.kit import clock as product_clock
from chuckwagon.orders.models import Order
from chuckwagon.payments.models import Deferral, SyncCursor
from chuckwagon.payments.reconciliation import scheduled
from tests.factories import checkout_body
from tests.payments.reconciliation.memory_log import MemoryLog, insert_paid_copies
from tests.payments.reconciliation.test_catch_up import refuse

LARGE, LARGE_SECONDS = (
    os.environ.get("CHUCKWAGON_TEST_BACKLOG", "2000"),
    os.environ.get("CHUCKWAGON_TEST_PAGE_SECONDS", "0.5"),
)
SIZES = [
    (300, 10, 0.05),
    pytest.param((int(LARGE), events.LOG_PAGE_SIZE, float(LARGE_SECONDS)), marks=pytest.mark.proof),
]
MAX_RECENT_SECONDS = 120
MAX_GROWTH_BYTES = 32 * 1024 * 1024


def resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.fixture(params=SIZES, ids=["small", "large"])
def size(request):
    """Number of payments, payments per page, and seconds per page."""
    return request.param


@pytest.fixture
def backlog(db, client, cast, shop, size):
    """Payments of the last six hours that were never reported."""
    client.post("/api/create-payment-intent", json=checkout_body(cast.truck, (shop.taco, 1))).raise_for_status()
    now = datetime.now(UTC)
    return insert_paid_copies(db, size[0], now - timedelta(hours=6), now - timedelta(minutes=10))


def count_orders(db) -> int:
    with db.reading() as session:
        return session.scalar(sa.select(sa.func.count()).select_from(Order)) or 0


def test_a_backlog_with_poison_is_caught_up_with(db, settings, size, backlog, rows, monkeypatch):
    payments, page, page_seconds = size
    log = MemoryLog(backlog, page=page, seconds=page_seconds)
    log.install(monkeypatch)
    poison = {event.intent_id for event in random.Random(1).sample(backlog, payments // 100)}
    refuse(monkeypatch, poison)
    monkeypatch.setattr(scheduled, "MAX_BACKLOG_SECONDS", page_seconds * 15)
    memory, marks, waits = [], [], []
    began, is_over = time.monotonic(), threading.Event()

    def pay_and_wait():
        """Pay meanwhile, and measure how long each order takes to appear."""
        while not is_over.wait(page_seconds * 10):
            now = product_clock.now()
            [fresh] = insert_paid_copies(db, 1, now, now)
            log.add(fresh)
            paid_at = time.monotonic()
            while not is_ordered(db, fresh.intent_id) and time.monotonic() - paid_at < 2 * MAX_RECENT_SECONDS:
                time.sleep(0.02)
            waits.append(time.monotonic() - paid_at)

    customers = threading.Thread(target=pay_and_wait)
    real = scheduled.queries.advance_sync_cursor

    def advance(session, at):
        real(session, at)
        marks.append(at)
        memory.append(resident_bytes())

    monkeypatch.setattr(scheduled.queries, "advance_sync_cursor", advance)
    customers.start()
    scheduled.reconcile(db, settings, stripe_gateway(settings))
    seconds = time.monotonic() - began
    assert marks == sorted(marks)
    is_over.set()
    while customers.is_alive():
        scheduled.reconcile(db, settings, stripe_gateway(settings))
    growth = max(memory) - memory[len(memory) // 10]
    print(
        f"{payments} payments, {page_seconds:g} s a page: {seconds:.0f} s, {log.calls} calls, memory grew by "
        f"{growth / 1024 / 1024:.1f} MiB, {len(waits)} fresh orders after at most {max(waits):.1f} s"
    )
    assert count_orders(db) == payments - len(poison) + len(waits)
    assert {one.subject_id for one in rows(Deferral)} == poison
    assert rows(SyncCursor)[0].at == max(marks)
    assert max(waits) < MAX_RECENT_SECONDS
    assert growth < MAX_GROWTH_BYTES


def is_ordered(db, intent_id) -> bool:
    with db.reading() as session:
        return session.scalar(sa.select(Order.id).where(Order.payment_intent_id == intent_id)) is not None
