"""Sends refunds to Stripe, with the truck's share and our fee taken back in proportion.

A refund is a row before Stripe is called, and updated after. A retry first asks Stripe for the result of the
earlier try, so that a lost response never refunds twice. Outages and unexpected errors are retried forever; a
refusal ends the refund, frees its amount and stores the reason. Stuck refunds are pending without such a message.
"""

from datetime import timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database, is_outage, try_update_one
from chuckwagon.db.transaction_callbacks import after_commit
from chuckwagon.integrations.stripe.client import StripeGateway
from chuckwagon.integrations.stripe.payment_intents import (
    PaymentRefused,
    RefundRefused,
    StripeFailureReplayed,
    StripeRefund,
)
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Unavailable
from chuckwagon.observability.logging import log
from chuckwagon.orders.models import Order, Refund
from chuckwagon.orders.queries import list_effective_refunds
from chuckwagon.orders.reservations.service import follow_refund
from chuckwagon.orders.service import publish_order_change, update_payment_status
from chuckwagon.payments import queries
from chuckwagon.payments.metrics import REFUNDS
from chuckwagon.payments.refund_sync import publish_refunds, record_refunds, store_refunds
from chuckwagon.settings import Settings

MAX_DELAY = timedelta(hours=1)
OTHER_REFUNDS_DELAY = timedelta(seconds=15)
NEXT_KEY_FACTOR = 20  # times the first wait, because a failed call may still be running and be missing in the list
NO_ANSWER = "the provider does not answer"


class RefundToSend(msgspec.Struct, frozen=True):
    """A refund to send now, amount in cents. `is_shared` is None when the payment matches no checkout."""

    refund_id: str
    order_id: str | None
    intent_id: str
    amount_cents: int
    key: str
    is_shared: bool | None
    has_fee: bool


class SendAttempt(msgspec.Struct, frozen=True):
    """One try of a claimed refund; `first_wait` is the delay before the second try."""

    refund: RefundToSend
    claimed: OutboxMessage
    first_wait: timedelta


def send_refund(db: Database, stripe: StripeGateway, settings: Settings, claimed: OutboxMessage) -> None:
    """Send the refund of the claimed message, and finish or reschedule the message.

    Raises only on an outage of the database.
    """
    first_wait = timedelta(seconds=settings.refund_retry_seconds)
    try:
        _send(db, stripe, claimed, first_wait)
    except Exception as error:  # a refund is retried even after a bug of ours
        if is_outage(error):
            raise
        reason = type(error).__name__
        log.exception("refund_stumbled", key=claimed.key, attempts=claimed.attempts)
        db.write(lambda session: _retry_later(session, claimed, reason, first_wait))


def _send(db: Database, stripe: StripeGateway, claimed: OutboxMessage, first_wait: timedelta) -> None:
    refund = db.write(lambda session: _prepare(session, claimed))
    if refund is None:
        return
    attempt = SendAttempt(refund, claimed, first_wait)
    try:
        fetched = _find_or_send(stripe, refund, is_first=claimed.attempts == 1)
    except RefundRefused as refusal:
        _handle_refusal(db, stripe, attempt, str(refusal))
    except (PaymentRefused, StripeFailureReplayed):
        # A call under this key has ended with a failure or with other details, so the key cannot be reused.
        db.write(lambda session: _retry_with_next_key(session, attempt))
    except Unavailable:
        # A call under this key may still be running, and another key could refund twice.
        db.write(lambda session: _retry_later(session, claimed, NO_ANSWER, first_wait))
    else:
        db.write(lambda session: _record_refunds(session, claimed, fetched))


def _prepare(session: Session, claimed: OutboxMessage) -> RefundToSend | None:
    """Return the refund to send; None when the lease was lost or the refund needs no sending.

    In the second case the message is finished.
    """
    if not outbox.has_claim(session, claimed):
        return None
    refund = session.get_one(Refund, str(claimed.payload["refundId"]))
    if refund.status != "pending" or refund.provider_id is not None or refund.payment_intent_id is None:
        outbox.finish(session, claimed.id)
        return None
    checkout = queries.find_checkout_by_intent(session, refund.payment_intent_id) if refund.order_id else None
    return RefundToSend(
        refund_id=refund.id,
        order_id=refund.order_id,
        intent_id=refund.payment_intent_id,
        amount_cents=refund.amount_cents,
        key=refund.key if refund.key_try == 1 else f"{refund.key}:{refund.key_try}",
        is_shared=None if checkout is None else checkout.destination_account is not None,
        has_fee=checkout is not None and checkout.application_fee_cents > 0,
    )


def _find_or_send(stripe: StripeGateway, refund: RefundToSend, *, is_first: bool) -> list[StripeRefund]:
    """Return Stripe's refunds with this refund's ID, found from an earlier try or created now.

    Raises RefundRefused when Stripe refuses the refund itself, PaymentRefused or StripeFailureReplayed when its key is
    used up, and Unavailable otherwise.
    """
    try:
        found = [] if is_first else stripe.list_refunds(refund.intent_id)
        is_shared, has_fee = _read_shares(stripe, refund)
    except PaymentRefused as refusal:  # which says nothing about the refund call
        raise Unavailable from refusal
    mine = [fetched for fetched in found if fetched.refund_id == refund.refund_id]
    if mine:
        return mine
    fetched = stripe.create_refund(
        refund.intent_id,
        refund.amount_cents,
        refund_id=refund.refund_id,
        reverse_transfer=is_shared,
        with_fee=has_fee,
        key=refund.key,
    )
    return [fetched]


def _read_shares(stripe: StripeGateway, refund: RefundToSend) -> tuple[bool, bool]:
    if refund.is_shared is not None:
        return refund.is_shared, refund.has_fee
    intent = stripe.get_intent(refund.intent_id)
    return intent.is_shared, intent.has_fee


def _record_refunds(session: Session, claimed: OutboxMessage, fetched: list[StripeRefund]) -> None:
    record_refunds(session, fetched)
    outbox.finish(session, claimed.id)


def _handle_refusal(db: Database, stripe: StripeGateway, attempt: SendAttempt, sentence: str) -> None:
    """Store Stripe's refunds, then the refusal; a refusal often means that the money was refunded in the dashboard."""
    try:
        refunds = stripe.list_refunds(attempt.refund.intent_id)
    except (PaymentRefused, Unavailable):
        db.write(lambda session: _retry_with_next_key(session, attempt))
        return
    db.write(lambda session: _record_refusal(session, attempt.refund, attempt.claimed, refunds, sentence))


def _record_refusal(
    session: Session, refund: RefundToSend, claimed: OutboxMessage, refunds: list[StripeRefund], sentence: str
) -> None:
    if not outbox.has_claim(session, claimed):
        return
    changed = store_refunds(session, refunds)
    if any(fetched.refund_id == refund.refund_id for fetched in refunds):
        outbox.finish(session, claimed.id)
    elif not _try_smaller(session, refund, claimed):
        _mark_failed(session, refund, sentence)
        outbox.finish(session, claimed.id, outbox.FAILED, "refused by the provider")
    publish_refunds(session, changed)


def _try_smaller(session: Session, refund: RefundToSend, claimed: OutboxMessage) -> bool:
    """Postpone the refund of a cancellation that asks for more than is left. False when it has failed."""
    remaining = _remaining_cents(session, refund)
    if not _is_cancellation_refund(refund) or remaining >= refund.amount_cents:
        return False
    if _has_unsent_refunds(session, refund):
        # The remaining amount is not known yet, because a refused refund frees its amount for this one.
        _use_next_key(session, refund)
        outbox.postpone(session, claimed, "waits for the other refunds of the order", OTHER_REFUNDS_DELAY)
        return True
    if remaining <= 0:
        return False
    smaller = {"amount_cents": remaining, "key_try": Refund.key_try + 1}
    try_update_one(session, sa.update(Refund).where(Refund.id == refund.refund_id).values(smaller))
    outbox.postpone(session, claimed, "less was left to refund", timedelta(0))
    publish_order_change(session, str(refund.order_id))
    return True


def _is_cancellation_refund(refund: RefundToSend) -> bool:
    """Whether the refund belongs to a cancellation, which refunds less if less is left."""
    return refund.key.startswith(f"refund:{refund.order_id}")


def _remaining_cents(session: Session, refund: RefundToSend) -> int:
    if refund.order_id is None:
        return 0
    order = session.get_one(Order, refund.order_id, with_for_update=True, populate_existing=True)
    others = [other for other in list_effective_refunds(session, order.id) if other.id != refund.refund_id]
    return order.total_cents - sum(other.amount_cents for other in others)


def _has_unsent_refunds(session: Session, refund: RefundToSend) -> bool:
    """Whether another refund of the order is not yet sent to Stripe."""
    others = (Refund.order_id == refund.order_id, Refund.id != refund.refund_id)
    unsent = (Refund.status == "pending", Refund.provider_id.is_(None))
    return session.scalar(sa.select(Refund.id).where(*others, *unsent).limit(1)) is not None


def _mark_failed(session: Session, refund: RefundToSend, sentence: str) -> None:
    failed = sa.update(Refund).where(Refund.id == refund.refund_id, Refund.provider_id.is_(None))
    values = {"status": "failed", "failure": sentence, "updated_at": clock.now()}
    if try_update_one(session, failed.values(values)) and refund.order_id is not None:
        order = session.get_one(Order, refund.order_id, with_for_update=True, populate_existing=True)
        follow_refund(session, order, session.get_one(Refund, refund.refund_id, populate_existing=True))
        update_payment_status(session, order.id)
    log.error("refund_refused", refund_id=refund.refund_id)
    after_commit(session, lambda: REFUNDS.labels("refused").inc())


def _retry_with_next_key(session: Session, attempt: SendAttempt) -> None:
    if outbox.has_claim(session, attempt.claimed):
        _use_next_key(session, attempt.refund)
        min_delay = attempt.first_wait * NEXT_KEY_FACTOR
        _retry_later(session, attempt.claimed, NO_ANSWER, attempt.first_wait, min_delay)


def _retry_later(
    session: Session,
    claimed: OutboxMessage,
    reason: str,
    first_wait: timedelta,
    min_delay: timedelta = timedelta(0),
) -> None:
    """Postpone the message; the delay triples with each attempt, up to an hour, and is at least `min_delay`."""
    if outbox.has_claim(session, claimed):
        delay = min(first_wait * 3 ** min(claimed.attempts - 1, 10), MAX_DELAY)
        outbox.postpone(session, claimed, reason, max(delay, min_delay))
        after_commit(session, lambda: REFUNDS.labels("delayed").inc())


def _use_next_key(session: Session, refund: RefundToSend) -> None:
    bumped = sa.update(Refund).where(Refund.id == refund.refund_id).values(key_try=Refund.key_try + 1)
    try_update_one(session, bumped)


def list_stuck_refunds(session: Session) -> list[Refund]:
    """List the pending card refunds that Stripe has not confirmed and no waiting message sends, oldest first."""
    waiting = sa.select(OutboxMessage.id).where(OutboxMessage.key == Refund.key, OutboxMessage.status == outbox.WAITING)
    query = sa.select(Refund).where(
        Refund.status == "pending",
        Refund.provider_id.is_(None),
        Refund.payment_intent_id.is_not(None),
        ~waiting.exists(),
    )
    return list(session.scalars(query.order_by(Refund.created_at, Refund.id)))


def queue_refund_again(session: Session, refund: Refund) -> None:
    """Make the refund's outbox message due again. The refund stays pending; the worker first asks Stripe about it."""
    outbox.reopen(session, "refund_payment", refund.key, {"refundId": refund.id})
