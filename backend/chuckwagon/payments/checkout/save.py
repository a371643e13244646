"""Saves the priced checkout in one transaction, before Stripe is called."""

from datetime import datetime, timedelta
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db import database, rate_limits
from chuckwagon.db.database import Database
from chuckwagon.db.installation import ensure_installation_id
from chuckwagon.db.transaction_callbacks import after_commit
from chuckwagon.kit import clock
from chuckwagon.kit.errors import IdempotencyKeyReused
from chuckwagon.kit.ids import hash_secret, new_id
from chuckwagon.kit.sentences import ENGLISH, Language
from chuckwagon.offers.uses import UseHold, hold_use
from chuckwagon.orders.placement.pricing import OrderTotals
from chuckwagon.orders.reservations import service as reservations
from chuckwagon.orders.reservations.service import Holder, lock_holder
from chuckwagon.payments import queries
from chuckwagon.payments.checkout import schemas
from chuckwagon.payments.checkout import statements as checkout_statements
from chuckwagon.payments.checkout.errors import CHECKOUT_EXPIRED, CheckoutReplaced, TruckClosed, describe_closed
from chuckwagon.payments.checkout.holds import SlotHoldRequest, hold_slot, renew_hold, renew_offer_use
from chuckwagon.payments.checkout.pickup import (
    RequestedPickup,
    at_stop,
    choose_stop,
    get_truck,
    read_requested_pickup,
    stop_columns,
)
from chuckwagon.payments.checkout.pricing import PricedCart, price_checkout, require_served
from chuckwagon.payments.checkout.statements import CheckoutRow, bind_attempt, lock_attempt, release_earlier_uses
from chuckwagon.payments.metrics import CHECKOUTS
from chuckwagon.payments.models import CANCELLED, OPEN
from chuckwagon.schedule.checkout_stop import CheckoutStop
from chuckwagon.settings import Settings
from chuckwagon.settings_validation import is_loopback
from chuckwagon.trucks.queries import CheckoutTruck

MAX_LINES_PRICED_WHILE_WRITING = 5
CROWD_SECONDS = 60 * rate_limits.CROWD_MINUTES


class CheckoutRequestContext(msgspec.Struct, frozen=True):
    """The caller's network address for the rate limits, and its headers.

    Two of them make retries harmless. `language` is the browser's, for a request that names none. `contact` is the
    customer's, where the gate has validated it: to look at a phone number takes as long as to price a cart.
    """

    address: str
    attempt: str | None = None
    idempotency_key: str | None = None
    language: Language = ENGLISH
    contact: schemas.ValidatedCustomerInfo | None = None


class PickupContext(msgspec.Struct, frozen=True):
    """The truck as it is at the stop, and the pickup that the customer asks for, `lead_minutes` from now at least."""

    truck: CheckoutTruck
    stop: CheckoutStop | None
    requested: RequestedPickup
    lead_minutes: int
    now: datetime

    @property
    def stop_id(self) -> str | None:
        return self.stop.id if self.stop else None


def save_checkout_once(
    db: Database, settings: Settings, request: schemas.PaymentIntentRequest, caller: CheckoutRequestContext
) -> tuple[CheckoutRow, str]:
    """Save the checkout, or find the one of the same key; return (checkout, installation ID). Does not call Stripe.

    Of two concurrent requests with one key, the second returns what the first has saved. Raises the errors of
    `service.open_checkout`, except for those of Stripe.
    """
    contact = caller.contact or schemas.validate_contact(request.customer_info)
    caller = msgspec.structs.replace(caller, attempt=bind_attempt(caller.attempt, contact.phone))
    priced = _price_before_writing(db, request, caller)

    def save(session: Session, *, exclusive: bool) -> tuple[CheckoutRow, str]:
        installation_id = ensure_installation_id(session)
        checkout = _save_or_reopen(session, settings, request, contact, caller, priced, exclusive=exclusive)
        return checkout, installation_id

    def write() -> tuple[CheckoutRow, str]:
        return reservations.retry_on_conflict(lambda exclusive: db.write(partial(save, exclusive=exclusive)))

    try:
        return write()
    except sa.exc.IntegrityError:
        if caller.idempotency_key is None:
            raise
        return write()


def _price_before_writing(
    db: Database, request: schemas.PaymentIntentRequest, caller: CheckoutRequestContext
) -> PricedCart | None:
    """Price a large cart of a new checkout, so that it does not hold the write lock meanwhile.

    None for a small one, for which another session would take longer than its prices.
    """
    if len(request.cart.items) <= MAX_LINES_PRICED_WHILE_WRITING:
        return None
    with db.reading() as session:
        if checkout_statements.find_checkout_by_key(session, caller.idempotency_key or "") is not None:
            return None
        truck = get_truck(session, request.truck_info)
        stop = choose_stop(session, truck, request.customer_info, clock.now())
        return price_checkout(session, at_stop(truck, stop), request.cart, stop.id if stop else None)


def _save_or_reopen(
    session: Session,
    settings: Settings,
    request: schemas.PaymentIntentRequest,
    contact: schemas.ValidatedCustomerInfo,
    caller: CheckoutRequestContext,
    priced: PricedCart | None,
    *,
    exclusive: bool,
) -> CheckoutRow:
    """Save a new checkout, or return the one of the same key with its slot held again.

    Raises IdempotencyKeyReused when the key was used with another request.
    """
    existing = _find_existing(session, caller)
    if existing is None:
        return _save_checkout(session, settings, request, contact, caller, priced, exclusive=exclusive)
    if existing.request_hash != schemas.hash_request(request):
        raise IdempotencyKeyReused
    return _reopen_checkout(session, settings, existing, caller, exclusive=exclusive)


def _find_existing(session: Session, caller: CheckoutRequestContext) -> CheckoutRow | None:
    """Find the checkout of the request's key, and lock the key until the commit if the request has no attempt.

    A repeat would be refused otherwise by what its concurrent first request holds. One with an attempt takes that over.
    """
    key = caller.idempotency_key
    if not key:
        return None
    if caller.attempt is None:
        database.lock_transaction(session, f"checkout:{hash_secret(key)}")
    return checkout_statements.find_checkout_by_key(session, key)


def _reopen_checkout(
    session: Session, settings: Settings, existing: CheckoutRow, caller: CheckoutRequestContext, *, exclusive: bool
) -> CheckoutRow:
    """Return a checkout whose key is sent again, counted as a verification because it calls Stripe.

    A slot and the use of an offer that were released are held again. Raises CheckoutReplaced for one that is cancelled
    or expired, TooManyRequests, and the errors of `renew_hold` and `renew_offer_use`.
    """
    limit = settings.limit_verifications_per_address
    rate_limits.consume(session, f"verify:{caller.address}", limit=limit, seconds=60)
    if existing.status == CANCELLED or (existing.status == OPEN and existing.expires_at <= clock.now()):
        raise CheckoutReplaced(CHECKOUT_EXPIRED)
    if existing.status == OPEN:
        holder = _identify_holder(settings, caller)
        renew_hold(session, existing, settings.min_pickup_lead_minutes, holder, exclusive=exclusive)
        renew_offer_use(session, existing, settings.hold_seconds, holder)
    return existing


def _save_checkout(
    session: Session,
    settings: Settings,
    request: schemas.PaymentIntentRequest,
    contact: schemas.ValidatedCustomerInfo,
    caller: CheckoutRequestContext,
    priced: PricedCart | None,
    *,
    exclusive: bool,
) -> CheckoutRow:
    """Price the cart, count the request, hold slot and offer, and insert the checkout. Locks come in this order."""
    pickup = _read_pickup(session, settings, request)
    chosen_at = pickup.requested.chosen_at
    current = price_checkout(session, pickup.truck, request.cart, pickup.stop_id, priced, chosen_at)
    lock_attempt(session, caller.attempt)
    sequence = queries.next_sequence(session, pickup.truck.id, caller.attempt)
    _consume_limits(session, settings, caller, contact, replaces=sequence > 1)
    hold = SlotHoldRequest(
        checkout_id=new_id(),
        expires_at=pickup.now + timedelta(seconds=settings.hold_seconds),
        holder=_identify_holder(settings, caller),
        replaces=caller.attempt if sequence > 1 else None,
        exclusive=exclusive,
    )
    slot_at, pickup_at = _hold_pickup(session, pickup, current, hold)
    offer = current.offer
    release_earlier_uses(session, pickup.truck.id, hold.replaces, offer.id if offer else None)
    if offer is not None:
        held = UseHold(settings.hold_seconds, pickup.truck.timezone, hold.holder.network, hold.holder.percent)
        hold_use(session, offer, hold.checkout_id, contact.phone, held)
    unpaid_until = pickup.now + timedelta(seconds=settings.unpaid_intent_seconds)
    checkout = CheckoutRow(
        id=hold.checkout_id,
        sequence=sequence,
        slot_at=slot_at,
        expires_at=unpaid_until if slot_at is None and offer is None else hold.expires_at,
        pickup_at=pickup_at,
        created_at=pickup.now,
        status=OPEN,
        intent_try=1,
        fee_back_cents=0,
        **_request_values(request, caller, contact),
        **_price_values(pickup.truck, current),
        **list_transfer_values(pickup.truck, current.total, settings),
        **stop_columns(pickup.stop),
    )
    checkout_statements.insert_checkout(session, checkout)
    after_commit(session, CHECKOUTS.inc)
    return checkout


def _hold_pickup(
    session: Session, pickup: PickupContext, priced: PricedCart, hold: SlotHoldRequest
) -> tuple[datetime | None, datetime]:
    """Hold a slot where the truck has some; return (its start, the pickup).

    As soon as possible is only known then, so meal times are checked here, and the refusal gives the slot back. Raises
    CartInvalid and the errors of `hold_slot`.
    """
    slot_at = hold_slot(session, pickup.truck, pickup.stop, pickup.requested, priced, hold, pickup.lead_minutes)
    pickup_at = pickup.requested.settle(slot_at)
    if pickup.requested.chosen_at is None:
        require_served(priced, pickup_at)
    return slot_at, pickup_at


def _read_pickup(session: Session, settings: Settings, request: schemas.PaymentIntentRequest) -> PickupContext:
    """Read the truck, the stop and the pickup that is asked for.

    Raises NotFound, InvalidInput, StopClosed, StopChanged, and TruckClosed when the truck takes no orders now.
    """
    now = clock.now()
    truck = get_truck(session, request.truck_info)
    lead_minutes = max(truck.lead_at(now), settings.min_pickup_lead_minutes)
    stop = choose_stop(session, truck, request.customer_info, now)
    truck = at_stop(truck, stop)
    requested = read_requested_pickup(request.customer_info, truck, stop, now, lead_minutes)
    if not truck.accepts_orders_at(now):
        raise TruckClosed(describe_closed(truck, now))
    return PickupContext(truck, stop, requested, lead_minutes, now)


def phone_key(phone: str, address: str) -> str:
    """The key under which the checkouts of a phone at an address are counted."""
    return f"checkout:{phone}@{address}"


def _consume_limits(
    session: Session,
    settings: Settings,
    caller: CheckoutRequestContext,
    contact: schemas.ValidatedCustomerInfo,
    *,
    replaces: bool,
) -> None:
    """Count the checkout against its address and its phone there, over ten minutes. Raises TooManyRequests.

    One that replaces another of its attempt takes no further one of the address, if the phone has taken one in this
    window: the limit of the phone is that of such changes, so one attempt with ever new phones is counted each time.
    From elsewhere the phone's owner goes on: who names it may be a stranger.
    Other checkouts of the address wait until the commit, so that what they hold together is counted.
    """
    by_address, by_phone = settings.limit_checkouts_per_address, settings.limit_checkouts_per_phone
    address_key, by_phone_key = f"checkout:{caller.address}", phone_key(contact.phone, caller.address)
    if replaces and rate_limits.get_consumed(session, by_phone_key, seconds=CROWD_SECONDS):
        rate_limits.uncount(session, address_key, seconds=CROWD_SECONDS)
    limit = by_address * rate_limits.CROWD_MINUTES
    rate_limits.consume(session, address_key, limit=limit, seconds=CROWD_SECONDS)
    rate_limits.consume(session, by_phone_key, limit=by_phone, seconds=CROWD_SECONDS)
    if by_address <= 0:  # no row of the limit, which they would wait for
        lock_holder(session, _identify_holder(settings, caller))


def _identify_holder(settings: Settings, caller: CheckoutRequestContext) -> Holder:
    """The customer's network and its share.

    A loopback address may have all: it is a program on this machine, or a proxy that is not trusted yet, behind which
    all customers would have one share.
    """
    network = rate_limits.client_network_key(caller.address)
    return Holder(network, 0 if is_loopback(caller.address) else settings.limit_unpaid_percent_per_address)


def _request_values(
    request: schemas.PaymentIntentRequest, caller: CheckoutRequestContext, contact: schemas.ValidatedCustomerInfo
) -> dict[str, Any]:
    """Return the columns that repeat what the customer sent."""
    return {
        "attempt": caller.attempt,
        "idempotency_key": caller.idempotency_key,
        "request_hash": schemas.hash_request(request),
        "customer_name": contact.name,
        "customer_phone": contact.phone,
        "customer_email": contact.email,
        "special_instructions": schemas.clean_instructions(request.cart),
        "language": request.language or caller.language,
    }


def _price_values(truck: CheckoutTruck, priced: PricedCart) -> dict[str, Any]:
    """Return the truck, the priced lines and their totals in cents."""
    return {
        "truck_id": truck.id,
        "truck_name": truck.name,
        "currency": "usd",
        "lines": [msgspec.to_builtins(line) for line in priced.lines],
        "tax_rate_units": truck.tax_rate_units,
        "offer_id": priced.offer.id if priced.offer else None,
        "offer_code": priced.offer.code if priced.offer else None,
        **msgspec.structs.asdict(priced.total),
    }


def list_transfer_values(truck: CheckoutTruck, total: OrderTotals, settings: Settings) -> dict[str, Any]:
    """Return the connected account and our fee in cents; no account where the platform keeps the payment.

    There is no fee on the tip, which is all the truck's, nor on the discount, which is not paid. Raises TruckClosed
    when the settings require an account and the truck has none that can receive transfers.
    """
    if not truck.transfers_active or truck.stripe_account_id is None:
        if settings.require_connected_account:
            raise TruckClosed
        return {"destination_account": None, "application_fee_cents": 0}
    fee = (total.total_cents - total.tip_cents) * truck.application_fee_bps // 10_000
    return {"destination_account": truck.stripe_account_id, "application_fee_cents": fee}
