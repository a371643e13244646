"""Retention: erases old data by rules, in small batches, each in a short transaction of its own.

Progress is stored in the data itself, so a worker may stop anywhere and several may run at once. A rule stops
after half a second, because SMS and payments wait for the same worker.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.db import idempotency
from chuckwagon.db.database import Database, insert_if_absent, try_update_one
from chuckwagon.integrations.stripe.client import stripe_gateway
from chuckwagon.jobs.outbox import JobHandler, OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.notifications import erasure as texts
from chuckwagon.notifications.models import ManualSms
from chuckwagon.observability.logging import log
from chuckwagon.orders import erasure as orders
from chuckwagon.orders.erasure import OrderRef
from chuckwagon.orders.models import OrderSms
from chuckwagon.payments import erasure
from chuckwagon.payments import erasure as payments
from chuckwagon.payments.queries import list_checkouts
from chuckwagon.privacy.models import ErasedCustomer, RetentionCursor
from chuckwagon.privacy.service import (
    CustomerBusy,
    erase_personal_data,
    find_customer_records,
    refuse_while_money_waits,
)
from chuckwagon.settings import Settings

BATCH_SIZE, CUSTOMER_BATCH_SIZE = 100, 20
MAX_RULE_SECONDS = 0.5
ANONYMOUS_ORDERS = "passers_by"
CURSOR_GAP = timedelta(hours=1)
_BEGINNING = datetime(2000, 1, 1, tzinfo=UTC)

BatchFunction = Callable[[Database, datetime], int]


class RetentionRule(Struct, frozen=True):
    """A kind of data and its retention in days. `batch` erases some of the older data and returns how much."""

    name: str
    days: Callable[[Settings], int]
    batch: BatchFunction


def apply_retention(db: Database, settings: Settings) -> None:
    """Run each rule once, for half a second at most; a rule of 0 days is skipped."""
    for rule in RULES:
        days = rule.days(settings)
        forgotten = _run_rule(db, rule, clock.now() - timedelta(days=days)) if days else 0
        if forgotten:
            log.info("old_data_forgotten", rule=rule.name, count=forgotten)


def delete_old_responses(db: Database, settings: Settings) -> None:
    """Delete old responses stored under idempotency keys, because they may contain a customer's order.

    A retention of 0 days deletes none.
    """
    if settings.response_retention_days:
        kept = timedelta(days=settings.response_retention_days)
        db.write(lambda session: idempotency.delete_old_responses(session, kept))


def _run_rule(db: Database, rule: RetentionRule, before: datetime) -> int:
    total, ends_at = 0, time.monotonic() + MAX_RULE_SECONDS
    while time.monotonic() < ends_at and (forgotten := rule.batch(db, before)):
        total += forgotten
    return total


def _delete_unpaid_checkouts(db: Database, before: datetime) -> int:
    with db.reading() as session:
        ids = payments.list_unpaid_checkouts_before(session, before, BATCH_SIZE)
    if ids:
        db.write(lambda session: payments.delete_unpaid_checkouts(session, ids))
    return len(ids)


def _sms_batch(kind: type[OrderSms] | type[ManualSms]) -> BatchFunction:
    def batch(db: Database, before: datetime) -> int:
        with db.reading() as session:
            ids = texts.list_unerased_before(session, kind, before, BATCH_SIZE)
        if ids:
            db.write(lambda session: texts.erase_bodies(session, kind, ids))
        return len(ids)

    return batch


def _erase_inactive_customers(db: Database, before: datetime) -> int:
    """Erase customers without recent orders. Skips those whose money waits for a person, and goes on with the next."""
    forgotten, position = 0, None
    while not forgotten:
        with db.reading() as session:
            batch = orders.list_inactive_customers(session, before, position, CUSTOMER_BATCH_SIZE)
        if not batch:
            return 0
        position = batch[-1]
        for _, customer_id in batch:
            forgotten += db.write(lambda session, who=customer_id: _erase_if_inactive(session, who, before))  # type: ignore[misc]
    return forgotten


def _erase_if_inactive(session: Session, customer_id: str, before: datetime) -> bool:
    """Check again under the row lock, because the customer may have ordered or another worker been faster."""
    customer = orders.find_customer_for_update(session, customer_id)
    if customer is None or customer.last_order_at is None or customer.last_order_at >= before:
        return False
    if session.get(ErasedCustomer, customer_id) is not None:
        return False
    data = find_customer_records(session, customer)
    try:
        refuse_while_money_waits(session, data)
    except CustomerBusy:
        return False
    erase_personal_data(session, customer, data)
    return True


def _anonymize_orders_without_phone(db: Database, before: datetime) -> int:
    with db.reading() as session:
        cursor = session.get(RetentionCursor, ANONYMOUS_ORDERS)
        since = cursor.at if cursor else _BEGINNING
        found = orders.list_anonymous_orders(session, since, before, BATCH_SIZE)
        # The next run looks again at one that is owed money: the cursor stays before it.
        done_until = orders.find_oldest_owed(session, since, before) or before
        is_behind = not found and orders.has_orders(session, since, done_until - CURSOR_GAP)
    if found:
        db.write(lambda session: _anonymize_orders(session, found, done_until))
    elif is_behind:
        # If all these orders have a phone, the next run must not read them again.
        db.write(lambda session: _advance_cursor(session, done_until))
    return len(found)


def _anonymize_orders(session: Session, found: list[tuple[OrderRef, datetime]], done_until: datetime) -> None:
    refs = [order for order, _ in found]
    paid = [order.checkout_id for order in refs if order.checkout_id]
    payments.anonymize_checkouts(session, list_checkouts(session, paid), set())
    orders.anonymize_orders(session, refs, set())
    _advance_cursor(session, min(found[-1][1], done_until))


def _advance_cursor(session: Session, at: datetime) -> None:
    if not insert_if_absent(session, RetentionCursor, {"name": ANONYMOUS_ORDERS, "at": at}):
        older = (RetentionCursor.name == ANONYMOUS_ORDERS, RetentionCursor.at < at)
        try_update_one(session, sa.update(RetentionCursor).where(*older).values(at=at))


RULES = (
    RetentionRule(
        "unpaid_checkouts", lambda settings: settings.unpaid_checkout_retention_days, _delete_unpaid_checkouts
    ),
    RetentionRule("texts", lambda settings: settings.message_retention_days, _sms_batch(OrderSms)),
    RetentionRule("texts_by_staff", lambda settings: settings.message_retention_days, _sms_batch(ManualSms)),
    RetentionRule("customers", lambda settings: settings.customer_retention_days, _erase_inactive_customers),
    RetentionRule(ANONYMOUS_ORDERS, lambda settings: settings.customer_retention_days, _anonymize_orders_without_phone),
)


def erase_provider_copy(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
    """Erase the cart of an erased payer in Stripe's metadata."""
    erasure.erase_intent_metadata(db, stripe_gateway(settings), claimed)


def purge_expired_data(db: Database, settings: Settings) -> None:
    """Erase what is older than the retention settings allow."""
    apply_retention(db, settings)


jobs: dict[str, JobHandler] = {erasure.ERASE_PROVIDER_COPY: erase_provider_copy}
