"""What is old is forgotten: each rule in small batches, each batch a short transaction of its own.

Nothing says where a round stopped but the data itself, so that a worker may die in the middle and several may
work at once. A round ends after a moment, because texts and payments wait for the same worker.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.core import clock, idempotency
from chuckwagon.core.db import Database, changed_one, insert_if_absent
from chuckwagon.core.logging import log
from chuckwagon.notifications import forgetting as texts
from chuckwagon.notifications.models import Message, StaffText
from chuckwagon.orders import forgetting as orders
from chuckwagon.orders.forgetting import OrderOf
from chuckwagon.payments import forgetting as payments
from chuckwagon.payments.queries import list_checkouts
from chuckwagon.privacy.models import ErasedCustomer, ForgettingMark
from chuckwagon.privacy.service import CustomerBusy, find_traces, forget, refuse_while_in_question
from chuckwagon.settings import Settings

BATCH, PEOPLE = 100, 20
ROUND_SECONDS = 0.5
PASSERS_BY = "passers_by"
MARK_GAP = timedelta(hours=1)
_EVER = datetime(2000, 1, 1, tzinfo=UTC)

Batch = Callable[[Database, datetime], int]


class Rule(Struct, frozen=True):
    """Something that is kept for so many days. `batch` forgets a little of before and says how much."""

    name: str
    days: Callable[[Settings], int]
    batch: Batch


def forget_old(db: Database, settings: Settings) -> None:
    """One round over all rules."""
    for rule in RULES:
        days = rule.days(settings)
        forgotten = _run(db, rule, clock.now() - timedelta(days=days)) if days else 0
        if forgotten:
            log.info("old_data_forgotten", rule=rule.name, count=forgotten)


def forget_old_answers(db: Database, settings: Settings) -> None:
    """The answers under Idempotency-Keys, which may hold an order with its customer."""
    if settings.keep_answers_days:
        kept = timedelta(days=settings.keep_answers_days)
        db.write(lambda session: idempotency.forget_old(session, kept))


def _run(db: Database, rule: Rule, before: datetime) -> int:
    total, ends_at = 0, time.monotonic() + ROUND_SECONDS
    while time.monotonic() < ends_at and (forgotten := rule.batch(db, before)):
        total += forgotten
    return total


def _unpaid_checkouts(db: Database, before: datetime) -> int:
    with db.reading() as session:
        ids = payments.list_unpaid_before(session, before, BATCH)
    if ids:
        db.write(lambda session: payments.drop_unpaid(session, ids))
    return len(ids)


def _texts(kind: type[Message] | type[StaffText]) -> Batch:
    def batch(db: Database, before: datetime) -> int:
        with db.reading() as session:
            ids = texts.list_worded_before(session, kind, before, BATCH)
        if ids:
            db.write(lambda session: texts.forget_words(session, kind, ids))
        return len(ids)

    return batch


def _customers(db: Database, before: datetime) -> int:
    """Whose payment is in question stays until that is decided, and holds up nobody behind."""
    forgotten, place = 0, None
    while not forgotten:
        with db.reading() as session:
            found = orders.list_long_gone(session, before, place, PEOPLE)
        if not found:
            return 0
        place = found[-1]
        for _, customer_id in found:
            forgotten += db.write(lambda session, who=customer_id: _forget_one(session, who, before))  # type: ignore[misc]
    return forgotten


def _forget_one(session: Session, customer_id: str, before: datetime) -> bool:
    """Looks again with the row in hand: the person may have come back, or another worker been faster."""
    customer = orders.find_customer(session, customer_id)
    if customer is None or customer.last_order_at is None or customer.last_order_at >= before:
        return False
    if session.get(ErasedCustomer, customer_id) is not None:
        return False
    traces = find_traces(session, customer)
    try:
        refuse_while_in_question(session, traces)
    except CustomerBusy:
        return False
    forget(session, customer, traces)
    return True


def _passers_by(db: Database, before: datetime) -> int:
    with db.reading() as session:
        mark = session.get(ForgettingMark, PASSERS_BY)
        since = mark.at if mark else _EVER
        found = orders.list_passers_by(session, since, before, BATCH)
        is_behind = not found and orders.has_orders(session, since, before - MARK_GAP)
    if found:
        db.write(lambda session: _forget_passers_by(session, found))
    elif is_behind:
        # Where everybody leaves a phone, the next round must not read all those orders again.
        db.write(lambda session: _move_mark(session, before))
    return len(found)


def _forget_passers_by(session: Session, found: list[tuple[OrderOf, datetime]]) -> None:
    refs = [order for order, _ in found]
    paid = [order.checkout_id for order in refs if order.checkout_id]
    payments.forget_checkouts(session, list_checkouts(session, paid), set())
    orders.forget_orders(session, refs, set())
    _move_mark(session, found[-1][1])


def _move_mark(session: Session, at: datetime) -> None:
    if not insert_if_absent(session, ForgettingMark, {"name": PASSERS_BY, "at": at}):
        older = (ForgettingMark.name == PASSERS_BY, ForgettingMark.at < at)
        changed_one(session, sa.update(ForgettingMark).where(*older).values(at=at))


RULES = (
    Rule("unpaid_checkouts", lambda settings: settings.keep_unpaid_checkouts_days, _unpaid_checkouts),
    Rule("texts", lambda settings: settings.keep_texts_days, _texts(Message)),
    Rule("texts_by_staff", lambda settings: settings.keep_texts_days, _texts(StaffText)),
    Rule("customers", lambda settings: settings.keep_customers_days, _customers),
    Rule(PASSERS_BY, lambda settings: settings.keep_customers_days, _passers_by),
)
