"""Refunds: money back to the card, with the truck's share and the fee taken back along the way.

A refund is a row before the provider is called and marked after it. A try that follows another first asks
the provider what became of that one, so that a lost answer is never paid twice; an outage is waited out
however long it lasts.
"""

from datetime import timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import clock, outbox
from chuckwagon.core.db import Database, changed_one
from chuckwagon.core.errors import Unavailable
from chuckwagon.core.logging import log
from chuckwagon.core.outbox import OutboxMessage
from chuckwagon.gateways.stripe_api import PaymentRefused, ProviderFailed, RefundMade, StripeGateway
from chuckwagon.orders.models import Order, Refund
from chuckwagon.orders.service import leave_text, note_refunds
from chuckwagon.payments.models import Checkout

FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=15), timedelta(hours=1)
REFUSED_WAIT_SECONDS = 15.0
FAILED = ("failed", "canceled")
EARLIER = {"pending": ("pending",), "succeeded": ("pending",), "failed": ("pending", "succeeded")}


class Due(msgspec.Struct, frozen=True):
    """A refund to hand over now, in cents."""

    refund_id: str
    intent_id: str
    amount_cents: int
    key: str
    from_destination: bool
    with_fee: bool


def send_refund(db: Database, stripe: StripeGateway, claimed: OutboxMessage) -> None:
    """Have the provider send the money of the claimed message back, and close or return the message."""
    due = db.write(lambda session: _prepare(session, claimed))
    if due is None:
        return
    try:
        made = _hand_over(stripe, due, is_first=claimed.attempts == 1)
    except PaymentRefused:
        db.write(lambda session: _record_refusal(session, due, claimed))
    except Unavailable as outage:
        # A failure of the provider's own is kept under its key: the next try needs another one.
        is_kept = isinstance(outage, ProviderFailed)
        db.write(lambda session: _record_outage(session, due, claimed, is_kept=is_kept))
    else:
        db.write(lambda session: _record_made(session, claimed, made))


def record_news(session: Session, made: RefundMade) -> None:
    """Take what the provider says of one of our refunds, from an answer or an event, in any order."""
    status = "failed" if made.status in FAILED else made.status
    values = {"provider_id": made.id, "status": status, "updated_at": clock.now()}
    earlier = Refund.status.in_(EARLIER.get(status, ()))
    if not changed_one(session, sa.update(Refund).where(Refund.id == made.refund_id, earlier).values(values)):
        return
    refund = session.get_one(Refund, made.refund_id, populate_existing=True)
    note_refunds(session, refund.order_id)
    if status == "failed":
        log.error("refund_failed", refund_id=refund.id)
    else:
        leave_text(session, session.get_one(Order, refund.order_id), "refunded")


def _prepare(session: Session, claimed: OutboxMessage) -> Due | None:
    """What to send back; None when somebody else has the message or the refund is settled."""
    if not outbox.holds(session, claimed):
        return None
    refund = session.get_one(Refund, str(claimed.payload["refundId"]))
    order = session.get_one(Order, refund.order_id)
    if refund.status != "pending" or refund.provider_id is not None or order.payment_intent_id is None:
        outbox.finish(session, claimed.id)
        return None
    checkout = session.get(Checkout, order.checkout_id) if order.checkout_id else None
    return Due(
        refund_id=refund.id,
        intent_id=order.payment_intent_id,
        amount_cents=refund.amount_cents,
        key=refund.key if refund.key_try == 1 else f"{refund.key}:{refund.key_try}",
        from_destination=checkout is not None and checkout.destination_account is not None,
        with_fee=checkout is not None and checkout.application_fee_cents > 0,
    )


def _hand_over(stripe: StripeGateway, due: Due, *, is_first: bool) -> RefundMade:
    found = None if is_first else stripe.find_refund(due.intent_id, due.refund_id)
    if found is not None:
        return found
    return stripe.create_refund(
        due.intent_id,
        due.amount_cents,
        refund_id=due.refund_id,
        reverse_transfer=due.from_destination,
        with_fee=due.with_fee,
        key=due.key,
    )


def _record_made(session: Session, claimed: OutboxMessage, made: RefundMade) -> None:
    record_news(session, made)
    outbox.finish(session, claimed.id)


def _record_refusal(session: Session, due: Due, claimed: OutboxMessage) -> None:
    """Tried again a few times, since a call still at work is refused too; then a person has to look."""
    if not outbox.holds(session, claimed):
        return
    _use_next_key(session, due)
    if claimed.attempts >= outbox.MAX_ATTEMPTS:
        failed = sa.update(Refund).where(Refund.id == due.refund_id, Refund.provider_id.is_(None))
        changed_one(session, failed.values(status="failed", updated_at=clock.now()))
        log.error("refund_refused", refund_id=due.refund_id)
    outbox.retry_later(session, claimed, "refused by the provider", REFUSED_WAIT_SECONDS)


def _record_outage(session: Session, due: Due, claimed: OutboxMessage, *, is_kept: bool) -> None:
    if not outbox.holds(session, claimed):
        return
    if is_kept:
        _use_next_key(session, due)
    wait = min(FIRST_WAIT * 3 ** min(claimed.attempts - 1, 10), LONGEST_WAIT)
    outbox.put_off(session, claimed, "the provider does not answer", wait)


def _use_next_key(session: Session, due: Due) -> None:
    bumped = sa.update(Refund).where(Refund.id == due.refund_id).values(key_try=Refund.key_try + 1)
    changed_one(session, bumped)
