"""Our orders against the provider's payments of any span of time, and what is missing put right.

A payment whose checkout we know is settled like any other; one whose checkout was lost with a database is
rebuilt from the copy that travels with it. Running it again changes nothing. What it cannot put right stays a
finding for a person; money is never guessed.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import clock
from chuckwagon.core.db import OUTAGES, Database
from chuckwagon.core.errors import AppError
from chuckwagon.core.logging import log
from chuckwagon.gateways.stripe_history import Payment, StripeHistory
from chuckwagon.gateways.stripe_payments import PaymentRefused
from chuckwagon.gateways.stripe_refunds import DisputeSeen, RefundMade
from chuckwagon.orders.models import Order, Refund
from chuckwagon.orders.queries import find_order_by_intent
from chuckwagon.orders.service import withhold_text
from chuckwagon.payments import disputes, queries, refund_news
from chuckwagon.payments.left_refunds import list_left_behind, send_again
from chuckwagon.payments.provider_copy import CheckoutCopy, decode
from chuckwagon.payments.rebuilding import rebuild_checkout
from chuckwagon.payments.settlement import is_ours, settle
from chuckwagon.settings import Settings
from chuckwagon.trucks.models import Truck

FITS, NOT_OURS, DECIDED = "fits", "not ours", "decided"
SETTLED, REBUILT, REFUNDS_NOTED = "order made", "order rebuilt", "refunds noted"
MISSING, LOST, REFUNDS_MISSING = "order missing", "order and checkout missing", "refunds missing"
HELD, UNKNOWN, WRONG_AMOUNT = "held for review", "unknown checkout", "different amount"
WRONG_REFUNDS, UNPAID, UNREADABLE = "different refunds", "no payment", "not understood"
LEFT_BEHIND, SENT_AGAIN = "refund left behind", "refund sent again"
DISPUTE_MISSING, DISPUTE_NOTED = "dispute missing", "dispute noted"
DONE = (FITS, NOT_OURS, DECIDED, SETTLED, REBUILT, REFUNDS_NOTED, SENT_AGAIN, DISPUTE_NOTED)
OLD_NEWS = timedelta(hours=1)
WITHHELD = "It was found by a reconciliation, long after the event."

Watch = Callable[[str, int, int], None]


class Finding(msgspec.Struct, frozen=True):
    """One payment, in cents, and how it stands with our order; an order without a payment has no charge."""

    intent_id: str
    at: datetime
    amount_cents: int
    refunded_cents: int
    order_number: int | None
    result: str

    @property
    def is_resolved(self) -> bool:
        return self.result in DONE


class Reconciliation:
    """One run over a window. With `dry_run` nothing is written, and what would be put right stays open."""

    def __init__(
        self, db: Database, settings: Settings, history: StripeHistory, *, dry_run: bool, watch: Watch
    ) -> None:
        self._db, self._history, self._watch = db, history, watch
        self._dry_run, self._expect_live = dry_run, settings.moves_real_money

    def run(self, since: datetime, until: datetime) -> list[Finding]:
        """Compare and put right; oldest first, so that new order numbers follow the payments.

        Raises PaymentRefused, Unavailable; what was done until then stays done.
        """
        payments: list[Payment] = []
        for page in self._history.payments_between(since, until):
            payments += page
            self._watch("payments read", len(payments), 0)
        payments.sort(key=lambda payment: (payment.paid_at, payment.charge_id))
        findings = []
        for done, payment in enumerate(payments, start=1):
            findings.append(self._judge_safely(payment))
            self._watch("payments compared", done, len(payments))
        unpaid = self._unpaid_orders(since, until, {one.intent.id for one in payments})
        return [*findings, *unpaid, *self._disputes(since, until), *self._left_refunds()]

    def _judge_safely(self, payment: Payment) -> Finding:
        """What somebody wrote on one payment at the provider must not keep the others from being compared."""
        try:
            return self._judge(payment)
        except (AppError, *OUTAGES):
            raise
        except Exception:  # noqa: BLE001 - shown as a finding, and in the log
            log.exception("payment_not_understood", charge_id=payment.charge_id)
            amount, back = payment.intent.amount_received, payment.refunded_cents
            return Finding(payment.intent.id, payment.paid_at, amount, back, None, UNREADABLE)

    def _judge(self, payment: Payment) -> Finding:
        with self._db.reading() as session:
            result = find_state(session, payment)
        if result in (MISSING, LOST, UNKNOWN) and not self._dry_run:
            result = self._db.write(lambda session: self._make_order(session, payment))
        refunds = self._compare_refunds(payment, result)
        with self._db.reading() as session:
            order = find_order_by_intent(session, payment.intent.id)
        number = order.order_number if order else None
        amount, back = payment.intent.amount_received, payment.refunded_cents
        return Finding(payment.intent.id, payment.paid_at, amount, back, number, refunds or result)

    def _make_order(self, session: Session, payment: Payment) -> str:
        """Settle a payment that has no order yet. What cannot be settled is held for the superadmin."""
        is_lost = queries.find_checkout_of(session, payment.intent) is None
        copy = find_copy(session, payment) if is_lost else None
        if copy is not None:
            rebuild_checkout(session, payment, copy)
        is_old = is_lost or clock.now() - payment.paid_at > OLD_NEWS
        order = settle(
            session,
            payment.intent,
            expect_live=self._expect_live,
            source="command",
            paid_at=payment.paid_at,
            withheld=WITHHELD if is_old else None,
        )
        if order is None:
            return HELD
        return REBUILT if is_lost else SETTLED

    def _compare_refunds(self, payment: Payment, result: str) -> str | None:
        """What there is to say of the refunds; None when they fit or the payment has no order."""
        with self._db.reading() as session:
            order = find_order_by_intent(session, payment.intent.id)
            if order is None or noted_cents(session, order.id) == payment.refunded_cents:
                return None
        if self._dry_run:
            return REFUNDS_MISSING
        made = self._history.list_refunds(payment.intent.id)
        order_id = order.id
        self._db.write(lambda session: _note_refunds(session, order_id, made))
        with self._db.reading() as session:
            if noted_cents(session, order_id) != payment.refunded_cents:
                return WRONG_REFUNDS
        return REFUNDS_NOTED if result == FITS else None

    def _unpaid_orders(self, since: datetime, until: datetime, paid: set[str]) -> list[Finding]:
        """Online orders of the window whose payment the provider does not have."""
        with self._db.reading() as session:
            orders = list_online_orders(session, since, until)
        return [
            Finding(order.payment_intent_id or "", order.created_at, 0, 0, order.order_number, UNPAID)
            for order in orders
            if order.payment_intent_id not in paid and not self._is_paid(order.payment_intent_id)
        ]

    def _disputes(self, since: datetime, until: datetime) -> list[Finding]:
        """Those opened in the window, and those of any time that are open in our books."""
        with self._db.reading() as session:
            still_open = set(disputes.list_open(session))
        findings, read_at = [], clock.now()
        for page in self._history.disputes_between(since, until):
            findings += [self._compare_dispute(seen, read_at) for seen in page]
            still_open -= {seen.id for seen in page}
        for dispute_id in sorted(still_open):
            findings.append(self._compare_dispute(self._read_dispute(dispute_id), clock.now()))
        return [finding for finding in findings if finding is not None]

    def _read_dispute(self, dispute_id: str) -> DisputeSeen | None:
        try:
            return self._history.get_dispute(dispute_id)
        except PaymentRefused:
            log.error("dispute_unknown", dispute_id=dispute_id)
            return None

    def _compare_dispute(self, seen: DisputeSeen | None, read_at: datetime) -> Finding | None:
        with self._db.reading() as session:
            if seen is None or not disputes.is_news(session, seen):
                return None
            order = find_order_by_intent(session, seen.intent_id)
        if not self._dry_run:
            self._db.write(lambda session: disputes.note_dispute(session, seen, read_at))
        result = DISPUTE_MISSING if self._dry_run else DISPUTE_NOTED
        number = order.order_number if order else None
        return Finding(seen.intent_id, seen.created_at, seen.amount_cents, 0, number, result)

    def _left_refunds(self) -> list[Finding]:
        """Of any time: money that was promised and that nobody works on."""
        with self._db.reading() as session:
            left = list_left_behind(session)
            numbers = {
                one.id: session.get_one(Order, one.order_id).order_number for one in left if one.order_id
            }
        if not self._dry_run:
            for refund in left:
                self._db.write(lambda session, refund=refund: send_again(session, refund))  # type: ignore[misc]
        result = LEFT_BEHIND if self._dry_run else SENT_AGAIN
        return [
            Finding(
                one.payment_intent_id or "", one.created_at, one.amount_cents, 0, numbers.get(one.id), result
            )
            for one in left
        ]

    def _is_paid(self, intent_id: str | None) -> bool:
        """Asked one by one: a payment at the edge of the window may lie just outside it."""
        try:
            return self._history.get_intent(intent_id or "").status == "succeeded"
        except PaymentRefused:
            return False


def find_state(session: Session, payment: Payment) -> str:
    """How a payment stands with our books."""
    intent = payment.intent
    order = find_order_by_intent(session, intent.id)
    if order is not None:
        return FITS if order.total_cents == intent.amount_received else WRONG_AMOUNT
    review = queries.find_review_by_intent(session, intent.id)
    if review is not None:
        return HELD if review.decision is None else DECIDED
    checkout_id = intent.metadata.get("checkoutId", "")
    if not checkout_id or not is_ours(session, intent):
        return NOT_OURS
    if queries.find_checkout_of(session, intent) is not None:
        return MISSING
    return LOST if find_copy(session, payment) is not None else UNKNOWN


def find_copy(session: Session, payment: Payment) -> CheckoutCopy | None:
    """The provider's copy of the checkout, if it can be read and its truck is still in our books."""
    copy = decode(payment.intent.metadata)
    return copy if copy is not None and session.get(Truck, copy.truck_id) is not None else None


def noted_cents(session: Session, order_id: str) -> int:
    """What our books say that the provider has given back, or is giving back."""
    taken = (Refund.order_id == order_id, Refund.provider_id.is_not(None), Refund.status != "failed")
    return session.scalar(sa.select(sa.func.sum(Refund.amount_cents)).where(*taken)) or 0


def list_online_orders(session: Session, since: datetime, until: datetime) -> list[Order]:
    """Orders of the window that were paid through the provider."""
    query = sa.select(Order).where(
        Order.payment_intent_id.is_not(None), Order.created_at >= since, Order.created_at < until
    )
    return list(session.scalars(query.order_by(Order.created_at, Order.id)))


def _note_refunds(session: Session, order_id: str, made: Iterable[RefundMade]) -> None:
    for one in sorted(made, key=lambda refund: refund.created_at):
        if clock.now() - one.created_at > OLD_NEWS:
            withhold_text(session, session.get_one(Order, order_id), "refunded", WITHHELD)
        refund_news.record_news(session, one)
