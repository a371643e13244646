"""Takes a card on a reader: save, make the intent, save, hand it to the reader. Then: try again.

Each step is committed before the next, and no step calls Stripe in a transaction. What is lost between two steps is
found by `settle.py`, or ends with the hold. At most one charge: a payment has one intent, which succeeds once.
Why: docs/decisions/0060-cards-at-the-counter.md
"""

from datetime import datetime, timedelta
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.audit import log
from chuckwagon.db.database import Database, try_update_one
from chuckwagon.db.idempotency import parse_idempotency_key, run_idempotent
from chuckwagon.db.installation import ensure_installation_id
from chuckwagon.integrations.stripe.payment_intents import Intent, PaymentRefused
from chuckwagon.integrations.stripe.terminal import ReaderRefused, terminal_gateway
from chuckwagon.kit import clock
from chuckwagon.kit.errors import AppError, Conflict, NotFound
from chuckwagon.kit.ids import new_id
from chuckwagon.kit.money import format_usd
from chuckwagon.observability.logging import log as app_log
from chuckwagon.offers.uses import UseHold, hold_use, refuse_without_phone
from chuckwagon.orders import queries as order_queries
from chuckwagon.orders.placement.counter_drafts import claim_draft, find_order_of_draft, without_transport
from chuckwagon.orders.placement.counter_orders import (
    AT_THE_COUNTER,
    ReservedCounterOrder,
    ValidatedCounterOrder,
    check_counter_order,
    reserve_counter_order,
)
from chuckwagon.orders.reservations import service as reservations
from chuckwagon.orders.reservations.models import HELD, Reservation
from chuckwagon.payments.checkout import service as checkout_service
from chuckwagon.payments.checkout import statements as checkout_statements
from chuckwagon.payments.checkout.intent_metadata import DRAFT_KEY, ORDER_KEY
from chuckwagon.payments.checkout.pickup import stop_columns
from chuckwagon.payments.checkout.save import list_transfer_values
from chuckwagon.payments.checkout.statements import CheckoutRow
from chuckwagon.payments.counter import endings, models, queries, schemas, settle, states, unpaid_orders
from chuckwagon.payments.counter.models import CardReader, CounterPayment
from chuckwagon.payments.counter.readers import get_reader_for, note_reader
from chuckwagon.payments.models import OPEN, Checkout
from chuckwagon.settings import Settings
from chuckwagon.trucks.models import Truck

ASKED, RETRIED = "counter_payment.asked", "counter_payment.retried"


class DraftTaken(Conflict):
    """The draft is an order already; `order` is its present state."""

    code = "payment_conflict"
    sentence = "This order was placed already."
    reason = "order_placed"


class _Saved(msgspec.Struct):
    id: str


def take_card(
    db: Database, settings: Settings, actor: Actor, request: schemas.CounterPaymentRequest, key: str | None
) -> schemas.CounterPayment:
    """Save the order as a checkout, make its intent and hand it to the reader; a repeat goes on where the first ended.

    Raises NotFound, NotAllowed, the errors of a counter order, DraftTaken, PaymentRunning, PaymentConflict
    for an order that is not unpaid, ChargeInReview, IdempotencyKeyReused. What Stripe or the reader say is the
    payment's state, never an error.
    """
    if request.order_id:
        return _take_for_order(db, settings, actor, request, request.order_id, key)
    with db.reading() as session:
        truck = order_queries.get_truck_for_orders(session, actor, request.truck_id)
        reader = get_reader_for(session, actor, request.reader_id)
        if reader.truck_id != truck.id:
            raise NotFound(queries.PAYMENT_NOT_FOUND)
        placed = find_order_of_draft(session, truck.id, request.draft_id)
        known = _find_of_order(session, placed.id) if placed else None
    if placed is not None:
        if known is None:
            raise DraftTaken(order=msgspec.to_builtins(placed))
        return queries.read_payment(db, actor, known)
    order = check_counter_order(replace(request, payment="unpaid"))
    repeat = parse_idempotency_key(actor.user_id, key, "take_card", truck.id, without_transport(request))

    def write(exclusive: bool) -> _Saved:
        def work(session: Session) -> _Saved:
            save = partial(_save, session, settings, actor, truck, reader, order, request, exclusive=exclusive)
            return run_idempotent(session, repeat, _Saved, save)

        return db.write(work)

    saved = reservations.retry_on_conflict(write)
    _hand_over(db, settings, saved.id)
    return queries.read_payment(db, actor, saved.id)


def _take_for_order(
    db: Database,
    settings: Settings,
    actor: Actor,
    request: schemas.CounterPaymentRequest,
    order_id: str,
    key: str | None,
) -> schemas.CounterPayment:
    """Ask for the card of an unpaid order that was placed before; the order's slot and stock are its own already."""
    with db.reading() as session:
        order = order_queries.get_order_for(session, actor, order_id)
        reader = get_reader_for(session, actor, request.reader_id)
        if reader.truck_id != order.truck_id:
            raise NotFound(queries.PAYMENT_NOT_FOUND)
    repeat = parse_idempotency_key(actor.user_id, key, "take_card", order.id, without_transport(request))

    def save(session: Session) -> _Saved:
        unpaid = unpaid_orders.lock_unpaid_order(session, order.id)
        claim_draft(session, unpaid.truck_id, unpaid.id)
        states.refuse_while_in_review(session, unpaid.truck_id, unpaid.id)
        ensure_installation_id(session)
        truck = session.get_one(Truck, unpaid.truck_id)
        checkout = unpaid_orders.to_checkout(settings, truck, unpaid, new_id(), clock.now())
        asks = {"asks_for_tip": truck.takes_tips and unpaid.tip_cents == 0, "flags": []}
        return _start(session, actor, reader, checkout, pays_order_id=unpaid.id, **asks)

    saved = db.write(lambda session: run_idempotent(session, repeat, _Saved, lambda: save(session)))
    _hand_over(db, settings, saved.id)
    return queries.read_payment(db, actor, saved.id)


def _find_of_order(session: Session, order_id: str) -> str | None:
    return session.scalar(sa.select(CounterPayment.id).where(CounterPayment.order_id == order_id))


def _save(
    session: Session,
    settings: Settings,
    actor: Actor,
    truck: Truck,
    reader: CardReader,
    order: ValidatedCounterOrder,
    request: schemas.CounterPaymentRequest,
    *,
    exclusive: bool,
) -> _Saved:
    claim_draft(session, truck.id, request.draft_id)
    states.refuse_while_in_review(session, truck.id, request.draft_id)
    ensure_installation_id(session)
    checkout_id, now = new_id(), clock.now()
    until = now + timedelta(seconds=settings.hold_seconds)
    got = reserve_counter_order(session, truck, order, checkout_id, exclusive=exclusive, hold_expires_at=until)
    if got.offer:
        refuse_without_phone(got.offer, order.phone)
        timezone = got.stop.timezone if got.stop else truck.timezone
        hold = UseHold(settings.hold_seconds, timezone, holder=AT_THE_COUNTER, percent=0)
        hold_use(session, got.offer, checkout_id, order.phone or "", hold)
    checkout = _to_checkout(settings, truck, order, got, checkout_id, now)
    draft_id = str(request.draft_id) if request.draft_id else None
    asks = {"asks_for_tip": truck.takes_tips and order.tip_cents == 0, "flags": list(got.slot.flags)}
    return _start(session, actor, reader, checkout, draft_id=draft_id, **asks)


def _start(session: Session, actor: Actor, reader: CardReader, checkout: CheckoutRow, **columns: Any) -> _Saved:
    checkout_statements.insert_checkout(session, checkout)
    payment = CounterPayment(
        id=new_id(),
        truck_id=checkout.truck_id,
        checkout_id=checkout.id,
        reader_id=reader.id,
        state=models.WAITING,
        taken_by=order_queries.get_staff_name(session, actor.user_id),
        created_at=checkout.created_at,
        updated_at=checkout.created_at,
        **columns,
    )
    session.add(payment)
    session.flush()
    states.publish(session, payment)
    details = {"total": format_usd(checkout.total_cents), "reader": reader.label}
    log.record(session, actor.author, ASKED, payment.id, truck_id=checkout.truck_id, details=details)
    return _Saved(payment.id)


def _to_checkout(
    settings: Settings,
    truck: Truck,
    order: ValidatedCounterOrder,
    got: ReservedCounterOrder,
    checkout_id: str,
    now: datetime,
) -> CheckoutRow:
    paid_to: Any = truck
    return CheckoutRow(
        id=checkout_id,
        truck_id=truck.id,
        truck_name=truck.name,
        attempt=None,
        sequence=1,
        idempotency_key=None,
        source=states.COUNTER_SOURCE,
        request_hash="",
        status=OPEN,
        intent_try=1,
        lines=[msgspec.to_builtins(line) for line in got.lines],
        offer_id=got.offer.id if got.offer else None,
        offer_code=got.offer.code if got.offer else None,
        currency="usd",
        fee_back_cents=0,
        customer_name=order.name,
        customer_phone=order.phone or "",
        customer_email=None,
        special_instructions=order.special_instructions,
        tax_rate_units=(got.stop or truck).tax_rate_units,
        slot_at=got.slot.slot_at,
        pickup_at=got.slot.pickup_at or now,
        created_at=now,
        expires_at=now + timedelta(seconds=settings.hold_seconds),
        **msgspec.structs.asdict(got.total),
        **list_transfer_values(paid_to, got.total, settings),
        **stop_columns(got.stop),
    )


def _hand_over(db: Database, settings: Settings, payment_id: str) -> None:
    """Make the intent if there is none, and hand it to the reader, unless a reader has it. What fails is the state."""
    with db.reading() as session:
        payment = session.get_one(CounterPayment, payment_id)
        checkout = checkout_statements.find_checkout(session, payment.checkout_id)
        reader_id = session.get_one(CardReader, payment.reader_id).provider_id
    if checkout is None or payment.state != models.WAITING or payment.handed_at is not None:
        return
    try:
        intent = _get_or_make_intent(db, settings, payment, checkout)
        if intent.status in ("succeeded", "canceled"):
            settle.apply_intent(db, settings, payment, intent)
            return
        if not _still_waits(db, payment):
            terminal_gateway(settings).cancel_intent(intent.id)  # `endings` may not have known of it yet
            return
        base = checkout.subtotal_cents if payment.asks_for_tip else None
        key = f"reader:{payment.id}:{payment.tries}"
        found = terminal_gateway(settings).process_intent(reader_id, intent.id, base, key)
        note_reader(db, payment.reader_id, found)
        db.write(partial(states.note_handed, payment=payment))
    except ReaderRefused as refused:
        db.write(partial(settle.store_refusal, payment=payment, refused=refused))
    except PaymentRefused:
        refused_as = (models.DECLINED, settle.PAYMENT_REFUSED)
        db.write(lambda session: states.change_state(session, payment, *refused_as))
    except AppError as failed:
        # Stripe may have done what it did not answer: the reader is asked, and the hold ends in any case.
        app_log.warning("counter_payment_not_handed", reason=type(failed).__name__)
        if payment.tries == 1:  # else the reader may still show the try before, which must not count as this one
            db.write(partial(states.note_handed, payment=payment))


def _still_waits(db: Database, payment: CounterPayment) -> bool:
    """Whether the payment was not cancelled or paid in cash while its intent was made."""
    with db.reading() as session:
        known = session.get_one(CounterPayment, payment.id)
        return known.ending is None and known.state not in models.FINAL


def _get_or_make_intent(db: Database, settings: Settings, payment: CounterPayment, checkout: CheckoutRow) -> Intent:
    stripe = terminal_gateway(settings)
    if checkout.payment_intent_id is not None:
        return stripe.get_intent(checkout.payment_intent_id)
    installation_id = db.write(ensure_installation_id)
    named = {DRAFT_KEY: payment.draft_id, ORDER_KEY: payment.pays_order_id}
    kept = {name: value for name, value in named.items() if value}
    return checkout_service.ensure_intent(db, stripe, settings, checkout, installation_id, kept)


def retry(
    db: Database, settings: Settings, actor: Actor, payment_id: str, reader_id: str | None
) -> schemas.CounterPayment:
    """Hand the same intent to the same or another reader; the hold starts again.

    Raises NotFound, NotAllowed, and PaymentOver for one that is final or runs.
    """
    with db.reading() as session:
        payment = queries.get_payment_for(session, actor, payment_id)
        before = session.get_one(CardReader, payment.reader_id)
        reader = get_reader_for(session, actor, reader_id) if reader_id else before
        if reader.truck_id != payment.truck_id:
            raise NotFound(queries.PAYMENT_NOT_FOUND)
        intent_id = session.get_one(Checkout, payment.checkout_id).payment_intent_id
    if payment.state in models.FAILED:
        settle.settle(db, settings, payment.id, asks_intent=True)  # it may have been charged after all
    if not db.write(partial(_begin_again, actor=actor, payment=payment, reader=reader, seconds=settings.hold_seconds)):
        shown = queries.read_payment(db, actor, payment_id)
        if shown.state == models.PAID:
            return shown
        raise endings.PaymentOver(counterPayment=msgspec.to_builtins(shown))
    if reader.id != before.id and intent_id is not None:
        endings.free_reader(settings, before.provider_id, intent_id)
    _hand_over(db, settings, payment_id)
    return queries.read_payment(db, actor, payment_id)


def _begin_again(session: Session, actor: Actor, payment: CounterPayment, reader: CardReader, seconds: int) -> bool:
    until = clock.now() + timedelta(seconds=seconds)
    is_open = (Checkout.id == payment.checkout_id, Checkout.status == OPEN)
    if not try_update_one(session, sa.update(Checkout).where(*is_open).values(expires_at=until)):
        return False
    failed = (
        CounterPayment.id == payment.id,
        CounterPayment.tries == payment.tries,
        CounterPayment.state.in_(models.FAILED),
        CounterPayment.ending.is_(None),
    )
    values = {
        "state": models.WAITING,
        "reason": None,
        "reader_id": reader.id,
        "tries": payment.tries + 1,
        "handed_at": None,
        "updated_at": clock.now(),
    }
    if not try_update_one(session, sa.update(CounterPayment).where(*failed).values(values)):
        return False
    held = (Reservation.id == payment.checkout_id, Reservation.status == HELD)
    session.execute(sa.update(Reservation).where(*held).values(hold_expires_at=until))
    log.record(session, actor.author, RETRIED, payment.id, truck_id=payment.truck_id, details={"reader": reader.label})
    states.publish(session, payment)
    return True
