"""Counts checkouts that were refused because a slot was full, something was sold out or a code does not exist.

Those that ran out are counted too.
"""

from http import HTTPStatus

from sqlalchemy.orm import Session

from chuckwagon.db import rate_limits
from chuckwagon.db.database import Database
from chuckwagon.db.rate_limits import TooManyUnpaid
from chuckwagon.demand.models import SLOT_FULL, SOLD_OUT, UNPAID
from chuckwagon.demand.service import count_lost, try_count_refusal
from chuckwagon.kit import clock
from chuckwagon.kit.errors import AppError, Conflict
from chuckwagon.offers import code_guess_limit
from chuckwagon.offers.refusals import OfferHeld, OfferUnknown, OfferUsed
from chuckwagon.orders.reservations.refusals import SlotFull
from chuckwagon.payments.checkout import responses, schemas, service
from chuckwagon.payments.checkout.cart_prices import CartInvalid, PricesChanged
from chuckwagon.payments.checkout.save import CheckoutRequestContext
from chuckwagon.payments.checkout.stop_choice import choose_stop, get_truck
from chuckwagon.payments.metrics import UNPAID_REFUSED
from chuckwagon.payments.models import Checkout
from chuckwagon.settings import Settings

REFUSED_FACTOR = 4  # a booked-out stop refuses many customers of a festival's address
SOLD_OUT_CODES = ("item_sold_out", "option_sold_out")


async def refuse_flood(address: str) -> None:
    """Raise TooManyRequests for an address that was refused a moment ago: on the event loop, without a thread."""
    await rate_limits.refuse_flood(*_address_keys(address))


def open_checkout_counting_refusals(
    db: Database,
    settings: Settings,
    request: schemas.PaymentIntentRequest,
    caller: CheckoutRequestContext,
) -> responses.PaymentIntentAnswer:
    """Open the checkout. When its slot is full, something is sold out or its code is unknown, count the refusal.

    The count is a transaction of its own. An address whose checkouts are refused too often, for whatever reason, is
    refused by `refuse_flood`, also if it waits for a thread then. A code that exists is refused for unknown ones only
    when these come by the hundred, because many customers may share an address. Returns the response and raises the
    errors of `service.open_checkout`.
    """
    rate_limits.refuse_remembered(*_address_keys(caller.address))
    try:
        return _open_checkout(db, settings, request, caller)
    except AppError as refused:
        if refused.status < HTTPStatus.INTERNAL_SERVER_ERROR:
            # It cost as much as a checkout. Further ones must not enter the threads and the only writer.
            limit = settings.limit_checkouts_per_address * REFUSED_FACTOR
            rate_limits.count_here(_refused_key(caller.address), limit=limit, seconds=60)
        raise


def _open_checkout(
    db: Database, settings: Settings, request: schemas.PaymentIntentRequest, caller: CheckoutRequestContext
) -> responses.PaymentIntentAnswer:
    if request.cart.code is not None:
        with db.reading() as session:
            code_guess_limit.refuse_flood(session, settings, caller.address)
    try:
        return service.open_checkout(db, settings, request, caller)
    except TooManyUnpaid:
        UNPAID_REFUSED.inc()
        raise
    except (OfferUsed, OfferHeld) as refused:
        if refused.is_about_phone:
            db.write(lambda session: _count_used_phone(session, request, caller.address))
        raise
    except OfferUnknown:
        db.write(lambda session: _count_guess(session, settings, request, caller.address))
        raise
    except (SlotFull, CartInvalid, PricesChanged) as refused:
        kind = _find_kind(refused)
        if kind is not None:
            db.write(lambda session: _count(session, settings, request, caller.address, kind))
        raise


def _address_keys(address: str) -> tuple[str, str]:
    return f"checkout:{address}", _refused_key(address)


def _refused_key(address: str) -> str:
    return f"refused-cart:{address}"


def _count_guess(session: Session, settings: Settings, request: schemas.PaymentIntentRequest, address: str) -> None:
    """Count an unknown code. Raises TooManyRequests after too many at the truck; the customer can pay without it."""
    truck = get_truck(session, request.truck_info)
    code_guess_limit.refuse_guessing(session, settings, address, truck.id)
    code_guess_limit.count_guess(session, settings, address, truck.id)


def _count_used_phone(session: Session, request: schemas.PaymentIntentRequest, address: str) -> None:
    phone = schemas.validate_contact(request.customer_info).phone
    code_guess_limit.count_used_phone(session, rate_limits.client_network_key(address), phone)


def _find_kind(refused: Conflict) -> str | None:
    if isinstance(refused, SlotFull):
        return SLOT_FULL
    is_sold_out = any(problem["code"] in SOLD_OUT_CODES for problem in refused.extra.get("problems", ()))
    return SOLD_OUT if is_sold_out else None


def _count(
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
    if checkout is not None and service.close_checkout(session, checkout.id) and checkout.expires_at <= clock.now():
        count_lost(session, checkout.truck_id, checkout.stop_id, UNPAID)
