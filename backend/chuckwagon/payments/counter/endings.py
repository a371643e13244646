"""Ends a payment on a reader as staff have decided: cancelled, or its order paid in cash. Stripe is asked first.

The decision is stored before (`CounterPayment.ending`), so the worker can finish it for a server that was stopped.
Whichever transaction marks the checkout first wins: a charge, a cancellation or cash.
"""

from functools import partial

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.audit import log
from chuckwagon.db.database import Database, try_update_one
from chuckwagon.integrations.stripe.terminal import terminal_gateway
from chuckwagon.kit import clock
from chuckwagon.kit.decoding import convert
from chuckwagon.kit.errors import AppError, Conflict
from chuckwagon.observability.logging import log as app_log
from chuckwagon.offers.uses import confirm_use
from chuckwagon.orders import queries as order_queries
from chuckwagon.orders.models import CASH
from chuckwagon.orders.placement.pricing import PricedLine
from chuckwagon.orders.purchase import list_purchase_fields
from chuckwagon.orders.service import OrderDraft, place_order
from chuckwagon.payments.checkout import statements as checkout_statements
from chuckwagon.payments.checkout.service import close_checkout
from chuckwagon.payments.checkout.statements import CheckoutRow
from chuckwagon.payments.counter import models, queries, schemas, states, unpaid_orders
from chuckwagon.payments.counter.models import CardReader, CounterPayment
from chuckwagon.payments.fulfillment.service import fulfill_payment
from chuckwagon.payments.fulfillment.slot_confirmation import confirm_slot
from chuckwagon.payments.models import PAID, Checkout
from chuckwagon.settings import Settings
from chuckwagon.trucks.models import Truck

MAX_LOOKS = 3  # an intent may be stored while the payment ends, which is then cancelled, too
CANCELLED, CASH_INSTEAD = "counter_payment.cancelled", "counter_payment.cash"


class PaymentOver(Conflict):
    """The payment is final, or waits for a card already; `counterPayment` is its present state."""

    code = "payment_conflict"
    sentence = "This payment has changed in the meantime."
    reason = "counter_payment_changed"


def cancel(db: Database, settings: Settings, actor: Actor, payment_id: str) -> schemas.CounterPayment:
    """Cancel the payment, at Stripe first. One that was charged in the same instant is `paid`, with its order.

    Of a cancellation and cash at the same instant the first decides, and both get the state that it led to. Raises
    NotFound, NotAllowed, Unavailable while Stripe does not answer, and PaymentOver while a charge is under way.
    """
    return _end_as(db, settings, actor, payment_id, models.CANCELLED)


def take_cash(db: Database, settings: Settings, actor: Actor, payment_id: str) -> schemas.CounterPayment:
    """Cancel the payment at Stripe, and place its order as paid in cash, with its slot, stock and prices.

    Raises the errors of `cancel`.
    """
    return _end_as(db, settings, actor, payment_id, models.CASH_TAKEN)


def _end_as(db: Database, settings: Settings, actor: Actor, payment_id: str, ending: str) -> schemas.CounterPayment:
    with db.reading() as session:
        payment = queries.get_payment_for(session, actor, payment_id)
    is_first = db.write(partial(_decide, payment=payment, ending=ending, actor=actor))
    try:
        is_ended = finish(db, settings, payment_id)
    except AppError:
        # Staff may want something else now, unless Stripe has cancelled it and only its answer was lost.
        if db.write(partial(_undo, payment=payment, is_first=is_first)):
            free_reader_of(db, settings, payment.checkout_id)
        raise
    shown = queries.read_payment(db, actor, payment_id)
    if is_ended or shown.state in models.FINAL:
        return shown
    db.write(partial(_undo, payment=payment, is_first=is_first))
    raise PaymentOver(counterPayment=msgspec.to_builtins(shown))


def _decide(session: Session, payment: CounterPayment, ending: str, actor: Actor) -> bool:
    is_open = (
        CounterPayment.id == payment.id,
        CounterPayment.ending.is_(None),
        CounterPayment.state.not_in(models.FINAL),
    )
    values = {"ending": ending, "ended_by": actor.user_id}
    if not try_update_one(session, sa.update(CounterPayment).where(*is_open).values(values)):
        return False
    action = CASH_INSTEAD if ending == models.CASH_TAKEN else CANCELLED
    log.record(session, actor.author, action, payment.id, truck_id=payment.truck_id)
    return True


def _undo(session: Session, payment: CounterPayment, *, is_first: bool) -> bool:
    """Take back a decision that was not carried out. Returns whether the payment has ended all the same.

    Stripe's event may have closed the checkout of a payment that was to be cash: then no one else would end it.
    """
    session.get_one(Checkout, payment.checkout_id, with_for_update=True)  # the event waits, or has closed it
    is_open = (CounterPayment.id == payment.id, CounterPayment.state.not_in(models.FINAL))
    undone = sa.update(CounterPayment).where(*is_open).values(ending=None, ended_by=None)
    if is_first and try_update_one(session, undone):
        states.end_unpaid(session, payment.checkout_id)
    return session.get_one(CounterPayment, payment.id, populate_existing=True).state in models.FINAL


def finish(db: Database, settings: Settings, payment_id: str) -> bool:
    """Cancel at Stripe and end the payment, or make its order if the charge was faster. False while a charge runs.

    Raises PaymentRefused, Unavailable.
    """
    stripe = terminal_gateway(settings)
    for _ in range(MAX_LOOKS):
        with db.reading() as session:
            payment = session.get_one(CounterPayment, payment_id)
            intent_id = session.get_one(Checkout, payment.checkout_id).payment_intent_id
            reader_id = session.get_one(CardReader, payment.reader_id).provider_id
        if payment.ending is None or payment.state in models.FINAL:
            return payment.state in models.FINAL
        if intent_id is not None:
            intent = stripe.cancel_intent(intent_id)
            if intent.status == "succeeded":
                live = settings.moves_real_money
                charged = partial(fulfill_payment, intent=intent, expect_live=live, source="reader")
                return db.write(charged) is not None
            if intent.status != "canceled":
                return False
            free_reader(settings, reader_id, intent_id)
        if db.write(partial(_end_payment, payment_id=payment_id, cancelled_intent_id=intent_id)):
            return True
    return False


def free_reader(settings: Settings, reader_id: str, intent_id: str) -> None:
    """End what the reader shows of the payment, as far as it can be reached. Another payment on it goes on."""
    stripe = terminal_gateway(settings)
    try:
        action = stripe.get_reader(reader_id).action
        if action is not None and action.intent_id == intent_id and action.status == "in_progress":
            stripe.cancel_action(reader_id)
    except AppError as failed:
        app_log.info("reader_not_freed", reason=type(failed).__name__)


def free_reader_of(db: Database, settings: Settings, checkout_id: str) -> None:
    """End what a reader shows of a payment that has ended by itself; nothing for a checkout of a page."""
    of_checkout = (CounterPayment.checkout_id == checkout_id, Checkout.payment_intent_id.is_not(None))
    wanted = sa.select(CardReader.provider_id, Checkout.payment_intent_id).select_from(CounterPayment)
    joined = wanted.join(CardReader, CardReader.id == CounterPayment.reader_id).join(Checkout)
    with db.reading() as session:
        found = session.execute(joined.where(*of_checkout)).one_or_none()
    if found is not None:
        free_reader(settings, found[0], str(found[1]))


def _end_payment(session: Session, payment_id: str, cancelled_intent_id: str | None) -> bool:
    """End the payment in the caller's transaction. False when it has another intent than the one that was cancelled."""
    checkout_id = session.get_one(CounterPayment, payment_id).checkout_id
    locked = session.get_one(Checkout, checkout_id, with_for_update=True, populate_existing=True)
    payment = states.find_of_checkout(session, checkout_id)
    if payment is None or payment.ending is None or payment.state in models.FINAL or locked.status == PAID:
        return True
    if locked.payment_intent_id != cancelled_intent_id:
        return False
    if payment.ending == models.CASH_TAKEN:
        locked.status = PAID
        session.flush()
        _place_for_cash(session, payment)
    else:
        close_checkout(session, checkout_id)
    return True


def _place_for_cash(session: Session, payment: CounterPayment) -> None:
    checkout = checkout_statements.find_checkout(session, payment.checkout_id)
    if checkout is None:
        return
    if payment.pays_order_id is not None:
        paid = unpaid_orders.mark_paid_in_cash(session, payment, _read_staff_name(session, payment))
        if paid is None:
            unpaid_orders.end_unpaid_order(session, payment)
        else:
            states.finish(session, checkout, paid, models.CASH_TAKEN)
        return
    lines = convert(checkout.lines, list[PricedLine])
    # Stripe's event of the cancellation may have closed the checkout already: what it held is taken again.
    flags = confirm_slot(session, checkout, lines)
    confirm_use(session, checkout.offer_id, checkout.id, checkout.customer_phone)
    draft = _to_draft(session, checkout, payment, lines, flags)
    order = place_order(session, states.as_counter_order(session, checkout, draft, 0, tender=CASH))
    states.finish(session, checkout, order, models.CASH_TAKEN)


def _to_draft(
    session: Session, checkout: CheckoutRow, payment: CounterPayment, lines: list[PricedLine], flags: list[str]
) -> OrderDraft:
    staff_name = _read_staff_name(session, payment)
    bought = list_purchase_fields(checkout) | {"customer_phone": checkout.customer_phone or None}
    return OrderDraft(
        **bought,
        checkout_id=checkout.id,
        payment_intent_id=None,
        payment_status="paid",
        source=states.COUNTER_SOURCE,
        placed_by=staff_name,
        typed_by=payment.ended_by,
        lines=lines,
        estimated_pickup_at=None,
        flags=flags,
        confirms_itself=session.get_one(Truck, checkout.truck_id).confirms_orders,
        window_method=CASH,
        window_paid_at=clock.now(),
        window_paid_to=staff_name,
    )


def _read_staff_name(session: Session, payment: CounterPayment) -> str:
    return order_queries.get_staff_name(session, payment.ended_by) if payment.ended_by else payment.taken_by
