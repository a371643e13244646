"""Erasure of checkouts: what was ordered and paid stays, the customer's data goes.

The metadata at Stripe contains no name, phone or e-mail, but it shows what a card holder has ordered. It is
erased too, and a marker replaces it, so that an order recovered from it stays anonymous.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database, insert_if_absent
from chuckwagon.integrations.stripe.client import StripeGateway
from chuckwagon.integrations.stripe.payment_intents import Intent, PaymentRefused
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Unavailable
from chuckwagon.observability.logging import log
from chuckwagon.offers.uses import delete_released_uses, forget_phones
from chuckwagon.orders.erasure import ERASED_NAME, ERASED_TEXT, in_batches, mentions
from chuckwagon.orders.reservations.statements import delete_reservations
from chuckwagon.payments.checkout.intent_metadata import ERASED_KEY, cart_erasure_update
from chuckwagon.payments.counter.states import delete_payments_of
from chuckwagon.payments.models import CANCELLED, OPEN, Checkout, ErasedPayment, PaymentReview

ERASE_PROVIDER_COPY = "erase_provider_copy"
RETRY_DELAY = timedelta(minutes=15)


def list_customer_checkouts(session: Session, phone: str, paid_ids: Iterable[str]) -> list[Checkout]:
    """List the open and cancelled checkouts with this phone, and the paid ones with these IDs."""
    # Filtered by status first, because few checkouts are unpaid and there is no index by phone.
    unpaid = (Checkout.status.in_((OPEN, CANCELLED)), Checkout.customer_phone == phone)
    found = {one.id: one for one in session.scalars(sa.select(Checkout).where(*unpaid))}
    for ids in in_batches(paid_ids):
        found |= {one.id: one for one in session.scalars(sa.select(Checkout).where(Checkout.id.in_(ids)))}
    return list(found.values())


def has_open_checkout(checkouts: Sequence[Checkout]) -> bool:
    """Whether one of the checkouts is neither paid nor cancelled."""
    return any(one.status == OPEN for one in checkouts)


def list_checkout_reviews(session: Session, checkouts: Sequence[Checkout]) -> list[PaymentReview]:
    """List the reviews, decided or not, of payments that name one of the checkouts."""
    found: list[PaymentReview] = []
    for ids in in_batches(one.id for one in checkouts):
        found += session.scalars(sa.select(PaymentReview).where(PaymentReview.checkout_id.in_(ids)))
    return found


def anonymize_checkouts(session: Session, checkouts: Sequence[Checkout], identifiers: set[str]) -> None:
    """Remove the customer from the checkouts and from review notes, and enqueue the erasure of the metadata at Stripe.

    `identifiers` are the terms that identify the customer in a note.
    """
    for review in list_checkout_reviews(session, checkouts):
        if mentions(review.note, identifiers):
            review.note = ERASED_TEXT
        request_payment_erasure(session, review.payment_intent_id)
    for checkout in checkouts:
        checkout.customer_name, checkout.customer_phone, checkout.customer_email = ERASED_NAME, "", None
        checkout.special_instructions = None
        checkout.lines = [{**line, "special_instructions": None} for line in checkout.lines]
        # The request's digest could identify the customer too.
        checkout.request_hash, checkout.client_secret_hash = "", None
        if checkout.payment_intent_id is not None:
            request_payment_erasure(session, checkout.payment_intent_id)
    forget_phones(session, [checkout.id for checkout in checkouts if checkout.offer_id is not None])
    session.flush()


def request_payment_erasure(session: Session, intent_id: str, at: datetime | None = None) -> None:
    """Record that the payer is erased, and enqueue the erasure of the metadata at Stripe."""
    insert_if_absent(session, ErasedPayment, {"payment_intent_id": intent_id, "erased_at": at or clock.now()})
    outbox.enqueue(session, ERASE_PROVIDER_COPY, f"payment:{intent_id}:erase_copy", {"paymentIntentId": intent_id})


def is_payer_erased(session: Session, intent: Intent) -> bool:
    """Whether the payer is erased, by our table or the marker in the metadata of `intent`. Does not call Stripe.

    The marker tells where a restore lost the row.
    """
    return ERASED_KEY in intent.metadata or session.get(ErasedPayment, intent.id) is not None


def erase_restored_payment(session: Session, intent_id: str, at: datetime) -> None:
    """Erase the checkout of an erased payment again after a backup has restored it. Does nothing if it is erased."""
    if session.get(ErasedPayment, intent_id) is None:
        found = sa.select(Checkout).where(Checkout.payment_intent_id == intent_id)
        anonymize_checkouts(session, list(session.scalars(found)), set())
        request_payment_erasure(session, intent_id, at)


def erase_intent_metadata(db: Database, stripe: StripeGateway, claimed: OutboxMessage) -> None:
    """Job: remove the cart from a payment and its charges at Stripe, and mark them as erased.

    Finishes the message, or postpones it when Stripe does not answer.
    """
    intent_id = str(claimed.payload["paymentIntentId"])
    try:
        changed = cart_erasure_update(stripe.get_intent(intent_id).metadata)
        # The payment intent comes last, because a retry reads from its cart what to erase.
        stripe.change_metadata_of_charges(intent_id, changed)
        stripe.change_metadata(intent_id, changed)
    except PaymentRefused:
        log.error("provider_copy_not_erased", payment_intent_id=intent_id)
        db.write(lambda session: outbox.finish(session, claimed.id, outbox.FAILED, "refused"))
    except Unavailable:
        db.write(lambda session: outbox.postpone(session, claimed, "no answer", RETRY_DELAY))
    else:
        db.write(lambda session: outbox.finish(session, claimed.id))


def list_unpaid_checkouts_before(session: Session, before: datetime, limit: int) -> list[str]:
    """List the IDs of at most `limit` cancelled checkouts that were created before `before`, oldest first.

    Left out are those with an undecided review, and those that are anonymized already because they have a review.
    """
    reviewed = sa.select(PaymentReview.checkout_id).where(PaymentReview.checkout_id.is_not(None))
    waiting = reviewed.where(PaymentReview.decision.is_(None))
    query = sa.select(Checkout.id).where(
        Checkout.status == CANCELLED,
        Checkout.created_at < before,
        Checkout.id.not_in(waiting),
        sa.or_(Checkout.id.not_in(reviewed), Checkout.customer_name != ERASED_NAME),
    )
    return list(session.scalars(query.order_by(Checkout.created_at).limit(limit)))


def delete_unpaid_checkouts(session: Session, ids: list[str]) -> None:
    """Delete those of the checkouts that are cancelled, with their reservations.

    One with a review is anonymized instead, for the books.
    """
    reviewed = session.scalars(sa.select(PaymentReview.checkout_id).where(PaymentReview.checkout_id.in_(ids)))
    kept = set(reviewed)
    still_unpaid: Any = (Checkout.id.in_(set(ids) - kept), Checkout.status == CANCELLED)
    delete_payments_of(session, set(ids) - kept)
    session.execute(sa.delete(Checkout).where(*still_unpaid), execution_options={"synchronize_session": False})
    delete_reservations(session, list(set(ids) - kept))
    delete_released_uses(session, set(ids) - kept)
    anonymize_checkouts(session, list(session.scalars(sa.select(Checkout).where(Checkout.id.in_(kept)))), set())
