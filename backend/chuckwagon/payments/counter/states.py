"""The states of counter payments, and the counter order that a charge on a reader becomes.

Each change is one conditional update. The one fulfillment calls `as_counter_order` and `finish`, and what closes an
unpaid checkout calls `end_unpaid`. Nothing here calls Stripe.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

import sqlalchemy as sa
from msgspec.structs import replace
from sqlalchemy.orm import Session

from chuckwagon.db.database import try_update_one
from chuckwagon.jobs import outbox
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict
from chuckwagon.orders.models import READER, Order
from chuckwagon.orders.placement.counter_drafts import DraftId, PaymentRunning, give_draft_to_order, release_draft
from chuckwagon.orders.placement.order_insert import PlacedOrder
from chuckwagon.orders.placement.pricing import max_tip_cents
from chuckwagon.orders.service import OrderDraft
from chuckwagon.payments.checkout.intent_metadata import read_draft_id
from chuckwagon.payments.checkout.statements import CheckoutRow
from chuckwagon.payments.counter import models
from chuckwagon.payments.counter.models import CANCELLED, EXPIRED, FINAL, RUNNING, CardReader, CounterPayment
from chuckwagon.payments.models import CANCELLED as CHECKOUT_CLOSED
from chuckwagon.payments.models import Checkout, PaymentReview
from chuckwagon.realtime import change_log

COUNTER_SOURCE = "counter"
NOTHING: Mapping[str, str] = MappingProxyType({})
READ_RECEIPT = "receipt_of_reader"
TIP_OVER_LIMIT = "tip_over_limit"
IN_REVIEW = "in_review"
OF_ONLINE_ORDERS = ("pickup_passed", "truck_inactive", "item_unavailable")  # what staff at the counter see themselves


class ChargeInReview(Conflict):
    """A card was charged for the order already, and a superadmin decides about that payment."""

    code = "payment_in_review"
    sentence = "A card was charged for this order already. The payment is held for review. Do not charge again."
    reason = "charge_in_review"


def find_of_checkout(session: Session, checkout_id: str) -> CounterPayment | None:
    """The counter payment of a checkout; None for one of a page, and for one that was recovered from Stripe."""
    found = sa.select(CounterPayment).where(CounterPayment.checkout_id == checkout_id)
    return session.scalar(found.execution_options(populate_existing=True))


def change_state(
    session: Session,
    payment: CounterPayment,
    state: str,
    reason: str | None = None,
    *,
    decline_code: str = "",
    before: Iterable[str] = RUNNING,
) -> bool:
    """Change the state, if it is one of `before` and the payment was not handed out again since it was read."""
    is_same = (
        CounterPayment.id == payment.id,
        CounterPayment.tries == payment.tries,
        CounterPayment.state.in_(tuple(before)),
        sa.or_(CounterPayment.state != state, CounterPayment.reason.is_distinct_from(reason)),
    )
    values = {
        "state": state, "reason": reason[:200] if reason else None, "decline_code": decline_code[:60] or None,
        "updated_at": clock.now(),
    }  # fmt: skip
    is_changed = try_update_one(session, sa.update(CounterPayment).where(*is_same).values(values))
    if is_changed:
        publish(session, payment)
    return is_changed


def note_handed(session: Session, payment: CounterPayment) -> None:
    """Store that a reader has the present try, also one that had seemed to be lost."""
    is_same = (CounterPayment.id == payment.id, CounterPayment.tries == payment.tries)
    session.execute(sa.update(CounterPayment).where(*is_same).values(handed_at=clock.now()))
    change_state(session, payment, models.WAITING, before=models.MAY_RUN)


def publish(session: Session, payment: CounterPayment) -> None:
    """Tell the live screens of the truck that the payment has changed."""
    change_log.publish_change(session, payment.truck_id, change_log.COUNTER_PAYMENT, payment.id)


def end_unpaid(session: Session, checkout_id: str) -> None:
    """End the counter payment of a checkout that was closed unpaid, and give back its draft; nothing for others.

    One that is paid in cash goes on: Stripe's event of its cancellation may come before its order is placed.
    """
    payment = find_of_checkout(session, checkout_id)
    if payment is None or payment.state in FINAL or payment.ending == models.CASH_TAKEN:
        return
    closed = (Checkout.id == checkout_id, Checkout.status == CHECKOUT_CLOSED)
    expires_at = session.scalar(sa.select(Checkout.expires_at).where(*closed))
    if expires_at is None:
        return
    is_over = expires_at <= clock.now()
    not_final = (*RUNNING, *models.FAILED)
    change_state(session, payment, EXPIRED if is_over else CANCELLED, before=not_final)
    release_draft(session, payment.truck_id, payment.kept_draft)


def end_in_review(session: Session, checkout_id: str) -> None:
    """End the payment whose charge is held for review, so that staff do not ask for the money once more.

    One that had ended without a charge, as far as was known, says so now, too. A paid one stays as it is.
    """
    payment = find_of_checkout(session, checkout_id)
    if payment is None:
        return
    unpaid = (
        CounterPayment.id == payment.id,
        CounterPayment.state.not_in((models.PAID, models.CASH_TAKEN)),
        CounterPayment.reason.is_distinct_from(IN_REVIEW),
    )
    values = {"state": CANCELLED, "reason": IN_REVIEW, "updated_at": clock.now()}
    if try_update_one(session, sa.update(CounterPayment).where(*unpaid).values(values)):
        release_draft(session, payment.truck_id, payment.kept_draft)
        publish(session, payment)


def reader_tip(checkout: CheckoutRow, tip_cents: int) -> int:
    """The tip that the customer added on the reader, in cents. A payment on the page knows no such tip."""
    return tip_cents if checkout.source == COUNTER_SOURCE else 0


def as_counter_order(
    session: Session, checkout: CheckoutRow, draft: OrderDraft, tip_cents: int, tender: str = READER
) -> OrderDraft:
    """The order of a checkout at the counter, with the tip that was chosen on the reader; another one as it is."""
    if checkout.source != COUNTER_SOURCE:
        return draft
    payment = find_of_checkout(session, checkout.id)
    reader = session.get(CardReader, payment.reader_id) if payment else None
    tip = checkout.tip_cents + tip_cents
    flags = [flag for flag in draft.flags if flag not in OF_ONLINE_ORDERS] + (payment.flags if payment else [])
    flags += [TIP_OVER_LIMIT] if tip > max_tip_cents(checkout.subtotal_cents) else []
    is_later = checkout.pickup_at > checkout.created_at
    return replace(
        draft,
        source=COUNTER_SOURCE,
        tender=tender,
        reader={"label": reader.label if reader else ""} if tender == READER else None,
        placed_by=payment.taken_by if payment else COUNTER_SOURCE,
        tip_cents=tip,
        total_cents=checkout.total_cents + tip_cents,
        flags=flags,
        pickup_at=checkout.pickup_at if is_later else None,
        estimated_pickup_at=checkout.pickup_at if is_later else None,
    )


def finish(
    session: Session,
    checkout: CheckoutRow,
    order: PlacedOrder | Order,
    state: str,
    metadata: Mapping[str, str] = NOTHING,
) -> None:
    """Store which order the payment became, and fetch the receipt's fields later. A cancelled one may be paid too.

    The intent's `metadata` name the draft of a payment that was recovered.
    """
    if state != models.CASH_TAKEN:
        outbox.enqueue_new(session, READ_RECEIPT, f"order:{order.id}:{READ_RECEIPT}", {"orderId": order.id})
    payment = find_of_checkout(session, checkout.id)
    if payment is None:
        give_draft_to_order(session, order.truck_id, read_draft_id(metadata), order.id)
        return
    values = {"state": state, "reason": None, "order_id": order.id, "updated_at": clock.now()}
    session.execute(sa.update(CounterPayment).where(CounterPayment.id == payment.id).values(values))
    if payment.pays_order_id is not None:
        release_draft(session, payment.truck_id, payment.kept_draft)
    give_draft_to_order(session, payment.truck_id, payment.draft_id, order.id)
    publish(session, payment)


def is_to_be_asked() -> sa.ColumnElement[bool]:
    """The condition for payments whose reader is asked: they wait for a card, or are about to end.

    One that timed out, or whose reader is offline, is asked about until its hold ends: the reader may have it still.
    """
    is_ending = sa.and_(CounterPayment.ending.is_not(None), CounterPayment.state.not_in(FINAL))
    return sa.or_(CounterPayment.state.in_((*RUNNING, *models.MAY_RUN)), is_ending)


def has_running(session: Session) -> bool:
    """Whether the reader of any payment is to be asked."""
    return session.scalar(sa.select(CounterPayment.id).where(is_to_be_asked()).limit(1)) is not None


def refuse_while_running(session: Session, truck_id: str) -> None:
    """Raises PaymentRunning while a card is asked for on a reader of the truck, or may be charged all the same."""
    running = (CounterPayment.truck_id == truck_id, CounterPayment.state.in_((*RUNNING, *models.MAY_RUN)))
    found = session.scalar(sa.select(CounterPayment.id).where(*running).limit(1))
    if found is not None:
        raise PaymentRunning


def refuse_while_in_review(session: Session, truck_id: str, kept_id: DraftId | str) -> None:
    """Raises ChargeInReview for a draft, or an unpaid order by its ID, of which a charge is held for review."""
    is_of_it = sa.or_(CounterPayment.draft_id == str(kept_id), CounterPayment.pays_order_id == str(kept_id))
    held = sa.select(CounterPayment.id).join(PaymentReview, PaymentReview.checkout_id == CounterPayment.checkout_id)
    undecided = (CounterPayment.truck_id == truck_id, is_of_it, PaymentReview.decision.is_(None))
    if kept_id and session.scalar(held.where(*undecided).limit(1)) is not None:
        raise ChargeInReview


def list_open(session: Session, truck_id: str) -> list[CounterPayment]:
    """The truck's payments that are not final, oldest first."""
    open_ones = (CounterPayment.truck_id == truck_id, CounterPayment.state.not_in(FINAL))
    return list(session.scalars(sa.select(CounterPayment).where(*open_ones).order_by(CounterPayment.created_at)))


def delete_payments_of(session: Session, checkout_ids: Iterable[str]) -> None:
    """Delete the payments of unpaid checkouts that are deleted."""
    unpaid: Any = (CounterPayment.checkout_id.in_(list(checkout_ids)), CounterPayment.order_id.is_(None))
    session.execute(sa.delete(CounterPayment).where(*unpaid), execution_options={"synchronize_session": False})
