"""Checkout: price the cart, save it, then create a payment intent at Stripe.

The order of these steps matters: the checkout is committed before Stripe is called, Stripe is called outside any
transaction, and the intent's ID is saved after. A crash between two steps leaves a checkout without an intent,
or an intent whose metadata names its checkout, but never a payment without a record.
Demand that a checkout loses is counted: its slot was full, something was sold out, or it was not paid in time.
"""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec
import sqlalchemy as sa
from msgspec import UNSET
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database, try_update_one
from chuckwagon.demand import SLOT_FULL, SOLD_OUT, UNPAID, count_lost, try_count_refusal
from chuckwagon.integrations.circuit_breaker import CircuitOpen
from chuckwagon.integrations.stripe.client import StripeGateway, stripe_gateway
from chuckwagon.integrations.stripe.payment_intents import (
    Intent,
    PaymentRefused,
    StatementText,
    StripeFailureReplayed,
    TransferRefused,
)
from chuckwagon.kit import clock
from chuckwagon.kit.errors import AppError, Conflict
from chuckwagon.kit.ids import hash_secret
from chuckwagon.kit.money import to_dollars
from chuckwagon.offers.uses import is_released as is_use_released
from chuckwagon.offers.uses import release_held_use, release_use
from chuckwagon.orders.pickup_schemas import to_pickup_place
from chuckwagon.orders.purchase import describe_taxes
from chuckwagon.orders.reservations import service as reservations
from chuckwagon.orders.reservations.errors import SlotFull
from chuckwagon.payments import queries
from chuckwagon.payments.checkout import schemas
from chuckwagon.payments.checkout import statements as checkout_statements
from chuckwagon.payments.checkout.errors import CHECKOUT_EXPIRED, CheckoutReplaced, TruckClosed
from chuckwagon.payments.checkout.intent_metadata import describe_checkout, encode_metadata, make_statement_suffix
from chuckwagon.payments.checkout.pickup import choose_stop, get_truck
from chuckwagon.payments.checkout.save import CheckoutRequestContext, save_checkout_once
from chuckwagon.payments.checkout.statements import CheckoutRow, counts_as_payment_of, is_recent, lock_attempt
from chuckwagon.payments.connected_accounts import record_transfer_capability
from chuckwagon.payments.counter import states as counter_states
from chuckwagon.payments.models import CANCELLED, OPEN, Checkout
from chuckwagon.settings import Settings


def open_checkout(
    db: Database,
    settings: Settings,
    request: schemas.PaymentIntentRequest,
    caller: CheckoutRequestContext,
) -> schemas.PaymentIntentAnswer:
    """Save the priced checkout and create its intent. A known key, or a paid cart, returns the earlier checkout.

    Another cart of a paid attempt is another purchase; the response names the payment, so that the page can ask.

    Raises InvalidInput, NotFound, TooManyRequests, IdempotencyKeyReused, PricesChanged, CartInvalid, TipsOff,
    OfferRefused, TooManyUnpaid, TruckClosed, StopClosed, StopChanged, SlotFull, SlotTooSoon, OrderTooLarge,
    CheckoutReplaced when a newer submission of the attempt replaced it, PaymentRefused, TransferRefused, and
    Unavailable when Stripe does not answer.
    """
    checkout, installation_id = save_checkout_once(db, settings, request, caller)
    stripe = stripe_gateway(settings)
    earlier = _list_earlier_checkouts(db, checkout)
    paid_before: schemas.EarlierPayment | None = None
    for other in earlier:
        paid_intent = _cancel_intent(db, stripe, other)
        if paid_intent is not None and counts_as_payment_of(other, checkout):
            db.write(lambda session: close_checkout(session, checkout.id))
            return _to_response(other, paid_intent)
        if paid_intent is not None and is_recent(other, checkout):
            paid_before = _describe_earlier(paid_intent)
    answer = _to_response(checkout, ensure_intent(db, stripe, settings, checkout, installation_id))
    return answer if paid_before is None else msgspec.structs.replace(answer, paid_before=paid_before)


def close_checkout(session: Session, checkout_id: str) -> bool:
    """Cancel an unpaid checkout and release its slot and stock. Returns whether it was open; a paid one stays paid.

    The caller has made sure that its payment intent is cancelled at Stripe, or was never given to the customer.
    """
    unpaid = sa.update(Checkout).where(Checkout.id == checkout_id, Checkout.status == OPEN)
    is_closed = try_update_one(session, unpaid.values(status=CANCELLED))
    if is_closed:
        reservations.release(session, checkout_id)
        release_use(session, checkout_id)
    counter_states.end_unpaid(session, checkout_id)  # also of one that was closed while staff wanted cash
    return is_closed


def _list_earlier_checkouts(db: Database, checkout: CheckoutRow) -> list[CheckoutRow]:
    """The earlier checkouts of the attempt that may be paid.

    No query for the first one, which nearly every checkout is.
    """
    if checkout.attempt is None or checkout.sequence == 1:
        return []
    with db.reading() as session:
        return checkout_statements.list_earlier_checkouts(session, checkout)


def _cancel_intent(db: Database, stripe: StripeGateway, other: CheckoutRow) -> Intent | None:
    """Cancel the intent of an earlier checkout of the attempt at Stripe, and close that checkout.

    Returns None then, else the intent, which is paid or may still be paid.
    """
    intent = stripe.cancel_intent(other.payment_intent_id or "")
    if intent.status != "canceled":
        return intent
    db.write(lambda session: close_checkout(session, other.id))
    return None


def ensure_intent(
    db: Database,
    stripe: StripeGateway,
    settings: Settings,
    checkout: CheckoutRow,
    installation_id: str,
    named: Mapping[str, str] = MappingProxyType({}),
) -> Intent:
    """Return the checkout's intent, created if needed, or one that was paid meanwhile.

    `named` is added to its metadata. Raises CheckoutReplaced. Of two concurrent submissions of an attempt, only the
    newer stays payable. The older checkout keeps its intent until Stripe has cancelled it, because the newer request
    must find an intent that was paid.
    """
    if checkout.payment_intent_id is None:
        return _create_intent(db, stripe, settings, checkout, installation_id, named)
    with db.reading() as session:
        is_newest = not queries.has_newer_checkout(session, checkout)
    return stripe.get_intent(checkout.payment_intent_id) if is_newest else _cancel_replaced(db, stripe, checkout)


def _create_intent(
    db: Database,
    stripe: StripeGateway,
    settings: Settings,
    checkout: CheckoutRow,
    installation_id: str,
    named: Mapping[str, str],
) -> Intent:
    try:
        intent = stripe.create_intent(
            checkout.total_cents,
            metadata={**encode_metadata(describe_checkout(checkout, installation_id)), **named},
            statement=_describe_payment(settings, checkout),
            destination=checkout.destination_account,
            fee_cents=checkout.application_fee_cents,
            key=f"pi:{checkout.id}:{checkout.intent_try}",
            on_reader=checkout.source == "counter",
        )
    except TransferRefused:
        without = _drop_destination(db, settings, checkout)
        return ensure_intent(db, stripe, settings, without, installation_id, named)
    except StripeFailureReplayed:
        # Stripe replays a stored failure for the same key, so the next try needs a new key.
        db.write(lambda session: _fail_intent_try(session, checkout))
        raise
    except (PaymentRefused, CircuitOpen):
        db.write(lambda session: _release_unmade(session, checkout.id))
        raise
    if db.write(lambda session: _store_intent(session, checkout, intent)):
        return intent
    return _cancel_replaced(db, stripe, msgspec.structs.replace(checkout, payment_intent_id=intent.id))


def _describe_payment(settings: Settings, checkout: CheckoutRow) -> StatementText | None:
    """What names the truck on the card statement and in Stripe's dashboard.

    None for a checkout that an older release has saved, because a call that is repeated under its key must stay the
    same.
    """
    name = checkout.truck_name
    if name is None:
        return None
    return StatementText(
        make_statement_suffix(name, settings.stripe_statement_prefix), f"{name}, checkout {checkout.id}"
    )


def _cancel_replaced(db: Database, stripe: StripeGateway, checkout: CheckoutRow) -> Intent:
    paid = _cancel_intent(db, stripe, checkout)
    if paid is not None:
        return paid
    with db.reading() as session:
        is_replaced = queries.has_newer_checkout(session, checkout)
    raise CheckoutReplaced(None if is_replaced else CHECKOUT_EXPIRED)


def _drop_destination(db: Database, settings: Settings, checkout: CheckoutRow) -> CheckoutRow:
    """Change the checkout to charge to the platform, and record that its account has lost the capability.

    The event of that loss has not arrived yet. Returns the changed row. Raises TransferRefused, after releasing what
    the checkout holds, if it is charged to the platform already, and TruckClosed if it is gone or, after closing it,
    where the settings require a connected account.
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
        return checkout_statements.find_checkout(session, checkout.id)

    found = db.write(redirect)
    if settings.require_connected_account or found is None:
        raise TruckClosed
    return found


def _store_intent(session: Session, checkout: CheckoutRow, intent: Intent) -> bool:
    """Store the intent. Returns False when it must not be paid.

    The checkout was closed meanwhile, its attempt was submitted again, or a request beside this one has failed and
    released the slot or the use of the offer.
    """
    lock_attempt(session, checkout.attempt)
    is_payable = checkout_statements.store_intent(session, checkout, intent.id, hash_secret(intent.client_secret))
    # Read after the checkout is stored, which waits for a request that releases it.
    has_slot = checkout.slot_at is None or not reservations.is_released(session, checkout.id)
    has_use = checkout.offer_id is None or not is_use_released(session, checkout.id)
    return is_payable and has_slot and has_use


def _fail_intent_try(session: Session, checkout: CheckoutRow) -> None:
    unchanged = sa.update(Checkout).where(Checkout.id == checkout.id, Checkout.intent_try == checkout.intent_try)
    try_update_one(session, unchanged.values(intent_try=checkout.intent_try + 1))
    _release_unmade(session, checkout.id)


def _release_unmade(session: Session, checkout_id: str) -> None:
    """Release the slot, stock and offer use of an open checkout without a payment intent.

    With an intent it keeps them, because another request with its key may have made one. At the counter it keeps them,
    too, because staff try again, take cash or cancel; else the hold ends.
    """
    checkout = checkout_statements.lock_open_checkout(session, checkout_id)
    if checkout is None:
        return
    if checkout.payment_intent_id is None and checkout.source != counter_states.COUNTER_SOURCE:
        reservations.release(session, checkout_id)
        release_held_use(session, checkout_id)


def _describe_earlier(intent: Intent) -> schemas.EarlierPayment:
    amount = to_dollars(intent.amount)
    return schemas.EarlierPayment(client_secret=intent.client_secret, payment_intent_id=intent.id, total=amount)


def _to_response(checkout: CheckoutRow, intent: Intent) -> schemas.PaymentIntentAnswer:
    return schemas.PaymentIntentAnswer(
        client_secret=intent.client_secret,
        payment_intent_id=intent.id,
        amount=to_dollars(intent.amount),
        subtotal=to_dollars(checkout.subtotal_cents),
        tax=to_dollars(checkout.tax_cents),
        tip=to_dollars(checkout.tip_cents),
        discount=to_dollars(checkout.discount_cents),
        total=to_dollars(checkout.total_cents),
        expires_at=clock.to_iso(checkout.expires_at),
        pickup_at=clock.to_iso(checkout.pickup_at),
        stop_id=checkout.stop_id or UNSET,
        place=to_pickup_place(checkout) or UNSET,
        slot_at=clock.to_iso(checkout.slot_at) if checkout.slot_at else UNSET,
        hold_expires_at=clock.to_iso(checkout.expires_at) if checkout.slot_at or checkout.offer_id else UNSET,
        offer_code=checkout.offer_code or UNSET,
        **describe_taxes(checkout),
    )


SOLD_OUT_CODES = ("item_sold_out", "option_sold_out")


def find_kind(refused: Conflict) -> str | None:
    """The kind of demand that was lost by a refusal; None if none was."""
    if isinstance(refused, SlotFull):
        return SLOT_FULL
    is_sold_out = any(problem["code"] in SOLD_OUT_CODES for problem in refused.extra.get("problems", ()))
    return SOLD_OUT if is_sold_out else None


def count_refusal(
    session: Session, settings: Settings, request: schemas.PaymentIntentRequest, address: str, kind: str
) -> None:
    """Count the refusal at the stop that was asked for.

    The refusal proves that the truck exists, and its stop if it has one.
    """
    truck = get_truck(session, request.truck_info)
    try:
        stop = choose_stop(session, truck, request.customer_info, clock.now())
    except AppError:  # the stop has closed in this instant
        stop = None
    try_count_refusal(session, settings, address, truck.id, stop.id if stop else None, kind)


def close_unpaid(session: Session, checkout_id: str) -> None:
    """Close the checkout of a payment that Stripe has cancelled, in the caller's transaction.

    One that has expired counts as lost demand. The worker and Stripe's webhook both call it: only the first call
    counts.
    """
    checkout = session.get(Checkout, checkout_id)
    if checkout is not None and close_checkout(session, checkout.id) and checkout.expires_at <= clock.now():
        count_lost(session, checkout.truck_id, checkout.stop_id, UNPAID)
