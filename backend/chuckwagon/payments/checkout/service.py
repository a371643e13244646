"""Checkout: price the cart, save it, then create a payment intent at Stripe.

The order of these steps matters: the checkout is committed before Stripe is called, Stripe is called outside any
transaction, and the intent's ID is saved after. A crash between two steps leaves a checkout without an intent,
or an intent whose metadata names its checkout, but never a payment without a record.
"""

from datetime import timedelta
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import UNSET
from sqlalchemy.orm import Session

from chuckwagon.db import locks, rate_limits
from chuckwagon.db.database import Database, try_update_one
from chuckwagon.db.installation_id import ensure_installation_id
from chuckwagon.db.transaction_callbacks import after_commit
from chuckwagon.integrations.circuit_breaker import CircuitOpen
from chuckwagon.integrations.stripe.client import StripeGateway, stripe_gateway
from chuckwagon.integrations.stripe.payments import Intent, PaymentRefused, ProviderFailed, TransferRefused
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict, IdempotencyKeyReused
from chuckwagon.kit.ids import hash_secret, new_id
from chuckwagon.kit.languages import ENGLISH, Language
from chuckwagon.kit.money import to_dollars
from chuckwagon.kit.sentences import Sentence
from chuckwagon.orders.pickup_place import to_pickup_place
from chuckwagon.orders.placement.pricing import Totals
from chuckwagon.orders.reservations import service as reservations
from chuckwagon.payments import queries
from chuckwagon.payments.checkout import checkout_rows, responses, schemas
from chuckwagon.payments.checkout.attempts import is_same_purchase
from chuckwagon.payments.checkout.cart_prices import PricedCart, price_checkout
from chuckwagon.payments.checkout.checkout_rows import CheckoutRow
from chuckwagon.payments.checkout.intent_metadata import describe_checkout, encode_metadata
from chuckwagon.payments.checkout.pickup_wish import read_wish
from chuckwagon.payments.checkout.refusals import TruckClosed, describe_closed
from chuckwagon.payments.checkout.slot_again import hold_again
from chuckwagon.payments.checkout.slot_hold import Hold, hold_slot
from chuckwagon.payments.checkout.stop_choice import at_stop, choose_stop, get_truck, stop_columns
from chuckwagon.payments.connect.accounts import record_transfer_capability
from chuckwagon.payments.metrics import CHECKOUTS
from chuckwagon.payments.models import CANCELLED, OPEN, Checkout
from chuckwagon.settings import Settings
from chuckwagon.trucks.checkout_view import CheckoutTruck


class CheckoutReplaced(Conflict):
    code = "checkout_replaced"
    sentence = "This checkout was replaced by a newer one. Please go on in the newest page."


MAX_LINES_PRICED_WHILE_WRITING = 5

CHECKOUT_EXPIRED = Sentence("This checkout is over. Please check your order and try again.", "checkout_expired")


class CheckoutRequestMeta(msgspec.Struct, frozen=True):
    """The caller's network address for the rate limits, and its headers.

    Two of them make retries harmless. `language` is the browser's, for a request that names none.
    """

    address: str
    attempt: str | None = None
    idempotency_key: str | None = None
    language: Language = ENGLISH


def open_checkout(
    db: Database,
    settings: Settings,
    request: schemas.PaymentIntentRequest,
    caller: CheckoutRequestMeta,
) -> responses.PaymentIntentAnswer:
    """Save the priced checkout and create its intent. A known key or a paid attempt returns the earlier checkout.

    Raises InvalidInput, NotFound, PricesChanged, CartInvalid, TruckClosed, StopClosed, StopChanged, CheckoutReplaced,
    IdempotencyKeyReused, TooManyRequests, Unavailable.
    """
    checkout, installation_id = _save_checkout_once(db, settings, request, caller)
    stripe = stripe_gateway(settings)
    earlier = _list_earlier_checkouts(db, checkout)
    for other in earlier:
        paid_intent = _cancel_intent(db, stripe, other)
        if paid_intent is not None and is_same_purchase(other, checkout):
            db.write(lambda session: close_checkout(session, checkout.id))
            return _to_response(other, paid_intent)
    return _to_response(checkout, _ensure_intent(db, stripe, settings, checkout, installation_id))


def close_checkout(session: Session, checkout_id: str) -> bool:
    """Cancel an unpaid checkout and give back what it holds; a paid one stays paid. Returns whether it was open.

    Its payment intent is cancelled at Stripe, or was never given to the customer.
    """
    unpaid = sa.update(Checkout).where(Checkout.id == checkout_id, Checkout.status == OPEN)
    is_closed = try_update_one(session, unpaid.values(status=CANCELLED))
    if is_closed:
        reservations.release(session, checkout_id)
    return is_closed


def _list_earlier_checkouts(db: Database, checkout: CheckoutRow) -> list[CheckoutRow]:
    """Skip the query for the first checkout of an attempt, which nearly every checkout is."""
    if checkout.attempt is None or checkout.sequence == 1:
        return []
    with db.reading() as session:
        return checkout_rows.list_earlier_checkouts(session, checkout)


def _save_checkout_once(
    db: Database, settings: Settings, request: schemas.PaymentIntentRequest, caller: CheckoutRequestMeta
) -> tuple[CheckoutRow, str]:
    """Save the checkout; return it with the installation's ID.

    Of two concurrent requests with one key, the second returns what the first has saved.
    """
    priced = _price_before_writing(db, request, caller)

    def save(session: Session, *, alone: bool) -> tuple[CheckoutRow, str]:
        installation_id = ensure_installation_id(session)
        return _save_checkout(session, settings, request, caller, priced, alone=alone), installation_id

    def write() -> tuple[CheckoutRow, str]:
        return reservations.take_until_planned(lambda alone: db.write(partial(save, alone=alone)))

    try:
        return write()
    except sa.exc.IntegrityError:
        if caller.idempotency_key is None:
            raise
        return write()


def _price_before_writing(
    db: Database, request: schemas.PaymentIntentRequest, caller: CheckoutRequestMeta
) -> PricedCart | None:
    """Price a large cart of a new checkout, so that it does not hold the write lock meanwhile.

    None for a small one, for which another session would take longer than its prices.
    """
    if len(request.cart.items) <= MAX_LINES_PRICED_WHILE_WRITING:
        return None
    with db.reading() as session:
        if checkout_rows.find_checkout_by_key(session, caller.idempotency_key or "") is not None:
            return None
        truck = get_truck(session, request.truck_info)
        stop = choose_stop(session, truck, request.customer_info, clock.now())
        return price_checkout(session, at_stop(truck, stop), request.cart, stop.id if stop else None)


def _save_checkout(
    session: Session,
    settings: Settings,
    request: schemas.PaymentIntentRequest,
    caller: CheckoutRequestMeta,
    priced: PricedCart | None,
    *,
    alone: bool,
) -> CheckoutRow:
    fingerprint = schemas.hash_request(request)
    if caller.idempotency_key:
        existing = checkout_rows.find_checkout_by_key(session, caller.idempotency_key)
        if existing is not None:
            if existing.request_hash != fingerprint:
                raise IdempotencyKeyReused
            return _reopen_checkout(session, settings, existing, caller, alone=alone)
    contact = schemas.validate_contact(request.customer_info)
    truck = get_truck(session, request.truck_info)
    instant = clock.now()
    lead = max(truck.lead_at(instant), settings.min_pickup_lead_minutes)
    stop = choose_stop(session, truck, request.customer_info, instant)
    truck = at_stop(truck, stop)
    wish = read_wish(request.customer_info, truck, stop, instant, lead)
    if not truck.accepts_orders_at(instant):
        raise TruckClosed(describe_closed(truck, instant))
    current = price_checkout(session, truck, request.cart, stop.id if stop else None, earlier=priced)
    limit = settings.limit_checkouts_per_address
    rate_limits.consume(session, f"checkout:{caller.address}", limit=limit, seconds=60)
    rate_limits.consume(session, f"checkout:{contact.phone}", limit=settings.limit_checkouts_per_phone, seconds=600)
    _lock_attempt(session, caller.attempt)
    sequence = queries.next_sequence(session, truck.id, caller.attempt)
    hold = Hold(
        checkout_id=new_id(),
        expires_at=instant + timedelta(seconds=settings.hold_seconds),
        replaces=caller.attempt if sequence > 1 else None,
        alone=alone,
    )
    slot_at = hold_slot(session, truck, stop, wish, current, hold, lead)
    unpaid_until = instant + timedelta(seconds=settings.unpaid_intent_seconds)
    checkout = CheckoutRow(
        **stop_columns(stop),
        id=hold.checkout_id,
        slot_at=slot_at,
        status=OPEN,
        intent_try=1,
        currency="usd",
        fee_back_cents=0,
        truck_id=truck.id,
        attempt=caller.attempt,
        sequence=sequence,
        idempotency_key=caller.idempotency_key,
        request_hash=fingerprint,
        lines=[msgspec.to_builtins(line) for line in current.lines],
        tax_rate_units=truck.tax_rate_units,
        customer_name=contact.name,
        customer_phone=contact.phone,
        customer_email=contact.email,
        pickup_at=max(at for at in (slot_at, wish.pickup_at) if at is not None),
        special_instructions=schemas.clean_instructions(request.cart),
        language=request.language or caller.language,
        created_at=instant,
        expires_at=unpaid_until if slot_at is None else hold.expires_at,
        **msgspec.structs.asdict(current.total),
        **_transfer_values(truck, current.total, settings),
    )
    checkout_rows.insert_checkout(session, checkout)
    after_commit(session, CHECKOUTS.add)
    return checkout


def _reopen_checkout(
    session: Session, settings: Settings, existing: CheckoutRow, caller: CheckoutRequestMeta, *, alone: bool
) -> CheckoutRow:
    """Return a checkout whose key is sent again, counted as a verification because it calls Stripe.

    What it had to release is held again. Raises CheckoutReplaced for one that is cancelled or expired, SlotFull,
    StopClosed, StopChanged, CartInvalid, TooManyRequests.
    """
    limit = settings.limit_verifications_per_address
    rate_limits.consume(session, f"verify:{caller.address}", limit=limit, seconds=60)
    if existing.status == CANCELLED or (existing.status == OPEN and existing.expires_at <= clock.now()):
        raise CheckoutReplaced(CHECKOUT_EXPIRED)
    if existing.status == OPEN:
        hold_again(session, existing, settings.min_pickup_lead_minutes, alone=alone)
    return existing


def _lock_attempt(session: Session, attempt: str | None) -> None:
    """Serialize the requests of one attempt, so that one of two concurrent requests sees the other's checkout."""
    if attempt is not None:
        locks.lock_transaction(session, f"attempt:{hash_secret(attempt)}")


def _transfer_values(truck: CheckoutTruck, total: Totals, settings: Settings) -> dict[str, Any]:
    """Return the connected account and our fee in cents; no account where the platform keeps the payment."""
    if not truck.transfers_active or truck.stripe_account_id is None:
        if settings.require_connected_account:
            raise TruckClosed
        return {"destination_account": None, "application_fee_cents": 0}
    fee = total.total_cents * truck.application_fee_bps // 10_000
    return {"destination_account": truck.stripe_account_id, "application_fee_cents": fee}


def _cancel_intent(db: Database, stripe: StripeGateway, other: CheckoutRow) -> Intent | None:
    """Cancel the intent of an earlier checkout of the attempt. Returns an intent that is paid or may still be paid."""
    intent = stripe.cancel_intent(other.payment_intent_id or "")
    if intent.status != "canceled":
        return intent
    db.write(lambda session: close_checkout(session, other.id))
    return None


def _ensure_intent(
    db: Database, stripe: StripeGateway, settings: Settings, checkout: CheckoutRow, installation_id: str
) -> Intent:
    """Return the checkout's intent, or the one of the attempt that was paid meanwhile. Raises CheckoutReplaced.

    Of two concurrent submissions of an attempt, only the newer stays payable. The older checkout keeps its intent
    until Stripe has cancelled it, because the newer request must find an intent that was paid.
    """
    if checkout.payment_intent_id is None:
        return _create_intent(db, stripe, settings, checkout, installation_id)
    with db.reading() as session:
        is_newest = not queries.has_newer_checkout(session, checkout)
    return stripe.get_intent(checkout.payment_intent_id) if is_newest else _cancel_replaced(db, stripe, checkout)


def _create_intent(
    db: Database, stripe: StripeGateway, settings: Settings, checkout: CheckoutRow, installation_id: str
) -> Intent:
    try:
        intent = stripe.create_intent(
            checkout.total_cents,
            metadata=encode_metadata(describe_checkout(checkout, installation_id)),
            destination=checkout.destination_account,
            fee_cents=checkout.application_fee_cents,
            key=f"pi:{checkout.id}:{checkout.intent_try}",
        )
    except TransferRefused:
        without = _drop_destination(db, settings, checkout)
        return _ensure_intent(db, stripe, settings, without, installation_id)
    except ProviderFailed:
        # Stripe replays a stored failure for the same key, so the next try needs a new key.
        db.write(lambda session: _fail_intent_try(session, checkout))
        raise
    except (PaymentRefused, CircuitOpen):
        db.write(lambda session: _release_unmade(session, checkout.id))
        raise
    if db.write(lambda session: _store_intent(session, checkout, intent)):
        return intent
    return _cancel_replaced(db, stripe, msgspec.structs.replace(checkout, payment_intent_id=intent.id))


def _cancel_replaced(db: Database, stripe: StripeGateway, checkout: CheckoutRow) -> Intent:
    paid = _cancel_intent(db, stripe, checkout)
    if paid is not None:
        return paid
    with db.reading() as session:
        is_replaced = queries.has_newer_checkout(session, checkout)
    raise CheckoutReplaced(None if is_replaced else CHECKOUT_EXPIRED)


def _drop_destination(db: Database, settings: Settings, checkout: CheckoutRow) -> CheckoutRow:
    """Charge to the platform instead, because the account lost its capability before its event arrived.

    Raises TransferRefused for a checkout that is charged to the platform already.
    """
    if checkout.destination_account is None:
        db.write(lambda session: _release_unmade(session, checkout.id))
        raise TransferRefused
    called_at = clock.now()

    def redirect(session: Session) -> CheckoutRow | None:
        record_transfer_capability(session, checkout.destination_account or "", False, called_at)
        unchanged = (Checkout.id == checkout.id, Checkout.destination_account.is_not(None))
        platform_values = {
            "destination_account": None,
            "application_fee_cents": 0,
            "intent_try": Checkout.intent_try + 1,
        }
        if settings.require_connected_account:
            close_checkout(session, checkout.id)
        else:
            try_update_one(session, sa.update(Checkout).where(*unchanged).values(platform_values))
        return checkout_rows.find_checkout(session, checkout.id)

    found = db.write(redirect)
    if settings.require_connected_account or found is None:
        raise TruckClosed
    return found


def _store_intent(session: Session, checkout: CheckoutRow, intent: Intent) -> bool:
    """Store the intent. Returns False when it must not be paid.

    The checkout was closed meanwhile, its attempt was submitted again, or a request beside this one has failed and
    released the slot.
    """
    _lock_attempt(session, checkout.attempt)
    is_stored = checkout_rows.store_intent(session, checkout.id, intent.id, hash_secret(intent.client_secret))
    # Read after the checkout is stored, which waits for a request that releases it.
    has_slot = checkout.slot_at is None or not reservations.is_released(session, checkout.id)
    return is_stored and has_slot and not queries.has_newer_checkout(session, checkout)


def _fail_intent_try(session: Session, checkout: CheckoutRow) -> None:
    unchanged = sa.update(Checkout).where(Checkout.id == checkout.id, Checkout.intent_try == checkout.intent_try)
    try_update_one(session, unchanged.values(intent_try=checkout.intent_try + 1))
    _release_unmade(session, checkout.id)


def _release_unmade(session: Session, checkout_id: str) -> None:
    """Give back what a checkout holds without a payment intent. Another request with its key may have made one."""
    checkout = checkout_rows.lock_open_checkout(session, checkout_id)
    if checkout is not None and checkout.payment_intent_id is None:
        reservations.release(session, checkout_id)


def _to_response(checkout: CheckoutRow, intent: Intent) -> responses.PaymentIntentAnswer:
    return responses.PaymentIntentAnswer(
        client_secret=intent.client_secret,
        payment_intent_id=intent.id,
        amount=to_dollars(intent.amount),
        subtotal=to_dollars(checkout.subtotal_cents),
        tax=to_dollars(checkout.tax_cents),
        total=to_dollars(checkout.total_cents),
        expires_at=clock.to_iso(checkout.expires_at),
        pickup_at=clock.to_iso(checkout.pickup_at),
        stop_id=checkout.stop_id or UNSET,
        place=to_pickup_place(checkout) or UNSET,
        slot_at=clock.to_iso(checkout.slot_at) if checkout.slot_at else UNSET,
        hold_expires_at=clock.to_iso(checkout.expires_at) if checkout.slot_at else UNSET,
    )
