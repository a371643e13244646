"""Checkouts without the person: what was agreed and paid stays, who agreed to it does not.

The provider's copy of a cart holds no name, phone or e-mail, but it says what the holder of a card has eaten:
it goes too, and a mark takes its place, so that an order which is made again from it stays without a person.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import clock, outbox
from chuckwagon.core.db import Database, insert_if_absent
from chuckwagon.core.errors import Unavailable
from chuckwagon.core.logging import log
from chuckwagon.core.outbox import OutboxMessage
from chuckwagon.gateways.stripe_api import StripeGateway
from chuckwagon.gateways.stripe_payments import Intent, PaymentRefused
from chuckwagon.orders.forgetting import ERASED_NAME, ERASED_WORDS, in_pieces, mentions
from chuckwagon.payments.models import CANCELLED, OPEN, Checkout, ErasedPayment, PaymentReview
from chuckwagon.payments.provider_copy import ERASED, without_cart

JOB = "erase_provider_copy"
ASK_AGAIN = timedelta(minutes=15)


def list_checkouts_of(session: Session, phone: str, paid_ids: Iterable[str]) -> list[Checkout]:
    """The checkouts that were opened with this phone; of the paid ones those that are named."""
    # Found by their status, of which few are unpaid: every checkout would otherwise need an index by phone.
    unpaid = (Checkout.status.in_((OPEN, CANCELLED)), Checkout.customer_phone == phone)
    found = {one.id: one for one in session.scalars(sa.select(Checkout).where(*unpaid))}
    for ids in in_pieces(paid_ids):
        found |= {one.id: one for one in session.scalars(sa.select(Checkout).where(Checkout.id.in_(ids)))}
    return list(found.values())


def has_open_checkout(checkouts: Sequence[Checkout]) -> bool:
    """Whether one of them may be paid at any moment."""
    return any(one.status == OPEN for one in checkouts)


def list_reviews_of(session: Session, checkouts: Sequence[Checkout]) -> list[PaymentReview]:
    """The payments that were held for review and name one of the checkouts."""
    found: list[PaymentReview] = []
    for ids in in_pieces(one.id for one in checkouts):
        found += session.scalars(sa.select(PaymentReview).where(PaymentReview.checkout_id.in_(ids)))
    return found


def forget_checkouts(session: Session, checkouts: Sequence[Checkout], words: set[str]) -> None:
    """Take the person out of the checkouts, out of notes about them, and have the provider's copies go."""
    for review in list_reviews_of(session, checkouts):
        if mentions(review.note, words):
            review.note = ERASED_WORDS
        forget_payment(session, review.payment_intent_id)
    for checkout in checkouts:
        checkout.customer_name, checkout.customer_phone, checkout.customer_email = ERASED_NAME, "", None
        checkout.special_instructions = None
        checkout.lines = [{**line, "special_instructions": None} for line in checkout.lines]
        # The fingerprint of the request is one of the person's words too.
        checkout.request_hash, checkout.client_secret_hash = "", None
        if checkout.payment_intent_id is not None:
            forget_payment(session, checkout.payment_intent_id)
    session.flush()


def forget_payment(session: Session, intent_id: str, at: datetime | None = None) -> None:
    """Remember that the payer was forgotten, and leave the provider's copy to the worker."""
    insert_if_absent(session, ErasedPayment, {"payment_intent_id": intent_id, "erased_at": at or clock.now()})
    outbox.leave(session, JOB, f"payment:{intent_id}:erase_copy", {"paymentIntentId": intent_id})


def is_forgotten(session: Session, intent: Intent) -> bool:
    """Whether the payer was forgotten: our books say it, or the mark at the provider where ours were lost."""
    return ERASED in intent.metadata or session.get(ErasedPayment, intent.id) is not None


def forget_restored(session: Session, intent_id: str, at: datetime) -> None:
    """A backup has brought the payer of a forgotten payment back: forget again what is in its checkout."""
    if session.get(ErasedPayment, intent_id) is None:
        found = sa.select(Checkout).where(Checkout.payment_intent_id == intent_id)
        forget_checkouts(session, list(session.scalars(found)), set())
        forget_payment(session, intent_id, at)


def erase_provider_copy(db: Database, stripe: StripeGateway, claimed: OutboxMessage) -> None:
    """Take the cart off a payment and its charges at the provider, and mark them; outages are waited out."""
    intent_id = str(claimed.payload["paymentIntentId"])
    try:
        changed = without_cart(stripe.get_intent(intent_id).metadata)
        # The payment comes last: as long as it has a cart, a try that follows knows what to take off.
        stripe.change_metadata_of_charges(intent_id, changed)
        stripe.change_metadata(intent_id, changed)
    except PaymentRefused:
        log.error("provider_copy_not_erased", payment_intent_id=intent_id)
        db.write(lambda session: outbox.finish(session, claimed.id, outbox.FAILED, "refused"))
    except Unavailable:
        db.write(lambda session: outbox.put_off(session, claimed, "no answer", ASK_AGAIN))
    else:
        db.write(lambda session: outbox.finish(session, claimed.id))


def list_unpaid_before(session: Session, before: datetime, limit: int) -> list[str]:
    """Checkouts that nobody paid, opened before; one under review stays while nobody has decided."""
    reviewed = sa.select(PaymentReview.checkout_id).where(PaymentReview.checkout_id.is_not(None))
    waiting = reviewed.where(PaymentReview.decision.is_(None))
    query = sa.select(Checkout.id).where(
        Checkout.status == CANCELLED,
        Checkout.created_at < before,
        Checkout.id.not_in(waiting),
        sa.or_(Checkout.id.not_in(reviewed), Checkout.customer_name != ERASED_NAME),
    )
    return list(session.scalars(query.order_by(Checkout.created_at).limit(limit)))


def drop_unpaid(session: Session, ids: list[str]) -> None:
    """Delete unpaid checkouts; one whose payment was reviewed stays for the books, without its person."""
    reviewed = session.scalars(sa.select(PaymentReview.checkout_id).where(PaymentReview.checkout_id.in_(ids)))
    kept = set(reviewed)
    still_unpaid: Any = (Checkout.id.in_(set(ids) - kept), Checkout.status == CANCELLED)
    session.execute(
        sa.delete(Checkout).where(*still_unpaid), execution_options={"synchronize_session": False}
    )
    forget_checkouts(session, list(session.scalars(sa.select(Checkout).where(Checkout.id.in_(kept)))), set())
