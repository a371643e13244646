"""Compares our orders with Stripe's payments of a period, and repairs what is missing.

A payment with a known checkout is fulfilled like any other. A checkout that was lost with a database is recovered
from the payment's metadata. Running it again changes nothing. What it cannot repair stays a result for a person,
because amounts are never guessed.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.database import OUTAGE_ERRORS, Database
from chuckwagon.integrations.stripe.charges import CardPayment, StripePeriodGateway
from chuckwagon.integrations.stripe.payment_intents import PaymentRefused, StripeDispute, StripeRefund
from chuckwagon.kit import clock
from chuckwagon.kit.errors import AppError
from chuckwagon.observability.logging import log
from chuckwagon.orders.models import Order, Refund
from chuckwagon.orders.queries import find_order_by_intent
from chuckwagon.payments import queries, refund_sync
from chuckwagon.payments.checkout.intent_metadata import CheckoutMetadata, decode_metadata
from chuckwagon.payments.fulfillment import disputes
from chuckwagon.payments.fulfillment.service import fulfill_payment, is_own_payment
from chuckwagon.payments.reconciliation.checkout_from_metadata import recover_checkout
from chuckwagon.payments.refund_sending import list_stuck_refunds, queue_refund_again
from chuckwagon.settings import Settings
from chuckwagon.trucks.models import Truck

MATCHED, NOT_OURS, DECIDED = "matches", "not ours", "decided"
FULFILLED, RECOVERED, REFUNDS_RECORDED = "order created", "order recovered", "refunds recorded"
MISSING, LOST, REFUNDS_MISSING = "order missing", "order and checkout missing", "refunds missing"
HELD, UNKNOWN, WRONG_AMOUNT = "held for review", "unknown checkout", "different amount"
WRONG_REFUNDS, UNPAID, UNREADABLE = "different refunds", "no payment", "unreadable"
REFUND_STUCK, REFUND_REQUEUED = "refund stuck", "refund queued again"
DISPUTE_MISSING, DISPUTE_RECORDED = "dispute missing", "dispute recorded"
RESOLVED_RESULTS = (
    MATCHED,
    NOT_OURS,
    DECIDED,
    FULFILLED,
    RECOVERED,
    REFUNDS_RECORDED,
    REFUND_REQUEUED,
    DISPUTE_RECORDED,
)
MAX_SMS_AGE = timedelta(hours=1)
SUPPRESSED_REASON = "It was found by a reconciliation, long after the event."

ProgressCallback = Callable[[str, int, int], None]


class PaymentReconcileResult(msgspec.Struct, frozen=True):
    """The result for one payment, amounts in cents. For an order without a payment, the amounts are 0."""

    intent_id: str
    at: datetime
    amount_cents: int
    refunded_cents: int
    order_number: int | None
    result: str

    @property
    def is_resolved(self) -> bool:
        return self.result in RESOLVED_RESULTS


class PeriodReconciliation:
    """One run over a period. With `dry_run` nothing is written, and what would be repaired is reported as open."""

    def __init__(
        self,
        db: Database,
        settings: Settings,
        history: StripePeriodGateway,
        *,
        dry_run: bool,
        progress: ProgressCallback,
    ) -> None:
        self._db, self._history, self._report_progress = db, history, progress
        self._dry_run, self._expect_live = dry_run, settings.moves_real_money

    def run(self, since: datetime, until: datetime) -> list[PaymentReconcileResult]:
        """Compare and repair, oldest first, so that new order numbers follow the payments.

        Returns a result for each payment, then for orders without a payment, for new or changed disputes, and for stuck
        refunds. Raises PaymentRefused, Unavailable; what was repaired before stays repaired.
        """
        payments: list[CardPayment] = []
        for page in self._history.payments_between(since, until):
            payments += page
            self._report_progress("payments read", len(payments), 0)
        payments.sort(key=lambda payment: (payment.paid_at, payment.charge_id))
        results = []
        for done, payment in enumerate(payments, start=1):
            results.append(self._compare_safely(payment))
            self._report_progress("payments compared", done, len(payments))
        unpaid = self._find_unpaid_orders(since, until, {one.intent.id for one in payments})
        return [*results, *unpaid, *self._compare_disputes(since, until), *self._requeue_stuck_refunds()]

    def _compare_safely(self, payment: CardPayment) -> PaymentReconcileResult:
        """Compare one payment. What is unreadable in it becomes a result, so that the others are still compared."""
        try:
            return self._compare_payment(payment)
        except (AppError, *OUTAGE_ERRORS):
            raise
        except Exception:  # noqa: BLE001 - reported as a result, and logged
            log.exception("payment_not_understood", charge_id=payment.charge_id)
            amount, refunded = payment.intent.amount_received, payment.refunded_cents
            return PaymentReconcileResult(payment.intent.id, payment.paid_at, amount, refunded, None, UNREADABLE)

    def _compare_payment(self, payment: CardPayment) -> PaymentReconcileResult:
        with self._db.reading() as session:
            result = find_payment_state(session, payment)
        if result in (MISSING, LOST, UNKNOWN) and not self._dry_run:
            result = self._db.write(lambda session: self._fulfill(session, payment))
        refunds = self._compare_refunds(payment, result)
        with self._db.reading() as session:
            order = find_order_by_intent(session, payment.intent.id)
        number = order.order_number if order else None
        amount, refunded = payment.intent.amount_received, payment.refunded_cents
        return PaymentReconcileResult(payment.intent.id, payment.paid_at, amount, refunded, number, refunds or result)

    def _fulfill(self, session: Session, payment: CardPayment) -> str:
        """Fulfill a payment without an order, and return its result.

        One that cannot be fulfilled is held for review.
        """
        is_lost = queries.find_checkout_by_metadata(session, payment.intent.metadata) is None
        checkout = find_recoverable_checkout(session, payment) if is_lost else None
        if checkout is not None:
            recover_checkout(session, payment, checkout)
        is_old = is_lost or clock.now() - payment.paid_at > MAX_SMS_AGE
        order = fulfill_payment(
            session,
            payment.intent,
            expect_live=self._expect_live,
            source="command",
            paid_at=payment.paid_at,
            withheld=SUPPRESSED_REASON if is_old else None,
        )
        if order is None:
            return HELD
        return RECOVERED if is_lost else FULFILLED

    def _compare_refunds(self, payment: CardPayment, result: str) -> str | None:
        """Compare the refunds and record missing ones. Returns the result, or None to keep the payment's own."""
        with self._db.reading() as session:
            order = find_order_by_intent(session, payment.intent.id)
            if order is None or recorded_refund_cents(session, order.id) == payment.refunded_cents:
                return None
        if self._dry_run:
            return REFUNDS_MISSING
        made = self._history.list_refunds(payment.intent.id)
        order_id = order.id
        self._db.write(lambda session: _record_refunds(session, made))
        with self._db.reading() as session:
            if recorded_refund_cents(session, order_id) != payment.refunded_cents:
                return WRONG_REFUNDS
        return REFUNDS_RECORDED if result == MATCHED else None

    def _find_unpaid_orders(self, since: datetime, until: datetime, paid: set[str]) -> list[PaymentReconcileResult]:
        """List results for the online orders of the period whose payment does not exist at Stripe."""
        with self._db.reading() as session:
            orders = list_online_orders(session, since, until)
        return [
            PaymentReconcileResult(order.payment_intent_id or "", order.created_at, 0, 0, order.order_number, UNPAID)
            for order in orders
            if order.payment_intent_id not in paid and not self._is_paid(order.payment_intent_id)
        ]

    def _compare_disputes(self, since: datetime, until: datetime) -> list[PaymentReconcileResult]:
        """Compare the disputes opened in the period, and all that are open in our tables.

        Stores new or changed ones, and returns a result for each of them.
        """
        with self._db.reading() as session:
            still_open = set(disputes.list_open_dispute_ids(session))
        results, read_at = [], clock.now()
        for page in self._history.disputes_between(since, until):
            results += [self._compare_dispute(dispute, read_at) for dispute in page]
            still_open -= {dispute.id for dispute in page}
        for dispute_id in sorted(still_open):
            results.append(self._compare_dispute(self._read_dispute(dispute_id), clock.now()))
        return [result for result in results if result is not None]

    def _read_dispute(self, dispute_id: str) -> StripeDispute | None:
        try:
            return self._history.get_dispute(dispute_id)
        except PaymentRefused:
            log.error("dispute_unknown", dispute_id=dispute_id)
            return None

    def _compare_dispute(self, dispute: StripeDispute | None, read_at: datetime) -> PaymentReconcileResult | None:
        with self._db.reading() as session:
            if dispute is None or not disputes.is_new_or_changed(session, dispute):
                return None
            order = find_order_by_intent(session, dispute.intent_id)
        if not self._dry_run:
            self._db.write(lambda session: disputes.record_dispute(session, dispute, read_at))
        result = DISPUTE_MISSING if self._dry_run else DISPUTE_RECORDED
        number = order.order_number if order else None
        return PaymentReconcileResult(dispute.intent_id, dispute.created_at, dispute.amount_cents, 0, number, result)

    def _requeue_stuck_refunds(self) -> list[PaymentReconcileResult]:
        """Enqueue stuck refunds again, however old they are, and list their results."""
        with self._db.reading() as session:
            stuck = list_stuck_refunds(session)
            numbers = {one.id: session.get_one(Order, one.order_id).order_number for one in stuck if one.order_id}
        if not self._dry_run:
            for refund in stuck:
                self._db.write(lambda session, refund=refund: queue_refund_again(session, refund))  # type: ignore[misc]
        result = REFUND_STUCK if self._dry_run else REFUND_REQUEUED
        return [
            PaymentReconcileResult(
                one.payment_intent_id or "", one.created_at, one.amount_cents, 0, numbers.get(one.id), result
            )
            for one in stuck
        ]

    def _is_paid(self, intent_id: str | None) -> bool:
        """Whether Stripe says that the payment has succeeded.

        Fetched, because a payment at the edge of the period may be just outside it.
        """
        try:
            return self._history.get_intent(intent_id or "").status == "succeeded"
        except PaymentRefused:
            return False


def find_payment_state(session: Session, payment: CardPayment) -> str:
    """Compare a card payment at Stripe with our tables, and return one of the results. Changes nothing.

    MATCHED or WRONG_AMOUNT if it has an order, HELD or DECIDED if it has a review, NOT_OURS, MISSING if only its
    checkout is stored, LOST if the checkout can be recovered from Stripe's metadata, else UNKNOWN.
    """
    intent = payment.intent
    order = find_order_by_intent(session, intent.id)
    if order is not None:
        return MATCHED if order.total_cents == intent.amount_received else WRONG_AMOUNT
    review = queries.find_review_by_intent(session, intent.id)
    if review is not None:
        return HELD if review.decision is None else DECIDED
    checkout_id = intent.metadata.get("checkoutId", "")
    if not checkout_id or not is_own_payment(session, intent):
        return NOT_OURS
    if queries.find_checkout_by_metadata(session, intent.metadata) is not None:
        return MISSING
    return LOST if find_recoverable_checkout(session, payment) is not None else UNKNOWN


def find_recoverable_checkout(session: Session, payment: CardPayment) -> CheckoutMetadata | None:
    """Return the checkout in the payment's metadata, if it is readable and its truck exists; else None."""
    checkout = decode_metadata(payment.intent.metadata)
    return checkout if checkout is not None and session.get(Truck, checkout.truck_id) is not None else None


def recorded_refund_cents(session: Session, order_id: str) -> int:
    """Return the cents of the order that Stripe has refunded or is refunding, by our tables."""
    is_sent = (Refund.order_id == order_id, Refund.provider_id.is_not(None), Refund.status != "failed")
    return session.scalar(sa.select(sa.func.sum(Refund.amount_cents)).where(*is_sent)) or 0


def list_online_orders(session: Session, since: datetime, until: datetime) -> list[Order]:
    """List the orders created in the period that were paid through Stripe."""
    query = sa.select(Order).where(
        Order.payment_intent_id.is_not(None), Order.created_at >= since, Order.created_at < until
    )
    return list(session.scalars(query.order_by(Order.created_at, Order.id)))


def _record_refunds(session: Session, refunds: Iterable[StripeRefund]) -> None:
    known, since = sorted(refunds, key=lambda refund: refund.created_at), clock.now() - MAX_SMS_AGE
    old = refund_sync.store_refunds(session, [one for one in known if one.created_at < since])
    new = refund_sync.store_refunds(session, [one for one in known if one.created_at >= since])
    refund_sync.publish_refunds(session, old, SUPPRESSED_REASON)
    refund_sync.publish_refunds(session, new)
