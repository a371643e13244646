"""Refunds: money back to the card, with the truck's share and the fee taken back along the way.

A refund is a row before the provider is called and marked after it. A try that follows another first asks
the provider what became of that one, so that a lost answer is never paid twice. An outage, and an error that
nobody foresaw, are waited out however long they last; a refusal ends the refund, frees its sum and says why.
"""

from datetime import timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import clock, outbox
from chuckwagon.core.db import OUTAGES, Database, changed_one
from chuckwagon.core.errors import Unavailable
from chuckwagon.core.logging import log
from chuckwagon.core.outbox import OutboxMessage
from chuckwagon.core.transaction_callbacks import after_commit
from chuckwagon.gateways.stripe_api import StripeGateway
from chuckwagon.gateways.stripe_payments import PaymentRefused, ProviderFailed
from chuckwagon.gateways.stripe_refunds import RefundMade, RefundRefused
from chuckwagon.orders.models import Order, Refund
from chuckwagon.orders.service import announce_order, list_alive_refunds, note_money
from chuckwagon.payments import queries
from chuckwagon.payments.metrics import REFUNDS
from chuckwagon.payments.refund_news import record_news
from chuckwagon.settings import Settings

LONGEST_WAIT = timedelta(hours=1)
OTHERS_FIRST = timedelta(seconds=15)
NEXT_KEY_WAITS = 20  # times the first wait: what failed may still be under way, and show in no list yet

NO_ANSWER = "the provider does not answer"


class Due(msgspec.Struct, frozen=True):
    """A refund to hand over now, in cents. `is_shared` is None for a payment that fits no checkout."""

    refund_id: str
    order_id: str | None
    intent_id: str
    amount_cents: int
    key: str
    is_shared: bool | None
    has_fee: bool


class Try(msgspec.Struct, frozen=True):
    """One try to send a claimed refund; `first_wait` is how long the second one waits."""

    due: Due
    claimed: OutboxMessage
    first_wait: timedelta


def send_refund(db: Database, stripe: StripeGateway, settings: Settings, claimed: OutboxMessage) -> None:
    """Have the provider send the money of the claimed message back, and close or return the message."""
    first_wait = timedelta(seconds=settings.refund_retry_seconds)
    try:
        _send(db, stripe, claimed, first_wait)
    except OUTAGES:
        raise
    except Exception as error:  # noqa: BLE001 - money is never given up, not even for a fault of ours
        reason = type(error).__name__
        log.exception("refund_stumbled", key=claimed.key, attempts=claimed.attempts)
        db.write(lambda session: _wait(session, claimed, reason, first_wait))


def _send(db: Database, stripe: StripeGateway, claimed: OutboxMessage, first_wait: timedelta) -> None:
    due = db.write(lambda session: _prepare(session, claimed))
    if due is None:
        return
    this = Try(due, claimed, first_wait)
    try:
        made = _hand_over(stripe, due, is_first=claimed.attempts == 1)
    except RefundRefused as refusal:
        _take_refusal(db, stripe, this, str(refusal))
    except (PaymentRefused, ProviderFailed):
        # A call under this key has ended, in a failure or with other details: the key is used up.
        db.write(lambda session: _change_key(session, this))
    except Unavailable:
        # A call under this key may still be executing, and another key would give the money back again.
        db.write(lambda session: _wait(session, claimed, NO_ANSWER, first_wait))
    else:
        db.write(lambda session: _record_made(session, claimed, made))


def _prepare(session: Session, claimed: OutboxMessage) -> Due | None:
    """What to send back; None when somebody else has the message or the refund is settled."""
    if not outbox.holds(session, claimed):
        return None
    refund = session.get_one(Refund, str(claimed.payload["refundId"]))
    if refund.status != "pending" or refund.provider_id is not None or refund.payment_intent_id is None:
        outbox.finish(session, claimed.id)
        return None
    checkout = queries.find_checkout_by_intent(session, refund.payment_intent_id) if refund.order_id else None
    return Due(
        refund_id=refund.id,
        order_id=refund.order_id,
        intent_id=refund.payment_intent_id,
        amount_cents=refund.amount_cents,
        key=refund.key if refund.key_try == 1 else f"{refund.key}:{refund.key_try}",
        is_shared=None if checkout is None else checkout.destination_account is not None,
        has_fee=checkout is not None and checkout.application_fee_cents > 0,
    )


def _hand_over(stripe: StripeGateway, due: Due, *, is_first: bool) -> list[RefundMade]:
    """What the provider has under this refund's id: made by an earlier try, or now."""
    try:
        found = [] if is_first else stripe.list_refunds(due.intent_id)
        is_shared, has_fee = _read_shares(stripe, due)
    except PaymentRefused as refusal:  # it says nothing of a call under the key
        raise Unavailable from refusal
    mine = [made for made in found if made.refund_id == due.refund_id]
    if mine:
        return mine
    made = stripe.create_refund(
        due.intent_id,
        due.amount_cents,
        refund_id=due.refund_id,
        reverse_transfer=is_shared,
        with_fee=has_fee,
        key=due.key,
    )
    return [made]


def _read_shares(stripe: StripeGateway, due: Due) -> tuple[bool, bool]:
    if due.is_shared is not None:
        return due.is_shared, due.has_fee
    intent = stripe.get_intent(due.intent_id)
    return intent.is_shared, intent.has_fee


def _record_made(session: Session, claimed: OutboxMessage, made: list[RefundMade]) -> None:
    for one in made:
        record_news(session, one)
    outbox.finish(session, claimed.id)


def _take_refusal(db: Database, stripe: StripeGateway, this: Try, sentence: str) -> None:
    """A refusal often means that money has gone back behind our back: learn of that first."""
    try:
        known = stripe.list_refunds(this.due.intent_id)
    except (PaymentRefused, Unavailable):
        db.write(lambda session: _change_key(session, this))
        return
    db.write(lambda session: _record_refusal(session, this.due, this.claimed, known, sentence))


def _record_refusal(
    session: Session, due: Due, claimed: OutboxMessage, known: list[RefundMade], sentence: str
) -> None:
    if not outbox.holds(session, claimed):
        return
    for made in known:
        record_news(session, made)
    if any(made.refund_id == due.refund_id for made in known):
        outbox.finish(session, claimed.id)
        return
    left = _left_for(session, due)
    if _is_for_cancelling(due) and left < due.amount_cents:
        if _has_others_under_way(session, due):
            # What they will leave over is not known yet: one that is refused frees its sum for this one.
            _use_next_key(session, due)
            outbox.put_off(session, claimed, "waits for the other refunds of the order", OTHERS_FIRST)
            return
        if left > 0:
            smaller = {"amount_cents": left, "key_try": Refund.key_try + 1}
            changed_one(session, sa.update(Refund).where(Refund.id == due.refund_id).values(smaller))
            outbox.put_off(session, claimed, "less was left to give back", timedelta(0))
            announce_order(session, str(due.order_id))
            return
    _fail(session, due, sentence)
    outbox.finish(session, claimed.id, outbox.FAILED, "refused by the provider")


def _is_for_cancelling(due: Due) -> bool:
    """Whether it was to give back all that was left: then less is better than nothing."""
    return due.key.startswith(f"refund:{due.order_id}")


def _left_for(session: Session, due: Due) -> int:
    if due.order_id is None:
        return 0
    order = session.get_one(Order, due.order_id, with_for_update=True, populate_existing=True)
    others = [refund for refund in list_alive_refunds(session, order.id) if refund.id != due.refund_id]
    return order.total_cents - sum(refund.amount_cents for refund in others)


def _has_others_under_way(session: Session, due: Due) -> bool:
    """Whether the provider is still to be asked for another refund of the order."""
    others = (Refund.order_id == due.order_id, Refund.id != due.refund_id)
    unsent = (Refund.status == "pending", Refund.provider_id.is_(None))
    return session.scalar(sa.select(Refund.id).where(*others, *unsent).limit(1)) is not None


def _fail(session: Session, due: Due, sentence: str) -> None:
    failed = sa.update(Refund).where(Refund.id == due.refund_id, Refund.provider_id.is_(None))
    values = {"status": "failed", "failure": sentence, "updated_at": clock.now()}
    if changed_one(session, failed.values(values)) and due.order_id is not None:
        note_money(session, due.order_id)
    log.error("refund_refused", refund_id=due.refund_id)
    after_commit(session, lambda: REFUNDS.add("refused"))


def _change_key(session: Session, this: Try) -> None:
    if outbox.holds(session, this.claimed):
        _use_next_key(session, this.due)
        least = this.first_wait * NEXT_KEY_WAITS
        _wait(session, this.claimed, NO_ANSWER, this.first_wait, least)


def _wait(
    session: Session,
    claimed: OutboxMessage,
    reason: str,
    first_wait: timedelta,
    least: timedelta = timedelta(0),
) -> None:
    """Until the next try, longer from try to try, up to an hour."""
    if outbox.holds(session, claimed):
        wait = min(first_wait * 3 ** min(claimed.attempts - 1, 10), LONGEST_WAIT)
        outbox.put_off(session, claimed, reason, max(wait, least))
        after_commit(session, lambda: REFUNDS.add("delayed"))


def _use_next_key(session: Session, due: Due) -> None:
    bumped = sa.update(Refund).where(Refund.id == due.refund_id).values(key_try=Refund.key_try + 1)
    changed_one(session, bumped)
